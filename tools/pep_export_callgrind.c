/* pep export --format=callgrind - for KCachegrind and callgrind_annotate.
 *
 * Two events: `Entries`, how often a function was called, and, where branches were counted, `Branches`, how often it
 * branched.  The first stand at the function's line, the others where the branches are.  A call's inclusive cost is the
 * callee's with all that it calls, dealt out by calls (pep_graph_inclusive). */
#include "profile/derive.h"
#include "tools/pep_export.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

#ifndef PEP_VERSION
#define PEP_VERSION "0"
#endif

enum { ENTRIES, BRANCHES, EVENTS };

struct costs {
    const struct pep_graph *g;
    int events;                 /* that are told */
    uint64_t **taken;           /* of each node that was counted: how often each edge was, in all builds together */
    uint64_t *own[EVENTS];      /* of each node */
    long double *parts[EVENTS]; /* of each edge */
    struct pep_arena arena;
};

static void add_taken(struct costs *c, const struct pep_call_input *in)
{
    uint64_t **taken = &c->taken[pep_calls_node(&c->g->calls, in->function)];
    if (!*taken)
        *taken = PEP_NEW_N(&c->arena, uint64_t, in->function->edges.count + 1);
    for (size_t e = 0; e < in->function->edges.count; e++)
        (*taken)[e] = pep_count_add((*taken)[e], in->derived->edges[e]);
}

/* How often a block branched, and its line: the function's own where it stands in another file. */
static uint64_t branches_of(uint32_t *line, const struct costs *c, uint32_t node, size_t block)
{
    const struct pep_function *f = pep_graph_node(c->g, node)->function;
    const struct pep_block *b = &f->blocks.at[block];
    uint64_t sum = 0;
    *line = b->position.file == f->position.file && b->position.line ? b->position.line : f->position.line;
    for (uint32_t i = 0; i < b->nout; i++)
        if (pep_derive_is_branch(f, &f->edges.at[b->out[i]]))
            sum = pep_count_add(sum, c->taken[node][b->out[i]]);
    return sum;
}

static void find_costs(struct costs *c)
{
    const struct pep_call_graph *g = &c->g->calls;
    for (int event = 0; event < EVENTS; event++) {
        c->own[event] = PEP_NEW_N(&c->arena, uint64_t, g->nodes.count);
        c->parts[event] = PEP_NEW_N(&c->arena, long double, g->edges.count + 1);
    }
    c->taken = PEP_NEW_N(&c->arena, uint64_t *, g->nodes.count);
    for (size_t i = 0; i < g->inputs.count; i++)
        add_taken(c, &g->inputs.at[i]);
    c->events = BRANCHES;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        const struct pep_call_node *n = &g->nodes.at[i];
        c->own[ENTRIES][i] = n->called;
        for (size_t b = 0; c->taken[i] && b < n->function->blocks.count; b++) {
            uint32_t line;
            c->own[BRANCHES][i] = pep_count_add(c->own[BRANCHES][i], branches_of(&line, c, i, b));
        }
        if (c->own[BRANCHES][i])
            c->events = EVENTS;
    }
    for (int event = 0; event < c->events; event++)
        pep_graph_inclusive(c->parts[event], c->g, c->own[event]);
}

/* A name may have a line end, which a line has not. */
static void add_text(struct pep_buffer *out, const char *text)
{
    for (; *text; text++)
        pep_buffer_addc(out, *text == '\n' ? ' ' : *text);
}

/* The function's name, by number from the second time on; its file as well. */
static void add_name(struct pep_buffer *out, const char *key, uint64_t number, bool known, const char *text)
{
    pep_buffer_printf(out, "%s=(%" PRIu64 ")", key, number + 1);
    if (!known) {
        pep_buffer_addc(out, ' ');
        add_text(out, text);
    }
    pep_buffer_addc(out, '\n');
}

struct names {
    struct pep_map files, functions;
};

static void add_function(struct pep_buffer *out, struct names *names, const struct pep_graph *g, uint32_t node,
                         bool called)
{
    const struct pep_call_node *n = pep_graph_node(g, node);
    const char *file = n->function ? pep_graph_file(n, n->function->position.file) : "???";
    size_t files = names->files.entries.count, functions = names->functions.entries.count;
    uint64_t number = *pep_map_put(&names->files, file, strlen(file), files);
    add_name(out, called ? "cfl" : "fl", number, number < files, file);
    number = *pep_map_put(&names->functions, &node, sizeof node, functions);
    add_name(out, called ? "cfn" : "fn", number, number < functions, g->names[node]);
}

static uint32_t line_of(const struct pep_call_node *n)
{
    return n->function ? n->function->position.line : 0;
}

static void add_own(struct pep_buffer *out, const struct costs *c, uint32_t node)
{
    const struct pep_call_node *n = pep_graph_node(c->g, node);
    pep_buffer_printf(out, "%" PRIu32 " %" PRIu64 "%s\n", line_of(n), n->called, c->events > BRANCHES ? " 0" : "");
    for (size_t b = 0; c->taken[node] && c->events > BRANCHES && b < n->function->blocks.count; b++) {
        uint32_t line;
        uint64_t count = branches_of(&line, c, node, b);
        if (count)
            pep_buffer_printf(out, "%" PRIu32 " 0 %" PRIu64 "\n", line, count);
    }
}

static void add_call(struct pep_buffer *out, struct names *names, const struct costs *c, size_t i)
{
    const struct pep_call_edge *e = &c->g->calls.edges.at[i];
    const struct pep_call_node *caller = pep_graph_node(c->g, e->caller);
    const struct pep_call_site *site = pep_graph_site(c->g, e);
    bool here = site && site->position.file == caller->function->position.file;
    add_function(out, names, c->g, e->callee, true);
    pep_buffer_printf(out, "calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32, e->count,
                      line_of(pep_graph_node(c->g, e->callee)), here ? site->position.line : line_of(caller));
    for (int event = 0; event < c->events; event++)
        pep_buffer_printf(out, " %.0Lf", roundl(c->parts[event][i]));
    pep_buffer_addc(out, '\n');
}

void pep_export_callgrind(struct pep_buffer *out, const struct pep_export *x)
{
    struct costs c = {.g = x->graph};
    struct names names = {0};
    uint64_t totals[EVENTS] = {0};
    find_costs(&c);
    pep_buffer_adds(out, "# callgrind format\nversion: 1\ncreator: pep " PEP_VERSION "\ncmd: ");
    add_text(out, pep_session_title(x->session));
    pep_buffer_printf(out, "\npositions: line\nevent: Entries : Entries of functions\n%sevents: Entries%s\n",
                      c.events > BRANCHES ? "event: Branches : Branches taken\n" : "",
                      c.events > BRANCHES ? " Branches" : "");
    for (uint32_t node = 0, at = 0; node < c.g->calls.nodes.count; node++) {
        const struct pep_call_node *n = pep_graph_node(c.g, node);
        for (int event = 0; event < EVENTS; event++)
            totals[event] = pep_count_add(totals[event], c.own[event][node]);
        if (!n->called && !n->calls)
            continue;
        pep_buffer_addc(out, '\n');
        add_function(out, &names, c.g, node, false);
        add_own(out, &c, node);
        for (; at < c.g->calls.edges.count && c.g->calls.edges.at[at].caller == node; at++)
            add_call(out, &names, &c, at);
    }
    pep_buffer_printf(out, "\ntotals: %" PRIu64, totals[ENTRIES]);
    if (c.events > BRANCHES)
        pep_buffer_printf(out, " %" PRIu64, totals[BRANCHES]);
    pep_buffer_addc(out, '\n');
    pep_map_free(&names.files);
    pep_map_free(&names.functions);
    pep_arena_free(&c.arena);
}
