/* duplicated: computed gotos that look alike have one door; the table names labels of both versions
 * pep: -fpep-how=duplicated
 */
int run(const unsigned char *at, int n)
{
    static const void *const table[] = {&&add, &&twice, &&stop};
    goto *table[*at++];
add:
    n += *at++;
    goto *table[*at++];
twice:
    n *= 2;
    goto *table[*at++];
stop:
    return n;
}
