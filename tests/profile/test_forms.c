/* The binary and the text form: what is written is what is read. */
#include "cfgbuild/unitmap.h"
#include "profile/binary.h"
#include "profile/forest.h"
#include "profile/text.h"
#include "tests/profile/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void same_bytes(const struct pep_buffer *a, const struct pep_buffer *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->at, b->at, a->count);
}

static void binary_round_trip(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct pep_profile p, q = PEP_PROFILE_INIT;
        struct pep_buffer first = PEP_BUFFER_INIT, second = PEP_BUFFER_INIT;
        struct pep_fault fault = {0};
        sample_profile(&p, seed);
        pep_binary_write(&first, &p);
        if (pep_binary_read(&q, first.at, first.count, &fault))
            fail_msg("seed %d: %s", (int)seed, fault.text);
        pep_binary_write(&second, &q);
        same_bytes(&first, &second);
        pep_profile_free(&p);
        pep_profile_free(&q);
        pep_buffer_free(&first);
        pep_buffer_free(&second);
    }
}

static void text_round_trip(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct pep_profile p, q = PEP_PROFILE_INIT;
        struct pep_buffer first = PEP_BUFFER_INIT, second = PEP_BUFFER_INIT;
        struct pep_buffer before = PEP_BUFFER_INIT, after = PEP_BUFFER_INIT;
        struct pep_fault fault = {0};
        sample_profile(&p, seed);
        pep_text_write(&first, &p);
        assert_int_equal(pep_text_recognise(first.at, first.count), 1);
        if (pep_text_read(&q, first.at, first.count, &fault))
            fail_msg("seed %d: %s at %zu in:\n%s", (int)seed, fault.text, fault.at, first.at);
        pep_text_write(&second, &q);
        same_bytes(&first, &second);
        pep_binary_write(&before, &p);
        pep_binary_write(&after, &q);
        same_bytes(&before, &after);
        pep_profile_free(&p);
        pep_profile_free(&q);
        pep_buffer_free(&first);
        pep_buffer_free(&second);
        pep_buffer_free(&before);
        pep_buffer_free(&after);
    }
}

static void text_forgives_order(void **state)
{
    (void)state;
    static const char text[] = "# made by hand\npep profile 1;\n"
                               "unit 2 \"b.c\" { function 1 \"g\" cfg 7 paths 9 { path 8: 1; path 0x3: 2; value 1 7: "
                               "3; other 1: 9; path 8: 40;\n"
                               " value 0 0xffffffffffffffff: 5; value 1 7: 1;\n"
                               " block 3: 1; target 2 \"a.c:f\": 4; block 3: 6; target 0 \"a\\\"b\": 2; target 2 "
                               "\"a.c:f\": 4; } }\n"
                               "runs 1; runs 2;\n"
                               "unit 1 \"a.c\" in \"/x\" { }\n";
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_fault fault = {0};
    struct pep_buffer out = PEP_BUFFER_INIT;
    assert_int_equal(pep_text_read(&p, text, sizeof text - 1, &fault), 0);
    pep_text_write(&out, &p);
    assert_string_equal(out.at, "pep profile 1;\n"
                                "runs 3;\n"
                                "unit 0x0000000000000001 \"a.c\" in \"/x\" {\n"
                                "}\n"
                                "unit 0x0000000000000002 \"b.c\" {\n"
                                "    function 1 \"g\" cfg 0x0000000000000007 paths 9 {\n"
                                "        path 3: 2;\n"
                                "        path 8: 41;\n"
                                "        value 0 18446744073709551615: 5;\n"
                                "        value 1 7: 4;\n"
                                "        other 1: 9;\n"
                                "        target 0 \"a\\\"b\": 2;\n"
                                "        target 2 \"a.c:f\": 8;\n"
                                "        block 3: 7;\n"
                                "    }\n"
                                "}\n");
    pep_profile_free(&p);
    pep_buffer_free(&out);
}

static void text_tells_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
        size_t at;
    } cases[] = {
        {"pep profile 2;", "text format version 2, this pep reads version 1", 13},
        {"pep profile 1; runs -1;", "a character that has no place in a profile", 20},
        {"pep profile 1; runs;", "a number belongs here", 19},
        {"pep profile 1; rnus 1;", "'rnus' is no word of a profile", 15},
        {"pep profile 1; runs 18446744073709551616;", "the number does not fit 64 bits", 20},
        {"pep profile 1; binary \"x", "a string has to end on its line", 22},
        {"pep profile 1; map 1 \"abc\";", "a map is written as pairs of hexadecimal digits", 21},
        {"pep profile 1; unit 1 \"u\" { function 0 \"f\" cfg 1 paths 2 { path 2: 1; } }",
         "the path number is not below the function's number of paths, 2", 68},
        {"pep profile 1; unit 1 \"u\" { function 0 \"f\" cfg 1 paths 2 { value 4294967296 2: 1; } }",
         "the number of a site does not fit 32 bits", 80},
        {"pep profile 1; unit 1 \"u\" { function 0 \"f\" cfg 1 paths 2 { target 4294967296 \"g\": 1; } }",
         "the number of a site does not fit 32 bits", 83},
        {"pep profile 1; unit 1 \"u\" { function 0 \"f\" cfg 1 paths 2 { target 1 2: 1; } }", "a string belongs here",
         68},
        {"pep profile 1; unit 1 \"u\" { function 4294967296 \"f\" cfg 1 paths 2 { } }",
         "the function's index does not fit 32 bits", 64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pep_profile p = PEP_PROFILE_INIT;
        struct pep_fault fault = {0};
        assert_int_equal(pep_text_read(&p, cases[i].text, strlen(cases[i].text), &fault), -1);
        assert_string_equal(fault.text, cases[i].fault);
        assert_int_equal(fault.at, cases[i].at);
        pep_profile_free(&p);
    }
}

static void binary_tells_the_place(void **state)
{
    (void)state;
    struct pep_profile p, q = PEP_PROFILE_INIT;
    struct pep_buffer whole = PEP_BUFFER_INIT;
    struct pep_fault fault = {0};
    sample_profile(&p, 7);
    pep_binary_write(&whole, &p);
    assert_int_equal(pep_binary_read(&q, whole.at, whole.count - 1, &fault), -1);
    assert_non_null(strstr(fault.text, "is truncated"));
    assert_int_equal(fault.at, whole.count - 1);
    whole.at[whole.count - 1] ^= 1;
    assert_int_equal(pep_binary_read(&q, whole.at, whole.count, &fault), -1);
    assert_non_null(strstr(fault.text, "does not match its hash"));
    whole.at[8] = 9;
    assert_int_equal(pep_binary_read(&q, whole.at, whole.count, &fault), -1);
    assert_string_equal(fault.text, "has format version 9, this pep reads version 1");
    pep_profile_free(&p);
    pep_profile_free(&q);
    pep_buffer_free(&whole);
}

static bool has_section(const struct pep_buffer *file, const char *tag)
{
    bool found = false;
    for (size_t i = 32; i + 4 <= file->count && i < 32 + 32 * (size_t)file->at[12]; i += 32)
        found |= !memcmp(file->at + i, tag, 4);
    return found;
}

/* Profiles without targets are files as they were before there were any; a name that no record has is not written; a
 * target whose name is lost makes the file one that cannot be read. */
static void names_go_with_targets(void **state)
{
    (void)state;
    struct pep_profile p = PEP_PROFILE_INIT, q = PEP_PROFILE_INIT, none = PEP_PROFILE_INIT;
    struct pep_buffer file = PEP_BUFFER_INIT;
    struct pep_fault fault = {0};
    struct pep_unit_counts *unit = pep_profile_add_unit(&p, 1, "u", NULL);
    struct pep_counts *f = pep_profile_add_function(&p, unit, 0, "f", 2, 3);
    (void)pep_profile_add_name(&p, "unused");
    pep_profile_sort(&p);
    pep_binary_write(&file, &p);
    assert_false(has_section(&file, "NAME"));
    assert_int_equal(pep_binary_read(&q, file.at, file.count, &fault), 0);
    assert_int_equal(q.names.count, 0);
    pep_profile_free(&q);

    pep_profile_add_target(&p, f, 3, "used", 4);
    pep_profile_sort(&p);
    pep_buffer_clear(&file);
    pep_binary_write(&file, &p);
    assert_true(has_section(&file, "NAME"));
    assert_int_equal(pep_binary_read(&q, file.at, file.count, &fault), 0);
    assert_int_equal(q.names.count, 1);
    const struct pep_record *r = &q.units.at[0].functions.at[0].records.at[0];
    assert_true(r->kind == PEP_RECORD_TARGET && r->site == 3 && r->count == 4);
    assert_string_equal(pep_profile_name(&q, r->key), "used");
    pep_profile_free(&q);

    p.names.count = 0;
    pep_buffer_clear(&file);
    pep_binary_write(&file, &p);
    assert_int_equal(pep_binary_read(&none, file.at, file.count, &fault), -1);
    assert_non_null(strstr(fault.text, "a target without a name"));
    pep_profile_free(&p);
    pep_profile_free(&none);
    pep_buffer_free(&file);
}

/* make_sequence - a profile of one, of so many paths. */
static void make_sequence(struct pep_profile *p, size_t length)
{
    uint64_t paths[PEP_SEQUENCE_LONGEST + 1];
    struct pep_unit_counts *unit = pep_profile_add_unit(p, 1, "u", NULL);
    struct pep_counts *f = pep_profile_add_function(p, unit, 0, "f", 2, 9);
    for (size_t i = 0; i < length; i++)
        paths[i] = i % 9;
    pep_forest_add(&f->sequences, paths, length, 5, 0);
    pep_profile_sort(p);
}

/* What reads sequences may call itself once a path. */
static void sequences_have_an_end(void **state)
{
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        struct pep_profile p = PEP_PROFILE_INIT, q = PEP_PROFILE_INIT, r = PEP_PROFILE_INIT;
        struct pep_buffer binary = PEP_BUFFER_INIT, text = PEP_BUFFER_INIT;
        struct pep_fault fault = {0};
        make_sequence(&p, PEP_SEQUENCE_LONGEST + more);
        pep_binary_write(&binary, &p);
        pep_text_write(&text, &p);
        assert_int_equal(pep_binary_read(&q, binary.at, binary.count, &fault), more ? -1 : 0);
        assert_true(!more || strstr(fault.text, "holds a longer sequence of paths than there can be"));
        assert_int_equal(pep_text_read(&r, text.at, text.count, &fault), more ? -1 : 0);
        assert_true(!more || strstr(fault.text, "a sequence has 4096 paths at most"));
        pep_profile_free(&p);
        pep_profile_free(&q);
        pep_profile_free(&r);
        pep_buffer_free(&binary);
        pep_buffer_free(&text);
    }
}

/* What a sequence begins with is not written unless it has a count of its own, and comes back. */
static void sequences_imply_what_they_begin_with(void **state)
{
    (void)state;
    static const char text[] = "pep profile 1;\n"
                               "unit 0x0000000000000001 \"u.c\" {\n"
                               "    function 0 \"f\" cfg 0x0000000000000007 paths 9 {\n"
                               "        path 1: 9;\n"
                               "        sequence 1 2 3 4: 5;\n"
                               "        pruned 1 2 5: 2;\n"
                               "        sequence 1 2 5 6: 0;\n"
                               "        sequence 1 3: 4;\n"
                               "        sequence 1 3 1: 2;\n"
                               "    }\n"
                               "}\n";
    struct pep_profile p = PEP_PROFILE_INIT, q = PEP_PROFILE_INIT;
    struct pep_fault fault = {0};
    struct pep_buffer binary = PEP_BUFFER_INIT, out = PEP_BUFFER_INIT;
    assert_int_equal(pep_text_read(&p, text, sizeof text - 1, &fault), 0);
    assert_int_equal(p.units.at[0].functions.at[0].sequences.count, 8);
    pep_binary_write(&binary, &p);
    assert_int_equal(pep_binary_read(&q, binary.at, binary.count, &fault), 0);
    pep_text_write(&out, &q);
    assert_string_equal(out.at, text);
    pep_profile_free(&p);
    pep_profile_free(&q);
    pep_buffer_free(&binary);
    pep_buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_round_trip),      cmocka_unit_test(text_round_trip),
        cmocka_unit_test(text_forgives_order),    cmocka_unit_test(text_tells_the_place),
        cmocka_unit_test(binary_tells_the_place), cmocka_unit_test(names_go_with_targets),
        cmocka_unit_test(sequences_have_an_end),  cmocka_unit_test(sequences_imply_what_they_begin_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
