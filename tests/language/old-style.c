/* definitions in the style of Kernighan and Ritchie, implicit int, functions declared without parameters, and called with
 * others than they take
 * flags: -std=gnu89 -w
 * sums: yes
 */
extern int printf();

add(a, b)
{
    return a ? a + b : b; /*= 3 2:1 */
}

static char *pick(n, list, fallback)
    int n;
    char **list, *fallback;
{
    register i;
    for (i = 0; list[i]; i++) /*= 5 4:1 */
        if (i == n && *list[i]) /*= 4 1:3 1:0 */
            return list[i]; /*= 1 */
    return fallback; /*= 1 */
}

double scale(x, c, f) double x; char c; float f;
{
    if (c > 'a') x *= f; /*= 2 1:1 */
    return x;
}

static int step(n)
{
    return n > 1; /*= 6 */
}

/* more than registers hold, so that some are on the stack */
int many(a, b, c, d, e, g)
    int a, b, c, d, e, g;
{
    int i, r = 0;
    for (i = 0; i < a; i++) /*= 7 6:1 */
        r += step(i) ? b + c : d + e + g; /*= 6 4:2 */
    return r;
}

int (*choose(n))()
    int n;
{
    return n ? add : 0; /*= 1 1:0 */
}

static int fewer();
static int more();
static int none();

static int turns(int n)
{
    int i, r = 0;
    for (i = 0; i < n; i++) /*= 5 4:1 */
        r += fewer(i) + more(i, more(i), n);
    return r;
}

static int fewer(int n, int unused)
{
    return n > 1 ? n : 5; /*= 4 2:2 */
}

static int more(int n)
{
    while (n > 2) /*= 10 2:8 */
        n -= 2;
    return n; /*= 8 */
}

static int one(int n)
{
    return n >= 0 ? 1 : 0; /*= 8 8:0 */
}

static int none()
{
    int n = 0;
    while (n < 2) /*= 12 8:4 */
        n += one(n);
    return n;
}

static int asks(int n)
{
    int r = 0;
    while (n-- > 0) /*= 5 4:1 */
        r += none(n);
    return r;
}

main()
{
    static char *list[] = {"zero", "one", "two", 0};
    printf("%d %d\n", add(0, 2), add(3, 4));
    printf("%s %s\n", pick(0, list, "none"), pick(7, list, "none"));
    printf("%d %d\n", (int)scale(2.0, 'b', 1.5), (int)scale(2.0, 'a', 1.5));
    printf("%d\n", (*choose(1))(5, 6));
    printf("%d\n", turns(4) + asks(4));
    printf("%d\n", many(6, 1, 2, 3, 4, 5));
    return 0;
}
