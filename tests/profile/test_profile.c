/* The laws of merge, on profiles made at random. */
#include "profile/binary.h"
#include "tests/profile/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void assert_equal(const struct pep_profile *a, const struct pep_profile *b)
{
    struct pep_buffer x = PEP_BUFFER_INIT, y = PEP_BUFFER_INIT;
    pep_binary_write(&x, a);
    pep_binary_write(&y, b);
    assert_int_equal(x.count, y.count);
    assert_memory_equal(x.at, y.at, x.count);
    pep_buffer_free(&x);
    pep_buffer_free(&y);
}

static void merge_is_commutative(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct pep_profile a, b, ab = PEP_PROFILE_INIT, ba = PEP_PROFILE_INIT;
        sample_profile(&a, seed);
        sample_profile(&b, seed * 1000);
        pep_profile_merge(&ab, &a);
        pep_profile_merge(&ab, &b);
        pep_profile_merge(&ba, &b);
        pep_profile_merge(&ba, &a);
        assert_equal(&ab, &ba);
        pep_profile_free(&a);
        pep_profile_free(&b);
        pep_profile_free(&ab);
        pep_profile_free(&ba);
    }
}

static void merge_is_associative(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct pep_profile left, right, b, c;
        sample_profile(&left, seed);
        sample_profile(&right, seed);
        sample_profile(&b, seed + 5000);
        sample_profile(&c, seed + 9000);
        pep_profile_merge(&left, &b);
        pep_profile_merge(&left, &c);
        pep_profile_merge(&b, &c);
        pep_profile_merge(&right, &b);
        assert_equal(&left, &right);
        pep_profile_free(&left);
        pep_profile_free(&right);
        pep_profile_free(&b);
        pep_profile_free(&c);
    }
}

static void empty_is_neutral(void **state)
{
    (void)state;
    struct pep_profile a, copy = PEP_PROFILE_INIT, empty = PEP_PROFILE_INIT;
    sample_profile(&a, 42);
    pep_profile_merge(&copy, &a);
    assert_equal(&copy, &a);
    pep_profile_merge(&a, &empty);
    assert_equal(&copy, &a);
    pep_profile_free(&a);
    pep_profile_free(&copy);
}

/* Blocks last to first, so that others come by other indices. */
static void add_subpaths(struct pep_subpaths *all, const struct pep_subpaths *from)
{
    uint32_t place[200];
    assert_true(from->count <= 200);
    for (size_t i = from->places.count; i--;) {
        const struct pep_place *p = &from->places.at[i];
        place[i] = pep_subpaths_add_block(all, p->unit, p->function, p->block);
    }
    for (size_t i = 0; i < from->count; i++) {
        const struct pep_subpath *at = &from->at[i];
        if (at->n)
            place[i] = pep_subpaths_add_halves(all, place[at->left], place[at->right], PEP_RAW_ENCODING_EXACT);
        struct pep_subpath *into = &all->at[place[i]];
        into->encoding = at->encoding;
        into->samples = at->samples;
        into->estimate = at->estimate;
        into->variance = at->variance;
    }
    for (size_t i = from->totals.count; i--;)
        pep_array_push(&all->totals, from->totals.at[i]);
}

static void merge_equals_sorting_all(void **state)
{
    (void)state;
    struct pep_profile sum = PEP_PROFILE_INIT, all = PEP_PROFILE_INIT;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct pep_profile p;
        sample_profile(&p, seed);
        pep_profile_merge(&sum, &p);
        for (size_t u = 0; u < p.units.count; u++) {
            const struct pep_unit_counts *from = &p.units.at[u];
            struct pep_unit_counts *unit = pep_profile_add_unit(&all, from->hash, from->name, from->directory);
            for (size_t f = 0; f < from->functions.count; f++) {
                const struct pep_counts *c = &from->functions.at[f];
                struct pep_counts *into =
                    pep_profile_add_function(&all, unit, c->index, c->name, c->cfg_hash, c->npaths);
                for (size_t r = c->records.count; r--;) {
                    const struct pep_record *record = &c->records.at[r];
                    if (record->kind == PEP_RECORD_TARGET)
                        pep_profile_add_target(&all, into, record->site, pep_profile_name(&p, record->key),
                                               record->count);
                    else
                        pep_array_push(&into->records, *record);
                }
            }
        }
        uint32_t first = (uint32_t)all.contexts.count;
        for (size_t i = 0; i < p.contexts.count; i++) {
            const struct pep_context *c = &p.contexts.at[i];
            uint32_t parent = c->parent == PEP_NO_CONTEXT ? c->parent : first + c->parent;
            pep_profile_add_context(&all, parent, c->unit, c->function);
            for (size_t r = c->records.count; r--;) {
                pep_array_push(&pep_array_last(&all.contexts)->records, c->records.at[r]);
                if (c->records.at[r].kind == PEP_RECORD_TARGET)
                    pep_profile_add_name(&all, pep_profile_name(&p, c->records.at[r].key));
            }
        }
        add_subpaths(&all.subpaths, &p.subpaths);
        pep_profile_free(&p);
    }
    sum.maps.count = sum.binaries.count = 0;
    sum.runs = sum.lost = sum.samples = sum.first = sum.last = 0;
    pep_profile_sort(&all);
    assert_equal(&sum, &all);
    pep_profile_free(&sum);
    pep_profile_free(&all);
}

static void counts_saturate(void **state)
{
    (void)state;
    struct pep_profile a = PEP_PROFILE_INIT, b = PEP_PROFILE_INIT;
    struct pep_unit_counts *unit = pep_profile_add_unit(&a, 1, "u", NULL);
    pep_profile_add_record(pep_profile_add_function(&a, unit, 0, "f", 2, 3), PEP_RECORD_PATH, 0, UINT64_MAX - 1);
    pep_profile_sort(&a);
    pep_profile_merge(&b, &a);
    pep_profile_merge(&a, &b);
    assert_true(a.units.at[0].functions.at[0].records.at[0].count == UINT64_MAX);
    pep_profile_merge(&a, &b);
    assert_true(a.units.at[0].functions.at[0].records.at[0].count == UINT64_MAX);
    pep_profile_free(&a);
    pep_profile_free(&b);
}

static void other_graphs_stay_apart(void **state)
{
    (void)state;
    struct pep_profile a = PEP_PROFILE_INIT, b = PEP_PROFILE_INIT;
    struct pep_unit_counts *unit = pep_profile_add_unit(&a, 1, "u", NULL);
    pep_profile_add_record(pep_profile_add_function(&a, unit, 0, "f", 2, 3), PEP_RECORD_PATH, 0, 10);
    unit = pep_profile_add_unit(&b, 1, "u", NULL);
    pep_profile_add_record(pep_profile_add_function(&b, unit, 0, "f", 99, 3), PEP_RECORD_PATH, 0, 20);
    pep_profile_sort(&a);
    pep_profile_sort(&b);
    pep_profile_merge(&a, &b);
    assert_int_equal(a.units.count, 1);
    assert_int_equal(a.units.at[0].functions.count, 2);
    assert_int_equal(a.units.at[0].functions.at[0].records.at[0].count, 10);
    assert_int_equal(a.units.at[0].functions.at[1].records.at[0].count, 20);
    assert_ptr_equal(pep_profile_find(&a, 1), &a.units.at[0]);
    assert_null(pep_profile_find(&a, 2));
    pep_profile_free(&a);
    pep_profile_free(&b);
}

/* What came since an earlier look, added to that look, is what there is. */
static void since_undoes_merge(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct pep_profile before, more, now = PEP_PROFILE_INIT, again = PEP_PROFILE_INIT;
        sample_profile(&before, seed);
        sample_profile(&more, seed + 5000);
        pep_profile_merge(&now, &before);
        pep_profile_merge(&now, &more);
        pep_profile_merge(&again, &now);
        pep_profile_since(&again, &before);
        before.runs = before.lost = 0;
        pep_profile_merge(&again, &before);
        assert_equal(&again, &now);
        pep_profile_free(&before);
        pep_profile_free(&more);
        pep_profile_free(&now);
        pep_profile_free(&again);
    }
}

static void reset_counts_stay(void **state)
{
    (void)state;
    struct pep_profile before = PEP_PROFILE_INIT, now = PEP_PROFILE_INIT;
    struct pep_unit_counts *unit = pep_profile_add_unit(&before, 1, "u", NULL);
    pep_profile_add_record(pep_profile_add_function(&before, unit, 0, "f", 2, 3), PEP_RECORD_PATH, 1, 10);
    unit = pep_profile_add_unit(&now, 1, "u", NULL);
    struct pep_counts *f = pep_profile_add_function(&now, unit, 0, "f", 2, 3);
    pep_profile_add_record(f, PEP_RECORD_PATH, 0, 5);
    pep_profile_add_record(f, PEP_RECORD_PATH, 1, 4);
    pep_profile_since(&now, &before);
    assert_int_equal(now.units.at[0].functions.at[0].records.at[0].count, 5);
    assert_int_equal(now.units.at[0].functions.at[0].records.at[1].count, 4);
    pep_profile_free(&before);
    pep_profile_free(&now);
}

/* Names are found by their hashes after merging, once each, and share nothing with where they came from. */
static void names_are_kept_once(void **state)
{
    (void)state;
    struct pep_profile a = PEP_PROFILE_INIT, b = PEP_PROFILE_INIT;
    struct pep_unit_counts *unit = pep_profile_add_unit(&a, 1, "u", NULL);
    struct pep_counts *f = pep_profile_add_function(&a, unit, 0, "f", 2, 3);
    pep_profile_add_target(&a, f, 1, "qsort", 10);
    pep_profile_add_target(&a, f, 1, "a.c:step", 5);
    pep_profile_add_target(&a, f, 0, "qsort", 1);
    unit = pep_profile_add_unit(&b, 1, "u", NULL);
    f = pep_profile_add_function(&b, unit, 0, "f", 2, 3);
    pep_profile_add_target(&b, f, 1, "qsort", 7);
    pep_profile_add_target(&b, f, 1, "bsearch", 2);
    uint64_t qsort_hash = f->records.at[0].key, other = f->records.at[1].key;
    pep_profile_sort(&a);
    pep_profile_sort(&b);
    assert_int_equal(a.names.count, 2);
    assert_null(pep_profile_name(&a, other));
    pep_profile_merge(&a, &b);
    pep_profile_free(&b);
    assert_int_equal(a.names.count, 3);
    assert_string_equal(pep_profile_name(&a, qsort_hash), "qsort");
    assert_string_equal(pep_profile_name(&a, other), "bsearch");
    f = &a.units.at[0].functions.at[0];
    assert_int_equal(f->records.count, 4);
    assert_int_equal(f->records.at[0].site, 0);
    for (size_t i = 1; i < 4; i++)
        if (f->records.at[i].key == qsort_hash)
            assert_int_equal(f->records.at[i].count, 17);
    pep_profile_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merge_is_commutative), cmocka_unit_test(merge_is_associative),
        cmocka_unit_test(empty_is_neutral),     cmocka_unit_test(merge_equals_sorting_all),
        cmocka_unit_test(counts_saturate),      cmocka_unit_test(other_graphs_stay_apart),
        cmocka_unit_test(since_undoes_merge),   cmocka_unit_test(reset_counts_stay),
        cmocka_unit_test(names_are_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
