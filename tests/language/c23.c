/* what came with C23, as far as the compilers have it: attributes, labels anywhere, unnamed parameters, digits
 * gcc: -std=c2x -Wall -Wextra -Wpedantic -Werror
 * clang: -std=c23 -Wall -Wextra -Wpedantic -Werror
 */
#include <stdio.h>
#include <stdlib.h>

[[nodiscard]] static int checked(int n, int)
{
    return n > 1'000 ? 1 : 0b10; /*= 2 1:1 */
}

[[maybe_unused]] static int unused(int n) { return n ? 1 : 2; }

[[deprecated, maybe_unused]] static int old(int n [[maybe_unused]])
{
    [[maybe_unused]] int k = n && 1;
    return 4;
}

static void labels(int *p)
{
    switch (*p) { /*= 3 1:1:1 */
    case 0:
        int first = 5;
        *p = first; /*= 1 */
        break;
    case 1:
        [[fallthrough]];
    default:
        if (*p > 1) /*= 2 1:1 */
            goto end;
        *p += 10; /*= 1 */
    [[maybe_unused]] mark:
    }
    ++*p; /*= 2 */
end:
}

static int attributes([[gnu::unused]] int n)
{
    [[gnu::aligned(16)]] static int s = 1;
    int r = s++ > 9;
    [[gnu::aligned(16)]] int a = n ? 3 : 4; /*= 2 1:1 */
    [[]] if (a > 3) /*= 2 1:1 */
        r = 1;
    [[]] { r += 2; }
    [[]] for (int i = 0; i < n; i++) /*= 3 1:2 */
        [[]] r += 5;
    return r + a;
}

static int at_the_end(int n)
{
    switch (n) { /*= 3 1:1:1 */
    case 1:
        n = 4; /*= 1 */
    case 2:
    }
    switch (n) { /*= 3 1:2 */
    case 0:
        n = 7; /*= 1 */
        break;
    default:
    }
    return n; /*= 3 */
}

[[gnu::noreturn]] static void leave(int n)
{
    exit(n); /*= 1 */
}

static _Bool truth(void *p)
{
    return p == 0 ? 1 : 0; /*= 1 1:0 */
}

int main()
{
    printf("%d %d\n", checked(1'001, 0), checked(7, 0));
    printf("%d %d %d\n", attributes(0), attributes(1), truth(0));
    for (int i = 0; i < 3; i++) {
        int n = i;
        labels(&n);
        printf("%d %d\n", n, at_the_end(i));
    }
    leave(3); /*= 1 */
}
