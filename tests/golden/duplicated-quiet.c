/* duplicated: a static function that is only called has no check on entry; duplicates call its duplicate, also through
 * one that is derived from its callers.  One with a single path and no loop keeps its text and is a sample point
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int called(int);

static int quiet(int n)
{
    if (n > 3)
        n = called(n);
    return n;
}

static int through(int n)
{
    return quiet(n - 1);
}

int loud(int n)
{
    return quiet(n) + through(1);
}

int light(int n)
{
    return n + 1;
}
