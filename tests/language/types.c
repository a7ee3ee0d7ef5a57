/* operands and results of unusual types: vectors, complex numbers, atomics, pointers to functions and arrays
 */
#include <complex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdarg.h>

typedef int vector __attribute__((vector_size(16)));
typedef int (*callback)(int);

static _Atomic int shared;
static _Thread_local int own;

static int inc(int n) { return n + 1; }
static int dec(int n) { return n - 1; }

static callback which(int up)
{
    return up ? inc : dec; /*= 2 1:1 */
}

static int (*row(int n, int a[2][3]))[3]
{
    return n > 0 ? &a[1] : a; /*= 2 1:1 */
}

static vector lanes(int n, vector a, vector b)
{
    vector c = n ? a + b : a - b; /*= 2 1:1 */
    return n && b[0] ? c : a; /*= 2 1:1 1:0 */
}

static double complex turn(double complex z)
{
    return z ? z * I : 1; /*= 2 1:1 */
}

static _Bool atomics(int n)
{
    shared = n ? 5 : 6; /*= 2 1:1 */
    own += shared > 5 && n == 0; /*= 2 1:1 */
    return atomic_fetch_add(&shared, n || own) == 5 && shared; /*= 2 - */
}

static int exchanged(int expected)
{
    if (expected > 4 && atomic_compare_exchange_strong(&shared, &expected, 9)) /*= 2 1:1 1:0 */
        return 1; /*= 1 */
    return expected ? expected : atomic_compare_exchange_weak(&shared, &expected, 9) || shared; /*= 1 0:1 0:1 */
}

int fill(int *p) __asm__("filled");
int fill(int *p) { p[1] = 2; return 1; }
int fill_not(void *p) __asm__("not_filled");
int fill_not(void *p) { return !p; }

/* Declares by a structure of its own what others declare in another way; so it has one version. */
static int declares(int n)
{
    struct own { int a, b; } o = {0, 0};
    extern int filled(struct own *);
    int sum = filled(&o);
    while (n-- > 0) /*= 4 3:1 */
        sum += o.b;
    return sum;
}

/* The same by one that is nowhere complete. */
static int mentions(int n)
{
    struct nowhere;
    extern int not_filled(struct nowhere *);
    int sum = 0;
    while (n-- > 0) /*= 4 3:1 */
        sum += not_filled(0);
    return sum;
}

static int variadic(int n, ...)
{
    int r = 0;
    va_list ap;
    va_start(ap, n);
    while (n-- > 0) /*= 4 3:1 */
        r = va_arg(ap, int) ? r + 1 : r * 10; /*= 3 2:1 */
    va_end(ap);
    return r;
}

static __int128 wide(__int128 a)
{
    return a < 0 ? -a : a > (__int128)1 << 70 ? 1 : a; /*= 3 1:2 1:1 */
}

static int weird(volatile int *p, int *restrict q, const char s[static 3])
{
    register int r = *p ? *q : s[0]; /*= 1 1:0 */
    return r;
}

static int (parenthesised)(int n)
{
    return n ?: 8; /*= 2 1:1 */
}

typedef int number(int);
static _Atomic(number *) called = parenthesised;

static int through_atomic(int n)
{
    return n > 1 ? called(n) : 0; /*= 2 1:1 */
}

int main(void)
{
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    volatile int one = 1;
    vector v = {1, 2, 3, 4}, w = lanes(1, v, v), x = lanes(0, v, v);
    double complex z = turn(turn(0)); 
    printf("%d %d %d %d\n", which(1)(5), which(0)(5), (*row(1, a))[2], (*row(0, a))[0]);
    printf("%d %d %g %g\n", w[3], x[2], creal(z), cimag(z));
    printf("%d %d %d\n", atomics(0), atomics(1), variadic(3, 1, 0, 1));
    shared = 5;
    printf("%d\n", exchanged(5) + 2 * exchanged(0) + 4 * shared);
    printf("%d %d %d\n", (int)wide(-5), (int)wide((__int128)1 << 80), (int)wide(7));
    printf("%d %d\n", declares(3), mentions(3));
    printf("%d %d\n", through_atomic(3), through_atomic(0));
    printf("%d %d\n", weird(&one, &a[0][1], "abc"), parenthesised(0));
    return 0;
}
