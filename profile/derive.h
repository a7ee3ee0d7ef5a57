/* derive.h - what follows from a function's counts: edges, blocks, branch flow, the paths with their branches.
 *
 * Path mode: the path of each number is regenerated (paper PEP, section 3.3) and its count added to its edges.  Edge
 * mode: the edges that carried no counter follow from conservation of flow.  Block mode (PEP_STORE_BLOCKS): a record is
 * the count of all blocks that share its counter.  Of blocks without one, of edges, branch flow and paths nothing is
 * known then: they are 0.  So are the entries where the entry has no counter (pep_derive_knows_entries).
 *
 * Branch flow (paper PEP, section 6.3) of a path is F(p) = freq(p) x b(p), b the number of branches on the path: of
 * edges out of blocks with more than one successor, the one that ends the path included.  A path without a branch has
 * flow 0, as in the paper.  The flow of a function is the sum over its paths; counted from edges it is the sum of the
 * counts of the same edges, so both modes give the same figure. */
#ifndef PEP_PROFILE_DERIVE_H
#define PEP_PROFILE_DERIVE_H
#include "base/array.h"
#include "cfgbuild/cfg.h"
#include "profile/profile.h"

struct pep_derived_path {
    uint64_t number, count, flow;
    uint32_t start, nbranches;
};

struct pep_derived {
    uint64_t *edges;     /* count of each edge, by index */
    uint64_t *blocks;    /* count of each block */
    uint64_t entries;    /* how often the function was entered */
    uint64_t flow;       /* branch flow */
    uint64_t rejected;   /* records that name no path, edge or block of this graph: 0 unless the profile is damaged */
    uint32_t unbalanced; /* edge mode: blocks where flow is not conserved (longjmp, exit, threads without update) */
    struct {
        PEP_ARRAY(struct pep_derived_path); /* those that ran, hottest flow first, then count, then number */
    } paths;
};

/* Derives everything.  `d` is zero-initialised; pep_derived_free at the end.  counts may be NULL: nothing ran. */
void pep_derive(struct pep_derived *d, const struct pep_function *f, const struct pep_counts *counts);
void pep_derived_free(struct pep_derived *d);
/* Whether the entries of a function are counted, or follow from what is. */
bool pep_derive_knows_entries(const struct pep_function *f);
/* Whether an edge is one of the b of the branch flow. */
bool pep_derive_is_branch(const struct pep_function *f, const struct pep_edge *e);
#endif
