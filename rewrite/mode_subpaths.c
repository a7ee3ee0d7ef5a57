/* mode_subpaths.c - blocks are told where they begin, in the order in which they run (paper OSP, section 2.1).
 *
 * A block is told once by everybody who comes into it: behind the colon of its label, or on each edge that leads there.
 * Where one of these has no place in the text the block is not told at all, and the code in front stands for it: so it
 * is with the join of a value that && || or ?: gave, and with a loop whose condition is constant.  Nor are told what
 * runs nothing - entry, exit, the hub of computed gotos - and where setjmp comes back, in the middle of an
 * expression. */
#include "rewrite/plan.h"

static enum pep_told place(const struct pep_function *f, uint32_t block)
{
    const struct pep_block *k = &f->blocks.at[block];
    bool room = k->kind != PEP_BLOCK_ENTRY && k->kind != PEP_BLOCK_EXIT && k->kind != PEP_BLOCK_COMPUTED && !k->reload;
    bool colon = false;
    for (uint32_t i = 0; i < k->nin; i++) {
        const struct pep_edge *e = &f->edges.at[k->in[i]];
        room &= e->site != NULL;
        colon |= pep_plan_is_behind_colon(e);
    }
    return colon ? PEP_TOLD_BEHIND_COLON : room ? PEP_TOLD_ON_EDGES : PEP_TOLD_NOWHERE;
}

/* The map wants numbers, and cuts tell where duplicates may have doors. */
static const char *prepare(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    pep_cfg_truncate(f, (enum pep_truncation)p->options->truncation);
    pep_cfg_number(f);
    f->storage = PEP_STORE_STREAM;
    p->told = PEP_NEW_N(p->arena, uint8_t, f->blocks.count);
    for (uint32_t b = 0; b < f->blocks.count; b++)
        p->told[b] = (uint8_t)place(f, b);
    return NULL;
}

static void edge(struct pep_plan *p, uint32_t e)
{
    const struct pep_edge *edge = &p->f->edges.at[e];
    uint8_t told = p->told[edge->dst];
    if (told == PEP_TOLD_ON_EDGES || (told == PEP_TOLD_BEHIND_COLON && pep_plan_is_behind_colon(edge)))
        pep_plan_op(p, e, PEP_OP_BLOCK, edge->dst);
}

const struct pep_mode pep_mode_subpaths = {"subpaths", PEP_EVENT_SUBPATHS, prepare, edge, edge, edge};
