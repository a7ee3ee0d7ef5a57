/* Fields: counts from those of blocks, structs of several units, what is hot, and the cache lines it lies in. */
#include "profile/fields.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { FIELDS = 6 };

/* Two cache lines and a half: first, two bit-fields of one byte, a block that crosses into line 1, last, and a
 * flexible array. */
static const struct pep_field fields[FIELDS] = {
    {"first", "long", 0, 64, false},       {"low", "unsigned int", 64, 3, true},
    {"high", "unsigned int", 67, 5, true}, {"crossing", "char[8]", 480, 64, false},
    {"last", "long", 1024, 64, false},     {"rest", "char[]", 1280, 0, false},
};

struct unit {
    struct pep_field fields[FIELDS];
    struct pep_layout layout;
    struct pep_unitmap map;
    struct pep_function function;
    struct pep_derived derived;
    uint64_t blocks[3];
};

/* A unit with one function whose blocks 0..2 ran so often. */
static void make_unit(struct unit *u, struct pep_access *accesses, uint32_t naccesses, uint64_t a, uint64_t b,
                      uint64_t c)
{
    memset(u, 0, sizeof *u);
    memcpy(u->fields, fields, sizeof fields);
    u->layout = (struct pep_layout){"struct s", 160, u->fields, FIELDS};
    u->map.layouts = &u->layout;
    u->map.nlayouts = 1;
    u->function.accesses = accesses;
    u->function.naccesses = naccesses;
    u->blocks[0] = a;
    u->blocks[1] = b;
    u->blocks[2] = c;
    u->derived.blocks = u->blocks;
}

static void add(struct pep_field_counts *c, const struct unit *u)
{
    pep_fields_add(c, &u->map, &u->function, &u->derived);
}

static void blocks_give_counts(void **state)
{
    (void)state;
    struct pep_access accesses[] = {{0, 0, 0, 1, 0}, {1, 0, 0, 2, 3}, {2, 0, 4, 0, 1}};
    struct pep_field_counts c = {0};
    struct unit u;
    make_unit(&u, accesses, 3, 10, 100, UINT64_MAX);
    add(&c, &u);
    add(&c, &u);
    pep_fields_rank(&c);
    assert_int_equal(c.structs.count, 1);
    const struct pep_struct_count *s = &c.structs.at[0];
    assert_int_equal(s->fields[0].reads, 2 * (10 + 2 * 100));
    assert_int_equal(s->fields[0].writes, 2 * (3 * 100));
    assert_int_equal(s->fields[1].reads, 0);
    assert_true(s->fields[4].writes == UINT64_MAX);
    assert_int_equal(s->reads, 420);
    assert_true(s->writes == UINT64_MAX && c.writes == UINT64_MAX);
    pep_fields_free(&c);
}

static void one_layout_is_one_struct(void **state)
{
    (void)state;
    struct pep_access access = {0, 0, 0, 1, 0};
    struct pep_field_counts c = {0};
    struct unit one, two, moved, named, unused;
    make_unit(&one, &access, 1, 1, 0, 0);
    make_unit(&two, &access, 1, 20, 0, 0);
    make_unit(&moved, &access, 1, 300, 0, 0);
    make_unit(&named, &access, 1, 4000, 0, 0);
    make_unit(&unused, NULL, 0, 50000, 0, 0);
    moved.fields[4].offset += 64;
    named.layout.name = "struct t";
    add(&c, &one);
    add(&c, &moved);
    add(&c, &two);
    add(&c, &named);
    add(&c, &unused);
    pep_fields_rank(&c);
    assert_int_equal(c.structs.count, 3);
    assert_string_equal(c.structs.at[0].layout->name, "struct t");
    assert_int_equal(c.structs.at[1].reads, 300);
    assert_int_equal(c.structs.at[2].reads, 21);
    pep_fields_free(&c);
}

/* Ranks one struct whose fields are read so often. */
static void rank(struct pep_field_counts *c, const uint32_t reads[FIELDS])
{
    static struct unit u;
    static struct pep_access accesses[FIELDS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < FIELDS; i++)
        if (reads[i])
            accesses[n++] = (struct pep_access){0, 0, i, reads[i], 0};
    make_unit(&u, accesses, n, 1, 0, 0);
    *c = (struct pep_field_counts){0};
    add(c, &u);
    pep_fields_rank(c);
}

static void expect_lines(const uint32_t reads[FIELDS], const char *hot, uint64_t lines, uint64_t needed)
{
    struct pep_field_counts c;
    char found[FIELDS + 1] = "";
    rank(&c, reads);
    for (uint32_t i = 0; i < FIELDS; i++)
        found[i] = c.structs.at[0].fields[i].hot ? 'h' : '-';
    assert_string_equal(found, hot);
    assert_int_equal(c.structs.at[0].lines, lines);
    assert_int_equal(c.structs.at[0].needed, needed);
    pep_fields_free(&c);
}

static void hot_fields_lie_in_lines(void **state)
{
    (void)state;
    expect_lines((uint32_t[]){90, 0, 0, 0, 10, 0}, "h-----", 1, 1);
    expect_lines((uint32_t[]){89, 0, 0, 0, 11, 0}, "h---h-", 2, 1);
    expect_lines((uint32_t[]){50, 0, 0, 50, 0, 0}, "h--h--", 2, 1); /* what crosses a border lies in both lines */
    expect_lines((uint32_t[]){0, 50, 50, 0, 0, 0}, "-hh---", 1, 1); /* two of one byte */
    expect_lines((uint32_t[]){30, 20, 10, 20, 20, 0}, "hh-hh-", 3, 1);
    expect_lines((uint32_t[]){0, 0, 0, 0, 0, 9}, "-----h", 0, 0); /* of no known size */
    expect_lines((uint32_t[]){50, 0, 0, 0, 50, 0}, "h---h-", 2, 1);
}

/* Members of a union fill its lines once. */
static void what_overlaps_counts_once(void **state)
{
    (void)state;
    struct pep_access accesses[] = {{0, 0, 0, 1, 0}, {0, 0, 1, 1, 0}, {0, 0, 2, 1, 0}};
    struct pep_field_counts c = {0};
    struct unit u;
    make_unit(&u, accesses, 3, 1, 0, 0);
    for (int i = 0; i < 3; i++)
        u.fields[i] = (struct pep_field){"way", "char[64]", i < 2 ? 0 : 32 * 8, 64 * 8, false};
    add(&c, &u);
    pep_fields_rank(&c);
    assert_int_equal(c.structs.at[0].lines, 2);
    assert_int_equal(c.structs.at[0].needed, 2); /* 96 bytes */
    u.fields[2].offset = 0;
    c.structs.at[0].lines = 0;
    pep_fields_rank(&c);
    assert_int_equal(c.structs.at[0].lines, 1);
    assert_int_equal(c.structs.at[0].needed, 1);
    pep_fields_free(&c);
}

/* A field is known by the names of struct and field, wherever it lies. */
static void weights_have_names(void **state)
{
    (void)state;
    struct pep_access accesses[] = {{0, 0, 0, 1, 2}, {0, 0, 4, 5, 0}};
    struct pep_field_counts c[2] = {0};
    struct pep_weights w[2] = {0};
    struct unit one, moved;
    make_unit(&one, accesses, 2, 1, 0, 0);
    make_unit(&moved, accesses, 2, 3, 0, 0);
    moved.fields[4].offset += 64;
    add(&c[0], &one);
    add(&c[1], &moved);
    for (int i = 0; i < 2; i++) {
        pep_fields_weigh(&w[i], &c[i]);
        assert_int_equal(w[i].count, FIELDS);
    }
    assert_int_equal(w[0].at[0].count, 3);
    assert_true(pep_overlap(&w[0], &w[1]) == 1.0);
    moved.layout.name = "struct t";
    w[1].count = 0;
    pep_fields_weigh(&w[1], &c[1]);
    assert_true(pep_overlap(&w[0], &w[1]) == 0.0);
    for (int i = 0; i < 2; i++) {
        pep_array_free(&w[i]);
        pep_fields_free(&c[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_give_counts),      cmocka_unit_test(one_layout_is_one_struct),
        cmocka_unit_test(hot_fields_lie_in_lines), cmocka_unit_test(what_overlaps_counts_once),
        cmocka_unit_test(weights_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
