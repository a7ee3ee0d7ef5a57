/* contexts.h - who called whom by what chain of callers: the calling context tree of a profile, as far as samples took
 * callers with them.
 *
 * A node is a function of the call graph below the function that called it.  What it was called in that context follows
 * from the records of the context above, as an edge of the graph follows from those of a function (calls.h); where
 * nobody there is known to have called it, from its own entries.  So callees that are not instrumented are in the tree
 * as well, and each call that was sampled with callers counts once.
 *
 * The functions on top are the outermost ones that samples took; they need not be those that the program began with.
 *
 * Life cycle: zero-initialise, pep_contexts_link, read, pep_contexts_free.  The graph has to stay. */
#ifndef PEP_PROFILE_CONTEXTS_H
#define PEP_PROFILE_CONTEXTS_H
#include "profile/calls.h"

struct pep_context_node {
    uint32_t node;   /* of the call graph */
    uint32_t parent; /* index of its caller, which stands in front; or PEP_NO_CONTEXT */
    uint64_t called; /* how often it was called in this context */
    uint64_t all;    /* the same of all that are below it, and its own */
};

struct pep_contexts {
    PEP_ARRAY(struct pep_context_node);
    uint64_t total; /* of all calls */
};

/* Makes the tree of the profile that the graph was linked with. */
void pep_contexts_link(struct pep_contexts *contexts, struct pep_call_graph *g);
void pep_contexts_free(struct pep_contexts *contexts);
#endif
