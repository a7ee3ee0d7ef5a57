/* functions of every type of result whose loops are left from the middle: structures small and large, unions, _Bool,
 * floating point, complex numbers, vectors, small integers, bit-fields, pointers to functions, void
 */
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 82 */
}

struct small {
    char a;
    short b;
};
struct large {
    int a[20];
};
union either {
    int i;
    double d;
};
enum colour { RED, GREEN, BLUE };
typedef int four __attribute__((vector_size(16)));

static struct small small(int n)
{
    for (int i = 0; i < n; i++) /*= 7 6:1 */
        if (next(i) == 4) /*= 6 1:5 */
            return (struct small){1, (short)i}; /*= 1 */
    return (struct small){2, 3}; /*= 1 */
}

static struct large large(int n)
{
    struct large l = {{n}};
    while (n > 0) { /*= 4 3:1 */
        l.a[n % 20] += next(n);
        if (l.a[0] > 12) /*= 3 1:2 */
            return l; /*= 1 */
        n -= 3;
    }
    l.a[1]--;
    return l; /*= 1 */
}

static union either either(int n)
{
    union either e = {.d = 1};
    for (;;) { /*= 5 */
        e.d *= 1.5;
        if (next(n++) > 6) /*= 5 1:4 */
            return e; /*= 1 */
    }
}

static bool truth(int n)
{
    while (n--) /*= 6 5:1 */
        if (next(n) == 2) /*= 5 1:4 */
            return n + 4; /*= 1 */
    return false; /*= 1 */
}

static float single(int n)
{
    float f = 1;
    do { /*= 0 */
        f = f * 1.25f + (float)next(0);
        if (f > 20) /*= 12 1:11 */
            return f; /*= 1 */
    } while (n-- > 0); /*= 11 10:1 */
    return -f; /*= 1 */
}

static long double wide(int n)
{
    long double f = 1;
    while (n-- > 0) /*= 6 5:1 */
        f += next(n) / 3.0L;
    return f;
}

static double _Complex turned(int n)
{
    double _Complex z = 1 + 2 * I;
    for (int i = 0; i < n; i++) { /*= 9 8:1 */
        z *= I;
        if (next(i) == 5) /*= 8 1:7 */
            return z + 1; /*= 1 */
    }
    return z; /*= 1 */
}

static four together(int n)
{
    four v = {0, 1, 2, 3};
    while (n-- > 0) /*= 5 4:1 */
        v += next(n);
    return v;
}

static enum colour colour(int n)
{
    for (;; n--) /*= 9 */
        switch (next(n & 7)) { /*= 9 1:0:0:8 */
        case 1: return RED; /*= 1 */
        case 3: return GREEN; /*= 0 */
        case 5: return BLUE; /*= 0 */
        default: break; /*= 8 */
        }
}

static signed char narrow(int n)
{
    while (n < 300) /*= 8 7:1 */
        n += 40 + next(n) % 7;
    return (signed char)n;
}

static int (*chosen(int n))(int)
{
    while (n-- > 0) /*= 2 2:0 */
        if (next(n) == 3) /*= 2 1:1 */
            return next; /*= 1 */
    return NULL;
}

static const char *const *words(int n)
{
    static const char *const all[] = {"one", "two", "three", "four", "five"};
    const char *const *at = all;
    while (n-- > 0 && at < all + 4) /*= 5 4:1 4:0 */
        at += next(n) & 1;
    return at;
}

static void nothing(int *r, int n)
{
    while (n-- > 0) { /*= 7 6:1 */
        *r += next(n);
        if (*r > 30) /*= 6 1:5 */
            return; /*= 1 */
    }
    *r += 100; /*= 1 */
}

static __int128 huge(int n)
{
    __int128 r = 1;
    do /*= 0 */
        r *= 1000003 + next(n);
    while (--n > 0); /*= 5 4:1 */
    return r;
}

int main(void)
{
    int r = 0;
    struct small s = small(9), t = small(2);
    struct large l = large(40), m = large(5);
    double _Complex z = turned(9), y = turned(2);
    four v = together(4);
    printf("%d %d %d %d %d %d %d %d", s.a, s.b, t.a, t.b, l.a[0], l.a[1], m.a[0], m.a[1]);
    printf(" %g", either(2).d);
    printf(" %d", truth(6));
    printf(" %d", truth(1));
    printf(" %g", single(3));
    printf(" %g", single(30));
    printf(" %Lg", wide(5));
    printf(" %g%+gi %g%+gi %d %d", creal(z), cimag(z), creal(y), cimag(y), v[0], v[3]);
    printf(" %d", colour(9));
    printf(" %d", narrow(3));
    printf(" %d", chosen(5)(1));
    printf(" %s", *words(4));
    printf(" %lu", (unsigned long)(huge(5) >> 60));
    nothing(&r, 5);
    nothing(&r, 9);
    printf(" %d\n", r);
    return 0;
}
