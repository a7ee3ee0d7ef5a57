/* duplicated: a loop with a call has a door, the innermost loop without one has no check
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int called(int);

int sum(const int *a, int n, int limit)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > limit)
            s += called(a[i]);
    while (s > limit)
        s -= n;
    return s;
}
