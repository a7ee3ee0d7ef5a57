/* callbacks.h - calls of sorts and searches that call back (frontend/callbacks.c), where blocks are told in duplicates.
 *
 * A sort that is not instrumented is an activation without checks of its own.  So what it is given is a stub, which has
 * one and then calls the function; and who called the sort says when that is over (pep/abi.h: Subpaths).
 *
 *     qsort(a, n, size, compare)    becomes    (qsort(a, n, size, __pep_call0_f), __pep_over())
 *
 * The function has another check, of its own.  But of a static one there is a text without that, which the stub calls
 * and compilers put in place; and the stub itself calls its duplicate. */
#ifndef PEP_REWRITE_CALLBACKS_H
#define PEP_REWRITE_CALLBACKS_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"

/* Finds what the stubs call of what the unit defines, where it is settled which functions have duplicates. */
void pep_callbacks_settle(struct pep_plan *plans, uint32_t n, const struct pep_tokens *t);
/* Appends the declarations of a function's stubs, and their definitions, without a newline. */
void pep_callbacks_declare(struct pep_buffer *out, const struct pep_plan *p);
void pep_callbacks_define(struct pep_buffer *out, const struct pep_plan *plans, const struct pep_plan *p,
                          const struct pep_tokens *t);
/* Leads the calls of a version of the function to the stubs. */
void pep_callbacks_redirect(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t);
#endif
