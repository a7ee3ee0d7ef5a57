/* iterations.h - what the sequences of a function's paths say: which ones are hot, and which patterns repeat.
 *
 * Hot sequences are the ways down the forest where it is pruned: a node is left that has at least a part, the
 * threshold, of its root's count (paper k-BLPP, example 2 and figure 4), and whose parent is left; a way ends where no
 * child is left.
 *
 * A pattern is a cyclic sequence of paths.  A path follows it where the k paths that end with it go round it twice at
 * least, and round no shorter one: so patterns of up to k / 2 paths are seen, and each path follows one at most.
 *
 * Life cycle: zero-initialise, pep_iterations_find, read, pep_iterations_free. */
#ifndef PEP_PROFILE_ITERATIONS_H
#define PEP_PROFILE_ITERATIONS_H
#include "base/arena.h"
#include "profile/compare.h"
#include "profile/derive.h"

struct pep_hot_sequence {
    const uint64_t *paths;
    uint32_t length;
    uint64_t count, whole; /* whole: how often its first path came (pep_iterations_whole) */
    bool bound;            /* the count is a lower bound */
    uint64_t flow;         /* count times branches, as of a path */
};

struct pep_pattern {
    const uint64_t *paths; /* from the smallest number on */
    uint32_t length;
    uint64_t count; /* paths that follow it */
};

struct pep_iterations {
    uint64_t paths; /* that ended, in all */
    bool pruned;    /* memory was short: some counts are lower bounds, and those of patterns too */
    struct {
        PEP_ARRAY(struct pep_hot_sequence);
    } hot; /* of two paths at least, by flow, then count, then numbers */
    struct {
        PEP_ARRAY(struct pep_pattern);
    } patterns; /* by count, then numbers */
    struct pep_arena arena;
};

/* Appends the sequences of that length, by function, as pep_overlap compares them. */
void pep_iterations_weigh(struct pep_weights *weights, const char *unit, const struct pep_counts *counts,
                          uint32_t length);
/* Whether a count is that part of the whole at least, and not 0. */
bool pep_iterations_is_part(uint64_t count, uint64_t whole, double threshold);
/* What the nodes below a root are parts of: its count; or, since samples may have met what follows a path more often
 * than the path, the greatest of all of them.  root is its index. */
uint64_t pep_iterations_whole(const struct pep_sequences *s, size_t root);
/* Of each node of a forest whether it is left where that is pruned, which its parent is then too; roots are always.
 * pep_array_release. */
bool *pep_iterations_left(const struct pep_sequences *s, double threshold);
void pep_iterations_find(struct pep_iterations *found, const struct pep_counts *counts,
                         const struct pep_derived *derived, uint32_t k, double threshold);
void pep_iterations_free(struct pep_iterations *found);
#endif
