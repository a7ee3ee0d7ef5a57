/* mode_calls.c - counters of the blocks that call, and of entries from where nobody knows (paper Arnold-Grove).
 *
 * The paper samples at method entries and walks the stack to the call site.  Here the sample point stands in the
 * caller, where site and callee are known, whatever the compiler inlines or turns into jumps; and since a call is made
 * as often as its block runs, all calls of blocks that run equally often share one counter.  Only a function that may
 * be entered from outside is counted where it is entered.
 *
 * Where a block leaves no room for its counter, or never leads to the end of the function, the function's paths are
 * counted: they tell everything. */
#include "rewrite/plan.h"

/* Where a class of blocks is counted: on all edges into one of its blocks, or on all out of it. */
struct place {
    const uint32_t *edges;
    uint32_t count;
};

/* A class that is to be counted. */
struct counted {
    bool wanted;
    struct place place; /* the one of fewest edges; none: count 0 */
    uint32_t counter;
};

static bool can_carry(const struct pep_function *f, const uint32_t *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!pep_plan_can_end(f, &f->edges.at[edges[i]]) || pep_plan_is_shared(f, &f->edges.at[edges[i]]))
            return false;
    return count;
}

static void consider(struct counted *k, const struct pep_function *f, const uint32_t *edges, uint32_t count)
{
    if ((!k->place.count || count < k->place.count) && can_carry(f, edges, count))
        k->place = (struct place){edges, count};
}

/* Is it to be counted where it is entered?  A sample point in each external function costs more than all others: with
 * samples those have one whose addresses the unit takes. */
static bool is_open(const struct pep_plan *p)
{
    return p->record == PEP_RECORD_OFFER ? p->tree->taken : !p->f->only_called;
}

/* Whatever calls is counted: the expressions that were met, and the calls of static functions that have no counter. */
static void want_calls(struct counted *classes, const uint32_t *class_of, const struct pep_plan *p)
{
    uint32_t block;
    for (uint32_t i = 0; i < p->f->ncalls; i++)
        classes[class_of[p->f->calls[i].block]].wanted = true;
    for (uint32_t i = 0; i < p->tree->ncalls; i++)
        if (pep_cfg_block_at(&block, p->tree, p->tree->calls[i].offset) && block != PEP_NO_BLOCK)
            classes[class_of[block]].wanted = true;
    classes[class_of[PEP_ENTRY]].wanted |= is_open(p);
}

/* Gives every wanted class a counter; false where one has no place. */
static bool place_counters(struct counted *classes, const uint32_t *class_of, struct pep_function *f)
{
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        struct counted *c = &classes[class_of[b]];
        if (c->wanted && b != PEP_ENTRY)
            consider(c, f, k->in, k->nin);
        if (c->wanted && b != PEP_EXIT)
            consider(c, f, k->out, k->nout);
    }
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        struct counted *c = &classes[class_of[b]];
        if (c->wanted && !c->place.count)
            return false;
        if (c->wanted && c->counter == PEP_NO_COUNTER)
            c->counter = f->ncounters++;
        f->blocks.at[b].counter = c->counter;
    }
    return true;
}

static const char *prepare(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    uint32_t *class_of = PEP_NEW_N(p->arena, uint32_t, f->blocks.count);
    struct counted *classes = PEP_NEW_N(p->arena, struct counted, f->blocks.count);
    for (size_t i = 0; i < f->blocks.count; i++)
        classes[i].counter = PEP_NO_COUNTER;
    pep_cfg_truncate(f, (enum pep_truncation)p->options->truncation); /* duplicates are left and entered at cuts */
    bool known = !f->calls_setjmp && pep_flow_classes(class_of, f);
    if (known)
        want_calls(classes, class_of, p);
    if (!known || !place_counters(classes, class_of, f)) {
        p->mode = &pep_mode_paths;
        return p->mode->prepare(p);
    }
    for (size_t i = 0; i < f->blocks.count; i++)
        for (uint32_t k = 0; classes[i].counter != PEP_NO_COUNTER && k < classes[i].place.count; k++)
            pep_plan_op(p, classes[i].place.edges[k], PEP_OP_COUNT, classes[i].counter);
    f->storage = PEP_STORE_BLOCKS;
    return NULL;
}

/* All is planned before the first edge is met. */
static void edge(struct pep_plan *p, uint32_t e)
{
    (void)p, (void)e;
}

const struct pep_mode pep_mode_calls = {"calls", PEP_EVENT_CALLS, prepare, edge, edge, edge};
