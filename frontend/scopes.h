/* scopes.h - what a name means at a place in a function: the one lookup of its variables.
 *
 * An index is made of a list of locals in order of the text, which it borrows: the list must stay where it is. */
#ifndef PEP_FRONTEND_SCOPES_H
#define PEP_FRONTEND_SCOPES_H
#include "base/map.h"
#include "cfgbuild/tree.h"

#define PEP_NO_LOCAL UINT32_MAX

struct pep_scopes {
    const struct pep_local *locals;
    struct pep_map last; /* name -> the last local of that name */
    uint32_t *previous;  /* by local: the one before it of the same name */
};

/* Where a name stands in the rest of the declaration that declares it, does it mean what that declares? */
enum pep_scope { PEP_SCOPE_BEHIND, PEP_SCOPE_DECLARATION };

void pep_scopes_index(struct pep_scopes *s, const struct pep_local *locals, uint32_t n, struct pep_arena *arena);
/* The local that a name means at an offset, by index, or PEP_NO_LOCAL.  It may be one that is foreign. */
uint32_t pep_scopes_find(const struct pep_scopes *s, const char *name, size_t length, uint32_t offset,
                         enum pep_scope from);
void pep_scopes_free(struct pep_scopes *s);
#endif
