/* one atomic addition a path
 * pep: -fpep-update=atomic
 */
int atomic(const int *a, int n)
{
    int r = 0;
    while (n-- > 0)
        r += a[n] ? 1 : 2;
    return r;
}
