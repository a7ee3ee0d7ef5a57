/* Contexts: what a raw file tells of them, their order, and the tree of calls that follows. */
#include "profile/binary.h"
#include "profile/contexts.h"
#include "profile/text.h"
#include "tests/profile/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void gather(struct pep_profile *p, struct pep_gathered *g, int swapped)
{
    struct sample s;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_mapset maps = {0};
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    sample_make(&s, 5, 50);
    sample_contexts(&s);
    sample_raw(&bytes, &s, "/bin/sample", swapped);
    assert_int_equal(pep_mapset_add_bytes(&maps, s.record.at, s.record.count, "sample", &fault), 1);
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    assert_int_equal(raw.notes.count, 0);
    *p = (struct pep_profile)PEP_PROFILE_INIT;
    sample_gather(p, g, &raw, &maps);
    pep_raw_free(&raw);
    pep_mapset_free(&maps);
    pep_buffer_free(&bytes);
    sample_free(&s);
}

static void assert_record(const struct pep_context *c, size_t i, uint32_t kind, uint64_t key, uint64_t count)
{
    assert_true(i < c->records.count);
    assert_int_equal(c->records.at[i].kind, kind);
    assert_int_equal(c->records.at[i].key, key);
    assert_int_equal(c->records.at[i].count, count);
}

/* What was sampled stands with its function below its callers; a caller that is not there leaves it without any. */
static void places_become_contexts(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        struct pep_profile p;
        struct pep_gathered g = {0};
        gather(&p, &g, swapped);
        uint64_t unit = p.units.at[0].hash;
        assert_int_equal(p.contexts.count, 4);
        const struct pep_context *scan = pep_profile_find_context(&p, PEP_NO_CONTEXT, unit, SAMPLE_SCAN);
        const struct pep_context *find = pep_profile_find_context(&p, PEP_NO_CONTEXT, unit, SAMPLE_FIND);
        assert_true(scan == &p.contexts.at[0] && find == &p.contexts.at[1]);
        assert_int_equal(scan->records.count, 2);
        assert_record(scan, 0, PEP_RECORD_PATH, 2, 2 + 1);
        assert_record(scan, 1, PEP_RECORD_PATH, 3, 5 + 6);
        assert_int_equal(find->records.count, 0);
        const struct pep_context *inner = pep_profile_find_context(&p, 1, unit, SAMPLE_SCAN);
        assert_true(inner == &p.contexts.at[2]);
        assert_int_equal(inner->records.count, 1);
        assert_record(inner, 0, PEP_RECORD_PATH, 5, 30 + 4);
        const struct pep_context *mix = pep_profile_find_context(&p, 2, unit, SAMPLE_MIX);
        assert_non_null(mix);
        assert_record(mix, 0, PEP_RECORD_PATH, 9, 7);
        assert_null(pep_profile_find_context(&p, 3, unit, SAMPLE_MIX));
        assert_non_null(strstr(pep_buffer_text(&g.notes), "3 contexts belong to no function and are left out"));
        pep_profile_free(&p);
        pep_gathered_free(&g);
    }
}

/* Written and read in both forms; the very same bytes come back. */
static void forms_keep_contexts(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 100; seed++) {
        struct pep_profile p, again = PEP_PROFILE_INIT, text = PEP_PROFILE_INIT;
        struct pep_buffer one = PEP_BUFFER_INIT, other = PEP_BUFFER_INIT, words = PEP_BUFFER_INIT;
        struct pep_fault fault;
        sample_profile(&p, seed);
        pep_binary_write(&one, &p);
        assert_int_equal(pep_binary_read(&again, one.at, one.count, &fault), 0);
        assert_int_equal(again.contexts.count, p.contexts.count);
        pep_text_write(&words, &p);
        assert_int_equal(pep_text_read(&text, words.at, words.count, &fault), 0);
        pep_binary_write(&other, &text);
        assert_int_equal(one.count, other.count);
        assert_memory_equal(one.at, other.at, one.count);
        pep_buffer_free(&one);
        pep_buffer_free(&other);
        pep_buffer_free(&words);
        pep_profile_free(&p);
        pep_profile_free(&again);
        pep_profile_free(&text);
    }
}

static void text_is_refused(void **state)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"pep profile 1; context 1 4294967296 { }", "does not fit 32 bits"},
        {"pep profile 1; unit 1 \"u\" { context 1 0 { } }", "'}' belongs here"},
        {"pep profile 1; context 1 \"f\" { }", "a number belongs here"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pep_profile p = PEP_PROFILE_INIT;
        struct pep_fault fault = {0};
        assert_int_not_equal(pep_text_read(&p, cases[i].text, strlen(cases[i].text), &fault), 0);
        if (!strstr(fault.text, cases[i].fault))
            fail_msg("%s: %s", cases[i].text, fault.text);
        pep_profile_free(&p);
    }
}

/* As deep as samples can make them, and not a function deeper. */
static void depth_has_a_bound(void **state)
{
    (void)state;
    for (int deep = PEP_CONTEXT_DEPTH; deep <= PEP_CONTEXT_DEPTH + 1; deep++) {
        struct pep_profile p = PEP_PROFILE_INIT, q = PEP_PROFILE_INIT, r = PEP_PROFILE_INIT;
        struct pep_buffer bytes = PEP_BUFFER_INIT, text = PEP_BUFFER_INIT;
        struct pep_fault fault = {0};
        uint32_t at = PEP_NO_CONTEXT;
        for (int i = 0; i < deep; i++)
            at = pep_profile_add_context(&p, at, 1, 2);
        pep_binary_write(&bytes, &p);
        pep_text_write(&text, &p);
        int wanted = deep > PEP_CONTEXT_DEPTH ? -1 : 0;
        assert_int_equal(pep_binary_read(&q, bytes.at, bytes.count, &fault), wanted);
        assert_true(!wanted || strstr(fault.text, "a section CTXT that holds a longer chain of callers"));
        assert_int_equal(pep_text_read(&r, text.at, text.count, &fault), wanted);
        assert_true(!wanted || strstr(fault.text, "contexts are nested 256 deep at most"));
        pep_profile_free(&p);
        pep_profile_free(&q);
        pep_profile_free(&r);
        pep_buffer_free(&bytes);
        pep_buffer_free(&text);
    }
}

/* What came since an earlier look; what was reset meanwhile stays as it is. */
static void since_takes_contexts(void **state)
{
    struct pep_profile before, now, later;
    (void)state;
    for (uint64_t seed = 1; seed < 50; seed++) {
        sample_profile(&before, seed);
        sample_profile(&later, seed + 300);
        for (size_t i = 0; i < before.contexts.count; i++)
            for (size_t r = 0; r < before.contexts.at[i].records.count; r++)
                before.contexts.at[i].records.at[r].count %= 1000;
        for (size_t i = 0; i < later.contexts.count; i++)
            for (size_t r = 0; r < later.contexts.at[i].records.count; r++)
                later.contexts.at[i].records.at[r].count %= 1000;
        now = (struct pep_profile)PEP_PROFILE_INIT;
        pep_profile_merge(&now, &before);
        pep_profile_merge(&now, &later);
        pep_profile_since(&now, &before);
        uint64_t left = 0, wanted = 0;
        for (size_t i = 0; i < now.contexts.count; i++)
            for (size_t r = 0; r < now.contexts.at[i].records.count; r++)
                left += now.contexts.at[i].records.at[r].count;
        for (size_t i = 0; i < later.contexts.count; i++)
            for (size_t r = 0; r < later.contexts.at[i].records.count; r++)
                wanted += later.contexts.at[i].records.at[r].count;
        assert_int_equal(left, wanted);
        pep_profile_free(&before);
        pep_profile_free(&later);
        pep_profile_free(&now);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_become_contexts), cmocka_unit_test(forms_keep_contexts),
        cmocka_unit_test(text_is_refused),        cmocka_unit_test(depth_has_a_bound),
        cmocka_unit_test(since_takes_contexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
