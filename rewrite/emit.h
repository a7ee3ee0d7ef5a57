/* emit.h - from a plan to edits: the one place where each construct of emitted C is spelled.
 *
 * An if whose else edge adds 2, a loop whose back edge ends a path, and a short circuit look like this afterwards:
 *
 *     if (a) x(); else { __pep_r += 2; y(); }
 *     while (p) { p = p->next; __pep_r[7]++; __pep_r = __pep_c + 4; }
 *     if (((a) || __extension__({ __pep_r += 1; 0; })) && b)
 */
#ifndef PEP_REWRITE_EMIT_H
#define PEP_REWRITE_EMIT_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"

/* Appends the edits of a planned function; p->f->base and index are settled. */
void pep_emit_function(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *tokens);
#endif
