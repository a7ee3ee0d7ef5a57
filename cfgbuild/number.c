/* number.c - Ball-Larus path numbers on the P-DAG (paper PEP, figures 2 and 4). */
#include "cfgbuild/cfg.h"
#include "base/count.h"
#include <stdlib.h>

/* A block whose successors are being visited, and how many of them were. */
struct visit {
    uint32_t block, next;
};
struct visits {
    PEP_ARRAY(struct visit);
};

/* walk - appends what the DAG's edges reach from root and was not seen before, successors first. */
static uint32_t walk(uint32_t *order, uint32_t n, bool *seen, struct visits *stack, const struct pep_function *f,
                     uint32_t root)
{
    if (seen[root])
        return n;
    seen[root] = true;
    pep_array_push(stack, (struct visit){root, 0});
    while (stack->count) {
        struct visit *v = pep_array_last(stack);
        const struct pep_block *b = &f->blocks.at[v->block];
        if (v->next == b->nout) {
            order[n++] = v->block;
            stack->count--;
            continue;
        }
        const struct pep_edge *e = &f->edges.at[b->out[v->next++]];
        if (!e->cut && !seen[e->dst]) {
            seen[e->dst] = true;
            pep_array_push(stack, (struct visit){e->dst, 0});
        }
    }
    return n;
}

/* EXIT comes first and ENTRY last even where no real edge of the DAG says so, because dummy edges do. */
uint32_t pep_cfg_order(const struct pep_function *f, uint32_t *order)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    bool *seen = PEP_NEW_N(&scratch, bool, f->blocks.count);
    struct visits stack = {0};
    uint32_t n = walk(order, 0, seen, &stack, f, PEP_EXIT);
    for (size_t i = 0; i < f->blocks.count; i++)
        if (f->blocks.at[i].is_start)
            n = walk(order, n, seen, &stack, f, (uint32_t)i);
    n = walk(order, n, seen, &stack, f, PEP_ENTRY);
    pep_arena_free(&scratch);
    pep_array_free(&stack);
    return n;
}

/* An out-edge while they are put in order. */
struct candidate {
    uint64_t cost;  /* of a value on it */
    uint32_t place; /* in the block's list */
    uint32_t edge;
};
struct candidates {
    PEP_ARRAY(struct candidate);
};

static int by_cost(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

/* number_block - values of the out-edges, the dearest first, so that it carries 0; requires NumPaths of the
 * successors. */
static void number_block(struct pep_function *f, struct pep_block *b, struct candidates *sorted)
{
    bool in_order = true;
    sorted->count = 0;
    for (uint32_t i = 0; i < b->nout; i++) {
        struct candidate c = {f->edges.at[b->out[i]].cost, i, b->out[i]};
        in_order = in_order && (!i || pep_array_last(sorted)->cost >= c.cost);
        pep_array_push(sorted, c);
    }
    if (!in_order)
        qsort(sorted->at, sorted->count, sizeof *sorted->at, by_cost);
    b->npaths = 0;
    for (size_t i = 0; i < sorted->count; i++) {
        struct pep_edge *e = &f->edges.at[sorted->at[i].edge];
        e->value = b->npaths;
        b->npaths = pep_count_add(b->npaths, e->cut ? 1 : f->blocks.at[e->dst].npaths);
    }
}

void pep_cfg_number(struct pep_function *f)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct candidates sorted = {0};
    uint32_t *order = PEP_NEW_N(&scratch, uint32_t, f->blocks.count);
    uint32_t n = pep_cfg_order(f, order);

    f->blocks.at[PEP_EXIT].npaths = 1;
    for (size_t i = 1; i < n; i++)
        number_block(f, &f->blocks.at[order[i]], &sorted);
    f->npaths = f->blocks.at[PEP_ENTRY].npaths;
    for (size_t i = 0; i < f->blocks.count; i++) {
        struct pep_block *b = &f->blocks.at[i];
        b->start = 0;
        if (b->is_start) {
            b->start = f->npaths;
            f->npaths = pep_count_add(f->npaths, b->npaths);
        }
    }
    pep_arena_free(&scratch);
    pep_array_free(&sorted);
}
