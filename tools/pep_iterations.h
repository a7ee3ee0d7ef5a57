/* pep_iterations.h - the forest of a function's sequences by its trees, for pep iterations. */
#ifndef PEP_TOOLS_PEP_ITERATIONS_H
#define PEP_TOOLS_PEP_ITERATIONS_H
#include "profile/iterations.h"
#include "tools/pep_session.h"

/* Where the tree of a root lies in the forest. */
struct pep_tree {
    const struct pep_sequence *at;
    const bool *bound; /* of each node: whether its count is a lower bound, */
    const bool *left;  /* and whether it is left */
    uint64_t whole;    /* what its nodes are parts of */
    size_t count;
};

struct pep_trees {
    PEP_ARRAY(struct pep_tree); /* by the count of the root, then its number */
    bool *bound, *left;         /* of the whole forest */
};

void pep_trees_find(struct pep_trees *trees, const struct pep_sequences *s, const struct pep_arguments *a);
void pep_trees_free(struct pep_trees *trees);
/* What share of the root's count a node has to have. */
double pep_trees_threshold(const struct pep_arguments *a);
/* Writes what is left of the forest, and of the hottest roots, in the language of Graphviz. */
void pep_iterations_dot(const struct pep_counted *c, const struct pep_arguments *a);
#endif
