/* the language of 1989: declarations first, implicit int, functions in the old style, no prototypes, loops with calls
 * flags: -std=c89 -pedantic-errors -Wno-implicit-int -Wno-implicit-function-declaration -Wno-deprecated-non-prototype
 * flags: -Wno-strict-prototypes
 */
extern int printf(const char *, ...);

static int calls;
struct pair {
    int a, b;
};

static int next(n)
int n;
{
    return n + ++calls % 3; /*= 25 */
}

static int two_lists(n, text, f)
char *text;
int (*f)();
{
    register int i;
    int r = 0;
    for (i = 0; i < n; i++) { /*= 8 7:1 */
        int c = text[i % 3];
        if (c == 'b') /*= 7 2:5 */
            continue; /*= 2 */
        r += f(c) % 10;
    }
    return r;
}

static struct pair narrow(c, s, x)
char c;
short s;
float x;
{
    struct pair p;
    p.a = c;
    p.b = s;
    while (p.a > 0) { /*= 4 3:1 */
        p.a -= next(3);
        if (x > 2) /*= 3 3:0 */
            p.b += (int)x; /*= 3 */
        x -= 1;
        s++;
    }
    p.b += s;
    return p;
}

static int blocks(n)
int n;
{
    int r = 0, i;
    {
        int k = n;
        do { /*= 0 */
            int m[2];
            m[0] = next(k);
            m[1] = m[0] & 1;
            if (m[1]) { /*= 5 3:2 */
                int *p = m;
                r += next(*p); /*= 3 */
            }
        } while (--k); /*= 5 4:1 */
    }
    for (i = n; i--;) /*= 6 5:1 */
        r ^= next(i);
    return r;
}

static nothing()
{
    while (calls % 5) /*= 5 4:1 */
        next(0);
}

main()
{
    struct pair p;
    printf("%d", two_lists(7, "abc", next));
    p = narrow(9, 300, 4.5);
    printf(" %d %d", p.a, p.b);
    printf(" %d", blocks(5));
    nothing();
    printf(" %d\n", calls);
    return 0;
}
