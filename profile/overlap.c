/* overlap.c - how much of what two profiles tell is the same (paper Arnold-Ryder, section 4.4; paper Arnold-Grove). */
#include "profile/compare.h"
#include <stdlib.h>

static int by_key(const void *left, const void *right)
{
    const struct pep_weight *a = left, *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
}

/* sort - brings the weights into order, adds up those of one key, and gives the sum of all. */
static long double sort(struct pep_weights *w)
{
    size_t n = 0;
    long double sum = 0;
    if (w->count)
        qsort(w->at, w->count, sizeof *w->at, by_key);
    for (size_t i = 0; i < w->count; i++) {
        sum += w->at[i].count;
        if (n && w->at[n - 1].key == w->at[i].key)
            w->at[n - 1].count = pep_count_add(w->at[n - 1].count, w->at[i].count);
        else
            w->at[n++] = w->at[i];
    }
    w->count = n;
    return sum;
}

double pep_overlap(struct pep_weights *perfect, struct pep_weights *estimate)
{
    long double all = sort(perfect), estimated = sort(estimate), common = 0;
    if (!(all > 0))
        return PEP_FIGURE_NONE;
    if (!(estimated > 0))
        return 0;
    for (size_t i = 0, k = 0; i < perfect->count && k < estimate->count;) {
        const struct pep_weight *a = &perfect->at[i], *b = &estimate->at[k];
        if (a->key == b->key) {
            long double x = a->count / all, y = b->count / estimated;
            common += x < y ? x : y;
        }
        i += a->key <= b->key;
        k += b->key <= a->key;
    }
    return common < 1 ? (double)common : 1;
}
