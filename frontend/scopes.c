#include "frontend/scopes.h"
#include <string.h>

void pep_scopes_index(struct pep_scopes *s, const struct pep_local *locals, uint32_t n, struct pep_arena *arena)
{
    *s = (struct pep_scopes){.locals = locals, .previous = PEP_NEW_N(arena, uint32_t, n + 1)};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t *last = pep_map_put(&s->last, locals[i].name, strlen(locals[i].name), PEP_NO_LOCAL);
        s->previous[i] = (uint32_t)*last;
        *last = i;
    }
}

uint32_t pep_scopes_find(const struct pep_scopes *s, const char *name, size_t length, uint32_t offset,
                         enum pep_scope from)
{
    const uint64_t *last = pep_map_get(&s->last, name, length);
    uint32_t i = last ? (uint32_t)*last : PEP_NO_LOCAL;
    for (; i != PEP_NO_LOCAL; i = s->previous[i]) {
        const struct pep_local *local = &s->locals[i];
        bool behind = from == PEP_SCOPE_DECLARATION ? local->declared < offset : local->begin <= offset;
        if (behind && offset < local->end)
            break;
    }
    return i;
}

void pep_scopes_free(struct pep_scopes *s)
{
    pep_map_free(&s->last);
}
