/* place.c - which edges carry a counter in edge mode: those outside a maximum spanning tree (Ball and Larus, Optimally
 * Profiling and Tracing Programs, TOPLAS 1994, section 3; the tree is Kruskal's). */
#include "cfgbuild/cfg.h"
#include <stdlib.h>

struct candidate {
    uint64_t frequency;
    uint32_t edge;
    bool carries;
};

/* Edges that cannot carry come first, so that the tree takes them where they make no cycle; then the frequent ones. */
static int by_need(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->carries != b->carries)
        return a->carries ? 1 : -1;
    if (a->frequency != b->frequency)
        return a->frequency > b->frequency ? -1 : 1;
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

/* root - of a block's tree; every block on the way is hung one step nearer to it. */
static uint32_t root(uint32_t *above, uint32_t block)
{
    while (above[block] != block)
        block = above[block] = above[above[block]];
    return block;
}

/* join - makes one tree of two; false where it was one already. */
static bool join(uint32_t *above, uint32_t *size, uint32_t a, uint32_t b)
{
    a = root(above, a);
    b = root(above, b);
    if (a == b)
        return false;
    uint32_t large = size[a] < size[b] ? b : a, small = large == a ? b : a;
    above[small] = large;
    size[large] += size[small];
    return true;
}

uint32_t pep_flow_place(struct pep_function *f, bool (*can_carry)(const struct pep_edge *e, void *data), void *data)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct candidate *order = PEP_NEW_N(&scratch, struct candidate, f->edges.count);
    uint32_t *above = PEP_NEW_N(&scratch, uint32_t, f->blocks.count);
    uint32_t *size = PEP_NEW_N(&scratch, uint32_t, f->blocks.count), counters = 0;

    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        order[i] = (struct candidate){e->frequency, (uint32_t)i, !can_carry || can_carry(e, data)};
    }
    qsort(order, f->edges.count, sizeof *order, by_need);
    for (size_t i = 0; i < f->blocks.count; i++) {
        above[i] = (uint32_t)i;
        size[i] = 1;
    }
    join(above, size, PEP_EXIT, PEP_ENTRY); /* the closing edge, which is nowhere in the text */
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_edge *e = &f->edges.at[order[i].edge];
        e->counter = join(above, size, e->src, e->dst) ? PEP_NO_COUNTER : 0;
    }
    for (size_t i = 0; i < f->edges.count; i++)
        if (f->edges.at[i].counter != PEP_NO_COUNTER)
            f->edges.at[i].counter = counters++;
    pep_arena_free(&scratch);
    return counters;
}
