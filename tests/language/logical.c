/* && and || in every position: conditions, arguments, initialisers, headers of for, returns of any type
 * flags: -Wall -Wextra -Werror
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

static int take(int a, int b, int c)
{
    return a + 2 * b + 4 * c;
}

static int conditions(int a, int b, int c)
{
    int r = 0;
    if (a && b) /*= 4 3:1 2:1 */
        r += 1; /*= 2 */
    if (a || b) /*= 4 3:1 1:0 */
        r += 2; /*= 4 */
    else
        r += 1000; /*= 0 */
    if (!(a && (b || !c))) /*= 4 3:1 2:1 0:1 */
        r += 4; /*= 2 */
    while (c && r < 20) /*= - - */
        r += 8;
    do
        r++; /*= 4 */
    while (a && b && r % 4); /*= - */
    return r;
}

static int arguments(int a, int b)
{
    return take(a && b, a || b, !a) + take(1, (a && b) || (!a && !b), a == b); /*= 4 */
}

static int initialisers(int a, int b)
{
    int both = a && b, either = a || b, list[] = {a && b, [2] = a || b, 7}; /*= 4 */
    struct { bool x, y; } s = {.y = a && !b, .x = !a || b}; /*= 4 */
    const bool t = both && either; /*= 4 1:3 */
    return both + 2 * either + 4 * list[0] + 8 * list[2] + 16 * s.x + 32 * s.y + 64 * t + list[3];
}

static int headers(int n, bool flag)
{
    int r = 0;
    for (bool on = n && flag, ok = true; on && ok && n > 0; ok = n > 3 || r < 2, n--) /*= - */
        r++; /*= 4 */
    return r;
}

static bool as_bool(int a, const char *p)
{
    return a && p && *p; /*= 3 2:1 2:0 */
}

static double as_double(double x)
{
    return x > 1.5 || x < 0; /*= 3 1:2 */
}

static int calls(void)
{
    return 2; /*= 1 */
}

static char as_char(void *p)
{
    return p || calls(); /*= 2 1:1 */
}

static void as_statement(int a, int *b)
{
    (void)(a && ++*b); /*= 2 1:1 */
    a || ++*b ? (void)0 : (void)1;
}

static size_t compound(size_t n, int a)
{
    n += a && n; /*= 2 1:1 */
    n <<= a || n > 1; /*= 2 1:1 */
    n = n * 3 + (a && n);
    return n;
}

static int deep(int a, int b, int c, int d)
{
    return ((a && b) || (c && d)) && !(a && d) && (b || (c && (d || a))); /*= 16 8:8 4:4 6:6 3:3 */
}

int main(void)
{
    int r = 0, b = 0;
    r += conditions(0, 1, 0) + conditions(1, 0, 1) + conditions(1, 1, 0) + conditions(1, 1, 1);
    for (int i = 0; i < 4; i++)
        r = 3 * r + arguments(i & 1, i >> 1) + initialisers(i & 1, i >> 1);
    r += headers(4, true) + headers(4, false) + headers(0, true) + headers(2, true);
    r += as_bool(0, "x") + as_bool(1, "x") + as_bool(1, "") * 2;
    r += (int)as_double(1.0) + (int)as_double(2.0) + (int)as_double(-1.0) + as_char(&r) + as_char(NULL);
    as_statement(0, &b);
    as_statement(1, &b);
    r += (int)compound(1, 0) + (int)compound(2, 1);
    for (int i = 0; i < 16; i++)
        r += i * deep(i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3);
    printf("%d %d\n", r, b);
    return r && b ? 3 : 4;
}
