/* clean code under many warnings: what is put in is as clean
 * flags: -std=gnu11 -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef -Wpointer-arith
 * flags: -Wstrict-prototypes -Wmissing-prototypes -Wunused -Wuninitialized -Wparentheses -Wfloat-equal -Werror
 * gcc: -Wpedantic -Wimplicit-fallthrough=5 -Wclobbered -Wlogical-op -Wduplicated-cond -Wduplicated-branches
 * gcc: -Wnull-dereference -Wjump-misses-init -Wswitch-default -Wswitch-enum -Wunused-macros -Wbad-function-cast
 * clang: -Wno-gnu-statement-expression -Wimplicit-fallthrough -Wcomma -Wunreachable-code -Wextra-semi
 * clang: -Wconditional-uninitialized -Wassign-enum -Wbad-function-cast -Wmissing-noreturn
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum kind { NONE, SMALL, LARGE };

static enum kind classify(int n)
{
    if (n < 0) return NONE; /*= 4 1:3 */
    if (n < 10) /*= 3 0:3 */
        return SMALL;
    return LARGE; /*= 3 */
}

static const char *name(enum kind k)
{
    switch (k) { /*= 4 1:0:3:0 */
    case NONE:
        return "none";
    case SMALL:
        return "small";
    case LARGE:
        return "large";
    default:
        return "?";
    }
}

static unsigned char narrow(unsigned char c, bool up)
{
    unsigned char r = up ? (unsigned char)(c + 1) : c; /*= 2 1:1 */
    r = (unsigned char)(r ^ (up && c > 3)); /*= 2 1:1 */
    return r;
}

static size_t lengths(const char *const *list, size_t n)
{
    size_t r = 0, i;
    for (i = 0; i < n; i++) /*= 5 4:1 */
        if (list[i] && *list[i]) /*= 4 3:1 2:1 */
            r += strlen(list[i]);
    do
        r--; /*= 1 */
    while (r > 6 && i-- > 0); /*= 1 0:1 0:0 */
    while (i > 2) /*= 3 2:1 */
        i--;
    return r + i;
}

static int falls(int n)
{
    int r = 0;
    switch (n) { /*= 3 1:1:1 */
    case 0:
        r++; /*= 1 */
        __attribute__((fallthrough));
    case 1:
        r += 2; /*= 2 */
        break;
    default:
        if (n > 1)
            r = 9;
    }
    return r;
}

static double average(const double *a, int n)
{
    double sum = 0;
    for (const double *p = a; p && p < a + n; p++) /*= 4 4:0 3:1 */
        sum += *p;
    return n ? sum / n : 0; /*= 1 1:0 */
}

static int labelled(int n)
{
    int tries = 0;
retry:
    if (n-- > 0 && tries < 10) { /*= 4 3:1 3:0 */
        tries++;
        goto retry; /*= 3 */
    }
    if (tries > 2) /*= 1 1:0 */
        goto out;
    tries = -tries; /*= 0 */
out:
    return tries;
}

int main(void)
{
    static const char *const list[] = {"abc", "", NULL, "wxyz"};
    static const double values[] = {1, 2, 6};
    for (int i = -5; i < 50; i += 15)
        printf("%s ", name(classify(i)));
    printf("%d %d %zu\n", narrow(3, true), narrow(200, false), lengths(list, 4));
    printf("%d %d %d %g %d\n", falls(0), falls(1), falls(2), average(values, 3), labelled(3));
    return 0;
}
