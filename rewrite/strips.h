/* strips.h - countable loops whose turns are sampled in strips (paper Arnold-Ryder, section 2, has a check at each).
 *
 * An innermost loop that only counts is not checked turn by turn: that costs as much as its body may, and keeps
 * compilers from making vector code of it.  Nor is it one sample: a loop of a million turns would be seen once in a
 * thousand times that it runs, and then whole.  Where the counter passes a multiple of PEP_STRIP a strip of turns ends,
 * and there it is checked:
 *
 *     for (i = 0; i < n; ({ if (i < n) check; })) {
 *         T l = (i | 1023) < n ? (i | 1023) + 1 : n;
 *         for (; i < l; i++) BODY }
 *
 *     do { do BODY while (--n & 1023); } while (n && ({ check; 1; }));
 *
 * and likewise for loops that count down, or by more than one.  A search, which is left where it has found something,
 * asks at each turn instead (pep_strip_asks).
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

/* How control can come into the middle of a statement, or leave it there. */
enum pep_ways {
    PEP_WAY_IN = 1,    /* by a label, or a case of a switch around it */
    PEP_WAY_BREAK = 2, /* by a break of a loop or switch around it */
    PEP_WAY_OUT = 4,   /* by return or goto */
};
/* All of them that a statement without loops has, or an innermost loop; of others the breaks of the loops inside too.
 * in_switch: the cases and breaks that are met belong to a switch in it. */
unsigned pep_strip_ways(const struct pep_node *n, bool in_switch);
/* Does the loop count, and can nobody enter it in its middle?  Only then is `strip` of use. */
bool pep_strip_find(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                    const struct pep_scopes *scopes, const struct pep_tokens *t);
/* Has each turn to ask whether it is the last of a strip?  There is no other way where the bound may change, or the
 * loop is left in the middle of a turn; the head of the loop stays as it is. */
bool pep_strip_asks(const struct pep_strip *strip);

/* Does no subscript of such a loop come out of an array, or out of what the turn has worked out?  Then it may be vector
 * code, and be it for what compilers know of the number of turns, which the bound of a strip hides: gcc makes such with
 * -O2 of loops whose turns fill vectors, and no others. */
bool pep_strip_is_even(const struct pep_plan *p, const struct pep_node *loop, const struct pep_scopes *scopes,
                       const struct pep_tokens *t);

/* Where the loop, which is around the door or is the door's own, steps its counter by more than one from a number on,
 * compilers know what that leaves modulo a power of two, and by that how often loops turn that have it for a bound.  Of
 * copies they would not: writes it down where the counter is handed over. */
void pep_strip_tell_steps(struct pep_door *door, const struct pep_plan *p, const struct pep_node *loop,
                          const struct pep_scopes *scopes, const struct pep_tokens *t);

/* Checking code, with the statements of a check between two strips; what is opened here closes behind the loop.
 * Of a for, in place of what stands in front of the third part: the loop's own third part, and the head of the loop
 * over a strip, `{ T l = ...; for (; i < l; `. */
void pep_strip_for(struct pep_buffer *out, const struct pep_strip *strip, const char *latch);
/* Of a do, behind the condition of a loop in front of which `do { ` stands. */
void pep_strip_do(struct pep_buffer *out, const struct pep_strip *strip, const char *latch);

/* Where the loop turns: a condition that the strip is over, and the loop goes on where it can tell. */
void pep_strip_ended(struct pep_buffer *out, const struct pep_strip *strip);
#endif
