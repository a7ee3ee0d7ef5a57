/* paths end at the computed goto and begin at the labels */
int calls(int);

int threaded(const unsigned char *at)
{
    static void *const table[] = {&&add, &&stop};
    int r = 0;
    goto *table[*at++];
add:
    r += calls(*at);
    goto *table[*at++];
stop:
    return r;
}

int mixed(int n)
{
    static void *const table[] = {&&one, &&two};
    if (n > 1)
        goto two;
    goto *table[n];
one:
    n = calls(n);
two:
    return n;
}
