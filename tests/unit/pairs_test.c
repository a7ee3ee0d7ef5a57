/* pairs_test.c - the sample of subpaths: what is one and the same to it; thinning it is fair, cheap and safe. */
#include "rt/subpaths.h"
#include "graphs.h"
#include "unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A profiler with so many pairs. */
static struct pep_profiler *profiler_make(uint32_t capacity, uint32_t encoding, uint64_t seed)
{
    uint32_t chains = pep_pairs_chains(capacity), slots = 64;
    while (slots <= capacity)
        slots *= 2;
    struct pep_profiler *p =
        calloc(1, sizeof *p + (chains + slots) * sizeof(uint32_t) + PEP_SUBPATH_BLOCKS * sizeof(struct pep_told));
    p->pairs.head = calloc(1, sizeof *p->pairs.head + capacity * sizeof(struct pep_raw_pair));
    p->pairs.pairs = (struct pep_raw_pair *)(p->pairs.head + 1);
    p->pairs.chains = p->chains;
    p->pairs.capacity = capacity;
    p->pairs.random.state = seed;
    p->pairs.head->encoding = encoding;
    p->pairs.head->distance = pep_subpath_distance();
    p->slots = p->chains + chains;
    p->last.names = p->slots + slots;
    p->last_mask = PEP_SUBPATH_BLOCKS - 1;
    p->slots_mask = encoding == PEP_RAW_ENCODING_XOR ? slots - 1 : 0;
    pep_pairs_attach(&p->pairs, chains);
    return p;
}

static void profiler_free(struct pep_profiler *p)
{
    free(p->pairs.head);
    free(p);
}

static void blocks_set(struct pep_profiler *p, const uint32_t *blocks, uint32_t n)
{
    for (uint32_t i = 0; i < 1u << n; i++)
        p->last.blocks[i] = (struct pep_told){blocks[i] & 1, 0, blocks[i]};
}

static uint32_t name_of(struct pep_profiler *p, const uint32_t *blocks, uint32_t n)
{
    blocks_set(p, blocks, n);
    return pep_encoding_name(p, 0, n);
}

static uint32_t *expand(uint32_t *out, const struct pep_pairs *p, uint32_t i)
{
    const struct pep_raw_pair *pair = &p->pairs[i];
    assert_true(i < p->head->used);
    switch (pep_pair_kind(pair)) {
    case PEP_RAW_PAIR_BLOCK: *out++ = pair->count; return out;
    case PEP_RAW_PAIR_HALVES: return expand(expand(out, p, pair->left), p, pair->right);
    default: fail_msg("a pair is made of one that is free"); return out;
    }
}

/* --- encodings --- */

static int compare(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t x = (uint64_t)(a[i] & 1) << 32 | a[i], y = (uint64_t)(b[i] & 1) << 32 | b[i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static void turn(uint32_t *out, const uint32_t *blocks, uint32_t count, uint32_t by)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = blocks[(i + by) % count];
}

/* Exact names stand for what they were made of; those of rotations for the least of them. */
static void test_names(void **state)
{
    struct pep_profiler *exact = profiler_make(1 << 18, PEP_RAW_ENCODING_EXACT, 1);
    struct pep_profiler *rotation = profiler_make(1 << 18, PEP_RAW_ENCODING_ROTATION, 1);
    struct test_random r = {1};
    (void)state;
    for (int round = 0; round < 2000; round++) {
        uint32_t n = test_random(&r, 8), count = 1u << n, kinds = 1 + test_random(&r, 4),
                 period = 1 + test_random(&r, count);
        uint32_t blocks[256], other[256], least[256], back[256];
        for (uint32_t i = 0; i < count; i++)
            blocks[i] = i < period ? test_random(&r, kinds) : blocks[i - period];
        uint32_t name = name_of(exact, blocks, n);
        if (!n) {
            assert_int_equal(pep_pair_kind(&exact->pairs.pairs[name]), PEP_RAW_PAIR_ONE);
            continue;
        }
        assert_ptr_equal(expand(back, &exact->pairs, name), back + count);
        assert_memory_equal(back, blocks, count * sizeof *blocks);
        assert_int_equal(name_of(exact, blocks, n), name);
        memcpy(least, blocks, sizeof least);
        for (uint32_t i = 1; i < count; i++) {
            turn(other, blocks, count, i);
            if (compare(other, least, count) < 0)
                memcpy(least, other, sizeof least);
        }
        name = name_of(rotation, blocks, n);
        assert_ptr_equal(expand(back, &rotation->pairs, name), back + count);
        assert_memory_equal(back, least, count * sizeof *blocks);
        turn(other, blocks, count, test_random(&r, count));
        assert_int_equal(name_of(rotation, other, n), name);
    }
    profiler_free(exact);
    profiler_free(rotation);
}

/* How many pairs a subpath lacks is how many it then gets, those that it has several times once. */
static void test_missing(void **state)
{
    struct pep_profiler *p = profiler_make(1 << 18, PEP_RAW_ENCODING_EXACT, 1);
    struct test_random r = {1};
    uint32_t blocks[1024], lacking, all = 0, taken = 0;
    (void)state;
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t n = test_random(&r, 11), period = 1 + test_random(&r, 8), used = p->pairs.head->used;
        for (uint32_t i = 0; i < 1u << n; i++)
            blocks[i] = i < period ? 2 * (period * round + i) : blocks[i - period];
        blocks_set(p, blocks, n);
        pep_encoding_find(p, 0, n, &lacking);
        assert_int_equal(p->pairs.head->used, used);
        pep_encoding_name(p, 0, n);
        assert_true(lacking >= p->pairs.head->used - used);
        all += lacking;
        taken += p->pairs.head->used - used;
        pep_encoding_find(p, 0, n, &lacking);
        assert_int_equal(lacking, 0);
    }
    assert_true(taken > 10000 && all < taken + taken / 20);
    profiler_free(p);
}

/* The order goes lost, and so does all that comes an even number of times: two turns of one loop are those of any
 * other (paper OSP, section 3: a drawback). */
static void test_xor(void **state)
{
    struct pep_profiler *p = profiler_make(4096, PEP_RAW_ENCODING_XOR, 1);
    static const uint32_t a[] = {2, 4, 6, 8}, b[] = {8, 4, 2, 6}, c[] = {2, 4, 6, 10};
    static const uint32_t twice[] = {2, 4, 2, 4}, other[] = {6, 8, 6, 8}, longer[] = {6, 8, 6, 8, 6, 8, 6, 8};
    uint32_t name = name_of(p, a, 2), even = name_of(p, twice, 2), back[4];
    (void)state;
    assert_int_equal(name_of(p, b, 2), name);
    assert_int_not_equal(name_of(p, c, 2), name);
    assert_int_equal(name_of(p, other, 2), even);
    assert_int_not_equal(name_of(p, longer, 3), even);
    expand(back, &p->pairs, even);
    assert_memory_equal(back, twice, sizeof twice);
    /* so it is when pairs have been taken away: the first one that was met stands for all */
    pep_pairs_count(&p->pairs, even, 1);
    pep_pairs_make_room(&p->pairs);
    pep_encoding_restore(p);
    assert_int_equal(name_of(p, other, 2), even);
    assert_int_equal(p->pairs.nfree, p->pairs.head->used - 4);
    profiler_free(p);
}

/* --- thinning --- */

enum { ITEMS = 3000, TIMES = 30000, RUNS = 60 };

static uint64_t version_steps(const struct pep_profiler *p)
{
    assert_true(p->pairs.head->version % 2 == 0);
    return p->pairs.head->version / 2;
}

/* How often a count says that its subpath came. */
static double times_of(const struct pep_raw_subpaths *head, uint32_t count)
{
    return head->sample == PEP_RAW_SAMPLE_HOLD ? count & PEP_RAW_HELD : ldexp(count, (int)head->scale);
}

/* A subpath of so many blocks, of which no other has any. */
static void run_item(struct pep_profiler *p, struct pep_random *r, uint32_t item, uint32_t n)
{
    if (p->pairs.head->sample == PEP_RAW_SAMPLE_CONCISE && !pep_random_scaled(r, p->pairs.head->scale))
        return;
    pep_recording_begin(p, r, p->pairs.head->scale, &(struct pep_owner){0, 1}, 1);
    assert_int_equal(p->recordings[0].n, n);
    for (uint32_t i = 0; i < 1u << n; i++) {
        p->last.blocks[p->at & p->last_mask] = (struct pep_told){1, 0, item << n | i};
        pep_recording_end(p);
        p->at++;
    }
    assert_int_equal(p->recorders, 0);
}

static void length_only(uint32_t n)
{
    memset(pep_subpath_law.weight, 0, sizeof pep_subpath_law.weight);
    pep_subpath_law.weight[n] = 1;
}

/* Items by Zipf's law: what each count says is what it should be on average; and no thinning costs more than the
 * subpaths before it have paid.  Gives by how much the hottest are wrong, on average. */
static double must_be_fair(uint32_t sample)
{
    static uint32_t truth[ITEMS];
    static double sum[ITEMS], squares[ITEMS];
    memset(sum, 0, sizeof sum);
    memset(squares, 0, sizeof squares);
    length_only(1);
    double harmonic = 0;
    for (int i = 0; i < ITEMS; i++)
        harmonic += 1.0 / (i + 1);
    for (int run = 0; run < RUNS; run++) {
        struct pep_profiler *p = profiler_make(900, PEP_RAW_ENCODING_EXACT, (uint64_t)run << 40);
        struct pep_random r = {(uint64_t)run}, law = {7};
        p->pairs.head->sample = sample;
        double estimate[ITEMS] = {0};
        memset(truth, 0, sizeof truth);
        for (int i = 0; i < TIMES; i++) {
            double at = pep_random_below(&law, 1u << 30) * harmonic / (1u << 30);
            uint32_t item = 0;
            for (; at > 1.0 / (item + 1); item++)
                at -= 1.0 / (item + 1);
            truth[item]++;
            run_item(p, &r, item, 1);
        }
        const struct pep_raw_subpaths *head = p->pairs.head;
        assert_int_equal(head->lost, 0);
        assert_true(head->scale >= 3);
        assert_int_equal(head->thinned, 0);
        for (uint32_t i = 0; i < head->used; i++)
            if (pep_pair_kind(&p->pairs.pairs[i]) == PEP_RAW_PAIR_HALVES)
                estimate[p->pairs.pairs[p->pairs.pairs[i].left].count >> 1] = times_of(head, p->pairs.pairs[i].count);
        assert_true(version_steps(p) * p->pairs.capacity <= 8 * head->recorded);
        for (int i = 0; i < ITEMS; i++)
            sum[i] += estimate[i], squares[i] += estimate[i] * estimate[i];
        profiler_free(p);
    }
    double all = 0, chi = 0, hot = 0;
    for (int i = 0; i < ITEMS; i++)
        all += sum[i] / RUNS;
    assert_true(fabs(all / TIMES - 1) < 0.02);
    for (int i = 0; i < 5; i++)
        hot += sqrt(squares[i] / RUNS - 2 * truth[i] * sum[i] / RUNS + (double)truth[i] * truth[i]) / truth[i] / 5;
    for (int i = 0; i < 40; i++) {
        double mean = sum[i] / RUNS, variance = squares[i] / RUNS - mean * mean;
        chi += (mean - truth[i]) * (mean - truth[i]) / (variance / RUNS + 0.01); /* some are exact */
    }
    print_message("chi-square %.1f\n", chi);
    assert_true(chi < 40 + 4 * sqrt(80)); /* of 40 items the deviation of chi-square is sqrt(80) */
    return hot;
}

static void test_fair(void **state)
{
    (void)state;
    double concise = must_be_fair(PEP_RAW_SAMPLE_CONCISE), held = must_be_fair(PEP_RAW_SAMPLE_HOLD);
    print_message("the five hottest are wrong by %.4f, held %.4f\n", concise, held);
    assert_true(held < concise / 4);
}

/* What a count has no room for goes to a further pair, also where a pair is taken away. */
static void test_full(void **state)
{
    static const uint32_t blocks[] = {2, 4}, other[] = {6, 8};
    (void)state;
    for (uint32_t sample = PEP_RAW_SAMPLE_CONCISE; sample <= PEP_RAW_SAMPLE_HOLD; sample++) {
        struct pep_profiler *p = profiler_make(400, PEP_RAW_ENCODING_EXACT, 1);
        uint64_t all = 0;
        p->pairs.head->sample = sample;
        for (int i = 0; i < 100; i++)
            assert_true(pep_pairs_count(&p->pairs, name_of(p, blocks, 1), 100000007));
        name_of(p, other, 1);
        pep_pairs_make_room(&p->pairs);
        assert_true(pep_pairs_count(&p->pairs, name_of(p, blocks, 1), 3));
        for (uint32_t i = 0; i < p->pairs.head->used; i++)
            if (pep_pair_kind(&p->pairs.pairs[i]) == PEP_RAW_PAIR_HALVES)
                all += (uint64_t)times_of(p->pairs.head, p->pairs.pairs[i].count);
        assert_int_equal(p->pairs.head->scale, 0);
        assert_int_equal(all, UINT64_C(10000000703));
        profiler_free(p);
    }
}

/* What there is no room for is not counted in part. */
static void test_no_room(void **state)
{
    static const uint32_t blocks[] = {2, 4};
    struct pep_profiler *p = profiler_make(3, PEP_RAW_ENCODING_EXACT, 1);
    uint32_t name = name_of(p, blocks, 1);
    (void)state;
    p->pairs.head->sample = PEP_RAW_SAMPLE_HOLD;
    assert_true(pep_pairs_count(&p->pairs, name, 100000007));
    assert_false(pep_pairs_count(&p->pairs, name, 100000007));
    assert_int_equal(p->pairs.pairs[name].count & PEP_RAW_HELD, 100000007);
    profiler_free(p);
}

/* A sequence of blocks that is new each time takes 2^(n+1) pairs for ever, or room would be made for it.  What does not
 * fit at all is lost, and does not empty the sample. */
static void test_large(void **state)
{
    struct pep_profiler *p = profiler_make(1000, PEP_RAW_ENCODING_EXACT, 1);
    struct pep_random r = {1};
    (void)state;
    length_only(1);
    for (uint32_t i = 0; i < 4000; i++)
        run_item(p, &r, 0, 1);
    length_only(7);
    for (uint32_t i = 1; i < 2000; i++)
        run_item(p, &r, i, 7);
    assert_true(p->pairs.head->scale > 3);
    length_only(10);
    uint32_t scale = p->pairs.head->scale;
    for (uint32_t i = 0; i < 20000; i++)
        run_item(p, &r, i, 10);
    assert_true(p->pairs.head->lost > 10);
    assert_true(p->pairs.head->scale <= scale + 1);
    assert_true(p->pairs.head->used <= p->pairs.capacity);
    profiler_free(p);
}

/* A process was killed in the middle of a thinning: the next one that has the pairs finishes it. */
static void test_killed(void **state)
{
    struct pep_profiler *p = profiler_make(4000, PEP_RAW_ENCODING_EXACT, 1);
    struct pep_raw_pair *pairs = p->pairs.pairs;
    struct pep_raw_subpaths *head = p->pairs.head;
    uint64_t sum = 0;
    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t blocks[2] = {2 * i, 2 * i + 1};
        assert_true(pep_pairs_count(&p->pairs, name_of(p, blocks, 1), 1000));
    }
    head->version |= 1;
    head->thinned = head->used / 2;
    for (uint32_t i = 0; i < head->thinned; i++)
        if (pep_pair_kind(&pairs[i]) == PEP_RAW_PAIR_HALVES)
            pairs[i].count = 500;
    pep_pairs_attach(&p->pairs, pep_pairs_chains(4000));
    assert_int_equal(head->version % 2, 0);
    assert_int_equal(head->thinned, 0);
    assert_int_equal(head->scale, 1);
    for (uint32_t i = 0; i < head->used; i++)
        if (pep_pair_kind(&pairs[i]) == PEP_RAW_PAIR_HALVES) {
            assert_true(pairs[i].count > 400 && pairs[i].count < 600);
            sum += pairs[i].count;
        }
    assert_true(sum > 498000 && sum < 502000);
    uint32_t used = head->used, again[2] = {6, 7};
    name_of(p, again, 1); /* is found */
    assert_int_equal(head->used, used);
    profiler_free(p);
}

static void test_aging(void **state)
{
    struct pep_profiler *p = profiler_make(4000, PEP_RAW_ENCODING_EXACT, 1);
    struct pep_random r = {1};
    (void)state;
    length_only(1);
    pep_subpath_law.aging = 100;
    for (int i = 0; i < 1000; i++)
        run_item(p, &r, 0, 1);
    for (int i = 0; i < 300; i++)
        run_item(p, &r, 1, 1);
    for (uint32_t i = 0; i < 4; i++) /* as run_item has them: of one unit */
        p->last.blocks[i] = (struct pep_told){1, 0, i};
    uint32_t before = p->pairs.pairs[pep_encoding_name(p, 0, 1)].count;
    uint32_t now = p->pairs.pairs[pep_encoding_name(p, 2, 1)].count;
    assert_int_equal(p->pairs.head->aged, 13);
    assert_true(before >= 11 && before <= 14); /* 100 in the end, halved three times */
    assert_true(now >= 86 && now <= 89);
    pep_subpath_law.aging = 0;
    profiler_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names), cmocka_unit_test(test_missing), cmocka_unit_test(test_xor),
        cmocka_unit_test(test_fair),  cmocka_unit_test(test_full),    cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_large), cmocka_unit_test(test_killed),  cmocka_unit_test(test_aging),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
