/* flow_test.c - counts against simulated runs: what a random walk really did, what its paths say, what the counters of
 * edge mode say, and what conservation of flow makes of them have to be the same numbers. */
#include "base/map.h"
#include "cfgbuild/infer.h"
#include "tests/unit/graphs.h"
#include "tests/unit/unit.h"
#include <string.h>

enum { GRAPHS = 1000, WALKS = 40, STEPS = 1000000 };

struct run {
    struct pep_arena arena;
    struct test_random random;
    struct pep_function *f;
    uint64_t *truth;      /* a count an edge, by the walks */
    struct pep_map paths; /* path number -> count */
};

static void count_path(const struct pep_path *path, void *data)
{
    struct run *run = data;
    uint64_t number = pep_cfg_path_number(run->f, path);
    ++*pep_map_put(&run->paths, &number, sizeof number, 0);
}

static void begin(struct run *run, uint32_t seed, uint32_t blocks)
{
    *run = (struct run){.random = {seed}};
    run->f = test_graph(&run->arena, &run->random, blocks, TEST_LOOPS);
    pep_cfg_truncate(run->f, seed % 2 ? PEP_TRUNCATE_HEADER : PEP_TRUNCATE_BACKEDGE);
    pep_cfg_number(run->f);
    run->truth = PEP_NEW_N(&run->arena, uint64_t, run->f->edges.count);
}

static void walk(struct run *run, uint32_t walks)
{
    while (walks--)
        assert_int_equal(test_walk(run->truth, run->f, &run->random, STEPS, count_path, run), PEP_EXIT);
}

static void end(struct run *run)
{
    test_graph_free(run->f);
    pep_map_free(&run->paths);
    pep_arena_free(&run->arena);
}

static void paths_give_the_edges(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct run run;
        begin(&run, seed, 20);
        walk(&run, WALKS);
        uint64_t *edges = PEP_NEW_N(&run.arena, uint64_t, run.f->edges.count);
        struct pep_path path = {0, PEP_NEW_N(&run.arena, uint32_t, run.f->blocks.count + 1), 0, 0};
        for (size_t i = 0; i < run.paths.entries.count; i++) {
            uint64_t number;
            memcpy(&number, run.paths.entries.at[i].key, sizeof number);
            assert_int_equal(pep_cfg_regenerate(&path, run.f, number), 0);
            pep_flow_add_path(edges, &path, run.paths.entries.at[i].value);
        }
        assert_memory_equal(edges, run.truth, run.f->edges.count * sizeof *edges);
        end(&run);
    }
}

static void counts_saturate(void **state)
{
    (void)state;
    struct run run;
    begin(&run, 1, 5);
    struct pep_path path = {0, PEP_NEW_N(&run.arena, uint32_t, run.f->blocks.count + 1), 0, 0};
    uint64_t *edges = PEP_NEW_N(&run.arena, uint64_t, run.f->edges.count);
    assert_int_equal(pep_cfg_regenerate(&path, run.f, 0), 0);
    pep_flow_add_path(edges, &path, UINT64_MAX - 1);
    pep_flow_add_path(edges, &path, 5);
    assert_true(edges[path.edges[0]] == UINT64_MAX);
    end(&run);
}

static bool sometimes(const struct pep_edge *e, void *data)
{
    (void)data;
    return e->dst % 3 != 0;
}

static bool always(const struct pep_edge *e, void *data)
{
    (void)e, (void)data;
    return true;
}

/* Hides every edge without a counter and has it solved. */
static void placed_counters_give_all_edges(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct run run;
        begin(&run, seed, 25);
        size_t nedges = run.f->edges.count;
        struct pep_loops loops = {0};
        pep_loops_find(&loops, run.f);
        pep_loops_free(&loops);
        uint32_t placed = pep_flow_place(run.f, seed % 3 ? always : sometimes, NULL);
        /* a spanning tree of the graph closed by EXIT -> ENTRY leaves E + 1 - (V - 1) edges; that one has no counter */
        if (seed % 3)
            assert_true(placed <= nedges + 2 - run.f->blocks.count);
        walk(&run, WALKS);
        uint64_t *edges = PEP_NEW_N(&run.arena, uint64_t, nedges);
        bool *known = PEP_NEW_N(&run.arena, bool, nedges);
        bool *used = PEP_NEW_N(&run.arena, bool, placed + 1);
        for (size_t e = 0; e < nedges; e++) {
            uint32_t counter = run.f->edges.at[e].counter;
            if (counter == PEP_NO_COUNTER)
                continue;
            assert_true(counter < placed);
            assert_false(used[counter]);
            used[counter] = known[e] = true;
            edges[e] = run.truth[e];
        }
        assert_int_equal(pep_flow_solve(edges, known, run.f), 0);
        assert_memory_equal(edges, run.truth, nedges * sizeof *edges);
        end(&run);
    }
}

static void blocks_run_as_often_as_they_are_entered(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS / 4; seed++) {
        struct run run;
        begin(&run, seed, 20);
        walk(&run, WALKS);
        uint64_t *blocks = PEP_NEW_N(&run.arena, uint64_t, run.f->blocks.count);
        uint64_t *in = PEP_NEW_N(&run.arena, uint64_t, run.f->blocks.count);
        pep_flow_blocks(blocks, run.truth, run.f);
        for (size_t e = 0; e < run.f->edges.count; e++)
            in[run.f->edges.at[e].dst] += run.truth[e];
        in[PEP_ENTRY] = WALKS;
        assert_memory_equal(blocks, in, run.f->blocks.count * sizeof *blocks);
        end(&run);
    }
}

/* A frame that longjmp or exit leaves has one block with more going in than out. */
static void frames_left_behind_are_noticed(void **state)
{
    (void)state;
    int noticed = 0;
    for (uint32_t seed = 0; seed < GRAPHS / 4; seed++) {
        struct run run;
        begin(&run, seed, 20);
        walk(&run, 5);
        uint32_t stopped = test_walk(run.truth, run.f, &run.random, 1 + test_random(&run.random, 6), NULL, NULL);
        bool *known = PEP_NEW_N(&run.arena, bool, run.f->edges.count);
        uint64_t *edges = PEP_NEW_N(&run.arena, uint64_t, run.f->edges.count);
        memset(known, true, run.f->edges.count);
        memcpy(edges, run.truth, run.f->edges.count * sizeof *edges);
        uint32_t unbalanced = pep_flow_solve(edges, known, run.f);
        assert_int_equal(unbalanced, stopped != PEP_EXIT);
        assert_memory_equal(edges, run.truth, run.f->edges.count * sizeof *edges);
        noticed += unbalanced > 0;
        end(&run);
    }
    assert_true(noticed > 10);
}

/* Walks through a graph tell classes apart, though not always: what differs in some walk must not be in one class, and
 * what many walks never told apart should be. */
static void classes_hold_in_every_walk(void **state)
{
    uint32_t apart = 0, together = 0;
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct run run;
        begin(&run, seed, 20);
        size_t n = run.f->blocks.count;
        uint32_t *classes = PEP_NEW_N(&run.arena, uint32_t, n);
        bool *differ = PEP_NEW_N(&run.arena, bool, n *n);
        uint64_t *blocks = PEP_NEW_N(&run.arena, uint64_t, n);
        assert_true(pep_flow_classes(classes, run.f));
        for (int i = 0; i < WALKS; i++) {
            memset(run.truth, 0, run.f->edges.count * sizeof *run.truth);
            walk(&run, 1);
            pep_flow_blocks(blocks, run.truth, run.f);
            for (size_t a = 0; a < n; a++)
                for (size_t b = 0; b < n; b++)
                    differ[a * n + b] |= blocks[a] != blocks[b];
        }
        for (size_t i = 0; i < n * n; i++) {
            bool one = classes[i / n] == classes[i % n];
            assert_false(one && differ[i]);
            apart += !one && !differ[i];
            together += one;
        }
        end(&run);
    }
    assert_true(apart * 20 < together);
}

static void blocks_that_never_end_have_no_classes(void **state)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_function *f = test_graph_of(&arena, "0>2 2>3 2>4 3>3 4>1");
    uint32_t classes[5];
    (void)state;
    assert_false(pep_flow_classes(classes, f));
    test_graph_free(f);
    f = test_graph_of(&arena, "0>2 2>3 2>4 3>5 4>5 5>2 5>1");
    uint32_t more[6], expected[6] = {0, 0, 1, 2, 3, 1};
    assert_true(pep_flow_classes(more, f));
    assert_memory_equal(more, expected, sizeof more);
    test_graph_free(f);
    pep_arena_free(&arena);
}

/* infer - arcs and counts of blocks of a walked graph, some of the counts unknown or wrong; leaves what was inferred */
static struct pep_infer_arc *infer(struct run *run, uint32_t unknown_of, uint32_t wrong_of)
{
    uint32_t nedges = (uint32_t)run->f->edges.count, nblocks = (uint32_t)run->f->blocks.count;
    struct pep_infer_arc *arcs = PEP_NEW_N(&run->arena, struct pep_infer_arc, nedges);
    uint64_t *blocks = PEP_NEW_N(&run->arena, uint64_t, nblocks);
    pep_flow_blocks(blocks, run->truth, run->f);
    for (uint32_t b = 0; b < nblocks; b++) {
        if (unknown_of && b != PEP_ENTRY && !test_random(&run->random, unknown_of))
            blocks[b] = PEP_INFER_UNKNOWN;
        else if (wrong_of && !test_random(&run->random, wrong_of))
            blocks[b] = test_random(&run->random, 100);
    }
    for (uint32_t i = 0; i < nedges; i++)
        arcs[i] = (struct pep_infer_arc){.src = run->f->edges.at[i].src, .dst = run->f->edges.at[i].dst};
    pep_infer_flow(arcs, nedges, blocks, nblocks);
    return arcs;
}

/* What comes in and what goes out, by the arcs. */
static void sums(uint64_t *in, uint64_t *out, const struct pep_infer_arc *arcs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[arcs[i].src] += arcs[i].count;
        in[arcs[i].dst] += arcs[i].count;
    }
}

static void inferred_counts_are_a_flow(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct run run;
        begin(&run, seed, 20);
        walk(&run, WALKS);
        size_t nblocks = run.f->blocks.count;
        uint64_t *blocks = PEP_NEW_N(&run.arena, uint64_t, nblocks);
        pep_flow_blocks(blocks, run.truth, run.f);
        for (uint32_t kind = 0; kind < 3; kind++) {
            const struct pep_infer_arc *arcs = infer(&run, kind ? 3 : 0, kind == 2 ? 4 : 0);
            uint64_t *in = PEP_NEW_N(&run.arena, uint64_t, nblocks), *out = PEP_NEW_N(&run.arena, uint64_t, nblocks);
            sums(in, out, arcs, run.f->edges.count);
            assert_int_equal(out[PEP_ENTRY], in[PEP_EXIT]);
            for (uint32_t b = 0; b < nblocks; b++) {
                if (b != PEP_ENTRY && b != PEP_EXIT)
                    assert_int_equal(in[b], out[b]);
                if (!kind) /* all are told, and true */
                    assert_int_equal(b == PEP_ENTRY ? out[b] : in[b], blocks[b]);
            }
        }
        end(&run);
    }
}

/* A diamond, 2 to 5, of whose branches one is told; a block that says 7 between two that say 10; and a call that may
 * not come back, but does. */
static void inferred_counts_contradict_least(void **state)
{
    (void)state;
    struct pep_infer_arc diamond[] = {{0, 2, false, 0}, {2, 3, false, 0}, {2, 4, false, 0},
                                      {3, 5, false, 0}, {4, 5, false, 0}, {5, 1, false, 0}};
    const uint64_t told[] = {10, PEP_INFER_UNKNOWN, PEP_INFER_UNKNOWN, 4, PEP_INFER_UNKNOWN, PEP_INFER_UNKNOWN};
    pep_infer_flow(diamond, 6, told, 6);
    assert_int_equal(diamond[1].count, 4);
    assert_int_equal(diamond[2].count, 6);
    struct pep_infer_arc row[] = {
        {0, 2, false, 0}, {2, 3, false, 0}, {3, 4, false, 0}, {3, 1, true, 0}, {4, 1, false, 0}};
    const uint64_t less[] = {10, PEP_INFER_UNKNOWN, 10, 7, 10};
    pep_infer_flow(row, 5, less, 5);
    assert_int_equal(row[2].count, 10);
    assert_int_equal(row[3].count, 0);
    const uint64_t leaves[] = {10, PEP_INFER_UNKNOWN, 10, 10, PEP_INFER_UNKNOWN};
    pep_infer_flow(row, 5, leaves, 5);
    assert_int_equal(row[4].count, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_give_the_edges),
        cmocka_unit_test(counts_saturate),
        cmocka_unit_test(placed_counters_give_all_edges),
        cmocka_unit_test(blocks_run_as_often_as_they_are_entered),
        cmocka_unit_test(frames_left_behind_are_noticed),
        cmocka_unit_test(classes_hold_in_every_walk),
        cmocka_unit_test(blocks_that_never_end_have_no_classes),
        cmocka_unit_test(inferred_counts_are_a_flow),
        cmocka_unit_test(inferred_counts_contradict_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
