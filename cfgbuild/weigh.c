/* weigh.c - what a value costs on each edge, so that numbering can spare the dear ones. */
#include "cfgbuild/tree.h"

/* Paths that end behind an edge are counted on it if that is not far (rewrite/plan.c, end_early). */
enum { NEAR = 8, FEW = 4 };

static bool ends_behind(const struct pep_function *f, const struct pep_edge *e)
{
    for (unsigned i = 0; i < NEAR && !e->cut && e->dst != PEP_EXIT; i++) {
        const struct pep_block *to = &f->blocks.at[e->dst];
        if (to->nout != 1 || to->nin > FEW)
            return false;
        e = &f->edges.at[to->out[0]];
    }
    return e->cut || e->dst == PEP_EXIT;
}

void pep_cfg_weigh(struct pep_function *f)
{
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_edge *e = &f->edges.at[i];
        bool jump = f->blocks.at[e->dst].nin > 1;
        if (f->blocks.at[e->src].nout < 2)
            e->cost = 0;
        else if (!e->site)
            e->cost = UINT64_MAX;
        else if (ends_behind(f, e))
            e->cost = 0;
        else
            e->cost = e->frequency < UINT64_MAX / 2 ? e->frequency << jump : e->frequency;
    }
}
