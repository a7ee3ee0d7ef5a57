/* above the limit, paths are counted in a hash table
 * pep: -fpep-array-limit=3 -fpep-no-collapse
 */
int hash(int a, int b)
{
    int r = 0;
    if (a) r = 1;
    if (b) r += 2;
    while (r < 9) r++;
    return r;
}
