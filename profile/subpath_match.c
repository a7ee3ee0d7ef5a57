#include "profile/subpath_match.h"
#include "profile/profile.h"
#include <stdlib.h>

/* --- one language for both --- */

enum { ENCODINGS = PEP_RAW_ENCODING_XOR + 1 };

/* find_lengths - of each encoding those with a weight, by n. */
static void find_lengths(unsigned lengths[ENCODINGS], const struct pep_subpaths *s)
{
    for (int e = 0; e < ENCODINGS; e++)
        lengths[e] = 0;
    for (size_t i = 0; i < s->totals.count; i++)
        for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++) /* of single blocks there is one encoding */
            lengths[n ? s->totals.at[i].encoding : 0] |= (s->totals.at[i].weight[n] != 0) << n;
}

/* translate - subpaths by the names of their functions; of lengths that are not asked for halves are left. */
static void translate(struct pep_subpaths *out, const struct pep_subpaths *s, const uint32_t *names,
                      const unsigned lengths[ENCODINGS])
{
    uint32_t *index = pep_array_grow(NULL, 0, &(size_t){0}, s->count + 1, sizeof *index);
    for (size_t i = 0; i < s->count; i++) {
        const struct pep_subpath *at = &s->at[i];
        uint32_t left = at->n ? index[at->left] : names[i], right = at->n ? index[at->right] : left;
        index[i] = PEP_NO_SUBPATH;
        if (left == PEP_NO_SUBPATH || right == PEP_NO_SUBPATH)
            continue;
        index[i] = at->n ? pep_subpaths_add_halves(out, left, right, (enum pep_raw_encoding)at->encoding)
                         : pep_subpaths_add_block(out, 0, left, s->places.at[i].block);
        struct pep_subpath *into = pep_array_last(out);
        if (!(lengths[at->encoding] >> at->n & 1))
            continue;
        into->samples = at->samples;
        into->estimate = at->estimate;
        into->variance = at->variance;
    }
    pep_array_release(index);
    pep_subpaths_sort(out);
}

/* --- what is in either --- */

static uint64_t count_of(const struct pep_subpath_match *m, const struct pep_matched_subpath *x, int side)
{
    return x->at[side] == PEP_NO_SUBPATH ? 0 : m->side[side].at[x->at[side]].estimate;
}

static double share_of(const struct pep_subpath_match *m, const struct pep_matched_subpath *x, int side)
{
    return m->whole[side] ? (double)count_of(m, x, side) * x->turn / (double)m->whole[side] : 0;
}

/* tell_turn - after how many blocks it repeats itself, where it may be hot in either. */
static void tell_turn(struct pep_subpath_match *m, struct pep_matched_subpath *x, double threshold)
{
    int side = x->at[PEP_COMPARE_PERFECT] == PEP_NO_SUBPATH;
    uint32_t places[PEP_SUBPATH_LONGEST];
    x->turn = x->blocks;
    if (share_of(m, x, 0) >= threshold || share_of(m, x, 1) >= threshold) {
        pep_subpaths_expand(places, &m->side[side], x->at[side]);
        x->turn = pep_subpaths_period(places, x->blocks);
    }
    if (share_of(m, x, 0) < threshold && share_of(m, x, 1) < threshold)
        x->turn = 0;
}

/* add - what came more than once in either, and may have a rank. */
static void add(struct pep_subpath_match *m, uint32_t perfect, uint32_t estimate, double threshold, bool by_count)
{
    int side = perfect == PEP_NO_SUBPATH;
    struct pep_matched_subpath x = {.at = {perfect, estimate}};
    x.blocks = 1u << m->side[side].at[x.at[side]].n;
    if (count_of(m, &x, 0) < 2 && count_of(m, &x, 1) < 2)
        return;
    tell_turn(m, &x, threshold);
    if (x.turn || by_count)
        pep_array_push(&m->matched, x);
}

static void join(struct pep_subpath_match *m, double threshold, bool by_count)
{
    const struct pep_subpaths *perfect = &m->side[PEP_COMPARE_PERFECT], *estimate = &m->side[PEP_COMPARE_ESTIMATE];
    uint32_t *there = pep_subpaths_locate(estimate, perfect), *back = pep_subpaths_locate(perfect, estimate);
    for (uint32_t i = 0; i < perfect->count; i++)
        add(m, i, there[i], threshold, by_count);
    for (uint32_t i = 0; i < estimate->count; i++)
        if (back[i] == PEP_NO_SUBPATH)
            add(m, PEP_NO_SUBPATH, i, threshold, by_count);
    pep_array_release(there);
    pep_array_release(back);
}

/* --- ranks --- */

static struct {
    const struct pep_subpath_match *match;
    int side;
    bool by_count;
} ranked;

static double heat(const struct pep_matched_subpath *x)
{
    return ranked.by_count ? (double)count_of(ranked.match, x, ranked.side) : share_of(ranked.match, x, ranked.side);
}

static int by_heat(const void *left, const void *right)
{
    const struct pep_matched_subpath *a = left, *b = right;
    double x = heat(a), y = heat(b);
    if (x != y)
        return x > y ? -1 : 1;
    for (int side = 0; side < 2; side++)
        if (a->at[side] != b->at[side])
            return a->at[side] < b->at[side] ? -1 : 1;
    return 0;
}

static int by_rank(const void *left, const void *right)
{
    const struct pep_matched_subpath *a = left, *b = right;
    for (int side = 0; side < 2; side++)
        if (a->rank[side] != b->rank[side]) /* 0 is none, and last */
            return a->rank[side] - 1 < b->rank[side] - 1 ? -1 : 1;
    return a->at[0] != b->at[0] ? (a->at[0] < b->at[0] ? -1 : 1) : a->at[1] < b->at[1] ? -1 : a->at[1] > b->at[1];
}

/* Whether it is known well enough, and no single chance. */
static bool is_certain(const struct pep_subpath_match *m, const struct pep_matched_subpath *x, int side,
                       uint64_t fewest)
{
    const struct pep_subpath *s = x->at[side] == PEP_NO_SUBPATH ? NULL : &m->side[side].at[x->at[side]];
    return s && s->estimate > 1 && (s->samples >= s->estimate || s->samples >= fewest);
}

static void rank(struct pep_subpath_match *m, int side, double threshold, uint64_t fewest, bool by_count)
{
    size_t n = 0;
    ranked.match = m;
    ranked.side = side;
    ranked.by_count = by_count;
    if (m->matched.count)
        qsort(m->matched.at, m->matched.count, sizeof *m->matched.at, by_heat);
    for (size_t i = 0; i < m->matched.count; i++) {
        struct pep_matched_subpath *x = &m->matched.at[i];
        bool has = by_count || (x->turn && share_of(m, x, side) >= threshold);
        x->rank[side] = has && is_certain(m, x, side, fewest) ? ++n : 0;
    }
}

/* tell - how many are hot, how many of them the estimate has among its hottest, and how near it comes to them. */
static void tell(struct pep_subpath_match *m, double threshold)
{
    double all = 0, common = 0;
    for (size_t i = 0; i < m->matched.count; i++) {
        struct pep_matched_subpath *x = &m->matched.at[i];
        double shares[2] = {share_of(m, x, 0), share_of(m, x, 1)};
        x->hot = x->turn && count_of(m, x, PEP_COMPARE_PERFECT) > 1 && shares[PEP_COMPARE_PERFECT] >= threshold;
        if (!x->hot)
            continue;
        m->nhot++;
        all += shares[0];
        common += shares[0] < shares[1] ? shares[0] : shares[1];
    }
    for (size_t i = 0; i < m->matched.count; i++) {
        const struct pep_matched_subpath *x = &m->matched.at[i];
        m->nhit += x->rank[0] && x->rank[0] <= m->nhot && x->rank[1] && x->rank[1] <= m->nhot;
    }
    m->accuracy = all > 0 ? common / all : PEP_FIGURE_NONE;
}

void pep_subpath_match(struct pep_subpath_match *m, const struct pep_subpaths *const side[2],
                       const uint32_t *const names[2], double threshold, uint64_t fewest, bool by_count)
{
    unsigned lengths[2][ENCODINGS];
    find_lengths(lengths[0], side[0]);
    find_lengths(lengths[1], side[1]);
    for (int e = 0; e < ENCODINGS; e++)
        lengths[0][e] &= lengths[1][e];
    for (int k = 0; k < 2; k++) {
        translate(&m->side[k], side[k], names[k], lengths[0]);
        m->whole[k] = pep_subpaths_blocks(side[k]);
    }
    join(m, threshold, by_count);
    for (int k = 0; k < 2; k++)
        rank(m, k, threshold, fewest, by_count);
    if (m->matched.count)
        qsort(m->matched.at, m->matched.count, sizeof *m->matched.at, by_rank);
    tell(m, threshold);
}

void pep_subpath_match_free(struct pep_subpath_match *m)
{
    pep_subpaths_free(&m->side[0]);
    pep_subpaths_free(&m->side[1]);
    pep_array_free(&m->matched);
}
