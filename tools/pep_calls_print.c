/* pep calls - as people read it. */
#include "tools/pep_calls.h"
#include "tools/pep_print.h"
#include "tools/pep_sampled.h"
#include <stdio.h>
#include <string.h>

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void print_further(size_t n, const char *what)
{
    if (n)
        printf("%s%s further %s%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), pep_print_count(n), what,
               plural(n), pep_style(PEP_STYLE_PLAIN));
}

/* Where the call stands, and where the function does. */
static const char *where(struct pep_graph *g, const struct pep_call_edge *e)
{
    return pep_print_file(pep_graph_where(g, e));
}

static const char *home_of(struct pep_graph *g, uint32_t node)
{
    return pep_print_file(pep_graph_home(g, pep_graph_node(g, node)));
}

/* The end of an edge's line. */
static void print_where(struct pep_graph *g, const struct pep_call_edge *e)
{
    const char *pointer = pep_graph_pointer(g, e);
    printf("%s%s%s\n", where(g, e), pointer ? "  through " : "", pointer ? pointer : "");
}

void pep_calls_print_head(const struct pep_graph *g, const struct pep_session *s)
{
    uint64_t called = 0, through = 0;
    for (size_t i = 0; i < g->calls.nodes.count; i++)
        called += i != PEP_CALLS_OUTSIDE && i != PEP_CALLS_UNKNOWN && g->calls.nodes.at[i].called;
    for (size_t i = 0; i < g->sites.count; i++)
        through = pep_count_add(through, g->sites.at[i].total);
    struct pep_buffer origin = PEP_BUFFER_INIT;
    pep_sampled_origin(&origin, s);
    printf("%s function%s called %s time%s over %s edge%s, %s time%s through pointers%s\n", pep_print_count(called),
           plural(called), pep_print_count(g->calls.total), plural(g->calls.total), pep_print_count(g->hottest.count),
           plural(g->hottest.count), pep_print_count(through), plural(through), pep_buffer_text(&origin));
    pep_buffer_free(&origin);
    pep_sampled_print_advice(s);
    uint64_t lost = g->calls.nodes.at[PEP_CALLS_UNKNOWN].called;
    if (lost)
        printf("%sunknown: %s calls through pointers of which nobody saw where they led%s\n", pep_style(PEP_STYLE_DIM),
               pep_print_count(lost), pep_style(PEP_STYLE_PLAIN));
}

static void print_edges(struct pep_graph *g, const char *glob, uint64_t top)
{
    size_t shown = 0, all = 0;
    int count = 5, caller = 6, callee = 6;
    for (size_t i = 0; i < g->hottest.count; i++) {
        const struct pep_call_edge *e = g->hottest.at[i];
        if (!pep_graph_edge_matches(g, e, glob) || all++ >= top)
            continue;
        count = pep_print_wide(count, pep_print_count(e->count));
        caller = pep_print_wide(caller, g->names[e->caller]);
        callee = pep_print_wide(callee, g->names[e->callee]);
    }
    if (!all)
        return;
    printf("\n%s  share  %*s  %-*s  %-*s  where%s\n", pep_style(PEP_STYLE_HEAD), count, "count", caller, "caller",
           callee, "callee", pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < g->hottest.count && shown < top; i++) {
        const struct pep_call_edge *e = g->hottest.at[i];
        if (!pep_graph_edge_matches(g, e, glob))
            continue;
        shown++;
        printf("%s%7s%s  %*s  %s%-*s%s  %s%-*s%s  ", pep_style(PEP_STYLE_HOT),
               pep_print_share(e->count, g->calls.total), pep_style(PEP_STYLE_PLAIN), count, pep_print_count(e->count),
               pep_style(PEP_STYLE_NAME), pep_print_field(caller, g->names[e->caller]), g->names[e->caller],
               pep_style(PEP_STYLE_PLAIN), pep_style(PEP_STYLE_NAME), pep_print_field(callee, g->names[e->callee]),
               g->names[e->callee], pep_style(PEP_STYLE_PLAIN));
        print_where(g, e);
    }
    print_further(all - shown, "edge");
}

static void print_site(struct pep_graph *g, const struct pep_graph_site *s, uint64_t top)
{
    const char *pointer = pep_graph_pointer(g, s->edges);
    uint64_t samples = pep_calls_samples(&g->calls, s->edges);
    size_t shown = s->count < top ? s->count : (size_t)top;
    int count = 5, name = 6, home = 0;
    for (size_t i = 0; i < shown; i++) {
        const struct pep_call_edge *e = &s->edges[i];
        count = pep_print_wide(count, pep_print_count(e->count));
        name = pep_print_wide(name, g->names[e->callee]);
        home = pep_print_wide(home, home_of(g, e->callee));
    }
    printf("\n%scall through %s%s in %s   %s   made %s", pep_style(PEP_STYLE_NAME), pointer ? pointer : "a pointer",
           pep_style(PEP_STYLE_PLAIN), g->names[s->edges->caller], where(g, s->edges), pep_print_count(s->total));
    if (samples)
        printf(", in about %s sample%s", pep_print_count(samples), plural(samples));
    putchar('\n');
    printf("%s  share  %*s  %-*s  where%s\n", pep_style(PEP_STYLE_HEAD), count, "count", name, "target",
           pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < shown; i++) {
        const struct pep_call_edge *e = &s->edges[i];
        bool marked = pep_calls_worth_inlining(g, s, e);
        printf("%s%7s%s  %*s  %s%-*s%s  %-*s%s\n", pep_style(PEP_STYLE_HOT), pep_print_share(e->count, s->total),
               pep_style(PEP_STYLE_PLAIN), count, pep_print_count(e->count), pep_style(PEP_STYLE_NAME),
               pep_print_field(name, g->names[e->callee]), g->names[e->callee], pep_style(PEP_STYLE_PLAIN),
               marked ? home : 0, home_of(g, e->callee), marked ? "  guarded inlining" : "");
    }
    print_further(s->count - shown, "target");
}

void pep_calls_print(struct pep_graph *g, const char *glob, uint64_t top)
{
    size_t shown = 0, all = 0;
    print_edges(g, glob, top);
    for (size_t i = 0; i < g->sites.count; i++) {
        if (!pep_graph_site_matches(g, &g->sites.at[i], glob) || all++ >= top)
            continue;
        shown++;
        print_site(g, &g->sites.at[i], top);
    }
    if (shown < all)
        putchar('\n');
    print_further(all - shown, "call");
}

/* --- a function between its callers and its callees --- */

struct columns {
    int count, name;
};

static void widen(struct columns *c, const struct pep_graph *g, const struct pep_calls_edges *edges, bool callers,
                  uint64_t top)
{
    for (size_t i = 0; i < edges->count && i < top; i++) {
        const struct pep_call_edge *e = edges->at[i];
        c->count = pep_print_wide(c->count, pep_print_count(e->count));
        c->name = pep_print_wide(c->name, g->names[callers ? e->caller : e->callee]);
    }
}

static void print_side(struct pep_graph *g, const struct pep_calls_edges *edges, bool callers, uint64_t whole,
                       const struct columns *c, uint64_t top)
{
    size_t shown = edges->count < top ? edges->count : (size_t)top;
    for (size_t i = 0; i < shown; i++) {
        const struct pep_call_edge *e = edges->at[i];
        const char *other = g->names[callers ? e->caller : e->callee];
        printf("%s%7s%s  %*s    %-*s  ", pep_style(PEP_STYLE_HOT), pep_print_share(e->count, whole),
               pep_style(PEP_STYLE_PLAIN), c->count, pep_print_count(e->count), pep_print_field(c->name, other), other);
        print_where(g, e);
    }
    print_further(edges->count - shown, callers ? "caller" : "callee");
}

/* Where a function stands, or what else it is. */
static const char *about(struct pep_graph *g, uint32_t node)
{
    if (node == PEP_CALLS_OUTSIDE)
        return "code that is not instrumented";
    if (node == PEP_CALLS_UNKNOWN)
        return "wherever pointers led";
    if (pep_graph_node(g, node)->doubt == node)
        return "one of several functions of that name";
    return pep_graph_node(g, node)->function ? home_of(g, node) : "not instrumented";
}

void pep_calls_print_node(struct pep_graph *g, const struct pep_calls_node *of, uint64_t top)
{
    const struct pep_call_node *n = pep_graph_node(g, of->node);
    struct columns c = {5, pep_print_wide(8, g->names[of->node]) - 2};
    widen(&c, g, &of->callers, true, top);
    widen(&c, g, &of->callees, false, top);
    printf("\n%s  share  %*s  %-*s  where%s\n", pep_style(PEP_STYLE_HEAD), c.count, "count", c.name + 2, "function",
           pep_style(PEP_STYLE_PLAIN));
    print_side(g, &of->callers, true, n->called, &c, top);
    printf("%7s  %*s  %s%-*s%s  %s   called %s, calls %s\n", "", c.count, "", pep_style(PEP_STYLE_NAME),
           pep_print_field(c.name + 2, g->names[of->node]), g->names[of->node], pep_style(PEP_STYLE_PLAIN),
           about(g, of->node), pep_print_count(n->called), pep_print_count(n->calls));
    print_side(g, &of->callees, false, n->calls, &c, top);
}
