/* branches that are never evaluated: sizeof, typeof, _Generic, __builtin_constant_p; and constant expressions
 * clang: -Wno-constant-logical-operand -Wno-string-compare
 */
#include <stddef.h>
#include <stdio.h>

#define BIG(x) ((x) > 4 ? 8 : 16)
#define NAME(x) _Generic((x) ? (x) : 0, int: "int", long: "long", double: "double", default: "other")

enum { FIRST = 1 && 0 ? 5 : 7, SECOND = FIRST > 6 || 0 };
struct packed { unsigned a : BIG(3) > 10 ? 3 : 5, b : 1 ? 2 : 3; };
static const int table[BIG(5)] = {1 && 1, 0 || 2, FIRST ? 3 : 4};
_Static_assert(sizeof(table) == 8 * sizeof(int) && (SECOND || 0), "constants");

static int sizes(int n)
{
    int i = 0;
    size_t s = sizeof(i++ && n) + sizeof(n ? i++ : 1.0f) + _Alignof(int);
    __typeof__(n ? n : 0L) wide = n ? 1 : 2; /*= 2 1:1 */
    __typeof__(({ int k = n && i; k; })) k = 3;
    _Alignas(sizeof(int) > 2 ? 16 : 8) char aligned[2] = {0};
    return (int)(s + sizeof wide) + i + (int)wide + k + aligned[0];
}

static const char *generic(int n)
{
    const char *p = NAME(1L);
    switch (n) { /*= 2 1:1:0 */
    case BIG(9) > 9 ? 1 : 2:
        p = _Generic(n && 1, int: n ? "yes" : "no", default: "other"); /*= 1 */
        break;
    case 1 || 0:
        p = NAME(1.0); /*= 1 */
    }
    return p;
}

static int constants(int n)
{
    int r = 0;
    if (sizeof(int) == 4 || n) /*= - */
        r += 1; /*= 2 */
    if (0 && n++) /*= - */
        r += 10; /*= 0 */
    while (0)
        r += 100;
    r += __builtin_constant_p(n && 1) ? 1000 : 1000; /*= 2 *//* which one is the optimiser's choice */
    r += __builtin_choose_expr(1 || 0, 1, n ? 2 : 3);
    if (__builtin_expect(n > 1, 0) && __builtin_expect(!!r, 1)) /*= 2 1:1 1:0 */
        r += 7; /*= 1 */
    return r + (1 ? n : 0);
}

static int offsets(int n)
{
    int a[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    static const int fixed = 3 > 2 ? 3 : 2, *const p = &fixed ? &fixed : NULL;
    return a[n && 1][n ? 0 : 1] + *p; /*= 2 1:1 1:1 */
}

int main(void)
{
    struct packed packed = {1, 1};
    printf("%d %d %s %s\n", sizes(0), sizes(1), generic(1), generic(2));
    printf("%d %d %d %d\n", constants(0), constants(2), offsets(0), offsets(1));
    return (int)packed.a - 1 + (SECOND ? 0 : 1);
}
