/* inline as gcc had it before C99, and functions that have to be inlined
 */
#include <stdio.h>

extern inline __attribute__((gnu_inline, always_inline)) int only_inline(int n)
{
    return n ? 1 : 2; /*= 2 1:1 */
}

inline __attribute__((gnu_inline)) int with_body(int n)
{
    return n > 1 ? 3 : 4; /*= 1 0:1 */
}

static inline __attribute__((always_inline)) int forced(int n)
{
    while (n > 2) /*= 4 3:1 */
        n--;
    return n;
}

int main(void)
{
    printf("%d %d %d %d\n", only_inline(0), only_inline(1), with_body(1), forced(5));
    return 0;
}
