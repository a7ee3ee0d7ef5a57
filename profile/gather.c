#include "profile/gather.h"
#include "profile/derive.h"
#include <pep/raw.h>
#include <string.h>

/* One unit while its segments are added up. */
struct gather {
    struct pep_gathered *result;
    const struct pep_raw_file *raw;
    const struct pep_unitmap *map;
    struct pep_unit_counts *unit; /* functions by index: one for each of the map, in its order */
    uint64_t *counters;           /* map->ncounters */
    uint32_t *next;               /* of each segment: the next one of its unit, plus 1, or 0 */
};

static void say_unit(struct gather *g, uint64_t n, const char *what)
{
    if (n)
        pep_buffer_printf(&g->result->notes, "%s: %llu %s\n", g->map->name, (unsigned long long)n, what);
}

static void add_counters(struct gather *g, const struct pep_raw_segment *s)
{
    uint64_t n = s->count < g->map->ncounters ? s->count : g->map->ncounters;
    for (uint64_t i = 0; i < n; i++)
        g->counters[i] = pep_saturating_add(g->counters[i], pep_raw_counter(g->raw, s, i));
}

static void add_slots(struct gather *g, const struct pep_raw_segment *s)
{
    uint64_t foreign = 0;
    for (uint64_t i = 0; i < s->count; i++) {
        uint32_t function;
        uint64_t path, count;
        if (!pep_raw_slot(&function, &path, &count, g->raw, s, i) || !count)
            continue;
        if (function < g->map->nfunctions && path < g->map->functions[function]->npaths)
            pep_profile_add_record(&g->unit->functions.at[function], PEP_RECORD_PATH, path, count);
        else
            foreign++;
    }
    say_unit(g, foreign, "paths of the hash table belong to no function and are left out");
}

/* add_places - those of one site follow one another.  What a place had before its value came is of other values. */
static void add_places(struct gather *g, const struct pep_raw_segment *s)
{
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        const struct pep_function *f = g->map->functions[i];
        struct pep_counts *counts = &g->unit->functions.at[i];
        uint64_t first = (uint64_t)f->first_site * PEP_RAW_PLACES, n = (uint64_t)f->nsites * PEP_RAW_PLACES;
        for (uint64_t k = 0; k < n && first + k < s->count; k++) {
            uint32_t site = (uint32_t)(k / PEP_RAW_PLACES);
            struct pep_raw_value place;
            if (!pep_raw_place(&place, g->raw, s, first + k))
                continue;
            if (place.taken < place.count)
                pep_profile_add_value(counts, site, place.value, place.count - place.taken);
            if (place.taken)
                pep_profile_add_record(counts, PEP_RECORD_OTHER, site,
                                       place.taken < place.count ? place.taken : place.count);
        }
    }
}

/* Whether all the function's counters are there; a map that says otherwise is broken. */
static bool has_counters(const struct gather *g, const struct pep_function *f)
{
    return f->base <= g->map->ncounters && f->ncounters <= g->map->ncounters - f->base;
}

static void take_array(struct gather *g, const struct pep_function *f)
{
    for (uint32_t i = 0; i < f->ncounters && i < f->npaths; i++) {
        if (g->counters[f->base + i])
            pep_profile_add_record(&g->unit->functions.at[f->index], PEP_RECORD_PATH, i, g->counters[f->base + i]);
    }
}

static void take_edges(struct gather *g, const struct pep_function *f)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < f->ncounters; i++)
        any |= g->counters[f->base + i];
    for (size_t e = 0; any && e < f->edges.count; e++) {
        uint32_t counter = f->edges.at[e].counter;
        if (counter < f->ncounters)
            pep_profile_add_record(&g->unit->functions.at[f->index], PEP_RECORD_EDGE, e,
                                   g->counters[f->base + counter]);
    }
}

/* --- functions that their callers count --- */

enum mark { UNTOUCHED, OPEN, DONE };

struct derivation {
    struct gather *g;
    unsigned char *mark; /* of each function: enum mark */
    uint64_t **blocks;   /* of each function that was asked for: counts of its blocks */
};

static const uint64_t *block_counts(struct derivation *d, uint32_t function)
{
    if (!d->blocks[function]) {
        struct pep_derived derived = {0};
        pep_derive(&derived, d->g->map->functions[function], &d->g->unit->functions.at[function]);
        d->blocks[function] = derived.blocks;
        derived.blocks = NULL;
        pep_derived_free(&derived);
    }
    return d->blocks[function];
}

/* settle - the sum over the callers' blocks, all of which are settled. */
static void settle(struct derivation *d, const struct pep_function *f)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < f->ncallers; i++) {
        struct pep_caller c = f->callers[i];
        if (c.function < d->g->map->nfunctions && d->mark[c.function] == DONE &&
            c.block < d->g->map->functions[c.function]->blocks.count)
            sum = pep_saturating_add(sum, block_counts(d, c.function)[c.block]);
    }
    struct pep_counts *counts = &d->g->unit->functions.at[f->index];
    if (sum && f->npaths)
        pep_profile_add_record(counts, PEP_RECORD_PATH, 0, sum);
    else if (sum && f->blocks.at[PEP_ENTRY].nout) /* of a unit that counts edges and numbers no paths */
        pep_profile_add_record(counts, PEP_RECORD_EDGE, f->blocks.at[PEP_ENTRY].out[0], sum);
    d->mark[f->index] = DONE;
}

/* derive_callees - settle every derived function after all of its callers: a depth-first walk with a stack of its own,
 * since chains of calls may be as long as the unit has functions.  A cycle, which no map of ours has, is cut. */
static void derive_callees(struct gather *g)
{
    struct {
        PEP_ARRAY(uint32_t);
    } stack = {0};
    uint32_t n = g->map->nfunctions;
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct derivation d = {
        .g = g,
        .mark = pep_arena_alloc(&scratch, n),
        .blocks = PEP_NEW_N(&scratch, uint64_t *, n),
    };
    for (uint32_t i = 0; i < n; i++)
        d.mark[i] = g->map->functions[i]->storage == PEP_STORE_DERIVED ? UNTOUCHED : DONE;
    for (uint32_t i = 0; i < n; i++) {
        if (d.mark[i] == UNTOUCHED)
            pep_array_push(&stack, i);
        while (stack.count) {
            const struct pep_function *f = g->map->functions[*pep_array_last(&stack)];
            bool first = d.mark[f->index] == UNTOUCHED;
            if (first) {
                d.mark[f->index] = OPEN;
                for (uint32_t c = 0; c < f->ncallers; c++) {
                    uint32_t caller = f->callers[c].function;
                    if (caller < n && d.mark[caller] == UNTOUCHED)
                        pep_array_push(&stack, caller);
                }
            } else {
                if (d.mark[f->index] == OPEN)
                    settle(&d, f);
                stack.count--;
            }
        }
    }
    for (uint32_t i = 0; i < n; i++)
        pep_array_release(d.blocks[i]);
    pep_array_free(&stack);
    pep_arena_free(&scratch);
}

/* take_functions - deal the unit's counters out to its functions. */
static void take_functions(struct gather *g)
{
    uint64_t broken = 0;
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        const struct pep_function *f = g->map->functions[i];
        if (f->storage != PEP_STORE_ARRAY && f->storage != PEP_STORE_EDGES)
            continue;
        if (!has_counters(g, f))
            broken++;
        else if (f->storage == PEP_STORE_ARRAY)
            take_array(g, f);
        else
            take_edges(g, f);
    }
    say_unit(g, broken, "functions have counters outside the unit's and are left out");
}

/* drop_plain - functions that are not instrumented say nothing: they leave the profile. */
static void drop_plain(struct gather *g)
{
    size_t kept = 0;
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        if (g->map->functions[i]->storage == PEP_STORE_NONE)
            pep_array_free(&g->unit->functions.at[i].records);
        else
            g->unit->functions.at[kept++] = g->unit->functions.at[i];
    }
    g->unit->functions.count = kept;
}

static void sort_tables(struct gather *g)
{
    /* The hash tables of several threads were appended one after the other; derivation wants each path once. */
    struct pep_profile one = PEP_PROFILE_INIT;
    pep_array_push(&one.units, *g->unit);
    pep_profile_sort(&one);
    *g->unit = one.units.at[0];
    one.units.count = 0;
    pep_profile_free(&one);
}

/* add_segments - of one kind, those of the unit, which are chained from `first`. */
static void add_segments(struct gather *g, uint32_t first, uint32_t kind,
                         void (*add)(struct gather *g, const struct pep_raw_segment *s))
{
    for (uint32_t i = first + 1; i; i = g->next[i - 1])
        if (g->raw->segments.at[i - 1].kind == kind)
            add(g, &g->raw->segments.at[i - 1]);
}

/* gather_unit - all counts of one unit; values come last, as paths or edges have to stand in front of them. */
static void gather_unit(struct pep_profile *p, struct gather *g, const struct pep_mapset_unit *known, uint32_t first)
{
    g->map = &known->map;
    g->unit = pep_profile_add_unit(p, known->map.hash, known->map.name, known->map.directory);
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        const struct pep_function *f = g->map->functions[i];
        pep_profile_add_function(p, g->unit, i, f->name, f->cfg_hash, f->npaths);
    }
    g->counters = pep_array_grow(NULL, 0, &(size_t){0}, (size_t)g->map->ncounters + 1, sizeof *g->counters);
    pep_array_zero(g->counters, ((size_t)g->map->ncounters + 1) * sizeof *g->counters);
    add_segments(g, first, PEP_RAW_COUNTERS, add_counters);
    add_segments(g, first, PEP_RAW_PATHS, add_slots);
    sort_tables(g);
    take_functions(g);
    derive_callees(g);
    add_segments(g, first, PEP_RAW_VALUES, add_places);
    drop_plain(g);
    pep_array_release(g->counters);
    pep_profile_add_map(p, known->map.hash, known->bytes, known->count);
}

/* chain_segments - link the segments of each unit; the map gives each unit's first one. */
static void chain_segments(struct gather *g, struct pep_map *first)
{
    const struct pep_raw_file *raw = g->raw;
    g->next = pep_array_grow(NULL, 0, &(size_t){0}, raw->segments.count + 1, sizeof *g->next);
    for (size_t i = raw->segments.count; i--;) {
        uint64_t unit = raw->segments.at[i].unit, *place = pep_map_put(first, &unit, sizeof unit, 0);
        g->next[i] = (uint32_t)*place;
        *place = i + 1;
    }
}

void pep_gather(struct pep_profile *p, struct pep_gathered *result, const struct pep_raw_file *raw,
                const struct pep_mapset *maps)
{
    struct pep_map first = {0};
    struct gather g = {.result = result, .raw = raw};
    chain_segments(&g, &first);
    for (size_t i = 0; i < first.entries.count; i++) {
        uint32_t segment = (uint32_t)first.entries.at[i].value - 1;
        const struct pep_raw_segment *s = &raw->segments.at[segment];
        const char *binary = s->module < raw->modules.count ? raw->modules.at[s->module] : NULL;
        const struct pep_mapset_unit *known = pep_mapset_find(maps, s->unit);
        if (known)
            gather_unit(p, &g, known, segment);
        else
            pep_array_push(&result->missing, (struct pep_gather_missing){s->unit, binary});
    }
    for (size_t i = 0; i < raw->modules.count; i++) {
        if (raw->modules.at[i])
            pep_profile_add_binary(p, raw->modules.at[i]);
    }
    p->runs = raw->processes ? raw->processes : 1;
    p->lost = raw->lost;
    p->first = raw->started;
    p->last = raw->ended;
    pep_array_release(g.next);
    pep_map_free(&first);
    pep_profile_sort(p);
}

void pep_gathered_free(struct pep_gathered *result)
{
    pep_array_free(&result->missing);
    pep_buffer_free(&result->notes);
}
