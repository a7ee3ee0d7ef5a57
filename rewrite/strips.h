/* strips.h - countable loops whose turns are sampled in strips (paper Arnold-Ryder, section 2, has a check at each).
 *
 * An innermost loop that counts up to a bound which it does not change is not checked turn by turn: that costs as much
 * as its body may, and keeps compilers from making vector code of it.  Nor is it one sample: a loop of a million turns
 * would be seen once in a thousand times that it runs, and then whole.  Where the counter passes a multiple of
 * PEP_STRIP a strip of turns ends, and there it is checked:
 *
 *     for (i = 0; i < n; ({ if (i < n) check; })) {
 *         T l = (i | 1023) < n ? (i | 1023) + 1 : n;
 *         for (; i < l; i++) BODY }
 *
 * The duplicate keeps the loop as it is, and its regions end at the same turns, so that each turn has the same chance.
 * A loop of few turns passes no such multiple, or one, and pays for the bound that is worked out where it begins. */
#ifndef PEP_REWRITE_STRIPS_H
#define PEP_REWRITE_STRIPS_H
#include "frontend/lexer.h"
#include "frontend/scopes.h"
#include "rewrite/plan.h"

/* Turns of a strip; a power of two. */
#define PEP_STRIP 1024

/* Is it such a loop?  Then fills in `strip`. */
bool pep_strip_find(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                    const struct pep_scopes *scopes, const struct pep_tokens *t);

/* Conditions where the loop turns: it goes on; and that in another strip. */
void pep_strip_goes_on(struct pep_buffer *out, const struct pep_strip *strip);
void pep_strip_ended(struct pep_buffer *out, const struct pep_strip *strip);
/* The head of the loop over a strip, up to its third part: { T e = ...; for (; i < e; */
void pep_strip_open(struct pep_buffer *out, const struct pep_strip *strip);
#endif
