/* Raw files: both byte orders, every truncation, what is lost is said; and from raw counters to a profile. */
#include "profile/gather.h"
#include "profile/mapset.h"
#include "tests/profile/sample.h"
#include <pep/raw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct sample sample;
    struct pep_buffer raw, swapped;
    struct pep_mapset maps;
};

static int setup(void **state)
{
    static struct fixture x;
    struct pep_fault fault;
    memset(&x, 0, sizeof x);
    sample_make(&x.sample, 11, 500);
    sample_raw(&x.raw, &x.sample, "/usr/bin/sample", 0);
    sample_raw(&x.swapped, &x.sample, "/usr/bin/sample", 1);
    *state = &x;
    return pep_mapset_add_bytes(&x.maps, x.sample.record.at, x.sample.record.count, "sample", &fault) == 1 ? 0 : -1;
}

static int teardown(void **state)
{
    struct fixture *x = *state;
    sample_free(&x->sample);
    pep_buffer_free(&x->raw);
    pep_buffer_free(&x->swapped);
    pep_mapset_free(&x->maps);
    return 0;
}

static void gather(struct pep_profile *p, struct pep_gathered *g, const struct pep_buffer *bytes,
                   const struct pep_mapset *maps)
{
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    *p = (struct pep_profile)PEP_PROFILE_INIT;
    assert_int_equal(pep_raw_read(&raw, bytes->at, bytes->count, &fault), 0);
    assert_int_equal(raw.notes.count, 0);
    sample_gather(p, g, &raw, maps);
    pep_raw_free(&raw);
}

static uint64_t count_of(const struct pep_counts *c, enum pep_record_kind kind, uint64_t key)
{
    for (size_t i = 0; i < c->records.count; i++) {
        if (c->records.at[i].kind == kind && c->records.at[i].key == key)
            return c->records.at[i].count;
    }
    return 0;
}

static uint64_t value_of(const struct pep_counts *c, uint32_t site, uint64_t value)
{
    for (size_t i = 0; i < c->records.count; i++) {
        const struct pep_record *r = &c->records.at[i];
        if (r->kind == PEP_RECORD_VALUE && r->site == site && r->key == value)
            return r->count;
    }
    return 0;
}

static void counters_become_records(void **state)
{
    struct fixture *x = *state;
    const struct sample *s = &x->sample;
    for (int order = 0; order < 2; order++) {
        struct pep_profile p;
        struct pep_gathered g = {0};
        gather(&p, &g, order ? &x->swapped : &x->raw, &x->maps);
        assert_int_equal(g.missing.count, 0);
        assert_int_equal(g.notes.count, 0);
        assert_int_equal(p.runs, 1);
        assert_int_equal(p.units.count, 1);
        assert_string_equal(p.binaries.at[0], "/usr/bin/sample");
        const struct pep_unit_counts *u = &p.units.at[0];
        assert_string_equal(u->name, "sample.c");
        assert_int_equal(u->functions.count, SAMPLE_FUNCTIONS - 1); /* odd is not instrumented */
        for (uint32_t n = 0; n < s->map.functions[SAMPLE_SCAN]->npaths; n++)
            assert_int_equal(count_of(&u->functions.at[SAMPLE_SCAN], PEP_RECORD_PATH, n), s->counters[n]);
        for (size_t i = 0; i < s->mixed.count; i++)
            assert_int_equal(count_of(&u->functions.at[SAMPLE_MIX], PEP_RECORD_PATH, s->mixed.at[i].key),
                             s->mixed.at[i].count);
        for (size_t e = 0; e < s->map.functions[SAMPLE_FIND]->edges.count; e++) {
            if (s->map.functions[SAMPLE_FIND]->edges.at[e].counter != PEP_NO_COUNTER)
                assert_int_equal(count_of(&u->functions.at[SAMPLE_FIND], PEP_RECORD_EDGE, e), s->edges[SAMPLE_FIND][e]);
        }
        const struct pep_counts *scan = &u->functions.at[SAMPLE_SCAN], *mix = &u->functions.at[SAMPLE_MIX];
        const struct pep_raw_value *places = s->places;
        assert_int_equal(value_of(scan, 0, 8), places[0].count);
        assert_int_equal(value_of(scan, 0, (uint64_t)-3), places[7].count);
        assert_int_equal(value_of(scan, 1, UINT64_MAX), places[32].count);
        assert_int_equal(value_of(scan, 1, 2), places[33].count - places[33].taken);
        assert_int_equal(value_of(scan, 1, 12), 0); /* all that was counted in its place were others */
        assert_int_equal(count_of(scan, PEP_RECORD_OTHER, 1), 2 * places[33].taken);
        assert_int_equal(value_of(mix, 0, 255), places[95].count);
        /* clamp has no counter: it runs as often as the block that calls it, which edge 6 leads to */
        assert_true(s->edges[SAMPLE_SCAN][6] > 0);
        assert_int_equal(count_of(&u->functions.at[SAMPLE_CLAMP], PEP_RECORD_PATH, 0), s->edges[SAMPLE_SCAN][6]);
        pep_profile_free(&p);
        pep_gathered_free(&g);
    }
}

static void unknown_units_are_told(void **state)
{
    struct fixture *x = *state;
    struct pep_mapset none = {0};
    struct pep_raw_file raw = {0};
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_gathered g = {0};
    struct pep_fault fault;
    assert_int_equal(pep_raw_read(&raw, x->raw.at, x->raw.count, &fault), 0);
    sample_gather(&p, &g, &raw, &none);
    assert_int_equal(p.units.count, 0);
    assert_int_equal(g.missing.count, 1);
    assert_true(g.missing.at[0].unit == x->sample.map.hash);
    assert_string_equal(g.missing.at[0].binary, "/usr/bin/sample");
    pep_raw_free(&raw);
    pep_profile_free(&p);
    pep_gathered_free(&g);
}

static void every_truncation_is_survived(void **state)
{
    struct fixture *x = *state;
    uint64_t before = 0;
    for (size_t n = 0; n <= x->raw.count; n += n < 400 || n > 4000 ? 1 : 100) {
        struct pep_raw_file raw = {0};
        struct pep_fault fault;
        char *exact = pep_array_grow(NULL, 0, &(size_t){0}, n + 1, 1); /* so that a read beyond is seen */
        memcpy(exact, x->raw.at, n);
        int result = pep_raw_read(&raw, exact, n, &fault);
        assert_int_equal(result, n < sizeof(struct pep_raw_header) ? -1 : 0);
        if (!result) {
            uint64_t whole = 0;
            for (size_t i = 0; i < raw.segments.count; i++)
                whole += raw.segments.at[i].count;
            assert_true(whole >= before); /* a longer file never gives less */
            before = whole;
            assert_true(n == x->raw.count ? !raw.notes.count : raw.notes.count > 0);
        }
        pep_raw_free(&raw);
        pep_array_release(exact);
    }
}

static void entries_being_filled_are_passed_over(void **state)
{
    struct fixture *x = *state;
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    uint32_t taken = PEP_RAW_TAKEN;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    pep_buffer_add(&bytes, x->raw.at, x->raw.count);
    memcpy(bytes.at + sizeof(struct pep_raw_header) + sizeof(struct pep_raw_entry), &taken, sizeof taken);
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    assert_int_equal(raw.segments.count, 2);
    assert_int_equal(raw.segments.at[0].kind, PEP_RAW_PATHS);
    assert_non_null(strstr(raw.notes.at, "1 entries were being filled"));
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
}

static void replaced_entries_are_passed_over(void **state)
{
    struct fixture *x = *state;
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_entry first, second;
    char *at;
    pep_buffer_add(&bytes, x->raw.at, x->raw.count);
    at = bytes.at + sizeof(struct pep_raw_header) + sizeof(struct pep_raw_entry);
    memcpy(&first, at, sizeof first);
    memcpy(&second, at + sizeof first, sizeof second);
    second.replaces = first.offset;
    memcpy(at + sizeof first, &second, sizeof second);
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    assert_int_equal(raw.segments.count, 2);
    assert_true(raw.segments.at[0].offset == second.offset);
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
}

/* The entry of the counters, taken for one of sampling: so the words are the first counters. */
static void sampling_is_read_in_both_orders(void **state)
{
    struct fixture *x = *state;
    const uint64_t *words = x->sample.counters;
    for (int order = 0; order < 2; order++) {
        struct pep_raw_file raw = {0};
        struct pep_fault fault;
        struct pep_buffer bytes = PEP_BUFFER_INIT;
        uint32_t kind = order ? __builtin_bswap32(PEP_RAW_SAMPLING) : PEP_RAW_SAMPLING;
        uint64_t count = order ? __builtin_bswap64(5) : 5;
        pep_buffer_add(&bytes, order ? x->swapped.at : x->raw.at, x->raw.count);
        char *entry = bytes.at + sizeof(struct pep_raw_header) + sizeof(struct pep_raw_entry);
        memcpy(entry + offsetof(struct pep_raw_entry, kind), &kind, sizeof kind);
        memcpy(entry + offsetof(struct pep_raw_entry, count), &count, sizeof count);
        assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
        assert_int_equal(raw.notes.count, 0);
        assert_int_equal(raw.segments.count, 2);
        assert_int_equal(raw.sampled.count, 1);
        assert_int_equal(raw.sampled.at[0].module, 0);
        assert_true(raw.sampled.at[0].is.policy == words[0]);
        assert_true(raw.sampled.at[0].is.interval == words[4]);
        assert_true(raw.sampled.at[0].is.samples == 0); /* from a writer that had fewer words */
        pep_raw_free(&raw);
        count = UINT64_MAX;
        memcpy(entry + offsetof(struct pep_raw_entry, count), &count, sizeof count);
        assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
        assert_int_equal(raw.sampled.count, 0);
        assert_non_null(strstr(raw.notes.at, "how a module was sampled is lost"));
        pep_raw_free(&raw);
        pep_buffer_free(&bytes);
    }
}

static void a_ring_of_directory_pages_ends(void **state)
{
    struct fixture *x = *state;
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_header header;
    struct pep_raw_directory directory = {.entries = 0, .next = 8192};
    pep_buffer_add(&bytes, x->raw.at, x->raw.count);
    memcpy(&header, bytes.at, sizeof header);
    header.next = 8192;
    memcpy(bytes.at, &header, sizeof header);
    memcpy(bytes.at + 8192, &directory, sizeof directory);
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    assert_non_null(strstr(raw.notes.at, "directory entries are lost"));
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_become_records),          cmocka_unit_test(unknown_units_are_told),
        cmocka_unit_test(every_truncation_is_survived),     cmocka_unit_test(entries_being_filled_are_passed_over),
        cmocka_unit_test(replaced_entries_are_passed_over), cmocka_unit_test(a_ring_of_directory_pages_ends),
        cmocka_unit_test(sampling_is_read_in_both_orders),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
