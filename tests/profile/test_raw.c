/* Raw files: both byte orders, every truncation, what is lost is said; and from raw counters to a profile. */
#include "profile/derive.h"
#include "profile/gather.h"
#include "profile/mapset.h"
#include "profile/values.h"
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

/* What a map says costs a few bytes, of which no memory may follow. */
static void absent_counters_are_none(void **state)
{
    (void)state;
    struct sample s;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_mapset maps = {0};
    struct pep_profile p;
    struct pep_gathered g = {0};
    struct pep_fault fault;
    sample_make(&s, 11, 500);
    struct pep_function *mix = s.map.functions[SAMPLE_MIX];
    uint32_t held = s.map.ncounters;
    mix->storage = PEP_STORE_ARRAY;
    mix->base = held - 1;
    mix->ncounters = UINT32_MAX - held;
    s.map.ncounters = UINT32_MAX - 1;
    pep_buffer_clear(&s.record);
    pep_unitmap_encode(&s.record, &s.map);
    s.map.ncounters = held;
    sample_raw(&bytes, &s, "/usr/bin/sample", 0);
    assert_int_equal(pep_mapset_add_bytes(&maps, s.record.at, s.record.count, "sample", &fault), 1);
    gather(&p, &g, &bytes, &maps);
    const struct pep_unit_counts *u = &p.units.at[0];
    for (uint32_t n = 0; n < s.map.functions[SAMPLE_SCAN]->npaths; n++)
        assert_int_equal(count_of(&u->functions.at[SAMPLE_SCAN], PEP_RECORD_PATH, n), s.counters[n]);
    pep_profile_free(&p);
    pep_gathered_free(&g);
    pep_mapset_free(&maps);
    pep_buffer_free(&bytes);
    sample_free(&s);
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

extern const char __ehdr_start[] __attribute__((visibility("hidden"))); /* the begin of this program in memory */

static uint64_t target_in(uint64_t module, uint64_t offset)
{
    return (module + 1) << PEP_RAW_TARGET_BITS | offset;
}

static uint64_t target_of(const struct pep_profile *p, const struct pep_counts *c, const char *name)
{
    for (size_t i = 0; i < c->records.count; i++) {
        const struct pep_record *r = &c->records.at[i];
        if (r->kind == PEP_RECORD_TARGET && !strcmp(pep_profile_name(p, r->key), name))
            return r->count;
    }
    return 0;
}

/* Makes the site of mix one of a pointer, and has the blocks of find counted. */
static void change_sample(struct sample *s, struct pep_value_site *site)
{
    struct pep_function *find = s->map.functions[SAMPLE_FIND], *mix = s->map.functions[SAMPLE_MIX];
    static const uint32_t counters[] = {0, PEP_NO_COUNTER, 0, 2, 2, PEP_NO_COUNTER, 1};
    *site = mix->sites[0];
    site->kind = PEP_VALUE_TARGET;
    mix->sites = site;
    find->storage = PEP_STORE_BLOCKS;
    for (size_t b = 0; b < find->blocks.count; b++)
        find->blocks.at[b].counter = b < sizeof counters / sizeof *counters ? counters[b] : PEP_NO_COUNTER;
    for (uint32_t i = 0; i < find->ncounters; i++)
        s->counters[find->base + i] = 0;
    s->counters[find->base] = 1000;
    s->counters[find->base + 2] = 77;
    pep_buffer_clear(&s->record);
    pep_unitmap_encode(&s->record, &s->map);
}

static void targets_get_names(void **state)
{
    (void)state;
    const uintptr_t begin = (uintptr_t)__ehdr_start;
    struct sample s;
    struct pep_value_site site;
    sample_make(&s, 7, 50);
    change_sample(&s, &site);
    memset(s.places + 2 * PEP_RAW_PLACES, 0, PEP_RAW_PLACES * sizeof *s.places);
    struct pep_raw_value *places = s.places + 2 * PEP_RAW_PLACES;
    places[3] = (struct pep_raw_value){target_in(0, (uintptr_t)target_in - begin), 60, 10};
    places[4] = (struct pep_raw_value){target_in(0, (uintptr_t)teardown - begin), 5, 0};
    places[5] = (struct pep_raw_value){target_in(0, UINT64_C(1) << 40), 6, 0};
    places[6] = (struct pep_raw_value){target_in(3, 64), 7, 0}; /* of a binary whose name is lost */
    places[7] = (struct pep_raw_value){0x7ffc00001234, 8, 0};
    places[8] = (struct pep_raw_value){target_in(0, (uintptr_t)target_in - begin + 1), 100, 0};
    for (int order = 0; order < 2; order++) {
        struct pep_buffer bytes = PEP_BUFFER_INIT;
        struct pep_mapset maps = {0};
        struct pep_profile p;
        struct pep_gathered g = {0};
        struct pep_fault fault;
        assert_int_equal(pep_mapset_add_bytes(&maps, s.record.at, s.record.count, "sample", &fault), 1);
        sample_raw(&bytes, &s, "/proc/self/exe", order);
        gather(&p, &g, &bytes, &maps);
        const struct pep_counts *mix = &p.units.at[0].functions.at[SAMPLE_MIX];
        assert_int_equal(target_of(&p, mix, "test_raw.c:target_in"), 150); /* two places of one function */
        assert_int_equal(target_of(&p, mix, "test_raw.c:teardown"), 5);
        assert_int_equal(target_of(&p, mix, "exe+0x10000000000"), 6);
        assert_int_equal(target_of(&p, mix, "?+0x40"), 7);
        assert_int_equal(target_of(&p, mix, "0x7ffc00001234"), 8);
        assert_int_equal(count_of(mix, PEP_RECORD_OTHER, 0), 10);
        assert_int_equal(value_of(mix, 0, places[3].value), 0);
        struct pep_site_counts sites = {0};
        pep_values_add(&sites, "sample.c", s.map.functions[SAMPLE_SCAN], &p.units.at[0].functions.at[SAMPLE_SCAN],
                       NULL);
        pep_values_add(&sites, "sample.c", s.map.functions[SAMPLE_MIX], mix, NULL);
        assert_int_equal(sites.count, 2); /* targets are no values */
        pep_values_free(&sites);
        pep_profile_free(&p);
        pep_gathered_free(&g);
        pep_mapset_free(&maps);
        pep_buffer_free(&bytes);
    }
    sample_free(&s);
}

/* The binary that ran is gone; a library without units is there, and none of the binaries of the profile. */
static void binaries_may_be_gone(void **state)
{
    (void)state;
    static const char path[] = "/usr/lib/libthere.so.2";
    const char *found[] = {NULL, "/proc/self/exe"};
    const uint64_t offset = (uintptr_t)teardown - (uintptr_t)__ehdr_start;
    struct sample s;
    struct pep_value_site site;
    struct pep_buffer bytes = PEP_BUFFER_INIT, name = PEP_BUFFER_INIT;
    struct pep_mapset maps = {0};
    struct pep_raw_file raw = {0};
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_gathered g = {0};
    struct pep_symbols symbols = {0};
    struct pep_fault fault;
    sample_make(&s, 7, 50);
    change_sample(&s, &site);
    s.places[2 * PEP_RAW_PLACES] = (struct pep_raw_value){target_in(0, offset), 3, 0};
    s.places[2 * PEP_RAW_PLACES + 1] = (struct pep_raw_value){target_in(1, offset), 4, 0};
    sample_raw(&bytes, &s, "/bin/sample", 0);
    assert_int_equal(pep_mapset_add_bytes(&maps, s.record.at, s.record.count, "sample", &fault), 1);
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    struct pep_raw_module module = {.path = pep_array_grow(NULL, 0, &(size_t){0}, sizeof path, 1)};
    memcpy(module.path, path, sizeof path);
    pep_array_push(&raw.modules, module);
    pep_gather(&p, &g, &raw, &maps, &symbols, found);
    const struct pep_counts *mix = &p.units.at[0].functions.at[SAMPLE_MIX];
    pep_buffer_printf(&name, "sample+0x%llx", (unsigned long long)offset);
    assert_int_equal(target_of(&p, mix, name.at), 3);
    assert_int_equal(target_of(&p, mix, "test_raw.c:teardown"), 4);
    assert_int_equal(p.binaries.count, 1);
    pep_symbols_free(&symbols);
    pep_profile_free(&p);
    pep_gathered_free(&g);
    pep_raw_free(&raw);
    pep_mapset_free(&maps);
    pep_buffer_free(&bytes);
    pep_buffer_free(&name);
    sample_free(&s);
}

/* A counter stands at the first of its blocks, and gives the counts of them all. */
static void counters_of_blocks_become_records(void **state)
{
    (void)state;
    struct sample s;
    struct pep_value_site site;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_mapset maps = {0};
    struct pep_profile p;
    struct pep_gathered g = {0};
    struct pep_derived d = {0};
    struct pep_fault fault;
    sample_make(&s, 7, 50);
    change_sample(&s, &site);
    sample_raw(&bytes, &s, "/bin/sample", 0);
    assert_int_equal(pep_mapset_add_bytes(&maps, s.record.at, s.record.count, "sample", &fault), 1);
    gather(&p, &g, &bytes, &maps);
    struct pep_counts *find = &p.units.at[0].functions.at[SAMPLE_FIND];
    assert_int_equal(find->records.count, 2); /* none of the counter that is 0 */
    assert_int_equal(count_of(find, PEP_RECORD_BLOCK, 0), 1000);
    assert_int_equal(count_of(find, PEP_RECORD_BLOCK, 3), 77);
    pep_profile_add_record(find, PEP_RECORD_BLOCK, 5, 9); /* has no counter */
    pep_profile_add_record(find, PEP_RECORD_BLOCK, 500, 9);
    struct pep_function *f = maps.units.at[0]->map.functions[SAMPLE_FIND];
    pep_derive(&d, f, find);
    assert_int_equal(d.rejected, 2);
    assert_int_equal(d.entries, 1000);
    static const uint64_t expected[] = {1000, 0, 1000, 77, 77, 0, 0};
    assert_memory_equal(d.blocks, expected, sizeof expected);
    assert_int_equal(d.flow, 0);
    assert_true(pep_derive_knows_entries(f));
    f->blocks.at[PEP_ENTRY].counter = PEP_NO_COUNTER;
    assert_false(pep_derive_knows_entries(f));
    pep_derived_free(&d);
    pep_profile_free(&p);
    pep_gathered_free(&g);
    pep_mapset_free(&maps);
    pep_buffer_free(&bytes);
    sample_free(&s);
}

/* What a sample stands for, by how it was taken. */
static void a_distance_follows_from_the_policy(void **state)
{
    (void)state;
    struct pep_raw_sampling is = {.policy = PEP_POLICY_INTERVAL,
                                  .trigger = PEP_TRIGGER_COUNTER,
                                  .interval = 997,
                                  .samples = 1,
                                  .stride = 1,
                                  .points = 99700,
                                  .taken = 100};
    assert_int_equal(pep_raw_distance(&is).points, 997);
    is.points = 1500; /* two samples: by chance they are near */
    is.taken = 2;
    assert_int_equal(pep_raw_distance(&is).points, 997);
    is.points = 3000000; /* the program set a shorter one */
    is.taken = 1000;
    assert_int_equal(pep_raw_distance(&is).points, 3000);
    is.points = 100000; /* of a thousand threads that end soon */
    assert_int_equal(pep_raw_distance(&is).points, 997);
    is.mixed = 1; /* a run took all, another one each 997th */
    is.points = 2 * 99700;
    is.taken = 99700 + 100;
    assert_int_equal(pep_raw_distance(&is).points, 199400);
    assert_int_equal(pep_raw_distance(&is).samples, 99800);
    is = (struct pep_raw_sampling){.trigger = PEP_TRIGGER_COUNTER, .interval = 10000, .samples = 64, .stride = 17};
    assert_int_equal(pep_raw_distance(&is).points, 157);
    is.policy = PEP_POLICY_ARNOLD_GROVE;
    assert_int_equal(pep_raw_distance(&is).points, 173);
    is.interval = 0; /* all points are taken */
    is.stride = 1;
    assert_int_equal(pep_raw_distance(&is).points, 1);
    is.trigger = PEP_TRIGGER_TIMER;
    is.interval = 10000;
    assert_int_equal(pep_raw_distance(&is).points, 1);
    is = (struct pep_raw_sampling){.trigger = PEP_TRIGGER_COUNTER}; /* of a damaged file */
    assert_int_equal(pep_raw_distance(&is).points, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_become_records),
        cmocka_unit_test(unknown_units_are_told),
        cmocka_unit_test(absent_counters_are_none),
        cmocka_unit_test(every_truncation_is_survived),
        cmocka_unit_test(entries_being_filled_are_passed_over),
        cmocka_unit_test(replaced_entries_are_passed_over),
        cmocka_unit_test(a_ring_of_directory_pages_ends),
        cmocka_unit_test(sampling_is_read_in_both_orders),
        cmocka_unit_test(a_distance_follows_from_the_policy),
        cmocka_unit_test(targets_get_names),
        cmocka_unit_test(binaries_may_be_gone),
        cmocka_unit_test(counters_of_blocks_become_records),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
