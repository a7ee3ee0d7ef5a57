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

/* The loop of one operand is counted, those of the others are left as they are. */
#define LENGTH(s)                                                                                                      \
    __extension__({                                                                                                    \
        const char *s_ = (s);                                                                                          \
        int n_ = 0;                                                                                                    \
        while (s_[n_])                                                                                                 \
            n_++;                                                                                                      \
        n_;                                                                                                            \
    })

static int looped(const char *a, const char *b)
{
    int longer = 0; /*= 3 */
    if (LENGTH(a) < LENGTH(b))
        longer = 1; /*= 2 */
    for (int i = 0; i < LENGTH(a) - LENGTH(b); i++) /*= - 1:3 5:4 */
        longer += note(i) + 2; /*= 1 */
    return longer; /*= 3 */
}

static int chosen(int n)
{
    return __extension__({
        int s = 0;
        for (int i = 0; i < n; i++) /*= 12 9:3 */
            s += i;
        s;
    }) + __extension__({
        int s = 0, i = 0;
        do {
            switch (i % 3) {
            case 0: continue;
            case 1: s++; break;
            default: s += 2;
            }
            if (s > 4)
                break;
        } while (i++ < n);
        s;
    });
}

static int left(int n)
{
    while (n) { /*= 3 3:0 */
        int step = __extension__({
            while (n > 8)
                n--;
            1;
        }) + __extension__({
            if (n == 4) /*= 3 1:2 */
                break; /*= 1 */
            1;
        });
        n -= step;
    }
    return n; /*= 1 */
}

/* More paths than are kept in one: they are cut, but not in the operands. */
static int three(int a, int b, int c)
{
    return a + 10 * b + 100 * c;
}

static int many(int n)
{
    int t = 0;
    if (n & 1) /*= 676 338:338 */
        t += 1; /*= 338 */
    if (n & 2) /*= 676 338:338 */
        t += 2; /*= 338 */
    if (n & 4) /*= 676 336:340 */
        t += 4; /*= 336 */
    if (n & 8) /*= 676 336:340 */
        t += 8; /*= 336 */
    t += three((n & 16 ? 1 : 2) + (n & 32 ? 3 : 4), /*= 676 336:340 338:338 */
               (n & 64 ? 1 : 2) + (n & 128 ? 3 : 4), /*= 676 338:338 338:338 */
               (n & 256 ? 1 : 2) + (n & 512 ? 3 : 4)); /*= 676 339:337 340:336 */
    if (n & 1024) /*= 676 339:337 */
        t += 1024; /*= 339 */
    if (n & 2048) /*= 676 337:339 */
        t += 2048; /*= 337 */
    if (n & 4096) /*= 676 337:339 */
        t += 4096; /*= 337 */
    if (n & 8192) /*= 676 336:340 */
        t += 8192; /*= 336 */
    if (n & 16384) /*= 676 338:338 */
        t += 16384; /*= 338 */
    if (n & 32768) /*= 676 338:338 */
        t += 32768; /*= 338 */
    return t;
}

int main(void)
{
    int r = 0;
    for (int i = 0; i < 65536; i += 97)
        r = (3 * r + many(i)) % 65536;
    for (int i = 0; i < 16; i++)
        r = 5 * r + sums(i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3);
    printf("%d\n", r);
    for (int i = 0; i < 4; i++) {
        r = 3 * r + arguments(i & 1, i >> 1) + compared(i & 1, i >> 1);
        r = 3 * r + in_return(i & 1, i >> 1) + pair(i & 1, i >> 1).x;
    }
    printf("%d %d %d\n", looped("a", "bcd"), looped("", "x"), looped("xy", "z"));
    printf("%d %d %d %d\n", chosen(0), chosen(2), chosen(7), left(14));
    printf("%d %d %d %d\n", r, assignments(0), assignments(1), logged);
    return 0;
}
