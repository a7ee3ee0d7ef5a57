/* asm goto jumps where no C statement says so; it is a switch where its labels are its own */
int jumps(int n)
{
    __asm__ goto("" : : "r"(n) : : out);
    n++;
    if (n > 2)
        return 3;
out:
    return n;
}

int shared(int n)
{
    if (n > 7)
        goto out;
    __asm__ goto("" : : "r"(n) : : out);
    n++;
out:
    return n;
}

int back(int n)
{
again:
    if (n > 2)
        n--;
    __asm__ goto("" : : "r"(n) : : again);
    return n;
}

/* the label is the asm goto's own, so that the computed goto has none */
int elsewhere(void *to, int n)
{
    if (n)
        goto *to;
    __asm__ goto("" : : : : out);
    return 1;
out:
    return 2;
}
