/* prior_test.c - counts of an earlier run: which graph they apply to, and what they make of costs, numbers, cuts and
 * counters, whatever their size. */
#include "cfgbuild/prior.h"
#include "cfgbuild/tree.h"
#include "tests/unit/graphs.h"
#include "tests/unit/unit.h"
#include <stdlib.h>
#include <string.h>

/* while (2) { if (3) 4 else 5; 6; if (7) 8 else 9; 10; } return */
static const char *const loop = "0>2 2>3 2>1 3>4 3>5 4>6 5>6 6>7 7>8 7>9 8>10 9>10 10>2";
enum { ENTER, IN, OUT, FIRST, SECOND, NEDGES = 13 };

static struct pep_function *named(struct pep_arena *arena, const char *name, const char *edges)
{
    static struct pep_site site; /* every edge has room */
    struct pep_function *f = test_graph_of(arena, edges);
    f->name = name;
    for (size_t e = 0; e < f->edges.count; e++)
        f->edges.at[e].site = &site;
    return f;
}

static void fill(uint64_t *counts, uint64_t turns, uint64_t first, uint64_t third)
{
    const uint64_t made[NEDGES] = {1,     turns,         1,     first, turns - first,
                                   first, turns - first, turns, third, turns - third,
                                   third, turns - third, turns};
    memcpy(counts, made, sizeof made);
}

static void counts_apply_to_the_graph_they_are_of(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_prior prior = {0};
    struct pep_function *old = named(&arena, "f", loop), *f = named(&arena, "f", loop);
    struct pep_function *changed = named(&arena, "f", "0>2 2>3 2>4 3>1 4>1"), *unknown = named(&arena, "g", loop);
    uint64_t counts[NEDGES];
    fill(counts, 100, 90, 10);
    pep_cfg_truncate(old, PEP_TRUNCATE_HEADER); /* which is not of the shape */
    pep_cfg_number(old);
    pep_prior_add(&prior, old, counts, 0);
    pep_prior_add(&prior, old, counts, 0); /* of a library and of a program, say */
    pep_prior_apply(&prior, f);
    assert_true(f->guided && !f->stale);
    for (uint32_t e = 0; e < NEDGES; e++)
        assert_int_equal(pep_prior_count(f, &f->edges.at[e]), 2 * counts[e]);
    pep_prior_apply(&prior, changed);
    assert_true(!changed->guided && changed->stale);
    pep_prior_apply(&prior, unknown);
    assert_true(!unknown->guided && !unknown->stale);
    for (uint32_t e = 0; e < NEDGES; e++)
        assert_int_equal(unknown->edges.at[e].frequency, 0);
    assert_int_equal(changed->edges.at[0].frequency, 0);
    assert_int_equal(pep_prior_count(unknown, &unknown->edges.at[0]), 0);

    counts[0] = 7; /* another source of that name has the other graph: both apply, each to its own */
    pep_prior_add(&prior, changed, counts, 0);
    pep_prior_apply(&prior, changed);
    assert_true(changed->guided && !changed->stale);
    assert_int_equal(pep_prior_count(changed, &changed->edges.at[0]), 7);
    pep_prior_apply(&prior, f);
    assert_int_equal(pep_prior_count(f, &f->edges.at[0]), 2);
    pep_prior_free(&prior);
    test_graph_free(old);
    test_graph_free(f);
    test_graph_free(changed);
    test_graph_free(unknown);
    pep_arena_free(&arena);
}

/* A function without counts is idle where the profile has many. */
static void what_never_ran_is_idle(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_prior prior = {0};
    struct pep_function *f = named(&arena, "f", loop), *g = named(&arena, "g", loop);
    uint64_t counts[NEDGES];
    fill(counts, 1000, 900, 10);
    pep_prior_add(&prior, f, counts, 0);
    memset(counts, 0, sizeof counts);
    pep_prior_add(&prior, g, counts, 0);
    pep_prior_apply(&prior, g);
    assert_true(g->guided && !g->idle);
    prior.ample = true;
    pep_prior_apply(&prior, g);
    pep_prior_apply(&prior, f);
    assert_true(g->idle && !f->idle);
    counts[ENTER] = 1; /* and once is not never */
    pep_prior_add(&prior, g, counts, 0);
    pep_prior_apply(&prior, g);
    assert_false(g->idle);
    pep_prior_free(&prior);
    test_graph_free(f);
    test_graph_free(g);
    pep_arena_free(&arena);
}

/* A function is hot from a 2,000th part of the run on. */
static void what_runs_much_is_hot(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_prior prior = {.told = 2000000};
    struct pep_function *f = named(&arena, "f", loop), *g = named(&arena, "g", loop), *h = named(&arena, "h", loop);
    uint64_t counts[NEDGES];
    fill(counts, 1000, 900, 10);
    pep_prior_add(&prior, f, counts, 600);
    pep_prior_add(&prior, f, counts, 400); /* of another build of the source */
    pep_prior_add(&prior, g, counts, 999);
    pep_prior_apply(&prior, f);
    pep_prior_apply(&prior, g);
    pep_prior_apply(&prior, h);
    assert_true(f->hot && g->guided && !g->hot && !h->guided && !h->hot);
    prior.told = 0; /* a run that counted nothing has no hot functions */
    memset(counts, 0, sizeof counts);
    pep_prior_add(&prior, h, counts, 0);
    pep_prior_apply(&prior, h);
    assert_true(h->guided && !h->hot);
    pep_prior_free(&prior);
    test_graph_free(f);
    test_graph_free(g);
    test_graph_free(h);
    pep_arena_free(&arena);
}

/* The same function guided by these counts, truncated, weighed and numbered. */
static struct pep_function *numbered(struct pep_arena *arena, const uint64_t *counts)
{
    struct pep_prior prior = {0};
    struct pep_function *f = named(arena, "f", loop);
    pep_prior_add(&prior, f, counts, 0);
    pep_prior_apply(&prior, f);
    assert_true(f->guided);
    pep_prior_free(&prior);
    pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_weigh(f);
    pep_cfg_number(f);
    assert_null(pep_cfg_check(f));
    return f;
}

/* Paper PEP, figure 4; for counts of any size. */
static void the_hotter_way_carries_zero(void **state)
{
    (void)state;
    static const struct {
        uint64_t turns, first;
        uint32_t zero;
    } cases[] = {
        {100, 90, FIRST},
        {100, 10, SECOND},
        {100, 51, FIRST},
        {100, 49, SECOND},
        {1, 1, FIRST},
        {1, 0, SECOND},
        {UINT64_MAX, UINT64_MAX / 3, SECOND},
        {UINT64_MAX, UINT64_MAX / 3 * 2, FIRST},
        {UINT64_MAX, 0, SECOND},
        {UINT64_MAX, UINT64_MAX, FIRST},
        {UINT64_C(1) << 62, 1, SECOND},
        {0, 0, FIRST}, /* never ran: as the source has them */
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        uint64_t counts[NEDGES];
        fill(counts, cases[c].turns, cases[c].first, 0);
        struct pep_function *f = numbered(&arena, counts);
        assert_int_equal(f->edges.at[cases[c].zero].value, 0);
        assert_int_not_equal(f->edges.at[FIRST + SECOND - cases[c].zero].value, 0);
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static void order_of_counts_is_order_of_frequencies(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 2000; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct pep_prior prior = {0};
        struct test_random r = {seed};
        struct pep_function *f = test_graph(&arena, &r, 20, TEST_LOOPS);
        uint64_t *counts = PEP_NEW_N(&arena, uint64_t, f->edges.count + 1);
        unsigned most = 1 + test_random(&r, 41); /* what is told apart however large the largest is */
        for (size_t e = 0; e < f->edges.count; e++)
            counts[e] = ((uint64_t)test_random(&r, UINT32_MAX) << 32 | test_random(&r, UINT32_MAX)) >>
                        (64 - most + test_random(&r, most));
        f->name = "f";
        pep_prior_add(&prior, f, counts, 0);
        pep_prior_apply(&prior, f);
        for (size_t a = 0; a < f->edges.count; a++) {
            const struct pep_edge *x = &f->edges.at[a];
            assert_true(x->frequency > 0 && x->frequency < UINT64_MAX / 2); /* weigh.c doubles it */
            for (size_t b = 0; b < a; b++)
                if (counts[a] != counts[b])
                    assert_int_equal(x->frequency < f->edges.at[b].frequency, counts[a] < counts[b]);
        }
        /* what never ran is told apart as without a prior */
        memset(counts, 0, f->edges.count * sizeof *counts);
        for (size_t e = 0; e < f->edges.count; e++)
            f->edges.at[e].frequency = 0;
        struct pep_loops loops = {0};
        pep_loops_find(&loops, f);
        pep_loops_free(&loops);
        uint64_t *estimate = PEP_NEW_N(&arena, uint64_t, f->edges.count + 1);
        for (size_t e = 0; e < f->edges.count; e++) {
            estimate[e] = f->edges.at[e].frequency;
            f->edges.at[e].frequency = 0;
        }
        pep_prior_free(&prior);
        pep_prior_add(&prior, f, counts, 0);
        pep_prior_apply(&prior, f);
        for (size_t e = 0; e < f->edges.count; e++) {
            assert_int_equal(pep_prior_count(f, &f->edges.at[e]), 0);
            if (estimate[e] < 1 << 20)
                assert_int_equal(f->edges.at[e].frequency, estimate[e]);
        }
        pep_prior_free(&prior);
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static bool any(const struct pep_function *f, const struct pep_edge *e, void *data)
{
    (void)f, (void)e, (void)data;
    return true;
}

/* One of the two arms into a join never ran, or nearly: it is the one where paths end, and where counters stand. */
static void what_is_cold_pays(void **state)
{
    (void)state;
    for (int hot = 0; hot < 2; hot++)
        for (int huge = 0; huge < 2; huge++) {
            struct pep_arena arena = PEP_ARENA_INIT;
            uint64_t counts[NEDGES], turns = huge ? UINT64_MAX / 2 : 1000, few = huge ? turns / 1000 : 1;
            fill(counts, turns, hot ? turns - few : few, hot ? turns - few : few);
            struct pep_function *f = numbered(&arena, counts);
            uint64_t whole = f->npaths;
            pep_cfg_limit(f, whole - 1, any, NULL);
            assert_true(f->npaths < whole);
            uint64_t hottest = 0;
            for (uint32_t e = 0; e < NEDGES; e++)
                if (f->edges.at[e].cut == PEP_CUT_LIMIT && counts[e] > hottest)
                    hottest = counts[e];
            assert_true(hottest <= few);
            pep_flow_place(f, NULL, NULL);
            assert_int_equal(f->edges.at[hot ? 3 : 4].counter, PEP_NO_COUNTER);
            assert_int_equal(f->edges.at[hot ? 8 : 9].counter, PEP_NO_COUNTER);
            test_graph_free(f);
            pep_arena_free(&arena);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_apply_to_the_graph_they_are_of),
        cmocka_unit_test(what_never_ran_is_idle),
        cmocka_unit_test(what_runs_much_is_hot),
        cmocka_unit_test(the_hotter_way_carries_zero),
        cmocka_unit_test(order_of_counts_is_order_of_frequencies),
        cmocka_unit_test(what_is_cold_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
