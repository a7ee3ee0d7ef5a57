/* loops with calls among names that mean several things: shadowed locals, an outer local behind a global, a static
 * constant, a typedef, a function or an enumerator of its name, labels and members called like locals
 */
#include <stdio.h>

int i = 1000;
static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 104 */
}

static int shadowed(int n)
{
    int r = 0, k = 1;
    for (int k = 0; k < n; k++) { /*= 5 4:1 */
        int n = next(k);
        while (n-- > 0) { /*= 14 10:4 */
            int k = next(n);
            for (int n = k; n < 6; n++) /*= 47 37:10 */
                r += next(n) & 1;
            r += k;
        }
        r += k;
    }
    return r * 10 + k;
}

static int global_again(int n)
{
    int i = 7, r = 0;
    {
        extern int i;
        for (int k = 0; k < n; k++) { /*= 6 5:1 */
            i += next(k);
            r ^= i;
        }
    }
    while (r > 900 && i < 12) /*= 7 7:0 6:1 */
        i = next(i);
    return r + i;
}

static int constant_again(int n)
{
    int step = 3, r = 0;
    for (int k = 0; k < n; k += step) { /*= 4 3:1 */
        static const int step = 5;
        for (int j = 0; j < step; j++) /*= 18 15:3 */
            r += next(j);
    }
    return r + step;
}

static int type_again(int n)
{
    int T = 4, r = 0;
    {
        typedef unsigned char T;
        T small = 250;
        while (n-- > 0) { /*= 5 4:1 */
            small += (T)next(n);
            r += small;
        }
    }
    for (; T > 0; T--) /*= 5 4:1 */
        r += next(T);
    return r;
}

static int function_again(int n)
{
    int next_one = n, r = 0;
    do { /*= 0 */
        int next(int);
        r += next(next_one);
    } while (--n > 0); /*= 3 2:1 */
    return r + next_one;
}

struct pair {
    int a, b;
};

static int members(int n)
{
    int a = 1, b = 2;
    struct pair p = {.a = 3, .b = n}, *q = &p;
    goto b;
a:
    a += next(p.a); /*= 2 */
b:
    while (n-- > 0) { /*= 10 7:3 */
        struct pair a[] = {{.b = b, .a = q->b}};
        b += next(a[0].b) + p.b - q->a;
        p.b = next(b) & 15;
    }
    if (a < 10) { /*= 3 2:1 */
        n = 2;
        goto a;
    }
    return a * 100 + b;
}

int main(void)
{
    printf("%d", shadowed(4));
    printf(" %d", global_again(5));
    printf(" %d", i);
    printf(" %d", constant_again(7));
    printf(" %d", type_again(4));
    printf(" %d", function_again(3));
    printf(" %d\n", members(3));
    return 0;
}
