/* __builtin_unreachable, which no way leads to, __builtin_trap and infinite loops: ways that end nowhere
 */
#include <stdio.h>
#include <stdlib.h>

static int by_switch(unsigned n)
{
    switch (n & 3) { /*= 4 1:1:1:1 */
    case 0: return 10;
    case 1: return 11; /*= 1 */
    case 2: return 12;
    case 3: return 13;
    default: __builtin_unreachable();
    }
}

static int promised(int n)
{
    if (n < 0) /*= 3 */
        __builtin_unreachable(); /*= - */
    n % 7 == 6 ? __builtin_trap() : (void)0;
    return n / 2; /*= 3 */
}

/* What calls nobody's function is left out by the compiler, also behind a constant that says how likely it is. */
#define unlikely(condition) __builtin_expect(!!(condition), 0)
enum { TRACING };
void trace(int n);

static int traced(int n)
{
    if (unlikely(TRACING) && n > 1) /*= - */
        trace(n);
    if (unlikely(n == 1)) /*= 3 1:2 */
        n = 5; /*= 1 */
    return n; /*= 3 */
}

static int forever(int n)
{
    for (;;) {
        if (n-- == 0) /*= 4 1:3 */
            return 8;
        while (1) { /*= - */
            if (n & 1) /*= 3 1:2 */
                break;
            goto out;
        }
        continue; /*= 1 */
out:
        n |= 0; /*= 2 */
    }
}

static void ends_here(int n)
{
    printf("%d\n", n); /*= - */
    fflush(stdout);
    for (;;) /*= - */
        exit(n);
}

int main(void)
{
    int r = 0;
    for (unsigned i = 0; i < 4; i++)
        r = 2 * r + by_switch(i);
    for (int i = 0; i < 3; i++)
        r += promised(i) + traced(i);
    ends_here((r + forever(3)) & 127);
    return 1; /*= - */
}
