/* The call graph: who is meant by a name, how pointers' calls are dealt out, and what comes from outside. */
#include "profile/calls.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { FUNCTIONS = 4, BLOCKS = 5, CALLS = 4 };

/* A unit of up to four functions without edges; block 0 is the entry. */
struct unit {
    struct pep_unitmap map;
    const char *binary; /* that has it, where that is known */
    uint64_t hash;      /* of the unit that was counted */
    struct pep_function functions[FUNCTIONS], *table[FUNCTIONS];
    struct pep_block blocks[FUNCTIONS][BLOCKS];
    struct pep_call_site calls[FUNCTIONS][CALLS];
    struct pep_callee callees[CALLS];
    struct pep_derived derived[FUNCTIONS];
    uint64_t counts[FUNCTIONS][BLOCKS];
    struct pep_counts *records[FUNCTIONS];
};

struct fixture {
    struct unit a, b;
    struct pep_profile profile;
    struct pep_call_graph graph;
};

static void make_unit(struct unit *u, struct pep_profile *p, const char *name)
{
    struct pep_unit_counts *counts = pep_profile_add_unit(p, 0, name, "");
    u->map = (struct pep_unitmap){.name = name, .calls = true, .callees = u->callees, .functions = u->table};
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        (void)pep_profile_add_function(p, counts, i, "", 0, 0);
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        u->records[i] = &counts->functions.at[i];
}

static void setup(struct fixture *x)
{
    memset(x, 0, sizeof *x);
    make_unit(&x->a, &x->profile, "dir/a.c");
    make_unit(&x->b, &x->profile, "b.c");
}

static void teardown(struct fixture *x)
{
    pep_calls_free(&x->graph);
    pep_profile_free(&x->profile);
}

/* Adds a function that was entered so often. */
static struct pep_function *add_function(struct unit *u, const char *name, bool is_static, uint64_t entries)
{
    uint32_t i = u->map.nfunctions++;
    struct pep_function *f = u->table[i] = &u->functions[i];
    *f = (struct pep_function){.name = name, .index = i, .is_static = is_static, .calls = u->calls[i]};
    f->storage = PEP_STORE_ARRAY;
    f->blocks.at = u->blocks[i];
    f->blocks.count = BLOCKS;
    u->counts[i][PEP_ENTRY] = entries;
    u->derived[i] = (struct pep_derived){.blocks = u->counts[i], .entries = entries};
    return f;
}

/* Adds a call from a block of its own that ran so often; a name that the unit defines means its own function. */
static void add_call(struct unit *u, struct pep_function *f, const char *callee, uint64_t count)
{
    uint32_t block = f->ncalls + 1, own = PEP_NO_FUNCTION;
    for (uint32_t i = 0; i < u->map.nfunctions; i++)
        own = strcmp(u->functions[i].name, callee) ? own : i;
    u->callees[u->map.ncallees] = (struct pep_callee){callee, own};
    u->counts[f->index][block] = count;
    u->calls[f->index][f->ncalls++] = (struct pep_call_site){block, u->map.ncallees++, PEP_NO_SITE, {0, 1, 1}};
}

static void add_pointer(struct unit *u, struct pep_function *f, uint32_t site, uint64_t count)
{
    uint32_t block = f->ncalls + 1;
    u->counts[f->index][block] = count;
    u->calls[f->index][f->ncalls++] = (struct pep_call_site){block, PEP_NO_CALLEE, site, {0, 1, 1}};
}

static void add_target(struct fixture *x, struct unit *u, const struct pep_function *f, uint32_t site, const char *name,
                       uint64_t count)
{
    pep_profile_add_target(&x->profile, u->records[f->index], site, name, count);
}

static void add_input(struct fixture *x, const struct unit *u, uint32_t i, const void *origin)
{
    pep_calls_add(&x->graph, &(struct pep_call_input){.map = &u->map,
                                                      .function = &u->functions[i],
                                                      .counts = u->records[i],
                                                      .derived = &u->derived[i],
                                                      .origin = origin,
                                                      .binary = u->binary,
                                                      .unit = u->hash});
}

static void add_unit(struct fixture *x, struct unit *u)
{
    for (uint32_t i = 0; i < u->map.nfunctions; i++)
        add_input(x, u, i, u);
}

/* Adds both units and links. */
static void link_all(struct fixture *x)
{
    pep_profile_sort(&x->profile);
    add_unit(x, &x->a);
    add_unit(x, &x->b);
    pep_calls_link(&x->graph, &x->profile);
}

static const struct pep_call_node *node(const struct fixture *x, uint32_t i)
{
    return &x->graph.nodes.at[i];
}

static uint32_t node_of(const struct fixture *x, const struct pep_function *f)
{
    for (uint32_t i = 0; i < x->graph.nodes.count; i++)
        if (node(x, i)->function == f)
            return i;
    fail_msg("%s is no node", f->name);
    return 0;
}

/* How often a site of f called what has that name; callee NULL: a name without a function. */
static uint64_t count_of(const struct fixture *x, const struct pep_function *f, uint32_t site,
                         const struct pep_function *callee, const char *name)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < x->graph.edges.count; i++) {
        const struct pep_call_edge *e = &x->graph.edges.at[i];
        const struct pep_call_node *to = node(x, e->callee);
        if (node(x, e->caller)->function == f && e->site == site && to->function == callee && !strcmp(to->name, name))
            sum += e->count;
    }
    return sum;
}

static uint64_t outside(const struct fixture *x, const struct pep_function *f)
{
    return count_of(x, NULL, PEP_NO_SITE, f, f->name);
}

static void direct_calls_run_as_their_blocks(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *leaf = add_function(&x.a, "leaf", true, 37), *top = add_function(&x.a, "main", false, 1);
    leaf->only_called = true;
    add_call(&x.a, top, "leaf", 30);
    add_call(&x.a, top, "leaf", 7);
    add_call(&x.a, top, "puts", 5);
    add_call(&x.a, top, "exit", 0);
    link_all(&x);
    assert_int_equal(count_of(&x, top, 0, leaf, "leaf"), 30);
    assert_int_equal(count_of(&x, top, 1, leaf, "leaf"), 7);
    assert_int_equal(count_of(&x, top, 2, NULL, "puts"), 5);
    assert_int_equal(outside(&x, top), 1);
    assert_int_equal(x.graph.edges.count, 4); /* what never was called has no edge */
    assert_int_equal(node(&x, node_of(&x, leaf))->called, 37);
    assert_int_equal(node(&x, node_of(&x, leaf))->calls, 0);
    assert_int_equal(node(&x, node_of(&x, top))->calls, 42);
    assert_int_equal(node(&x, PEP_CALLS_OUTSIDE)->calls, 1);
    assert_ptr_equal(node(&x, node_of(&x, top))->origin, &x.a);
    assert_int_equal(x.graph.total, 43);
    teardown(&x);
}

static void names_mean_the_own_function_first(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *help_a = add_function(&x.a, "help", true, 10), *go_a = add_function(&x.a, "go", false, 0);
    struct pep_function *help_b = add_function(&x.b, "help", true, 20), *run_b = add_function(&x.b, "run", false, 4);
    struct pep_function *top_b = add_function(&x.b, "top", false, 1);
    (void)add_function(&x.b, "bare", true, 0); /* is not added to the graph, as if it were not instrumented */
    add_call(&x.a, go_a, "help", 10);
    add_call(&x.a, go_a, "run", 4);
    add_call(&x.a, go_a, "bare", 3);
    add_call(&x.b, top_b, "help", 20);
    add_call(&x.b, top_b, "go", 2);
    add_call(&x.b, top_b, "bare", 6);
    add_input(&x, &x.b, help_b->index, &x);
    add_input(&x, &x.b, run_b->index, &x);
    add_input(&x, &x.b, top_b->index, &x);
    add_unit(&x, &x.a);
    pep_calls_link(&x.graph, &x.profile);
    assert_int_equal(count_of(&x, go_a, 0, help_a, "help"), 10);
    assert_int_equal(count_of(&x, top_b, 0, help_b, "help"), 20);
    assert_int_equal(count_of(&x, go_a, 1, run_b, "run"), 4); /* external: of another unit */
    assert_int_equal(count_of(&x, go_a, 2, NULL, "bare"), 3); /* another's static function is not it */
    assert_int_equal(count_of(&x, top_b, 1, go_a, "go"), 2);
    assert_int_equal(count_of(&x, top_b, 2, NULL, "b.c:bare"), 6);
    assert_int_equal(outside(&x, help_a), 0);
    assert_int_equal(outside(&x, run_b), 0);
    teardown(&x);
}

static void targets_are_found_by_their_symbols(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *step_a = add_function(&x.a, "step", true, 0), *go = add_function(&x.a, "go", false, 0);
    struct pep_function *step_b = add_function(&x.b, "step", true, 0), *far = add_function(&x.b, "far", false, 0);
    add_pointer(&x.a, go, 2, 100);
    add_target(&x, &x.a, go, 2, "a.c:step", 10);
    add_target(&x, &x.a, go, 2, "b.c:step", 20);
    add_target(&x, &x.a, go, 2, "far", 30);
    add_target(&x, &x.a, go, 2, "step", 25); /* of somebody else */
    add_target(&x, &x.a, go, 2, "libm.so.6+0x1c40", 15);
    add_target(&x, &x.a, go, 1, "far", 1000); /* of another site */
    link_all(&x);
    assert_int_equal(count_of(&x, go, 0, step_a, "step"), 10);
    assert_int_equal(count_of(&x, go, 0, step_b, "step"), 20);
    assert_int_equal(count_of(&x, go, 0, far, "far"), 30);
    assert_int_equal(count_of(&x, go, 0, NULL, "step"), 25);
    assert_int_equal(count_of(&x, go, 0, NULL, "libm.so.6+0x1c40"), 15);
    assert_int_equal(x.graph.edges.count, 5);
    for (size_t i = 1; i < x.graph.edges.count; i++) /* of one site: the most frequent first */
        assert_true(x.graph.edges.at[i - 1].count > x.graph.edges.at[i].count);
    teardown(&x);
}

/* Of two units with one name each means its own. */
static void equal_files_mean_the_own_one(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    x.b.map.name = "other/a.c";
    struct pep_function *step_a = add_function(&x.a, "step", true, 0), *go_a = add_function(&x.a, "go", false, 0);
    struct pep_function *step_b = add_function(&x.b, "step", true, 0), *go_b = add_function(&x.b, "went", false, 0);
    add_pointer(&x.a, go_a, 0, 3);
    add_pointer(&x.b, go_b, 0, 4);
    add_target(&x, &x.a, go_a, 0, "a.c:step", 3);
    add_target(&x, &x.b, go_b, 0, "a.c:step", 4);
    link_all(&x);
    assert_int_equal(count_of(&x, go_a, 0, step_a, "step"), 3);
    assert_int_equal(count_of(&x, go_b, 0, step_b, "step"), 4);
    teardown(&x);
}

/* Where a binary has several it is told which one; of a build that is gone it is not. */
static void hashes_mean_their_unit(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    x.b.map.name = "other/a.c";
    x.a.hash = 0xa;
    x.b.hash = UINT64_MAX;
    struct pep_function *step_a = add_function(&x.a, "step", true, 1), *go = add_function(&x.a, "go", false, 1);
    struct pep_function *step_b = add_function(&x.b, "step", true, 30), *once = add_function(&x.b, "once", true, 4);
    add_pointer(&x.a, go, 0, 111111);
    add_target(&x, &x.a, go, 0, "a.c@000000000000000a:step", 1);
    add_target(&x, &x.a, go, 0, "a.c@ffffffffffffffff:step", 10);
    add_target(&x, &x.a, go, 0, "a.c@00000000000000ff:step", 100);
    add_target(&x, &x.a, go, 0, "a.c@0000000000000000:step", 1000); /* is not instrumented */
    add_target(&x, &x.a, go, 0, "a.c@00000000000000ff:once", 10000);
    add_target(&x, &x.a, go, 0, "a.c@0:odd", 100000);
    link_all(&x);
    assert_int_equal(count_of(&x, go, 0, step_a, "step"), 1);
    assert_int_equal(count_of(&x, go, 0, step_b, "step"), 10);
    assert_int_equal(count_of(&x, go, 0, NULL, "unknown:a.c:step"), 100);
    assert_int_equal(count_of(&x, go, 0, NULL, "a.c:step"), 1000);
    assert_int_equal(count_of(&x, go, 0, once, "once"), 10000);
    assert_int_equal(count_of(&x, go, 0, NULL, "a.c@0:odd"), 100000);
    assert_int_equal(outside(&x, step_b), 0); /* the rest may be of those that nobody knows */
    teardown(&x);
}

/* Two programs, each with an external helper, called by units that have none. */
static void expect_helpers(const char *binary_a, const char *binary_b, const char *caller, uint64_t entries_b,
                           int which)
{
    struct fixture x;
    setup(&x);
    struct unit third;
    make_unit(&third, &x.profile, "third.c");
    x.a.binary = binary_a;
    x.b.binary = binary_b;
    third.binary = caller;
    struct pep_function *help[] = {add_function(&x.a, "help", false, 7), add_function(&x.b, "help", false, entries_b)};
    struct pep_function *go = add_function(&third, "go", false, 1);
    add_call(&third, go, "help", 7);
    add_unit(&x, &third);
    link_all(&x);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(count_of(&x, go, 0, help[i], "help"), i == which ? 7 : 0);
        assert_int_equal(outside(&x, help[i]), which < 0 ? 0 : i == which ? 0 : i ? entries_b : 7);
    }
    assert_int_equal(count_of(&x, go, 0, NULL, "unknown:help"), which < 0 ? 7 : 0);
    teardown(&x);
}

static void equal_names_are_of_the_callers_binary(void **state)
{
    (void)state;
    expect_helpers("one", "two", "one", 5, 0);
    expect_helpers("one", "two", "two", 5, 1);
    expect_helpers("one", "two", "two", 0, 1);
    expect_helpers("one", "two", "three", 5, -1);
    expect_helpers("one", "two", NULL, 5, -1);
    expect_helpers(NULL, NULL, NULL, 5, -1);
    expect_helpers(NULL, NULL, NULL, 0, 0); /* as the other never ran */
    expect_helpers("one", "one", "one", 5, -1);
}

/* Optimisation of the whole program loses files: the own function of the name, else the only one. */
static void lost_files_mean_the_only_one(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *both_a = add_function(&x.a, "both", true, 0), *go = add_function(&x.a, "go", false, 0);
    (void)add_function(&x.b, "both", true, 0);
    struct pep_function *once = add_function(&x.b, "once", true, 0), *went = add_function(&x.b, "went", false, 0);
    add_pointer(&x.a, go, 0, 1111);
    add_target(&x, &x.a, go, 0, ":both", 1);
    add_target(&x, &x.a, go, 0, ":once", 10);
    add_target(&x, &x.a, go, 0, ":went", 100); /* was not static */
    add_target(&x, &x.a, go, 0, ":go", 1000);
    link_all(&x);
    assert_int_equal(count_of(&x, go, 0, both_a, "both"), 1);
    assert_int_equal(count_of(&x, go, 0, once, "once"), 10);
    assert_int_equal(count_of(&x, go, 0, went, "went"), 100);
    assert_int_equal(count_of(&x, go, 0, go, "go"), 1000);
    teardown(&x);

    setup(&x);
    both_a = add_function(&x.a, "both", true, 3);
    (void)add_function(&x.b, "both", true, 2);
    struct unit third;
    make_unit(&third, &x.profile, "third.c");
    struct pep_function *far = add_function(&third, "far", false, 0);
    add_pointer(&third, far, 0, 5);
    add_target(&x, &third, far, 0, ":both", 1);
    add_unit(&x, &third);
    link_all(&x);
    assert_int_equal(count_of(&x, far, 0, NULL, "unknown:both"), 5); /* who knows which */
    assert_int_equal(outside(&x, both_a), 0);
    teardown(&x);
}

/* The calls of a pointer that led to three functions, and to others.  slack: how far each may be off, where it depends
 * on the order of the names who gets what cannot be divided. */
static void expect_shares(uint64_t count, const uint64_t seen[4], const uint64_t expected[4], uint64_t slack)
{
    static const char *const names[] = {"one", "two", "three"};
    struct fixture x;
    setup(&x);
    struct pep_function *go = add_function(&x.a, "go", false, 0);
    uint64_t sum = 0, got[4];
    add_pointer(&x.a, go, 0, count);
    for (int i = 0; i < 3; i++)
        if (seen[i])
            add_target(&x, &x.a, go, 0, names[i], seen[i]);
    if (seen[3])
        pep_profile_add_record(x.a.records[0], PEP_RECORD_OTHER, 0, seen[3]);
    link_all(&x);
    for (int i = 0; i < 3; i++)
        sum += got[i] = count_of(&x, go, 0, NULL, names[i]);
    sum += got[3] = count_of(&x, go, 0, NULL, "unknown");
    assert_true(sum == count);
    for (int i = 0; i < 4; i++) {
        uint64_t apart = got[i] > expected[i] ? got[i] - expected[i] : expected[i] - got[i];
        if (apart > slack)
            fail_msg("%d of %llu: %llu", i, (unsigned long long)count, (unsigned long long)got[i]);
    }
    assert_true(node(&x, node_of(&x, go))->calls == count);
    teardown(&x);
}

static void shares_of_pointers_sum_up(void **state)
{
    (void)state;
    const uint64_t big = UINT64_MAX / 2;
    expect_shares(100, (uint64_t[]){50, 30, 20, 0}, (uint64_t[]){50, 30, 20, 0}, 0);
    expect_shares(100, (uint64_t[]){1, 1, 1, 0}, (uint64_t[]){33, 33, 33, 0}, 1);
    expect_shares(1, (uint64_t[]){9, 0, 0, 1}, (uint64_t[]){1, 0, 0, 0}, 0);
    expect_shares(2, (uint64_t[]){1, 1, 1, 0}, (uint64_t[]){1, 1, 1, 0}, 1);
    expect_shares(1000000, (uint64_t[]){5, 0, 0, 5}, (uint64_t[]){500000, 0, 0, 500000}, 0);
    expect_shares(7, (uint64_t[]){0, 0, 0, 0}, (uint64_t[]){0, 0, 0, 7}, 0);
    expect_shares(7, (uint64_t[]){0, 0, 0, 3}, (uint64_t[]){0, 0, 0, 7}, 0);
    expect_shares(7, (uint64_t[]){0, 2, 0, 0}, (uint64_t[]){0, 7, 0, 0}, 0);
    expect_shares(0, (uint64_t[]){5, 0, 0, 0}, (uint64_t[]){0, 0, 0, 0}, 0);
    expect_shares(UINT64_MAX, (uint64_t[]){7, 0, 0, 0}, (uint64_t[]){UINT64_MAX, 0, 0, 0}, 0);
    expect_shares(8, (uint64_t[]){big, 0, 0, big}, (uint64_t[]){4, 0, 0, 4}, 0);
}

static void pointers_without_a_site_lead_nowhere(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *go = add_function(&x.a, "go", false, 0);
    add_target(&x, &x.a, go, 0, "one", 5);
    add_pointer(&x.a, go, PEP_NO_SITE, 9);
    link_all(&x);
    assert_int_equal(count_of(&x, go, 0, NULL, "unknown"), 9);
    assert_int_equal(node(&x, PEP_CALLS_UNKNOWN)->called, 9);
    teardown(&x);
}

static uint64_t samples;

/* How many calls from outside a function has that was entered, and called by another. */
static uint64_t outside_of(uint64_t entries, uint64_t called, uint8_t how, void (*change)(struct pep_function *f))
{
    struct fixture x;
    setup(&x);
    struct pep_function *f = add_function(&x.a, "compare", true, entries), *go = add_function(&x.b, "go", false, 0);
    x.a.map.how = how;
    add_pointer(&x.b, go, 0, called);
    add_target(&x, &x.b, go, 0, "a.c:compare", 1);
    if (change)
        change(f);
    if (samples)
        pep_profile_add_record(x.a.records[f->index], PEP_RECORD_PATH, 0, entries + called);
    x.profile.samples = samples;
    link_all(&x);
    uint64_t n = outside(&x, f);
    assert_int_equal(node(&x, node_of(&x, f))->called, called + n);
    teardown(&x);
    return n;
}

static void make_only_called(struct pep_function *f)
{
    f->only_called = true;
}
static void hide_entries(struct pep_function *f)
{
    f->storage = PEP_STORE_BLOCKS;
    f->blocks.at[PEP_ENTRY].counter = PEP_NO_COUNTER;
}
static void show_entries(struct pep_function *f)
{
    f->storage = PEP_STORE_BLOCKS;
}

static void the_rest_comes_from_outside(void **state)
{
    (void)state;
    assert_int_equal(outside_of(1001, 1000, PEP_HOW_EXHAUSTIVE, NULL), 1);
    assert_int_equal(outside_of(1000, 1000, PEP_HOW_EXHAUSTIVE, NULL), 0);
    assert_int_equal(outside_of(999, 1000, PEP_HOW_EXHAUSTIVE, NULL), 0);
    assert_int_equal(outside_of(1001, 0, PEP_HOW_EXHAUSTIVE, NULL), 1001);
    assert_int_equal(outside_of(1001, 1000, PEP_HOW_EXHAUSTIVE, make_only_called), 0);
    assert_int_equal(outside_of(1001, 1000, PEP_HOW_EXHAUSTIVE, hide_entries), 0);
    assert_int_equal(outside_of(1001, 1000, PEP_HOW_EXHAUSTIVE, show_entries), 1);
}

/* Three standard deviations of the difference of 1139 and 1000 samples are 138.7. */
static void samples_have_to_differ_clearly(void **state)
{
    (void)state;
    assert_int_equal(outside_of(1001, 1000, PEP_HOW_SAMPLED, NULL), 0);
    assert_int_equal(outside_of(1138, 1000, PEP_HOW_SAMPLED, NULL), 0);
    assert_int_equal(outside_of(1139, 1000, PEP_HOW_SAMPLED, NULL), 139);
    assert_int_equal(outside_of(1139, 1000, PEP_HOW_DUPLICATED, NULL), 139);
    assert_int_equal(outside_of(1, 0, PEP_HOW_SAMPLED, NULL), 1);
    assert_true(outside_of(UINT64_MAX, 1, PEP_HOW_SAMPLED, NULL) == UINT64_MAX - 1);
}

/* Where a sample stands for several, and windows take 64 of one place. */
static void windows_have_to_differ_clearly(void **state)
{
    (void)state;
    samples = 100;
    assert_int_equal(outside_of(1139, 1000, PEP_HOW_SAMPLED, NULL), 0);
    assert_int_equal(outside_of(3000, 1000, PEP_HOW_SAMPLED, NULL), 0);
    assert_int_equal(outside_of(3000000, 1000, PEP_HOW_SAMPLED, NULL), 0);
    samples = 1000000;
    assert_int_equal(outside_of(1139, 1000, PEP_HOW_SAMPLED, NULL), 139);
    samples = 0;
}

/* What share is certain of 6 in 10 calls that were seen at a site, in a sample for every `weight` of them. */
static void expect_least(uint64_t seen, uint64_t weight, uint8_t how, uint64_t number, double least)
{
    struct fixture x;
    setup(&x);
    struct pep_function *go = add_function(&x.a, "go", false, 0);
    x.a.map.how = how;
    add_pointer(&x.a, go, 0, 1000);
    add_target(&x, &x.a, go, 0, "one", seen / 10 * 6);
    add_target(&x, &x.a, go, 0, "two", seen / 10 * 4);
    x.profile.samples = weight ? seen / weight : 0;
    link_all(&x);
    const struct pep_call_edge *e = &x.graph.edges.at[0]; /* of a site the most frequent first */
    assert_int_equal(e->count, 600);
    assert_int_equal(pep_calls_samples(&x.graph, e), number);
    assert_true(fabs(pep_calls_least_share(&x.graph, e, 1000) - least) < 1e-6);
    teardown(&x);
}

static void few_samples_are_certain_of_little(void **state)
{
    (void)state;
    expect_least(10, 1, PEP_HOW_SAMPLED, 10, 0.312674);
    expect_least(1000, 1, PEP_HOW_DUPLICATED, 1000, 0.569309);
    expect_least(64000, 10, PEP_HOW_SAMPLED, 6400, 0.502003); /* of 100 windows */
    expect_least(640, 10, PEP_HOW_SAMPLED, 64, 0.077119);     /* of one */
    expect_least(1000, 0, PEP_HOW_SAMPLED, 0, 0);             /* who knows of how many */
    expect_least(10, 1, PEP_HOW_EXHAUSTIVE, 0, 0.6);
}

static void units_without_calls_are_left_out(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *go = add_function(&x.a, "go", false, 1);
    (void)add_function(&x.b, "silent", false, 5);
    x.b.map.calls = false;
    add_call(&x.a, go, "silent", 5);
    link_all(&x);
    assert_int_equal(count_of(&x, go, 0, NULL, "silent"), 5);
    assert_int_equal(x.graph.nodes.count, 4);
    teardown(&x);
}

/* Two builds with the same map at hand: one function, with the counts of both. */
static void a_function_added_twice_is_one(void **state)
{
    (void)state;
    struct fixture x;
    setup(&x);
    struct pep_function *leaf = add_function(&x.a, "leaf", false, 6), *go = add_function(&x.a, "go", false, 1);
    add_call(&x.a, go, "leaf", 5);
    add_unit(&x, &x.a);
    link_all(&x);
    assert_int_equal(x.graph.nodes.count, 4);
    assert_int_equal(count_of(&x, go, 0, leaf, "leaf"), 10);
    assert_int_equal(outside(&x, leaf), 2);
    assert_int_equal(x.graph.edges.count, 3);
    teardown(&x);
}

/* An edge is known by its names, wherever the program was built and whatever else is in the graph. */
static void weights_have_names(void **state)
{
    (void)state;
    enum { N = 4 };
    static const char *const names[N] = {"dir/a.c", "elsewhere/a.c", "dir/a.c", "dir/c.c"};
    struct fixture x[N];
    struct pep_weights w[N] = {{0}};
    for (int i = 0; i < N; i++) {
        setup(&x[i]);
        x[i].a.map.name = names[i];
        if (i)
            add_call(&x[i].b, add_function(&x[i].b, "extra", false, 0), "nobody", 0);
        struct pep_function *help = add_function(&x[i].a, "help", true, 0), *go = add_function(&x[i].a, "go", false, 0);
        add_call(&x[i].a, go, i == 2 ? "puts" : "help", 5);
        add_call(&x[i].a, go, "puts", 15);
        link_all(&x[i]);
        pep_calls_weigh(&w[i], &x[i].graph);
        assert_int_equal(w[i].count, 2);
        (void)help;
    }
    assert_true(pep_overlap(&w[0], &w[1]) == 1.0);
    assert_true(pep_overlap(&w[0], &w[2]) == 0.75);
    assert_true(pep_overlap(&w[0], &w[3]) == 0.0);
    for (int i = 0; i < N; i++) {
        pep_array_free(&w[i]);
        teardown(&x[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_calls_run_as_their_blocks),
        cmocka_unit_test(names_mean_the_own_function_first),
        cmocka_unit_test(targets_are_found_by_their_symbols),
        cmocka_unit_test(equal_files_mean_the_own_one),
        cmocka_unit_test(hashes_mean_their_unit),
        cmocka_unit_test(equal_names_are_of_the_callers_binary),
        cmocka_unit_test(lost_files_mean_the_only_one),
        cmocka_unit_test(shares_of_pointers_sum_up),
        cmocka_unit_test(pointers_without_a_site_lead_nowhere),
        cmocka_unit_test(the_rest_comes_from_outside),
        cmocka_unit_test(samples_have_to_differ_clearly),
        cmocka_unit_test(windows_have_to_differ_clearly),
        cmocka_unit_test(few_samples_are_certain_of_little),
        cmocka_unit_test(units_without_calls_are_left_out),
        cmocka_unit_test(a_function_added_twice_is_one),
        cmocka_unit_test(weights_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
