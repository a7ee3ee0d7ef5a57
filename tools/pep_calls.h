/* pep_calls.h - the call graph as people read it, and for programs: pep calls, pep report --calls. */
#ifndef PEP_TOOLS_PEP_CALLS_H
#define PEP_TOOLS_PEP_CALLS_H
#include "tools/pep_graph.h"
#include <jansson.h>

struct pep_calls_edges {
    PEP_ARRAY(const struct pep_call_edge *);
};

/* A function with the edges to it and from it, hottest first. */
struct pep_calls_node {
    uint32_t node;
    struct pep_calls_edges callers, callees;
};

/* Whether a target is hot enough at its site to be inlined behind a test of the pointer. */
bool pep_calls_worth_inlining(const struct pep_graph *g, const struct pep_graph_site *s, const struct pep_call_edge *e);
/* Tells that no map lists calls. */
void pep_calls_tell_unknown(struct pep_session *s);

/* Prints how much was called, and what that is known from. */
void pep_calls_print_head(const struct pep_graph *g, const struct pep_session *s);
/* Prints the `top` hottest edges, and of the calls through pointers the `top` most frequent with their targets.  glob:
 * only those by or of functions whose name matches, or NULL. */
void pep_calls_print(struct pep_graph *g, const char *glob, uint64_t top);
/* Prints a function between its callers and its callees, `top` of each. */
void pep_calls_print_node(struct pep_graph *g, const struct pep_calls_node *of, uint64_t top);

/* Prints the `top` hottest contexts as a tree, as deep as `depth`, each below its callers.  glob: only those of
 * functions whose name matches, with their callers, or NULL.  false where none does. */
bool pep_contexts_print(const struct pep_graph *g, const char *glob, uint64_t top, uint64_t depth);
/* The same as "contexts", each with its "callees". */
bool pep_contexts_json(json_t *root, const struct pep_graph *g, const char *glob, uint64_t top, uint64_t depth);

/* "calls" and "estimated" */
void pep_calls_totals_json(json_t *root, const struct pep_graph *g);
/* The same, "edges" and "sites" */
void pep_calls_json(json_t *root, struct pep_graph *g, const char *glob, uint64_t top);
json_t *pep_calls_node_json(const struct pep_graph *g, const struct pep_calls_node *of, uint64_t top);
#endif
