/* successors.h - edges in the order of the text, for depth-first walks.
 *
 * Of a cycle with several ways in, a depth-first walk takes the block for the header to which it comes first.  Walks
 * that take successors in the order in which they stand in the text find the header of the loop that the programmer
 * wrote, not a label inside; and all walks find the same. */
#ifndef PEP_CFGBUILD_SUCCESSORS_H
#define PEP_CFGBUILD_SUCCESSORS_H
#include "cfgbuild/cfg.h"

struct pep_successors {
    uint32_t *order; /* blocks that have edges, as they stand in the text */
    uint32_t norder;
    uint32_t *out;   /* edges, those of a block together, their targets as they stand in the text */
    uint32_t *first; /* of each block in `out` */
    uint32_t *end;   /* behind its last */
};

/* Fills the lists, from the arena.  Edges to EXIT are left out, and those that are cut unless with_cut. */
void pep_successors_sort(struct pep_successors *s, const struct pep_function *f, bool with_cut,
                         struct pep_arena *arena);
#endif
