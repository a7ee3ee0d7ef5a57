/* one atomic addition a path; where a loop counts in locals, one a path that it has
 * pep: -fpep-update=atomic
 */
int atomic(const int *a)
{
    int r = 0;
    while (*a)
        r += *a++ > 9 ? 1 : 2;
    return r;
}

int counted(const int *a, int n)
{
    int r = 0;
    while (n-- > 0)
        r += a[n] ? 1 : 2;
    return r;
}
