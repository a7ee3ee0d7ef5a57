/* what never ran in an earlier run of duplicated code has one version, and what did has two; loops that turned often are
 * checked, in strips where they count
 * pep: -fpep-how=duplicated -fpep-check=portable
 * prior: env PEP_POLICY=interval PEP_INTERVAL=1 ./duplicated-guided
 */
extern int printf(const char *, ...);

int warm(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3 ? i : -i;
    return sum;
}

int often(int *a, unsigned n, int last)
{
    int sum = 0;
    do
        sum += a[n] & 1 ? 1 : 2;
    while (--n);
    while (*a != last)
        sum += *a++ & 1 ? 3 : 4;
    return sum;
}

int idle(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1 ? printf("%d\n", i) : -i;
    return sum;
}

int main(int argc, char **argv)
{
    static int numbers[3001];
    int sum = 0;
    (void)argv;
    for (int i = 0; i <= 3000; i++)
        numbers[i] = i & 1 ? i : i * 7 % 3001;
    sum += often(numbers, 3000, 2999);
    for (int i = 0; i < 100000; i++)
        sum += warm(i % 20);
    return argc > 1 ? idle(sum) : 0;
}
