/* pep_graph_cost.c - what calls cost with all that they call, dealt out over the call graph. */
#include "tools/pep_graph.h"

/* A walk in depth first, without recursion, since a chain of calls may be long.  Functions that reach each other are
 * one component; components come out callees first (Tarjan). */
struct walk {
    const struct pep_call_edge *edges;
    size_t *first, *next;          /* of each node: its first edge; the one to walk next, up to first of the next */
    uint32_t *seen, *low, *number; /* when it was reached, 0: not yet; the earliest it reaches; its component + 1 */
    uint32_t *path, *open,
        *order; /* nodes that are being walked; those without a component; the others, as they came */
    size_t depth, opened, ordered;
    uint32_t time, components;
};

static void enter(struct walk *w, uint32_t node)
{
    w->seen[node] = w->low[node] = ++w->time;
    w->next[node] = w->first[node];
    w->path[w->depth++] = node;
    w->open[w->opened++] = node;
}

static void lower(struct walk *w, uint32_t node, uint32_t time)
{
    if (time < w->low[node])
        w->low[node] = time;
}

/* leave - where a node reaches none that is older, it and the open ones behind it are a component. */
static void leave(struct walk *w)
{
    uint32_t node = w->path[--w->depth], other;
    if (w->depth)
        lower(w, w->path[w->depth - 1], w->low[node]);
    if (w->low[node] < w->seen[node])
        return;
    w->components++;
    do {
        other = w->open[--w->opened];
        w->number[other] = w->components;
        w->order[w->ordered++] = other;
    } while (other != node);
}

static void find_components(struct walk *w, uint32_t nodes)
{
    for (uint32_t i = 0; i < nodes; i++) {
        if (!w->seen[i])
            enter(w, i);
        while (w->depth) {
            uint32_t node = w->path[w->depth - 1];
            if (w->next[node] == w->first[node + 1]) {
                leave(w);
                continue;
            }
            uint32_t callee = w->edges[w->next[node]++].callee;
            if (!w->seen[callee])
                enter(w, callee);
            else if (!w->number[callee])
                lower(w, node, w->seen[callee]);
        }
    }
}

void pep_graph_inclusive(long double *parts, const struct pep_graph *g, const uint64_t *own)
{
    uint32_t nodes = (uint32_t)g->calls.nodes.count;
    size_t edges = g->calls.edges.count;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct walk w = {.edges = g->calls.edges.at,
                     .first = PEP_NEW_N(&arena, size_t, nodes + 1),
                     .next = PEP_NEW_N(&arena, size_t, nodes),
                     .seen = PEP_NEW_N(&arena, uint32_t, nodes),
                     .low = PEP_NEW_N(&arena, uint32_t, nodes),
                     .number = PEP_NEW_N(&arena, uint32_t, nodes),
                     .path = PEP_NEW_N(&arena, uint32_t, nodes),
                     .open = PEP_NEW_N(&arena, uint32_t, nodes),
                     .order = PEP_NEW_N(&arena, uint32_t, nodes)};
    for (size_t i = 0; i < edges; i++)
        w.first[w.edges[i].caller + 1] = i + 1;
    for (uint32_t i = 0; i < nodes; i++)
        if (w.first[i + 1] < w.first[i])
            w.first[i + 1] = w.first[i];
    find_components(&w, nodes);
    long double *cost = PEP_NEW_N(&arena, long double, nodes + 1), *calls = PEP_NEW_N(&arena, long double, nodes + 1);
    for (size_t i = 0; i < edges; i++)
        if (w.number[w.edges[i].caller] != w.number[w.edges[i].callee])
            calls[w.number[w.edges[i].callee]] += w.edges[i].count;
    for (size_t k = 0; k < w.ordered; k++) {
        uint32_t node = w.order[k], mine = w.number[node];
        cost[mine] += own[node];
        for (size_t i = w.first[node]; i < w.first[node + 1]; i++) {
            uint32_t other = w.number[w.edges[i].callee];
            parts[i] = other == mine ? 0 : cost[other] * w.edges[i].count / calls[other];
            cost[mine] += parts[i];
        }
    }
    pep_arena_free(&arena);
}
