#include "profile/calls.h"
#include "base/buffer.h"
#include "base/file.h"
#include <stdlib.h>
#include <string.h>

void pep_calls_add(struct pep_call_graph *g, const struct pep_unitmap *map, const struct pep_function *f,
                   const struct pep_counts *counts, const struct pep_derived *derived, const void *origin)
{
    if (!map->calls)
        return;
    pep_array_push(&g->inputs, (struct pep_call_input){map, f, counts, derived, origin});
    g->sampled |= map->how != PEP_HOW_EXHAUSTIVE;
}

/* --- nodes --- */

/* A graph while nodes and edges are made. */
struct linking {
    struct pep_call_graph *g;
    const struct pep_profile *profile;
    struct pep_map by_function; /* address of a function -> its node */
    struct pep_map by_unit;     /* address of a map, name -> its node; a static function's name has its file in front */
    struct pep_map by_name;     /* the same in whatever unit: the first that was added, else one that is only called */
    struct pep_map by_plain;    /* a function's name -> the node of the only one, or PEP_CALLS_UNKNOWN */
    struct {
        PEP_ARRAY(uint64_t);
    } entries; /* of each node */
    struct pep_buffer key;
};

static uint32_t add_node(struct linking *l, struct pep_call_node node)
{
    pep_array_push(&l->g->nodes, node);
    pep_array_push(&l->entries, 0);
    return (uint32_t)l->g->nodes.count - 1;
}

/* The name by which symbols know a function. */
static const char *symbol_of(struct linking *l, const struct pep_unitmap *map, const struct pep_function *f)
{
    return f->is_static ? pep_arena_printf(&l->g->arena, "%s:%s", pep_file_base(map->name), f->name) : f->name;
}

static const struct pep_buffer *unit_key(struct linking *l, const struct pep_unitmap *map, const char *symbol)
{
    pep_buffer_clear(&l->key);
    pep_buffer_add(&l->key, &map, sizeof map);
    pep_buffer_adds(&l->key, symbol);
    return &l->key;
}

static void add_plain(struct linking *l, const char *name, uint32_t node)
{
    uint64_t *only = pep_map_put(&l->by_plain, name, strlen(name), node);
    if (*only != node)
        *only = PEP_CALLS_UNKNOWN;
}

/* make_nodes - one for each function that was added, and their entries. */
static void make_nodes(struct linking *l)
{
    add_node(l, (struct pep_call_node){.name = "outside"});
    add_node(l, (struct pep_call_node){.name = "unknown"});
    for (size_t i = 0; i < l->g->inputs.count; i++) {
        const struct pep_call_input *in = &l->g->inputs.at[i];
        uint64_t next = l->g->nodes.count;
        uint32_t node = (uint32_t)*pep_map_put(&l->by_function, &in->function, sizeof in->function, next);
        if (node == next) {
            const char *symbol = symbol_of(l, in->map, in->function);
            const struct pep_buffer *key = unit_key(l, in->map, symbol);
            add_node(l,
                     (struct pep_call_node){
                         .name = in->function->name, .map = in->map, .function = in->function, .origin = in->origin});
            pep_map_put(&l->by_unit, key->at, key->count, node);
            pep_map_put(&l->by_name, symbol, strlen(symbol), node);
            add_plain(l, in->function->name, node);
        }
        l->entries.at[node] = pep_saturating_add(l->entries.at[node], in->derived->entries);
    }
}

/* The function that a unit knows by the name of a symbol, or NULL. */
static const uint64_t *own_of_symbol(struct linking *l, const struct pep_unitmap *map, const char *symbol)
{
    const struct pep_buffer *key;
    const uint64_t *found = NULL;
    if (*symbol == ':') { /* its file is lost: the unit's own would be, or it is static in the whole program only */
        key = unit_key(l, map, pep_arena_printf(&l->g->arena, "%s%s", pep_file_base(map->name), symbol));
        found = pep_map_get(&l->by_unit, key->at, key->count);
        symbol++;
    }
    key = unit_key(l, map, symbol);
    return found ? found : pep_map_get(&l->by_unit, key->at, key->count);
}

/* The function that a symbol is, of this unit or another. */
static uint32_t node_of_symbol(struct linking *l, const struct pep_unitmap *map, const char *symbol)
{
    const uint64_t *known = own_of_symbol(l, map, symbol);
    if (!known && *symbol == ':')
        known = pep_map_get(&l->by_plain, symbol + 1, strlen(symbol + 1));
    if (known && *known != PEP_CALLS_UNKNOWN)
        return (uint32_t)*known;
    uint64_t next = l->g->nodes.count;
    uint32_t node = (uint32_t)*pep_map_put(&l->by_name, symbol, strlen(symbol), next);
    return node == next ? add_node(l, (struct pep_call_node){.name = symbol}) : node;
}

static uint32_t node_of_callee(struct linking *l, const struct pep_unitmap *map, const struct pep_callee *callee)
{
    if (callee->function == PEP_NO_FUNCTION)
        return node_of_symbol(l, map, callee->name);
    const struct pep_function *f = map->functions[callee->function];
    const uint64_t *known = pep_map_get(&l->by_function, &f, sizeof f);
    return known ? (uint32_t)*known : node_of_symbol(l, map, symbol_of(l, map, f));
}

/* --- edges --- */

static void add_edge(struct pep_call_graph *g, uint32_t caller, uint32_t site, uint32_t callee, uint64_t count)
{
    if (!count)
        return;
    pep_array_push(&g->edges, (struct pep_call_edge){caller, callee, site, count});
    g->nodes.at[caller].calls = pep_saturating_add(g->nodes.at[caller].calls, count);
    g->nodes.at[callee].called = pep_saturating_add(g->nodes.at[callee].called, count);
    g->total = pep_saturating_add(g->total, count);
}

/* The first record of a kind that is not before this site and key; records are in that order. */
static size_t find_record(const struct pep_counts *counts, uint32_t kind, uint32_t site, uint64_t key)
{
    size_t low = 0, high = counts->records.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct pep_record *r = &counts->records.at[middle];
        bool before = r->kind != kind ? r->kind < kind : r->site != site ? r->site < site : r->key < key;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many of count come to `part` of `whole`, rounded to the nearest. */
static uint64_t share_of(uint64_t count, uint64_t part, uint64_t whole)
{
    long double share = (long double)part / whole * count + 0.5L;
    return part == whole || share >= count ? count : (uint64_t)share;
}

/* deal_out - a pointer's calls to its targets.  Each gets the difference of two rounded sums, so that together they get
 * all; what came by and is not known has the rest. */
static void deal_out(struct linking *l, const struct pep_call_input *in, uint32_t caller, uint32_t call, uint64_t count)
{
    const struct pep_record *r = in->counts->records.at;
    size_t n = in->counts->records.count;
    uint32_t site = in->function->calls[call].site;
    size_t first = find_record(in->counts, PEP_RECORD_TARGET, site, 0), end = first;
    uint64_t seen = 0, before = 0, dealt = 0;
    for (; end < n && r[end].kind == PEP_RECORD_TARGET && r[end].site == site; end++)
        seen = pep_saturating_add(seen, r[end].count);
    size_t other = find_record(in->counts, PEP_RECORD_OTHER, 0, site);
    if (other < n && r[other].kind == PEP_RECORD_OTHER && r[other].key == site)
        seen = pep_saturating_add(seen, r[other].count);
    for (size_t i = first; i < end && seen; i++) {
        const char *name = pep_profile_name(l->profile, r[i].key);
        before = pep_saturating_add(before, r[i].count);
        uint64_t sum = share_of(count, before, seen);
        add_edge(l->g, caller, call, name ? node_of_symbol(l, in->map, name) : PEP_CALLS_UNKNOWN, sum - dealt);
        dealt = sum;
    }
    add_edge(l->g, caller, call, PEP_CALLS_UNKNOWN, count - dealt);
}

/* make_edges - those from functions. */
static void make_edges(struct linking *l)
{
    for (size_t i = 0; i < l->g->inputs.count; i++) {
        const struct pep_call_input *in = &l->g->inputs.at[i];
        uint32_t caller = (uint32_t)*pep_map_get(&l->by_function, &in->function, sizeof in->function);
        for (uint32_t k = 0; k < in->function->ncalls; k++) {
            const struct pep_call_site *c = &in->function->calls[k];
            uint64_t count = in->derived->blocks[c->block];
            if (c->callee != PEP_NO_CALLEE)
                add_edge(l->g, caller, k, node_of_callee(l, in->map, &in->map->callees[c->callee]), count);
            else if (c->site != PEP_NO_SITE)
                deal_out(l, in, caller, k, count);
            else
                add_edge(l->g, caller, k, PEP_CALLS_UNKNOWN, count);
        }
    }
}

/* Whether two numbers of samples, which vary as their square roots do, differ by three standard deviations. */
static bool differs(uint64_t more, uint64_t less)
{
    long double difference = (long double)(more - less), variance = (long double)more + less;
    return difference * difference >= 9 * variance;
}

/* call_from_outside - what functions were entered and nobody is known to have called. */
static void call_from_outside(struct linking *l)
{
    for (uint32_t i = 0; i < l->g->nodes.count; i++) {
        const struct pep_call_node *n = &l->g->nodes.at[i];
        uint64_t entries = l->entries.at[i], known = n->called;
        if (!n->function || n->function->only_called || !pep_derive_knows_entries(n->function) || entries <= known)
            continue;
        if (!l->g->sampled || !known || differs(entries, known))
            add_edge(l->g, PEP_CALLS_OUTSIDE, PEP_NO_SITE, i, entries - known);
    }
}

static int by_place(const void *left, const void *right)
{
    const struct pep_call_edge *a = left, *b = right;
    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    if (a->site != b->site)
        return a->site < b->site ? -1 : 1;
    return a->callee < b->callee ? -1 : a->callee > b->callee;
}

static int by_count(const void *left, const void *right)
{
    const struct pep_call_edge *a = left, *b = right;
    if (a->caller == b->caller && a->site == b->site && a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return by_place(left, right);
}

/* sort_edges - adds up those that are one: of a function that was added twice, of two names of one function. */
static void sort_edges(struct pep_call_graph *g)
{
    struct pep_call_edge *e = g->edges.at;
    size_t n = 0;
    if (!g->edges.count)
        return;
    qsort(e, g->edges.count, sizeof *e, by_place);
    for (size_t i = 0; i < g->edges.count; i++) {
        if (n && !by_place(&e[n - 1], &e[i]))
            e[n - 1].count = pep_saturating_add(e[n - 1].count, e[i].count);
        else
            e[n++] = e[i];
    }
    g->edges.count = n;
    qsort(e, n, sizeof *e, by_count);
}

void pep_calls_link(struct pep_call_graph *g, const struct pep_profile *profile)
{
    struct linking l = {.g = g, .profile = profile};
    make_nodes(&l);
    make_edges(&l);
    call_from_outside(&l);
    sort_edges(g);
    pep_map_free(&l.by_function);
    pep_map_free(&l.by_unit);
    pep_map_free(&l.by_name);
    pep_map_free(&l.by_plain);
    pep_array_free(&l.entries);
    pep_buffer_free(&l.key);
}

/* --- weights --- */

static void add_text(struct pep_buffer *key, const char *text)
{
    pep_buffer_add(key, text, strlen(text) + 1);
}

static void add_node_text(struct pep_buffer *key, const struct pep_call_node *n)
{
    add_text(key, n->map ? pep_file_base(n->map->name) : "");
    add_text(key, n->name);
}

void pep_calls_weigh(struct pep_weights *weights, const struct pep_call_graph *g)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < g->edges.count; i++) {
        const struct pep_call_edge *e = &g->edges.at[i];
        pep_buffer_clear(&key);
        pep_buffer_add(&key, &e->site, sizeof e->site);
        add_node_text(&key, &g->nodes.at[e->caller]);
        add_node_text(&key, &g->nodes.at[e->callee]);
        pep_array_push(weights, (struct pep_weight){pep_hash(key.at, key.count), e->count});
    }
    pep_buffer_free(&key);
}

void pep_calls_free(struct pep_call_graph *g)
{
    pep_array_free(&g->inputs);
    pep_array_free(&g->nodes);
    pep_array_free(&g->edges);
    pep_arena_free(&g->arena);
    *g = (struct pep_call_graph){0};
}
