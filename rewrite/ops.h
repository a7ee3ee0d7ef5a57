/* ops.h - how the operations of an edge are spelled, and what they need around them.
 *
 * There are three ways to record.  Exhaustive: the end of a path counts it.
 *
 *     __pep_r[3]++;
 *
 * Sampled (paper PEP, section 4.4): the end of a path is a sample point, where the tick is looked at.
 *
 *     __pep_p(&__pep_r[3]);
 *
 * In a duplicate (paper Arnold-Ryder; duplicate.h): counted while the duplicate is to record.
 *
 *     if (__pep_on) (void)__atomic_fetch_add(&__pep_r[3], 1, 0);
 *
 * Where sequences of paths are counted, the runtime is told its number, and gives back how far this activation is.
 *
 *     __pep_a = __pep_step(&__pep_u, 7u, __pep_a, __pep_r + 3ull);
 *
 * Everything else - the path register, the locals of collapsed loops - is the same, so all give the same numbers. */
#ifndef PEP_REWRITE_OPS_H
#define PEP_REWRITE_OPS_H
#include "base/buffer.h"
#include "rewrite/plan.h"

/* Appends the operations of an edge as statements ("__pep_r += 2; "). */
void pep_ops_emit(struct pep_buffer *out, const struct pep_plan *p, uint32_t edge);
/* Appends the declarations that the function's operations need, each behind a blank. */
void pep_ops_declare(struct pep_buffer *out, const struct pep_plan *p);
/* Appends, as a statement, that the function is entered at a block: a path begins there, or the block is told; nothing
 * where no path needs r, or the block is told nowhere. */
void pep_ops_enter(struct pep_buffer *out, const struct pep_plan *p, uint32_t block);
/* Appends, as a statement, that a value comes by a site of the function. */
void pep_ops_value(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *value);
/* Whether code itself counts functions that it finds in the unit's `recent` (abi.h). */
bool pep_ops_remember(const struct pep_options *options);
/* The same of a function that is about to be called through a pointer. */
void pep_ops_target(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer);
#endif
