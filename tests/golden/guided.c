/* numbered by an earlier run: the hottest way out carries nothing, and loops count in locals where they turned often
 * prior: ./guided
 */
extern int printf(const char *, ...);
static int sink;

static void work(int k)
{
    sink += k;
    printf("%d\n", k);
}

int hot_and_cold(int a, int b)
{
    if (a < 0)
        work(a);
    else
        work(1);
    if (b > 5)
        work(b);
    switch (a & 3) {
    case 0: work(0); break;
    case 1: work(1); break;
    default: work(2);
    }
    return a;
}

int turns(const char *s)
{
    int n = 0;
    while (*s && *s != ' ')
        if (*s++ == 'x')
            n++;
    return n;
}

int waits(const char *s)
{
    int n = 0;
    while (s[n] == '0')
        n++;
    return n;
}

int never(int a, int b)
{
    if (a)
        work(a);
    if (b)
        work(b);
    return 0;
}

int main(void)
{
    for (int i = 0; i < 9; i++)
        hot_and_cold(i ? i : -1, i);
    return turns("xxooxxooxxooxx") + waits("1") + waits("01");
}
