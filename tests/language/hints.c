/* conditions of all kinds that go one way so often that a guided build tells the compiler of them, as clean as before
 * flags: -std=gnu11 -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef -Wpointer-arith
 * flags: -Wunused -Wuninitialized -Wparentheses -Werror
 * gcc: -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wnull-dereference -Wbad-function-cast
 * clang: -Wno-gnu-statement-expression -Wno-gnu-conditional-omitted-operand
 * clang: -Wunreachable-code -Wconditional-uninitialized -Wcomma
 */
#include <complex.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct bits {
    unsigned low : 1, many : 3;
    _Bool flag : 1;
};

enum color { RED, GREEN };

static unsigned calls;
static jmp_buf back;

static unsigned next(void)
{
    return ++calls; /* once a condition, whatever is told of it */
}

static bool is_large(unsigned n)
{
    return n > 30;
}

static int types(int n, const int *p, double d, _Complex double z, struct bits b, long long wide)
{
    int r = 0;
    int values[n % 3 + 1]; /* a length of its own */
    bool (*const large)(unsigned) = is_large;
    values[0] = n;
    if (p) /*= 1000 937:63 */
        r |= 1;
    if (d != 0) /*= 1000 999:1 */
        r |= 2;
    if (z) /*= 1000 999:1 */
        r |= 4 + (z == 2);
    if (b.many && b.low) /*= 1000 937:63 874:63 */
        r |= 8;
    if (b.flag ? values[0] > 10 : !values[0]) /*= 1000 937:63 928:72 */
        r |= 16;
    if (wide >> 32) /*= 1000 999:1 */
        r |= 32;
    if (large((unsigned)n)) /*= 1000 969:31 */
        r |= 64;
    if ((float)n > 99.5f || _Generic(n, int: n & 62, default: 0)) /*= 1000 900:100 96:4 */
        r |= 128;
    return r;
}

static int forms(int n)
{
    int r = 0, v;
    unsigned before = calls;
    enum color c = n % 20 ? GREEN : RED; /*= 1000 950:50 */
    while ((v = (int)next()) % 16 != 0) /*= 15001 14001:1000 */
        r += v & 1;
    do {
        r++;
    } while (r % 32); /*= 24999 23999:1000 */
    for (v = 0, r--; v < 12 + n % 3; v++, r++) /*= 13999 12999:1000 */
        if (v) /*= 12999 11999:1000 */
            r++;
    if (__extension__({
            int w = n % 10;
            w > 0 ? w : 0; /*= 1000 900:100 */
        }))
        r++;
    r += n ?: 1; /*= 1000 999:1 */
    if (__builtin_expect(c == GREEN && r > 2, 0)) /*= 1000 950:50 950:0 */
        r--;
    if (__builtin_expect(!!(n > 50), 1)) /*= 1000 949:51 */
        r--;
    if (__builtin_constant_p(n) && n > 5)
        r = 0;
    if (((void)next(), is_large((unsigned)n))) /*= 1000 969:31 */
        r += 2;
    r += (int)(calls - before);
    return(n > 3)?n > 950?r:r + 1:r; /*= 1000 996:4 49:947 */
}

static int jumps(int n)
{
    volatile int r = 0;
    if (setjmp(back)) /*= 2000 1000:1000 */
        return r;
    r = n & 3;
    if (n >= 0) /*= 1000 1000:0 */
        longjmp(back, 1);
    return -1;
}

/* What never runs, in all ways to begin a definition. */
static int never(int n)
{
    return n > 3 ? n : 3; /*= 0 */
}

extern int __attribute__((noinline)) never_either(int n);
__attribute__((noinline)) int never_either(int n)
{
    while (n > 100 && n % 7) /*= 0 0:0 0:0 */
        n /= 2;
    return never(n);
}

static inline int *never_returned(int *p)
{
    return p[0] ? p : p + 1; /*= 0 */
}

__extension__ typedef long long number;
__extension__ static number never_wide(number n)
{
    return n < 0 ? -n : n; /*= 0 */
}

int main(int argc, char **argv)
{
    unsigned long sum = 0;
    for (int i = 0; i < 1000; i++) { /*= 1001 1000:1 */
        struct bits b = {i % 12 != 0, (unsigned)(i % 16 ? 3 : 0), i % 16 != 0};
        sum = sum * 31 + (unsigned long)types(i, i & 15 ? &i : NULL, i, i, b, (long long)i << 32); /*= 1000 937:63 */
        sum = sum * 31 + (unsigned long)forms(i);
        sum = sum * 31 + (unsigned long)jumps(i);
    }
    if (argc > 1) { /*= 1 0:1 */
        int two[2] = {argc, atoi(argv[1])};
        sum += (unsigned long)never_either(*never_returned(two)) + (unsigned long)never_wide(argc);
    }
    printf("%lu %u\n", sum, calls);
    return 0;
}
