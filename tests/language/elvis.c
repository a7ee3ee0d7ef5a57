/* GNU's a ?: b: a is evaluated once, whatever its type is
 */
#include <stdio.h>
#include <string.h>

static int calls;

static int next(int n)
{
    calls++;
    return n;
}

static const char *text(const char *p)
{
    return p ?: "none"; /*= 2 1:1 */
}

static int tight(int n)
{
    return(n - 1)?:7; /*= 2 1:1 */
}

static int chain(int a, int b, int c)
{
    return a ?: b ?: c ?: 99; /*= 4 1:3 1:2 1:1 */
}

static int once(int n)
{
    int r = next(n) ?: next(7); /*= 2 1:1 */
    r += next(n) && next(1) ?: 10; /*= 2 - */
    return r;
}

static int types(int n)
{
    struct { unsigned field : 3; } s = {(unsigned)n & 7};
    unsigned char c = (unsigned char)(n ?: 200); /*= 2 1:1 */
    float f = (float)n / 2 ?: 0.5f;
    _Bool b = n ?: 1;
    int *p = n ? &n : NULL, *q = p ?: &calls;
    const char *literal = "x" ?: "y";
    return (int)(s.field ?: 6u) + c + (int)(10 * f) + b + (*q != 0) + (int)strlen(literal);
}

static int conditions(int a, int b)
{
    int r = 0;
    if (a ?: b) /*= 4 - */
        r = 1;
    while ((a ?: b) > r) /*= - */
        r++;
    for (int i = a ?: 3; i ?: 0; i--) /*= - */
        r += i ?: 5;
    return r;
}

static void nothing(int n)
{
    n ?: next(n); /*= 2 1:1 */
    (void)(n ?: 4);
}

int main(void)
{
    printf("%s %s\n", text("some"), text(NULL));
    printf("%d %d %d %d\n", chain(1, 2, 3), chain(0, 2, 3), chain(0, 0, 3), chain(0, 0, 0));
    printf("%d %d\n", once(0), once(5));
    printf("%d %d\n", tight(1), tight(5));
    printf("%d %d\n", types(0), types(3));
    printf("%d %d %d %d\n", conditions(0, 0), conditions(0, 2), conditions(2, 0), conditions(2, 2));
    nothing(0);
    nothing(1);
    printf("%d\n", calls);
    return 0;
}
