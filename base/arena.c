#include "base/arena.h"
#include "base/error.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 2 * 1024, CHUNK = 64 * 1024, ALIGN = 16 };

struct pep_arena_chunk {
    struct pep_arena_chunk *next;
    size_t pad; /* keeps data aligned to ALIGN */
    unsigned char data[];
};

/* Arenas of a function or a step are many and small, and have to be cleared: chunks grow with what is used. */
static size_t chunk_size(const struct pep_arena *a, size_t bytes)
{
    size_t size = a->total < FIRST ? FIRST : a->total < CHUNK ? a->total : CHUNK;
    return bytes > size ? bytes : size;
}

void *pep_arena_alloc(struct pep_arena *a, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        pep_fatal(PEP_EXIT_MEMORY, "out of memory (%zu bytes wanted)", bytes);
    bytes = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!a->chunk || bytes > a->size - a->used) {
        size_t size = chunk_size(a, bytes);
        struct pep_arena_chunk *c = calloc(1, sizeof *c + size);
        if (!c)
            pep_fatal(PEP_EXIT_MEMORY, "out of memory (%zu bytes wanted)", size);
        c->next = a->chunk;
        a->chunk = c;
        a->used = 0;
        a->size = size;
    }
    void *p = a->chunk->data + a->used;
    a->used += bytes;
    a->total += bytes;
    return p;
}

char *pep_arena_strndup(struct pep_arena *a, const char *s, size_t len)
{
    char *p = pep_arena_alloc(a, len + 1);
    memcpy(p, s, len);
    return p;
}

char *pep_arena_strdup(struct pep_arena *a, const char *s)
{
    return pep_arena_strndup(a, s, strlen(s));
}

char *pep_arena_printf(struct pep_arena *a, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    char *p = pep_arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
    va_start(ap, format);
    vsnprintf(p, (size_t)(n < 0 ? 0 : n) + 1, format, ap);
    va_end(ap);
    return p;
}

void pep_arena_free(struct pep_arena *a)
{
    while (a->chunk) {
        struct pep_arena_chunk *next = a->chunk->next;
        free(a->chunk);
        a->chunk = next;
    }
    *a = (struct pep_arena)PEP_ARENA_INIT;
}
