/* duplicated: no door leads past memory of alloca that a function has which neither the unit nor the C library defines,
 * and which may make it the stack; what lies in it may go anywhere
 * pep: -fpep-how=duplicated
 */
int next(int);
int call_on(char *low);

int to_another(int n)
{
    char *low = __builtin_alloca(64);
    int r = 0;
    for (int i = 0; i < n; i++)
        r += next(i);
    return r + call_on(low);
}

int here(int n)
{
    char *low = __builtin_alloca(64);
    int r = 0;
    __builtin_memset(low, 1, 64);
    for (int i = 0; i < n; i++)
        r += next(low[i]) + next(*low);
    return r;
}

/* is its only version: another would put back the stack of the one that was left */
int put_back(int n)
{
    void *before = __builtin_stack_save();
    int r = 0;
    for (int i = 0; i < n; i++)
        r += next(i);
    __builtin_stack_restore(before);
    return r;
}
