/* pragmas inside functions: their lines and what they are about stay where they are
 * flags: -Wall -Wextra -Wno-unknown-pragmas
 */
#include <math.h>
#include <stdio.h>

static double contracted(double a, double b)
{
#pragma STDC FP_CONTRACT OFF
    double c = a * b;
    return a > b ? c : -c; /*= 2 1:1 */
}

static double precise(double a)
{
#pragma float_control(precise, on)
    return a > 1 ? a / 4 : a; /*= 1 1:0 */
}

static int unrolled(const int *a, int n)
{
    int r = 0;
#pragma GCC unroll 4
    for (int i = 0; i < n; i++) /*= 5 4:1 */
        if (a[i] > 1) /*= 4 4:0 */
            r += a[i];
#pragma GCC unroll 2
    while (n-- > 0) /*= 5 4:1 */
        r++;
#pragma GCC unroll 1
    do
        r++; /*= 1 */
    while (r < 14); /*= 1 0:1 */
    return r;
}

static void independent(int *a, int n)
{
#pragma GCC ivdep
    for (int i = 0; i < n; i++) { /*= 5 4:1 */
        a[i] += a[i] > 0 ? 1 : 2; /*= 4 3:1 */
    }
}

static int quiet(int n)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
    int unused;
#pragma GCC diagnostic pop
    if (n) /*= 2 1:1 */
#pragma GCC diagnostic push
        return 1;
#pragma GCC diagnostic pop
    return 2;
}

static int between(int n)
{
    switch (n) { /*= 2 1:1:0 */
#pragma message_of_nobody
    case 0:
#pragma message_of_nobody
        return 5; /*= 1 */
    case 1:
        _Pragma("GCC diagnostic push") n += 3; /*= 1 */
        _Pragma("GCC diagnostic pop")
    }
    return n;
}

int main(void)
{
    int a[4] = {0, 1, 2, 3};
    printf("%g %g %g\n", contracted(2, 3), contracted(3, 2), precise(2));
    independent(a, 4);
    printf("%d %d %d %d %d\n", unrolled(a + 0, 4), quiet(0), quiet(1), between(0), between(1));
    return (int)floor(0.5);
}
