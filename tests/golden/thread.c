/* counters of each thread
 * pep: -fpep-update=thread
 */
int thread(int a)
{
    if (a)
        return 1;
    return 2;
}
