#include "profile/profile.h"
#include "profile/forest.h"
#include "base/map.h"
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

static void sort_records(struct pep_counts *f)
{
    struct pep_record *r = f->records.at;
    size_t kept = 0;
    sort_array(r, f->records.count, sizeof *r, order_records);
    for (size_t i = 0; i < f->records.count; i++) {
        if (kept && !compare_records(&r[kept - 1], &r[i]))
            r[kept - 1].count = pep_saturating_add(r[kept - 1].count, r[i].count);
        else
            r[kept++] = r[i];
    }
    f->records.count = kept;
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
            for (size_t r = 0; r < f[i].records.count; r++)
                pep_array_push(&f[kept - 1].records, f[i].records.at[r]);
            pep_forest_merge(&f[kept - 1].sequences, &f[i].sequences);
            pep_array_free(&f[i].records);
            pep_array_free(&f[i].sequences);
        } else {
            f[kept++] = f[i];
        }
    }
    unit->functions.count = kept;
    for (size_t i = 0; i < kept; i++) {
        sort_records(&f[i]);
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

void pep_profile_sort(struct pep_profile *p)
{
    sort_units(p);
    sort_maps(p);
    sort_names(p);
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
            r.count = pep_saturating_add(r.count, from->records.at[b].count);
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

void pep_profile_merge(struct pep_profile *into, const struct pep_profile *from)
{
    merge_units(into, from);
    merge_maps(into, from);
    sort_maps(into);
    merge_names(into, from);
    sort_names(into);
    for (size_t i = 0; i < from->binaries.count; i++)
        pep_profile_add_binary(into, from->binaries.at[i]);
    sort_binaries(into);
    into->runs = pep_saturating_add(into->runs, from->runs);
    into->lost = pep_saturating_add(into->lost, from->lost);
    if (from->first && (!into->first || from->first < into->first))
        into->first = from->first;
    if (from->last > into->last)
        into->last = from->last;
}

/* --- difference: the same walks, over what the profile has --- */

static void take_records(struct pep_counts *from, const struct pep_counts *before)
{
    for (size_t a = 0, b = 0; a < from->records.count && b < before->records.count;) {
        struct pep_record *r = &from->records.at[a];
        int c = compare_records(r, &before->records.at[b]);
        if (!c && r->count >= before->records.at[b].count)
            r->count -= before->records.at[b].count;
        a += c <= 0;
        b += c >= 0;
    }
}

static void take_functions(struct pep_unit_counts *from, const struct pep_unit_counts *before)
{
    for (size_t a = 0, b = 0; a < from->functions.count && b < before->functions.count;) {
        int c = compare_functions(&from->functions.at[a], &before->functions.at[b]);
        if (!c) {
            take_records(&from->functions.at[a], &before->functions.at[b]);
            pep_forest_since(&from->functions.at[a].sequences, &before->functions.at[b].sequences);
        }
        a += c <= 0;
        b += c >= 0;
    }
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
}
