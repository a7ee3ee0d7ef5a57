/* frames.h - how a function tells samples that it is active, so that they can take their callers (pep/abi.h:pep_frame).
 *
 * A function that calls something keeps a frame on its stack, the innermost one while nobody that it calls has one:
 *
 *     struct __pep_frame __pep_own __attribute__((__cleanup__(__pep_leave))) = { 0, &__pep_u, 3u },
 *         *__pep_a __attribute__((__unused__)) = __pep_enter(&__pep_own);
 *
 * The attribute takes it back wherever the function ends.  What is inlined keeps a frame of its own, so contexts are
 * those of the source whatever the compiler makes of it.  Where a call has to be a jump (musttail) there is
 * none. */
#ifndef PEP_REWRITE_FRAMES_H
#define PEP_REWRITE_FRAMES_H
#include "base/buffer.h"
#include "rewrite/plan.h"

/* Appends what units have in front of their functions. */
void pep_frames_prologue(struct pep_buffer *out);
/* Appends the declaration of the function's frame, behind a blank. */
void pep_frames_declare(struct pep_buffer *out, const struct pep_plan *p);
/* Appends, as a statement, that the function's frame is the innermost one again: setjmp came back. */
void pep_frames_set(struct pep_buffer *out);
#endif
