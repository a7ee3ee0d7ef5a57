/* a library for plugin_host.c */
static int step(int n)
{
    return n & 1 ? 3 * n + 1 : n / 2; /*= 9 2:7 */
}

int work(int n)
{
    int steps = 0;
    while (n > 1) { /*= 11 9:2 */
        n = step(n);
        steps++;
    }
    return steps;
}
