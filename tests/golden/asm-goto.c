/* asm goto jumps where no C statement says so */
int jumps(int n)
{
    __asm__ goto("" : : "r"(n) : : out);
    n++;
    if (n > 2)
        return 3;
out:
    return n;
}
