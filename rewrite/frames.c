#include "rewrite/frames.h"
#include <inttypes.h>

/* As extern inline functions of GNU's kind they are never emitted, and inline functions with external linkage may name
 * them. */
#define INLINE "extern __inline__ __attribute__((gnu_inline, always_inline, no_instrument_function)) "

void pep_frames_prologue(struct pep_buffer *out)
{
    pep_buffer_adds(
        out,
        "struct __pep_frame { struct __pep_frame *up; struct __pep_unit *unit; unsigned function; };\n"
        "__thread struct __pep_frame *__pep_top __asm__(\"pep_top\") "
        "__attribute__((weak, visibility(\"hidden\"), used));\n" INLINE
        "struct __pep_frame *__pep_enter(struct __pep_frame *f) { f->up = __pep_top; return __pep_top = f; }\n" INLINE
        "void __pep_leave(struct __pep_frame *f) { __pep_top = f->up; }\n");
}

/* The initialiser is constant, as C90 wants it. */
void pep_frames_declare(struct pep_buffer *out, const struct pep_plan *p)
{
    pep_buffer_printf(
        out,
        " struct __pep_frame __pep_own __attribute__((__cleanup__(__pep_leave))) = { 0, &__pep_u%s, %" PRIu32
        "u }, *__pep_a __attribute__((__unused__)) = __pep_enter(&__pep_own);",
        p->f->is_inline ? "x" : "", p->f->index);
}

void pep_frames_set(struct pep_buffer *out)
{
    pep_buffer_adds(out, "__pep_top = &__pep_own; ");
}
