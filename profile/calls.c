#include "profile/calls.h"
#include "base/buffer.h"
#include "base/file.h"
#include "profile/symbols.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void pep_calls_add(struct pep_call_graph *g, const struct pep_call_input *in)
{
    if (!in->map->calls)
        return;
    pep_array_push(&g->inputs, *in);
    g->sampled |= in->map->how != PEP_HOW_EXHAUSTIVE;
}

/* --- nodes --- */

static uint32_t add_node(struct pep_call_graph *g, struct pep_call_node node)
{
    pep_array_push(&g->nodes, node);
    return (uint32_t)g->nodes.count - 1;
}

/* The name by which symbols know a function. */
static const char *symbol_of(struct pep_call_graph *g, const struct pep_unitmap *map, const struct pep_function *f)
{
    return f->is_static ? pep_arena_printf(&g->arena, "%s:%s", pep_file_base(map->name), f->name) : f->name;
}

/* The same with the hash of the unit in it (symbols.h). */
static const char *symbol_of_unit(struct pep_call_graph *g, const struct pep_call_input *in,
                                  const struct pep_function *f)
{
    return pep_arena_printf(&g->arena, "%s@%0*" PRIx64 ":%s", pep_file_base(in->map->name), PEP_SYMBOL_UNIT, in->unit,
                            f->name);
}

static const struct pep_buffer *unit_key(struct pep_call_graph *g, const struct pep_unitmap *map, const char *symbol)
{
    pep_buffer_clear(&g->key);
    pep_buffer_add(&g->key, &map, sizeof map);
    pep_buffer_adds(&g->key, symbol);
    return &g->key;
}

static void add_plain(struct pep_call_graph *g, const char *name, uint32_t node)
{
    uint64_t *only = pep_map_put(&g->by_plain, name, strlen(name), node);
    if (*only != node)
        *only = PEP_CALLS_UNKNOWN;
}

/* add_named - to the chain of those with this symbol. */
static void add_named(struct pep_call_graph *g, const char *symbol, uint32_t node)
{
    struct pep_call_node *first = &g->nodes.at[*pep_map_put(&g->by_name, symbol, strlen(symbol), node)];
    if (first == &g->nodes.at[node])
        return;
    g->nodes.at[node].alike = first->alike;
    first->alike = node;
}

/* add_function - a node, with the names that symbols have for it. */
static void add_function(struct pep_call_graph *g, const struct pep_call_input *in)
{
    const struct pep_function *f = in->function;
    const char *symbol = symbol_of(g, in->map, f);
    const struct pep_buffer *key = unit_key(g, in->map, symbol);
    uint32_t node =
        add_node(g, (struct pep_call_node){
                        .name = f->name, .map = in->map, .function = f, .origin = in->origin, .binary = in->binary});
    pep_map_put(&g->by_unit, key->at, key->count, node);
    add_named(g, symbol, node);
    add_plain(g, f->name, node);
}

/* make_nodes - one for each function that was added, and their entries. */
static void make_nodes(struct pep_call_graph *g)
{
    add_node(g, (struct pep_call_node){.name = "outside"});
    add_node(g, (struct pep_call_node){.name = "unknown"});
    for (size_t i = 0; i < g->inputs.count; i++) {
        const struct pep_call_input *in = &g->inputs.at[i];
        uint64_t next = g->nodes.count;
        uint32_t node = (uint32_t)*pep_map_put(&g->by_function, &in->function, sizeof in->function, next);
        if (node == next)
            add_function(g, in);
        const char *symbol = symbol_of_unit(g, in, in->function);
        pep_map_put(&g->by_name, symbol, strlen(symbol), node);
        g->nodes.at[node].entries = pep_count_add(g->nodes.at[node].entries, in->derived->entries);
    }
}

/* The function that a unit knows by the name of a symbol, or NULL. */
static const uint64_t *own_of_symbol(struct pep_call_graph *g, const struct pep_unitmap *map, const char *symbol)
{
    const struct pep_buffer *key;
    const uint64_t *found = NULL;
    if (*symbol == ':') { /* its file is lost: the unit's own would be, or it is static in the whole program only */
        key = unit_key(g, map, pep_arena_printf(&g->arena, "%s%s", pep_file_base(map->name), symbol));
        found = pep_map_get(&g->by_unit, key->at, key->count);
        symbol++;
    }
    key = unit_key(g, map, symbol);
    return found ? found : pep_map_get(&g->by_unit, key->at, key->count);
}

/* The node of a name by which no function is known. */
static uint32_t bare_node(struct pep_call_graph *g, const char *key, const char *name)
{
    uint64_t next = g->nodes.count;
    uint32_t node = (uint32_t)*pep_map_put(&g->by_name, key, strlen(key), next);
    return node == next ? add_node(g, (struct pep_call_node){.name = name}) : node;
}

/* The node of calls of one of several functions, who knows which. */
static uint32_t node_of_doubt(struct pep_call_graph *g, const char *symbol, uint32_t first)
{
    uint32_t node = g->nodes.at[first].doubt;
    if (node)
        return node;
    node = add_node(g, (struct pep_call_node){.name = pep_arena_printf(&g->arena, "unknown:%s", symbol)});
    for (uint32_t i = first; i; i = g->nodes.at[i].alike)
        g->nodes.at[i].doubt = node;
    return g->nodes.at[node].doubt = node;
}

/* The node of calls of one of several functions that only their files told apart. */
static uint32_t node_of_lost(struct pep_call_graph *g, const char *symbol)
{
    uint64_t next = g->nodes.count;
    uint32_t node = bare_node(g, symbol, pep_arena_printf(&g->arena, "unknown%s", symbol));
    for (uint32_t i = 0; node == next && i < node; i++) {
        struct pep_call_node *n = &g->nodes.at[i];
        if (n->function && !n->doubt && !strcmp(n->name, symbol + 1))
            n->doubt = node;
    }
    return g->nodes.at[node].doubt = node;
}

/* How well a node fits a call from that binary, among those with its symbol. */
static int fitness(const struct pep_call_graph *g, const struct pep_call_node *n, const char *binary)
{
    bool is_own = binary && n->binary && !strcmp(binary, n->binary);
    bool ran = g->sampled || n->entries || !n->function || !pep_derive_knows_entries(n->function);
    return 2 * is_own + ran;
}

/* settle - which of those with this symbol a call from that binary is of; the doubt where several fit best. */
static uint32_t settle(struct pep_call_graph *g, const char *symbol, uint32_t first, const char *binary)
{
    uint32_t best = first, equals = 0;
    for (uint32_t i = g->nodes.at[first].alike; i; i = g->nodes.at[i].alike) {
        int more = fitness(g, &g->nodes.at[i], binary) - fitness(g, &g->nodes.at[best], binary);
        if (more > 0) {
            best = i;
            equals = 0;
        }
        equals += more == 0;
    }
    return equals ? node_of_doubt(g, symbol, first) : best;
}

/* Where the hash of the unit begins, or NULL. */
static const char *hash_in(const char *symbol)
{
    const char *colon = strrchr(symbol, ':');
    return colon && colon - symbol > PEP_SYMBOL_UNIT && colon[-PEP_SYMBOL_UNIT - 1] == '@' ? colon - PEP_SYMBOL_UNIT
                                                                                           : NULL;
}

/* node_of_unit - by a symbol with a hash.  A build that was not added has other hashes. */
static uint32_t node_of_unit(struct pep_call_graph *g, const char *symbol, const char *hash, const char *binary)
{
    const char *name = pep_arena_printf(&g->arena, "%.*s%s", (int)(hash - 1 - symbol), symbol, hash + PEP_SYMBOL_UNIT);
    const uint64_t *known = pep_map_get(&g->by_name, symbol, strlen(symbol));
    const uint64_t *first = pep_map_get(&g->by_name, name, strlen(name));
    bool is_instrumented = strspn(hash, "0") < PEP_SYMBOL_UNIT;
    if (!known && first && is_instrumented)
        return settle(g, name, (uint32_t)*first, binary);
    return known ? (uint32_t)*known : bare_node(g, symbol, name);
}

/* The function that a symbol is, of the caller's unit or another. */
static uint32_t node_of_symbol(struct pep_call_graph *g, const struct pep_call_input *in, const char *symbol)
{
    const char *hash = hash_in(symbol);
    if (hash)
        return node_of_unit(g, symbol, hash, in->binary);
    const uint64_t *known = own_of_symbol(g, in->map, symbol);
    if (!known && *symbol == ':')
        known = pep_map_get(&g->by_plain, symbol + 1, strlen(symbol + 1));
    if (known)
        return *known == PEP_CALLS_UNKNOWN ? node_of_lost(g, symbol) : (uint32_t)*known;
    known = pep_map_get(&g->by_name, symbol, strlen(symbol));
    return known ? settle(g, symbol, (uint32_t)*known, in->binary) : bare_node(g, symbol, symbol);
}

static uint32_t node_of_callee(struct pep_call_graph *g, const struct pep_call_input *in,
                               const struct pep_callee *callee)
{
    if (callee->function == PEP_NO_FUNCTION)
        return node_of_symbol(g, in, callee->name);
    const struct pep_function *f = in->map->functions[callee->function];
    const uint64_t *known = pep_map_get(&g->by_function, &f, sizeof f);
    const char *symbol = symbol_of(g, in->map, f);
    if (known)
        return (uint32_t)*known;
    known = pep_map_get(&g->by_name, symbol, strlen(symbol));
    bool is_taken = known && g->nodes.at[*known].function; /* by another unit's */
    return bare_node(g, is_taken ? symbol_of_unit(g, in, f) : symbol, symbol);
}

/* --- edges --- */

static void add_edge(struct pep_call_graph *g, uint32_t caller, uint32_t site, uint32_t callee, uint64_t count)
{
    if (!count)
        return;
    pep_array_push(&g->edges, (struct pep_call_edge){caller, callee, site, count});
    g->nodes.at[caller].calls = pep_count_add(g->nodes.at[caller].calls, count);
    g->nodes.at[callee].called = pep_count_add(g->nodes.at[callee].called, count);
    g->total = pep_count_add(g->total, count);
}

/* The first record of a kind that is not before this site and key; records are in that order. */
static size_t find_record(const struct pep_records *records, uint32_t kind, uint32_t site, uint64_t key)
{
    size_t low = 0, high = records->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct pep_record *r = &records->at[middle];
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

/* The records of a site's targets, and how many were seen there. */
struct targets {
    const struct pep_record *at;
    size_t count;
    uint64_t seen;
};

static struct targets find_targets(const struct pep_records *records, uint32_t site)
{
    const struct pep_record *r = records->at;
    size_t first = find_record(records, PEP_RECORD_TARGET, site, 0), end = first;
    struct targets t = {r + first, 0, 0};
    for (; end < records->count && r[end].kind == PEP_RECORD_TARGET && r[end].site == site; end++)
        t.seen = pep_count_add(t.seen, r[end].count);
    t.count = end - first;
    size_t other = find_record(records, PEP_RECORD_OTHER, 0, site);
    if (other < records->count && r[other].kind == PEP_RECORD_OTHER && r[other].key == site)
        t.seen = pep_count_add(t.seen, r[other].count);
    return t;
}

/* A function's calls while they are told one by one. */
struct telling {
    struct pep_call_graph *g;
    const struct pep_call_input *in;
    const struct pep_records *records;
    pep_calls_visit *visit;
    void *data;
};

/* deal_out - a pointer's calls to its targets.  Each gets the difference of two rounded sums, so that together they get
 * all; what came by and is not known has the rest. */
static void deal_out(const struct telling *t, uint32_t call, uint64_t count)
{
    uint32_t site = t->in->function->calls[call].site;
    struct targets of = find_targets(t->records, site);
    uint64_t before = 0, dealt = 0;
    if (!of.seen)
        of = find_targets(&t->in->counts->records, site);
    for (size_t i = 0; i < of.count && of.seen; i++) {
        const char *name = pep_profile_name(t->g->profile, of.at[i].key);
        before = pep_count_add(before, of.at[i].count);
        uint64_t sum = share_of(count, before, of.seen);
        t->visit(call, name ? node_of_symbol(t->g, t->in, name) : PEP_CALLS_UNKNOWN, sum - dealt, t->data);
        dealt = sum;
    }
    t->visit(call, PEP_CALLS_UNKNOWN, count - dealt, t->data);
}

void pep_calls_tell(struct pep_call_graph *g, const struct pep_call_input *in, const struct pep_records *records,
                    const uint64_t *blocks, pep_calls_visit *visit, void *data)
{
    const struct telling t = {g, in, records, visit, data};
    for (uint32_t k = 0; k < in->function->ncalls; k++) {
        const struct pep_call_site *c = &in->function->calls[k];
        uint64_t count = blocks[c->block];
        if (!count)
            continue;
        if (c->callee != PEP_NO_CALLEE)
            visit(k, node_of_callee(g, in, &in->map->callees[c->callee]), count, data);
        else if (c->site != PEP_NO_SITE)
            deal_out(&t, k, count);
        else
            visit(k, PEP_CALLS_UNKNOWN, count, data);
    }
}

uint32_t pep_calls_node(const struct pep_call_graph *g, const struct pep_function *f)
{
    const uint64_t *node = pep_map_get(&g->by_function, &f, sizeof f);
    return node ? (uint32_t)*node : PEP_CALLS_UNKNOWN;
}

struct calling {
    struct pep_call_graph *g;
    uint32_t caller;
};

static void add_call(uint32_t call, uint32_t callee, uint64_t count, void *data)
{
    const struct calling *c = data;
    add_edge(c->g, c->caller, call, callee, count);
}

/* make_edges - those from functions. */
static void make_edges(struct pep_call_graph *g)
{
    for (size_t i = 0; i < g->inputs.count; i++) {
        const struct pep_call_input *in = &g->inputs.at[i];
        struct calling c = {g, pep_calls_node(g, in->function)};
        pep_calls_tell(g, in, &in->counts->records, in->derived->blocks, add_call, &c);
    }
}

/* What a sample stands for on average, 1 at least; 0 where their number is not known. */
static long double weight_of_sample(const struct pep_profile *p)
{
    long double sum = 0;
    for (size_t u = 0; u < p->units.count; u++)
        for (size_t i = 0; i < p->units.at[u].functions.count; i++) {
            const struct pep_records *r = &p->units.at[u].functions.at[i].records;
            for (size_t k = 0; k < r->count; k++)
                sum += r->at[k].count;
        }
    return !p->samples ? 0 : sum > p->samples ? sum / p->samples : 1;
}

/* The same of a window, whose samples tell of one place (PEP_SAMPLES, as it usually is); of samples that count once it
 * is not known whether they came in windows. */
static long double weight_of_window(const struct pep_call_graph *g)
{
    enum { SAMPLES = 64 };
    return g->sample > 1 ? g->sample * SAMPLES : 1;
}

/* Whether two estimates differ by three standard deviations, where their numbers of windows vary as their square roots
 * do. */
static bool differs(uint64_t more, uint64_t less, long double weight)
{
    long double difference = (long double)(more - less), variance = ((long double)more + less) * weight;
    return difference * difference >= 9 * variance;
}

/* call_from_outside - what functions were entered and nobody is known to have called. */
static void call_from_outside(struct pep_call_graph *g)
{
    long double weight = weight_of_window(g);
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        const struct pep_call_node *n = &g->nodes.at[i];
        uint64_t entries = n->entries;
        uint64_t known = n->doubt ? pep_count_add(n->called, g->nodes.at[n->doubt].called) : n->called;
        if (!n->function || n->function->only_called || !pep_derive_knows_entries(n->function) || entries <= known)
            continue;
        if (!g->sampled || !known || differs(entries, known, weight))
            add_edge(g, PEP_CALLS_OUTSIDE, PEP_NO_SITE, i, entries - known);
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
            e[n - 1].count = pep_count_add(e[n - 1].count, e[i].count);
        else
            e[n++] = e[i];
    }
    g->edges.count = n;
    qsort(e, n, sizeof *e, by_count);
}

void pep_calls_link(struct pep_call_graph *g, const struct pep_profile *profile)
{
    g->profile = profile;
    g->sample = weight_of_sample(profile);
    make_nodes(g);
    make_edges(g);
    call_from_outside(g);
    sort_edges(g);
}

/* --- what samples tell --- */

/* How often it was seen where the calls of an edge's site lead to, as multiples of a weight. */
static double seen_by(const struct pep_call_graph *g, const struct pep_call_edge *e, long double weight)
{
    const struct pep_function *f = g->nodes.at[e->caller].function;
    uint64_t seen = 0;
    for (size_t i = 0; i < g->inputs.count; i++)
        if (g->inputs.at[i].function == f)
            seen = pep_count_add(seen, find_targets(&g->inputs.at[i].counts->records, f->calls[e->site].site).seen);
    return g->sample > 0 ? (double)(seen / weight) : 0;
}

static bool is_sampled(const struct pep_call_graph *g, const struct pep_call_edge *e)
{
    return g->nodes.at[e->caller].map->how != PEP_HOW_EXHAUSTIVE;
}

uint64_t pep_calls_samples(const struct pep_call_graph *g, const struct pep_call_edge *e)
{
    return is_sampled(g, e) ? (uint64_t)(seen_by(g, e, g->sample) + 0.5) : 0;
}

double pep_calls_least_share(const struct pep_call_graph *g, const struct pep_call_edge *e, uint64_t made)
{
    const double normal = 1.959964, square = normal * normal, share = (double)e->count / (double)made;
    double n = seen_by(g, e, weight_of_window(g));
    double least = share * n + square / 2 - normal * sqrt(share * (1 - share) * n + square / 4);
    return is_sampled(g, e) ? least / (n + square) : share;
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
    pep_map_free(&g->by_function);
    pep_map_free(&g->by_unit);
    pep_map_free(&g->by_name);
    pep_map_free(&g->by_plain);
    pep_buffer_free(&g->key);
    pep_arena_free(&g->arena);
    *g = (struct pep_call_graph){0};
}
