/* statement arms carry the code; an arm without braces gets them */
int if_else(int a, int b)
{
    int r = 0;
    if (a)
        r = 1;
    else if (b)
        r = 2;
    if (a > b) {
        r += 4;
    }
    if (b) return r;
    return r + 8;
}
