/* dump.h - what -fpep-dump shows, a letter a stage: t tokens, c CFG, n numbers, p plan, e edits. */
#ifndef PEP_REWRITE_DUMP_H
#define PEP_REWRITE_DUMP_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"
#include "rewrite/plan.h"
#include <stdio.h>

struct pep_dump {
    const char *letters; /* "" for none */
    FILE *file;
    const struct pep_layout *layouts; /* of the unit */
    const struct pep_callee *callees; /* of the unit */
};

/* A file that cannot be opened is fatal: somebody waits for the dump. */
void pep_dump_open(struct pep_dump *d, const struct pep_options *options);
void pep_dump_tokens(struct pep_dump *d, const struct pep_tokens *tokens);
/* Stages c, n and p of a planned function. */
void pep_dump_function(struct pep_dump *d, const struct pep_plan *plan);
void pep_dump_edits(struct pep_dump *d, const struct pep_edits *edits);
void pep_dump_close(struct pep_dump *d);
#endif
