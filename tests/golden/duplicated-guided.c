/* what never ran in an earlier run of duplicated code has one version, and what did has two
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

int idle(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1 ? printf("%d\n", i) : -i;
    return sum;
}

int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
    for (int i = 0; i < 2000; i++)
        sum += warm(i % 20);
    return argc > 1 ? idle(sum) : 0;
}
