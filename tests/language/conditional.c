/* ?: with operands of every type: what its operands are must not change, nor what is a null pointer constant
 */
#include <stdio.h>
#include <stddef.h>

struct point { int x, y; };
struct bits { unsigned low : 3, high : 5; signed sign : 4; };

static struct point pick(int n, struct point a, struct point b)
{
    return n ? a : b; /*= 2 1:1 */
}

static const char *name(int n)
{
    return n == 0 ? "zero" : n == 1 ? "one" : n < 0 ? NULL : "many"; /*= 4 1:3 1:2 1:1 */
}

static void log_it(int *p)
{
    ++*p;
}

static void other(int *p)
{
    *p += 100;
}

static void calls(int n, int *p)
{
    n ? log_it(p) : other(p); /*= 2 1:1 */
    n > 1 ? log_it(p) : (void)0; /*= 2 0:2 */
    (n ? log_it : other)(p);
    (void)(n ? (*p)++ : (*p)--);
    return n ? (void)0 : other(p);
}

static int bit_fields(struct bits *b, int n)
{
    b->low = n ? 5 : b->high; /*= 2 1:1 */
    b->sign = n ? -3 : 3;
    return (n ? b->low : b->high) + (n ? b->sign : -b->sign) + (b->low ? 1 : 0);
}

static double mixed(int n, float f, long long l)
{
    double d = n ? f : l; /*= 2 1:1 */
    unsigned char c = n ? 'a' : 300 - 45;
    short s = (short)(n > 0 ? c : -c);
    return d + s + sizeof(n ? f : l) + sizeof(n ? (char)1 : (short)2) + sizeof(n ? 1 : 1L);
}

static int pointers(int n, int *p)
{
    void *v = n ? p : NULL;
    const int *q = n ? p : (const int *)v; /*= 2 1:1 */
    int null_constant = _Generic(n ? p : (void *)0, int *: 1, void *: 2);
    int void_pointer = _Generic(n ? p : v, int *: 1, void *: 2);
    return (q ? *q : -1) + 10 * null_constant + 100 * void_pointer;
}

static int chained(int a, int b, int c)
{
    int r = a ? b ? c ? 1 : 2 : 3 : b ? 4 : c ? 5 : 6; /*= 8 4:4 2:2 1:1 2:2 1:1 */
    r = (a ? b : c) ? r : (b ? c : a) ? 10 + r : 20 + r;
    *(a ? &r : &b) += a && b ? 100 : b || c ? 200 : 300;
    return r + b;
}

static int comma(int n)
{
    int a = 0, b = (a++, n ? (a += 10, a) : (a += 20, a)); /*= 2 1:1 */
    return n ? a, b : (b, a); /*= 2 1:1 */
}

static int big_values(int n)
{
    struct point a = {1, 2}, b = {3, 4}, c = n ? a : b; /*= 2 1:1 */
    int array[2] = {n ? 7 : 8, (n ? a : b).y}; /*= 2 1:1 1:1 */
    long double w = n ? 1.0L : 2;
    __int128 h = n ? (__int128)1 << 100 : -1;
    return c.x + array[0] + array[1] + (int)w + (int)(h >> 98) + pick(n, c, (struct point){n ? 5 : 6, 9}).x;
}

/* Of vectors ?: works element by element, without a branch. */
#ifdef __clang__
typedef int four __attribute__((ext_vector_type(4)));

static int of_vectors(void)
{
    four which = {-1, 0, -1, 0}, a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    four r = which ? a : b, s = !which || (which && r) ? a : b, t = s ?: a;
    return 1000 * r.x + 100 * r.y + 10 * s.z + t.w;
}
#else
static int of_vectors(void)
{
    return 1634;
}
#endif

int main(void)
{
    int p = 0, target = 42;
    struct bits b = {1, 17, 0};
    calls(0, &p);
    calls(1, &p);
    printf("%d %s %s %s\n", p, name(0), name(1), name(5));
    printf("%d\n", name(-1) == NULL);
    printf("%d %d\n", bit_fields(&b, 0), bit_fields(&b, 1));
    printf("%g %g %d %d\n", mixed(0, 1.5f, -7), mixed(1, 1.5f, 1), pointers(0, &target), pointers(1, &target));
    for (int i = 0; i < 8; i++) /*= 9 8:1 */
        p = 7 * p + chained(i & 1, i >> 1 & 1, i >> 2); /*= 8 */
    printf("%d %d %d %d %d\n", p, comma(0), comma(1), big_values(0), big_values(1));
    printf("%d\n", of_vectors());
    return 0;
}
