/* The call graph as the tools have it: names, order, sites and pairs, and costs that are dealt out along calls. */
#include "tools/pep_graph.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { MAIN = 2, RUN, PUSH, POP, OTHER_POP, PRINTF, NODES };

/* main and run in m.c, push and pop in a/x.c, another pop in b/x.c; printf is not instrumented. */
static const char *files[] = {"m.c", "a/x.c", "b/x.c"};
static struct pep_unitmap maps[3];
static struct pep_function functions[NODES];
static struct pep_value_site pointer = {.kind = PEP_VALUE_TARGET, .name = "i->apply"};
static struct pep_call_site sites[3] = {
    {.block = 2, .callee = 0, .site = PEP_NO_SITE, .position = {0, 12, 3}},
    {.block = 3, .callee = PEP_NO_CALLEE, .site = 0, .position = {0, 14, 3}},
    {.block = 3, .callee = PEP_NO_CALLEE, .site = PEP_NO_SITE, .position = {0, 15, 3}},
};

static void make(struct pep_graph *g, const struct pep_call_edge *edges, size_t n)
{
    static const char *const names[NODES] = {"outside", "unknown", "main", "run", "push", "pop", "pop", "printf"};
    static const int units[NODES] = {-1, -1, 0, 0, 1, 1, 2, -1};
    memset(g, 0, sizeof *g);
    for (int i = 0; i < 3; i++)
        maps[i] = (struct pep_unitmap){.name = files[i], .files = &files[i], .nfiles = 1, .calls = true};
    for (uint32_t i = 0; i < NODES; i++) {
        struct pep_call_node node = {.name = names[i]};
        functions[i] = (struct pep_function){
            .name = names[i], .position = {0, 10 * i, 1}, .calls = sites, .ncalls = 3, .sites = &pointer, .nsites = 1};
        if (units[i] >= 0) {
            node.map = &maps[units[i]];
            node.function = &functions[i];
        }
        pep_array_push(&g->calls.nodes, node);
    }
    for (size_t i = 0; i < n; i++) {
        pep_array_push(&g->calls.edges, edges[i]);
        g->calls.nodes.at[edges[i].caller].calls += edges[i].count;
        g->calls.nodes.at[edges[i].callee].called += edges[i].count;
        g->calls.total += edges[i].count;
    }
    pep_graph_rank(g);
}
#define MAKE(g, ...)                                                                                                   \
    make(g, (const struct pep_call_edge[]){__VA_ARGS__},                                                               \
         sizeof((const struct pep_call_edge[]){__VA_ARGS__}) / sizeof(struct pep_call_edge))

static void same_names_get_files(void **state)
{
    (void)state;
    struct pep_graph g;
    MAKE(&g, {PEP_CALLS_OUTSIDE, MAIN, PEP_NO_SITE, 1});
    assert_string_equal(g.names[MAIN], "main");
    assert_string_equal(g.names[POP], "a/x.c:pop"); /* "x.c:pop" is the name of both */
    assert_string_equal(g.names[OTHER_POP], "b/x.c:pop");
    assert_true(pep_graph_matches(&g, POP, "pop") && pep_graph_matches(&g, POP, "a/*"));
    assert_false(pep_graph_matches(&g, OTHER_POP, "a/*"));
    assert_true(pep_graph_matches(&g, PRINTF, NULL));
    pep_graph_free(&g);
}

static void edges_are_ranked(void **state)
{
    (void)state;
    struct pep_graph g;
    MAKE(&g, {PEP_CALLS_OUTSIDE, MAIN, PEP_NO_SITE, 1}, {MAIN, RUN, 0, 7}, {RUN, PUSH, 1, 40}, {RUN, POP, 1, 30},
         {RUN, PEP_CALLS_UNKNOWN, 2, 90}, {PUSH, PRINTF, 0, 7});
    assert_int_equal(g.hottest.count, 6);
    assert_int_equal(g.hottest.at[0]->count, 90);
    assert_int_equal(g.hottest.at[2]->count, 30);
    assert_int_equal(g.hottest.at[3]->caller, MAIN); /* of equal ones by name */
    assert_int_equal(g.sites.count, 2);
    assert_int_equal(g.sites.at[0].total, 90);
    assert_int_equal(g.sites.at[1].total, 70);
    assert_int_equal(g.sites.at[1].count, 2);
    assert_int_equal(g.sites.at[1].edges[1].callee, POP);
    assert_string_equal(pep_graph_pointer(&g, g.sites.at[1].edges), "i->apply");
    assert_null(pep_graph_pointer(&g, g.sites.at[0].edges));
    assert_null(pep_graph_pointer(&g, g.hottest.at[3]));
    assert_string_equal(pep_graph_where(&g, g.hottest.at[3]), "m.c:12");
    assert_string_equal(pep_graph_where(&g, g.hottest.at[5]), "-");
    assert_string_equal(pep_graph_home(&g, pep_graph_node(&g, OTHER_POP)), "b/x.c:60");
    assert_string_equal(pep_graph_home(&g, pep_graph_node(&g, PRINTF)), "-");
    assert_true(pep_graph_site_matches(&g, &g.sites.at[1], "pop"));
    assert_false(pep_graph_site_matches(&g, &g.sites.at[0], "pop"));
    pep_graph_free(&g);
}

static void sites_add_up_to_pairs(void **state)
{
    (void)state;
    struct pep_graph g;
    MAKE(&g, {MAIN, RUN, 0, 7}, {MAIN, PUSH, 0, 10}, {MAIN, RUN, 1, 5}, {RUN, MAIN, 0, UINT64_MAX},
         {RUN, MAIN, 1, UINT64_MAX});
    assert_int_equal(g.pairs.count, 3);
    assert_true(g.pairs.at[0].caller == RUN && g.pairs.at[0].count == UINT64_MAX);
    assert_true(g.pairs.at[1].callee == RUN && g.pairs.at[1].count == 12);
    pep_graph_free(&g);
}

static void expect(long double is, double should)
{
    assert_true(fabsl(is - should) < 1e-9);
}

/* main calls run once and push 3 times, run calls push once: push and what it calls cost 5 + 4, dealt out 3 to 1. */
static void costs_go_to_callers(void **state)
{
    (void)state;
    static const uint64_t own[NODES] = {[MAIN] = 1, [RUN] = 2, [PUSH] = 5, [PRINTF] = 4};
    struct pep_graph g;
    long double parts[5];
    MAKE(&g, {PEP_CALLS_OUTSIDE, MAIN, PEP_NO_SITE, 1}, {MAIN, RUN, 0, 1}, {MAIN, PUSH, 1, 3}, {RUN, PUSH, 0, 1},
         {PUSH, PRINTF, 0, 8});
    pep_graph_inclusive(parts, &g, own);
    expect(parts[0], 12);
    expect(parts[1], 2 + 9 / 4.0);
    expect(parts[2], 9 * 3 / 4.0);
    expect(parts[3], 9 / 4.0);
    expect(parts[4], 4);
    pep_graph_free(&g);
}

/* run and push call each other, and pop itself: who enters the cycle pays for all of it, by calls. */
static void cycles_cost_once(void **state)
{
    (void)state;
    static const uint64_t own[NODES] = {[MAIN] = 1, [RUN] = 20, [PUSH] = 30, [POP] = 10};
    struct pep_graph g;
    long double parts[7];
    MAKE(&g, {PEP_CALLS_OUTSIDE, MAIN, PEP_NO_SITE, 1}, {MAIN, RUN, 0, 3}, {MAIN, PUSH, 0, 1}, {RUN, PUSH, 0, 9},
         {PUSH, RUN, 0, 9}, {PUSH, POP, 1, 2}, {POP, POP, 0, 7});
    pep_graph_inclusive(parts, &g, own);
    expect(parts[0], 61);
    expect(parts[1], 45);
    expect(parts[2], 15);
    expect(parts[3], 0);
    expect(parts[4], 0);
    expect(parts[5], 10);
    expect(parts[6], 0);
    pep_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_names_get_files),  cmocka_unit_test(edges_are_ranked),
        cmocka_unit_test(sites_add_up_to_pairs), cmocka_unit_test(costs_go_to_callers),
        cmocka_unit_test(cycles_cost_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
