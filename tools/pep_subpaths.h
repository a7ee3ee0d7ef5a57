/* pep_subpaths.h - subpaths by their heat, tied to the source: what pep subpaths lists.
 *
 * How hot a subpath is tells its count, or what part of all blocks ran in it.  Occurrences of a subpath overlap where
 * it repeats itself - a loop of two blocks runs through each subpath of its own blocks at each turn, however long that
 * is - so each occurrence is given a turn of it, its period (subpaths.h), and no more: the share is a lower bound, and
 * no more than all.
 *
 * What is one thing to a reader stands under one head: rotations of a loop, what lies within another subpath or goes
 * round it, what contains it, and what goes on where it ends (by half of the shorter one at least), as far as one
 * accounts for the count of the other.  The hot part that several colder subpaths have in common is a head of its
 * own. */
#ifndef PEP_TOOLS_PEP_SUBPATHS_H
#define PEP_TOOLS_PEP_SUBPATHS_H
#include "tools/pep_session.h"
#include "tools/pep_source.h"
#include "tools/pep_steps.h"
#include <jansson.h>

struct pep_hot_subpath {
    uint32_t at;             /* index in the profile's subpaths */
    uint32_t blocks, period; /* how many it has, and after how many it repeats itself */
    uint64_t covered;        /* blocks that ran in it: estimate times period, or all */
    double low, high;        /* of its count */
    size_t like;             /* a head: how many stand under it */
};

struct pep_hot_subpaths {
    PEP_ARRAY(struct pep_hot_subpath); /* the hottest first: heads, or all of them with --all */
    const struct pep_session *session;
    const struct pep_subpaths *subpaths;
    const struct pep_counted **counted; /* of each place its function, or NULL where that is stale or missing */
    uint64_t whole;                     /* blocks that ran (pep_subpaths_blocks) */
    size_t further;                     /* that are hot too and stand under no head that is listed */
    size_t rare;                        /* that are hot, but in too few samples to be sure */
    size_t stale;                       /* that go through functions that are stale or without a map */
    struct pep_arena arena;
};

/* Lists what the arguments ask for: --top, --threshold, --sort, --lengths, --samples, --function, --all.  The functions
 * of the session are found (pep_session_functions); it has to stay. */
void pep_hot_subpaths_find(struct pep_hot_subpaths *hot, const struct pep_session *s, const struct pep_arguments *a);
void pep_hot_subpaths_free(struct pep_hot_subpaths *hot);
/* Brings the ranked ones under heads, `top` at most, and counts what is left over (pep_subpaths_group.c). */
void pep_hot_subpaths_group(struct pep_hot_subpaths *hot, uint64_t top);

/* The rows of a subpath, with what repeats folded (pep_subpaths_steps.c). */
void pep_subpaths_steps(struct pep_steps *steps, const struct pep_hot_subpaths *hot, uint32_t at);

/* The line that tells how much there is, and what to keep in mind about it. */
void pep_subpaths_print_head(const struct pep_subpaths *s);
/* The list, as much as `rows` rows of a screen hold. */
void pep_subpaths_print(const struct pep_hot_subpaths *hot, struct pep_sources *sources, const struct pep_arguments *a,
                        size_t rows);
json_t *pep_subpaths_json(const struct pep_hot_subpaths *hot, struct pep_sources *sources,
                          const struct pep_arguments *a);
/* What was sampled and how, of each way. */
json_t *pep_subpaths_totals_json(const struct pep_subpaths *s);
#endif
