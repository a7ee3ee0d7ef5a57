/* duplicated: within the loop no name is left for the k outside, so that there is no door
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int next(int n);

int hidden(int n)
{
    int k = n;
    for (int k = 0; k < n; k++)
        n = next(n);
    return k;
}
