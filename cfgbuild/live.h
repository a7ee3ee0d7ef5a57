/* live.h - what is alive where: things that a block uses or sets, by number, and nothing of what they are.
 *
 * A thing is alive where a block begins if some way from there comes to a use of it before it is set.  Whoever fills
 * the sets tells uses and settings of a block in the order in which they happen; where that is in doubt, the use first,
 * and no setting at all. */
#ifndef PEP_CFGBUILD_LIVE_H
#define PEP_CFGBUILD_LIVE_H
#include "cfgbuild/cfg.h"

struct pep_live {
    uint32_t words;            /* of each set */
    uint64_t *used, *set, *in; /* by block: sets; used before it is set there, set and not used before, alive */
};

/* Nothing is used or set.  The sets are the arena's. */
void pep_live_begin(struct pep_live *l, const struct pep_function *f, uint32_t things, struct pep_arena *arena);
void pep_live_use(struct pep_live *l, uint32_t block, uint32_t thing);
void pep_live_set(struct pep_live *l, uint32_t block, uint32_t thing);
/* Solves; cut edges are ways like others. */
void pep_live_solve(struct pep_live *l, const struct pep_function *f);
/* After that: is it alive where the block begins? */
bool pep_live_in(const struct pep_live *l, uint32_t block, uint32_t thing);

/* Marks the blocks that can be reached from a block, itself too; backwards, those from which it can be reached.
 * reached has room for all blocks and is clear. */
void pep_cfg_reach(bool *reached, const struct pep_function *f, uint32_t block, bool backwards);
#endif
