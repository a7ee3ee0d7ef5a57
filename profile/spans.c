#include "profile/spans.h"
#include "cfgbuild/span.h"
#include <stdlib.h>

/* A key as two words, of which all bits are used, the first number highest. */
struct key {
    uint64_t high, low;
};

static struct key shift(struct key k, uint32_t bits)
{
    return bits < 64 ? (struct key){k.high << bits | (bits ? k.low >> (64 - bits) : 0), k.low << bits}
                     : (struct key){k.low << (bits - 64), 0};
}

static uint32_t first_of(struct key k, uint32_t bits)
{
    return (uint32_t)(k.high >> (64 - bits));
}

bool pep_spans_take(struct pep_spans *spans, const struct pep_raw_path *record, const struct pep_unitmap *map)
{
    uint32_t index = record->function - 1;
    uint64_t npaths = map->functions[index]->npaths;
    uint32_t bits = pep_span_form(npaths, map->k).bits, known = 0, n = 0;
    struct key key = shift((struct key){record->high, record->path}, PEP_SPAN_BITS % bits);
    for (n = PEP_SPAN_BITS / bits; n && !first_of(key, bits); n--)
        key = shift(key, bits);
    if (first_of(key, bits) == (UINT64_C(1) << bits) - 1) {
        known = map->k - 1;
        key = shift(key, bits);
        n--;
    }
    struct key left = key;
    for (uint32_t i = 0; i < n; i++, left = shift(left, bits))
        if (!first_of(left, bits) || first_of(left, bits) > npaths)
            return false;
    if (n <= known)
        return false;
    struct pep_counted_span span = {index, known, key.high, key.low, record->count};
    pep_array_push(spans, span);
    return true;
}

static int by_paths(const void *left, const void *right)
{
    const struct pep_counted_span *a = left, *b = right;
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return a->known < b->known ? -1 : a->known > b->known;
}

void pep_spans_to_slabs(struct pep_slabs *slabs, struct pep_spans *spans, const struct pep_unitmap *map)
{
    uint32_t way[PEP_SPAN_BITS] = {0}; /* the nodes of the span before, by depth */
    struct key before = {0, 0};
    if (spans->count)
        qsort(spans->at, spans->count, sizeof *spans->at, by_paths);
    for (size_t i = 0; i < spans->count; i++) {
        const struct pep_counted_span *s = &spans->at[i];
        uint32_t bits = pep_span_form(map->functions[s->function]->npaths, map->k).bits, depth = 0, path;
        struct key key = {s->high, s->low}, old = before;
        bool same = i && spans->at[i - 1].function == s->function;
        before = key;
        for (; (path = first_of(key, bits)); key = shift(key, bits), old = shift(old, bits), depth++) {
            same &= path == first_of(old, bits);
            if (!same) {
                if (slabs->count == PEP_NO_SLAB)
                    return;
                struct pep_slab slab = {.parent = depth ? way[depth - 1] : PEP_NO_SLAB,
                                        .function = s->function,
                                        .path = path - 1,
                                        .depth = depth + 1};
                way[depth] = (uint32_t)slabs->count;
                pep_array_push(slabs, slab);
            }
            if (depth >= s->known)
                slabs->at[way[depth]].count = pep_count_add(slabs->at[way[depth]].count, s->count);
        }
    }
}
