/* duplicated: names that are attributes elsewhere, of a parameter and of a label, forbid nothing; and the attribute does
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int next(int n);

int named(int target, int naked)
{
    for (int i = 0; i < naked; i++)
        if (next(target) < 0)
            goto cleanup;
    target++;
cleanup:
    return target;
}

__attribute__((__optimize__("O1"))) int meant(int n)
{
    return next(n) ? n : 0;
}
