/* live_test.c - what is alive where, against a search along all ways from each block for each thing. */
#include "cfgbuild/live.h"
#include "tests/unit/graphs.h"
#include "tests/unit/unit.h"

enum { GRAPHS = 1000, BLOCKS = 20, THINGS = 70, EVENTS = 200 };

/* What a block does to a thing, in order. */
struct event {
    uint32_t block, thing;
    bool uses;
};

struct events {
    struct event at[EVENTS];
    uint32_t count;
};

/* 'u', 's', or 0 where the block leaves the thing alone. */
static char first_event(const struct events *events, uint32_t block, uint32_t thing)
{
    for (uint32_t i = 0; i < events->count; i++)
        if (events->at[i].block == block && events->at[i].thing == thing)
            return events->at[i].uses ? 'u' : 's';
    return 0;
}

static bool comes_to_use(const struct pep_function *f, const struct events *events, uint32_t block, uint32_t thing,
                         bool *seen)
{
    char first = first_event(events, block, thing);
    if (first || seen[block])
        return first == 'u';
    seen[block] = true;
    for (uint32_t i = 0; i < f->blocks.at[block].nout; i++)
        if (comes_to_use(f, events, f->edges.at[f->blocks.at[block].out[i]].dst, thing, seen))
            return true;
    return false;
}

static void alive_is_what_some_way_uses(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random random = {seed};
        struct pep_function *f = test_graph(&arena, &random, BLOCKS, seed % 2 ? TEST_LOOPS : TEST_DAG);
        uint32_t n = (uint32_t)f->blocks.count;
        struct events events = {.count = test_random(&random, EVENTS)};
        struct pep_live live;
        pep_live_begin(&live, f, THINGS, &arena);
        for (uint32_t i = 0; i < events.count; i++) {
            struct event *e = &events.at[i];
            *e = (struct event){test_random(&random, n), test_random(&random, THINGS), test_random(&random, 2)};
            (e->uses ? pep_live_use : pep_live_set)(&live, e->block, e->thing);
        }
        pep_live_solve(&live, f);
        for (uint32_t block = 0; block < n; block++)
            for (uint32_t thing = 0; thing < THINGS; thing++)
                assert_int_equal(pep_live_in(&live, block, thing),
                                 comes_to_use(f, &events, block, thing, PEP_NEW_N(&arena, bool, n)));
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

/* Whoever reaches a block is reached backwards from it; and one step more reaches nothing new. */
static void reached_both_ways(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random random = {seed};
        struct pep_function *f = test_graph(&arena, &random, BLOCKS, seed % 2 ? TEST_LOOPS : TEST_DAG);
        uint32_t n = (uint32_t)f->blocks.count;
        bool **from = PEP_NEW_N(&arena, bool *, n);
        for (uint32_t b = 0; b < n; b++)
            pep_cfg_reach(from[b] = PEP_NEW_N(&arena, bool, n), f, b, false);
        for (uint32_t b = 0; b < n; b++) {
            bool *to = PEP_NEW_N(&arena, bool, n);
            pep_cfg_reach(to, f, b, true);
            for (uint32_t a = 0; a < n; a++) {
                bool steps = a == b;
                for (uint32_t i = 0; i < f->blocks.at[a].nout; i++)
                    steps |= from[f->edges.at[f->blocks.at[a].out[i]].dst][b];
                assert_int_equal(to[a], from[a][b]);
                assert_int_equal(to[a], steps);
            }
        }
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alive_is_what_some_way_uses),
        cmocka_unit_test(reached_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
