#include "profile/contexts.h"

/* A tree while it is made. */
struct planting {
    struct pep_contexts *contexts;
    struct pep_call_graph *g;
    struct pep_map inputs; /* address of counts -> index of the input */
    struct pep_map known;  /* parent and node of the graph -> index in the tree */
    struct pep_map edges;  /* caller and callee that the graph has */
    struct {
        PEP_ARRAY(uint64_t);
    } entries;   /* of each node of the tree */
    uint32_t at; /* whose calls are told */
};

static uint32_t find_node(struct planting *p, uint32_t parent, uint32_t node)
{
    const uint32_t key[2] = {parent, node};
    uint64_t next = p->contexts->count, at = *pep_map_put(&p->known, key, sizeof key, next);
    if (at == next) {
        pep_array_push(p->contexts, (struct pep_context_node){.node = node, .parent = parent});
        pep_array_push(&p->entries, 0);
    }
    return (uint32_t)at;
}

static void add_call(uint32_t call, uint32_t callee, uint64_t count, void *data)
{
    struct planting *p = data;
    (void)call;
    if (!count)
        return;
    uint32_t at = find_node(p, p->at, callee);
    struct pep_context_node *n = &p->contexts->at[at];
    n->called = pep_count_add(n->called, count);
}

/* The input that a context's function was added with, or NULL. */
static const struct pep_call_input *input_of(const struct planting *p, const struct pep_context *c)
{
    const struct pep_counts *counts = pep_profile_find_function(p->g->profile, c->unit, c->function);
    const uint64_t *at = counts ? pep_map_get(&p->inputs, &counts, sizeof counts) : NULL;
    return at ? &p->g->inputs.at[*at] : NULL;
}

/* plant - a context, below its parent, and what it called. */
static uint32_t plant(struct planting *p, const struct pep_context *c, uint32_t parent)
{
    const struct pep_call_input *in = input_of(p, c);
    p->at = find_node(p, parent, in ? pep_calls_node(p->g, in->function) : PEP_CALLS_UNKNOWN);
    if (!in || !c->records.count)
        return p->at;
    struct pep_counts counts = {.npaths = in->counts->npaths, .records = c->records};
    struct pep_derived derived = {0};
    pep_derive(&derived, in->function, &counts);
    pep_calls_tell(p->g, in, &c->records, derived.blocks, add_call, p);
    if (pep_derive_knows_entries(in->function))
        p->entries.at[p->at] = pep_count_add(p->entries.at[p->at], derived.entries);
    pep_derived_free(&derived);
    return p->at;
}

/* Whether the entries of a node are calls that nothing else tells: it was entered from outside.  Where its caller calls
 * it, they are told below a chain that begins further out, which this one was cut from. */
static bool is_entered(const struct planting *p, const struct pep_context_node *n)
{
    bool outer = n->parent == PEP_NO_CONTEXT;
    const uint32_t key[2] = {outer ? PEP_CALLS_OUTSIDE : p->contexts->at[n->parent].node, n->node};
    return !n->called && outer == (pep_map_get(&p->edges, key, sizeof key) != NULL);
}

void pep_contexts_link(struct pep_contexts *contexts, struct pep_call_graph *g)
{
    struct planting p = {.contexts = contexts, .g = g};
    const struct pep_profile *profile = g->profile;
    uint32_t *place = pep_array_grow(NULL, 0, &(size_t){0}, profile->contexts.count + 1, sizeof *place);
    for (size_t i = 0; i < g->inputs.count; i++)
        pep_map_put(&p.inputs, &g->inputs.at[i].counts, sizeof g->inputs.at[i].counts, i);
    for (size_t i = 0; i < g->edges.count; i++) {
        const uint32_t key[2] = {g->edges.at[i].caller, g->edges.at[i].callee};
        pep_map_put(&p.edges, key, sizeof key, 0);
    }
    for (size_t i = 0; i < profile->contexts.count; i++) {
        const struct pep_context *c = &profile->contexts.at[i];
        place[i] = plant(&p, c, c->parent == PEP_NO_CONTEXT ? PEP_NO_CONTEXT : place[c->parent]);
    }
    for (size_t i = contexts->count; i--;) {
        struct pep_context_node *n = &contexts->at[i];
        if (is_entered(&p, n))
            n->called = p.entries.at[i];
        n->all = pep_count_add(n->all, n->called);
        contexts->total = pep_count_add(contexts->total, n->called);
        if (n->parent != PEP_NO_CONTEXT)
            contexts->at[n->parent].all = pep_count_add(contexts->at[n->parent].all, n->all);
    }
    pep_array_release(place);
    pep_array_free(&p.entries);
    pep_map_free(&p.inputs);
    pep_map_free(&p.known);
    pep_map_free(&p.edges);
}

void pep_contexts_free(struct pep_contexts *contexts)
{
    pep_array_free(contexts);
    contexts->total = 0;
}
