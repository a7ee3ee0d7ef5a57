/* declared.c - what attributes of another declaration than the definition say, goes for the function all the same: in
 * front of it or behind, for one or several names.
 * pep: -fpep=subpaths -fpep-how=duplicated
 */
int before(int) __attribute__((no_instrument_function)), __attribute__((target("no-sse4.2"))) less(int);
static __attribute__((__no_sanitize__("undefined"))) int alone(const void *, const void *);
int usual(int) __attribute__((pure));
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));

int before(int n)
{
    return n > 1 ? n : 1;
}

int less(int n)
{
    return n > 2 ? n : 2;
}

static int alone(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int usual(int n)
{
    return n > 3 ? n : 3;
}

int behind(int n)
{
    return n > 4 ? n : 4;
}

int behind(int n) __attribute__((no_instrument_function));

void sort(int *v, unsigned n)
{
    qsort(v, n, sizeof *v, alone);
}
