/* what belongs to a statement stays with it: attributes, labels, pragmas, comments
 * pep: -std=gnu2x
 */
int calls(int);

int prefixes(int n)
{
    int r = 0;
    if (n > 1)
        [[likely]] return calls(n); /* one */
    else
#pragma GCC unroll 2
        for (int i = 0; i < n; i++)
            r += calls(i);
    switch (n) {
    case 1:
        r++;
        [[fallthrough]];
    case 2:
        r = calls(r);
        __attribute__((fallthrough));
    default:
        __extension__ r = r ? 1 : 2;
    }
    return r;
}
