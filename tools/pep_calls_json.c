/* pep calls - for programs. */
#include "tools/pep_calls.h"
#include "tools/pep_print.h"

static json_t *name_json(const struct pep_call_node *n)
{
    return n->map ? pep_json_text(n->map->name) : json_null();
}

static json_t *edge_json(const struct pep_graph *g, const struct pep_call_edge *e, uint64_t whole)
{
    const struct pep_call_node *caller = pep_graph_node(g, e->caller), *callee = pep_graph_node(g, e->callee);
    const struct pep_call_site *site = pep_graph_site(g, e);
    const char *pointer = pep_graph_pointer(g, e);
    json_t *object = json_object();
    json_object_set_new(object, "caller", pep_json_text(caller->name));
    json_object_set_new(object, "caller_unit", name_json(caller));
    json_object_set_new(object, "callee", pep_json_text(callee->name));
    json_object_set_new(object, "callee_unit", name_json(callee));
    json_object_set_new(object, "count", pep_json_count(e->count));
    json_object_set_new(object, "share", json_real(pep_share(e->count, whole)));
    json_object_set_new(object, "file",
                        site ? pep_json_text(pep_graph_file(caller, site->position.file)) : json_null());
    json_object_set_new(object, "line", site ? json_integer(site->position.line) : json_null());
    json_object_set_new(object, "column", site ? json_integer(site->position.column) : json_null());
    json_object_set_new(object, "through", pointer ? pep_json_text(pointer) : json_null());
    return object;
}

static json_t *site_json(const struct pep_graph *g, const struct pep_graph_site *s, uint64_t top)
{
    const struct pep_call_node *caller = pep_graph_node(g, s->edges->caller);
    const struct pep_call_site *site = pep_graph_site(g, s->edges);
    const char *pointer = pep_graph_pointer(g, s->edges);
    uint64_t samples = pep_calls_samples(&g->calls, s->edges);
    json_t *object = json_object(), *targets = json_array();
    for (size_t i = 0; i < s->count && i < top; i++) {
        const struct pep_call_edge *e = &s->edges[i];
        json_t *target = json_object();
        json_object_set_new(target, "name", pep_json_text(pep_graph_node(g, e->callee)->name));
        json_object_set_new(target, "unit", name_json(pep_graph_node(g, e->callee)));
        json_object_set_new(target, "count", pep_json_count(e->count));
        json_object_set_new(target, "share", json_real(pep_share(e->count, s->total)));
        json_object_set_new(target, "guarded_inlining", json_boolean(pep_calls_worth_inlining(g, s, e)));
        json_array_append_new(targets, target);
    }
    json_object_set_new(object, "caller", pep_json_text(caller->name));
    json_object_set_new(object, "caller_unit", name_json(caller));
    json_object_set_new(object, "through", pointer ? pep_json_text(pointer) : json_null());
    json_object_set_new(object, "file", pep_json_text(pep_graph_file(caller, site->position.file)));
    json_object_set_new(object, "line", json_integer(site->position.line));
    json_object_set_new(object, "column", json_integer(site->position.column));
    json_object_set_new(object, "made", pep_json_count(s->total));
    json_object_set_new(object, "samples", samples ? pep_json_count(samples) : json_null());
    json_object_set_new(object, "targets", targets);
    return object;
}

void pep_calls_totals_json(json_t *root, const struct pep_graph *g)
{
    json_object_set_new(root, "calls", pep_json_count(g->calls.total));
    json_object_set_new(root, "estimated", json_boolean(g->calls.sampled));
}

void pep_calls_json(json_t *root, struct pep_graph *g, const char *glob, uint64_t top)
{
    json_t *edges = json_array(), *sites = json_array();
    for (size_t i = 0; i < g->hottest.count && json_array_size(edges) < top; i++)
        if (pep_graph_edge_matches(g, g->hottest.at[i], glob))
            json_array_append_new(edges, edge_json(g, g->hottest.at[i], g->calls.total));
    for (size_t i = 0; i < g->sites.count && json_array_size(sites) < top; i++)
        if (pep_graph_site_matches(g, &g->sites.at[i], glob))
            json_array_append_new(sites, site_json(g, &g->sites.at[i], top));
    pep_calls_totals_json(root, g);
    json_object_set_new(root, "edges", edges);
    json_object_set_new(root, "sites", sites);
}

static json_t *side_json(const struct pep_graph *g, const struct pep_calls_edges *edges, uint64_t whole, uint64_t top)
{
    json_t *list = json_array();
    for (size_t i = 0; i < edges->count && i < top; i++)
        json_array_append_new(list, edge_json(g, edges->at[i], whole));
    return list;
}

json_t *pep_calls_node_json(const struct pep_graph *g, const struct pep_calls_node *of, uint64_t top)
{
    const struct pep_call_node *n = pep_graph_node(g, of->node);
    const struct pep_position *at = n->function ? &n->function->position : NULL;
    json_t *object = json_object();
    json_object_set_new(object, "name", pep_json_text(n->name));
    json_object_set_new(object, "unit", name_json(n));
    json_object_set_new(object, "file", at ? pep_json_text(pep_graph_file(n, at->file)) : json_null());
    json_object_set_new(object, "line", at ? json_integer(at->line) : json_null());
    json_object_set_new(object, "called", pep_json_count(n->called));
    json_object_set_new(object, "calls", pep_json_count(n->calls));
    json_object_set_new(object, "callers", side_json(g, &of->callers, n->called, top));
    json_object_set_new(object, "callees", side_json(g, &of->callees, n->calls, top));
    return object;
}
