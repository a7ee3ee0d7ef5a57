/* Counters in assembly, of one instruction each: up where a path ends, down again for the turn of a loop that was none.
 *
 * pep: -fpep-check=x86-64
 */
unsigned length(const char *text)
{
    unsigned n = 0;
    while (text[n])
        n++;
    return n;
}

int sign(int a)
{
    if (a < 0)
        return -1;
    return a > 0;
}

int all(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] > 0 && v[i] < 100)
            sum += sign(v[i]);
        else if (v[i] == 1000)
            sum += all(v, i);
    }
    return sum;
}
