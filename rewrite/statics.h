/* statics.h - static variables of a function that has two versions, which are one variable for both: their declarations
 * move in front of the function, under names that are the unit's, and a debugger knows them by these. */
#ifndef PEP_REWRITE_STATICS_H
#define PEP_REWRITE_STATICS_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"

/* Appends the declarations, in one line. */
void pep_statics_declare(struct pep_buffer *out, const struct pep_plan *p, const struct pep_tokens *t);
/* Takes them out of the text of a version, and names the variables where they are mentioned. */
void pep_statics_rename(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t);
#endif
