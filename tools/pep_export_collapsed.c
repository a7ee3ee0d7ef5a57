/* pep export --format=collapsed - stacks as flame graphs take them, a line each: those of contexts, where samples took
 * callers; else of two frames, since a graph of calls knows who called whom and not by what chain of callers. */
#include "tools/pep_export.h"
#include <inttypes.h>

static void add_frame(struct pep_buffer *out, const char *name)
{
    for (; *name; name++)
        pep_buffer_addc(out, *name == ';' || *name == '\n' ? '_' : *name);
}

static void add_stack(struct pep_buffer *out, const struct pep_graph *g, uint32_t context)
{
    const struct pep_context_node *c = &g->contexts.at[context];
    if (c->parent != PEP_NO_CONTEXT) {
        add_stack(out, g, c->parent);
        pep_buffer_addc(out, ';');
    }
    add_frame(out, g->names[c->node]);
}

static void add_contexts(struct pep_buffer *out, const struct pep_graph *g)
{
    for (uint32_t i = 0; i < g->contexts.count; i++) {
        if (!g->contexts.at[i].called)
            continue;
        add_stack(out, g, i);
        pep_buffer_printf(out, " %" PRIu64 "\n", g->contexts.at[i].called);
    }
}

void pep_export_collapsed(struct pep_buffer *out, const struct pep_export *x)
{
    add_contexts(out, x->graph);
    if (x->graph->contexts.count)
        return;
    for (size_t i = 0; i < x->graph->pairs.count; i++) {
        const struct pep_graph_pair *p = &x->graph->pairs.at[i];
        add_frame(out, x->graph->names[p->caller]);
        pep_buffer_addc(out, ';');
        add_frame(out, x->graph->names[p->callee]);
        pep_buffer_printf(out, " %" PRIu64 "\n", p->count);
    }
}
