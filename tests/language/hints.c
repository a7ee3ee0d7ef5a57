/* conditions of all kinds that run often enough for a guided build to tell the compiler of them, as clean as before
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

static bool is_odd(unsigned n)
{
    return n & 1;
}

static int types(int n, const int *p, double d, _Complex double z, struct bits b, long long wide)
{
    int r = 0;
    int values[n % 3 + 1]; /* a length of its own */
    bool (*const odd)(unsigned) = is_odd;
    values[0] = n;
    if (p) /*= 1000 500:500 */
        r |= 1;
    if (d != 0) /*= 1000 999:1 */
        r |= 2;
    if (z) /*= 1000 999:1 */
        r |= 4 + (z == 2);
    if (b.many && b.low) /*= 1000 875:125 500:375 */
        r |= 8;
    if (b.flag ? values[0] > 10 : !values[0]) /*= 1000 500:500 494:506 */
        r |= 16;
    if (wide >> 32) /*= 1000 999:1 */
        r |= 32;
    if (odd((unsigned)n)) /*= 1000 500:500 */
        r |= 64;
    if ((float)n > 7.5f || _Generic(n, int: n & 2, default: 0)) /*= 1000 992:8 4:4 */
        r |= 128;
    return r;
}

static int forms(int n)
{
    int r = 0, v;
    unsigned before = calls;
    enum color c = n % 2 ? GREEN : RED; /*= 1000 500:500 */
    while ((v = (int)next()) % 4 != 0) /*= 3001 2001:1000 */
        r += v & 1;
    do {
        r++;
    } while (r % 4); /*= 2999 1999:1000 */
    for (v = 0, r--; v < n % 3; v++, r++) /*= 1999 999:1000 */
        if (!(v & 1)) /*= 999 666:333 */
            r++;
    if (__extension__({
            int w = n % 10;
            w > 7 ? w : 0; /*= 1000 200:800 */
        }))
        r++;
    r += n ?: 1; /*= 1000 999:1 */
    if (__builtin_expect(c == GREEN && r > 2, 0)) /*= 1000 500:500 500:0 */
        r--;
    if (__builtin_expect(!!(n > 500), 1)) /*= 1000 499:501 */
        r--;
    if (__builtin_constant_p(n) && n > 5)
        r = 0;
    if (((void)next(), is_odd((unsigned)n))) /*= 1000 500:500 */
        r += 2;
    r += (int)(calls - before);
    return(n > 3)?n > 900?r:r + 1:r; /*= 1000 996:4 99:897 */
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
        struct bits b = {(unsigned)i % 2u, (unsigned)i % 8u, i % 2 == 0};
        sum = sum * 31 + (unsigned long)types(i, i & 1 ? &i : NULL, i, i, b, (long long)i << 32); /*= 1000 500:500 */
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
