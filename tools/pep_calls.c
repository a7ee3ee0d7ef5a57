/* pep calls - who called whom, from where, how often. */
#include "tools/pep_calls.h"
#include "base/file.h"
#include "tools/pep_print.h"
#include "tools/pep_report.h"
#include <stdlib.h>
#include <string.h>

/* Above this part of a site's calls a target is considered (paper Arnold-Grove, section 5.1); of samples it has to be
 * more than chance. */
#define GUARDED 0.4

bool pep_calls_worth_inlining(const struct pep_graph *g, const struct pep_graph_site *s, const struct pep_call_edge *e)
{
    return pep_graph_node(g, e->callee)->function && pep_calls_least_share(&g->calls, e, s->total) > GUARDED;
}

void pep_calls_tell_unknown(struct pep_session *s)
{
    pep_print_notes(pep_session_title(s), pep_session_is_subpaths(s)
                                              ? "subpaths were counted, no calls; 'pep subpaths' shows them"
                                              : "no calls are listed; build with -fpep=calls");
}

static const struct pep_graph *ordered;

static int more_called(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct pep_call_node *x = pep_graph_node(ordered, a), *y = pep_graph_node(ordered, b);
    if (x->called != y->called)
        return x->called < y->called ? 1 : -1;
    return strcmp(ordered->names[a], ordered->names[b]);
}

/* collect - the edges to and from a node. */
static void collect(struct pep_calls_node *of, const struct pep_graph *g, uint32_t node)
{
    of->node = node;
    of->callers.count = of->callees.count = 0;
    for (size_t i = 0; i < g->hottest.count; i++) {
        const struct pep_call_edge *e = g->hottest.at[i];
        if (e->callee == node)
            pep_array_push(&of->callers, e);
        if (e->caller == node)
            pep_array_push(&of->callees, e);
    }
}

/* show_nodes - each function that matches between its callers and its callees; gives how many there are. */
static size_t show_nodes(struct pep_graph *g, const struct pep_arguments *a, json_t *list)
{
    struct {
        PEP_ARRAY(uint32_t);
    } nodes = {0};
    struct pep_calls_node of = {0};
    for (uint32_t i = 0; i < g->calls.nodes.count; i++)
        if (pep_graph_matches(g, i, a->function))
            pep_array_push(&nodes, i);
    ordered = g;
    if (nodes.count)
        qsort(nodes.at, nodes.count, sizeof *nodes.at, more_called);
    for (size_t i = 0; i < nodes.count; i++) {
        collect(&of, g, nodes.at[i]);
        if (list)
            json_array_append_new(list, pep_calls_node_json(g, &of, a->top));
        else
            pep_calls_print_node(g, &of, a->top);
    }
    size_t found = nodes.count;
    pep_array_free(&nodes);
    pep_array_free(&of.callers);
    pep_array_free(&of.callees);
    return found;
}

static json_t *start_json(struct pep_session *s)
{
    json_t *root = json_object();
    json_object_set_new(root, "report", pep_json_text(pep_session_title(s)));
    json_object_set_new(root, "how", pep_json_text(pep_session_how(s)));
    json_object_set_new(root, "runs", pep_json_count(s->profile.runs));
    return root;
}

static void print_json(struct pep_graph *g, struct pep_session *s, json_t *functions, uint64_t top)
{
    json_t *root = start_json(s);
    if (functions) {
        pep_calls_totals_json(root, g);
        json_object_set_new(root, "functions", functions);
    } else {
        pep_calls_json(root, g, NULL, top);
    }
    pep_json_print(root);
}

/* show - gives false where no function matches. */
static bool show(struct pep_graph *g, struct pep_session *s, const struct pep_arguments *a)
{
    json_t *functions = a->json && a->function ? json_array() : NULL;
    if (!a->json) {
        pep_report_print_title(s);
        pep_calls_print_head(g, s);
    }
    bool found = !a->function || show_nodes(g, a, functions);
    if (a->json)
        print_json(g, s, functions, a->top);
    else if (!a->function)
        pep_calls_print(g, NULL, a->top);
    return found;
}

/* show_contexts - gives false where no function matches. */
static bool show_contexts(struct pep_graph *g, struct pep_session *s, const struct pep_arguments *a)
{
    json_t *root = a->json ? start_json(s) : NULL;
    bool found;
    if (a->json) {
        pep_calls_totals_json(root, g);
        found = pep_contexts_json(root, g, a->function, a->top, a->depth);
        pep_json_print(root);
    } else {
        pep_report_print_title(s);
        pep_calls_print_head(g, s);
        found = pep_contexts_print(g, a->function, a->top, a->depth);
    }
    return found;
}

/* Whether the function is known by its address in the binary alone. */
static bool is_nameless(const struct pep_call_node *n, const char *binary)
{
    size_t length = strlen(binary);
    return !n->function && !strncmp(n->name, binary, length) && !strncmp(n->name + length, "+0x", 3);
}

/* tell_nameless - the program's own binaries may have lost their symbols. */
static void tell_nameless(const struct pep_graph *g, const struct pep_profile *p)
{
    for (size_t i = 0; i < p->binaries.count; i++) {
        const char *binary = pep_file_base(p->binaries.at[i]);
        size_t n = 0;
        while (n < g->calls.nodes.count && !is_nameless(&g->calls.nodes.at[n], binary))
            n++;
        if (n < g->calls.nodes.count)
            pep_print_notes(
                binary, "its symbols are not at hand, nor a debug file: functions that pointers lead to are told by "
                        "their addresses, and as if called from outside");
    }
}

int pep_verb_calls(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct pep_session session = {0};
    struct pep_graph graph = {0};
    int code = PEP_TOOL_ERROR;
    (void)verb;
    if (!pep_session_load(&session, a->words, a->nwords)) {
        pep_session_functions(&session, NULL);
        pep_graph_of(&graph, &session);
        if (!pep_graph_is_known(&graph))
            pep_calls_tell_unknown(&session);
        else if (a->contexts && !graph.contexts.count)
            pep_print_notes(pep_session_title(&session), "no sample took its callers; build with -fpep-context");
        else if (!(a->contexts ? show_contexts : show)(&graph, &session, a))
            pep_print_notes(a->function, "no function of that name calls or was called");
        else if (!session.failed)
            code = PEP_TOOL_OK;
        tell_nameless(&graph, &session.profile);
    }
    pep_graph_free(&graph);
    pep_session_free(&session);
    return code;
}
