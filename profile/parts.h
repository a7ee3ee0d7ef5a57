/* parts.h - how often the lines of a function ran, as compilers that optimise by samples look for them: by their
 * distance from the line of the function's name, and for clang also by their parts.
 *
 * A line such as `for (i = 0; i < n; i++)`, or a macro, lies in several blocks.  clang numbers these in order, from 0
 * on (discriminators); the line of a loop's condition lies in the block in front of the loop as well, which jumps
 * there. */
#ifndef PEP_PROFILE_PARTS_H
#define PEP_PROFILE_PARTS_H
#include "cfgbuild/cfg.h"

struct pep_part {
    const struct pep_position *at;
    uint32_t line; /* from that of the function's name; compilers keep 16 bits */
    uint32_t part;
    uint32_t block; /* where it lies; PEP_NO_BLOCK: in front of a loop */
    bool is_whole;  /* it stands for the line where parts are not told apart */
    uint64_t count;
};

/* Visits the parts of the lines that lie in the function's own file, in order of the blocks; counts are by edge. */
typedef void pep_parts_visit(const struct pep_part *part, void *data);
void pep_parts_of(const struct pep_function *f, const uint64_t *counts, pep_parts_visit *visit, void *data);
#endif
