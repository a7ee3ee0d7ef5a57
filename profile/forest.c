#include "profile/forest.h"
#include <pep/raw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* --- lists --- */

static uint32_t *new_numbers(size_t n)
{
    uint32_t *numbers = pep_array_grow(NULL, 0, &(size_t){0}, n + 1, sizeof *numbers);
    pep_array_zero(numbers, (n + 1) * sizeof *numbers);
    return numbers;
}

/* list - the nodes by a number of each below n; those with another are in no list. */
static void list(struct pep_lists *lists, const struct pep_slabs *slabs, size_t n,
                 uint32_t (*number)(const struct pep_slab *))
{
    uint32_t *next = new_numbers(n);
    lists->begin = new_numbers(n);
    lists->at = new_numbers(slabs->count);
    for (size_t i = 0; i < slabs->count; i++)
        if (number(&slabs->at[i]) < n)
            lists->begin[number(&slabs->at[i]) + 1]++;
    for (size_t i = 0; i < n; i++)
        lists->begin[i + 1] += lists->begin[i];
    memcpy(next, lists->begin, n * sizeof *next);
    for (size_t i = 0; i < slabs->count; i++)
        if (number(&slabs->at[i]) < n)
            lists->at[next[number(&slabs->at[i])]++] = (uint32_t)i;
    pep_array_release(next);
}

static uint32_t parent_of(const struct pep_slab *s)
{
    return s->parent;
}

static uint32_t function_of(const struct pep_slab *s)
{
    return s->function;
}

void pep_lists_children(struct pep_lists *lists, const struct pep_slabs *slabs)
{
    list(lists, slabs, slabs->count, parent_of);
}

void pep_lists_members(struct pep_lists *lists, const struct pep_slabs *slabs, uint32_t nfunctions)
{
    list(lists, slabs, nfunctions, function_of);
}

void pep_lists_free(struct pep_lists *lists)
{
    pep_array_release(lists->begin);
    pep_array_release(lists->at);
    *lists = (struct pep_lists){0};
}

/* --- join --- */

struct member {
    uint32_t path, node;
};

/* The members from `begin` on, sorted; those in front of `at` are done. */
struct level {
    size_t begin, at;
};

struct joining {
    const struct pep_slabs *slabs;
    struct {
        PEP_ARRAY(struct member); /* of all levels, one behind the other */
    } members;
    struct {
        PEP_ARRAY(struct level);
    } levels;
};

static int by_path(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    if (a->path != b->path)
        return a->path < b->path ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static void add_members(struct joining *j, const struct pep_lists *lists, uint32_t number)
{
    for (uint32_t i = lists->begin[number]; i < lists->begin[number + 1]; i++)
        pep_array_push(&j->members, (struct member){j->slabs->at[lists->at[i]].path, lists->at[i]});
}

static void open_level(struct joining *j, size_t begin)
{
    struct member *first = j->members.at + begin;
    if (j->members.count == begin)
        return;
    qsort(first, j->members.count - begin, sizeof *first, by_path);
    pep_array_push(&j->levels, (struct level){begin, begin});
}

/* close_level - the level that is done; the members behind it are the ones of deeper levels, which are gone. */
static void close_level(struct joining *j)
{
    j->members.count = pep_array_last(&j->levels)->begin;
    j->levels.count--;
}

/* Of two marks the stricter one. */
static uint32_t least(uint32_t a, uint32_t b)
{
    return !a || (b && b < a) ? b : a;
}

bool *pep_forest_bounds(const struct pep_sequences *s)
{
    bool *bound = pep_array_grow(NULL, 0, &(size_t){0}, s->count + 1, sizeof *bound);
    struct {
        PEP_ARRAY(uint32_t);
    } marks = {0}; /* by length: of the node in hand, and all that it begins with */
    pep_array_push(&marks, s->pruned ? 1 : 0);
    for (size_t i = 0; i < s->count; i++) {
        marks.count = s->at[i].length;
        uint32_t mark = *pep_array_last(&marks);
        bound[i] = mark && s->at[i].length > mark;
        pep_array_push(&marks, least(mark, s->at[i].pruned));
    }
    pep_array_free(&marks);
    return bound;
}

/* What is known of the nodes of a level that have one parent. */
struct settling {
    uint64_t below; /* their counts together */
    bool kept;      /* some are */
};

/* settle - raises lower bounds to what is known to follow, and drops nodes that say nothing. */
static void settle(struct pep_sequences *s)
{
    struct {
        PEP_ARRAY(struct settling);
    } levels = {0};
    bool *bound = pep_forest_bounds(s); /* then: kept */
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++)
        while (levels.count < s->at[i].length + (size_t)2)
            pep_array_push(&levels, (struct settling){0});
    for (size_t i = s->count; i--;) { /* backwards: children first */
        struct pep_sequence *at = &s->at[i];
        struct settling *level = &levels.at[at->length], *below = level + 1;
        if (bound[i] && below->below > at->count)
            at->count = below->below;
        bool kept = at->count || below->kept || (at->length == 1 && at->pruned);
        level->below = pep_count_add(level->below, at->count);
        level->kept |= kept;
        *below = (struct settling){0};
        bound[i] = kept;
    }
    for (size_t i = 0; i < s->count; i++)
        if (bound[i])
            s->at[n++] = s->at[i];
    s->count = n;
    pep_array_release(bound);
    pep_array_free(&levels);
}

void pep_forest_join(struct pep_sequences *out, const struct pep_slabs *slabs, const struct pep_lists *children,
                     const struct pep_lists *members, uint32_t function, uint32_t k)
{
    struct joining j = {.slabs = slabs};
    add_members(&j, members, function);
    open_level(&j, 0);
    while (j.levels.count) {
        struct level *level = pep_array_last(&j.levels);
        size_t from = level->at, end = j.members.count, to = from;
        if (from == end) {
            close_level(&j);
            continue;
        }
        struct pep_sequence s = {.path = j.members.at[from].path, .length = (uint32_t)j.levels.count};
        for (; to < end && j.members.at[to].path == j.members.at[from].path; to++) {
            const struct pep_slab *slab = &slabs->at[j.members.at[to].node];
            s.count = pep_count_add(s.count, slab->count);
            s.pruned = least(s.pruned, slab->pruned);
        }
        s.pruned = s.pruned && s.pruned < s.length ? s.length : s.pruned;
        level->at = to;
        uint32_t length = s.length;
        if (s.path == PEP_RAW_EVERY) {
            out->pruned |= s.pruned != 0;
            continue;
        }
        pep_array_push(out, s);
        for (size_t i = from; length < k && i < to; i++)
            add_members(&j, children, j.members.at[i].node);
        open_level(&j, end);
    }
    out->pruned |= slabs->pruned && out->count;
    pep_array_free(&j.members);
    pep_array_free(&j.levels);
    settle(out);
}

/* --- order --- */

void pep_forest_add(struct pep_sequences *s, const uint64_t *paths, size_t length, uint64_t count, uint32_t pruned)
{
    for (size_t i = 0; i < length; i++) {
        bool last = i + 1 == length;
        pep_array_push(s, (struct pep_sequence){paths[i], last ? count : 0, (uint32_t)i + 1, last ? pruned : 0});
    }
}

struct chain {
    const struct pep_sequence *at;
    size_t length;
};

static int by_paths(const void *left, const void *right)
{
    const struct chain *a = left, *b = right;
    size_t shorter = a->length < b->length ? a->length : b->length;
    for (size_t i = 0; i < shorter; i++)
        if (a->at[i].path != b->at[i].path)
            return a->at[i].path < b->at[i].path ? -1 : 1;
    return a->length < b->length ? -1 : a->length > b->length;
}

static bool is_sorted(const struct pep_sequences *s)
{
    struct {
        PEP_ARRAY(uint64_t);
    } way = {0}; /* to the node before */
    bool sorted = true;
    for (size_t i = 0; i < s->count && sorted; i++) {
        size_t above = s->at[i].length - 1;
        sorted = above <= way.count && (above == way.count || way.at[above] < s->at[i].path);
        way.count = sorted ? above : 0;
        pep_array_push(&way, s->at[i].path);
    }
    pep_array_free(&way);
    return sorted;
}

void pep_forest_sort(struct pep_sequences *s)
{
    struct pep_sequences sum = {0};
    struct {
        PEP_ARRAY(struct chain);
    } chains = {0};
    if (is_sorted(s))
        return;
    for (size_t i = 0; i < s->count; i++) {
        if (s->at[i].length == 1)
            pep_array_push(&chains, (struct chain){.at = &s->at[i]});
        pep_array_last(&chains)->length++;
    }
    qsort(chains.at, chains.count, sizeof *chains.at, by_paths);
    for (size_t i = 0; i < chains.count; i++) {
        const struct chain *c = &chains.at[i], *before = i ? c - 1 : NULL;
        size_t common = 0;
        while (before && common < before->length && common < c->length && before->at[common].path == c->at[common].path)
            common++;
        for (size_t k = common; k < c->length; k++)
            pep_array_push(&sum, (struct pep_sequence){.path = c->at[k].path, .length = (uint32_t)k + 1});
        struct pep_sequence *last = pep_array_last(&sum);
        last->count = pep_count_add(last->count, c->at[c->length - 1].count);
        last->pruned = least(last->pruned, c->at[c->length - 1].pruned);
    }
    sum.pruned = s->pruned;
    pep_array_free(&chains);
    pep_array_free(s);
    *s = sum;
}

void pep_forest_root(struct pep_counts *f)
{
    struct pep_sequence *s = f->sequences.at;
    size_t kept = 0, r = 0;
    for (size_t i = 0; i < f->sequences.count; i++) {
        s[kept] = s[i];
        if (s[i].length > 1) {
            kept++;
            continue;
        }
        while (r < f->records.count && f->records.at[r].kind == PEP_RECORD_PATH && f->records.at[r].key < s[i].path)
            r++;
        bool known =
            r < f->records.count && f->records.at[r].kind == PEP_RECORD_PATH && f->records.at[r].key == s[i].path;
        s[kept].count = known ? f->records.at[r].count : 0;
        kept += s[kept].pruned || (i + 1 < f->sequences.count && s[i + 1].length > 1);
    }
    f->sequences.count = kept;
}

/* --- merge and difference: walks over two forests.  A node that is deeper is below one that the other has passed or
 * has not at all, so it comes first. --- */

static int compare(const struct pep_sequences *a, size_t i, const struct pep_sequences *b, size_t k)
{
    if (i == a->count || k == b->count)
        return i == a->count ? 1 : -1;
    if (a->at[i].length != b->at[k].length)
        return a->at[i].length > b->at[k].length ? -1 : 1;
    return a->at[i].path < b->at[k].path ? -1 : a->at[i].path > b->at[k].path;
}

void pep_forest_merge(struct pep_sequences *into, const struct pep_sequences *from)
{
    struct pep_sequences sum = {0};
    into->pruned |= from->pruned;
    if (!from->count)
        return;
    sum.pruned = into->pruned;
    for (size_t a = 0, b = 0; a < into->count || b < from->count;) {
        int c = compare(into, a, from, b);
        struct pep_sequence s = c > 0 ? from->at[b] : into->at[a];
        if (!c) {
            s.count = pep_count_add(s.count, from->at[b].count);
            s.pruned = least(s.pruned, from->at[b].pruned);
        }
        a += c <= 0;
        b += c >= 0;
        pep_array_push(&sum, s);
    }
    pep_array_free(into);
    *into = sum;
}

void pep_forest_since(struct pep_sequences *s, const struct pep_sequences *before)
{
    for (size_t a = 0, b = 0; a < s->count && b < before->count;) {
        int c = compare(s, a, before, b);
        if (!c && s->at[a].count >= before->at[b].count)
            s->at[a].count -= before->at[b].count;
        a += c <= 0;
        b += c >= 0;
    }
}
