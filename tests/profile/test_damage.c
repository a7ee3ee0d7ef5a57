/* Damaged files: the same ones in every run.  Flips, overwrites, cuts and doubles bytes of good files of every form,
 * and lets every reader have them; ELF files with a damaged map go through libelf. */
#define _GNU_SOURCE
#include "base/file.h"
#include "profile/binary.h"
#include "profile/gather.h"
#include "profile/text.h"
#include "tests/profile/damage.h"
#include "tests/profile/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { ROUNDS = 3000, ELF_ROUNDS = 1500, SEEDS = 11 };

struct fixture {
    struct sample sample;
    struct pep_mapset maps;
    struct pep_buffer seed[SEEDS]; /* raw, raw of the other order, merged, text, map; sequences: merged, text; subpaths:
                                      raw, all and sampled, merged, text */
};

static const char sequences[] = "pep profile 1; unit 1 \"u.c\" { function 0 \"f\" cfg 7 paths 300 {\n"
                                "path 0: 9; path 3: 500; path 299: 70;\n"
                                "sequence 0 3: 9; sequence 0 3 3: 8; sequence 0 3 3 299: 7; sequence 0 3 299: 1;\n"
                                "sequence 3 3: 400; sequence 3 3 3 3 3: 128; sequence 3 299: 60; sequence 299 3: 1;\n"
                                "} function 1 \"g\" cfg 8 paths 0 { path 77: 3; sequence 77 77: 1; } }";

/* add_subpaths - as a raw file; the unit is another one then. */
static int add_subpaths(struct fixture *x, struct pep_buffer *seed, enum pep_raw_subpath_way way,
                        enum pep_raw_encoding encoding)
{
    struct sample sample;
    struct pep_fault fault;
    sample_make(&sample, 4, 10);
    sample_subpaths(NULL, &sample, way, encoding, 5);
    sample_raw_subpaths(seed, &sample, "/bin/sample", encoding == PEP_RAW_ENCODING_EXACT);
    long maps = pep_mapset_add_bytes(&x->maps, sample.record.at, sample.record.count, "sample", &fault);
    sample_free(&sample);
    return maps == 1 ? 0 : -1;
}

static int setup(void **state)
{
    static struct fixture x;
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_raw_file raw = {0};
    struct pep_gathered g = {0};
    struct pep_fault fault;
    memset(&x, 0, sizeof x);
    sample_make(&x.sample, 3, 100);
    sample_contexts(&x.sample);
    sample_raw(&x.seed[0], &x.sample, "/bin/sample", 0);
    sample_raw(&x.seed[1], &x.sample, "/bin/sample", 1);
    if (pep_mapset_add_bytes(&x.maps, x.sample.record.at, x.sample.record.count, "sample", &fault) != 1 ||
        pep_raw_read(&raw, x.seed[0].at, x.seed[0].count, &fault))
        return -1;
    sample_gather(&p, &g, &raw, &x.maps);
    pep_binary_write(&x.seed[2], &p);
    pep_text_write(&x.seed[3], &p);
    pep_buffer_add(&x.seed[4], x.sample.record.at, x.sample.record.count);
    pep_profile_free(&p);
    pep_raw_free(&raw);
    pep_gathered_free(&g);
    if (pep_text_read(&p, sequences, sizeof sequences - 1, &fault))
        return -1;
    pep_binary_write(&x.seed[5], &p);
    pep_text_write(&x.seed[6], &p);
    pep_profile_free(&p);
    if (add_subpaths(&x, &x.seed[7], PEP_RAW_SUBPATH_ALL, PEP_RAW_ENCODING_EXACT) ||
        add_subpaths(&x, &x.seed[8], PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_ROTATION) ||
        pep_raw_read(&raw, x.seed[8].at, x.seed[8].count, &fault))
        return -1;
    sample_gather(&p, &g, &raw, &x.maps);
    pep_binary_write(&x.seed[9], &p);
    pep_text_write(&x.seed[10], &p);
    pep_profile_free(&p);
    pep_raw_free(&raw);
    pep_gathered_free(&g);
    *state = &x;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *x = *state;
    for (int i = 0; i < SEEDS; i++)
        pep_buffer_free(&x->seed[i]);
    sample_free(&x->sample);
    pep_mapset_free(&x->maps);
    return 0;
}

/* One to four changes; most of them near the begin, where the structure is. */
static void mutate(struct pep_buffer *b, uint64_t *random)
{
    static const unsigned char telling[] = {0x00, 0x01, 0x7f, 0x80, 0xff, 0xfe, '"', '\\', '{', ';'};
    for (uint64_t n = 1 + sample_random(random, 4); n-- && b->count > 1;) {
        size_t reach = sample_random(random, 2) && b->count > 400 ? 400 : b->count;
        size_t at = (size_t)sample_random(random, reach);
        switch (sample_random(random, 6)) {
        case 0: b->at[at] ^= (char)(1 << sample_random(random, 8)); break;
        case 1: b->at[at] = (char)telling[sample_random(random, sizeof telling)]; break;
        case 2: b->count = at; break;
        case 3: { /* a piece twice */
            char piece[64];
            size_t length = b->count - at < sizeof piece ? b->count - at : sizeof piece;
            memcpy(piece, b->at + at, length);
            pep_buffer_add(b, piece, length);
            break;
        }
        case 4: /* a piece gone */
            memmove(b->at + at, b->at + at + 1, b->count - at - 1);
            b->count--;
            break;
        default: /* a large number */ memset(b->at + at, 0xff, b->count - at < 8 ? b->count - at : 8);
        }
    }
}

static void readers_survive(void **state)
{
    struct fixture *x = *state;
    uint64_t random = 20051112;
    int taken = 0;
    for (int seed = 0; seed < SEEDS; seed++)
        assert_int_equal(damage_read((unsigned char *)x->seed[seed].at, x->seed[seed].count, &x->maps), 1);
    for (int round = 0; round < ROUNDS; round++) {
        for (int seed = 0; seed < SEEDS; seed++) {
            struct pep_buffer b = PEP_BUFFER_INIT;
            pep_buffer_add(&b, x->seed[seed].at, x->seed[seed].count);
            mutate(&b, &random);
            if (round % 4)
                damage_repair((unsigned char *)b.at, b.count);
            taken += damage_read((unsigned char *)b.at, b.count, &x->maps);
            pep_buffer_free(&b);
        }
    }
    assert_true(taken > ROUNDS / 2); /* else the repair does not work, and this test tests little */
}

static void hashes_catch_every_flip(void **state)
{
    struct fixture *x = *state;
    for (int seed = 2; seed <= 4; seed += 2) {
        struct pep_buffer *b = &x->seed[seed];
        for (size_t i = 0; i < b->count; i++) {
            for (int bit = 0; bit < 8; bit += 3) {
                b->at[i] ^= (char)(1 << bit);
                if (damage_read((unsigned char *)b->at, b->count, &x->maps))
                    fail_msg("seed %d: bit %d of byte %zu is not noticed", seed, bit, i);
                b->at[i] ^= (char)(1 << bit);
            }
        }
    }
}

static void elf_files_survive(void **state)
{
    struct fixture *x = *state;
    char path[] = "/tmp/pep-damage-XXXXXX";
    uint64_t random = 1996;
    struct pep_buffer whole = PEP_BUFFER_INIT;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (int form = 0; form < 4; form++) {
        struct pep_mapset set = {0};
        struct pep_fault fault;
        pep_buffer_clear(&whole);
        assert_int_equal(sample_elf(path, &x->sample, form & 1, form & 2), 0);
        assert_int_equal(pep_mapset_add_file(&set, path, &fault), 2);
        assert_int_equal(set.units.count, 1); /* it stands there twice */
        pep_mapset_free(&set);
        assert_int_equal(pep_file_read(&whole, path), 0);
        for (int round = 0; round < ELF_ROUNDS / 4; round++) {
            struct pep_buffer b = PEP_BUFFER_INIT;
            pep_buffer_add(&b, whole.at, whole.count);
            mutate(&b, &random);
            assert_int_equal(pep_file_write(path, b.at, b.count), 0);
            (void)pep_mapset_add_file(&set, path, &fault);
            pep_mapset_free(&set);
            pep_buffer_free(&b);
        }
    }
    pep_buffer_free(&whole);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_survive),
        cmocka_unit_test(hashes_catch_every_flip),
        cmocka_unit_test(elf_files_survive),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
