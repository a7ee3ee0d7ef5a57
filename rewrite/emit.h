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

/* What one of a function's two versions has beside the operations of its edges (duplicate.h).  Each callback appends
 * statements, or nothing. */
struct pep_version {
    bool plain; /* has no operations */
    /* NULL for nothing. */
    void (*entry)(struct pep_buffer *out, const struct pep_plan *p);
    /* In front of the loop's first turn, behind its first part; NULL for nothing. */
    void (*before)(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door);
    /* At the end of the body, which continue jumps over; NULL for nothing. */
    void (*end)(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door);
    /* Behind the body, whoever comes from there, before the loop steps; NULL for nothing. */
    void (*step)(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door);
    /* Where the loop turns. */
    void (*latch)(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door);
    /* In front of a computed goto. */
    void (*jump)(struct pep_buffer *out, const struct pep_plan *p, const struct pep_node *jump);
};

/* Appends the edits of a planned function, or of the version given; p->f->base and index are settled.  Any number of
 * versions may be made, in any order. */
void pep_emit_function(struct pep_edits *edits, const struct pep_plan *p, const struct pep_version *version,
                       const struct pep_tokens *tokens);
#endif
