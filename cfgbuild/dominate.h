/* dominate.h - depth-first numbers and dominators.
 *
 * Blocks have two names here: the index in the function and the number, which counts them in the order in which the
 * depth-first walk from ENTRY meets them (preorder).  ENTRY is 0; EXIT has no number and dominates nothing. */
#ifndef PEP_CFGBUILD_DOMINATE_H
#define PEP_CFGBUILD_DOMINATE_H
#include "cfgbuild/cfg.h"

struct pep_dominators {
    uint32_t count;        /* of numbers */
    uint32_t *number;      /* by index; PEP_NO_BLOCK for EXIT */
    uint32_t *block;       /* by number: the index */
    uint32_t *parent;      /* by number: number in the tree of the walk */
    uint32_t *first, *end; /* by number: place in a preorder of the dominator tree, and behind the last one below */
};

/* Fills all lists, from the arena. */
void pep_dominators_find(struct pep_dominators *d, const struct pep_function *f, struct pep_arena *arena);

/* Does the block of number a stand on every way from ENTRY to that of number b?  True also where they are one. */
static inline bool pep_dominates(const struct pep_dominators *d, uint32_t a, uint32_t b)
{
    return d->first[a] <= d->first[b] && d->first[b] < d->end[a];
}
#endif
