#include "tools/pep_graph.h"
#include "base/file.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

void pep_graph_of(struct pep_graph *g, const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *f = &s->functions.at[i];
        const struct pep_mapset_unit *unit = f->match.unit;
        if (f->derived.edges)
            pep_calls_add(&g->calls, &(struct pep_call_input){.map = &unit->map,
                                                              .function = f->match.function,
                                                              .counts = f->counts,
                                                              .derived = &f->derived,
                                                              .origin = f,
                                                              .binary = unit->is_shared ? NULL : unit->origin,
                                                              .unit = f->unit->hash});
    }
    pep_calls_link(&g->calls, &s->profile);
    pep_contexts_link(&g->contexts, &g->calls);
    pep_graph_rank(g);
}

bool pep_graph_is_known(const struct pep_graph *g)
{
    return g->calls.inputs.count;
}

/* --- names --- */

/* other_name - tells more of a function each time: its file, all of its path, which of the file's units it is in. */
static const char *other_name(struct pep_graph *g, const struct pep_call_node *node, int pass)
{
    const struct pep_counted *c = node->origin;
    if (pass == 2)
        return *c->which ? pep_arena_printf(&g->arena, "%s (%s)", node->name, c->which) : NULL;
    return pep_arena_printf(&g->arena, "%s:%s", pass ? node->map->name : pep_file_base(node->map->name), node->name);
}

/* name_nodes - what is called the same gets another name, until that helps. */
static void name_nodes(struct pep_graph *g)
{
    size_t n = g->calls.nodes.count;
    struct pep_map known = {0};
    g->names = PEP_NEW_N(&g->arena, const char *, n);
    for (size_t i = 0; i < n; i++)
        g->names[i] = g->calls.nodes.at[i].name;
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < n; i++)
            ++*pep_map_put(&known, g->names[i], strlen(g->names[i]), 0);
        for (size_t i = 0; i < n; i++) {
            const struct pep_call_node *node = &g->calls.nodes.at[i];
            const char *other = NULL;
            if (node->map && *pep_map_get(&known, g->names[i], strlen(g->names[i])) > 1)
                other = other_name(g, node, pass);
            if (other)
                g->names[i] = other;
        }
        pep_map_free(&known);
    }
}

bool pep_graph_matches(const struct pep_graph *g, uint32_t node, const char *glob)
{
    return !glob || !fnmatch(glob, pep_graph_node(g, node)->name, 0) || !fnmatch(glob, g->names[node], 0);
}

bool pep_graph_edge_matches(const struct pep_graph *g, const struct pep_call_edge *e, const char *glob)
{
    return pep_graph_matches(g, e->caller, glob) || pep_graph_matches(g, e->callee, glob);
}

bool pep_graph_site_matches(const struct pep_graph *g, const struct pep_graph_site *s, const char *glob)
{
    for (size_t i = 0; i < s->count; i++)
        if (pep_graph_edge_matches(g, &s->edges[i], glob))
            return true;
    return false;
}

/* --- order --- */

static const struct pep_graph *ranked; /* the graph that is being ordered */

static int by_names(uint32_t caller, uint32_t callee, uint32_t other_caller, uint32_t other_callee)
{
    int order = strcmp(ranked->names[caller], ranked->names[other_caller]);
    return order ? order : strcmp(ranked->names[callee], ranked->names[other_callee]);
}

static int hotter_edge(const void *left, const void *right)
{
    const struct pep_call_edge *a = *(const struct pep_call_edge *const *)left;
    const struct pep_call_edge *b = *(const struct pep_call_edge *const *)right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    int order = by_names(a->caller, a->callee, b->caller, b->callee);
    if (order)
        return order;
    return a->site < b->site ? -1 : a->site > b->site;
}

static int hotter_pair(const void *left, const void *right)
{
    const struct pep_graph_pair *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return by_names(a->caller, a->callee, b->caller, b->callee);
}

static int hotter_site(const void *left, const void *right)
{
    const struct pep_graph_site *a = left, *b = right;
    if (a->total != b->total)
        return a->total < b->total ? 1 : -1;
    return hotter_edge(&(const struct pep_call_edge *){a->edges}, &(const struct pep_call_edge *){b->edges});
}

static void add_pair(struct pep_graph *g, struct pep_map *known, const struct pep_call_edge *e)
{
    const uint32_t key[2] = {e->caller, e->callee};
    uint64_t *at = pep_map_put(known, key, sizeof key, g->pairs.count);
    if (*at == g->pairs.count)
        pep_array_push(&g->pairs, (struct pep_graph_pair){e->caller, e->callee, 0});
    g->pairs.at[*at].count = pep_count_add(g->pairs.at[*at].count, e->count);
}

/* Edges of one site follow one another. */
static void add_to_site(struct pep_graph *g, const struct pep_call_edge *e)
{
    struct pep_graph_site *last = g->sites.count ? pep_array_last(&g->sites) : NULL;
    if (pep_graph_site(g, e)->callee != PEP_NO_CALLEE)
        return;
    if (!last || last->edges->caller != e->caller || last->edges->site != e->site) {
        pep_array_push(&g->sites, (struct pep_graph_site){.edges = e});
        last = pep_array_last(&g->sites);
    }
    last->count++;
    last->total = pep_count_add(last->total, e->count);
}

void pep_graph_rank(struct pep_graph *g)
{
    struct pep_map known = {0};
    name_nodes(g);
    for (size_t i = 0; i < g->calls.edges.count; i++) {
        const struct pep_call_edge *e = &g->calls.edges.at[i];
        pep_array_push(&g->hottest, e);
        add_pair(g, &known, e);
        if (e->site != PEP_NO_SITE)
            add_to_site(g, e);
    }
    pep_map_free(&known);
    ranked = g;
    if (g->hottest.count)
        qsort(g->hottest.at, g->hottest.count, sizeof *g->hottest.at, hotter_edge);
    if (g->pairs.count)
        qsort(g->pairs.at, g->pairs.count, sizeof *g->pairs.at, hotter_pair);
    if (g->sites.count)
        qsort(g->sites.at, g->sites.count, sizeof *g->sites.at, hotter_site);
}

void pep_graph_free(struct pep_graph *g)
{
    pep_contexts_free(&g->contexts);
    pep_calls_free(&g->calls);
    pep_array_free(&g->hottest);
    pep_array_free(&g->sites);
    pep_array_free(&g->pairs);
    pep_arena_free(&g->arena);
}

/* --- places --- */

const struct pep_call_site *pep_graph_site(const struct pep_graph *g, const struct pep_call_edge *e)
{
    const struct pep_call_node *caller = pep_graph_node(g, e->caller);
    return e->site == PEP_NO_SITE ? NULL : &caller->function->calls[e->site];
}

const char *pep_graph_pointer(const struct pep_graph *g, const struct pep_call_edge *e)
{
    const struct pep_call_site *site = pep_graph_site(g, e);
    if (!site || site->callee != PEP_NO_CALLEE || site->site == PEP_NO_SITE)
        return NULL;
    return pep_graph_node(g, e->caller)->function->sites[site->site].name;
}

const char *pep_graph_file(const struct pep_call_node *n, uint32_t file)
{
    if (!n->map)
        return NULL;
    return file < n->map->nfiles ? n->map->files[file] : n->map->name;
}

static const char *place(struct pep_graph *g, const struct pep_call_node *n, const struct pep_position *at)
{
    return pep_arena_printf(&g->arena, "%s:%u", pep_graph_file(n, at->file), at->line);
}

/* shares_line - whether the line calls the same function, or through a pointer, more than once. */
static bool shares_line(const struct pep_function *f, const struct pep_call_site *site)
{
    size_t n = 0;
    for (uint32_t i = 0; i < f->ncalls; i++)
        n += f->calls[i].callee == site->callee && f->calls[i].position.line == site->position.line &&
             f->calls[i].position.file == site->position.file;
    return n > 1;
}

const char *pep_graph_where(struct pep_graph *g, const struct pep_call_edge *e)
{
    const struct pep_call_site *site = pep_graph_site(g, e);
    const struct pep_call_node *caller = pep_graph_node(g, e->caller);
    if (!site)
        return "-";
    const char *line = place(g, caller, &site->position);
    return shares_line(caller->function, site) ? pep_arena_printf(&g->arena, "%s:%u", line, site->position.column)
                                               : line;
}

const char *pep_graph_home(struct pep_graph *g, const struct pep_call_node *n)
{
    return n->function ? place(g, n, &n->function->position) : "-";
}
