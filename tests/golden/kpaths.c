/* the runtime is told each path, with what the activation has told; where one path ends at most, an array counts it
 * pep: -fpep=kpaths -fpep-k=3
 */
int loop(int n)
{
    int odd = 0;
    for (int i = 0; i < n; i++)
        if (i % 2)
            odd++;
    return odd;
}

/* of a loop that goes one way round the turns are told together */
int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int branch(int n)
{
    return n ? 1 : 2;
}

typedef long buffer[64];
int setjmp(buffer);
buffer b;

int lands(void)
{
    return setjmp(b) ? 1 : 2;
}
