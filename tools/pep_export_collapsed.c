/* pep export --format=collapsed - stacks as flame graphs take them, a line each: here of two frames, since a graph of
 * calls knows who called whom and not by what chain of callers. */
#include "tools/pep_export.h"
#include <inttypes.h>

static void add_frame(struct pep_buffer *out, const char *name)
{
    for (; *name; name++)
        pep_buffer_addc(out, *name == ';' || *name == '\n' ? '_' : *name);
}

void pep_export_collapsed(struct pep_buffer *out, const struct pep_export *x)
{
    for (size_t i = 0; i < x->graph->pairs.count; i++) {
        const struct pep_graph_pair *p = &x->graph->pairs.at[i];
        add_frame(out, x->graph->names[p->caller]);
        pep_buffer_addc(out, ';');
        add_frame(out, x->graph->names[p->callee]);
        pep_buffer_printf(out, " %" PRIu64 "\n", p->count);
    }
}
