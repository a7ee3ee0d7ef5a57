/* duplicated: duplicates tell blocks, with their level; where a loop has a door its header is told behind the check
 * pep: -fpep=subpaths -fpep-how=duplicated -fpep-check=portable
 */
int called(int);

static int quiet(int n)
{
    if (n > 3)
        n = called(n);
    return n;
}

int loud(int n)
{
    for (int i = 0; i < n; i++)
        n -= quiet(i);
    while (called(n))
        if (n++)
            continue;
    return n;
}

void alone(int n)
{
    enum { NONE };
    static int all = NONE;
    all += n;
}

void many(void)
{
    static int times;
    times++;
    alone(called(3));
}
