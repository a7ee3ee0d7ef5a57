/* edits.h - the edit list of a unit: insertions, and a few replacements, by byte offset.
 *
 * Edits are added nearly in order of their offsets, function after function, and are disjoint; those of one offset
 * stand in the order they were added; text is copied.  No edit ever
 * contains a newline, so that lines stay the user's (the unit's own declarations have line markers of their own). */
#ifndef PEP_REWRITE_EDITS_H
#define PEP_REWRITE_EDITS_H
#include "base/array.h"
#include "base/buffer.h"
#include <stdint.h>

struct pep_edit {
    uint32_t offset, removed; /* where, and how many bytes of the old text go */
    size_t begin, length;     /* the new text, in texts */
};

struct pep_edits {
    PEP_ARRAY(struct pep_edit);
    struct pep_buffer texts;
};

void pep_edits_insert(struct pep_edits *e, uint32_t offset, const char *text);
void pep_edits_replace(struct pep_edits *e, uint32_t offset, uint32_t removed, const char *text);
/* Appends the old text from `begin` to `end` with the edits there, which begin and end inside. */
void pep_edits_apply(struct pep_buffer *out, const struct pep_edits *e, const char *text, size_t begin, size_t end);
/* NULL, or the rule that the list breaks. */
const char *pep_edits_check(const struct pep_edits *e, size_t length);
/* A line an edit, for -fpep-dump=e. */
void pep_edits_dump(struct pep_buffer *out, const struct pep_edits *e);
void pep_edits_free(struct pep_edits *e);
#endif
