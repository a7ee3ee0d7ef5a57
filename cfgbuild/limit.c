/* limit.c - further cuts where a function has more paths than can be counted.
 *
 * Cutting u -> v takes away what goes through the edge, R(u) * NumPaths(v), for one path that ends there, and costs
 * the NumPaths(v) paths that begin at v; R(u) tells in how many ways paths come to u.  So a cut pays where ways meet,
 * and once v is a start, all other edges into it are best cut with it: a run of two-way branches needs two cuts, of the
 * edges into one join, to be two runs.  That makes the choice one of blocks rather than edges:
 *
 *   1. No edge is cut that is hotter than needed: with all cuts that pay at all, the least frequency is looked for
 *      that holds the limit when only edges up to it are cut.
 *   2. No block is made a start that is not needed: from EXIT upwards, a block whose NumPaths pass a share gets its
 *      edges cut, which divides long runs evenly; the largest share is looked for that holds the limit.
 *   3. Edges that were cut along with others are restored, the hottest first, while the limit holds.
 *
 * 1 and 2 are binary searches whose steps walk the graph once, so they are O(E log E) and O(E log limit); 3 restores
 * runs of growing length and has a budget of steps. */
#include "cfgbuild/cfg.h"
#include "base/count.h"
#include <stdlib.h>

enum { RESTORE_STEPS = 64, RESTORE_WORK = 4000000 };

struct limiter {
    struct pep_function *f;
    uint32_t *order, n; /* pep_cfg_order: does not change, for cuts take edges away from the DAG */
    bool *may;          /* of each edge: can be cut */
    uint32_t *starting; /* of each block: cut edges that lead there */
    bool *pays;         /* of each block: ways meet there that cuts can keep apart */
    uint64_t *npaths, *ways;
};

/* A cut edge, or a candidate. */
struct cut {
    uint64_t frequency, gain;
    uint32_t edge;
};

static void set_cut(struct limiter *l, uint32_t edge, enum pep_cut cut)
{
    struct pep_edge *e = &l->f->edges.at[edge];
    l->starting[e->dst] += (cut != PEP_CUT_NONE) - (uint32_t)(e->cut != PEP_CUT_NONE);
    e->cut = (uint8_t)cut;
}

static bool is_candidate(const struct limiter *l, uint32_t edge, uint64_t hottest)
{
    return l->may[edge] && l->f->edges.at[edge].frequency <= hottest;
}

/* find_paying - sets `pays` for cuts up to a frequency, from ENTRY downwards; requires that none of ours is in place.
 * Ways are counted as if all paying blocks above had their edges cut, so that one does not do the work of another. */
static void find_paying(struct limiter *l, uint64_t hottest)
{
    l->ways[PEP_ENTRY] = 1;
    for (uint32_t i = l->n - 1; i-- > 1;) {
        uint32_t at = l->order[i];
        const struct pep_block *b = &l->f->blocks.at[at];
        uint64_t started = l->starting[at] > 0, fixed = 0, loose = 0;
        for (uint32_t k = 0; k < b->nin; k++) {
            const struct pep_edge *e = &l->f->edges.at[b->in[k]];
            if (e->cut)
                continue;
            uint64_t *sum = is_candidate(l, b->in[k], hottest) ? &loose : &fixed;
            *sum = pep_count_add(*sum, l->ways[e->src]);
        }
        l->pays[at] = loose && pep_count_add(loose, started) > 1;
        l->ways[at] = pep_count_add(fixed, l->pays[at] ? 1 : pep_count_add(loose, started));
    }
}

/* count_block - NumPaths of a block under the cuts of now. */
static uint64_t count_block(const struct limiter *l, const struct pep_block *b)
{
    uint64_t n = 0;
    for (uint32_t k = 0; k < b->nout; k++) {
        const struct pep_edge *e = &l->f->edges.at[b->out[k]];
        n = pep_count_add(n, e->cut ? 1 : l->npaths[e->dst]);
    }
    return n;
}

static uint64_t count_all(struct limiter *l)
{
    uint64_t total = 0;
    l->npaths[PEP_EXIT] = 1;
    for (uint32_t i = 1; i < l->n; i++) {
        uint32_t at = l->order[i];
        l->npaths[at] = count_block(l, &l->f->blocks.at[at]);
        if (l->starting[at] || at == PEP_ENTRY)
            total = pep_count_add(total, l->npaths[at]);
    }
    return total;
}

/* cut_above - takes all our cuts away, and cuts the edges up to `hottest` into paying blocks that have more paths than
 * the share.  Gives the paths in all. */
static uint64_t cut_above(struct limiter *l, uint64_t share, uint64_t hottest)
{
    for (uint32_t i = 0; i < l->f->edges.count; i++)
        if (l->may[i])
            set_cut(l, i, PEP_CUT_NONE);
    find_paying(l, hottest);
    l->npaths[PEP_EXIT] = 1;
    for (uint32_t i = 1; i < l->n; i++) {
        uint32_t at = l->order[i];
        const struct pep_block *b = &l->f->blocks.at[at];
        l->npaths[at] = count_block(l, b);
        for (uint32_t k = 0; k < b->nin && l->pays[at] && l->npaths[at] > share; k++)
            if (is_candidate(l, b->in[k], hottest))
                set_cut(l, b->in[k], PEP_CUT_LIMIT);
    }
    return count_all(l);
}

static int by_coldness(const void *left, const void *right)
{
    const struct cut *a = left, *b = right;
    if (a->frequency != b->frequency)
        return a->frequency < b->frequency ? -1 : 1;
    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

/* find_hottest - the least frequency up to which edges have to be cut, or the highest one where that is in vain. */
static uint64_t find_hottest(struct limiter *l, const struct cut *sorted, size_t count, uint64_t limit)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cut_above(l, 1, sorted[middle].frequency) <= limit)
            high = middle;
        else
            low = middle + 1;
    }
    return sorted[low].frequency;
}

/* find_share - the largest share that holds the limit; where none does, the power of two that leaves fewest paths. */
static uint64_t find_share(struct limiter *l, uint64_t hottest, uint64_t limit)
{
    uint64_t low = 1, high = limit, best = 1, fewest = cut_above(l, 1, hottest);
    if (fewest > limit) {
        for (uint64_t share = 2; share && fewest > limit; share *= 2) {
            uint64_t total = cut_above(l, share, hottest);
            if (total < fewest) {
                fewest = total;
                best = share;
            }
        }
        return best;
    }
    while (low < high) {
        uint64_t middle = high - (high - low) / 2;
        if (cut_above(l, middle, hottest) <= limit)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* list_cuts - our cuts with what each of them takes away, the coldest first. */
static size_t list_cuts(struct cut *list, struct limiter *l)
{
    size_t count = 0;
    l->ways[PEP_ENTRY] = 1;
    for (uint32_t i = l->n - 1; i-- > 1;) {
        const struct pep_block *b = &l->f->blocks.at[l->order[i]];
        uint64_t ways = l->starting[l->order[i]] > 0;
        for (uint32_t k = 0; k < b->nin; k++)
            if (!l->f->edges.at[b->in[k]].cut)
                ways = pep_count_add(ways, l->ways[l->f->edges.at[b->in[k]].src]);
        l->ways[l->order[i]] = ways;
    }
    for (uint32_t i = 0; i < l->f->edges.count; i++) {
        const struct pep_edge *e = &l->f->edges.at[i];
        if (e->cut == PEP_CUT_LIMIT && l->may[i])
            list[count++] = (struct cut){e->frequency, pep_count_multiply(l->ways[e->src], l->npaths[e->dst] - 1), i};
    }
    qsort(list, count, sizeof *list, by_coldness);
    return count;
}

static void set_cuts(struct limiter *l, const struct cut *list, size_t count, enum pep_cut cut)
{
    for (size_t i = 0; i < count; i++)
        set_cut(l, list[i].edge, cut);
}

/* restore - undoes cuts from the hottest on while the limit holds. */
static void restore(struct limiter *l, struct cut *list, uint64_t limit)
{
    size_t left = list_cuts(list, l), length = 1;
    size_t steps = RESTORE_STEPS + RESTORE_WORK / (l->f->edges.count + 1);
    while (left && steps--) {
        if (length > left)
            length = left;
        set_cuts(l, list + left - length, length, PEP_CUT_NONE);
        if (count_all(l) <= limit) {
            left -= length;
            length *= 2;
            continue;
        }
        set_cuts(l, list + left - length, length, PEP_CUT_LIMIT);
        if (length == 1)
            left--;
        else
            length /= 2;
    }
}

/* list_candidates - the edges that can be cut, the coldest first. */
static size_t list_candidates(struct cut *list, struct limiter *l,
                              bool (*may_cut)(const struct pep_function *f, const struct pep_edge *e, void *data),
                              void *data)
{
    size_t count = 0;
    for (uint32_t i = 0; i < l->f->edges.count; i++) {
        const struct pep_edge *e = &l->f->edges.at[i];
        l->starting[e->dst] += e->cut != PEP_CUT_NONE;
        l->may[i] = !e->cut && e->dst != PEP_EXIT && may_cut(l->f, e, data);
        if (l->may[i])
            list[count++] = (struct cut){e->frequency, 0, i};
    }
    qsort(list, count, sizeof *list, by_coldness);
    return count;
}

void pep_cfg_limit(struct pep_function *f, uint64_t limit,
                   bool (*may_cut)(const struct pep_function *f, const struct pep_edge *e, void *data), void *data)
{
    if (f->npaths <= limit)
        return;
    struct pep_arena scratch = PEP_ARENA_INIT;
    size_t blocks = f->blocks.count;
    struct cut *list = PEP_NEW_N(&scratch, struct cut, f->edges.count);
    struct limiter l = {.f = f,
                        .order = PEP_NEW_N(&scratch, uint32_t, blocks),
                        .may = PEP_NEW_N(&scratch, bool, f->edges.count),
                        .starting = PEP_NEW_N(&scratch, uint32_t, blocks),
                        .pays = PEP_NEW_N(&scratch, bool, blocks),
                        .npaths = PEP_NEW_N(&scratch, uint64_t, blocks),
                        .ways = PEP_NEW_N(&scratch, uint64_t, blocks)};
    l.n = pep_cfg_order(f, l.order);
    size_t count = list_candidates(list, &l, may_cut, data);
    if (count) {
        uint64_t hottest = find_hottest(&l, list, count, limit);
        uint64_t share = find_share(&l, hottest, limit);
        if (cut_above(&l, share, hottest) <= limit)
            restore(&l, list, limit);
        for (size_t i = 0; i < blocks; i++)
            f->blocks.at[i].is_start = l.starting[i] > 0;
        pep_cfg_number(f);
    }
    pep_arena_free(&scratch);
}
