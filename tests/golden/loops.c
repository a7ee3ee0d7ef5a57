/* paths end on the way back; with many paths they begin on the way in as well */
int calls(int);

int while_loop(int n)
{
    while (n > 0)
        n = calls(n);
    return n;
}

int do_loop(int n)
{
    do {
        if (n & 1)
            n = calls(n);
    } while (n-- > 0);
    return n;
}

int for_loop(int n, int a)
{
    int r = 0;
    for (int i = 0; i < n; i++) {
        if (i == a)
            continue;
        if (r > 100)
            break;
        r += calls(i);
    }
    return r;
}

int empty_head(int n)
{
    for (;;)
        if (n-- == 0)
            return calls(n);
}
