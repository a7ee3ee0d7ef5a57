/* sampled: each block counts down; an inline function that other units see does so without our static functions
 * pep: -fpep=subpaths -fpep-how=sampled
 */
int called(int);

int f(int n)
{
    while (n > 3)
        n = called(n);
    return n;
}

extern int twice(int n);
inline int twice(int n)
{
    return 2 * n;
}
