/* number_test.c - truncation, numbering and regeneration against brute force: every path of a graph is enumerated,
 * numbers are exactly 0..N-1, and number -> path -> number is the identity; with cuts, limits and partial numbers. */
#include "cfgbuild/tree.h"
#include "tests/unit/graphs.h"
#include "tests/unit/unit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPHS = 3000, MOST_PATHS = 200000 };

struct numbers {
    const struct pep_function *f;
    unsigned char *seen;
    uint32_t *room; /* for a regenerated path */
};

static void assert_same_path(const struct pep_path *a, const struct pep_path *b)
{
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->nedges, b->nedges);
    assert_int_equal(a->nbranches, b->nbranches);
    assert_memory_equal(a->edges, b->edges, a->nedges * sizeof *a->edges);
}

/* One path found by brute force: its number by the definition in cfg.h, by the library, back to the path, and from
 * every place on the way the part walked so far. */
static void check_path(const struct pep_path *path, void *data)
{
    struct numbers *n = data;
    const struct pep_function *f = n->f;
    struct pep_path back = {0, n->room, 0, 0};
    uint64_t number = path->start == PEP_ENTRY ? 0 : f->blocks.at[path->start].start;
    uint32_t at = path->start;

    for (uint32_t i = 0; i < path->nedges; i++) {
        const struct pep_edge *e = &f->edges.at[path->edges[i]];
        assert_int_equal(e->src, at);
        if (i) {
            assert_int_equal(pep_cfg_regenerate_partial(&back, f, number, at), 0);
            struct pep_path part = {path->start, path->edges, i, 0};
            for (uint32_t j = 0; j < i; j++)
                part.nbranches += f->blocks.at[f->edges.at[path->edges[j]].src].nout > 1;
            assert_same_path(&back, &part);
        }
        number += e->value;
        at = e->dst;
    }
    assert_true(number < f->npaths);
    assert_int_equal(n->seen[number], 0);
    n->seen[number] = 1;
    assert_int_equal(pep_cfg_path_number(f, path), number);
    assert_int_equal(pep_cfg_regenerate(&back, f, number), 0);
    assert_same_path(&back, path);
}

static void check_numbering(const struct pep_function *f)
{
    const char *broken = pep_cfg_check(f);
    if (broken)
        fail_msg("pep_cfg_check: %s", broken);
    if (f->npaths > MOST_PATHS)
        return;
    struct numbers n = {f, calloc(f->npaths + 1, 1), calloc(f->blocks.count + 1, sizeof(uint32_t))};
    assert_int_equal(test_enumerate(f, MOST_PATHS + 1, check_path, &n), f->npaths);
    for (uint64_t i = 0; i < f->npaths; i++)
        assert_int_equal(n.seen[i], 1);
    struct pep_path none = {0, n.room, 0, 0};
    assert_int_equal(pep_cfg_regenerate(&none, f, f->npaths), -1);
    assert_int_equal(pep_cfg_regenerate(&none, f, UINT64_MAX), -1);
    free(n.seen);
    free(n.room);
}

static void random_dags_are_numbered_one_to_one(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random r = {seed};
        struct pep_function *f = test_graph(&arena, &r, 12, TEST_DAG);
        pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
        for (size_t e = 0; e < f->edges.count; e++)
            assert_int_equal(f->edges.at[e].cut, PEP_CUT_NONE);
        pep_cfg_number(f);
        check_numbering(f);
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static void random_loops_are_numbered_one_to_one(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random r = {seed};
        struct pep_function *f = test_graph(&arena, &r, 14, TEST_LOOPS);
        pep_cfg_truncate(f, seed % 2 ? PEP_TRUNCATE_HEADER : PEP_TRUNCATE_BACKEDGE);
        for (size_t e = 0; e < f->edges.count; e++)
            f->edges.at[e].cost = test_random(&r, 5);
        pep_cfg_number(f);
        check_numbering(f);
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static void the_dearest_way_out_carries_zero(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 300; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random r = {seed};
        struct pep_function *f = test_graph(&arena, &r, 12, TEST_DAG);
        pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
        for (size_t e = 0; e < f->edges.count; e++)
            f->edges.at[e].cost = test_random(&r, 4);
        pep_cfg_number(f);
        for (size_t b = 0; b < f->blocks.count; b++) {
            const struct pep_block *block = &f->blocks.at[b];
            const struct pep_edge *dearest = NULL;
            for (uint32_t i = 0; i < block->nout; i++) {
                const struct pep_edge *e = &f->edges.at[block->out[i]];
                if (!dearest || e->cost > dearest->cost)
                    dearest = e;
            }
            if (dearest)
                assert_int_equal(dearest->value, 0);
        }
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

/* while (a) { if (b) c; }  as blocks: 2 head, 3 branch, 4 then, 5 latch */
static const char *const loop = "0>2 2>3 2>1 3>4 3>5 4>5 5>2";

static const struct pep_edge *edge_of(const struct pep_function *f, uint32_t src, uint32_t dst)
{
    for (size_t e = 0; e < f->edges.count; e++)
        if (f->edges.at[e].src == src && f->edges.at[e].dst == dst)
            return &f->edges.at[e];
    fail();
    return NULL;
}

static void a_value_costs_a_jump_or_nothing_or_most(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_site site = {NULL, 0, 0};
    /* if (2) 3; if (4) 5 else 6; return: blocks 4 and 7 are where others come too */
    struct pep_function *f = test_graph_of(&arena, "0>2 2>3 2>4 3>4 4>5 4>6 5>7 6>7 7>1");
    pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
    for (size_t e = 0; e < f->edges.count; e++) {
        f->edges.at[e].frequency = 10;
        f->edges.at[e].site = &site;
    }
    pep_cfg_weigh(f);
    assert_int_equal(edge_of(f, 2, 3)->cost, 10);
    assert_int_equal(edge_of(f, 2, 4)->cost, 20);
    assert_int_equal(edge_of(f, 4, 5)->cost, 0);
    assert_int_equal(edge_of(f, 4, 6)->cost, 0);
    assert_int_equal(edge_of(f, 3, 4)->cost, 0); /* no branch chooses it */
    pep_cfg_number(f);
    assert_int_equal(edge_of(f, 2, 4)->value, 0);
    assert_int_equal(edge_of(f, 2, 3)->value, 2);

    f->edges.at[1].site = NULL;
    f->edges.at[2].frequency = UINT64_MAX; /* from a profile */
    pep_cfg_weigh(f);
    assert_true(edge_of(f, 2, 3)->cost == UINT64_MAX);
    assert_true(edge_of(f, 2, 4)->cost == UINT64_MAX);
    pep_cfg_number(f);
    assert_int_equal(edge_of(f, 2, 3)->value, 0);
    test_graph_free(f);
    pep_arena_free(&arena);
}

static void truncation_ends_paths_where_it_says(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_function *f = test_graph_of(&arena, loop);
    pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_number(f);
    /* from the entry, and from the head: out at once, or through either arm to the back edge */
    assert_int_equal(f->npaths, 6);
    assert_true(f->blocks.at[2].is_start);
    check_numbering(f);
    test_graph_free(f);

    f = test_graph_of(&arena, loop);
    pep_cfg_truncate(f, PEP_TRUNCATE_HEADER);
    pep_cfg_number(f);
    /* the way into the loop is a path of its own */
    assert_int_equal(f->npaths, 4);
    int headers = 0, backs = 0;
    for (size_t e = 0; e < f->edges.count; e++) {
        headers += f->edges.at[e].cut == PEP_CUT_HEADER;
        backs += f->edges.at[e].cut == PEP_CUT_BACK;
    }
    assert_int_equal(headers, 1);
    assert_int_equal(backs, 1);
    check_numbering(f);
    test_graph_free(f);
    pep_arena_free(&arena);
}

static void irreducible_graphs_are_cut_into_dags(void **state)
{
    (void)state;
    static const char *const graphs[] = {
        "0>2 2>3 2>4 3>4 4>3 4>1",                     /* two ways into one cycle */
        "0>2 2>3 2>4 2>5 3>4 4>5 5>3 5>1",             /* a switch into a loop */
        "0>2 2>3 2>5 3>4 4>5 4>3 5>6 6>3 6>5 5>7 7>1", /* nested ones that share blocks */
        "0>2 2>2",                                     /* a loop that nothing leaves */
        "0>2 2>3 2>1 3>3",                             /* one beside a way out */
    };
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++)
        for (int how = PEP_TRUNCATE_BACKEDGE; how <= PEP_TRUNCATE_HEADER; how++) {
            struct pep_arena arena = PEP_ARENA_INIT;
            struct pep_function *f = test_graph_of(&arena, graphs[g]);
            pep_cfg_truncate(f, (enum pep_truncation)how);
            pep_cfg_number(f);
            assert_true(f->npaths > 0);
            check_numbering(f);
            test_graph_free(f);
            pep_arena_free(&arena);
        }
}

static bool any(const struct pep_function *f, const struct pep_edge *e, void *data)
{
    (void)f, (void)e, (void)data;
    return true;
}

/* A chain of `length` diamonds has 2^length paths. */
static struct pep_function *diamonds(struct pep_arena *arena, uint32_t length)
{
    struct pep_function *f = test_function(arena);
    uint32_t last = pep_cfg_add_block(f, PEP_BLOCK_BRANCH);
    pep_cfg_add_edge(f, PEP_ENTRY, last, PEP_EDGE_FALL);
    for (uint32_t i = 0; i < length; i++) {
        uint32_t left = pep_cfg_add_block(f, PEP_BLOCK_PLAIN), right = pep_cfg_add_block(f, PEP_BLOCK_PLAIN);
        uint32_t next = pep_cfg_add_block(f, i + 1 < length ? PEP_BLOCK_BRANCH : PEP_BLOCK_PLAIN);
        pep_cfg_add_edge(f, last, left, PEP_EDGE_TRUE);
        pep_cfg_add_edge(f, last, right, PEP_EDGE_FALSE);
        pep_cfg_add_edge(f, left, next, PEP_EDGE_FALL);
        pep_cfg_add_edge(f, right, next, PEP_EDGE_FALL);
        last = next;
    }
    pep_cfg_add_edge(f, last, PEP_EXIT, PEP_EDGE_RETURN);
    pep_cfg_finish(f);
    return f;
}

static void numbers_fill_64_bits_and_then_saturate(void **state)
{
    (void)state;
    static const struct {
        uint32_t length;
        uint64_t paths;
    } cases[] = {{10, 1024}, {31, 1u << 31}, {32, 1ull << 32}, {63, 1ull << 63}, {64, UINT64_MAX}, {200, UINT64_MAX}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct pep_function *f = diamonds(&arena, cases[c].length);
        pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
        pep_cfg_number(f);
        assert_true(f->npaths == cases[c].paths);
        if (cases[c].length < 64) {
            struct pep_path path = {0, calloc(f->blocks.count + 1, sizeof *path.edges), 0, 0};
            struct test_random r = {c};
            for (int i = 0; i < 1000; i++) {
                uint64_t number =
                    ((uint64_t)test_random(&r, UINT32_MAX) << 32 | test_random(&r, UINT32_MAX)) % f->npaths;
                assert_int_equal(pep_cfg_regenerate(&path, f, number), 0);
                assert_int_equal(path.nbranches, cases[c].length);
                assert_true(pep_cfg_path_number(f, &path) == number);
            }
            free(path.edges);
        }
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static void limits_cut_until_they_hold(void **state)
{
    (void)state;
    static const uint64_t limits[] = {4, 10, 1000, 100000};
    for (size_t l = 0; l < sizeof limits / sizeof *limits; l++)
        for (uint32_t length = 5; length < 300; length = length * 3) {
            struct pep_arena arena = PEP_ARENA_INIT;
            struct pep_function *f = diamonds(&arena, length);
            pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
            pep_cfg_number(f);
            pep_cfg_limit(f, limits[l], any, NULL);
            /* cuts split the chain into parts; a part of one diamond with its dummy edges has a few paths of its own */
            if (limits[l] >= 1000)
                assert_true(f->npaths <= limits[l]);
            assert_true(f->npaths != UINT64_MAX);
            check_numbering(f);
            test_graph_free(f);
            pep_arena_free(&arena);
        }
    for (uint32_t seed = 0; seed < GRAPHS / 4; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random r = {seed};
        struct pep_function *f = test_graph(&arena, &r, 40, TEST_LOOPS);
        pep_cfg_truncate(f, seed % 2 ? PEP_TRUNCATE_HEADER : PEP_TRUNCATE_BACKEDGE);
        pep_cfg_number(f);
        pep_cfg_limit(f, 200, any, NULL);
        check_numbering(f);
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static void order_is_reverse_topological(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < GRAPHS / 4; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT;
        struct test_random r = {seed};
        struct pep_function *f = test_graph(&arena, &r, 30, TEST_LOOPS);
        pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
        uint32_t *order = PEP_NEW_N(&arena, uint32_t, f->blocks.count);
        uint32_t *place = PEP_NEW_N(&arena, uint32_t, f->blocks.count);
        uint32_t n = pep_cfg_order(f, order);
        assert_true(n <= f->blocks.count);
        assert_int_equal(order[0], PEP_EXIT);
        for (uint32_t i = 0; i < n; i++)
            place[order[i]] = i + 1;
        for (size_t e = 0; e < f->edges.count; e++) {
            const struct pep_edge *edge = &f->edges.at[e];
            if (!edge->cut && place[edge->src] && place[edge->dst])
                assert_true(place[edge->dst] < place[edge->src]);
        }
        test_graph_free(f);
        pep_arena_free(&arena);
    }
}

static void equal_graphs_have_equal_hashes(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_function *a = test_graph_of(&arena, loop), *b = test_graph_of(&arena, loop);
    struct pep_function *other = test_graph_of(&arena, "0>2 2>3 2>1 3>5 3>4 4>5 5>2");
    pep_cfg_truncate(a, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_truncate(b, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_truncate(other, PEP_TRUNCATE_BACKEDGE);
    b->name = "another name";
    b->blocks.at[2].position = (struct pep_position){3, 4, 5};
    assert_true(pep_cfg_hash(a) == pep_cfg_hash(b));
    assert_true(pep_cfg_hash(a) != pep_cfg_hash(other));
    b->edges.at[1].cut = PEP_CUT_LIMIT;
    assert_true(pep_cfg_hash(a) != pep_cfg_hash(b));
    b->edges.at[1].cut = a->edges.at[1].cut;
    b->edges.at[1].value = a->edges.at[1].value + 1; /* another numbering of the same graph */
    assert_true(pep_cfg_hash(a) != pep_cfg_hash(b));
    test_graph_free(a);
    test_graph_free(b);
    test_graph_free(other);
    pep_arena_free(&arena);
}

static void shape_is_what_edges_are_known_by(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_function *a = test_graph_of(&arena, loop), *b = test_graph_of(&arena, loop);
    struct pep_function *other = test_graph_of(&arena, "0>2 2>3 2>1 3>5 3>4 4>5 5>2");
    pep_cfg_truncate(a, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_truncate(b, PEP_TRUNCATE_HEADER);
    pep_cfg_number(a);
    b->edges.at[1].counter = 7;
    b->edges.at[1].frequency = 7;
    b->blocks.at[2].position = (struct pep_position){3, 4, 5};
    assert_true(pep_cfg_hash(a) != pep_cfg_hash(b));
    assert_true(pep_cfg_shape(a) == pep_cfg_shape(b));
    assert_true(pep_cfg_shape(a) != pep_cfg_shape(other)); /* the same edges in another order */
    b->edges.at[1].label = "case 1";
    assert_true(pep_cfg_shape(a) != pep_cfg_shape(b));
    a->edges.at[1].label = "case 2";
    assert_true(pep_cfg_shape(a) != pep_cfg_shape(b));
    a->edges.at[1].label = pep_arena_strdup(&arena, "case 1");
    assert_true(pep_cfg_shape(a) == pep_cfg_shape(b));
    b->edges.at[1].kind = PEP_EDGE_CASE;
    assert_true(pep_cfg_shape(a) != pep_cfg_shape(b));
    b->edges.at[1].kind = a->edges.at[1].kind;
    b->blocks.at[2].kind = PEP_BLOCK_SWITCH;
    assert_true(pep_cfg_shape(a) != pep_cfg_shape(b));
    test_graph_free(a);
    test_graph_free(b);
    test_graph_free(other);
    pep_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_dags_are_numbered_one_to_one),
        cmocka_unit_test(random_loops_are_numbered_one_to_one),
        cmocka_unit_test(the_dearest_way_out_carries_zero),
        cmocka_unit_test(a_value_costs_a_jump_or_nothing_or_most),
        cmocka_unit_test(truncation_ends_paths_where_it_says),
        cmocka_unit_test(irreducible_graphs_are_cut_into_dags),
        cmocka_unit_test(numbers_fill_64_bits_and_then_saturate),
        cmocka_unit_test(limits_cut_until_they_hold),
        cmocka_unit_test(order_is_reverse_topological),
        cmocka_unit_test(equal_graphs_have_equal_hashes),
        cmocka_unit_test(shape_is_what_edges_are_known_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
