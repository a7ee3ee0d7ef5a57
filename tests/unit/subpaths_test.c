/* subpaths_test.c - subpaths: what the runtime's profilers say of streams of blocks is what counting by brute force
 * says. */
#include "base/buffer.h"
#include "base/map.h"

#include "pep/abi.h"
#include "pep/pep.h"
#include "pep/raw.h"
#include "rt/subpaths.h"
#include "graphs.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MAX = 1 << PEP_RAW_LENGTHS };

/* --- the truth --- */

/* A block of a unit as one number. */
static uint32_t block_of(uint64_t unit, uint32_t block)
{
    return (uint32_t)unit << 16 | block;
}

struct stream {
    uint32_t *at;
    size_t count, room;
};

static void stream_add(struct stream *s, uint32_t block)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->at = realloc(s->at, s->room * sizeof *s->at);
    }
    s->at[s->count++] = block;
}

/* Every subpath of the stream's blocks from..to - 1. */
static void truth_add(struct pep_map *truth, const struct stream *s, size_t from, size_t to, unsigned n)
{
    size_t length = (size_t)1 << n;
    for (size_t t = from; t + length <= to; t++)
        ++*pep_map_put(truth, s->at + t, length * sizeof *s->at, 0);
}

/* --- what the runtime says --- */

static int keep(const void *bytes, size_t count, void *data)
{
    pep_buffer_add(data, bytes, count);
    return 0;
}

static size_t expand(uint32_t *out, const struct pep_raw_subpaths *head, uint32_t i)
{
    const struct pep_raw_pair *pair = (const struct pep_raw_pair *)(head + 1) + i;
    assert_true(i < head->used);
    switch (pair->kind & ((1 << PEP_RAW_PAIR_BITS) - 1)) {
    case PEP_RAW_PAIR_BLOCK: *out = block_of((uint64_t)pair->right << 32 | pair->left, pair->count); return 1;
    case PEP_RAW_PAIR_ONE: return expand(out, head, pair->left);
    case PEP_RAW_PAIR_HALVES: {
        size_t left = expand(out, head, pair->left), right = expand(out + left, head, pair->right);
        assert_int_equal(left, right);
        return left + right;
    }
    default: fail_msg("a pair is made of one that is free"); return 0;
    }
}

/* Adds what is counted; the head of the last segment comes back. */
static struct pep_raw_subpaths machine_read(struct pep_map *counts)
{
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_subpaths sum = {0};
    uint32_t blocks[LENGTH_MAX];
    assert_int_equal(pep_write(keep, &bytes), 0);
    const struct pep_raw_header *h = (const void *)bytes.at;
    const struct pep_raw_entry *e = (const void *)(h + 1);
    for (uint64_t i = 0; i < h->entries; i++) {
        if (e[i].kind != PEP_RAW_SUBPATHS || e[i].state != PEP_RAW_VALID)
            continue;
        const struct pep_raw_subpaths *head = (const void *)(bytes.at + e[i].offset);
        const struct pep_raw_pair *pairs = (const void *)(head + 1);
        sum = *head;
        for (uint32_t p = 0; p < head->used; p++)
            if ((pairs[p].kind & 3) >= PEP_RAW_PAIR_HALVES && pairs[p].count)
                *pep_map_put(counts, blocks, expand(blocks, head, p) * sizeof *blocks, 0) += pairs[p].count;
    }
    pep_buffer_free(&bytes);
    return sum;
}

static void must_equal(const struct pep_map *counts, const struct pep_map *truth)
{
    assert_int_equal(counts->entries.count, truth->entries.count);
    for (size_t i = 0; i < truth->entries.count; i++) {
        const struct pep_map_entry *e = &truth->entries.at[i];
        const uint64_t *count = pep_map_get(counts, e->key, e->length);
        assert_non_null(count);
        assert_int_equal(*count, e->value);
    }
}

/* --- brute force --- */

static struct pep_unit units[3] = {{.hash = 1}, {.hash = 2}, {.hash = 3}};

static void units_begin(uint32_t how)
{
    for (int i = 0; i < 3; i++) {
        struct pep_unit *u = &units[i];
        *u = (struct pep_unit){.abi = PEP_ABI_VERSION,
                               .bytes = sizeof *u,
                               .hash = (uint64_t)i + 1,
                               .how = how,
                               .trigger = PEP_UNIT_COUNTDOWN,
                               .stream = 1};
        pep_unit_register(u);
    }
}

static void test_brute_force(void **state)
{
    struct test_random r = {1};
    struct pep_map truth = {0}, counts = {0};
    struct stream s = {0};
    (void)state;
    units_begin(PEP_UNIT_EXHAUSTIVE);
    for (uint32_t i = 0, at = 0; i < 20000; i++) {
        at = test_random(&r, 6) ? (at * 5 + 1) % 16 : test_random(&r, 16);
        units[at % 3].block(&units[at % 3], at, 0);
        stream_add(&s, block_of(at % 3 + 1, at));
    }
    for (unsigned n = 1; n <= PEP_RAW_LENGTHS; n++)
        truth_add(&truth, &s, 0, s.count, n);
    struct pep_raw_subpaths head = machine_read(&counts);
    assert_int_equal(head.way, PEP_RAW_SUBPATH_ALL);
    assert_int_equal(head.told, 20000);
    assert_int_equal(head.lost, 0);
    must_equal(&counts, &truth);
    pep_map_free(&truth);
    pep_map_free(&counts);
    free(s.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
