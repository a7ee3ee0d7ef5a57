/* jumps out of what only some of its readers evaluate: the functions stay as they are, since who passes there is not known
 * flags: -w
 * left: chosen: a jump out of what may not be evaluated
 * left: generic: a jump out of what may not be evaluated
 * left: sized: a jump out of what may not be evaluated
 */
#include <stdio.h>

static int generic(int n)
{
    return _Generic((n), int: ({ if (n < 0) return -1; n; }));
}

static int chosen(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++)
        r += __builtin_choose_expr(1, ({ if (i == 3) break; i; }), 0);
    return r;
}

static int sized(int n)
{
    int a[({ if (n > 5) return -5; n + 1; })];
    a[0] = n;
    return a[0];
}

int main(void)
{
    for (int i = -2; i < 8; i++) /*= 11 10:1 */
        printf("%d %d %d ", generic(i), chosen(i), i < 0 ? 0 : sized(i)); /*= 10 2:8 */
    puts("");
    return 0;
}
