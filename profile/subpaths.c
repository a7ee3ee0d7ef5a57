#include "profile/subpaths.h"
#include "profile/profile.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void pep_subpaths_free(struct pep_subpaths *s)
{
    pep_array_free(&s->places);
    pep_array_free(&s->totals);
    pep_array_free(s);
}

uint32_t pep_subpaths_add_block(struct pep_subpaths *s, uint64_t unit, uint32_t function, uint32_t block)
{
    pep_array_push(&s->places, (struct pep_place){unit, function, block});
    pep_array_push(s, (struct pep_subpath){.left = (uint32_t)s->places.count - 1});
    return (uint32_t)s->count - 1;
}

uint32_t pep_subpaths_add_halves(struct pep_subpaths *s, uint32_t left, uint32_t right, enum pep_raw_encoding encoding)
{
    uint8_t n = s->at[left].n;
    pep_array_push(
        s, (struct pep_subpath){.left = left, .right = right, .n = (uint8_t)(n + 1), .encoding = (uint8_t)encoding});
    return (uint32_t)s->count - 1;
}

/* --- order --- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

int pep_place_compare(const struct pep_place *a, const struct pep_place *b)
{
    int c = compare_numbers(a->unit, b->unit);
    if (!c)
        c = compare_numbers(a->function, b->function);
    return c ? c : compare_numbers(a->block, b->block);
}

static int compare_subpaths(const struct pep_subpath *a, const struct pep_subpath *b)
{
    int c = compare_numbers(a->n, b->n);
    if (!c)
        c = compare_numbers(a->left, b->left);
    if (!c)
        c = compare_numbers(a->right, b->right);
    return c ? c : compare_numbers(a->encoding, b->encoding);
}

static int compare_totals(const struct pep_subpath_total *a, const struct pep_subpath_total *b)
{
    int c = compare_numbers(a->way, b->way);
    if (!c)
        c = compare_numbers(a->encoding, b->encoding);
    for (unsigned i = 0; i <= PEP_RAW_LENGTHS && !c; i++)
        c = compare_numbers(a->weight[i], b->weight[i]);
    return c;
}

static int order_totals(const void *a, const void *b)
{
    return compare_totals(a, b);
}

static bool has_samples(const struct pep_subpath *at)
{
    return at->samples || at->estimate;
}

static void add_samples(struct pep_subpath *into, const struct pep_subpath *from)
{
    into->samples = pep_count_add(into->samples, from->samples);
    into->estimate = pep_count_add(into->estimate, from->estimate);
    into->variance = pep_count_add(into->variance, from->variance);
}

/* find_needed - marks those with samples and all that they are made of. */
static bool *find_needed(const struct pep_subpaths *s)
{
    bool *needed = pep_array_grow(NULL, 0, &(size_t){0}, s->count + 1, sizeof *needed);
    pep_array_zero(needed, (s->count + 1) * sizeof *needed);
    for (size_t i = s->count; i--;) {
        const struct pep_subpath *at = &s->at[i];
        needed[i] |= has_samples(at);
        if (needed[i] && at->n)
            needed[at->left] = needed[at->right] = true;
    }
    return needed;
}

static bool is_sorted(const struct pep_subpaths *s, const bool *needed)
{
    size_t blocks = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct pep_subpath *at = &s->at[i];
        blocks += !at->n;
        if (!needed[i] || (!at->n && at->left != i) || (i && compare_subpaths(at - 1, at) >= 0))
            return false;
    }
    for (size_t i = 1; i < s->places.count; i++)
        if (pep_place_compare(&s->places.at[i - 1], &s->places.at[i]) >= 0)
            return false;
    return blocks == s->places.count;
}

/* A subpath while it is put in order. */
struct sorted {
    struct pep_subpath is;
    struct pep_place place; /* of a single block */
    uint32_t before;        /* the index that it had */
};

struct sorting {
    PEP_ARRAY(struct sorted);
};

static int order_lengths(const void *left, const void *right)
{
    const struct sorted *a = left, *b = right;
    int c = compare_numbers(a->is.n, b->is.n);
    return c ? c : compare_numbers(a->before, b->before);
}

/* Of those of one length. */
static int compare_sorted(const struct sorted *a, const struct sorted *b)
{
    return a->is.n ? compare_subpaths(&a->is, &b->is) : pep_place_compare(&a->place, &b->place);
}

static int order_sorted(const void *left, const void *right)
{
    const struct sorted *a = left, *b = right;
    int c = compare_sorted(a, b);
    return c ? c : compare_numbers(a->before, b->before);
}

/* sort_length - those of one length, whose halves stand where `index` says; appends them to the sum. */
static void sort_length(struct pep_subpaths *sum, struct sorted *x, size_t n, uint32_t *index)
{
    for (size_t i = 0; i < n && x->is.n; i++) {
        x[i].is.left = index[x[i].is.left];
        x[i].is.right = index[x[i].is.right];
    }
    qsort(x, n, sizeof *x, order_sorted);
    for (size_t i = 0; i < n; i++) {
        if (i && !compare_sorted(&x[i - 1], &x[i])) {
            add_samples(pep_array_last(sum), &x[i].is);
        } else {
            if (!x->is.n) {
                pep_array_push(&sum->places, x[i].place);
                x[i].is.left = (uint32_t)sum->count;
            }
            pep_array_push(sum, x[i].is);
        }
        index[x[i].before] = (uint32_t)sum->count - 1;
    }
}

/* sort_subpaths - length by length: where the halves stand is known when the turn of a length comes. */
static void sort_subpaths(struct pep_subpaths *s)
{
    struct pep_subpaths sum = {0};
    struct sorting all = {0};
    bool *needed = find_needed(s);
    if (!is_sorted(s, needed)) {
        uint32_t *index = pep_array_grow(NULL, 0, &(size_t){0}, s->count + 1, sizeof *index);
        for (size_t i = 0; i < s->count; i++)
            if (needed[i])
                pep_array_push(&all, (struct sorted){
                                         s->at[i],
                                         s->at[i].n ? (struct pep_place){0} : s->places.at[s->at[i].left],
                                         (uint32_t)i,
                                     });
        if (all.count)
            qsort(all.at, all.count, sizeof *all.at, order_lengths);
        for (size_t i = 0, end; i < all.count; i = end) {
            for (end = i; end < all.count && all.at[end].is.n == all.at[i].is.n;)
                end++;
            sort_length(&sum, &all.at[i], end - i, index);
        }
        pep_array_release(index);
        pep_array_free(&all);
        pep_array_free(&s->places);
        pep_array_release(s->at);
        s->places.at = sum.places.at, s->places.count = sum.places.count, s->places.room = sum.places.room;
        s->at = sum.at, s->count = sum.count, s->room = sum.room;
    }
    pep_array_release(needed);
}

static void sort_totals(struct pep_subpaths *s)
{
    struct pep_subpath_total *t = s->totals.at;
    size_t kept = 0;
    if (s->totals.count)
        qsort(t, s->totals.count, sizeof *t, order_totals);
    for (size_t i = 0; i < s->totals.count; i++) {
        if (!kept || compare_totals(&t[kept - 1], &t[i])) {
            t[kept++] = t[i];
            continue;
        }
        struct pep_subpath_total *into = &t[kept - 1];
        into->told = pep_count_add(into->told, t[i].told);
        into->recorded = pep_count_add(into->recorded, t[i].recorded);
        into->dropped = pep_count_add(into->dropped, t[i].dropped);
        into->lost = pep_count_add(into->lost, t[i].lost);
        into->stays = pep_count_add(into->stays, t[i].stays);
        into->aged = pep_count_add(into->aged, t[i].aged);
        into->distance = t[i].distance > into->distance ? t[i].distance : into->distance;
        into->bytes = t[i].bytes > into->bytes ? t[i].bytes : into->bytes;
    }
    s->totals.count = kept;
}

void pep_subpaths_sort(struct pep_subpaths *s)
{
    sort_subpaths(s);
    sort_totals(s);
}

/* --- merge and difference --- */

void pep_subpaths_merge(struct pep_subpaths *into, const struct pep_subpaths *from)
{
    uint32_t first = (uint32_t)into->count, places = (uint32_t)into->places.count;
    for (size_t i = 0; i < from->places.count; i++)
        pep_array_push(&into->places, from->places.at[i]);
    pep_array_reserve(into, from->count);
    for (size_t i = 0; i < from->count; i++) {
        struct pep_subpath at = from->at[i];
        at.left += at.n ? first : places;
        at.right += at.n ? first : 0;
        pep_array_push(into, at);
    }
    for (size_t i = 0; i < from->totals.count; i++)
        pep_array_push(&into->totals, from->totals.at[i]);
    if (from->count || from->totals.count)
        pep_subpaths_sort(into);
}

static uint32_t find_place(const struct pep_subpaths *s, const struct pep_place *place)
{
    size_t low = 0, high = s->places.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pep_place_compare(&s->places.at[middle], place) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->places.count && !pep_place_compare(&s->places.at[low], place) ? (uint32_t)low : PEP_NO_SUBPATH;
}

static uint32_t find_subpath(const struct pep_subpaths *s, const struct pep_subpath *wanted)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_subpaths(&s->at[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && !compare_subpaths(&s->at[low], wanted) ? (uint32_t)low : PEP_NO_SUBPATH;
}

uint32_t *pep_subpaths_locate(const struct pep_subpaths *s, const struct pep_subpaths *from)
{
    uint32_t *index = pep_array_grow(NULL, 0, &(size_t){0}, from->count + 1, sizeof *index);
    for (size_t i = 0; i < from->count; i++) {
        struct pep_subpath wanted = from->at[i];
        if (!wanted.n) {
            index[i] = find_place(s, &from->places.at[i]);
            continue;
        }
        wanted.left = index[wanted.left];
        wanted.right = index[wanted.right];
        bool known = wanted.left != PEP_NO_SUBPATH && wanted.right != PEP_NO_SUBPATH;
        index[i] = known ? find_subpath(s, &wanted) : PEP_NO_SUBPATH;
    }
    return index;
}

static void take(uint64_t *count, uint64_t before)
{
    *count = *count > before ? *count - before : 0;
}

/* take_totals - false where the program began anew in between. */
static bool take_totals(struct pep_subpaths *s, const struct pep_subpaths *before)
{
    for (size_t i = 0, k = 0; i < s->totals.count && k < before->totals.count;) {
        struct pep_subpath_total *t = &s->totals.at[i];
        const struct pep_subpath_total *b = &before->totals.at[k];
        int c = compare_totals(t, b);
        if (!c && t->told < b->told)
            return false;
        if (!c) {
            t->told -= b->told;
            take(&t->recorded, b->recorded);
            take(&t->dropped, b->dropped);
            take(&t->lost, b->lost);
            take(&t->stays, b->stays);
            take(&t->aged, b->aged);
        }
        i += c <= 0;
        k += c >= 0;
    }
    return true;
}

void pep_subpaths_since(struct pep_subpaths *s, const struct pep_subpaths *before)
{
    if (!take_totals(s, before))
        return;
    uint32_t *index = pep_subpaths_locate(s, before);
    for (size_t i = 0; i < before->count; i++) {
        if (index[i] == PEP_NO_SUBPATH)
            continue;
        struct pep_subpath *at = &s->at[index[i]];
        take(&at->samples, before->at[i].samples);
        take(&at->estimate, before->at[i].estimate);
        take(&at->variance, before->at[i].variance);
    }
    pep_array_release(index);
    pep_subpaths_sort(s);
}

/* --- what follows --- */

static uint32_t *expand(uint32_t *out, const struct pep_subpaths *s, const struct pep_subpath *at)
{
    if (at->n)
        return expand(expand(out, s, &s->at[at->left]), s, &s->at[at->right]);
    *out = at->left;
    return out + 1;
}

uint32_t pep_subpaths_expand(uint32_t places[PEP_SUBPATH_LONGEST], const struct pep_subpaths *s, uint32_t at)
{
    return (uint32_t)(expand(places, s, &s->at[at]) - places);
}

bool pep_subpaths_is_exact(const struct pep_subpaths *s)
{
    for (size_t i = 0; i < s->totals.count; i++)
        if (s->totals.at[i].way != PEP_RAW_SUBPATH_ALL)
            return false;
    return true;
}

uint64_t pep_subpaths_blocks(const struct pep_subpaths *s)
{
    uint64_t samples[PEP_RAW_LENGTHS + 1] = {0}, sum[PEP_RAW_LENGTHS + 1] = {0}, told = 0;
    unsigned most = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct pep_subpath *at = &s->at[i];
        samples[at->n] = pep_count_add(samples[at->n], at->samples);
        sum[at->n] = pep_count_add(sum[at->n], at->estimate);
    }
    for (unsigned n = 1; n <= PEP_RAW_LENGTHS; n++)
        most = samples[n] > samples[most] ? n : most;
    for (size_t i = 0; i < s->totals.count; i++)
        told = pep_count_add(told, s->totals.at[i].aged ? 0 : s->totals.at[i].told);
    return told && pep_subpaths_is_exact(s) ? told : sum[most];
}

/* A bound of the mean of a Poisson distribution that gave `count` (Byar's approximation; Breslow and Day, Statistical
 * Methods in Cancer Research II, 1987, chapter 2). */
static double poisson(double count, double sides)
{
    double root = 1 - 1 / (9 * count) + sides / (3 * sqrt(count));
    return count * root * root * root;
}

void pep_subpaths_interval(double *low, double *high, const struct pep_subpath *at)
{
    const double normal = 1.959964, estimate = (double)at->estimate;
    *low = *high = estimate;
    if (!at->variance || !at->estimate)
        return;
    double count = estimate * (estimate / (double)at->variance);
    if (at->variance == UINT64_MAX && count > (double)at->samples) /* it is more than that */
        count = (double)at->samples;
    double unit = estimate / count;
    *low = poisson(count, -normal) * unit;
    *high = poisson(count + 1, normal) * unit;
    if (!(*low > (double)at->samples)) /* those it was seen */
        *low = at->samples < at->estimate ? (double)at->samples : estimate;
}

/* As Knuth, Morris and Pratt look for a word: border[i] is the longest proper beginning of i + 1 blocks that ends them
 * too. */
uint32_t pep_subpaths_period(const uint32_t *blocks, uint32_t n)
{
    uint32_t border[PEP_SUBPATH_LONGEST] = {0}, k = 0;
    for (uint32_t i = 1; i < n; i++) {
        while (k && blocks[i] != blocks[k])
            k = border[k - 1];
        k += blocks[i] == blocks[k];
        border[i] = k;
    }
    return n - k;
}
