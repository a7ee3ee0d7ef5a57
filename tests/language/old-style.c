/* definitions in the style of Kernighan and Ritchie, implicit int, functions declared without parameters
 * flags: -std=gnu89 -w
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

int (*choose(n))()
    int n;
{
    return n ? add : 0; /*= 1 1:0 */
}

main()
{
    static char *list[] = {"zero", "one", "two", 0};
    printf("%d %d\n", add(0, 2), add(3, 4));
    printf("%s %s\n", pick(0, list, "none"), pick(7, list, "none"));
    printf("%d %d\n", (int)scale(2.0, 'b', 1.5), (int)scale(2.0, 'a', 1.5));
    printf("%d\n", (*choose(1))(5, 6));
    return 0;
}
