#include "profile/gather.h"
#include "base/file.h"
#include "profile/derive.h"
#include "profile/pairs.h"
#include "profile/slabs.h"
#include "profile/spans.h"
#include <pep/raw.h>
#include <string.h>

/* One unit while its segments are added up. */
struct gather {
    struct pep_profile *profile;
    struct pep_gathered *result;
    struct pep_symbols *symbols;
    const char *const *found; /* of each module */
    const struct pep_raw_file *raw;
    const struct pep_unitmap *map;
    struct pep_unit_counts *unit; /* functions by index: one for each of the map, in its order */
    uint64_t *counters;
    struct pep_raw_distance worth; /* in the module that is read */
    uint32_t ncounters;            /* that the file holds: map->ncounters, or fewer */
    uint32_t *next;                /* of each segment: the next one of its unit, plus 1, or 0 */
    struct pep_spans spans;        /* of the functions that have such */
    struct pep_buffer text;        /* a name that is made */
    struct pep_map unnamed;        /* modules, by number, whose functions have no names */
};

static void say_unit(struct gather *g, uint64_t n, const char *what)
{
    if (n)
        pep_buffer_printf(&g->result->notes, "%s: %llu %s\n", g->map->name, (unsigned long long)n, what);
}

static void add_counters(struct gather *g, const struct pep_raw_segment *s)
{
    for (uint64_t i = 0; i < s->count && i < g->ncounters; i++)
        g->counters[i] = pep_count_add(g->counters[i], pep_raw_counter(g->raw, s, i));
}

static void add_slots(struct gather *g, const struct pep_raw_segment *s)
{
    uint64_t foreign = 0;
    for (uint64_t i = 0; i < s->count; i++) {
        struct pep_raw_path slot;
        if (!pep_raw_slot(&slot, g->raw, s, i))
            continue;
        uint32_t function = slot.function - 1;
        const struct pep_function *f = function < g->map->nfunctions ? g->map->functions[function] : NULL;
        if (f && f->storage == PEP_STORE_SPANS)
            foreign += !pep_spans_take(&g->spans, &slot, g->map);
        else if (f && !slot.high && slot.path < f->npaths)
            pep_profile_add_record(&g->unit->functions.at[function], PEP_RECORD_PATH, slot.path, slot.count);
        else
            foreign++;
    }
    say_unit(g, foreign, "paths of the hash table belong to no function and are left out");
}

/* The name of the function that a call through a pointer led to; good until the next one. */
static const char *target_name(struct gather *g, uint64_t target)
{
    uint64_t module = target >> PEP_RAW_TARGET_BITS, offset = target & ((UINT64_C(1) << PEP_RAW_TARGET_BITS) - 1);
    bool known = module && module <= g->raw->modules.count;
    const char *path = known ? g->raw->modules.at[module - 1].path : NULL;
    const char *name =
        known && g->found[module - 1] ? pep_symbols_find(g->symbols, g->found[module - 1], offset) : NULL;
    if (name)
        return name;
    if (path && !g->found[module - 1] && !pep_map_get(&g->unnamed, &module, sizeof module)) {
        pep_map_put(&g->unnamed, &module, sizeof module, 1);
        pep_buffer_printf(&g->result->notes,
                          "%s is gone or of another build: its functions that pointers lead to have no names\n", path);
    }
    pep_buffer_clear(&g->text);
    if (module)
        pep_buffer_printf(&g->text, "%s+", path ? pep_file_base(path) : "?");
    pep_buffer_printf(&g->text, "0x%llx", (unsigned long long)offset);
    return g->text.at;
}

static void add_place(struct gather *g, const struct pep_function *f, uint32_t site, const struct pep_raw_value *place)
{
    struct pep_counts *counts = &g->unit->functions.at[f->index];
    uint64_t own = place->taken < place->count ? place->count - place->taken : 0;
    if (own && f->sites[site].kind == PEP_VALUE_TARGET)
        pep_profile_add_target(g->profile, counts, site, target_name(g, place->value), own);
    else if (own)
        pep_profile_add_value(counts, site, place->value, own);
    if (own < place->count)
        pep_profile_add_record(counts, PEP_RECORD_OTHER, site, place->count - own);
}

/* add_places - those of one site follow one another.  What a place had before its value came is of other values. */
static void add_places(struct gather *g, const struct pep_raw_segment *s)
{
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        const struct pep_function *f = g->map->functions[i];
        uint64_t first = (uint64_t)f->first_site * PEP_RAW_PLACES, n = (uint64_t)f->nsites * PEP_RAW_PLACES;
        for (uint64_t k = 0; k < n && first + k < s->count; k++) {
            struct pep_raw_value place;
            if (pep_raw_place(&place, g->raw, s, first + k))
                add_place(g, f, (uint32_t)(k / PEP_RAW_PLACES), &place);
        }
    }
}

/* Whether all the function's counters are there; a map that says otherwise is broken. */
static bool has_counters(const struct gather *g, const struct pep_function *f)
{
    return f->base <= g->map->ncounters && f->ncounters <= g->map->ncounters - f->base;
}

/* How many of the function's counters the file holds; the others are 0. */
static uint32_t held_counters(const struct gather *g, const struct pep_function *f)
{
    uint32_t held = f->base < g->ncounters ? g->ncounters - f->base : 0;
    return held < f->ncounters ? held : f->ncounters;
}

static void take_array(struct gather *g, const struct pep_function *f)
{
    uint32_t n = held_counters(g, f);
    for (uint32_t i = 0; i < n && i < f->npaths; i++) {
        if (g->counters[f->base + i])
            pep_profile_add_record(&g->unit->functions.at[f->index], PEP_RECORD_PATH, i, g->counters[f->base + i]);
    }
}

static void take_edges(struct gather *g, const struct pep_function *f)
{
    uint64_t any = 0;
    uint32_t n = held_counters(g, f);
    for (uint32_t i = 0; i < n; i++)
        any |= g->counters[f->base + i];
    for (size_t e = 0; any && e < f->edges.count; e++) {
        uint32_t counter = f->edges.at[e].counter;
        if (counter < f->ncounters)
            pep_profile_add_record(&g->unit->functions.at[f->index], PEP_RECORD_EDGE, e,
                                   counter < n ? g->counters[f->base + counter] : 0);
    }
}

/* take_blocks - each counter by the first of its blocks; what is taken is gone, so that the others find nothing.
 * Counters that are zero are not listed. */
static void take_blocks(struct gather *g, const struct pep_function *f)
{
    uint32_t n = held_counters(g, f);
    for (size_t b = 0; b < f->blocks.count; b++) {
        uint32_t counter = f->blocks.at[b].counter;
        if (counter >= n || !g->counters[f->base + counter])
            continue;
        pep_profile_add_record(&g->unit->functions.at[f->index], PEP_RECORD_BLOCK, b, g->counters[f->base + counter]);
        g->counters[f->base + counter] = 0;
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

/* Do its callers count the function where it is entered? */
static bool is_derived(const struct pep_function *f)
{
    return f->storage == PEP_STORE_DERIVED || (f->storage == PEP_STORE_BLOCKS && f->ncallers);
}

static bool is_known(const struct derivation *d, struct pep_caller c)
{
    return d->mark[c.function] == DONE || pep_cfg_counts_apart(d->g->map->functions[c.function], c.block);
}

/* settle - the sum over the callers' blocks, all of which are known. */
static void settle(struct derivation *d, const struct pep_function *f)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < f->ncallers; i++) {
        struct pep_caller c = f->callers[i];
        if (c.function < d->g->map->nfunctions && c.block < d->g->map->functions[c.function]->blocks.count &&
            is_known(d, c))
            sum = pep_count_add(sum, block_counts(d, c.function)[c.block]);
    }
    struct pep_counts *counts = &d->g->unit->functions.at[f->index];
    if (sum && f->storage == PEP_STORE_BLOCKS)
        pep_profile_add_record(counts, PEP_RECORD_BLOCK, PEP_ENTRY, sum);
    else if (sum && f->npaths)
        pep_profile_add_record(counts, PEP_RECORD_PATH, 0, sum);
    else if (sum && f->blocks.at[PEP_ENTRY].nout) /* of a unit that counts edges and numbers no paths */
        pep_profile_add_record(counts, PEP_RECORD_EDGE, f->blocks.at[PEP_ENTRY].out[0], sum);
    d->mark[f->index] = DONE;
    pep_array_release(d->blocks[f->index]); /* which were looked at before */
    d->blocks[f->index] = NULL;
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
        d.mark[i] = is_derived(g->map->functions[i]) ? UNTOUCHED : DONE;
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
                    if (caller < n && d.mark[caller] == UNTOUCHED && !is_known(&d, f->callers[c]))
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

/* take_forest - the function's sequences; single paths are records. */
static void take_forest(struct gather *g, const struct pep_function *f, const struct pep_slabs *slabs,
                        const struct pep_lists *children, const struct pep_lists *members)
{
    struct pep_counts *counts = &g->unit->functions.at[f->index];
    pep_forest_join(&counts->sequences, slabs, children, members, f->index, g->map->k);
    for (size_t i = 0; i < counts->sequences.count; i++) {
        const struct pep_sequence *s = &counts->sequences.at[i];
        if (s->length == 1 && s->count)
            pep_profile_add_record(counts, PEP_RECORD_PATH, s->path, s->count);
    }
}

/* take_forests - of all threads, joined, with what was counted in spans. */
static void take_forests(struct gather *g, uint32_t first)
{
    struct pep_slabs slabs = {0};
    struct pep_lists children = {0}, members = {0};
    uint64_t broken = 0;
    for (uint32_t i = first + 1; i; i = g->next[i - 1])
        if (g->raw->segments.at[i - 1].kind == PEP_RAW_FOREST)
            broken += pep_slabs_add(&slabs, g->raw, &g->raw->segments.at[i - 1], g->map);
    say_unit(g, broken, "nodes of the forest belong to no function and are left out");
    pep_spans_to_slabs(&slabs, &g->spans, g->map);
    pep_array_free(&g->spans);
    if (slabs.count) {
        pep_lists_children(&children, &slabs);
        pep_lists_members(&members, &slabs, g->map->nfunctions);
        for (uint32_t i = 0; i < g->map->nfunctions; i++)
            take_forest(g, g->map->functions[i], &slabs, &children, &members);
    }
    pep_lists_free(&children);
    pep_lists_free(&members);
    pep_array_free(&slabs);
}

/* take_spans - the short ones, which have counters; gives 1 where some are none. */
static bool take_spans(struct gather *g, const struct pep_function *f)
{
    bool broken = false;
    uint32_t n = held_counters(g, f);
    for (uint32_t i = 0; i < n; i++) {
        struct pep_raw_path slot = {.function = f->index + 1, .path = i, .count = g->counters[f->base + i]};
        broken |= slot.count && !pep_spans_take(&g->spans, &slot, g->map);
    }
    return broken;
}

/* take_functions - deal the unit's counters out to its functions. */
static void take_functions(struct gather *g)
{
    uint64_t broken = 0;
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        const struct pep_function *f = g->map->functions[i];
        if (f->storage != PEP_STORE_ARRAY && f->storage != PEP_STORE_EDGES && f->storage != PEP_STORE_BLOCKS &&
            f->storage != PEP_STORE_SPANS)
            continue;
        if (!has_counters(g, f))
            broken++;
        else if (f->storage == PEP_STORE_ARRAY)
            take_array(g, f);
        else if (f->storage == PEP_STORE_EDGES)
            take_edges(g, f);
        else if (f->storage == PEP_STORE_BLOCKS)
            take_blocks(g, f);
        else
            broken += take_spans(g, f);
    }
    say_unit(g, broken, "functions have counters outside the unit's and are left out");
}

static void drop_counts(struct pep_counts *counts)
{
    pep_array_free(&counts->records);
    pep_array_free(&counts->sequences);
}

/* drop_plain - functions that are not instrumented say nothing: they leave the profile. */
static void drop_plain(struct gather *g)
{
    size_t kept = 0;
    for (uint32_t i = 0; i < g->map->nfunctions; i++) {
        if (g->map->functions[i]->storage == PEP_STORE_NONE)
            drop_counts(&g->unit->functions.at[i]);
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

/* take_counters - as many as the file holds: what a map says costs a few bytes. */
static void take_counters(struct gather *g, uint32_t first)
{
    g->ncounters = 0;
    for (uint32_t i = first + 1; i; i = g->next[i - 1]) {
        const struct pep_raw_segment *s = &g->raw->segments.at[i - 1];
        if (s->kind == PEP_RAW_COUNTERS && s->count > g->ncounters)
            g->ncounters = s->count < g->map->ncounters ? (uint32_t)s->count : g->map->ncounters;
    }
    g->counters = pep_array_grow(NULL, 0, &(size_t){0}, (size_t)g->ncounters + 1, sizeof *g->counters);
    pep_array_zero(g->counters, ((size_t)g->ncounters + 1) * sizeof *g->counters);
    add_segments(g, first, PEP_RAW_COUNTERS, add_counters);
}

/* find_worth - of processes that share a file and took samples at other distances, the mean: which counts are whose
 * nobody knows. */
static void find_worth(struct gather *g, uint32_t module)
{
    struct pep_raw_distance first = {0, 0}, all = {0, 0};
    bool alike = true;
    for (size_t i = 0; i < g->raw->sampled.count; i++) {
        const struct pep_raw_sampled *s = &g->raw->sampled.at[i];
        struct pep_raw_distance is = pep_raw_distance(&s->is);
        if (s->module != module || !s->is.taken)
            continue;
        first = first.samples ? first : is;
        alike = alike && is.points == first.points && is.samples == first.samples;
        all.points = pep_count_add(all.points, s->is.points);
        all.samples = pep_count_add(all.samples, s->is.taken);
    }
    g->worth = !first.samples ? (struct pep_raw_distance){1, 1} : alike ? first : all;
}

/* weigh - a number of samples as an estimate of how often it came. */
static uint64_t weigh(const struct gather *g, const struct pep_unitmap *map, uint64_t count)
{
    const struct pep_raw_distance *worth = &g->worth;
    if (map->how == PEP_HOW_EXHAUSTIVE)
        return count;
    if (worth->samples == 1)
        return pep_count_multiply(count, worth->points);
    double estimate = (double)count * (double)worth->points / (double)worth->samples;
    return estimate < 0x1p63 ? (uint64_t)(estimate + 0.5) : UINT64_MAX;
}

static void weigh_unit(const struct gather *g)
{
    for (size_t i = 0; i < g->unit->functions.count; i++) {
        struct pep_counts *f = &g->unit->functions.at[i];
        for (size_t k = 0; k < f->records.count; k++)
            f->records.at[k].count = weigh(g, g->map, f->records.at[k].count);
        for (size_t k = 0; k < f->sequences.count; k++)
            f->sequences.at[k].count = weigh(g, g->map, f->sequences.at[k].count);
    }
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
    take_counters(g, first);
    add_segments(g, first, PEP_RAW_PATHS, add_slots);
    sort_tables(g);
    take_functions(g);
    take_forests(g, first);
    derive_callees(g);
    add_segments(g, first, PEP_RAW_VALUES, add_places);
    drop_plain(g);
    weigh_unit(g);
    pep_array_release(g->counters);
    pep_profile_add_map(p, known->map.hash, known->bytes, known->count);
}

/* gather_known - a unit, where its map is at hand; its segments are chained from `first`, or NO_SEGMENT. */
#define NO_SEGMENT UINT32_MAX
static void gather_known(struct gather *g, const struct pep_mapset *maps, uint64_t unit, uint32_t module,
                         uint32_t first)
{
    const struct pep_mapset_unit *known = pep_mapset_find(maps, unit);
    find_worth(g, module);
    if (known)
        gather_unit(g->profile, g, known, first);
    else
        pep_array_push(
            &g->result->missing,
            (struct pep_gather_missing){unit, module < g->raw->modules.count ? g->raw->modules.at[module].path : NULL});
}

/* --- contexts --- */

/* A table of contexts while it is read: of each place the context that it became, plus 1; or 0. */
struct tree {
    const struct pep_raw_segment *segment;
    uint32_t *contexts;
    uint64_t foreign;
};

/* function_context - that of a place that is a function, its callers' first; PEP_NO_CONTEXT where it is none, and where
 * the chain is longer than any runtime makes it. */
static uint32_t function_context(struct gather *g, struct tree *t, uint32_t place)
{
    uint32_t chain[PEP_CONTEXT_DEPTH - 1], n = 0, context = PEP_NO_CONTEXT;
    struct pep_raw_context at;
    for (; place; place = at.parent) {
        if (place > t->segment->count || !pep_raw_context(&at, g->raw, t->segment, place - 1) ||
            at.kind != PEP_RAW_CONTEXT_FUNCTION)
            break;
        if (n == sizeof chain / sizeof *chain)
            return PEP_NO_CONTEXT;
        chain[n++] = place - 1;
    }
    while (n--) {
        uint32_t *known = &t->contexts[chain[n]];
        pep_raw_context(&at, g->raw, t->segment, chain[n]);
        if (!*known)
            *known = pep_profile_add_context(g->profile, context, at.unit, at.index) + 1;
        context = *known - 1;
    }
    return context;
}

/* The function whose counter, or site, this is; NULL where it is none's. */
static const struct pep_function *owner(const struct pep_unitmap *map, const struct pep_raw_context *at)
{
    for (uint32_t i = 0; i < map->nfunctions; i++) {
        const struct pep_function *f = map->functions[i];
        if (at->kind == PEP_RAW_CONTEXT_PATH ? at->index == i
            : at->kind == PEP_RAW_CONTEXT_TARGET
                ? at->index - f->first_site < f->nsites && f->sites[at->index - f->first_site].kind == PEP_VALUE_TARGET
                : at->index - f->base < f->ncounters)
            return f;
    }
    return NULL;
}

/* add_sample - what was sampled as a record of its function; false where it is none. */
static bool add_sample(struct gather *g, struct pep_records *records, const struct pep_unitmap *map,
                       const struct pep_function *f, const struct pep_raw_context *at)
{
    struct pep_record r = {.count = weigh(g, map, at->count)};
    uint32_t counter = at->index - f->base;
    if (at->kind == PEP_RAW_CONTEXT_TARGET) {
        r.kind = PEP_RECORD_TARGET;
        r.site = at->index - f->first_site;
        r.key = pep_profile_add_name(g->profile, target_name(g, at->key));
    } else if (at->kind == PEP_RAW_CONTEXT_PATH || f->storage == PEP_STORE_ARRAY) {
        r.kind = PEP_RECORD_PATH;
        r.key = at->kind == PEP_RAW_CONTEXT_PATH ? at->key : counter;
        if (r.key >= f->npaths)
            return false;
    } else if (f->storage == PEP_STORE_BLOCKS) {
        r.kind = PEP_RECORD_BLOCK;
        while (r.key < f->blocks.count && f->blocks.at[r.key].counter != counter)
            r.key++;
        if (r.key == f->blocks.count)
            return false;
    } else {
        return false;
    }
    pep_array_push(records, r);
    return true;
}

/* add_below - what was sampled goes to its function: the innermost active one, or one below that calls nobody. */
static void add_below(struct gather *g, struct tree *t, const struct pep_mapset *maps, const struct pep_raw_context *at)
{
    const struct pep_mapset_unit *known = pep_mapset_find(maps, at->unit);
    const struct pep_function *f = known ? owner(&known->map, at) : NULL;
    struct pep_records records = {0};
    if (!f || !add_sample(g, &records, &known->map, f, at)) {
        t->foreign += known != NULL; /* a unit without a map is told of once for all */
        return;
    }
    uint32_t context = function_context(g, t, at->parent);
    const struct pep_context *inner = context == PEP_NO_CONTEXT ? NULL : &g->profile->contexts.at[context];
    if (!inner || inner->unit != at->unit || inner->function != f->index)
        context = pep_profile_add_context(g->profile, context, at->unit, f->index);
    pep_array_push(&g->profile->contexts.at[context].records, records.at[0]);
    pep_array_free(&records);
}

static void gather_contexts(struct gather *g, const struct pep_mapset *maps, const struct pep_raw_segment *s)
{
    struct tree t = {.segment = s};
    find_worth(g, s->module);
    t.contexts = pep_array_grow(NULL, 0, &(size_t){0}, (size_t)s->count + 1, sizeof *t.contexts);
    pep_array_zero(t.contexts, ((size_t)s->count + 1) * sizeof *t.contexts);
    for (uint64_t i = 0; i < s->count; i++) {
        struct pep_raw_context at;
        if (pep_raw_context(&at, g->raw, s, i) && at.kind != PEP_RAW_CONTEXT_FUNCTION && at.count)
            add_below(g, &t, maps, &at);
    }
    if (t.foreign)
        pep_buffer_printf(&g->result->notes, "%llu contexts belong to no function and are left out\n",
                          (unsigned long long)t.foreign);
    pep_array_release(t.contexts);
}

/* --- subpaths --- */

/* gather_subpaths - and the units that they go through, where they have no segments of their own. */
static void gather_subpaths(struct gather *g, const struct pep_mapset *maps, const struct pep_raw_segment *s,
                            struct pep_map *known)
{
    struct pep_map units = {0};
    struct pep_pairs_lost lost = pep_pairs_add(&g->profile->subpaths, g->raw, s, maps);
    struct pep_buffer *notes = &g->result->notes;
    if (lost.unknown)
        pep_buffer_adds(notes, "subpaths of a kind that this version does not know are left out\n");
    if (lost.foreign)
        pep_buffer_printf(notes, "%llu subpaths go through blocks that belong to no function and are left out\n",
                          (unsigned long long)lost.foreign);
    if (lost.weightless)
        pep_buffer_printf(notes, "%llu subpaths are of a length that was not recorded and are left out\n",
                          (unsigned long long)lost.weightless);
    pep_pairs_units(&units, g->raw, s);
    for (size_t i = 0; i < units.entries.count; i++) {
        uint64_t unit, before = known->entries.count;
        memcpy(&unit, units.entries.at[i].key, sizeof unit);
        pep_map_put(known, &unit, sizeof unit, 0);
        if (known->entries.count > before)
            gather_known(g, maps, unit, s->module, NO_SEGMENT);
    }
    pep_map_free(&units);
}

/* chain_segments - link the segments of each unit; the map gives each unit's first one.  Contexts and subpaths are of
 * no unit. */
static void chain_segments(struct gather *g, struct pep_map *first)
{
    const struct pep_raw_file *raw = g->raw;
    g->next = pep_array_grow(NULL, 0, &(size_t){0}, raw->segments.count + 1, sizeof *g->next);
    for (size_t i = raw->segments.count; i--;) {
        if (raw->segments.at[i].kind == PEP_RAW_CONTEXTS || raw->segments.at[i].kind == PEP_RAW_SUBPATHS)
            continue;
        uint64_t unit = raw->segments.at[i].unit, *place = pep_map_put(first, &unit, sizeof unit, 0);
        g->next[i] = (uint32_t)*place;
        *place = i + 1;
    }
}

/* add_binaries - those with units; others are there because pointers lead into them. */
static void add_binaries(struct pep_profile *p, const struct pep_raw_file *raw)
{
    for (size_t i = 0; i < raw->segments.count; i++) {
        uint32_t module = raw->segments.at[i].module;
        if (module < raw->modules.count && raw->modules.at[module].path)
            pep_profile_add_binary(p, raw->modules.at[module].path);
    }
}

void pep_gather(struct pep_profile *p, struct pep_gathered *result, const struct pep_raw_file *raw,
                const struct pep_mapset *maps, struct pep_symbols *symbols, const char *const *found)
{
    struct pep_map first = {0};
    struct gather g = {.profile = p, .result = result, .symbols = symbols, .found = found, .raw = raw};
    chain_segments(&g, &first);
    for (size_t i = 0; i < first.entries.count; i++) {
        uint32_t segment = (uint32_t)first.entries.at[i].value - 1;
        const struct pep_raw_segment *s = &raw->segments.at[segment];
        gather_known(&g, maps, s->unit, s->module, segment);
    }
    for (size_t i = 0; i < raw->segments.count; i++) {
        if (raw->segments.at[i].kind == PEP_RAW_CONTEXTS)
            gather_contexts(&g, maps, &raw->segments.at[i]);
        if (raw->segments.at[i].kind == PEP_RAW_SUBPATHS)
            gather_subpaths(&g, maps, &raw->segments.at[i], &first);
    }
    add_binaries(p, raw);
    p->runs = raw->processes ? raw->processes : 1;
    p->lost = raw->lost;
    for (size_t i = 0; i < raw->sampled.count; i++)
        p->samples = pep_count_add(p->samples, raw->sampled.at[i].is.taken);
    p->first = raw->started;
    p->last = raw->ended;
    pep_array_release(g.next);
    pep_buffer_free(&g.text);
    pep_map_free(&g.unnamed);
    pep_map_free(&first);
    pep_profile_sort(p);
}

void pep_gathered_free(struct pep_gathered *result)
{
    pep_array_free(&result->missing);
    pep_buffer_free(&result->notes);
}
