/* the compiler is told which way branches went in an earlier run, and which functions never ran
 * pep: -O1
 * prior: ./hints
 */
extern int printf(const char *, ...);
static int sink;

static void work(int k)
{
    sink += k;
    printf("%d\n", k);
}

/* each kind of condition, alone and with code on its outcomes */
int conditions(const int *p, int n, double d)
{
    int v;
    if (!p)
        return -1;
    if ((n & 7) == 7)
        work(n);
    else if (n > 90 || (d > 0 && n != 3))
        sink--;
    v = n < 2 ? 0 : sink;
    while (v > 100 && (v = v / 2))
        work(v);
    do
        v++;
    while (v % 8);
    return v ?: 1;
}

/* what stays as it is: assignments that compilers warn of, what is the same in every run, what the compiler knows */
int bare(int n)
{
    int v;
    if (v = n & 1)
        sink++;
    if (sizeof(int) == 4)
        sink++;
    if (__builtin_constant_p(n) || n > 90)
        sink++;
    return v;
}

/* the source's own hint is kept, inside */
int expected(int n)
{
    if (__builtin_expect(n > 5, 0))
        sink++;
    return(n)?1:2;
}

/* too seldom to tell */
int seldom(int n)
{
    return n ? 5 : 6;
}

int never(int n)
{
    if (n)
        work(n);
    return n;
}

int main(void)
{
    for (int i = 0; i < 1000; i++)
        sink += conditions(&i, i % 100, i) + bare(i % 100) + expected(i % 100);
    if (sink == -1)
        never(sink);
    return seldom(0) - 6;
}
