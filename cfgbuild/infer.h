/* infer.h - the counts of all arcs of a graph from counts of some of its blocks: those that contradict each other least
 * where they do not fit together.
 *
 * This is how counts of the source reach a compiler's own graph of a function, of whose blocks only the lines are known
 * that they came from (-fpep-optimize).  Some blocks have no count then, and some a wrong one, since a compiler folds
 * branches and joins blocks as it likes; but what it is given has to be a flow.
 *
 * The answer is a flow of least cost, where each execution that a block has more or less than its count, and each that
 * takes an arc that only calls which do not come back would take, has a price (Levin, Newman and Haber, "Complementing
 * missing and inaccurate profiling using a minimum cost circulation algorithm", 2008; the prices are of the order of
 * those in He, Mestre, Pupyrev, Wang and Yu, "Profile inference revisited", 2022, table 2). */
#ifndef PEP_CFGBUILD_INFER_H
#define PEP_CFGBUILD_INFER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PEP_INFER_UNKNOWN UINT64_MAX

struct pep_infer_arc {
    uint32_t src, dst;
    bool rare;      /* taken by what leaves a block in the middle: a call that does not return, or returns twice */
    uint64_t count; /* the answer */
};

/* Sets the counts of the arcs.  Blocks are 0 to nblocks - 1; 0 is the entry and 1 the exit; `blocks` holds the count of
 * each or PEP_INFER_UNKNOWN, none above UINT64_MAX / (4 * nblocks + 4).  What comes into an inner block then leaves it,
 * and the exit has what the entry has. */
void pep_infer_flow(struct pep_infer_arc *arcs, size_t narcs, const uint64_t *blocks, uint32_t nblocks);
#endif
