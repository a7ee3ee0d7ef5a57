/* callbacks.h - calls of sorts and searches that call back (frontend/callbacks.c), where blocks are told in duplicates.
 *
 * A sort that is not instrumented is an activation without checks of its own.  So what it is given is a stub, which has
 * one and then calls the function; and who called the sort says when that is over (pep/abi.h: Subpaths).
 *
 *     qsort(a, n, size, compare)    becomes    (qsort(a, n, size, __pep_call0_f), __pep_over()) */
#ifndef PEP_REWRITE_CALLBACKS_H
#define PEP_REWRITE_CALLBACKS_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"

/* Appends the declarations of a function's stubs, and their definitions, without a newline. */
void pep_callbacks_declare(struct pep_buffer *out, const struct pep_plan *p);
void pep_callbacks_define(struct pep_buffer *out, const struct pep_plan *p, const struct pep_tokens *t);
/* Leads the calls of a version of the function to the stubs. */
void pep_callbacks_redirect(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t);
#endif
