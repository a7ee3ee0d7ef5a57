/* forest.h - sequences of paths: from the slab forests of the runtime to the forest of iterations (paper k-BLPP).
 *
 * The runtime counts where each path ended, below those that its activation had told before: sequences of k paths at
 * least where the activation told so many, of 2 k - 2 at most (definition 3, the k-SF).  A profile holds how often each
 * sequence of up to k paths came, whatever stood in front of it (definition 2, the k-IPF): one forest, in which each
 * sequence stands once.  Such forests add up, so profiles of several threads and runs are merged exactly.
 *
 * Where memory was short, counts are missing (include/pep/raw.h).  Marks tell which: a count is that of all unless
 * a shorter beginning of the sequence is marked for its length, or all of the function; then it is a lower bound.
 * Single paths always count right.
 *
 * In a profile a forest is the list of its nodes, each in front of its children, siblings by path (struct
 * pep_sequence).  A path alone is its root, with the count of the path's record; roots without children are left
 * out. */
#ifndef PEP_PROFILE_FOREST_H
#define PEP_PROFILE_FOREST_H
#include "profile/profile.h"

/* A node of a slab forest. */
struct pep_slab {
    uint32_t parent; /* index of one in front of it, or PEP_NO_SLAB */
    uint32_t function, path;
    uint64_t count;
    uint32_t depth;  /* of a root 1 */
    uint32_t pruned; /* below it counts of sequences that are longer than this may lack; or 0 */
};
#define PEP_NO_SLAB UINT32_MAX

struct pep_slabs {
    PEP_ARRAY(struct pep_slab); /* of any number of forests */
    bool pruned;                /* sequences of all functions may lack */
};

/* Nodes as lists: those of list i are at[begin[i]] .. at[begin[i + 1] - 1]. */
struct pep_lists {
    uint32_t *begin, *at;
};

/* Joins slab forests (figure 7), of whose nodes `children` has the children of each and `members` those of each
 * function.  Gives the function's forest, with all its roots and their counts.  A node of it is the set of those
 * nodes of the slab forests where its sequence ends: its count is theirs, its children are theirs by path.  What never
 * counted is left out, but for what others begin with; a lower bound is as large as those together. */
void pep_forest_join(struct pep_sequences *out, const struct pep_slabs *slabs, const struct pep_lists *children,
                     const struct pep_lists *members, uint32_t function, uint32_t k);
/* Lists the nodes by parent, or by function; zero-initialised, pep_lists_free. */
void pep_lists_children(struct pep_lists *lists, const struct pep_slabs *slabs);
void pep_lists_members(struct pep_lists *lists, const struct pep_slabs *slabs, uint32_t nfunctions);
void pep_lists_free(struct pep_lists *lists);

/* Appends one sequence, in no order; pep_forest_sort has to follow. */
void pep_forest_add(struct pep_sequences *s, const uint64_t *paths, size_t length, uint64_t count, uint32_t pruned);
/* Brings sequences that were added one by one into the order of a forest, and adds up equal ones. */
void pep_forest_sort(struct pep_sequences *s);
/* Of each node whether its count is a lower bound; pep_array_release. */
bool *pep_forest_bounds(const struct pep_sequences *s);
/* Gives the roots the counts of the records of their paths, which are in order; drops those without children. */
void pep_forest_root(struct pep_counts *f);
/* Of two forests in order: as pep_profile_merge and pep_profile_since. */
void pep_forest_merge(struct pep_sequences *into, const struct pep_sequences *from);
void pep_forest_since(struct pep_sequences *s, const struct pep_sequences *before);
#endif
