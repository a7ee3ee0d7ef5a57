/* map.h - the hash map: from a byte string to a 64-bit word.
 *
 * Keys are copied.  A number serves as a key through its bytes: pep_map_put(&m, &n, sizeof n, value).  Insertion
 * order is kept: m.entries.at[0..count) lists what was put, in that order.  Nothing can be removed.
 * Zero-initialise before use, pep_map_free at the end. */
#ifndef PEP_BASE_MAP_H
#define PEP_BASE_MAP_H
#include "base/arena.h"
#include "base/array.h"
#include <stdint.h>

struct pep_map_entry {
    const void *key;
    size_t length; /* of the key, bytes */
    uint64_t hash, value;
};
struct pep_map {
    struct {
        PEP_ARRAY(struct pep_map_entry);
    } entries;
    uint32_t *slots; /* index into entries + 1, or 0; a power of two of them */
    size_t nslots;
    struct pep_arena keys;
};

/* The value of a key, or NULL; good until the next put. */
uint64_t *pep_map_get(const struct pep_map *m, const void *key, size_t length);
/* The value of a key, which is added with value `initial` where it is missing. */
uint64_t *pep_map_put(struct pep_map *m, const void *key, size_t length, uint64_t initial);
void pep_map_free(struct pep_map *m);

/* 64-bit XXH3 of bytes: the one hash of the project. */
uint64_t pep_hash(const void *bytes, size_t count);
#endif
