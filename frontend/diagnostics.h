/* diagnostics.h - what two steps of one compilation say, as if it were one.
 *
 * The preprocessor's messages come from the first step.  Some (#pragma GCC warning, comments of the wrong kind) come
 * again from the second with the same first line: those are dropped there, with the "In function" line that would
 * stand alone.  clang's "2 warnings generated." is counted anew. */
#ifndef PEP_FRONTEND_DIAGNOSTICS_H
#define PEP_FRONTEND_DIAGNOSTICS_H
#include "base/buffer.h"

/* Appends both texts, of the second only what the first does not say. */
void pep_diagnostics_join(struct pep_buffer *out, const char *first, const char *second);
#endif
