/* callbacks.c - sorts and searches that call back: given a function by its name they get a stub with a check of its own.
 * Nothing is known of a pointer, of a function of another type, or of a sort of the program's own, whatever its name.
 * pep: -fpep=subpaths -fpep-how=duplicated
 */
# 1 "/usr/include/stdlib.h" 1 3
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *tfind(const void *, void *const *, int (*)(const void *, const void *));
# 10 "callbacks.c" 2
extern int low(const void *, const void *);
extern void sort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));

static int high(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

int *order(int *v, unsigned n, int (*given)(const void *, const void *))
{
    static unsigned long size = sizeof *(int *)bsearch(&size, &size, 1, 1, low);
    qsort(v, n, size, low);
    if (tfind(v, 0, low))
        return v;
    if (n > 3 && bsearch(v, v, n, sizeof *v, high))
        qsort(v, n, sizeof *v, given), sort(v, n, sizeof *v, low);
    int *first = bsearch(v, v, n, sizeof *v, low) ?: v;
    return bsearch(first, v, n, sizeof *v, (low));
}

void *tfind(const void *key, void *const *root, int (*order)(const void *, const void *))
{
    return root && !order(key, *root) ? *root : 0;
}
