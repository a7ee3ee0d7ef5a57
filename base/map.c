#include "base/map.h"
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t pep_hash(const void *bytes, size_t count)
{
    return XXH3_64bits(bytes, count);
}

/* Index of the slot that holds the key, or of the free slot where it belongs. */
static size_t find_slot(const struct pep_map *m, const void *key, size_t length, uint64_t hash)
{
    size_t mask = m->nslots - 1, i = (size_t)hash & mask;
    for (; m->slots[i]; i = (i + 1) & mask) {
        const struct pep_map_entry *e = &m->entries.at[m->slots[i] - 1];
        if (e->hash == hash && e->length == length && !memcmp(e->key, key, length))
            break;
    }
    return i;
}

static void grow(struct pep_map *m)
{
    size_t n = m->nslots ? m->nslots * 2 : 16;
    free(m->slots);
    m->slots = pep_array_grow(NULL, 0, &(size_t){0}, n, sizeof *m->slots);
    memset(m->slots, 0, n * sizeof *m->slots);
    m->nslots = n;
    for (size_t e = 0; e < m->entries.count; e++) {
        size_t i = (size_t)m->entries.at[e].hash & (n - 1);
        while (m->slots[i])
            i = (i + 1) & (n - 1);
        m->slots[i] = (uint32_t)e + 1;
    }
}

uint64_t *pep_map_get(const struct pep_map *m, const void *key, size_t length)
{
    if (!m->nslots)
        return NULL;
    uint32_t s = m->slots[find_slot(m, key, length, pep_hash(key, length))];
    return s ? &m->entries.at[s - 1].value : NULL;
}

uint64_t *pep_map_put(struct pep_map *m, const void *key, size_t length, uint64_t initial)
{
    if (m->entries.count * 4 >= m->nslots * 3)
        grow(m);
    uint64_t hash = pep_hash(key, length);
    size_t i = find_slot(m, key, length, hash);
    if (!m->slots[i]) {
        const void *copy = pep_arena_strndup(&m->keys, key, length);
        pep_array_push(&m->entries, (struct pep_map_entry){copy, length, hash, initial});
        m->slots[i] = (uint32_t)m->entries.count;
    }
    return &m->entries.at[m->slots[i] - 1].value;
}

void pep_map_free(struct pep_map *m)
{
    pep_array_free(&m->entries);
    free(m->slots);
    pep_arena_free(&m->keys);
    memset(m, 0, sizeof *m);
}
