/* operands without a fixed order: whatever order the compiler takes, the path's number is the same
 */
#include <stdio.h>

static int log_[64], logged;

static int note(int n)
{
    log_[logged++ % 64] = n;
    return n;
}

static int sums(int a, int b, int c, int d)
{
    return (a && b) + (c || d) * 2 + (a ? 4 : 8) + (d ? c ? 16 : 32 : 64); /*= 16 8:8 8:8 8:8 8:8 4:4 */
}

static int arguments(int a, int b)
{
    int array[3] = {a && b, a || b, a ? b : 5};
    printf("%d%d%d ", a && b, a || b ? note(1) : note(2), note(a) ?: 9); /*= 4 */
    return array[a && b] - array[2 * (a || b)] + array[a + (b ? 1 : 0)];
}

static int assignments(int n)
{
    int a[4] = {0}, *p = a;
    a[n ? 1 : 2] = n && note(3); /*= 2 */
    *(n ? p : p + 3) += (n || p) + (n ? 10 : 20); /*= 2 */
    return a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3];
}

static int compared(int a, int b)
{
    if ((a && b) == (b || a)) /*= 4 */
        return 1; /*= 2 */
    return (a ? b : 1) < (b ? 2 : a); /*= 2 */
}

static int in_return(int a, int b)
{
    return (a && b) - (a || b); /*= 4 */
}

static struct pair { int x, y; } pair(int a, int b)
{
    struct pair p = {(a && b) + (a || b), b}, q = {9, 9};
    return ((a && b) + (a || b)) ? p : q; /*= 4 */
}

int main(void)
{
    int r = 0;
    for (int i = 0; i < 16; i++)
        r = 5 * r + sums(i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3);
    printf("%d\n", r);
    for (int i = 0; i < 4; i++) {
        r = 3 * r + arguments(i & 1, i >> 1) + compared(i & 1, i >> 1);
        r = 3 * r + in_return(i & 1, i >> 1) + pair(i & 1, i >> 1).x;
    }
    printf("%d %d %d %d\n", r, assignments(0), assignments(1), logged);
    return 0;
}
