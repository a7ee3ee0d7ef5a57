/* the floating types that gcc alone tells from float, double and long double
 * only: gcc
 */
#include <math.h>
#include <stdio.h>

#define KIND(x) \
    _Generic(((x)), float: single_kind(1), _Float32: single_kind(2), default: kind(3), _Float64: kind(4), \
             _Float32x: kind(5), long double: long_kind(6), _Float64x: long_kind(7), _Float128: long_kind(8))

static int single_kind(int n) { return n; }
static int kind(int n) { return 10 * n; }
static int long_kind(int n) { return 100 * n; }

static int kinds(double d)
{
    _Float32 f = (_Float32)d;
    _Float64x x = d > 2 ? d : 1; /*= 2 1:1 */
    int c = KIND(d);
    if (c > 20 && KIND(f) == 2) /*= 2 2:0 2:0 */
        c += KIND((float)d);
    return c + (d > 2 ? KIND(x) : _Generic((d), _Float32x: 1, default: 7)) + /*= 2 1:1 */
           _Generic(x, double: d > 1 ? 1 : 2, _Float64x: 3, _Float128: 4);
}

static int only(_Float32 f)
{
    return f > 1 ? _Generic(f, _Float32: 1) : _Generic(f, _Float32: 2, double: 3); /*= 2 1:1 */
}

/* where the size counts, fpclassify is such an expression of the C library */
__attribute__((optimize("Os"))) static const char *name(double d)
{
    switch (fpclassify(d)) { /*= 4 */
    case FP_NAN: return "nan"; /*= 1 */
    case FP_INFINITE: return "infinite"; /*= 1 */
    default: return isnormal(d) ? "normal" : "other"; /*= 2 1:1 */
    }
}

/* constants of these types, each the whole of an arm but for the assignment */
static int constants(int n, double sum)
{
    _Float32 f = 0;
    _Float64x x = 0;
    for (int i = 0; i < n; i++) /*= 10 9:1 */
        if (i & 1) /*= 9 4:5 */
            sum += 2;
        else
            sum -= 1.5f64; /*= 5 */
    if (n > 3) f = 2.5F32; else f -= 1.f32; /*= 1 1:0 */
    while (n--) if (n & 4) x += 0x1.8p+1f64x; else sum += 1e1f32x; /*= 10 9:1 4:5 */
    for (_Float64 y = 1.f64; y < 0x1p1f64; y += 2.5e-1f64) /*= 5 4:1 */
        x++; /*= 4 */
    return (int)(sum + f + x);
}

#ifdef __DEC64_MANT_DIG__
struct price {
    _Decimal128 value;
    int count;
};

static int total(const struct price *p, int n)
{
    _Decimal64 sum = 0;
    for (_Decimal32 d = 1.1df; d <= 1.5df; d += 0.1df) /*= 6 5:1 */
        sum += 0.dd; /*= 5 */
    for (int i = 0; i < n; i++) /*= 4 3:1 */
        if (p[i].value > 1.5dl) sum += (_Decimal64)p[i].value * p[i].count; else sum -= 0.25DD; /*= 3 1:2 */
    return sum > _Generic(sum, double: 1, _Decimal64: 1e1df) ? (int)sum : 0; /*= 1 1:0 */
}
#else
struct price {
    double value;
    int count;
};

static int total(const struct price *p, int n)
{
    return n == 3 && p->count ? 13 : 0;
}
#endif

int main(void)
{
    static const struct price prices[] = {{2, 7}, {1, 3}, {0, 2}};
    printf("%d %d\n", constants(9, 1), total(prices, 3));
    printf("%d %d\n", kinds(2), kinds(3));
    printf("%d %d\n", only(1), only(2));
    printf("%s %s %s %s\n", name(NAN), name(INFINITY), name(1), name(0));
    return 0;
}
