/* paths that are kept in a hash table are offered by number
 * pep: -fpep-how=sampled -fpep-array-limit=2
 */
int sign(int n)
{
    if (n < 0)
        return -1;
    return n > 0;
}
