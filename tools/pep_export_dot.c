/* pep export --format=dot - a picture of the hot calls, drawn by Graphviz. */
#include "tools/pep_export.h"
#include "tools/pep_print.h"
#include <inttypes.h>
#include <math.h>

static void add_text(struct pep_buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            pep_buffer_addc(out, '\\');
        pep_buffer_addc(out, *text == '\n' ? ' ' : *text);
    }
}

/* From white to red, by hue, saturation, value: the square root keeps what is less hot apart from what is cold. */
static void add_node(struct pep_buffer *out, const struct pep_graph *g, uint32_t node, uint64_t whole)
{
    const struct pep_call_node *n = pep_graph_node(g, node);
    double heat = sqrt(pep_share(n->called, whole));
    pep_buffer_printf(out, "    n%" PRIu32 " [label=\"", node);
    add_text(out, g->names[node]);
    if (node != PEP_CALLS_OUTSIDE)
        pep_buffer_printf(out, "\\n%s", pep_print_count(n->called));
    pep_buffer_adds(out, "\"");
    if (n->function)
        pep_buffer_printf(out, ", fillcolor=\"0.03 %.3f 1.0\"", 0.6 * heat);
    else
        pep_buffer_adds(out, ", style=\"dashed,rounded\", color=gray50, fontcolor=gray30");
    pep_buffer_adds(out, "];\n");
}

static void add_edge(struct pep_buffer *out, const struct pep_graph_pair *p, uint64_t whole)
{
    double share = pep_share(p->count, whole);
    pep_buffer_printf(out, "    n%" PRIu32 " -> n%" PRIu32 " [label=\" %s\", penwidth=%.2f, weight=%d];\n", p->caller,
                      p->callee, pep_print_share(p->count, whole), 0.6 + 5 * sqrt(share), 1 + (int)(99 * share));
}

void pep_export_dot(struct pep_buffer *out, const struct pep_export *x)
{
    const struct pep_graph *g = x->graph;
    uint64_t whole = g->calls.total;
    struct pep_map seen = {0};
    size_t shown = 0;
    while (shown < g->pairs.count && pep_share(g->pairs.at[shown].count, whole) > x->threshold)
        shown++;
    pep_buffer_adds(out, "digraph calls {\n    graph [label=\"");
    add_text(out, pep_session_title(x->session));
    pep_buffer_printf(out, ": %s calls%s", pep_print_count(whole), g->calls.sampled ? ", estimated" : "");
    if (shown < g->pairs.count)
        pep_buffer_printf(out, "\\n%zu of %zu pairs, those above %.6g %%", shown, g->pairs.count, 100 * x->threshold);
    pep_buffer_adds(out, "\", labelloc=t, fontname=\"Helvetica\", fontsize=14, ranksep=0.5, nodesep=0.3];\n"
                         "    node [shape=box, style=\"filled,rounded\", fillcolor=white, fontname=\"Helvetica\", "
                         "fontsize=11];\n"
                         "    edge [fontname=\"Helvetica\", fontsize=9, color=gray35, fontcolor=gray25];\n");
    for (size_t i = 0; i < shown; i++) {
        const uint32_t ends[2] = {g->pairs.at[i].caller, g->pairs.at[i].callee};
        for (int k = 0; k < 2; k++) {
            if (!pep_map_get(&seen, &ends[k], sizeof ends[k]))
                add_node(out, g, ends[k], whole);
            pep_map_put(&seen, &ends[k], sizeof ends[k], 0);
        }
    }
    for (size_t i = 0; i < shown; i++)
        add_edge(out, &g->pairs.at[i], whole);
    pep_buffer_adds(out, "}\n");
    pep_map_free(&seen);
}
