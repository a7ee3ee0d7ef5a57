/* check.c - is the graph well formed, and are its numbers a bijection onto 0..npaths-1? */
#include "cfgbuild/cfg.h"
#include "base/count.h"
#include <stdlib.h>

/* check_lists - every edge stands once in the list of its source and once in that of its target. */
static const char *check_lists(const struct pep_function *f, bool *seen)
{
    size_t nout = 0, nin = 0;
    for (size_t i = 0; i < f->blocks.count; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        if (b->nout > f->edges.count || b->nin > f->edges.count)
            return "a block has more edges than there are";
        for (uint32_t k = 0; k < b->nout; k++) {
            if (b->out[k] >= f->edges.count || f->edges.at[b->out[k]].src != i)
                return "a block lists an edge that does not leave it";
            seen[b->out[k]] = true;
        }
        for (uint32_t k = 0; k < b->nin; k++) {
            if (b->in[k] >= f->edges.count || f->edges.at[b->in[k]].dst != i)
                return "a block lists an edge that does not lead to it";
            seen[f->edges.count + b->in[k]] = true;
        }
        nout += b->nout;
        nin += b->nin;
    }
    if (nout != f->edges.count || nin != f->edges.count)
        return "the blocks list another number of edges than there are";
    for (size_t i = 0; i < 2 * f->edges.count; i++)
        if (!seen[i])
            return "an edge is not listed by its blocks";
    return NULL;
}

static const char *check_block(const struct pep_function *f, uint32_t index)
{
    const struct pep_block *b = &f->blocks.at[index];
    if ((b->kind == PEP_BLOCK_ENTRY) != (index == PEP_ENTRY) || (b->kind == PEP_BLOCK_EXIT) != (index == PEP_EXIT))
        return "block 0 is the entry, block 1 the exit, and no other is";
    if (index == PEP_ENTRY && b->nin)
        return "an edge leads to the entry";
    if (index == PEP_EXIT)
        return b->nout ? "an edge leaves the exit" : NULL;
    if (!b->nout)
        return "a block other than the exit has no successor";
    bool jumps = false;
    switch (b->kind) {
    case PEP_BLOCK_ENTRY: return b->nout == 1 ? NULL : "the entry has several successors";
    case PEP_BLOCK_PLAIN:
        for (uint32_t i = 0; i < b->nout; i++)
            jumps |= f->edges.at[b->out[i]].kind == PEP_EDGE_COMPUTED || f->edges.at[b->out[i]].cut == PEP_CUT_JUMP;
        return b->nout == 1 || jumps ? NULL : "a plain block has several successors";
    case PEP_BLOCK_BRANCH:
        return b->nout == 2 && f->edges.at[b->out[0]].kind == PEP_EDGE_TRUE &&
                       f->edges.at[b->out[1]].kind == PEP_EDGE_FALSE
                   ? NULL
                   : "a branch has a true edge and then a false one";
    case PEP_BLOCK_SWITCH:
    case PEP_BLOCK_COMPUTED: return NULL;
    default: return "a block is of no known kind";
    }
}

static const char *check_graph(const struct pep_function *f, struct pep_arena *scratch)
{
    if (f->blocks.count < 2)
        return "a graph has an entry and an exit";
    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        if (e->src >= f->blocks.count || e->dst >= f->blocks.count)
            return "an edge ends at no block";
        if (e->kind > PEP_EDGE_NORETURN || e->cut > PEP_CUT_LIMIT)
            return "an edge is of no known kind";
    }
    const char *broken = check_lists(f, PEP_NEW_N(scratch, bool, 2 * f->edges.count));
    for (size_t i = 0; i < f->blocks.count && !broken; i++)
        broken = check_block(f, (uint32_t)i);
    return broken;
}

/* check_order - the order has every block, and the edges that are not cut go down it. */
static const char *check_order(const struct pep_function *f, struct pep_arena *scratch)
{
    uint32_t *order = PEP_NEW_N(scratch, uint32_t, f->blocks.count);
    uint32_t *place = PEP_NEW_N(scratch, uint32_t, f->blocks.count);
    uint32_t n = pep_cfg_order(f, order);
    if (n != f->blocks.count)
        return "a block is not reached from the entry";
    for (uint32_t i = 0; i < n; i++)
        place[order[i]] = i;
    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        if (!e->cut && place[e->dst] >= place[e->src])
            return "the graph without cut edges has a cycle";
    }
    return NULL;
}

/* check_starts - is_start tells the targets of cut edges, and EXIT is none. */
static const char *check_starts(const struct pep_function *f, struct pep_arena *scratch)
{
    bool *starts = PEP_NEW_N(scratch, bool, f->blocks.count);
    for (size_t i = 0; i < f->edges.count; i++)
        if (f->edges.at[i].cut)
            starts[f->edges.at[i].dst] = true;
    for (size_t i = 0; i < f->blocks.count; i++)
        if (starts[i] != f->blocks.at[i].is_start)
            return "a block is a start exactly where a cut edge leads to it";
    return starts[PEP_EXIT] ? "an edge to the exit is cut" : NULL;
}

/* Numbers that a block hands out: from `value` on, `paths` of them. */
struct range {
    uint64_t value, paths;
};
struct ranges {
    PEP_ARRAY(struct range);
};

static int by_value(const void *left, const void *right)
{
    const struct range *a = left, *b = right;
    return a->value < b->value ? -1 : a->value > b->value;
}

/* is_partition - do the ranges fill 0..npaths-1 without gap or overlap? */
static bool is_partition(struct ranges *r, uint64_t npaths)
{
    uint64_t next = 0;
    qsort(r->at, r->count, sizeof *r->at, by_value);
    for (size_t i = 0; i < r->count; i++) {
        if (r->at[i].value != next || !r->at[i].paths)
            return false;
        next = pep_count_add(next, r->at[i].paths);
    }
    return next == npaths;
}

static void add_edges(struct ranges *r, const struct pep_function *f, const struct pep_block *b)
{
    for (uint32_t i = 0; i < b->nout; i++) {
        const struct pep_edge *e = &f->edges.at[b->out[i]];
        pep_array_push(r, (struct range){e->value, e->cut ? 1 : f->blocks.at[e->dst].npaths});
    }
}

static const char *check_numbers(const struct pep_function *f)
{
    struct ranges r = {0};
    const char *broken = f->blocks.at[PEP_EXIT].npaths == 1 ? NULL : "one path leads from the exit to itself";
    for (size_t i = 0; i < f->blocks.count && !broken; i++) {
        r.count = 0;
        add_edges(&r, f, &f->blocks.at[i]);
        if (i != PEP_EXIT && !is_partition(&r, f->blocks.at[i].npaths))
            broken = "the values of a block's edges do not divide its paths among them";
    }
    r.count = 0;
    pep_array_push(&r, (struct range){0, f->blocks.at[PEP_ENTRY].npaths});
    uint64_t last = 0;
    for (size_t i = 0; i < f->blocks.count && !broken; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        if (!b->is_start)
            continue;
        if (b->start < last)
            broken = "starts do not come in the order of the blocks";
        last = b->start;
        pep_array_push(&r, (struct range){b->start, b->npaths});
    }
    if (!broken && !is_partition(&r, f->npaths))
        broken = "the starts do not divide the paths among them";
    pep_array_free(&r);
    return broken;
}

const char *pep_cfg_check(const struct pep_function *f)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    const char *broken = check_graph(f, &scratch);
    if (!broken && f->npaths && !(broken = check_starts(f, &scratch)) && !(broken = check_order(f, &scratch)) &&
        f->npaths != UINT64_MAX)
        broken = check_numbers(f);
    pep_arena_free(&scratch);
    return broken;
}
