/* tail calls: what is counted is counted before them, and they may still become jumps
 * gcc: -foptimize-sibling-calls
 * clang: -Wno-ignored-optimization-argument
 */
#include <stdio.h>

static int odd(unsigned n);

__attribute__((noinline)) static int even(unsigned n)
{
    if (n == 0) /*= 51 1:50 */
        return 1; /*= 1 */
    return odd(n - 1); /*= 50 */
}

__attribute__((noinline)) static int odd(unsigned n)
{
    if (n == 0) /*= 50 0:50 */
        return 0;
    return even(n - 1); /*= 50 */
}

__attribute__((noinline)) static int chosen(int n, int sum)
{
    return n == 0 ? sum : n & 1 ? chosen(n - 1, sum + n) : chosen(n / 2, sum); /*= 7 1:6 3:3 */
}

static void step(int n)
{
    if (n > 0) /*= 6 5:1 */
        step(n - 1); /*= 5 */
}

#ifdef __clang__
#define MUST_TAIL __attribute__((musttail))
#else
#define MUST_TAIL
#endif

static int forced(int n)
{
    if (n > 9) /*= 10 1:9 */
        return n;
    MUST_TAIL return forced(n + 1); /*= 9 */
}

int main(void)
{
    step(5);
    printf("%d %d %d\n", even(100), chosen(13, 0), forced(1));
    return 0;
}
