#include "profile/prior.h"
#include "cfgbuild/unitmap.h"
#include "profile/binary.h"
#include "profile/derive.h"
#include <pep/raw.h>
#include <string.h>

/* The function that was counted, or NULL where the map does not hold it. */
static const struct pep_function *find_function(const struct pep_unitmap *map, const struct pep_counts *counts)
{
    const struct pep_function *f = counts->index < map->nfunctions ? map->functions[counts->index] : NULL;
    bool same = f && f->storage != PEP_STORE_NONE && f->cfg_hash == counts->cfg_hash && f->npaths == counts->npaths &&
                !strcmp(f->name, counts->name);
    return same ? f : NULL;
}

/* How often paths and edges of a function were counted, as pep_binary_read_unit adds it up. */
static uint64_t told_of(const struct pep_counts *counts)
{
    uint64_t told = 0;
    for (size_t i = 0; i < counts->records.count; i++) {
        const struct pep_record *r = &counts->records.at[i];
        if (r->kind == PEP_RECORD_PATH || r->kind == PEP_RECORD_EDGE)
            told = pep_count_add(told, r->count);
    }
    return told;
}

/* So many counts of edges tell that what has none of them does not run; and so many samples, that it hardly does: what
 * runs seldom is much, together. */
enum { ENOUGH_COUNTS = 10000, ENOUGH_SAMPLES = 100000 };

static int add_unit(struct pep_prior *prior, const struct pep_profile *p, const struct pep_unit_counts *unit,
                    struct pep_fault *fault)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_unitmap map = {0};
    const char *error = NULL;
    int found = 0;
    for (size_t i = 0; i < p->maps.count && !found; i++)
        if (p->maps.at[i].hash == unit->hash)
            found = pep_unitmap_decode(&map, p->maps.at[i].bytes, p->maps.at[i].count, &(size_t){0}, &arena, &error);
    if (found < 0)
        pep_fault_set(fault, PEP_FAULT_NOWHERE, "has a broken static map of %s: %s", unit->name, error);
    else if (!found)
        pep_fault_set(fault, PEP_FAULT_NOWHERE, "does not carry the static map of %s", unit->name);
    for (size_t i = 0; i < unit->functions.count && found > 0; i++) {
        const struct pep_counts *counts = &unit->functions.at[i];
        const struct pep_function *f = find_function(&map, counts);
        struct pep_derived derived = {0};
        if (!f || f->storage == PEP_STORE_BLOCKS) /* which says nothing of edges */
            continue;
        pep_derive(&derived, f, counts);
        pep_prior_add(prior, f, derived.edges, told_of(counts));
        pep_derived_free(&derived);
    }
    if (found > 0)
        prior->ample = map.how == PEP_HOW_EXHAUSTIVE ? prior->events >= ENOUGH_COUNTS : p->samples >= ENOUGH_SAMPLES;
    pep_arena_free(&arena);
    return found > 0 ? 0 : -1;
}

long pep_prior_read(struct pep_prior *prior, const char *unit, const void *bytes, size_t count, struct pep_fault *fault)
{
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_told told = {0};
    long found = 0;
    if (count >= strlen(PEP_RAW_MAGIC) && !memcmp(bytes, PEP_RAW_MAGIC, strlen(PEP_RAW_MAGIC)))
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "is a raw profile; 'pep merge' makes one of it that will do");
    if (pep_binary_read_unit(&p, unit, &told, bytes, count, fault))
        found = -1;
    prior->told = pep_count_add(prior->told, told.all);
    prior->most = told.most > prior->most ? told.most : prior->most;
    for (size_t i = 0; i < p.units.count && found >= 0; i++)
        found = add_unit(prior, &p, &p.units.at[i], fault) ? -1 : found + 1;
    pep_profile_free(&p);
    return found;
}
