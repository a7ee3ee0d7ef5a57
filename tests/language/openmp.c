/* #pragma omp and acc: the function would share its path register among threads, so it stays as it is
 * flags: -fopenmp -fopenacc
 * left: sum: #pragma omp or acc: threads would share the path register
 * left: odd: #pragma omp or acc: threads would share the path register
 * only: gcc
 */
#include <stdio.h>

static long sum(int n)
{
    long r = 0;
#pragma omp parallel for reduction(+ : r)
    for (int i = 0; i < n; i++)
        r += i & 1 ? i : -i;
    return r;
}

static long odd(int n)
{
    long r = 0;
#pragma acc parallel loop reduction(+ : r)
    for (int i = 0; i < n; i++)
        if (i & 1)
            r += i;
    return r;
}

static int sign(long n)
{
    return n < 0 ? -1 : n > 0; /*= 1 0:1 */
}

int main(void)
{
    long r = sum(1000) + odd(9);
    printf("%ld %d\n", r, sign(r));
    return 0;
}
