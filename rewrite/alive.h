/* alive.h - which of a function's locals matter where its duplicate is entered.
 *
 * Handed over is a local that the duplicate may read before it assigns it; handed back, one that it may have changed
 * when it is left again, and that is read behind.  Both are asked for where a door is, to which the duplicate also
 * comes back, so that one set of live locals answers both.  One that cannot be copied is one place in both versions:
 * its address is handed over where it may have been mentioned before and may be mentioned again, whatever is assigned.
 *
 * An assignment ends a life only where it is certain to happen with its block: at the beginning of an expression
 * without branches.  Whatever else has the name of a local may read it, unless it asks for its size or type. */
#ifndef PEP_REWRITE_ALIVE_H
#define PEP_REWRITE_ALIVE_H
#include "cfgbuild/live.h"
#include "frontend/lexer.h"
#include "rewrite/plan.h"

struct pep_alive {
    const struct pep_plan *p;
    const struct pep_tokens *t;
    uint32_t *block;      /* by mention; PEP_NO_BLOCK where it is never reached */
    struct pep_live live; /* of locals */
    struct pep_loops loops;
};

/* The first mention at or behind an offset, by index. */
uint32_t pep_alive_mention(const struct pep_whole *whole, uint32_t offset);
void pep_alive_find(struct pep_alive *a, const struct pep_plan *p, const struct pep_tokens *t);
void pep_alive_free(struct pep_alive *a);
/* Fills the lists of a door whose node and block are known, and the door around, if there is one; what is declared is
 * told by the offset.  closed says whether nobody jumps into the loop, and is cleared where others lead back to it. */
void pep_alive_hand(struct pep_door *door, const struct pep_alive *a, uint32_t offset, const struct pep_door *around);
#endif
