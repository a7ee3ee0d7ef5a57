/* hints.h - what an earlier run lets the compiler know of a guided function, so that the code around ours is good too.
 *
 * A condition that went one way nine times of ten tells how often it held, in the checking code of a duplicated
 * function too; a function that never ran while others of its unit did is cold:
 *
 *     if (__builtin_expect_with_probability(!!(a > b), 1, 0.98))
 *
 * Nothing of it counts, and the value of the condition is used for its truth alone. */
#ifndef PEP_REWRITE_HINTS_H
#define PEP_REWRITE_HINTS_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"

/* The chance that a condition holds, in percent: 1 to 99; 0 where the compiler is to be told nothing. */
unsigned pep_hints_chance(const struct pep_plan *p, const struct pep_node *condition, const struct pep_tokens *tokens);
/* Marks the function where it is cold. */
void pep_hints_mark(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *tokens);
#endif
