/* pep_graph.h - the call graph of a session, ranked and with names that tell its functions apart.
 *
 * All functions of the session are in it, whatever a verb shows of them: a caller that was left out would turn its
 * calls into calls from outside.
 *
 * Life cycle: zero-initialise, pep_graph_of, read, pep_graph_free.  The session has to stay. */
#ifndef PEP_TOOLS_PEP_GRAPH_H
#define PEP_TOOLS_PEP_GRAPH_H
#include "profile/contexts.h"
#include "tools/pep_session.h"

/* A call through a pointer that was made: its edges follow one another in calls.edges, most frequent first. */
struct pep_graph_site {
    const struct pep_call_edge *edges;
    size_t count;
    uint64_t total;
};

/* All calls of one function by another, from whatever sites. */
struct pep_graph_pair {
    uint32_t caller, callee;
    uint64_t count;
};

struct pep_graph {
    struct pep_call_graph calls;
    const char **names; /* of each node; "lvm.c:next" where several functions are called next, or more */
    struct {
        PEP_ARRAY(const struct pep_call_edge *);
    } hottest; /* edges by count, then names, then sites */
    struct {
        PEP_ARRAY(struct pep_graph_site);
    } sites; /* by total, then as the edges */
    struct {
        PEP_ARRAY(struct pep_graph_pair);
    } pairs;                      /* by count, then names */
    struct pep_contexts contexts; /* empty where samples took no callers */
    struct pep_arena arena;
};

/* Makes the graph of what the session counted; without edges where no map lists calls. */
void pep_graph_of(struct pep_graph *g, const struct pep_session *s);
/* Names and ranks what g->calls holds; pep_graph_of calls it. */
void pep_graph_rank(struct pep_graph *g);
void pep_graph_free(struct pep_graph *g);

/* Whether any map lists calls. */
bool pep_graph_is_known(const struct pep_graph *g);

static inline const struct pep_call_node *pep_graph_node(const struct pep_graph *g, uint32_t node)
{
    return &g->calls.nodes.at[node];
}

/* Whether a function's name, or the one that tells it from others, matches the glob; any does where that is NULL.  Of
 * an edge one end is enough, of a site one edge. */
bool pep_graph_matches(const struct pep_graph *g, uint32_t node, const char *glob);
bool pep_graph_edge_matches(const struct pep_graph *g, const struct pep_call_edge *e, const char *glob);
bool pep_graph_site_matches(const struct pep_graph *g, const struct pep_graph_site *s, const char *glob);
/* The call site of an edge, or NULL where the caller is outside. */
const struct pep_call_site *pep_graph_site(const struct pep_graph *g, const struct pep_call_edge *e);
/* What gives the pointer, as it is written; NULL of a direct call and where it is not known. */
const char *pep_graph_pointer(const struct pep_graph *g, const struct pep_call_edge *e);
/* The file of a position in a node's function, as the map has it; NULL of a node that is not instrumented. */
const char *pep_graph_file(const struct pep_call_node *n, uint32_t file);
/* "lvm.c:812", the place of an edge's call or of a node's function; "-" where there is none.  Of a call with its column
 * where the line has another that is written the same. */
const char *pep_graph_where(struct pep_graph *g, const struct pep_call_edge *e);
const char *pep_graph_home(struct pep_graph *g, const struct pep_call_node *n);

/* Each edge's part of the cost of what it calls, as gprof has it: own[] is what each node costs itself, and the cost of
 * a function with all that it calls is dealt out to its callers by their calls, as if each call cost the same.
 * Functions that call each other are one until all of it is known: their calls of one another have no part.  parts[] is
 * by edge. */
void pep_graph_inclusive(long double *parts, const struct pep_graph *g, const uint64_t *own);
#endif
