/* functions that stay as they are, with the reason
 * pep: -fopenmp
 */
__attribute__((naked)) void naked(void) {}

__attribute__((no_instrument_function)) int asked(int n)
{
    return n ? 1 : 2;
}

int outer(int n)
{
    int inner(int k) { return k ? n : 2; }
    return inner(n);
}

int threads(int n)
{
#pragma omp parallel
    if (n)
        n = 2;
    return n;
}

int nowhere(void *to, int n)
{
    if (n)
        return 1;
    goto *to;
}

int counted(int n)
{
    return n ? 1 : 2;
}
