/* #pragma omp and acc where the compiler does not know them: the code is as if they were not there
 * flags: -Wall -Wno-unknown-pragmas
 */
#include <stdio.h>

static long sum(int n)
{
    long r = 0;
#pragma omp parallel for reduction(+ : r)
    for (int i = 0; i < n; i++) /*= 5 4:1 */
        r += i & 1 ? i : -i; /*= 4 2:2 */
    return r;
}

static long odd(int n)
{
    long r = 0;
#pragma acc parallel loop reduction(+ : r)
    for (int i = 0; i < n; i++) /*= 5 4:1 */
        if (i & 1) /*= 4 2:2 */
#pragma omp atomic
            r += i; /*= 2 */
        else
#pragma omp critical
            r += n > 3; /*= 2 */
#pragma omp barrier
    return r;
}

static int sections(int n)
{
    int r = 0;
#pragma omp parallel sections
    {
#pragma omp section
        r += n > 3; /*= 1 */
#pragma omp section
        while (n-- > 0) { /*= 5 4:1 */
#pragma omp flush
            r++;
        }
    }
    return r;
}

int main(void)
{
    printf("%ld %ld %d\n", sum(4), odd(4), sections(4));
    return 0;
}
