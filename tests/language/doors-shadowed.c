/* loops with calls among names that mean several things: shadowed locals, an outer local behind a global, a static
 * constant, a typedef, a function or an enumerator of its name, labels and members called like locals
 */
#include <stdio.h>

int i = 1000;
static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 128 */
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

static int add(int *to, int n)
{
    return *to += next(n); /*= 24 */
}

/* The address of both is known, and of one that is behind both again. */
static int places_again(int n)
{
    int x = 1, r = 0, *outer = &x;
    while (n-- > 0) { /*= 6 5:1 */
        add(&x, n);
        if (n & 1) { /*= 5 2:3 */
            int x[2] = {n, 3};
            for (int i = 0; i < 2; i++) /*= 6 4:2 */
                r += add(&x[i], n) + *outer;
            {
                int x = r & 7;
                do /*= 0 */
                    r += add(&x, 1);
                while (x < 9); /*= 3 1:2 */
            }
            r += x[1];
        }
        *outer += x & 3;
    }
    return r * 3 + x;
}

/* In the rest of its declaration a name means what is declared. */
static int declared_with(int n)
{
    int x = n, r = 0;
    add(&x, 1);
    for (int i = 0; i < n; i++) { /*= 5 4:1 */
        int y = x, x = y + i, *p = &x;
        r += add(p, y) + x;
    }
    return r * 7 + x;
}

static int again_among_gotos(const unsigned char *code)
{
    static const void *const table[] = {&&grow, &&hide, &&stop};
    int x = 1, r = 0;
    goto *table[*code++];
grow:
    add(&x, 1); /*= 4 */
    goto *table[*code++];
hide: { /*= 3 */
    int x = 5;
    r += add(&x, 2);
}
    r += x;
    goto *table[*code++];
stop:
    return r * 5 + x; /*= 1 */
}

int main(void)
{
    static const unsigned char code[] = {0, 1, 1, 0, 0, 1, 0, 2};
    printf("%d ", places_again(5));
    printf("%d ", declared_with(4));
    printf("%d ", again_among_gotos(code));
    printf("%d", shadowed(4));
    printf(" %d", global_again(5));
    printf(" %d", i);
    printf(" %d", constant_again(7));
    printf(" %d", type_again(4));
    printf(" %d", function_again(3));
    printf(" %d\n", members(3));
    return 0;
}
