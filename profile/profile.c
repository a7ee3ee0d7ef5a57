#include "profile/profile.h"
#include "profile/forest.h"
#include "base/map.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void pep_profile_free(struct pep_profile *p)
{
    for (size_t u = 0; u < p->units.count; u++) {
        struct pep_unit_counts *unit = &p->units.at[u];
        for (size_t f = 0; f < unit->functions.count; f++) {
            pep_array_free(&unit->functions.at[f].records);
            pep_array_free(&unit->functions.at[f].sequences);
        }
        pep_array_free(&unit->functions);
    }
    pep_array_free(&p->units);
    pep_array_free(&p->maps);
    pep_array_free(&p->names);
    for (size_t i = 0; i < p->contexts.count; i++)
        pep_array_free(&p->contexts.at[i].records);
    pep_array_free(&p->contexts);
    pep_subpaths_free(&p->subpaths);
    pep_array_free(&p->binaries);
    pep_arena_free(&p->arena);
    *p = (struct pep_profile)PEP_PROFILE_INIT;
}

const char *pep_profile_string(struct pep_profile *p, const char *s)
{
    return s && *s ? pep_arena_strdup(&p->arena, s) : "";
}

struct pep_unit_counts *pep_profile_add_unit(struct pep_profile *p, uint64_t hash, const char *name,
                                             const char *directory)
{
    pep_array_push(&p->units, (struct pep_unit_counts){.hash = hash,
                                                       .name = pep_profile_string(p, name),
                                                       .directory = pep_profile_string(p, directory)});
    return pep_array_last(&p->units);
}

struct pep_counts *pep_profile_add_function(struct pep_profile *p, struct pep_unit_counts *unit, uint32_t index,
                                            const char *name, uint64_t cfg_hash, uint64_t npaths)
{
    pep_array_push(&unit->functions,
                   (struct pep_counts){
                       .name = pep_profile_string(p, name), .cfg_hash = cfg_hash, .npaths = npaths, .index = index});
    return pep_array_last(&unit->functions);
}

void pep_profile_add_record(struct pep_counts *f, enum pep_record_kind kind, uint64_t key, uint64_t count)
{
    pep_array_push(&f->records, (struct pep_record){.key = key, .count = count, .kind = kind});
}

void pep_profile_add_value(struct pep_counts *f, uint32_t site, uint64_t value, uint64_t count)
{
    pep_array_push(&f->records,
                   (struct pep_record){.key = value, .count = count, .kind = PEP_RECORD_VALUE, .site = site});
}

uint64_t pep_profile_add_name(struct pep_profile *p, const char *text)
{
    uint64_t hash = pep_hash(text, strlen(text));
    pep_array_push(&p->names, (struct pep_profile_name){hash, pep_profile_string(p, text)});
    return hash;
}

void pep_profile_add_target(struct pep_profile *p, struct pep_counts *f, uint32_t site, const char *name,
                            uint64_t count)
{
    uint64_t hash = pep_profile_add_name(p, name);
    pep_array_push(&f->records,
                   (struct pep_record){.key = hash, .count = count, .kind = PEP_RECORD_TARGET, .site = site});
}

void pep_profile_add_map(struct pep_profile *p, uint64_t hash, const void *bytes, size_t count)
{
    const void *copy = pep_arena_strndup(&p->arena, bytes, count);
    pep_array_push(&p->maps, (struct pep_profile_map){.hash = hash, .bytes = copy, .count = count});
}

void pep_profile_add_binary(struct pep_profile *p, const char *path)
{
    pep_array_push(&p->binaries, pep_profile_string(p, path));
}

uint32_t pep_profile_add_context(struct pep_profile *p, uint32_t parent, uint64_t unit, uint32_t function)
{
    pep_array_push(&p->contexts, (struct pep_context){.unit = unit, .function = function, .parent = parent});
    return (uint32_t)p->contexts.count - 1;
}

/* --- order --- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_units(const struct pep_unit_counts *a, const struct pep_unit_counts *b)
{
    int c = compare_numbers(a->hash, b->hash);
    if (!c)
        c = strcmp(a->name, b->name);
    return c ? c : strcmp(a->directory, b->directory);
}

static int compare_functions(const struct pep_counts *a, const struct pep_counts *b)
{
    int c = compare_numbers(a->index, b->index);
    if (!c)
        c = compare_numbers(a->cfg_hash, b->cfg_hash);
    if (!c)
        c = strcmp(a->name, b->name);
    return c ? c : compare_numbers(a->npaths, b->npaths);
}

static int compare_records(const struct pep_record *a, const struct pep_record *b)
{
    int c = compare_numbers(a->kind, b->kind);
    if (!c)
        c = compare_numbers(a->site, b->site);
    return c ? c : compare_numbers(a->key, b->key);
}

/* Two maps with one hash are the same map, unless somebody made one up: then the bytes decide, so that merge stays
 * commutative. */
static int compare_maps(const struct pep_profile_map *a, const struct pep_profile_map *b)
{
    int c = compare_numbers(a->hash, b->hash);
    if (!c)
        c = compare_numbers(a->count, b->count);
    return c ? c : memcmp(a->bytes, b->bytes, a->count);
}

/* Likewise of two names with one hash. */
static int compare_names(const struct pep_profile_name *a, const struct pep_profile_name *b)
{
    int c = compare_numbers(a->hash, b->hash);
    return c ? c : strcmp(a->text, b->text);
}

/* PEP_NO_CONTEXT plus 1 is 0: who has no parent comes first. */
static int compare_contexts(const struct pep_context *a, const struct pep_context *b)
{
    int c = compare_numbers(a->parent + 1, b->parent + 1);
    if (!c)
        c = compare_numbers(a->unit, b->unit);
    return c ? c : compare_numbers(a->function, b->function);
}

static int order_units(const void *a, const void *b)
{
    return compare_units(a, b);
}
static int order_functions(const void *a, const void *b)
{
    return compare_functions(a, b);
}
static int order_records(const void *a, const void *b)
{
    return compare_records(a, b);
}
static int order_maps(const void *a, const void *b)
{
    return compare_maps(a, b);
}
static int order_names(const void *a, const void *b)
{
    return compare_names(a, b);
}
static int order_strings(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_array(void *at, size_t count, size_t size, int (*order)(const void *, const void *))
{
    if (count > 1)
        qsort(at, count, size, order);
}

static void sort_records(struct pep_records *records)
{
    struct pep_record *r = records->at;
    size_t kept = 0;
    sort_array(r, records->count, sizeof *r, order_records);
    for (size_t i = 0; i < records->count; i++) {
        if (kept && !compare_records(&r[kept - 1], &r[i]))
            r[kept - 1].count = pep_count_add(r[kept - 1].count, r[i].count);
        else
            r[kept++] = r[i];
    }
    records->count = kept;
}

/* Adds the records of one to another, which is not in order then, and takes them from it. */
static void move_records(struct pep_records *into, struct pep_records *from)
{
    for (size_t r = 0; r < from->count; r++)
        pep_array_push(into, from->at[r]);
    pep_array_free(from);
}

static void sort_functions(struct pep_unit_counts *unit)
{
    struct pep_counts *f = unit->functions.at;
    size_t kept = 0;
    sort_array(f, unit->functions.count, sizeof *f, order_functions);
    for (size_t i = 0; i < unit->functions.count; i++)
        pep_forest_sort(&f[i].sequences);
    for (size_t i = 0; i < unit->functions.count; i++) {
        if (kept && !compare_functions(&f[kept - 1], &f[i])) {
            move_records(&f[kept - 1].records, &f[i].records);
            pep_forest_merge(&f[kept - 1].sequences, &f[i].sequences);
            pep_array_free(&f[i].sequences);
        } else {
            f[kept++] = f[i];
        }
    }
    unit->functions.count = kept;
    for (size_t i = 0; i < kept; i++) {
        sort_records(&f[i].records);
        pep_forest_root(&f[i]);
    }
}

static void sort_units(struct pep_profile *p)
{
    struct pep_unit_counts *u = p->units.at;
    size_t kept = 0;
    sort_array(u, p->units.count, sizeof *u, order_units);
    for (size_t i = 0; i < p->units.count; i++) {
        if (kept && !compare_units(&u[kept - 1], &u[i])) {
            for (size_t f = 0; f < u[i].functions.count; f++)
                pep_array_push(&u[kept - 1].functions, u[i].functions.at[f]);
            pep_array_free(&u[i].functions);
        } else {
            u[kept++] = u[i];
        }
    }
    p->units.count = kept;
    for (size_t i = 0; i < kept; i++)
        sort_functions(&u[i]);
}

static void sort_maps(struct pep_profile *p)
{
    struct pep_profile_map *m = p->maps.at;
    size_t kept = 0;
    sort_array(m, p->maps.count, sizeof *m, order_maps);
    for (size_t i = 0; i < p->maps.count; i++) {
        if (!kept || m[kept - 1].hash != m[i].hash)
            m[kept++] = m[i];
    }
    p->maps.count = kept;
}

static void sort_names(struct pep_profile *p)
{
    struct pep_profile_name *n = p->names.at;
    size_t kept = 0;
    sort_array(n, p->names.count, sizeof *n, order_names);
    for (size_t i = 0; i < p->names.count; i++) {
        if (!kept || n[kept - 1].hash != n[i].hash)
            n[kept++] = n[i];
    }
    p->names.count = kept;
}

static void sort_binaries(struct pep_profile *p)
{
    const char **b = p->binaries.at;
    size_t kept = 0;
    sort_array(b, p->binaries.count, sizeof *b, order_strings);
    for (size_t i = 0; i < p->binaries.count; i++) {
        if (!kept || strcmp(b[kept - 1], b[i]))
            b[kept++] = b[i];
    }
    p->binaries.count = kept;
}

/* A context while it is put in order. */
struct leveled {
    struct pep_context is;
    uint32_t depth, before; /* the index that it had */
};

static int order_levels(const void *left, const void *right)
{
    const struct leveled *a = left, *b = right;
    return a->depth != b->depth ? compare_numbers(a->depth, b->depth) : compare_numbers(a->before, b->before);
}

static int order_contexts(const void *left, const void *right)
{
    const struct leveled *a = left, *b = right;
    int c = compare_contexts(&a->is, &b->is);
    return c ? c : compare_numbers(a->before, b->before);
}

/* sort_contexts - level by level: where the parents of one stand is known when its turn comes. */
static void sort_contexts(struct pep_profile *p)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct pep_context *c = p->contexts.at;
    size_t n = p->contexts.count, kept = 0;
    struct leveled *all = PEP_NEW_N(&scratch, struct leveled, n + 1);
    uint32_t *place = PEP_NEW_N(&scratch, uint32_t, n + 1), *depth = PEP_NEW_N(&scratch, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        depth[i] = c[i].parent == PEP_NO_CONTEXT ? 0 : depth[c[i].parent] + 1;
        all[i] = (struct leveled){c[i], depth[i], (uint32_t)i};
    }
    sort_array(all, n, sizeof *all, order_levels);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && all[end].depth == all[i].depth; end++)
            if (all[end].is.parent != PEP_NO_CONTEXT)
                all[end].is.parent = place[all[end].is.parent];
        sort_array(&all[i], end - i, sizeof *all, order_contexts);
        for (size_t k = i; k < end; k++) {
            if (kept && !compare_contexts(&c[kept - 1], &all[k].is))
                move_records(&c[kept - 1].records, &all[k].is.records);
            else
                c[kept++] = all[k].is;
            place[all[k].before] = (uint32_t)kept - 1;
        }
    }
    p->contexts.count = kept;
    for (size_t i = 0; i < kept; i++)
        sort_records(&c[i].records);
    pep_arena_free(&scratch);
}

void pep_profile_sort(struct pep_profile *p)
{
    sort_units(p);
    sort_maps(p);
    sort_names(p);
    sort_contexts(p);
    pep_subpaths_sort(&p->subpaths);
    sort_binaries(p);
}

const struct pep_unit_counts *pep_profile_find(const struct pep_profile *p, uint64_t hash)
{
    size_t low = 0, high = p->units.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->units.at[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->units.count && p->units.at[low].hash == hash ? &p->units.at[low] : NULL;
}

const struct pep_counts *pep_profile_find_function(const struct pep_profile *p, uint64_t unit, uint32_t index)
{
    const struct pep_unit_counts *u = pep_profile_find(p, unit);
    size_t low = 0, high = u ? u->functions.count : 0, end = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (u->functions.at[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && u->functions.at[low].index == index ? &u->functions.at[low] : NULL;
}

const struct pep_context *pep_profile_find_context(const struct pep_profile *p, uint32_t parent, uint64_t unit,
                                                   uint32_t function)
{
    const struct pep_context wanted = {.unit = unit, .function = function, .parent = parent};
    size_t low = 0, high = p->contexts.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_contexts(&p->contexts.at[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->contexts.count && !compare_contexts(&p->contexts.at[low], &wanted) ? &p->contexts.at[low] : NULL;
}

const char *pep_profile_name(const struct pep_profile *p, uint64_t hash)
{
    size_t low = 0, high = p->names.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->names.at[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->names.count && p->names.at[low].hash == hash ? p->names.at[low].text : NULL;
}

/* --- merge: at each level one walk over two sorted lists --- */

static void merge_records(struct pep_counts *into, const struct pep_counts *from)
{
    struct pep_counts sum = {0};
    size_t a = 0, b = 0;
    pep_array_reserve(&sum.records, into->records.count + from->records.count);
    while (a < into->records.count || b < from->records.count) {
        int c = a == into->records.count   ? 1
                : b == from->records.count ? -1
                                           : compare_records(&into->records.at[a], &from->records.at[b]);
        struct pep_record r = c > 0 ? from->records.at[b] : into->records.at[a];
        if (!c)
            r.count = pep_count_add(r.count, from->records.at[b].count);
        a += c <= 0;
        b += c >= 0;
        pep_array_push(&sum.records, r);
    }
    pep_array_free(&into->records);
    into->records.at = sum.records.at;
    into->records.count = sum.records.count;
    into->records.room = sum.records.room;
}

static void merge_functions(struct pep_profile *p, struct pep_unit_counts *into, const struct pep_unit_counts *from)
{
    struct pep_unit_counts sum = {0};
    size_t a = 0, b = 0;
    while (a < into->functions.count || b < from->functions.count) {
        int c = a == into->functions.count   ? 1
                : b == from->functions.count ? -1
                                             : compare_functions(&into->functions.at[a], &from->functions.at[b]);
        if (c <= 0) {
            pep_array_push(&sum.functions, into->functions.at[a++]);
        } else {
            const struct pep_counts *f = &from->functions.at[b];
            pep_profile_add_function(p, &sum, f->index, f->name, f->cfg_hash, f->npaths);
        }
        if (c >= 0) {
            pep_forest_merge(&pep_array_last(&sum.functions)->sequences, &from->functions.at[b].sequences);
            merge_records(pep_array_last(&sum.functions), &from->functions.at[b++]);
        }
    }
    pep_array_free(&into->functions);
    into->functions.at = sum.functions.at;
    into->functions.count = sum.functions.count;
    into->functions.room = sum.functions.room;
}

static void merge_units(struct pep_profile *into, const struct pep_profile *from)
{
    struct pep_profile sum = PEP_PROFILE_INIT;
    size_t a = 0, b = 0;
    while (a < into->units.count || b < from->units.count) {
        int c = a == into->units.count   ? 1
                : b == from->units.count ? -1
                                         : compare_units(&into->units.at[a], &from->units.at[b]);
        if (c <= 0) {
            pep_array_push(&sum.units, into->units.at[a++]);
        } else {
            const struct pep_unit_counts *u = &from->units.at[b];
            pep_array_push(&sum.units, (struct pep_unit_counts){.hash = u->hash,
                                                                .name = pep_profile_string(into, u->name),
                                                                .directory = pep_profile_string(into, u->directory)});
        }
        if (c >= 0)
            merge_functions(into, pep_array_last(&sum.units), &from->units.at[b++]);
    }
    pep_array_free(&into->units);
    into->units.at = sum.units.at;
    into->units.count = sum.units.count;
    into->units.room = sum.units.room;
}

/* Only what is new is copied: a thousand profiles of one program share one set of maps. */
static void merge_maps(struct pep_profile *into, const struct pep_profile *from)
{
    size_t known = into->maps.count, a = 0;
    for (size_t b = 0; b < from->maps.count; b++) {
        const struct pep_profile_map *m = &from->maps.at[b];
        while (a < known && compare_maps(&into->maps.at[a], m) < 0)
            a++;
        if (a == known || compare_maps(&into->maps.at[a], m))
            pep_profile_add_map(into, m->hash, m->bytes, m->count);
    }
}

static void merge_names(struct pep_profile *into, const struct pep_profile *from)
{
    size_t known = into->names.count, a = 0;
    for (size_t b = 0; b < from->names.count; b++) {
        const struct pep_profile_name *n = &from->names.at[b];
        while (a < known && compare_names(&into->names.at[a], n) < 0)
            a++;
        if (a == known || compare_names(&into->names.at[a], n))
            (void)pep_profile_add_name(into, n->text);
    }
}

/* As those of another thread are: put behind, with their parents, and sorted. */
static void merge_contexts(struct pep_profile *into, const struct pep_profile *from)
{
    uint32_t first = (uint32_t)into->contexts.count;
    for (size_t i = 0; i < from->contexts.count; i++) {
        const struct pep_context *c = &from->contexts.at[i];
        uint32_t parent = c->parent == PEP_NO_CONTEXT ? c->parent : c->parent + first;
        pep_profile_add_context(into, parent, c->unit, c->function);
        for (size_t r = 0; r < c->records.count; r++)
            pep_array_push(&pep_array_last(&into->contexts)->records, c->records.at[r]);
    }
    if (from->contexts.count)
        sort_contexts(into);
}

void pep_profile_merge(struct pep_profile *into, const struct pep_profile *from)
{
    merge_units(into, from);
    merge_maps(into, from);
    sort_maps(into);
    merge_names(into, from);
    sort_names(into);
    merge_contexts(into, from);
    pep_subpaths_merge(&into->subpaths, &from->subpaths);
    for (size_t i = 0; i < from->binaries.count; i++)
        pep_profile_add_binary(into, from->binaries.at[i]);
    sort_binaries(into);
    into->runs = pep_count_add(into->runs, from->runs);
    into->lost = pep_count_add(into->lost, from->lost);
    into->samples = pep_count_add(into->samples, from->samples);
    if (from->first && (!into->first || from->first < into->first))
        into->first = from->first;
    if (from->last > into->last)
        into->last = from->last;
}

/* --- difference: the same walks, over what the profile has --- */

static void take_records(struct pep_records *from, const struct pep_records *before)
{
    for (size_t a = 0, b = 0; a < from->count && b < before->count;) {
        struct pep_record *r = &from->at[a];
        int c = compare_records(r, &before->at[b]);
        if (!c && r->count >= before->at[b].count)
            r->count -= before->at[b].count;
        a += c <= 0;
        b += c >= 0;
    }
}

static void take_functions(struct pep_unit_counts *from, const struct pep_unit_counts *before)
{
    for (size_t a = 0, b = 0; a < from->functions.count && b < before->functions.count;) {
        int c = compare_functions(&from->functions.at[a], &before->functions.at[b]);
        if (!c) {
            take_records(&from->functions.at[a].records, &before->functions.at[b].records);
            pep_forest_since(&from->functions.at[a].sequences, &before->functions.at[b].sequences);
        }
        a += c <= 0;
        b += c >= 0;
    }
}

/* Contexts of before are all in the profile, unless it was reset. */
static void take_contexts(struct pep_profile *from, const struct pep_profile *before)
{
    uint32_t *place = pep_array_grow(NULL, 0, &(size_t){0}, before->contexts.count + 1, sizeof *place);
    for (size_t i = 0; i < before->contexts.count; i++) {
        const struct pep_context *c = &before->contexts.at[i], *found = NULL;
        bool known = c->parent == PEP_NO_CONTEXT || place[c->parent] != PEP_NO_CONTEXT;
        if (known)
            found = pep_profile_find_context(from, c->parent == PEP_NO_CONTEXT ? c->parent : place[c->parent], c->unit,
                                             c->function);
        place[i] = found ? (uint32_t)(found - from->contexts.at) : PEP_NO_CONTEXT;
        if (found)
            take_records(&from->contexts.at[place[i]].records, &c->records);
    }
    pep_array_release(place);
}

void pep_profile_since(struct pep_profile *p, const struct pep_profile *before)
{
    for (size_t a = 0, b = 0; a < p->units.count && b < before->units.count;) {
        int c = compare_units(&p->units.at[a], &before->units.at[b]);
        if (!c)
            take_functions(&p->units.at[a], &before->units.at[b]);
        a += c <= 0;
        b += c >= 0;
    }
    p->samples -= p->samples < before->samples ? p->samples : before->samples;
    take_contexts(p, before);
    pep_subpaths_since(&p->subpaths, &before->subpaths);
}
