/* unitmap_test.c - the static map as bytes: what goes in comes out, records stand one behind the other, and damaged
 * bytes give an error or a map that is in itself sound, never anything else. */
#include "cfgbuild/unitmap.h"
#include "base/map.h"
#include "tests/unit/graphs.h"
#include "tests/unit/unit.h"
#include <stdlib.h>
#include <string.h>

enum { HEADER = 4 + 1 + 4 + 8, FUNCTIONS = 6 };

/* Two structs: one that is packed with bit-fields, and one with an array that takes no room. */
static void make_layouts(struct pep_unitmap *map)
{
    static struct pep_field bits[] = {{"low", "unsigned int", 0, 3, true}, {"high", "unsigned int", 5, 27, true}};
    static struct pep_field plain[] = {
        {"next", "struct plain *", 0, 64, false}, {"id", "long", 64, 64, false}, {"rest", "char[]", 128, 0, false}};
    static struct pep_layout layouts[] = {{"bits", 4, bits, 2}, {"struct plain", 16, plain, 3}};
    map->layouts = layouts;
    map->nlayouts = 2;
}

static void make_accesses(struct pep_function *f, struct pep_arena *arena, struct test_random *r)
{
    f->accesses = PEP_NEW_N(arena, struct pep_access, 5 * f->blocks.count);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t reads = test_random(r, 200), writes = 1 + test_random(r, 3);
            if (reads > 100)
                f->accesses[f->naccesses++] = (struct pep_access){b, i / 2 > 0, i < 2 ? i : i - 2, reads, writes};
        }
    }
}

/* Sites of every type, and labels at both ends of what 64 bits hold. */
static void make_sites(struct pep_unitmap *map, struct pep_function *f, struct pep_arena *arena, struct test_random *r)
{
    f->nsites = test_random(r, 4);
    f->sites = PEP_NEW_N(arena, struct pep_value_site, f->nsites + 1);
    f->first_site = map->nsites;
    map->nsites += f->nsites;
    for (uint32_t i = 0; i < f->nsites; i++) {
        struct pep_value_site *s = &f->sites[i];
        *s = (struct pep_value_site){.kind = (uint8_t)(i ? PEP_VALUE_SWITCH + i % 2 : PEP_VALUE_ARGUMENT),
                                     .bits = (uint8_t)(1 + test_random(r, 64)),
                                     .is_signed = i % 2,
                                     .name = i ? "a + b" : "n",
                                     .position = {i % 2, f->position.line + i, 7}};
        s->nlabels = i ? test_random(r, 3) : 0;
        s->labels = PEP_NEW_N(arena, struct pep_value_label, s->nlabels + 1);
        for (uint32_t k = 0; k < s->nlabels; k++)
            s->labels[k] = (struct pep_value_label){k ? 0 : UINT64_MAX - 3, k ? UINT64_MAX : UINT64_MAX - 3, "case X"};
    }
}

/* Direct calls, of functions of the unit and of others, and calls through pointers with and without a site. */
static void make_calls(const struct pep_unitmap *map, struct pep_function *f, struct pep_arena *arena,
                       struct test_random *r)
{
    f->calls = PEP_NEW_N(arena, struct pep_call_site, 2 * f->blocks.count);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        for (uint32_t n = test_random(r, 3); n--;) {
            struct pep_call_site *c = &f->calls[f->ncalls++];
            uint32_t site = test_random(r, f->nsites + 1);
            *c = (struct pep_call_site){b, PEP_NO_CALLEE, PEP_NO_SITE, {b % 2, f->position.line + b, 9}};
            if (test_random(r, 2))
                c->callee = test_random(r, map->ncallees);
            else if (site < f->nsites && f->sites[site].kind == PEP_VALUE_TARGET)
                c->site = site;
        }
    }
}

static void make_callees(struct pep_unitmap *map)
{
    static struct pep_callee callees[] = {{"abs", PEP_NO_FUNCTION}, {"function_3", 3}, {"left_alone", FUNCTIONS - 1}};
    map->calls = true;
    map->callees = callees;
    map->ncallees = 3;
}

/* A unit of random functions with every field that a record holds in use. */
static struct pep_unitmap *make_unit(struct pep_arena *arena, uint32_t seed)
{
    struct test_random r = {seed};
    struct pep_unitmap *map = PEP_NEW(arena, struct pep_unitmap);
    map->name = "dir/made file.c";
    map->directory = seed % 2 ? "/somewhere/else" : NULL;
    map->nfiles = 2;
    map->files = PEP_NEW_N(arena, const char *, 2);
    map->files[0] = map->name;
    map->files[1] = "head\303\244er.h";
    map->event = (uint8_t)(PEP_EVENT_PATHS + seed % 4);
    map->k = map->event == PEP_EVENT_KPATHS ? 1 + seed % PEP_SEQUENCE_LONGEST : 0;
    map->truncation = seed % 2 ? PEP_TRUNCATE_HEADER : PEP_TRUNCATE_BACKEDGE;
    map->update = PEP_UPDATE_THREAD;
    map->how = PEP_HOW_SAMPLED;
    if (seed % 4)
        make_layouts(map);
    if (seed % 5)
        make_callees(map);
    map->nfunctions = FUNCTIONS;
    map->functions = PEP_NEW_N(arena, struct pep_function *, FUNCTIONS);
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        struct pep_function *f = map->functions[i] = test_graph(arena, &r, 15, TEST_LOOPS);
        f->name = pep_arena_printf(arena, "function_%u", i);
        f->index = i;
        f->position = (struct pep_position){i % 2, 10 * i + 1, 5};
        f->end_line = 10 * i + 9;
        f->is_static = i % 2;
        f->is_inline = i == 3;
        f->calls_setjmp = i == 4;
        f->guided = i == 2;
        f->stale = i == 3;
        f->only_called = i == 1;
        if (map->nlayouts)
            make_accesses(f, arena, &r);
        if (i < FUNCTIONS - 1)
            make_sites(map, f, arena, &r);
        if (map->calls)
            make_calls(map, f, arena, &r);
        for (size_t b = 0; b < f->blocks.count; b++) {
            struct pep_block *block = &f->blocks.at[b];
            block->position = (struct pep_position){i % 2, 10 * i + (uint32_t)b, 1 + test_random(&r, 80)};
            block->nlines = test_random(&r, 4);
            block->lines = PEP_NEW_N(arena, struct pep_position, block->nlines + 1);
            for (uint32_t l = 0; l < block->nlines; l++)
                block->lines[l] = (struct pep_position){i % 2, 10 * i + (uint32_t)b + l, 3};
        }
        for (size_t e = 0; e < f->edges.count; e++)
            if (f->edges.at[e].kind == PEP_EDGE_CASE)
                f->edges.at[e].label = pep_arena_printf(arena, "case %u", (unsigned)e);
        pep_cfg_truncate(f, (enum pep_truncation)map->truncation);
        pep_cfg_number(f);
        f->cfg_hash = pep_cfg_hash(f);
        f->base = map->ncounters;
        if (map->event == PEP_EVENT_EDGES) {
            f->storage = PEP_STORE_EDGES;
            for (size_t e = 0; e < f->edges.count; e++)
                f->edges.at[e].counter = (uint32_t)e;
            f->ncounters = (uint32_t)f->edges.count;
        } else if (map->event == PEP_EVENT_CALLS) {
            f->storage = PEP_STORE_BLOCKS;
            f->ncounters = 1 + test_random(&r, 3); /* no more than blocks */
            for (size_t b = 0; b < f->blocks.count; b++)
                f->blocks.at[b].counter = test_random(&r, 3) ? test_random(&r, f->ncounters) : PEP_NO_COUNTER;
        } else if (f->npaths < 1000) {
            f->storage = PEP_STORE_ARRAY;
            f->ncounters = (uint32_t)f->npaths;
        } else {
            f->storage = PEP_STORE_HASH;
        }
        map->ncounters += f->ncounters;
    }
    /* one that is left as it is keeps its name and the reason, and no graph */
    struct pep_function *f = map->functions[FUNCTIONS - 1] = PEP_NEW(arena, struct pep_function);
    f->name = "left_alone";
    f->index = FUNCTIONS - 1;
    f->arena = arena;
    f->position = (struct pep_position){0, 99, 1};
    f->end_line = 99;
    f->storage = PEP_STORE_NONE;
    f->reason = "uses a nested function";
    return map;
}

static void free_unit(struct pep_unitmap *map)
{
    for (uint32_t i = 0; i < map->nfunctions; i++)
        test_graph_free(map->functions[i]);
}

static void assert_same_position(struct pep_position a, struct pep_position b)
{
    assert_int_equal(a.file, b.file);
    assert_int_equal(a.line, b.line);
    assert_int_equal(a.column, b.column);
}

static void assert_same_text(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a)
        assert_string_equal(a, b);
}

static void assert_same_function(const struct pep_function *a, const struct pep_function *b)
{
    assert_string_equal(a->name, b->name);
    assert_same_position(a->position, b->position);
    assert_int_equal(a->end_line, b->end_line);
    assert_int_equal(a->index, b->index);
    assert_true(a->cfg_hash == b->cfg_hash);
    assert_int_equal(a->storage, b->storage);
    assert_int_equal(a->is_static, b->is_static);
    assert_int_equal(a->is_inline, b->is_inline);
    assert_int_equal(a->calls_setjmp, b->calls_setjmp);
    assert_int_equal(a->guided, b->guided);
    assert_int_equal(a->stale, b->stale);
    assert_int_equal(a->only_called, b->only_called);
    assert_same_text(a->reason, b->reason);
    assert_int_equal(a->base, b->base);
    assert_int_equal(a->ncounters, b->ncounters);
    assert_true(a->npaths == b->npaths);
    assert_int_equal(a->blocks.count, b->blocks.count);
    assert_int_equal(a->edges.count, b->edges.count);
    for (size_t i = 0; i < a->blocks.count; i++) {
        const struct pep_block *x = &a->blocks.at[i], *y = &b->blocks.at[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->is_start, y->is_start);
        assert_true(x->start == y->start);
        assert_true(x->npaths == y->npaths);
        assert_int_equal(x->nout, y->nout);
        assert_int_equal(x->nin, y->nin);
        assert_memory_equal(x->out, y->out, x->nout * sizeof *x->out);
        if (i != PEP_ENTRY && i != PEP_EXIT)
            assert_same_position(x->position, y->position);
        if (a->storage == PEP_STORE_BLOCKS)
            assert_int_equal(x->counter, y->counter);
        assert_int_equal(x->nlines, y->nlines);
        for (uint32_t l = 0; l < x->nlines; l++)
            assert_same_position(x->lines[l], y->lines[l]);
    }
    for (size_t i = 0; i < a->edges.count; i++) {
        const struct pep_edge *x = &a->edges.at[i], *y = &b->edges.at[i];
        assert_int_equal(x->src, y->src);
        assert_int_equal(x->dst, y->dst);
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->cut, y->cut);
        assert_true(x->value == y->value);
        assert_same_text(x->label, y->label);
        if (a->storage == PEP_STORE_EDGES)
            assert_int_equal(x->counter, y->counter);
    }
}

static void assert_same_accesses(const struct pep_function *a, const struct pep_function *b)
{
    assert_int_equal(a->naccesses, b->naccesses);
    for (uint32_t i = 0; i < a->naccesses; i++) {
        assert_int_equal(a->accesses[i].block, b->accesses[i].block);
        assert_int_equal(a->accesses[i].layout, b->accesses[i].layout);
        assert_int_equal(a->accesses[i].field, b->accesses[i].field);
        assert_int_equal(a->accesses[i].reads, b->accesses[i].reads);
        assert_int_equal(a->accesses[i].writes, b->accesses[i].writes);
    }
}

static void assert_same_sites(const struct pep_function *a, const struct pep_function *b)
{
    assert_int_equal(a->nsites, b->nsites);
    if (a->nsites)
        assert_int_equal(a->first_site, b->first_site);
    for (uint32_t i = 0; i < a->nsites; i++) {
        const struct pep_value_site *x = &a->sites[i], *y = &b->sites[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->bits, y->bits);
        assert_int_equal(x->is_signed, y->is_signed);
        assert_string_equal(x->name, y->name);
        assert_same_position(x->position, y->position);
        assert_int_equal(x->nlabels, y->nlabels);
        for (uint32_t k = 0; k < x->nlabels; k++) {
            assert_true(x->labels[k].low == y->labels[k].low && x->labels[k].high == y->labels[k].high);
            assert_string_equal(x->labels[k].text, y->labels[k].text);
        }
    }
}

static void assert_same_calls(const struct pep_function *a, const struct pep_function *b)
{
    assert_int_equal(a->ncalls, b->ncalls);
    for (uint32_t i = 0; i < a->ncalls; i++) {
        assert_int_equal(a->calls[i].block, b->calls[i].block);
        assert_int_equal(a->calls[i].callee, b->calls[i].callee);
        assert_int_equal(a->calls[i].site, b->calls[i].site);
        assert_same_position(a->calls[i].position, b->calls[i].position);
    }
}

static void assert_same_layout(const struct pep_layout *a, const struct pep_layout *b)
{
    assert_string_equal(a->name, b->name);
    assert_true(a->size == b->size);
    assert_int_equal(a->nfields, b->nfields);
    for (uint32_t i = 0; i < a->nfields; i++) {
        assert_string_equal(a->fields[i].name, b->fields[i].name);
        assert_string_equal(a->fields[i].type, b->fields[i].type);
        assert_true(a->fields[i].offset == b->fields[i].offset);
        assert_true(a->fields[i].size == b->fields[i].size);
        assert_int_equal(a->fields[i].is_bit_field, b->fields[i].is_bit_field);
    }
}

static void assert_same_unit(const struct pep_unitmap *a, const struct pep_unitmap *b)
{
    assert_true(a->hash == b->hash);
    assert_string_equal(a->name, b->name);
    assert_same_text(a->directory, b->directory);
    assert_int_equal(a->nfiles, b->nfiles);
    for (uint32_t i = 0; i < a->nfiles; i++)
        assert_string_equal(a->files[i], b->files[i]);
    assert_int_equal(a->event, b->event);
    assert_int_equal(a->k, b->k);
    assert_int_equal(a->truncation, b->truncation);
    assert_int_equal(a->update, b->update);
    assert_int_equal(a->how, b->how);
    assert_int_equal(a->ncounters, b->ncounters);
    assert_int_equal(a->nsites, b->nsites);
    assert_int_equal(a->nfunctions, b->nfunctions);
    assert_int_equal(a->nlayouts, b->nlayouts);
    for (uint32_t i = 0; i < a->nlayouts; i++)
        assert_same_layout(&a->layouts[i], &b->layouts[i]);
    assert_int_equal(a->calls, b->calls);
    assert_int_equal(a->ncallees, b->ncallees);
    for (uint32_t i = 0; i < a->ncallees; i++) {
        assert_string_equal(a->callees[i].name, b->callees[i].name);
        assert_int_equal(a->callees[i].function, b->callees[i].function);
    }
    for (uint32_t i = 0; i < a->nfunctions; i++) {
        assert_same_function(a->functions[i], b->functions[i]);
        assert_same_accesses(a->functions[i], b->functions[i]);
        assert_same_sites(a->functions[i], b->functions[i]);
        assert_same_calls(a->functions[i], b->functions[i]);
    }
}

static void records_come_back_as_they_went_in(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 200; seed++) {
        struct pep_arena arena = PEP_ARENA_INIT, other = PEP_ARENA_INIT;
        struct pep_buffer bytes = PEP_BUFFER_INIT;
        struct pep_unitmap *first = make_unit(&arena, seed), *second = make_unit(&arena, seed + 1000), got;
        const char *error = NULL;
        size_t at = 0;
        pep_unitmap_encode(&bytes, first);
        pep_buffer_add(&bytes, "\0\0\0\0\0\0\0", seed % 8);
        pep_unitmap_encode(&bytes, second);
        pep_buffer_add(&bytes, "\0\0\0\0\0\0\0", seed % 7);
        const unsigned char *b = (const unsigned char *)bytes.at;
        assert_int_equal(pep_unitmap_decode(&got, b, bytes.count, &at, &other, &error), 1);
        assert_same_unit(first, &got);
        free_unit(&got);
        assert_int_equal(pep_unitmap_decode(&got, b, bytes.count, &at, &other, &error), 1);
        assert_same_unit(second, &got);
        free_unit(&got);
        assert_int_equal(pep_unitmap_decode(&got, b, bytes.count, &at, &other, &error), 0);
        free_unit(first);
        free_unit(second);
        pep_buffer_free(&bytes);
        pep_arena_free(&arena);
        pep_arena_free(&other);
    }
}

static void equal_units_give_equal_bytes(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_buffer one = PEP_BUFFER_INIT, two = PEP_BUFFER_INIT;
    struct pep_unitmap *a = make_unit(&arena, 7), *b = make_unit(&arena, 7);
    pep_unitmap_encode(&one, a);
    pep_unitmap_encode(&two, b);
    assert_int_equal(one.count, two.count);
    assert_memory_equal(one.at, two.at, one.count);
    assert_true(a->hash == b->hash);
    free_unit(a);
    free_unit(b);
    pep_buffer_free(&one);
    pep_buffer_free(&two);
    pep_arena_free(&arena);
}

/* Decodes all there is; every map that comes out must be sound enough to be worked with. */
static void decode_all(const unsigned char *bytes, size_t count)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_unitmap map;
    const char *error = NULL;
    size_t at = 0;
    int result;
    while ((result = pep_unitmap_decode(&map, bytes, count, &at, &arena, &error)) > 0) {
        for (uint32_t i = 0, sites = 0; i < map.nfunctions; sites += map.functions[i++]->nsites) {
            assert_non_null(map.functions[i]->name);
            assert_true(!map.functions[i]->nsites || map.functions[i]->first_site == sites);
            if (map.functions[i]->storage != PEP_STORE_NONE)
                assert_null(pep_cfg_check(map.functions[i]));
            for (uint32_t c = 0; c < map.functions[i]->ncalls; c++) {
                const struct pep_function *f = map.functions[i];
                const struct pep_call_site *call = &f->calls[c];
                assert_true(call->block < f->blocks.count && (!c || call[-1].block <= call->block));
                assert_true(call->callee == PEP_NO_CALLEE || call->callee < map.ncallees);
                assert_true(call->site == PEP_NO_SITE || f->sites[call->site].kind == PEP_VALUE_TARGET);
            }
            for (size_t b = 0; map.functions[i]->storage == PEP_STORE_BLOCKS && b < map.functions[i]->blocks.count; b++)
                assert_true(map.functions[i]->blocks.at[b].counter == PEP_NO_COUNTER ||
                            map.functions[i]->blocks.at[b].counter < map.functions[i]->ncounters);
            for (uint32_t a = 0; a < map.functions[i]->naccesses; a++) {
                const struct pep_access *access = &map.functions[i]->accesses[a];
                assert_true(access->block < map.functions[i]->blocks.count && access->layout < map.nlayouts);
                assert_true(access->field < map.layouts[access->layout].nfields && access->reads + access->writes);
            }
        }
        for (uint32_t i = 0; i < map.ncallees; i++)
            assert_true(map.callees[i].function == PEP_NO_FUNCTION || map.callees[i].function < map.nfunctions);
        free_unit(&map);
    }
    if (result < 0) {
        assert_non_null(error);
        assert_true(at <= count);
    }
    pep_arena_free(&arena);
}

/* With the hash of the damaged payload in the header, so that the checks behind the hash have to see it. */
static void put_hash(unsigned char *record, size_t count)
{
    uint64_t hash = pep_hash(record + HEADER, count - HEADER);
    for (int i = 0; i < 8; i++)
        record[9 + i] = (unsigned char)(hash >> 8 * i);
}

/* What the decoder says of a map that was changed before it was encoded. */
static const char *refusal_of(struct pep_unitmap *map)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_unitmap got;
    const char *error = NULL;
    size_t at = 0;
    pep_unitmap_encode(&bytes, map);
    int result = pep_unitmap_decode(&got, (const unsigned char *)bytes.at, bytes.count, &at, &arena, &error);
    if (result > 0)
        free_unit(&got);
    pep_buffer_free(&bytes);
    pep_arena_free(&arena);
    return error ? error : "";
}

static void accesses_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_unitmap *map = make_unit(&arena, 5);
    struct pep_function *f = map->functions[0];
    struct pep_access two[2] = {{2, 0, 1, 1, 0}, {2, 1, 0, 0, 1}};
    struct pep_field *field = &map->layouts[0].fields[1];
    f->accesses = two;
    f->naccesses = 2;
#define REFUSED(change, back, rule)                                                                                    \
    do {                                                                                                               \
        change;                                                                                                        \
        assert_non_null(strstr(refusal_of(map), rule));                                                                \
        back;                                                                                                          \
        assert_string_equal(refusal_of(map), "");                                                                      \
    } while (0)
    REFUSED(two[1].block = (uint32_t)f->blocks.count, two[1].block = 2, "in no block");
    REFUSED(two[1].layout = 2, two[1].layout = 1, "to no struct");
    REFUSED(two[1].field = 3, two[1].field = 0, "to no member");
    REFUSED(two[1].writes = 0, two[1].writes = 1, "never happens");
    REFUSED(two[1].layout = 0, two[1].layout = 1, "not in order");
    REFUSED((two[1].layout = 0, two[1].field = 1), (two[1].layout = 1, two[1].field = 0), "not in order");
    REFUSED(field->size++, field->size--, "outside of its struct");
    REFUSED(field->offset = UINT64_MAX, field->offset = 5, "outside of its struct");
    REFUSED(map->layouts[0].size = UINT64_MAX / 8, map->layouts[0].size = 4, "larger than any memory");
#undef REFUSED
    free_unit(map);
    pep_arena_free(&arena);
}

static void sites_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_unitmap *map = make_unit(&arena, 5);
    struct pep_value_site site = {.kind = PEP_VALUE_SWITCH, .bits = 64, .name = "n", .position = {0, 1, 1}};
    map->functions[0]->sites = &site;
    map->functions[0]->nsites = 1;
    assert_string_equal(refusal_of(map), "");
    site.bits = 65;
    assert_non_null(strstr(refusal_of(map), "do not fit 64 bits"));
    site.bits = 0;
    assert_non_null(strstr(refusal_of(map), "do not fit 64 bits"));
    site.bits = 1;
    site.kind = 4;
    assert_non_null(strstr(refusal_of(map), "of no known kind"));
    site.kind = PEP_VALUE_ARGUMENT;
    site.position.file = 2;
    assert_non_null(strstr(refusal_of(map), "in no file"));
    free_unit(map);
    pep_arena_free(&arena);
}

static void calls_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_unitmap *map = make_unit(&arena, 6);
    struct pep_function *f = map->functions[0];
    struct pep_callee callees[2] = {{"abs", PEP_NO_FUNCTION}, {"function_1", 1}};
    struct pep_value_site sites[2] = {{.kind = PEP_VALUE_SWITCH, .bits = 32, .name = "n"},
                                      {.kind = PEP_VALUE_TARGET, .bits = 64, .name = "p"}};
    struct pep_call_site calls[2] = {{1, 1, PEP_NO_SITE, {0, 1, 1}}, {1, PEP_NO_CALLEE, 1, {0, 1, 1}}};
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        map->functions[i]->ncalls = 0;
    map->callees = callees;
    map->ncallees = 2;
    f->sites = sites;
    f->nsites = 2;
    f->calls = calls;
    f->ncalls = 2;
    assert_string_equal(refusal_of(map), "");
    calls[1].block = (uint32_t)f->blocks.count;
    assert_non_null(strstr(refusal_of(map), "in no block"));
    calls[1].block = 1;
    calls[0].callee = 2;
    assert_non_null(strstr(refusal_of(map), "to no callee"));
    calls[0].callee = 0;
    calls[1].site = 2;
    assert_non_null(strstr(refusal_of(map), "at no site"));
    calls[1].site = 0; /* whose values are no targets */
    assert_non_null(strstr(refusal_of(map), "at no site"));
    calls[1].site = 1;
    callees[1].function = FUNCTIONS;
    assert_non_null(strstr(refusal_of(map), "not in the unit"));
    callees[1].function = 1;
    callees[0].name = "zero";
    assert_non_null(strstr(refusal_of(map), "not in order"));
    callees[0].name = "abs";
    map->event = PEP_EVENT_SUBPATHS + 1;
    assert_non_null(strstr(refusal_of(map), "no known event"));
    map->event = PEP_EVENT_KPATHS;
    map->k = 0;
    assert_non_null(strstr(refusal_of(map), "sequences of no path"));
    map->k = PEP_SEQUENCE_LONGEST + 1;
    assert_non_null(strstr(refusal_of(map), "so long"));
    map->k = PEP_SEQUENCE_LONGEST;
    assert_string_equal(refusal_of(map), "");
    map->event = PEP_EVENT_CALLS;
    f->storage = PEP_STORE_BLOCKS;
    for (size_t b = 0; b < f->blocks.count; b++)
        f->blocks.at[b].counter = 0;
    f->ncounters = 1;
    assert_string_equal(refusal_of(map), "");
    f->blocks.at[1].counter = 1;
    assert_non_null(strstr(refusal_of(map), "a block has a counter"));
    f->ncounters = (uint32_t)f->blocks.count + 1;
    map->ncounters = f->base + f->ncounters;
    assert_non_null(strstr(refusal_of(map), "more counters than blocks"));
    free_unit(map);
    pep_arena_free(&arena);
}

static void damage(uint32_t seed)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_unitmap *map = make_unit(&arena, seed), got;
    const char *error;
    pep_unitmap_encode(&bytes, map);
    /* an own heap block of the exact size, so that a sanitizer sees every read behind it */
    unsigned char *copy = malloc(bytes.count);
    struct test_random r = {1};

    for (size_t cut = 0; cut < bytes.count; cut += 1 + cut / 50) {
        unsigned char *part = malloc(cut + 1);
        memcpy(part, bytes.at, cut);
        size_t at = 0;
        struct pep_arena other = PEP_ARENA_INIT;
        error = NULL;
        assert_int_equal(pep_unitmap_decode(&got, part, cut, &at, &other, &error), cut ? -1 : 0);
        pep_arena_free(&other);
        free(part);
    }
    for (int i = 0; i < 2000; i++) {
        memcpy(copy, bytes.at, bytes.count);
        copy[HEADER + test_random(&r, (uint32_t)bytes.count - HEADER)] ^= (unsigned char)(1 << test_random(&r, 8));
        size_t at = 0;
        struct pep_arena other = PEP_ARENA_INIT;
        error = NULL;
        assert_int_equal(pep_unitmap_decode(&got, copy, bytes.count, &at, &other, &error), -1);
        assert_non_null(error);
        pep_arena_free(&other);
    }
    for (int i = 0; i < 30000; i++) {
        memcpy(copy, bytes.at, bytes.count);
        for (uint32_t n = 1 + test_random(&r, 4); n--;) {
            uint32_t where = HEADER + test_random(&r, (uint32_t)bytes.count - HEADER);
            copy[where] =
                test_random(&r, 2) ? (unsigned char)test_random(&r, 256) : (unsigned char)(copy[where] ^ 0x80);
        }
        put_hash(copy, bytes.count);
        decode_all(copy, bytes.count);
    }
    free(copy);
    free_unit(map);
    pep_buffer_free(&bytes);
    pep_arena_free(&arena);
}

static void damaged_records_give_errors(void **state)
{
    (void)state;
    damage(5); /* with counts of blocks and structs, and no calls */
    damage(7); /* paths, structs and calls */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_back_as_they_went_in),   cmocka_unit_test(equal_units_give_equal_bytes),
        cmocka_unit_test(accesses_that_cannot_be_are_refused), cmocka_unit_test(sites_that_cannot_be_are_refused),
        cmocka_unit_test(calls_that_cannot_be_are_refused),    cmocka_unit_test(damaged_records_give_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
