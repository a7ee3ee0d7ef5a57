#define _GNU_SOURCE
/* Subpaths: from pairs of a raw file to estimates, against the stream of blocks that they were recorded from. */
#include "profile/binary.h"
#include "profile/subpath_match.h"
#include "profile/text.h"
#include "tests/profile/sample.h"
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

struct recorded {
    struct sample sample;
    struct sample_stream stream;
    struct pep_profile profile;
    struct pep_gathered gathered;
};

/* gather - what the sample's pairs make of it. */
static void gather(struct recorded *r, int swapped)
{
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_mapset maps = {0};
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    sample_raw_subpaths(&bytes, &r->sample, "/bin/sample", swapped);
    assert_int_equal(pep_mapset_add_bytes(&maps, r->sample.record.at, r->sample.record.count, "sample", &fault), 1);
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    assert_int_equal(raw.notes.count, 0);
    r->profile = (struct pep_profile)PEP_PROFILE_INIT;
    sample_gather(&r->profile, &r->gathered, &raw, &maps);
    pep_raw_free(&raw);
    pep_mapset_free(&maps);
    pep_buffer_free(&bytes);
}

static void record(struct recorded *r, uint64_t seed, enum pep_raw_subpath_way way, enum pep_raw_encoding encoding,
                   unsigned entries)
{
    memset(r, 0, sizeof *r);
    sample_make(&r->sample, seed, 50);
    sample_subpaths(&r->stream, &r->sample, way, encoding, entries);
}

static void release(struct recorded *r)
{
    sample_free(&r->sample);
    pep_array_free(&r->stream);
    pep_profile_free(&r->profile);
    pep_gathered_free(&r->gathered);
}

/* Of a subpath the numbers of its blocks in the unit; gives how many. */
static uint32_t numbers(uint32_t out[PEP_SUBPATH_LONGEST], const struct recorded *r, uint32_t at)
{
    const struct pep_subpaths *s = &r->profile.subpaths;
    uint32_t n = pep_subpaths_expand(out, s, at);
    for (uint32_t i = 0; i < n; i++) {
        const struct pep_place *p = &s->places.at[out[i]];
        assert_int_equal(p->unit, r->sample.map.hash);
        out[i] = r->sample.map.functions[p->function]->first_block + p->block;
    }
    return n;
}

static bool same_turned(const uint32_t *a, const uint32_t *b, uint32_t n, uint32_t by)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[(i + by) % n])
            return false;
    return true;
}

/* How often the stream has the blocks, or a rotation of them. */
static uint64_t truth(const struct sample_stream *stream, const uint32_t *blocks, uint32_t n, bool turned)
{
    uint64_t count = 0;
    for (size_t t = 0; t + n <= stream->count; t++) {
        bool same = false;
        for (uint32_t by = 0; by < (turned ? n : 1) && !same; by++)
            same = same_turned(&stream->at[t], blocks, n, by);
        count += same;
    }
    return count;
}

/* Brute force: each subpath that is there has the count that the stream gives it, and none is missing. */
static void all_are_exact(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        struct recorded r;
        uint64_t sum[PEP_RAW_LENGTHS + 1] = {0};
        record(&r, 3, PEP_RAW_SUBPATH_ALL, PEP_RAW_ENCODING_EXACT, 60);
        gather(&r, swapped);
        const struct pep_subpaths *s = &r.profile.subpaths;
        assert_string_equal(pep_buffer_text(&r.gathered.notes), "");
        assert_true(s->count > 100 && pep_subpaths_is_exact(s));
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t blocks[PEP_SUBPATH_LONGEST], n = numbers(blocks, &r, i);
            assert_int_equal(n, 1u << s->at[i].n);
            assert_int_equal(s->at[i].samples, s->at[i].estimate);
            assert_int_equal(s->at[i].variance, 0);
            if (s->at[i].n)
                assert_int_equal(s->at[i].estimate, truth(&r.stream, blocks, n, false));
            sum[s->at[i].n] += s->at[i].estimate;
        }
        for (unsigned n = 1; n <= 5; n++)
            assert_int_equal(sum[n], r.stream.count - (1u << n) + 1);
        assert_int_equal(pep_subpaths_blocks(s), r.stream.count);
        assert_int_equal(r.profile.units.count, 1);
        release(&r);
    }
}

/* Estimates are near what they estimate, and 95 of 100 intervals hold it. */
static void samples_are_estimates(void **state)
{
    unsigned held = 0, all = 0;
    double off = 0, sum = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct recorded r;
        record(&r, seed, seed % 2 ? PEP_RAW_SUBPATH_STAYS : PEP_RAW_SUBPATH_BLOCKS, PEP_RAW_ENCODING_EXACT, 2000);
        gather(&r, 0);
        const struct pep_subpaths *s = &r.profile.subpaths;
        double blocks = (double)pep_subpaths_blocks(s) / (double)r.stream.count;
        assert_true(blocks > 0.8 && blocks < 1.25 && !pep_subpaths_is_exact(s));
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t places[PEP_SUBPATH_LONGEST], n;
            double low, high;
            if (s->at[i].samples < 5 || s->at[i].n > 3) /* those that are picked by their samples are too hot else */
                continue;
            n = numbers(places, &r, i);
            double count = (double)truth(&r.stream, places, n, false);
            pep_subpaths_interval(&low, &high, &s->at[i]);
            assert_true(low <= (double)s->at[i].estimate && high >= (double)s->at[i].estimate);
            if (count < 400)
                continue;
            held += low <= count && count <= high;
            all++;
            off += (double)s->at[i].estimate - count;
            sum += count;
        }
        release(&r);
    }
    assert_true(all > 300);
    if (held < 0.92 * all || held > 0.985 * all || fabs(off) > 0.02 * sum)
        fail_msg("%u of %u intervals hold the truth, estimates are off by %g of %g", held, all, off, sum);
}

/* Rotations come together, whichever of them the runtime took. */
static void rotations_are_one(void **state)
{
    struct recorded r;
    (void)state;
    record(&r, 9, PEP_RAW_SUBPATH_ALL, PEP_RAW_ENCODING_ROTATION, 40);
    gather(&r, 0);
    const struct pep_subpaths *s = &r.profile.subpaths;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t blocks[PEP_SUBPATH_LONGEST], n = numbers(blocks, &r, i);
        if (!s->at[i].samples)
            continue;
        assert_int_equal(s->at[i].encoding, PEP_RAW_ENCODING_ROTATION);
        assert_int_equal(s->at[i].estimate, truth(&r.stream, blocks, n, true));
        for (uint32_t by = 1; by < n; by++) { /* by function and block, that is by number here */
            uint32_t k = 0;
            while (k < n && blocks[k] == blocks[(k + by) % n])
                k++;
            assert_true(k == n || blocks[k] < blocks[(k + by) % n]);
        }
        sum += s->at[i].estimate;
    }
    assert_int_equal(sum, r.sample.subpaths.recorded);
    release(&r);
}

static const struct pep_subpath *find(const struct pep_subpaths *s, unsigned n)
{
    const struct pep_subpath *found = NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].n == n && s->at[i].samples) {
            assert_null(found);
            found = &s->at[i];
        }
    assert_non_null(found);
    return found;
}

/* A file made by hand: what a sample stands for follows from scale, distance, weights, and how far it is thinned. */
static void samples_stand_for_many(void **state)
{
    struct recorded r;
    (void)state;
    for (uint32_t thinned = 0; thinned < 2; thinned++) {
        record(&r, 1, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 0);
        uint32_t low = (uint32_t)r.sample.map.hash, high = (uint32_t)(r.sample.map.hash >> 32);
        const struct pep_raw_pair pairs[] = {
            {low, high, r.sample.map.functions[SAMPLE_SCAN]->first_block + 3, PEP_RAW_PAIR_BLOCK},
            {0, 0, 0, PEP_RAW_PAIR_HALVES}, /* that of both below */
            {1, 1, 10, PEP_RAW_PAIR_HALVES | 5u << PEP_RAW_PAIR_BITS},
            {2, 2, 7, PEP_RAW_PAIR_HALVES},
            {0, 0, 3, PEP_RAW_PAIR_ONE},
            {0, 0, 2, PEP_RAW_PAIR_ONE}, /* the count of the other was full */
        };
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            pep_array_push(&r.sample.pairs, pairs[i]);
        r.sample.subpaths = (struct pep_raw_subpaths){.version = 2 + thinned,
                                                      .way = PEP_RAW_SUBPATH_STAYS,
                                                      .scale = 3,
                                                      .thinned = 3,
                                                      .used = 6,
                                                      .distance = 100,
                                                      .told = 5000,
                                                      .weight = {1, 3, 2, 1}};
        gather(&r, 0);
        const struct pep_subpaths *s = &r.profile.subpaths;
        const uint64_t each = thinned ? 16 * 100 * 7 / 2 : 8 * 100 * 7 / 2;
        assert_int_equal(s->count, 4);
        assert_int_equal(find(s, 2)->estimate, 10 * each);
        assert_int_equal(find(s, 2)->variance, 10 * each * (each - 1));
        assert_int_equal(find(s, 3)->estimate, 7 * 8 * 100 * 7);
        assert_int_equal(find(s, 0)->estimate, 5 * 8 * 100 * 7);
        assert_int_equal(s->totals.count, 1);
        assert_int_equal(s->totals.at[0].distance, 800);
        assert_int_equal(s->totals.at[0].told, 5000);
        assert_int_equal(pep_subpaths_blocks(s), 10 * each);
        release(&r);
    }
}

/* The same, where the sample holds what it has: times, and above them the scale of what was counted at once. */
static void held_samples_count_once(void **state)
{
    struct recorded r;
    (void)state;
    record(&r, 1, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 0);
    uint32_t low = (uint32_t)r.sample.map.hash, high = (uint32_t)(r.sample.map.hash >> 32);
    const struct pep_raw_pair pairs[] = {
        {low, high, r.sample.map.functions[SAMPLE_SCAN]->first_block + 3, PEP_RAW_PAIR_BLOCK},
        {0, 0, 50, PEP_RAW_PAIR_HALVES},                           /* all of them seen */
        {1, 1, 30 | 2u << PEP_RAW_HELD_BITS, PEP_RAW_PAIR_HALVES}, /* four at once: variance 30 + 12 */
        {2, 2, 64 | 6u << PEP_RAW_HELD_BITS, PEP_RAW_PAIR_HALVES}, /* no more than came in */
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        pep_array_push(&r.sample.pairs, pairs[i]);
    r.sample.subpaths = (struct pep_raw_subpaths){.version = 3,
                                                  .way = PEP_RAW_SUBPATH_STAYS,
                                                  .sample = PEP_RAW_SAMPLE_HOLD,
                                                  .scale = 3,
                                                  .thinned = 3,
                                                  .used = 4,
                                                  .distance = 100,
                                                  .weight = {0, 2, 1, 1}};
    gather(&r, 0);
    const struct pep_subpaths *s = &r.profile.subpaths;
    assert_int_equal(find(s, 1)->estimate, 50 * 200);
    assert_int_equal(find(s, 1)->variance, 50 * 200 * 199);
    assert_int_equal(find(s, 1)->samples, 50);
    assert_int_equal(find(s, 2)->estimate, 30 * 400);
    assert_int_equal(find(s, 2)->variance, 30 * 400 * 399 + 12 * 400 * 400);
    assert_int_equal(find(s, 2)->samples, 30 * 30 / 42);
    assert_int_equal(find(s, 3)->estimate, 64 * 400);
    assert_int_equal(find(s, 3)->samples, 1);
    assert_int_equal(s->totals.at[0].distance, 100);
    release(&r);
}

/* What is no subpath is left out, with what is made of it, and told; what was being made is not worth a word. */
static void damaged_pairs_are_left_out(void **state)
{
    struct recorded r;
    (void)state;
    record(&r, 1, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 0);
    uint32_t low = (uint32_t)r.sample.map.hash, high = (uint32_t)(r.sample.map.hash >> 32);
    uint32_t end = r.sample.map.nblocks, odd = r.sample.map.functions[SAMPLE_ODD]->first_block;
    assert_int_equal(odd, end);
    const struct pep_raw_pair pairs[] = {
        {low, high, 3, PEP_RAW_PAIR_BLOCK},   /* 0: sound */
        {low, high, end, PEP_RAW_PAIR_BLOCK}, /* 1: of no function */
        {low, ~high, 3, PEP_RAW_PAIR_BLOCK},  /* 2: of no unit */
        {0, 0, 5, PEP_RAW_PAIR_HALVES},       /* 3: sound */
        {0, 1, 5, PEP_RAW_PAIR_HALVES},       /* 4 */
        {2, 0, 5, PEP_RAW_PAIR_HALVES},       /* 5 */
        {6, 6, 5, PEP_RAW_PAIR_HALVES},       /* 6: a half of itself */
        {8, 3, 5, PEP_RAW_PAIR_HALVES},       /* 7: in a circle */
        {7, 3, 5, PEP_RAW_PAIR_HALVES},       /* 8 */
        {0, 3, 5, PEP_RAW_PAIR_HALVES},       /* 9: of unequal halves */
        {3, 3, 5, PEP_RAW_PAIR_HALVES},       /* 10: of a length without a weight */
        {12, 0, 5, PEP_RAW_PAIR_HALVES},      /* 11: the half is being made */
        {0, 0, 0, PEP_RAW_PAIR_FREE},         /* 12 */
        {0, UINT32_MAX, 5, PEP_RAW_PAIR_HALVES},
        {3, 0, 5, PEP_RAW_PAIR_ONE}, /* that is none */
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        pep_array_push(&r.sample.pairs, pairs[i]);
    r.sample.subpaths = (struct pep_raw_subpaths){
        .way = PEP_RAW_SUBPATH_STAYS, .used = UINT32_MAX, .distance = UINT64_MAX, .weight = {0, UINT32_MAX, 0, 1}};
    gather(&r, 0);
    const struct pep_subpaths *s = &r.profile.subpaths;
    const char *notes = pep_buffer_text(&r.gathered.notes);
    assert_int_equal(s->count, 2);
    assert_int_equal(find(s, 1)->estimate, UINT64_MAX);
    assert_non_null(strstr(notes, "7 subpaths go through blocks that belong to no function and are left out"));
    assert_non_null(strstr(notes, "1 subpaths are of a length that was not recorded"));
    assert_int_equal(r.gathered.missing.count, 1);
    assert_int_equal(r.gathered.missing.at[0].unit, (uint64_t)~high << 32 | low);
    release(&r);

    const struct pep_raw_subpaths heads[] = {
        {.way = 4}, {.way = 1, .encoding = 3}, {.way = 2, .scale = 64}, {.way = 3, .sample = 2}, {.way = 0}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        record(&r, 1, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 20);
        uint32_t used = r.sample.subpaths.used;
        r.sample.subpaths = heads[i];
        r.sample.subpaths.used = used;
        gather(&r, 0);
        assert_int_equal(r.profile.subpaths.count + r.profile.subpaths.totals.count, 0);
        assert_int_equal(strstr(pep_buffer_text(&r.gathered.notes), "that this version does not know") != NULL,
                         heads[i].way != 0);
        release(&r);
    }
}

/* Two runs are the sum of both, in either order; and less the first one they are the second. */
static void runs_add_up(void **state)
{
    struct recorded a, b;
    struct pep_profile ab = PEP_PROFILE_INIT, ba = PEP_PROFILE_INIT;
    struct pep_buffer x = PEP_BUFFER_INIT, y = PEP_BUFFER_INIT;
    (void)state;
    record(&a, 5, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 100);
    record(&b, 6, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 300);
    gather(&a, 0);
    gather(&b, 1);
    pep_profile_merge(&ab, &a.profile);
    pep_profile_merge(&ab, &b.profile);
    pep_profile_merge(&ba, &b.profile);
    pep_profile_merge(&ba, &a.profile);
    pep_binary_write(&x, &ab);
    pep_binary_write(&y, &ba);
    assert_int_equal(x.count, y.count);
    assert_memory_equal(x.at, y.at, x.count);
    assert_int_equal(ab.subpaths.totals.count, 1);
    assert_int_equal(ab.subpaths.totals.at[0].told, a.stream.count + b.stream.count);
    pep_subpaths_since(&ab.subpaths, &a.profile.subpaths);
    uint32_t *index = pep_subpaths_locate(&ab.subpaths, &b.profile.subpaths);
    assert_int_equal(ab.subpaths.count, b.profile.subpaths.count);
    for (size_t i = 0; i < ab.subpaths.count; i++) {
        assert_int_equal(index[i], i);
        assert_int_equal(ab.subpaths.at[i].samples, b.profile.subpaths.at[i].samples);
        assert_int_equal(ab.subpaths.at[i].estimate, b.profile.subpaths.at[i].estimate);
    }
    pep_subpaths_since(&ba.subpaths, &ba.subpaths);
    assert_int_equal(ba.subpaths.count, 0);
    pep_subpaths_since(&a.profile.subpaths, &b.profile.subpaths); /* fewer blocks: a program that began anew */
    assert_true(a.profile.subpaths.count > 0);
    pep_array_release(index);
    pep_buffer_free(&x);
    pep_buffer_free(&y);
    pep_profile_free(&ab);
    pep_profile_free(&ba);
    release(&a);
    release(&b);
}

/* Two subpaths of 2 blocks of a function, and how often they came; the third block is of another function. */
static void make_pairs(struct pep_subpaths *s, uint32_t left, uint32_t right, uint64_t count, uint32_t other_left,
                       uint32_t other_right, uint64_t other_count, uint64_t told)
{
    const uint32_t functions[3] = {0, 0, 1};
    uint32_t ends[4] = {left, right, other_left, other_right};
    for (int i = 0; i < 4; i++)
        ends[i] = pep_subpaths_add_block(s, 7, functions[ends[i]], ends[i]);
    for (int i = 0; i < 4; i += 2) {
        struct pep_subpath *at = &s->at[pep_subpaths_add_halves(s, ends[i], ends[i + 1], PEP_RAW_ENCODING_EXACT)];
        at->samples = at->estimate = i ? other_count : count;
    }
    pep_array_push(&s->totals, (struct pep_subpath_total){.way = PEP_RAW_SUBPATH_ALL, .weight = {0, 1}, .told = told});
    pep_subpaths_sort(s);
}

static void match(struct pep_subpath_match *m, const struct pep_subpaths *perfect, const struct pep_subpaths *estimate,
                  uint32_t other, double threshold)
{
    const struct pep_subpaths *sides[2] = {perfect, estimate};
    uint32_t names[2][4];
    const uint32_t *own[2] = {names[0], names[1]};
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->places.count; i++)
            names[side][i] = sides[side]->places.at[i].function ? other : 3;
    *m = (struct pep_subpath_match){0};
    pep_subpath_match(m, sides, own, threshold, 10, false);
}

static void matches_are_judged(void **state)
{
    enum { A, B, C };
    struct pep_subpaths perfect = {0}, estimate = {0};
    struct pep_subpath_match m;
    (void)state;
    make_pairs(&perfect, A, B, 100, B, C, 50, 400);
    make_pairs(&estimate, A, B, 80, C, A, 20, 200);
    match(&m, &perfect, &perfect, 4, 0.1);
    assert_true(m.accuracy == 1 && m.nhot == 2 && m.nhit == 2);
    pep_subpath_match_free(&m);
    match(&m, &perfect, &estimate, 4, 0.1);
    assert_int_equal(m.matched.count, 3);
    assert_true(m.nhot == 2 && m.nhit == 1);
    assert_true(fabs(m.accuracy - 0.5 / 0.75) < 1e-9); /* 200 and 100 of 400 blocks; 160 of 200 and none */
    assert_true(m.matched.at[0].rank[0] == 1 && m.matched.at[0].rank[1] == 1);
    assert_true(m.matched.at[1].rank[0] == 2 && !m.matched.at[1].rank[1] && !m.matched.at[2].rank[0]);
    pep_subpath_match_free(&m);
    match(&m, &perfect, &estimate, UINT32_MAX, 0.1); /* what goes through a function without a partner is left out */
    assert_true(m.matched.count == 1 && m.nhot == 1 && m.accuracy == 1);
    pep_subpath_match_free(&m);
    match(&m, &perfect, &estimate, 4, 0.6);
    assert_true(m.nhot == 0 && m.accuracy == PEP_FIGURE_NONE);
    pep_subpath_match_free(&m);
    estimate.totals.at[0].weight[1] = 0; /* another length */
    estimate.totals.at[0].weight[2] = 1;
    match(&m, &perfect, &estimate, 4, 0.1);
    assert_int_equal(m.matched.count, 0);
    pep_subpath_match_free(&m);
    pep_subpaths_free(&perfect);
    pep_subpaths_free(&estimate);
}

static void periods(void **state)
{
    static const struct {
        const char *blocks;
        uint32_t period;
    } cases[] = {{"a", 1},    {"aaaa", 1}, {"abab", 2}, {"abca", 3},
                 {"abcd", 4}, {"aaab", 4}, {"abaa", 3}, {"abcabcab", 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t blocks[8] = {0}, n = (uint32_t)strlen(cases[i].blocks);
        for (uint32_t k = 0; k < n; k++)
            blocks[k] = (unsigned char)cases[i].blocks[k];
        assert_int_equal(pep_subpaths_period(blocks, n), cases[i].period);
    }
}

static void text_is_refused(void **state)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"halves 1 0 0;", "no subpath in front has the number 0"},
        {"place 0 1 2 3; place 0 1 2 4;", "two subpaths have the number 0"},
        {"place 0 1 2 3; halves 1 0 0; halves 2 0 1;", "two halves are of one length"},
        {"place 0 1 2 3; halves 1 0 0 xor: 1 2 3; halves 2 1 1;", "a half stands for others"},
        {"place 0 1 4294967296 3;", "do not fit 32 bits"},
        {"place 0 1 2 3 rotation: 1 2 3;", "belongs here"},
        {"subpaths all exact { weights 1 2 3 4 5 6 7 8 9 10 11 12; }", "weights for 11 lengths"},
        {"subpaths all exact { weights 4294967296; }", "a weight does not fit 32 bits"},
        {"subpaths some exact { }", "'some' is no word of a profile"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pep_profile p = PEP_PROFILE_INIT;
        struct pep_fault fault = {0};
        char text[200];
        int n = snprintf(text, sizeof text, "pep profile 1; %s", cases[i].text);
        assert_int_not_equal(pep_text_read(&p, text, (size_t)n, &fault), 0);
        if (!strstr(fault.text, cases[i].fault))
            fail_msg("%s: %s", cases[i].text, fault.text);
        pep_profile_free(&p);
    }
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_fault fault;
    struct pep_buffer text = PEP_BUFFER_INIT;
    pep_buffer_adds(&text, "pep profile 1; place 0 1 2 3; ");
    for (int n = 1; n <= PEP_RAW_LENGTHS + 1; n++)
        pep_buffer_printf(&text, "halves %d %d %d; ", n, n - 1, n - 1);
    assert_int_not_equal(pep_text_read(&p, text.at, text.count, &fault), 0);
    assert_non_null(strstr(fault.text, "a subpath has 1024 blocks at most"));
    pep_profile_free(&p);
    pep_buffer_free(&text);
}

/* thin - while its parent lives, thrice in a row and then, for longer than a reading lasts, not: the head says that it
 * begins, something changes far behind, the head says that it is done. */
static void thin(int fd, off_t far)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (uint32_t version = 1;; version += 2) {
        const uint32_t done = version + 1;
        if (pwrite(fd, &version, sizeof version, 4096) < 0 || pwrite(fd, &version, sizeof version, far) < 0 ||
            pwrite(fd, &done, sizeof done, 4096) < 0)
            _exit(1);
        usleep(version % 3 ? 300 : 30000);
    }
}

/* A file is read again where its sample was thinned meanwhile. */
static void thinning_is_noticed(void **state)
{
    struct recorded r;
    struct pep_buffer bytes = PEP_BUFFER_INIT, got = PEP_BUFFER_INIT;
    char path[] = "/tmp/pep-subpaths.XXXXXX";
    (void)state;
    record(&r, 1, PEP_RAW_SUBPATH_STAYS, PEP_RAW_ENCODING_EXACT, 0);
    (void)pep_array_push_n(&r.sample.pairs, 100000);
    sample_raw_subpaths(&bytes, &r.sample, "/bin/sample", 0);
    off_t far = (off_t)(4096 + sizeof r.sample.subpaths + (r.sample.pairs.count - 1) * sizeof *r.sample.pairs.at);
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, bytes.at, bytes.count) == (ssize_t)bytes.count);
    pid_t child = fork();
    if (!child)
        thin(fd, far);
    uint32_t before = 0, behind, seen = 0, last = 0;
    for (int i = 0; i < 20000 && seen < 100; i++) {
        assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
        assert_int_equal(pep_raw_load(&got, fd), 0);
        assert_int_equal(got.count, bytes.count);
        memcpy(&before, got.at + 4096, sizeof before);
        memcpy(&behind, got.at + far, sizeof behind);
        if (before && before % 2 == 0)
            assert_int_equal(behind, before - 1);
        seen += before != last;
        last = before;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(fd);
    unlink(path);
    pep_buffer_free(&bytes);
    pep_buffer_free(&got);
    release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_exact),
        cmocka_unit_test(samples_are_estimates),
        cmocka_unit_test(rotations_are_one),
        cmocka_unit_test(samples_stand_for_many),
        cmocka_unit_test(held_samples_count_once),
        cmocka_unit_test(damaged_pairs_are_left_out),
        cmocka_unit_test(runs_add_up),
        cmocka_unit_test(matches_are_judged),
        cmocka_unit_test(periods),
        cmocka_unit_test(text_is_refused),
        cmocka_unit_test(thinning_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
