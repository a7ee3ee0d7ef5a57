/* subpaths.h - sequences of blocks of a thread, through back edges, calls and returns (paper OSP), in a profile.
 *
 * A subpath has 2^n blocks.  It is kept as the pair of its halves, which are subpaths of 2^(n-1) blocks, down to single
 * blocks, so what long ones have in common is there once: a profile takes as much memory as the runtime did.  What is
 * only a part of others has no samples.
 *
 * How often a subpath came is an estimate: the sum of what each of its samples stands for.  What it varies by follows
 * from the same: c samples that stand for d each, d - 1 of them unseen, give the variance c (d^2 - d), which is 0 where
 * all were counted.  Such sums add up over threads, processes and runs, however differently they were sampled.
 *
 * Order: places by (unit, function, block).  Of the subpaths single blocks come first, one for each place and at the
 * same index, then the others by (n, left, right, encoding); so halves stand in front of what they are halves of.
 * Whoever is in no sample and no part of one that is, is not there.  Totals by (way, encoding, weights).  No key twice.
 * Builders push in any order, but halves first, and sort; indices hold until then. */
#ifndef PEP_PROFILE_SUBPATHS_H
#define PEP_PROFILE_SUBPATHS_H
#include "base/array.h"
#include <pep/raw.h>
#include <stdbool.h>
#include <stdint.h>

enum { PEP_SUBPATH_LONGEST = 1 << PEP_RAW_LENGTHS }; /* of the longest */
#define PEP_NO_SUBPATH UINT32_MAX

struct pep_place {
    uint64_t unit;     /* hash */
    uint32_t function; /* index in the unit */
    uint32_t block;    /* of the function */
};

struct pep_subpath {
    uint32_t left, right; /* its halves; of a single block the place, and 0 */
    uint8_t n;
    uint8_t encoding;  /* enum pep_raw_encoding: what else it stands for; that of a half is EXACT */
    uint64_t samples;  /* of counts that are exact, as many as it came */
    uint64_t estimate; /* how often it came */
    uint64_t variance; /* of the estimate */
};

/* How it was sampled, and how much: what was sampled in one way is added up. */
struct pep_subpath_total {
    uint32_t way;      /* enum pep_raw_subpath_way */
    uint32_t encoding; /* enum pep_raw_encoding */
    uint32_t weight[PEP_RAW_LENGTHS + 1];
    uint64_t told, recorded, dropped, lost, stays, aged;
    uint64_t distance; /* of so many blocks one begins a subpath, with all thinning: the largest */
    uint64_t bytes;    /* that a thread's sample may take: the largest */
};

struct pep_subpaths {
    struct {
        PEP_ARRAY(struct pep_place);
    } places;
    PEP_ARRAY(struct pep_subpath);
    struct {
        PEP_ARRAY(struct pep_subpath_total);
    } totals;
};

/* Their order. */
int pep_place_compare(const struct pep_place *a, const struct pep_place *b);

void pep_subpaths_free(struct pep_subpaths *s);
/* Appends a single block, or what the two halves make: they are of one length, shorter than the longest, and of
 * encoding EXACT.  Gives its index. */
uint32_t pep_subpaths_add_block(struct pep_subpaths *s, uint64_t unit, uint32_t function, uint32_t block);
uint32_t pep_subpaths_add_halves(struct pep_subpaths *s, uint32_t left, uint32_t right, enum pep_raw_encoding encoding);
void pep_subpaths_sort(struct pep_subpaths *s);
/* Adds `from` to `into`; both are in order, and so is the result. */
void pep_subpaths_merge(struct pep_subpaths *into, const struct pep_subpaths *from);
/* Takes from s what `before` has.  Where a sample was thinned meanwhile an estimate may have become smaller: 0 is left
 * then.  Where fewer blocks were told than before, the program began anew, and all stays as it is. */
void pep_subpaths_since(struct pep_subpaths *s, const struct pep_subpaths *before);
/* Of each subpath of `from` its index in s, or PEP_NO_SUBPATH; both are in order.  For pep_array_release. */
uint32_t *pep_subpaths_locate(const struct pep_subpaths *s, const struct pep_subpaths *from);
/* The places that it goes through, by index; gives how many. */
uint32_t pep_subpaths_expand(uint32_t places[PEP_SUBPATH_LONGEST], const struct pep_subpaths *s, uint32_t at);

/* How many blocks ran, as far as the profile tells: what was told where all was counted, else the sum of the estimates
 * of that length which has the most samples. */
uint64_t pep_subpaths_blocks(const struct pep_subpaths *s);
/* Whether all that was counted is exact. */
bool pep_subpaths_is_exact(const struct pep_subpaths *s);
/* Between what the true count lies with a probability of 95 %, where its samples were taken independently of one
 * another: the sample is as good as estimate^2 / variance of equal weight, and those come as Poisson says. */
void pep_subpaths_interval(double *low, double *high, const struct pep_subpath *at);

/* The shortest distance at which a sequence repeats itself: of `a b a b` 2, of `a b a` 2, of `a b c` 3. */
uint32_t pep_subpaths_period(const uint32_t *blocks, uint32_t n);
#endif
