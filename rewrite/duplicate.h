/* duplicate.h - two versions of a function: checking code, which runs nearly always, and a duplicate that records
 * (paper Arnold-Ryder, section 2).
 *
 * The checking code is the user's text and checks: one where the function begins, and one at the back edge of each loop
 * that holds further loops or calls, but for calls that compilers put in place.  Where a check asks for a sample, it
 * calls the duplicate, a cold function of its own:
 *
 *     int f(int n) { check: return __pep_dup_f(n, 1, 0);
 *         for (int i = 0; i < n; i++, ({ check: __pep_dup_f(n, 1, ways); i = ... })) g(i); }
 *
 *     static int __pep_dup_f(int n, unsigned __pep_on, void **__pep_w) { the same text with the operations of edges }
 *
 * A function that sorts call back may have a third text, `__pep_bare_f` (callbacks.h).
 *
 * `__pep_on` says whether to record: quiet callees of a duplicate (below) are told what it does itself.  Where blocks
 * are told it is the level in its place (pep/abi.h: Subpaths), and checking code says __pep_left() where control comes
 * back.  Where there are doors, `__pep_w` says which: its first element is the door's number, and the others what is
 * handed over; or it is null.
 *
 * The duplicate has a *door* at each of these loops: called with the door's number, it begins at the loop's header with
 * the locals of the caller that are alive there (alive.h), records the region up to the next back edge with a check,
 * and returns there with what they have become, the first element cleared; or, where the loop ends first, at the end
 * of the function.  So a hot loop keeps its registers - only copies of locals have their addresses taken, in cold
 * code - and all checks share one duplicate.  Innermost loops without calls have no check and can be vectorised; the
 * duplicate runs them to their end, so that they are seen as often as what is around them.  But that makes samples of
 * loops that turn very often few and large: those that count are checked at the end of each strip of turns (strips.h)
 * unless they are likely to be vector code, and those that do much in a turn at each turn, or where a prior knows how
 * often they turned, all that turned often.  Computed gotos that all look alike are one further door, since they are
 * the back edges of interpreters.
 *
 * A region ends at a back edge with a check, but an activation that began in the duplicate ends there: it goes on
 * without recording, until such a check asks again.  So does one that has left the loop by whose door it came, to the
 * end of a turn of a loop around, which has a door too; its number in the first element says so, and checking code goes
 * on at the end of that loop's body.  What only the loop around changes so stays as it is in the inner one, for the
 * compiler as well.
 *
 * Sequences of paths (-fpep=kpaths) may be longer than a region, so a check has the duplicate tell the next B regions
 * (PEP_BURST, else k, each of which ends a path at least), and what counts is what ends in the last of them; of a
 * duplicate that was called where the function begins, in all B.  So a sequence counts where one check was taken, the
 * B-th back from its end or the entry, and each has the same chance wherever it stands in its activation.  `__pep_on`
 * is a bit for each region to come, and bursts may overlap: where every check is taken, everything counts once.  And
 * innermost loops have doors too: they are what sequences are of, and whole loops are few and large samples.
 *
 * Static variables stand in front of both versions (statics.h).
 *
 * A static function that is only called, never from itself nor from where there is no duplicate, is *quiet*: it has no
 * check on entry, and duplicates call its duplicate.  So it is recorded when its callers are.  What is derived from its
 * callers (derive.h) has a duplicate where it calls such, to pass on whether to record.  A function without loops whose
 * every path ends where it is known has no duplicate but sample points, which are as many (Partial-Duplication: what is
 * left of its duplicate is the operation). */
#ifndef PEP_REWRITE_DUPLICATE_H
#define PEP_REWRITE_DUPLICATE_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"

/* Settles for the functions of a unit, once all are planned, where their duplicates have doors, which are quiet, and
 * which need no duplicate.  Those that are not instrumented have no mode. */
void pep_duplicate_settle(struct pep_plan *plans, uint32_t n, const struct pep_tokens *tokens, struct pep_arena *arena);
/* Does it have one?  Once that is settled. */
bool pep_duplicate_exists(const struct pep_plan *p);
/* Why a function of a duplicated unit has one version, or no doors where it has loops; NULL where all is as it should
 * be. */
const char *pep_duplicate_excuse(const struct pep_plan *p);

/* Appends a call of the duplicate, without a newline, from where its entry was checked. */
void pep_duplicate_call(struct pep_buffer *out, const struct pep_plan *p, const char *arguments);
/* Appends the edits that make the text of a function its checking code, and to `behind`, which goes to the end of the
 * unit, the duplicate. */
void pep_duplicate_emit(struct pep_edits *edits, struct pep_buffer *behind, const struct pep_plan *plans,
                        const struct pep_plan *p, const struct pep_tokens *tokens);
#endif
