/* arena.h - memory that is freed all at once.
 *
 * The rewriter and the tools allocate from an arena (one a translation unit, one a function) and free nothing one
 * by one.  Blocks are zeroed and aligned for any type.  When memory runs out the process ends through
 * pep_fatal(PEP_EXIT_MEMORY): an arena never returns NULL.
 *
 * Life cycle: zero-initialise a struct pep_arena (PEP_ARENA_INIT); allocate; pep_arena_free releases everything and
 * leaves it ready for use again.  Pointers stay valid until then. */
#ifndef PEP_BASE_ARENA_H
#define PEP_BASE_ARENA_H
#include <stddef.h>

struct pep_arena_chunk;
struct pep_arena {
    struct pep_arena_chunk *chunk; /* newest first */
    size_t used, size;             /* of the newest chunk, bytes */
    size_t total;                  /* bytes handed out since the last free */
};
#define PEP_ARENA_INIT                                                                                                 \
    {                                                                                                                  \
        NULL, 0, 0, 0                                                                                                  \
    }

void *pep_arena_alloc(struct pep_arena *a, size_t bytes);
/* Copies len bytes and adds a NUL. */
char *pep_arena_strndup(struct pep_arena *a, const char *s, size_t len);
char *pep_arena_strdup(struct pep_arena *a, const char *s);
char *pep_arena_printf(struct pep_arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pep_arena_free(struct pep_arena *a);

#define PEP_NEW(arena, type)      ((type *)pep_arena_alloc((arena), sizeof(type)))
#define PEP_NEW_N(arena, type, n) ((type *)pep_arena_alloc((arena), sizeof(type) * (size_t)(n)))
#endif
