#include "profile/iterations.h"
#include "base/buffer.h"
#include "base/map.h"
#include "profile/forest.h"
#include <stdlib.h>
#include <string.h>

bool pep_iterations_is_part(uint64_t count, uint64_t whole, double threshold)
{
    return count && (double)count >= threshold * (double)whole;
}

uint64_t pep_iterations_whole(const struct pep_sequences *s, size_t root)
{
    uint64_t whole = s->at[root].count;
    for (size_t i = root + 1; i < s->count && s->at[i].length > 1; i++)
        whole = s->at[i].count > whole ? s->at[i].count : whole;
    return whole;
}

bool *pep_iterations_left(const struct pep_sequences *s, double threshold)
{
    bool *left = pep_array_grow(NULL, 0, &(size_t){0}, s->count + 1, sizeof *left);
    uint64_t whole = 0;
    uint32_t deepest = 0; /* of the nodes in front of this one */
    for (size_t i = 0; i < s->count; i++) {
        uint32_t length = s->at[i].length;
        if (length == 1)
            whole = pep_iterations_whole(s, i);
        left[i] = length == 1 || (length <= deepest + 1 && pep_iterations_is_part(s->at[i].count, whole, threshold));
        if (left[i])
            deepest = length;
        else if (length <= deepest)
            deepest = length - 1;
    }
    return left;
}

/* The way from a root to the node in hand. */
struct way {
    PEP_ARRAY(uint64_t);
};

static const uint64_t *keep(struct pep_arena *arena, const uint64_t *paths, size_t n)
{
    return memcpy(PEP_NEW_N(arena, uint64_t, n), paths, n * sizeof *paths);
}

/* --- hot sequences --- */

static uint64_t branches_of(const struct pep_map *branches, const struct way *way)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < way->count; i++) {
        const uint64_t *n = pep_map_get(branches, &way->at[i], sizeof *way->at);
        sum += n ? *n : 0;
    }
    return sum;
}

/* find_hot - the nodes that are left, in order: one without a child among them is followed by none that is longer. */
static void find_hot(struct pep_iterations *found, const struct pep_sequences *s, const struct pep_map *branches,
                     double threshold)
{
    struct way way = {0};
    bool *bound = pep_forest_bounds(s), *left = pep_iterations_left(s, threshold);
    uint64_t whole = 0;
    for (size_t i = 0; i < s->count; i++) {
        found->pruned |= s->pruned || s->at[i].pruned;
        if (s->at[i].length == 1)
            whole = pep_iterations_whole(s, i);
        if (!left[i])
            continue;
        way.count = s->at[i].length - 1;
        pep_array_push(&way, s->at[i].path);
        size_t next = i + 1;
        while (next < s->count && s->at[next].length > s->at[i].length && !left[next])
            next++;
        if (s->at[i].length == 1 || (next < s->count && s->at[next].length > s->at[i].length))
            continue;
        pep_array_push(&found->hot, (struct pep_hot_sequence){
                                        .paths = keep(&found->arena, way.at, way.count),
                                        .length = s->at[i].length,
                                        .count = s->at[i].count,
                                        .whole = whole,
                                        .bound = bound[i],
                                        .flow = pep_count_multiply(s->at[i].count, branches_of(branches, &way)),
                                    });
    }
    pep_array_release(bound);
    pep_array_release(left);
    pep_array_free(&way);
}

/* --- patterns --- */

/* The least n such that all paths are as those n before; `back` has room for as many numbers (the failure function of
 * Knuth, Morris and Pratt, 1977). */
static uint32_t period_of(const uint64_t *paths, uint32_t length, uint32_t *back)
{
    uint32_t same = back[0] = 0;
    for (uint32_t i = 1; i < length; i++) {
        while (same && paths[i] != paths[same])
            same = back[same - 1];
        same += paths[i] == paths[same];
        back[i] = same;
    }
    return length - same;
}

static int compare_paths(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m)
{
    for (uint32_t i = 0; i < n && i < m; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return n < m ? -1 : n > m;
}

/* The least of the rotations; of paths that go round twice, each begins within the first round. */
static const uint64_t *least_rotation(const uint64_t *paths, uint32_t period)
{
    const uint64_t *least = paths;
    for (uint32_t i = 1; i < period; i++)
        if (compare_paths(paths + i, period, least, period) < 0)
            least = paths + i;
    return least;
}

static void find_patterns(struct pep_iterations *found, const struct pep_sequences *s, uint32_t k)
{
    struct way way = {0};
    struct {
        PEP_ARRAY(uint32_t);
    } back = {0};
    struct pep_map patterns = {0};
    for (size_t i = 0; i < s->count; i++) {
        way.count = s->at[i].length - 1;
        pep_array_push(&way, s->at[i].path);
        if (s->at[i].length != k)
            continue;
        pep_array_reserve(&back, k);
        uint32_t period = period_of(way.at, k, back.at);
        if (period > k / 2)
            continue;
        uint64_t *count = pep_map_put(&patterns, least_rotation(way.at, period), period * sizeof *way.at, 0);
        *count = pep_count_add(*count, s->at[i].count);
    }
    for (size_t i = 0; i < patterns.entries.count; i++) {
        const struct pep_map_entry *e = &patterns.entries.at[i];
        uint32_t length = (uint32_t)(e->length / sizeof(uint64_t));
        if (e->value)
            pep_array_push(&found->patterns,
                           (struct pep_pattern){keep(&found->arena, e->key, length), length, e->value});
    }
    pep_map_free(&patterns);
    pep_array_free(&back);
    pep_array_free(&way);
}

static int by_flow(const void *left, const void *right)
{
    const struct pep_hot_sequence *a = left, *b = right;
    if (a->flow != b->flow)
        return a->flow < b->flow ? 1 : -1;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return compare_paths(a->paths, a->length, b->paths, b->length);
}

static int by_count(const void *left, const void *right)
{
    const struct pep_pattern *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return compare_paths(a->paths, a->length, b->paths, b->length);
}

void pep_iterations_find(struct pep_iterations *found, const struct pep_counts *counts,
                         const struct pep_derived *derived, uint32_t k, double threshold)
{
    struct pep_map branches = {0};
    for (size_t i = 0; i < derived->paths.count; i++) {
        const struct pep_derived_path *p = &derived->paths.at[i];
        pep_map_put(&branches, &p->number, sizeof p->number, p->nbranches);
        found->paths = pep_count_add(found->paths, p->count);
    }
    find_hot(found, &counts->sequences, &branches, threshold);
    find_patterns(found, &counts->sequences, k);
    if (found->hot.count)
        qsort(found->hot.at, found->hot.count, sizeof *found->hot.at, by_flow);
    if (found->patterns.count)
        qsort(found->patterns.at, found->patterns.count, sizeof *found->patterns.at, by_count);
    pep_map_free(&branches);
}

void pep_iterations_weigh(struct pep_weights *weights, const char *unit, const struct pep_counts *counts,
                          uint32_t length)
{
    const struct pep_sequences *s = &counts->sequences;
    struct way way = {0};
    struct pep_buffer key = PEP_BUFFER_INIT;
    pep_buffer_add(&key, unit, strlen(unit) + 1);
    pep_buffer_add(&key, counts->name, strlen(counts->name) + 1);
    pep_buffer_add(&key, (const char *)&counts->cfg_hash, sizeof counts->cfg_hash);
    size_t head = key.count;
    for (size_t i = 0; i < s->count; i++) {
        way.count = s->at[i].length - 1;
        pep_array_push(&way, s->at[i].path);
        if (s->at[i].length != length || !s->at[i].count)
            continue;
        key.count = head;
        pep_buffer_add(&key, (const char *)way.at, way.count * sizeof *way.at);
        pep_array_push(weights, (struct pep_weight){pep_hash(key.at, key.count), s->at[i].count});
    }
    pep_buffer_free(&key);
    pep_array_free(&way);
}

void pep_iterations_free(struct pep_iterations *found)
{
    pep_array_free(&found->hot);
    pep_array_free(&found->patterns);
    pep_arena_free(&found->arena);
}
