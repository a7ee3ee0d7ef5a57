/* What is derived from counts is what was walked: edges, blocks, flow, lines; matching by name and graph. */
#include "profile/derive.h"
#include "profile/gather.h"
#include "profile/lines.h"
#include "profile/match.h"
#include "profile/prior.h"
#include "profile/binary.h"
#include "tests/profile/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct sample sample;
    struct pep_mapset maps;
    struct pep_profile profile;
};

static int setup(void **state)
{
    static struct fixture x;
    struct pep_fault fault;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_file raw = {0};
    struct pep_gathered g = {0};
    memset(&x, 0, sizeof x);
    sample_make(&x.sample, 5, 1000);
    if (pep_mapset_add_bytes(&x.maps, x.sample.record.at, x.sample.record.count, "sample", &fault) != 1)
        return -1;
    sample_raw(&bytes, &x.sample, "sample", 0);
    if (pep_raw_read(&raw, bytes.at, bytes.count, &fault))
        return -1;
    sample_gather(&x.profile, &g, &raw, &x.maps);
    pep_gathered_free(&g);
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
    *state = &x;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *x = *state;
    sample_free(&x->sample);
    pep_mapset_free(&x->maps);
    pep_profile_free(&x->profile);
    return 0;
}

/* Array, hash table and edge counters give the same: the edges as they were walked. */
static void edges_are_those_walked(void **state)
{
    struct fixture *x = *state;
    static const int kinds[] = {SAMPLE_SCAN, SAMPLE_FIND, SAMPLE_MIX};
    for (size_t i = 0; i < 3; i++) {
        const struct pep_counts *c = &x->profile.units.at[0].functions.at[kinds[i]];
        const struct pep_function *f = pep_mapset_find(&x->maps, x->sample.map.hash)->map.functions[kinds[i]];
        struct pep_derived d = {0};
        uint64_t flow = 0, path_flow = 0;
        pep_derive(&d, f, c);
        assert_int_equal(d.rejected, 0);
        assert_int_equal(d.unbalanced, 0);
        assert_int_equal(d.entries, 1000);
        for (size_t e = 0; e < f->edges.count; e++) {
            assert_int_equal(d.edges[e], x->sample.edges[kinds[i]][e]);
            if (f->blocks.at[f->edges.at[e].src].nout > 1)
                flow += d.edges[e];
        }
        assert_int_equal(d.flow, flow);
        for (size_t p = 0; p < d.paths.count; p++) {
            path_flow += d.paths.at[p].flow;
            if (p)
                assert_true(d.paths.at[p - 1].flow >= d.paths.at[p].flow);
        }
        if (kinds[i] != SAMPLE_FIND)
            assert_int_equal(path_flow, flow);
        pep_derived_free(&d);
    }
}

static void nothing_counted_is_nothing(void **state)
{
    struct fixture *x = *state;
    struct pep_derived d = {0};
    pep_derive(&d, x->sample.map.functions[SAMPLE_SCAN], NULL);
    assert_int_equal(d.entries, 0);
    assert_int_equal(d.flow, 0);
    assert_int_equal(d.paths.count, 0);
    pep_derived_free(&d);
}

static void records_of_no_path_are_rejected(void **state)
{
    struct fixture *x = *state;
    struct pep_derived d = {0};
    struct pep_counts c = {.name = "scan"};
    pep_profile_add_record(&c, PEP_RECORD_PATH, UINT64_MAX, 5);
    pep_derive(&d, x->sample.map.functions[SAMPLE_SCAN], &c);
    assert_int_equal(d.rejected, 1);
    assert_int_equal(d.entries, 0);
    pep_derived_free(&d);
    pep_array_free(&c.records);
}

static void lines_take_the_larger_block(void **state)
{
    struct fixture *x = *state;
    struct pep_lines lines = {0};
    const uint64_t *walked = x->sample.edges[SAMPLE_SCAN];
    const struct pep_function *f = x->sample.map.functions[SAMPLE_SCAN];
    struct pep_derived d = {0};
    size_t n;
    pep_derive(&d, f, &x->profile.units.at[0].functions.at[SAMPLE_SCAN]);
    pep_lines_add(&lines, f, &d, 0);
    pep_lines_add(&lines, f, &d, 0); /* the same inline function in another unit */
    pep_lines_finish(&lines);
    assert_int_equal(lines.lines.at[7].count, 2 * 1000);
    assert_int_equal(lines.lines.at[10].count, 2 * (walked[2] + walked[3])); /* condition above increment */
    assert_int_equal(lines.lines.at[12].count, 2 * walked[6]);
    assert_false(lines.lines.at[8].has_code);
    const struct pep_line_branch *b = pep_lines_branches(&n, &lines, 11);
    assert_int_equal(n, 2);
    assert_int_equal(b[0].column, 13);
    assert_int_equal(b[0].ways.at[0].count, 2 * walked[4]);
    assert_int_equal(b[1].ways.at[1].count, 2 * walked[7]);
    b = pep_lines_branches(&n, &lines, 14);
    assert_int_equal(n, 1);
    assert_string_equal(b->ways.at[0].label, "case -1");
    assert_null(pep_lines_branches(&n, &lines, 12));
    pep_lines_free(&lines);
    pep_derived_free(&d);
}

/* The match of a profile's only function. */
static struct pep_match match_of(const struct fixture *x, const struct pep_profile *p)
{
    struct pep_matches matches = {0};
    pep_match_profile(&matches, &x->maps, p);
    assert_int_equal(matches.count, 1);
    struct pep_match m = matches.at[0];
    pep_array_free(&matches);
    return m;
}

static void matching(void **state)
{
    struct fixture *x = *state;
    struct pep_unit_counts unit = x->profile.units.at[0];
    struct pep_counts c = unit.functions.at[SAMPLE_SCAN];
    const struct pep_profile p = {.units = {&unit, 1, 1}};
    unit.functions.at = &c;
    unit.functions.count = 1;
    assert_int_equal(match_of(x, &p).kind, PEP_MATCH_EXACT);
    unit.hash++;
    struct pep_match m = match_of(x, &p);
    assert_int_equal(m.kind, PEP_MATCH_MOVED);
    assert_string_equal(m.function->name, "scan");
    c.cfg_hash++;
    assert_int_equal(match_of(x, &p).kind, PEP_MATCH_STALE);
    unit.name = "other.c";
    assert_int_equal(match_of(x, &p).kind, PEP_MATCH_MISSING);
    c.cfg_hash--;
    assert_int_equal(match_of(x, &p).kind, PEP_MATCH_MOVED); /* in a file that has another name now */
    c.name = "nobody";
    assert_int_equal(match_of(x, &p).kind, PEP_MATCH_MISSING);
}

/* The units of two builds, each with a function `work` of one graph: which of the second is that of which of the first,
 * by number, -1 of none. */
static void expect_partners(const char *const *ran, const char *const *now, const int *expected)
{
    struct pep_function work = {.name = "work", .npaths = 1, .storage = PEP_STORE_ARRAY}, copy[8], *tables[8];
    struct pep_mapset_unit units[8], *list[8];
    struct pep_mapset maps = {.units = {list, 0, 8}};
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_matches matches = {0};
    for (size_t i = 0; now[i]; i++) {
        copy[i] = work;
        tables[i] = &copy[i];
        units[i] = (struct pep_mapset_unit){.map = {.name = now[i], .hash = i, .nfunctions = 1}};
        units[i].map.functions = &tables[i];
        list[maps.units.count++] = &units[i];
    }
    for (size_t i = 0; ran[i]; i++)
        (void)pep_profile_add_function(&p, pep_profile_add_unit(&p, 100 + i, ran[i], ""), 0, "work", 0, 1);
    pep_match_profile(&matches, &maps, &p);
    for (size_t i = 0; i < matches.count; i++) {
        int got = matches.at[i].unit ? (int)(matches.at[i].unit - units) : -1;
        if (got != expected[i])
            fail_msg("%s is %s", ran[i], got < 0 ? "none" : now[got]);
        assert_int_equal(matches.at[i].kind, got < 0 ? PEP_MATCH_MISSING : PEP_MATCH_MOVED);
    }
    pep_array_free(&matches);
    pep_profile_free(&p);
}
#define PARTNERS(ran, now, ...) expect_partners(ran, now, (const int[]){__VA_ARGS__})
#define NAMES(...)                                                                                                     \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }

static void files_have_one_partner(void **state)
{
    (void)state;
    PARTNERS(NAMES("/b1/x/m.c", "/b1/y/m.c", "/b1/z/m.c"), NAMES("/b2/z/m.c", "/b2/x/m.c", "/b2/y/m.c"), 1, 2, 0);
    PARTNERS(NAMES("/b1/x/m.c", "/b1/y/m.c", "/b1/z/m.c"), NAMES("/b2/y/m.c"), -1, 0, -1);
    PARTNERS(NAMES("/b1/x/m.c", "/b1/y/m.c"), NAMES("/b2/y/m.c", "/b2/w/m.c"), 1, 0);
    PARTNERS(NAMES("x/m.c", "y/m.c"), NAMES("/b2/y/m.c", "/b2/x/m.c"), 1, 0);
    PARTNERS(NAMES("/b1/x/m.c", "/b1/y/m.c"), NAMES("y/m.c", "x/m.c"), 1, 0);
    PARTNERS(NAMES("m.c", "/b1/y/m.c"), NAMES("/b2/y/m.c", "/b2/m.c"), 1, 0);
    PARTNERS(NAMES("/b1/y/m.c", "/b2/y/m.c"), NAMES("/b3/y/m.c"), 0, 0); /* of two builds */
    PARTNERS(NAMES("m.c", "m.c"), NAMES("m.c"), 0, 0);
    PARTNERS(NAMES("/b1/p/s/m.c", "/b1/q/s/m.c"), NAMES("/b2/q/s/m.c", "/b2/w/s/m.c"), 1, 0);
    PARTNERS(NAMES("a.c", "b.c"), NAMES("c.c"), 0, -1); /* renamed, once */
}

static uint64_t told_of(const struct pep_profile *p)
{
    uint64_t told = 0;
    for (size_t u = 0; u < p->units.count; u++)
        for (size_t i = 0; i < p->units.at[u].functions.count; i++) {
            const struct pep_records *records = &p->units.at[u].functions.at[i].records;
            for (size_t r = 0; r < records->count; r++)
                if (records->at[r].kind == PEP_RECORD_PATH || records->at[r].kind == PEP_RECORD_EDGE)
                    told = pep_count_add(told, records->at[r].count);
        }
    return told;
}

/* A build gets the counts of its own units, whatever else is in the file, and how much that is. */
static void prior_is_what_was_walked(void **state)
{
    struct fixture *x = *state;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_profile more, some = PEP_PROFILE_INIT;
    struct pep_prior prior = {0};
    struct pep_fault fault = {.at = 0};
    struct pep_told told = {0};
    const char *name = x->sample.map.name;
    sample_profile(&more, 3);
    pep_profile_merge(&more, &x->profile);
    pep_binary_write(&bytes, &more);
    assert_int_equal(pep_binary_read_unit(&some, name, &told, bytes.at, bytes.count, &fault), 0);
    assert_int_equal(some.units.count, 1);
    assert_int_equal(some.maps.count, 1);
    assert_true(more.units.count > 1);
    assert_int_equal(told.all, told_of(&more));
    assert_true(told.most && told.most <= told.all);
    assert_int_equal(pep_prior_read(&prior, "nowhere.c", bytes.at, bytes.count, &fault), 0);
    assert_int_equal(prior.functions.count, 0);
    assert_int_equal(pep_prior_read(&prior, name, bytes.at, bytes.count, &fault), 1);
    assert_int_equal(prior.told, told.all);
    assert_int_equal(prior.most, told.most);
    for (int i = 0; i < SAMPLE_FUNCTIONS; i++) {
        struct pep_function *f = x->maps.units.at[0]->map.functions[i];
        if (f->storage == PEP_STORE_NONE)
            continue;
        pep_prior_apply(&prior, f);
        assert_true(f->guided);
        for (size_t e = 0; e < f->edges.count && f->storage != PEP_STORE_DERIVED; e++)
            assert_int_equal(pep_prior_count(f, &f->edges.at[e]), x->sample.edges[i][e]);
    }
    pep_prior_free(&prior);
    pep_profile_free(&more);
    pep_profile_free(&some);
    pep_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_those_walked),
        cmocka_unit_test(nothing_counted_is_nothing),
        cmocka_unit_test(records_of_no_path_are_rejected),
        cmocka_unit_test(lines_take_the_larger_block),
        cmocka_unit_test(matching),
        cmocka_unit_test(files_have_one_partner),
        cmocka_unit_test(prior_is_what_was_walked),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
