/* checks.h - how generated code asks whether the policy wants to see it, and what it refers to for that.
 *
 * Everywhere the test comes first and is nearly always false: the tick is down, or the countdown is not yet at its end.
 * On x86-64 test and call are assembly, so that the compiler sees no call: registers stay where they are, and no frame
 * is needed for a call that is never made (include/pep/abi.h). */
#ifndef PEP_REWRITE_CHECKS_H
#define PEP_REWRITE_CHECKS_H
#include "base/buffer.h"
#include "base/options.h"

/* "if (the test holds) ", in C; where it holds, __pep_point, __pep_points or __pep_check is to be asked. */
const char *pep_checks_when(const struct pep_options *options);
/* What is true in a duplicate where what happens counts. */
const char *pep_checks_counts(const struct pep_options *options);
/* Appends what sampled and duplicated units have in front of their functions. */
void pep_checks_prologue(struct pep_buffer *out, const struct pep_options *options);
#endif
