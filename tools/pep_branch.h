/* pep_branch.h - the branches of a source line, as people read them. */
#ifndef PEP_TOOLS_PEP_BRANCH_H
#define PEP_TOOLS_PEP_BRANCH_H
#include "profile/lines.h"

/* What the n branches of a line say in one word or two: "97.3 % true" where it is one of two ways, "switch", "gotos",
 * "3 branches", or "".  never: what one says that nobody came to.  Good until the next call. */
const char *pep_branch_column(const struct pep_line_branch *branches, size_t n, const char *never);
/* A way that is told apart: its count and share of the branch, and which it is: "case 3", "column 17 true"; or how many
 * further ones there are. */
typedef void pep_branch_way(const char *count, const char *share, const char *text, void *data);
/* Those ways of the branches of a line that the column does not tell; length: of the line. */
void pep_branch_ways(const struct pep_line_branch *branches, size_t n, size_t length, const char *never,
                     pep_branch_way *way, void *data);
/* Which way it is. */
const char *pep_branch_outcome(const struct pep_line_way *way);
#endif
