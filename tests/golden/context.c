/*
 * pep: -fpep-how=sampled -fpep=calls -fpep-context=3 -O2
 * Functions that call keep a frame; where setjmp comes back it is the innermost one again. */
int _setjmp(void *) __attribute__((returns_twice));
void log_odd(int);

static int leaf(int a)
{
    return a & 1 ? a : 2 * a;
}

int rec(int n)
{
    return n ? rec(n - 1) + leaf(n) : 0;
}

inline int outside(int a)
{
    return leaf(a) + 1;
}
extern int outside(int a);

static int pass(int a)
{
    return leaf(a);
}

int guarded(void **buffer, void (*work)(int), int n)
{
    static const void *const table[] = {&&again, &&out};
    if (_setjmp(buffer))
        return -1;
again:
    work(pass(n--));
    goto *table[n < 0];
out:
    return n;
}
