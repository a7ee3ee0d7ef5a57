/* by an earlier run, second versions where it spent its time and that saves checks: in loops, and in static functions
 * that are called from those; not in what is run through once, nor in an interpreter, nor in what hardly ran
 * pep: -fpep-how=duplicated -fpep-duplicate=hot -fpep-check=portable
 * prior: env PEP_POLICY=interval PEP_INTERVAL=1 ./hot
 */
static int digits(int n)
{
    return n > 9 ? 1 + (n > 99) : n > 4;
}

int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += digits(i) ? i : -i;
    return sum;
}

int once(int n)
{
    return n & 1 ? n : -n;
}

int interpret(const char *code)
{
    static const void *const labels[] = {&&stop, &&add, &&take};
    int sum = 0;
    goto *labels[(int)*code];
add:
    sum++;
    goto *labels[(int)*++code];
take:
    sum--;
    goto *labels[(int)*++code];
stop:
    return sum;
}

int cold(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += once(i) ? i : -i;
    return sum;
}

int main(void)
{
    int sum = cold(3);
    for (int i = 0; i < 10000; i++)
        sum += loop(i % 9) + once(i) + interpret("\1\2\1\1\2");
    return sum == 7;
}
