/* the same without local counters
 * pep: -fpep-no-collapse
 */
int collapse(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            sum += a[i];
    return sum;
}
