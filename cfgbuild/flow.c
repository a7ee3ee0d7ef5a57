/* flow.c - counts of edges and blocks from what was counted: what goes into a block comes out of it. */
#include "cfgbuild/cfg.h"
#include "base/count.h"

void pep_flow_add_path(uint64_t *edge_counts, const struct pep_path *path, uint64_t count)
{
    for (uint32_t i = 0; i < path->nedges; i++)
        edge_counts[path->edges[i]] = pep_count_add(edge_counts[path->edges[i]], count);
}

/* What is known of a block's edges.  A self loop is left out: it goes in as often as out. */
struct balance {
    uint64_t in, out; /* sums of the known counts */
    uint32_t unknown; /* edges that are not */
};

static void count_known(struct balance *balance, const struct pep_edge *e, uint64_t count)
{
    balance[e->src].out = pep_count_add(balance[e->src].out, count);
    balance[e->dst].in = pep_count_add(balance[e->dst].in, count);
}

/* find_unknown - the one edge of a block that is not known. */
static uint32_t find_unknown(const struct pep_function *f, const bool *known, const struct pep_block *b)
{
    for (uint32_t i = 0; i < b->nout; i++)
        if (!known[b->out[i]] && f->edges.at[b->out[i]].dst != f->edges.at[b->out[i]].src)
            return b->out[i];
    for (uint32_t i = 0; i < b->nin; i++)
        if (!known[b->in[i]] && f->edges.at[b->in[i]].dst != f->edges.at[b->in[i]].src)
            return b->in[i];
    return UINT32_MAX;
}

static bool is_inner(uint32_t block)
{
    return block != PEP_ENTRY && block != PEP_EXIT;
}

/* Unknown edges that make a forest, whose trees have a root in ENTRY or EXIT or nowhere, are found from the leaves:
 * each block gives at most one edge, so the whole is linear.  ENTRY and EXIT give none, which is why no closing edge
 * EXIT -> ENTRY is needed: a frame that longjmp left would unbalance that one, and through it everything. */
uint32_t pep_flow_solve(uint64_t *edge_counts, bool *known, const struct pep_function *f)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct balance *balance = PEP_NEW_N(&scratch, struct balance, f->blocks.count);
    uint32_t *leaves = PEP_NEW_N(&scratch, uint32_t, f->blocks.count), nleaves = 0, broken = 0;
    bool *lacking = PEP_NEW_N(&scratch, bool, f->blocks.count); /* has a self loop nobody knows */

    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        if (!known[i])
            edge_counts[i] = 0;
        if (e->src == e->dst) {
            lacking[e->src] |= !known[i];
        } else if (known[i]) {
            count_known(balance, e, edge_counts[i]);
        } else {
            balance[e->src].unknown++;
            balance[e->dst].unknown++;
        }
    }
    for (size_t i = 0; i < f->blocks.count; i++)
        if (is_inner((uint32_t)i) && balance[i].unknown == 1)
            leaves[nleaves++] = (uint32_t)i;
    while (nleaves) {
        uint32_t at = leaves[--nleaves];
        if (!balance[at].unknown) /* the other end was quicker */
            continue;
        uint32_t edge = find_unknown(f, known, &f->blocks.at[at]);
        const struct pep_edge *e = &f->edges.at[edge];
        uint64_t has = e->src == at ? balance[at].out : balance[at].in;
        uint64_t needs = e->src == at ? balance[at].in : balance[at].out;
        uint32_t other = e->src == at ? e->dst : e->src;
        edge_counts[edge] = needs > has ? needs - has : 0;
        known[edge] = true;
        count_known(balance, e, edge_counts[edge]);
        balance[at].unknown--;
        if (--balance[other].unknown == 1 && is_inner(other))
            leaves[nleaves++] = other;
    }
    for (size_t i = 0; i < f->blocks.count; i++)
        broken += balance[i].unknown || lacking[i] || (is_inner((uint32_t)i) && balance[i].in != balance[i].out);
    pep_arena_free(&scratch);
    return broken;
}

void pep_flow_blocks(uint64_t *block_counts, const uint64_t *edge_counts, const struct pep_function *f)
{
    for (size_t i = 0; i < f->blocks.count; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        uint64_t in = 0, out = 0;
        for (uint32_t k = 0; k < b->nin; k++)
            in = pep_count_add(in, edge_counts[b->in[k]]);
        for (uint32_t k = 0; k < b->nout; k++)
            out = pep_count_add(out, edge_counts[b->out[k]]);
        block_counts[i] = in > out ? in : out;
    }
}
