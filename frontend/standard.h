/* standard.h - the version of C that a unit is in. */
#ifndef PEP_FRONTEND_STANDARD_H
#define PEP_FRONTEND_STANDARD_H
#include "frontend/lexer.h"

struct pep_standard {
    bool c23;        /* C23 or later */
    bool gnu_inline; /* a plain `inline` emits code, as in GNU C90 */
    bool in_doubt;   /* no option names it, and the text has words that may be keywords of C23: `c23` is the guess */
    bool named;      /* by an option */
};

/* Do the compiler's options ask for C90 without extensions? */
bool pep_standard_is_strict_c90(const char *const *arguments);
/* By the compiler's options, a list that ends with NULL.  Where none names it, it is the compiler's own, which for gcc
 * is C23 from 15 on: what the text says tells sooner than another process. */
void pep_standard_find(struct pep_standard *standard, const struct pep_tokens *t, const char *const *arguments);
#endif
