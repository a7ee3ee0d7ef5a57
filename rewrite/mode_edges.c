/* mode_edges.c - counters on the edges outside of a maximum spanning tree; the others follow by conservation. */
#include "rewrite/plan.h"

static bool can_carry(const struct pep_edge *e, void *data)
{
    return pep_plan_can_end(data, e) && !pep_plan_is_shared(data, e);
}

/* Where control comes back by longjmp, what goes into a block does not come out of it: no count follows from others. */
static void count_all(struct pep_function *f)
{
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_edge *e = &f->edges.at[i];
        if (e->counter == PEP_NO_COUNTER && e->site && pep_plan_can_end(f, e))
            e->counter = f->ncounters++;
    }
}

static const char *prepare(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    struct pep_loops loops = {0};
    pep_loops_find(&loops, f);
    pep_loops_free(&loops);
    pep_cfg_truncate(f, (enum pep_truncation)p->options->truncation);
    pep_cfg_number(f);
    /* Calls that never come back take nothing from how often the function was entered, if that is counted itself. */
    f->edges.at[f->blocks.at[PEP_ENTRY].out[0]].frequency = 0;
    f->ncounters = pep_flow_place(f, can_carry, f);
    if (f->calls_setjmp)
        count_all(f);
    f->storage = PEP_STORE_EDGES;
    return NULL;
}

static void edge(struct pep_plan *p, uint32_t e)
{
    if (p->f->edges.at[e].counter != PEP_NO_COUNTER)
        pep_plan_op(p, e, PEP_OP_COUNT, p->f->edges.at[e].counter);
}

const struct pep_mode pep_mode_edges = {"edges", PEP_EVENT_EDGES, prepare, edge, edge, edge};
