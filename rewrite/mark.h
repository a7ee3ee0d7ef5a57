/* mark.h - the rewritten text once more, in which a line is a block of the source's graph: how counts of the source
 * reach the graph that gcc makes of the text (-fpep-optimize).
 *
 * gcc tells of each block of its own graph which lines are in it (.gcno).  Here each token of a function that an
 * earlier run knows stands in the file PEP_MARK_FILE, on the line of the block that it is executed with; what decides
 * or belongs to no block alone, and what we have put in, is on PEP_MARK_UNKNOWN, what is never reached on
 * PEP_MARK_NEVER.  The function's own line stays as it is, since gcc tells functions apart by it. */
#ifndef PEP_REWRITE_MARK_H
#define PEP_REWRITE_MARK_H
#include "frontend/lexer.h"
#include "rewrite/edits.h"

#define PEP_MARK_FILE "<pep-mark>"
enum { PEP_MARK_UNKNOWN = 1, PEP_MARK_NEVER = 2, PEP_MARK_FIRST = 3 };

/* Whose counts are known.  Lines `first` to `first + nblocks - 1` are its blocks. */
struct pep_marked {
    const char *name;
    uint32_t first, nblocks;
};

struct pep_plan;
struct pep_marks {
    struct {
        PEP_ARRAY(uint64_t); /* of line PEP_MARK_FIRST + i */
    } counts;
    struct {
        PEP_ARRAY(struct pep_marked);
    } functions;
    uint32_t *lines; /* by token; 0: it stands where it is */
};

/* Marks the tokens of a guided function, whose plan still has its tree.  marks->lines has room for all tokens. */
void pep_mark_function(struct pep_marks *marks, const struct pep_plan *p, const struct pep_tokens *tokens);
/* Appends the old text from the first token on, with the edits and the marks. */
void pep_mark_apply(struct pep_buffer *out, const struct pep_marks *marks, const struct pep_edits *edits,
                    const struct pep_tokens *tokens);
void pep_marks_free(struct pep_marks *marks);
#endif
