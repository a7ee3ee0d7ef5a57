/* prior.h - how often edges were taken in an earlier run, for a build that numbers by it (paper PEP, section 3.4).
 *
 * A prior holds edge counts of functions by name and shape.  What has a name and a shape twice, because a source was
 * built twice, is added up.  pep_prior_apply gives a new graph the counts of the one that had its shape: edges
 * correspond by index.  Everything behind it - costs, numbers, cuts, counters - looks at edge.frequency and need not
 * know where that comes from.
 *
 * Zero-initialise before use, pep_prior_free at the end. */
#ifndef PEP_CFGBUILD_PRIOR_H
#define PEP_CFGBUILD_PRIOR_H
#include "base/map.h"
#include "cfgbuild/cfg.h"

struct pep_prior_function {
    uint64_t shape;   /* pep_cfg_shape */
    uint64_t *counts; /* by edge, in the prior's arena */
    uint64_t told;    /* how often its paths, or some of its edges, were counted */
    uint32_t nedges;
    size_t next; /* of that name with another shape: index into functions + 1, or 0 */
};

struct pep_prior {
    struct {
        PEP_ARRAY(struct pep_prior_function);
    } functions;
    struct pep_map by_name; /* -> index into functions + 1 */
    uint64_t events;        /* all counts of all edges */
    uint64_t told;          /* of all functions of that run, known here or not; set by who reads the profile */
    uint64_t most;          /* of the one that has most of it; likewise */
    bool ample;             /* a function without counts does not run, or hardly; set by who reads the profile */
    struct pep_arena arena;
};

/* Adds the counts of all edges of a function, which is only looked at, and how often paths of it were counted. */
void pep_prior_add(struct pep_prior *prior, const struct pep_function *f, const uint64_t *counts, uint64_t told);
/* Sets f->guided, f->idle, f->hot and edge.frequency where the prior knows the function by name and shape, f->stale
 * where it does by name alone.  Of edges that ran equally often, or never, the estimate of loops.c decides.  Requires a
 * finished graph without frequencies. */
void pep_prior_apply(const struct pep_prior *prior, struct pep_function *f);
/* How often a guided function's edge was taken in that run, in an unknown unit that is the same for all its edges; 0
 * for never and where nobody knows. */
uint64_t pep_prior_count(const struct pep_function *f, const struct pep_edge *e);
/* How often that run came to the loop with this header, and how often it went round; requires truncation. */
struct pep_turns {
    uint64_t entries, turns;
};
struct pep_turns pep_prior_turns(const struct pep_function *f, uint32_t header);
void pep_prior_free(struct pep_prior *prior);
#endif
