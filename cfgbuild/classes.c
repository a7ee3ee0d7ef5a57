/* classes.c - which blocks run equally often, whatever happens.
 *
 * They do where their flows are the same in every circulation of the graph closed by EXIT -> ENTRY; one whose edges
 * outside of a spanning tree have random flows tells them apart with all but certainty: of two blocks that differ, the
 * flows agree with a chance of 2^-64. */
#include "base/map.h"
#include "cfgbuild/cfg.h"

/* A graph with what is known of its flows; those of the edges of the tree come last. */
struct circulation {
    const struct pep_function *f;
    uint64_t *flow;    /* by edge, modulo 2^64; behind them that of EXIT -> ENTRY */
    uint64_t *surplus; /* by block: what is known to come in, less what goes out */
    uint32_t *unknown; /* by block: edges whose flow is not known */
    bool *known;       /* by edge, and EXIT -> ENTRY */
};

static void settle(struct circulation *c, uint32_t edge, uint32_t src, uint32_t dst, uint64_t flow)
{
    c->flow[edge] = flow;
    c->known[edge] = true;
    c->surplus[src] -= flow;
    c->surplus[dst] += flow;
    c->unknown[src]--;
    c->unknown[dst]--;
}

/* close_block - the block's only unknown edge takes its surplus away; gives the block at that edge's other end. */
static uint32_t close_block(struct circulation *c, uint32_t block)
{
    const struct pep_block *k = &c->f->blocks.at[block];
    uint32_t closing = (uint32_t)c->f->edges.count;
    for (uint32_t i = 0; i < k->nout; i++) {
        uint32_t e = k->out[i], dst = c->f->edges.at[e].dst;
        if (c->known[e])
            continue;
        settle(c, e, block, dst, c->surplus[block]);
        return dst;
    }
    for (uint32_t i = 0; i < k->nin; i++) {
        uint32_t e = k->in[i], src = c->f->edges.at[e].src;
        if (c->known[e])
            continue;
        settle(c, e, src, block, 0 - c->surplus[block]);
        return src;
    }
    settle(c, closing, PEP_EXIT, PEP_ENTRY, block == PEP_EXIT ? c->surplus[block] : 0 - c->surplus[block]);
    return block == PEP_EXIT ? PEP_ENTRY : PEP_EXIT;
}

/* all_end - does every block lead to EXIT?  What flows to others is lost to the circulation. */
static bool all_end(const struct pep_function *f, struct pep_arena *scratch)
{
    uint32_t *stack = PEP_NEW_N(scratch, uint32_t, f->blocks.count), depth = 0, met = 1;
    bool *seen = PEP_NEW_N(scratch, bool, f->blocks.count);
    stack[depth++] = PEP_EXIT;
    seen[PEP_EXIT] = true;
    while (depth) {
        const struct pep_block *k = &f->blocks.at[stack[--depth]];
        for (uint32_t i = 0; i < k->nin; i++) {
            uint32_t src = f->edges.at[k->in[i]].src;
            if (!seen[src])
                stack[depth++] = src, met++;
            seen[src] = true;
        }
    }
    return met == f->blocks.count;
}

bool pep_flow_classes(uint32_t *classes, struct pep_function *f)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    if (!all_end(f, &scratch)) {
        pep_arena_free(&scratch);
        return false;
    }
    struct pep_map number = {0};
    size_t nedges = f->edges.count, nblocks = f->blocks.count;
    struct circulation c = {f, PEP_NEW_N(&scratch, uint64_t, nedges + 1), PEP_NEW_N(&scratch, uint64_t, nblocks),
                            PEP_NEW_N(&scratch, uint32_t, nblocks), PEP_NEW_N(&scratch, bool, nedges + 1)};
    pep_flow_place(f, NULL, NULL);
    for (size_t e = 0; e < nedges; e++) {
        c.unknown[f->edges.at[e].src]++;
        c.unknown[f->edges.at[e].dst]++;
    }
    c.unknown[PEP_ENTRY]++;
    c.unknown[PEP_EXIT]++;
    for (uint32_t e = 0; e < nedges; e++) {
        struct pep_edge *edge = &f->edges.at[e];
        if (edge->counter != PEP_NO_COUNTER)
            settle(&c, e, edge->src, edge->dst, pep_hash(&e, sizeof e));
        edge->counter = PEP_NO_COUNTER;
    }
    for (uint32_t b = 0; b < nblocks; b++) /* leaf by leaf, until no edge of the tree is left */
        for (uint32_t leaf = b; c.unknown[leaf] == 1;)
            leaf = close_block(&c, leaf);
    for (size_t b = 0; b < nblocks; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        uint64_t flow = b == PEP_ENTRY ? c.flow[nedges] : 0;
        for (uint32_t i = 0; i < k->nin; i++)
            flow += c.flow[k->in[i]];
        classes[b] = (uint32_t)*pep_map_put(&number, &flow, sizeof flow, number.entries.count);
    }
    pep_map_free(&number);
    pep_arena_free(&scratch);
    return true;
}
