/* Figures worked out by hand: weight matching, both overlaps, ties, and what happens where the profiles do not fit. */
#include "profile/compare.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* The functions of a test live in one arena, their derived counts in one list. */
struct fixture {
    struct pep_arena arena;
    struct {
        PEP_ARRAY(struct pep_derived *);
    } derived;
    struct pep_comparison c;
};

static int setup(void **state)
{
    static struct fixture x;
    x = (struct fixture){.arena = PEP_ARENA_INIT};
    *state = &x;
    return 0;
}

static void compare_anew(struct fixture *x)
{
    pep_comparison_free(&x->c);
    for (size_t i = 0; i < x->derived.count; i++)
        pep_derived_free(x->derived.at[i]);
    x->derived.count = 0;
}

static int teardown(void **state)
{
    struct fixture *x = *state;
    compare_anew(x);
    pep_array_free(&x->derived);
    pep_arena_free(&x->arena);
    return 0;
}

static struct pep_function *finish(struct pep_function *f)
{
    pep_cfg_finish(f);
    pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_number(f);
    f->cfg_hash = pep_cfg_hash(f);
    assert_null(pep_cfg_check(f));
    return f;
}

/* if (a) return; if (b) return; if (c) return; return;
 * Path 0 has one branch, path 1 two, paths 2 and 3 three each. */
static struct pep_function *ladder(struct fixture *x, const char *name)
{
    struct pep_function *f = PEP_NEW(&x->arena, struct pep_function);
    f->name = name;
    f->arena = &x->arena;
    (void)pep_cfg_add_block(f, PEP_BLOCK_ENTRY);
    (void)pep_cfg_add_block(f, PEP_BLOCK_EXIT);
    for (int i = 0; i < 3; i++)
        (void)pep_cfg_add_block(f, PEP_BLOCK_BRANCH);
    (void)pep_cfg_add_edge(f, 0, 2, PEP_EDGE_FALL);
    for (uint32_t b = 2; b < 5; b++) {
        (void)pep_cfg_add_edge(f, b, PEP_EXIT, PEP_EDGE_TRUE);
        (void)pep_cfg_add_edge(f, b, b < 4 ? b + 1 : PEP_EXIT, PEP_EDGE_FALSE);
    }
    return finish(f);
}

/* A switch with three ways: path n is way n. */
static struct pep_function *fork_of_three(struct fixture *x, const char *name)
{
    struct pep_function *f = PEP_NEW(&x->arena, struct pep_function);
    f->name = name;
    f->arena = &x->arena;
    (void)pep_cfg_add_block(f, PEP_BLOCK_ENTRY);
    (void)pep_cfg_add_block(f, PEP_BLOCK_EXIT);
    (void)pep_cfg_add_block(f, PEP_BLOCK_SWITCH);
    (void)pep_cfg_add_edge(f, 0, 2, PEP_EDGE_FALL);
    for (int i = 0; i < 3; i++)
        (void)pep_cfg_add_edge(f, 2, PEP_EXIT, i < 2 ? PEP_EDGE_CASE : PEP_EDGE_DEFAULT);
    return finish(f);
}

/* Adds a function with counts of its paths 0..n-1, or of its edges. */
static void add_counts(struct fixture *x, enum pep_compare_side side, const char *unit, const struct pep_function *f,
                       enum pep_record_kind kind, const uint64_t *counts, size_t n)
{
    struct pep_counts c = {.name = f->name};
    struct pep_derived *d = PEP_NEW(&x->arena, struct pep_derived);
    for (size_t i = 0; i < n; i++)
        pep_profile_add_record(&c, kind, i, counts[i]);
    pep_derive(d, f, &c);
    assert_int_equal(d->rejected, 0);
    pep_array_free(&c.records);
    pep_array_push(&x->derived, d);
    pep_compare_add(&x->c, side, unit, f, d, d);
}
#define ADD(x, side, unit, f, ...)                                                                                     \
    add_counts(x, PEP_COMPARE_##side, unit, f, PEP_RECORD_PATH, (const uint64_t[]){__VA_ARGS__},                       \
               sizeof(uint64_t[]){__VA_ARGS__} / sizeof(uint64_t))

static void near(double figure, double expected)
{
    if (figure < expected - 1e-12 || figure > expected + 1e-12)
        fail_msg("%.15f is not %.15f", figure, expected);
}
static void figures(const struct pep_figures *f, double path, double edge, double absolute)
{
    near(f->at[PEP_FIGURE_PATH], path);
    near(f->at[PEP_FIGURE_EDGE], edge);
    near(f->at[PEP_FIGURE_ABSOLUTE], absolute);
}

/* Flows 600, 200, 150, 90 of 1040: above a tenth are paths 0, 1, 2 with 950.  Estimated 6, 2, 0, 6: the three hottest
 * are 0, 3, 1, so 2 is missed and 3 is wrong; 800 of 950 are hit.  By frequency alone, path 2 would not be hot. */
static void weight_matching(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f");
    ADD(x, PERFECT, "a.c", f, 600, 100, 50, 30);
    ADD(x, ESTIMATE, "a.c", f, 6, 1, 0, 2);
    pep_compare(&x->c, 0.1);
    near(x->c.figures.at[PEP_FIGURE_PATH], 800.0 / 950);
    assert_true(x->c.path_flow[0] == 1040 && x->c.hot == 950 && x->c.hit == 800);
    assert_int_equal(x->c.nhot, 3);
    assert_int_equal(x->c.ntaken, 3);
    assert_int_equal(x->c.nhit, 2);
    assert_int_equal(x->c.missed.count, 1);
    assert_int_equal(x->c.paths.at[x->c.missed.at[0]].number, 2);
    assert_int_equal(x->c.wrong.count, 1);
    assert_int_equal(x->c.paths.at[x->c.wrong.at[0]].number, 3);
    assert_int_equal(x->c.tied, 0);
    near(x->c.hottest.at[0]->figures.at[PEP_FIGURE_PATH], 800.0 / 950);
}

/* Ways of the branches: perfect 600|180, 100|80, 50|30, 1040 together; estimated 6|3, 1|2, 0|2, 14 together.
 * Relative: 780 x (1 - |600/780 - 6/9|) = 700, 180 x (1 - |100/180 - 1/3|) = 140, 80 x (1 - 50/80) = 30, of 1040.
 * Absolute, in parts of 1040 x 14: 6240 + 2520 + 1040 + 1120 + 0 + 420. */
static void overlaps(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f");
    ADD(x, PERFECT, "a.c", f, 600, 100, 50, 30);
    ADD(x, ESTIMATE, "a.c", f, 6, 1, 0, 2);
    pep_compare(&x->c, 0.1);
    near(x->c.figures.at[PEP_FIGURE_EDGE], 870.0 / 1040);
    near(x->c.figures.at[PEP_FIGURE_ABSOLUTE], 11340.0 / 14560);
}

/* Of three ways 50|30|20 and 1|0|3 of 4: half the differences are (25 + 30 + 55) / 2 = 55 hundredths. */
static void overlap_of_a_switch(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    ADD(x, PERFECT, "a.c", f, 50, 30, 20);
    ADD(x, ESTIMATE, "a.c", f, 1, 0, 3);
    pep_compare(&x->c, 0.00125);
    figures(&x->c.figures, (50.0 + 20) / 100, 0.45, 0.45);
}

/* Two functions: f has 1040 of 1140 and g 100.  The estimate never entered g: its branches have accuracy 0. */
static void functions_apart_and_together(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f"), *g = fork_of_three(x, "g");
    ADD(x, PERFECT, "a.c", g, 100, 0, 0);
    ADD(x, PERFECT, "a.c", f, 600, 100, 50, 30);
    ADD(x, ESTIMATE, "a.c", f, 6, 1, 0, 2);
    ADD(x, ESTIMATE, "a.c", g, 0);
    pep_compare(&x->c, 0.1);
    assert_string_equal(x->c.hottest.at[0]->name, "f"); /* H: f's 600, 200, 150; 114 is the bound */
    figures(&x->c.figures, 800.0 / 950, 870.0 / 1140, (6 * 1140 + 180 * 14 + 1140 + 80 * 14 + 30 * 14) / (1140 * 14.0));
    figures(&x->c.hottest.at[0]->figures, 800.0 / 950, 870.0 / 1040,
            (6 * 1140 + 180 * 14 + 1140 + 80 * 14 + 30 * 14) / (1040 * 14.0));
    figures(&x->c.hottest.at[1]->figures, PEP_FIGURE_NONE, 0, 0);
}

/* Equal profiles and those that differ by a factor agree exactly, not nearly. */
static void equal_profiles(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f"), *g = fork_of_three(x, "g"), *h = ladder(x, "h");
    for (uint64_t factor = 1; factor <= 3; factor += 2) {
        ADD(x, PERFECT, "a.c", f, 7, 11, 13, 13);
        ADD(x, PERFECT, "a.c", g, 1, 3, 3);
        ADD(x, PERFECT, "b.c", h, UINT64_MAX / 3, 1, 0, UINT64_MAX / 9);
        ADD(x, ESTIMATE, "b.c", h, factor * (UINT64_MAX / 3), factor, 0, factor * (UINT64_MAX / 9));
        ADD(x, ESTIMATE, "a.c", g, factor, 3 * factor, 3 * factor);
        ADD(x, ESTIMATE, "a.c", f, 7 * factor, 11 * factor, 13 * factor, 13 * factor);
        pep_compare(&x->c, 0);
        assert_int_equal(x->c.nhit, 10);
        for (int k = 0; k < PEP_FUNCTION_FIGURES; k++) {
            assert_true(factor > 1 ? x->c.figures.at[k] > 1 - 1e-15 : x->c.figures.at[k] == 1);
            for (size_t i = 0; i < 3; i++)
                assert_true(x->c.functions.at[i].figures.at[k] == 1);
        }
        assert_int_equal(x->c.missed.count + x->c.wrong.count + x->c.tied, 0);
        compare_anew(x);
    }
}

/* A path just at the threshold is not above it; hot paths of equal flow are hot together. */
static void just_at_the_threshold(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    ADD(x, PERFECT, "a.c", f, 3, 3, 4);
    ADD(x, ESTIMATE, "a.c", f, 3, 3, 4);
    pep_compare(&x->c, 0.3);
    assert_int_equal(x->c.nhot, 1);
    figures(&x->c.figures, 1, 1, 1);
    compare_anew(x);
    ADD(x, PERFECT, "a.c", f, 3, 3, 4);
    ADD(x, ESTIMATE, "a.c", f, 3, 3, 4);
    pep_compare(&x->c, 0.29);
    assert_int_equal(x->c.nhot, 3);
    assert_int_equal(x->c.nhit, 3);
    compare_anew(x);
    ADD(x, PERFECT, "a.c", f, 3, 3, 4);
    ADD(x, ESTIMATE, "a.c", f, 3, 3, 4);
    pep_compare(&x->c, 0.9); /* no path is so hot */
    figures(&x->c.figures, PEP_FIGURE_NONE, 1, 1);
}

/* Hot is g's way 0 alone.  In the estimate four paths have the flow 2: of equal frequency, the first by name is taken,
 * which is wrong; three are left.  Fewer branches and so a higher frequency come before names. */
static void ties(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f"), *g = fork_of_three(x, "g"), *h = ladder(x, "a");
    ADD(x, PERFECT, "a.c", g, 98, 1, 1);
    ADD(x, PERFECT, "a.c", f, 1, 0, 0);
    ADD(x, PERFECT, "a.c", h, 0, 0, 0, 0);
    ADD(x, ESTIMATE, "a.c", g, 2, 0, 0);
    ADD(x, ESTIMATE, "a.c", f, 2, 2, 0);
    ADD(x, ESTIMATE, "a.c", h, 0, 1, 0, 0); /* flow 2 as well, of one passage with two branches */
    pep_compare(&x->c, 0.5);
    assert_int_equal(x->c.nhot, 1);
    assert_int_equal(x->c.tied, 3);
    near(x->c.figures.at[PEP_FIGURE_PATH], 0);
    const struct pep_compare_path *wrong = &x->c.paths.at[x->c.wrong.at[0]];
    assert_string_equal(x->c.functions.at[wrong->function].name, "f");
    assert_int_equal(wrong->number, 0);
}

/* Paths without flow are none of the estimate's hottest, even where there is room for them. */
static void fewer_paths_than_wanted(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    ADD(x, PERFECT, "a.c", f, 5, 3, 2);
    ADD(x, ESTIMATE, "a.c", f, 0, 0, 9);
    pep_compare(&x->c, 0.00125);
    assert_int_equal(x->c.nhot, 3);
    assert_int_equal(x->c.ntaken, 1);
    figures(&x->c.figures, 0.2, 0.2, 0.2);
}

static void empty_profiles(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f");
    pep_compare(&x->c, 0.00125);
    figures(&x->c.figures, PEP_FIGURE_NONE, PEP_FIGURE_NONE, PEP_FIGURE_NONE);
    compare_anew(x);
    ADD(x, PERFECT, "a.c", f, 600, 100, 50, 30);
    pep_compare(&x->c, 0.00125); /* nothing in the estimate, not even the function */
    figures(&x->c.figures, 0, 0, 0);
    assert_int_equal(x->c.nkind[PEP_COMPARE_MISSING], 1);
    assert_true(x->c.lost[PEP_COMPARE_MISSING] == 1040);
    compare_anew(x);
    ADD(x, PERFECT, "a.c", f, 0);
    ADD(x, ESTIMATE, "a.c", f, 600, 100, 50, 30);
    pep_compare(&x->c, 0.00125);
    figures(&x->c.figures, PEP_FIGURE_NONE, PEP_FIGURE_NONE, PEP_FIGURE_NONE);
    assert_int_equal(x->c.wrong.count, 0);
}

/* Whichever profile counted edges, there is nothing to say of paths, and edges compare as ever. */
static void counted_edges(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    for (int side = 0; side < 2; side++) {
        add_counts(x, (enum pep_compare_side)side, "a.c", f, PEP_RECORD_EDGE, (const uint64_t[]){100, 50, 30, 20}, 4);
        add_counts(x, (enum pep_compare_side) !side, "a.c", f, PEP_RECORD_PATH, (const uint64_t[]){50, 30, 20}, 3);
        pep_compare(&x->c, 0.00125);
        figures(&x->c.figures, PEP_FIGURE_NONE, 1, 1);
        compare_anew(x);
    }
}

/* --- what belongs together --- */

static const struct pep_compare_function *function(const struct pep_comparison *c, const char *name)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        if (!strcmp(c->functions.at[i].name, name))
            return &c->functions.at[i];
    }
    fail_msg("%s is not there", name);
    return NULL;
}

/* Another graph: left out, and the rest is as if it were not there; but for how much of the flow that is. */
static void changed_functions(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f"), *old = fork_of_three(x, "g"), *anew = ladder(x, "g");
    ADD(x, PERFECT, "a.c", f, 600, 100, 50, 30);
    ADD(x, PERFECT, "a.c", old, 3000, 120, 0);
    ADD(x, ESTIMATE, "a.c", f, 6, 1, 0, 2);
    ADD(x, ESTIMATE, "a.c", anew, 9, 9, 9, 9);
    pep_compare(&x->c, 0.1);
    figures(&x->c.figures, 800.0 / 950, 870.0 / 1040, 11340.0 / 14560);
    assert_int_equal(x->c.functions.count, 2);
    assert_int_equal(x->c.nkind[PEP_COMPARE_CHANGED], 1);
    assert_true(x->c.lost[PEP_COMPARE_CHANGED] == 3120 && x->c.all == 4160);
    assert_int_equal(function(&x->c, "g")->kind, PEP_COMPARE_CHANGED);
    figures(&function(&x->c, "g")->figures, PEP_FIGURE_NONE, PEP_FIGURE_NONE, PEP_FIGURE_NONE);
}

/* As many blocks, edges and paths, and yet not the same graph. */
static void changed_in_kind_only(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f"), *g = fork_of_three(x, "f");
    g->edges.at[3].kind = PEP_EDGE_CASE;
    g->cfg_hash = pep_cfg_hash(g);
    ADD(x, PERFECT, "a.c", f, 1, 2, 3);
    ADD(x, ESTIMATE, "a.c", g, 1, 2, 3);
    pep_compare(&x->c, 0.00125);
    assert_int_equal(x->c.nkind[PEP_COMPARE_CHANGED], 1);
    figures(&x->c.figures, PEP_FIGURE_NONE, PEP_FIGURE_NONE, PEP_FIGURE_NONE);
}

/* A function of another unit is another function: it takes a place among the hottest. */
static void extra_functions(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    ADD(x, PERFECT, "a.c", f, 100, 0, 0);
    ADD(x, ESTIMATE, "a.c", f, 1, 0, 0);
    ADD(x, ESTIMATE, "b.c", f, 3, 0, 0);
    pep_compare(&x->c, 0.00125);
    figures(&x->c.figures, 0, 1, 0.25);
    assert_int_equal(x->c.nkind[PEP_COMPARE_EXTRA], 1);
    assert_true(x->c.lost[PEP_COMPARE_EXTRA] == 3);
}

/* Linked twice: the same identity twice in one profile is one function with the sum.  Two functions of one name with
 * two graphs stay apart, and each finds its own. */
static void units_of_one_name(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f"), *other = ladder(x, "f");
    ADD(x, PERFECT, "a.c", f, 40, 0, 0);
    ADD(x, PERFECT, "a.c", f, 0, 60, 0);
    ADD(x, PERFECT, "a.c", other, 10, 0, 0, 0);
    ADD(x, ESTIMATE, "a.c", other, 1, 0, 0, 0);
    ADD(x, ESTIMATE, "a.c", f, 4, 6, 0);
    pep_compare(&x->c, 0.00125);
    assert_int_equal(x->c.functions.count, 2);
    assert_int_equal(x->c.nkind[PEP_COMPARE_SAME], 2);
    figures(&x->c.figures, 1, 1, 1);
}

/* The sources lay elsewhere: the last component decides, the whole name where there are several. */
static void units_elsewhere(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    ADD(x, PERFECT, "/one/a.c", f, 100, 0, 0);
    ADD(x, PERFECT, "/one/sub/a.c", f, 0, 100, 0);
    ADD(x, ESTIMATE, "/two/a.c", f, 0, 1, 0);
    ADD(x, ESTIMATE, "/one/a.c", f, 1, 0, 0);
    pep_compare(&x->c, 0.00125);
    figures(&x->c.figures, 1, 1, 1);
    assert_int_equal(x->c.nkind[PEP_COMPARE_SAME], 2);
}

/* Of several files with the same last component those belong together that have more than that in common. */
static void units_elsewhere_of_one_name(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = fork_of_three(x, "f");
    ADD(x, PERFECT, "/one/x/a.c", f, 100, 0, 0);
    ADD(x, PERFECT, "/one/y/a.c", f, 0, 100, 0);
    ADD(x, PERFECT, "/one/z/a.c", f, 0, 0, 100);
    ADD(x, ESTIMATE, "/two/w/a.c", f, 0, 0, 0);
    ADD(x, ESTIMATE, "/two/z/a.c", f, 0, 0, 1);
    ADD(x, ESTIMATE, "/two/x/a.c", f, 1, 0, 0);
    ADD(x, ESTIMATE, "/two/y/a.c", f, 0, 1, 0);
    pep_compare(&x->c, 0.00125);
    assert_int_equal(x->c.nkind[PEP_COMPARE_SAME], 3);
    assert_int_equal(x->c.nkind[PEP_COMPARE_EXTRA], 1);
    near(x->c.figures.at[PEP_FIGURE_PATH], 1);
    near(x->c.figures.at[PEP_FIGURE_EDGE], 1);
}

/* The same branches, but the paths end elsewhere: edges are compared, paths are not. */
static void same_shape_other_paths(void **state)
{
    struct fixture *x = *state;
    struct pep_function *f = ladder(x, "f"), *cut = ladder(x, "f"), *g = fork_of_three(x, "g");
    cut->edges.at[2].cut = PEP_CUT_LIMIT; /* 2 -> 3: paths begin anew at block 3 */
    cut->blocks.at[3].is_start = true;
    pep_cfg_number(cut);
    cut->cfg_hash = pep_cfg_hash(cut);
    assert_null(pep_cfg_check(cut));
    assert_true(cut->cfg_hash != f->cfg_hash);
    ADD(x, PERFECT, "b/a.c", f, 0);
    ADD(x, PERFECT, "a.c", f, 600, 0, 0, 0);
    ADD(x, PERFECT, "c/a.c", f, 0);
    ADD(x, PERFECT, "a.c", g, 30, 20, 10);
    add_counts(x, PEP_COMPARE_ESTIMATE, "a.c", cut, PEP_RECORD_EDGE, (const uint64_t[]){60, 60, 0, 0, 0, 0, 0}, 7);
    ADD(x, ESTIMATE, "a.c", g, 3, 2, 1);
    pep_compare(&x->c, 0.00125);
    figures(&x->c.figures, 1, 1, 1);
    assert_int_equal(x->c.nkind[PEP_COMPARE_SHAPE], 1);
    assert_true(x->c.path_flow[0] == 60 && x->c.flow[0] == 660);
}

static void spread(void **state)
{
    (void)state;
    static const struct pep_figures f[] = {{{0.5, 0.25, PEP_FIGURE_NONE}},
                                           {{0.75, 1, PEP_FIGURE_NONE}},
                                           {{0.25, 0.5, PEP_FIGURE_NONE}},
                                           {{PEP_FIGURE_NONE, 0, PEP_FIGURE_NONE}}};
    struct pep_figures median = pep_figures_of(f, 4, PEP_SPREAD_MEDIAN), least = pep_figures_of(f, 4, PEP_SPREAD_MIN),
                       most = pep_figures_of(f, 4, PEP_SPREAD_MAX);
    figures(&median, 0.5, 0.375, PEP_FIGURE_NONE);
    figures(&least, 0.25, 0, PEP_FIGURE_NONE);
    figures(&most, 0.75, 1, PEP_FIGURE_NONE);
}

static double overlap_of(const struct pep_weight *perfect, size_t nperfect, const struct pep_weight *estimate,
                         size_t nestimate)
{
    struct pep_weights a = {0}, b = {0};
    for (size_t i = 0; i < nperfect; i++)
        pep_array_push(&a, perfect[i]);
    for (size_t i = 0; i < nestimate; i++)
        pep_array_push(&b, estimate[i]);
    double result = pep_overlap(&a, &b);
    pep_array_free(&a);
    pep_array_free(&b);
    return result;
}

/* Key 1 has 50 of 100 and 2 of 4, in both 50 %; key 2 has 30 % and 25 %; key 3 has 20 % and nothing, key 4 nothing and
 * 25 %: the lesser shares make 50 + 25 + 0 + 0 = 75 %. */
static void overlap_takes_the_lesser_shares(void **state)
{
    (void)state;
    const struct pep_weight perfect[] = {{3, 20}, {1, 20}, {2, 30}, {1, 30}}, estimate[] = {{4, 1}, {2, 1}, {1, 2}};
    assert_true(overlap_of(perfect, 4, estimate, 3) == 0.75);
    assert_true(overlap_of(estimate, 3, perfect, 4) == 0.75);
    const struct pep_weight tenfold[] = {{1, 500}, {2, 300}, {3, 200}, {9, 0}};
    assert_true(overlap_of(perfect, 4, tenfold, 4) == 1.0);
    assert_true(overlap_of(perfect, 4, NULL, 0) == 0.0);
    assert_true(overlap_of(NULL, 0, perfect, 4) == PEP_FIGURE_NONE);
    assert_true(overlap_of(&tenfold[3], 1, perfect, 4) == PEP_FIGURE_NONE);
    const struct pep_weight huge[] = {{1, UINT64_MAX}, {1, UINT64_MAX}, {2, UINT64_MAX}};
    assert_true(overlap_of(huge, 3, huge, 3) > 0.66);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(weight_matching),
        TEST(overlaps),
        TEST(overlap_of_a_switch),
        TEST(functions_apart_and_together),
        TEST(equal_profiles),
        TEST(just_at_the_threshold),
        TEST(ties),
        TEST(fewer_paths_than_wanted),
        TEST(empty_profiles),
        TEST(counted_edges),
        TEST(changed_functions),
        TEST(changed_in_kind_only),
        TEST(extra_functions),
        TEST(units_of_one_name),
        TEST(units_elsewhere),
        TEST(units_elsewhere_of_one_name),
        TEST(same_shape_other_paths),
        cmocka_unit_test(spread),
        cmocka_unit_test(overlap_takes_the_lesser_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
