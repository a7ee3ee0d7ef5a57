/* subpaths_test.c - subpaths: what the runtime's profilers say of streams of blocks is what counting by brute force
 * says. */
#include "base/buffer.h"
#include "base/map.h"

#include "pep/abi.h"
#include "pep/pep.h"
#include "pep/raw.h"
#include "rt/policy.h"
#include "rt/subpaths.h"
#include "graphs.h"
#include "unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef INTERVAL
#define INTERVAL 997
#define STRIDE   2
#endif
#ifndef SAMPLE
#define SAMPLE PEP_RAW_SAMPLE_CONCISE
#endif
/* Room for all, or so little that it is full soon. */
#ifdef MEMORY
#define IS_FULL 1
#else
#define IS_FULL 0
#define MEMORY  (8 << 20)
#endif

/* Of long ones little room holds hardly any, and those count so much that sums say nothing. */
#define LONGEST (IS_FULL ? 5 : PEP_RAW_LENGTHS)

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

/* How often a count says that a subpath was met. */
static uint64_t times_of(const struct pep_raw_subpaths *head, uint32_t count)
{
    return head->sample == PEP_RAW_SAMPLE_HOLD ? count & PEP_RAW_HELD : (uint64_t)count << head->scale;
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
                *pep_map_put(counts, blocks, expand(blocks, head, p) * sizeof *blocks, 0) +=
                    times_of(head, pairs[p].count);
    }
    pep_buffer_free(&bytes);
    return sum;
}

/* --- units --- */

enum { UNITS = 3 };
static struct pep_unit units[UNITS];

static void units_begin(void)
{
    for (uint32_t i = 0; i < UNITS; i++) {
        struct pep_unit *u = &units[i];
        *u = (struct pep_unit){.abi = PEP_ABI_VERSION,
                               .bytes = sizeof *u,
                               .hash = i + 1,
                               .how = HOW,
                               .trigger = PEP_UNIT_COUNTDOWN,
                               .event = PEP_UNIT_SUBPATHS,
                               .parts = PEP_PART_SUBPATHS | PEP_PART_THREADS |
                                        (HOW == PEP_UNIT_EXHAUSTIVE ? 0 : PEP_PART_SAMPLING)};
        pep_unit_register(u);
    }
}

#if HOW == 0

/* Every subpath of the stream's blocks from..to - 1. */
static void truth_add(struct pep_map *truth, const struct stream *s, size_t from, size_t to, unsigned n)
{
    size_t length = (size_t)1 << n;
    for (size_t t = from; t + length <= to; t++)
        ++*pep_map_put(truth, s->at + t, length * sizeof *s->at, 0);
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

static void test_brute_force(void **state)
{
    struct test_random r = {1};
    struct pep_map truth = {0}, counts = {0};
    struct stream s = {0};
    (void)state;
    for (uint32_t i = 0, at = 0; i < 20000; i++) {
        at = test_random(&r, 6) ? (at * 5 + 1) % 16 : test_random(&r, 16);
        units[at % UNITS].block(&units[at % UNITS], at, 0);
        stream_add(&s, block_of(at % UNITS + 1, at));
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

#else

/* --- programs --- */

/* A program of random functions, as pep-cc would make them: each has checking code, which asks at its entry and at the
 * latches of loops, and a duplicate, which tells of its blocks.  Quiet functions do not ask at their entry, and
 * duplicates call their duplicates; single ones have no duplicate, and what they call is not quiet, nor what a sort
 * calls back.  Functions call those with larger numbers. */
enum { FUNCTIONS = 8, CODE_MAX = 40, BLOCKS_MAX = 400 };
enum { LAST = 2 }; /* sorts call back so many functions */
enum op { BLOCK, CALL, SORT, LATCH, LEAVE, END };

struct instruction {
    enum op op;
    uint32_t value;  /* block; function; where the loop begins */
    uint32_t chance; /* of 16, that the loop turns, that the function is left, or that the sort calls once more */
    bool asks;       /* a latch with a check */
};

struct function {
    struct instruction code[CODE_MAX];
    uint32_t count;
    bool quiet, single;
};

struct program {
    struct function functions[FUNCTIONS];
    uint32_t nblocks;
    struct test_random run;
    struct stream stream;
};

static void add(struct function *f, enum op op, uint32_t value, uint32_t chance, bool asks)
{
    f->code[f->count++] = (struct instruction){op, value, chance, asks};
}

static void function_make(struct program *p, uint32_t number, struct test_random *r)
{
    struct function *f = &p->functions[number];
    uint32_t begins[3], depth = 0;
    f->quiet = number && !test_random(r, 3);
    f->single = number && !f->quiet && !test_random(r, 5);
    add(f, BLOCK, p->nblocks++, 0, false);
    for (uint32_t i = 1 + test_random(r, 10); i; i--)
        switch (test_random(r, IS_FULL ? 6 : 8)) {
        case 0:
            if (depth == 3)
                break;
            begins[depth++] = f->count;
            add(f, BLOCK, p->nblocks++, 0, false);
            break;
        case 1:
            if (!depth)
                break;
            add(f, LATCH, begins[--depth], 4 + test_random(r, 8), test_random(r, 4));
            add(f, BLOCK, p->nblocks++, 0, false);
            break;
        case 2: add(f, LEAVE, 0, 1 + test_random(r, 4), false); /* and a block follows */ /* fall through */
        case 3: add(f, BLOCK, p->nblocks++, 0, false); break;
        case 4:
            if (!IS_FULL) { /* what is behind many calls counts much now and then */
                if (number + LAST < FUNCTIONS)
                    add(f, SORT, FUNCTIONS - 1 - test_random(r, LAST), 6 + test_random(r, 6), false);
                break;
            } /* fall through */
        default:
            if (number + 1 < FUNCTIONS)
                add(f, CALL, number + 1 + test_random(r, FUNCTIONS - number - 1), 0, false);
        }
    while (depth) {
        add(f, LATCH, begins[--depth], 4 + test_random(r, 8), true);
        add(f, BLOCK, p->nblocks++, 0, false);
    }
    add(f, END, 0, 0, false);
}

static void program_make(struct program *p, uint64_t seed)
{
    struct test_random r = {seed};
    *p = (struct program){.run = {seed + 1}};
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        function_make(p, i, &r);
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        for (uint32_t k = 0; k < p->functions[i].count; k++)
            if (p->functions[i].code[k].op == SORT || (p->functions[i].single && p->functions[i].code[k].op == CALL))
                p->functions[p->functions[i].code[k].value].quiet = false;
    assert_true(p->nblocks < BLOCKS_MAX);
}

enum version { CHECKING, DUPLICATE, SINGLE, EACH };

struct activation {
    const struct function *f;
    uint32_t at;
};

static void call(struct program *p, uint32_t number, enum version from, uint32_t level);
static void sort(struct program *p, const struct instruction *i, enum version version);

/* A block or check steps the countdown that its place chooses. */
static bool is_through(uint32_t place)
{
    return --pep_countdown[place % PEP_COUNTDOWNS] < 0;
}

static void tell(struct program *p, uint32_t block, enum version version, uint32_t level)
{
    struct pep_unit *u = &units[block % UNITS];
    stream_add(&p->stream, block_of(u->hash, block));
    if (version == EACH     ? is_through(block)
        : version == SINGLE ? pep_open && --pep_skip < 0
                            : version == DUPLICATE && --pep_skip < 0)
        u->block(u, block, level);
}

/* Runs the activation on; from a loop's door, true where it comes back to checking code there. */
static bool run(struct program *p, struct activation *a, enum version version, uint32_t level, uint32_t door)
{
    for (;;) {
        const struct instruction *i = &a->f->code[a->at++];
        switch (i->op) {
        case BLOCK: tell(p, i->value, version, version == DUPLICATE ? level + (a->at == 1) : level); break;
        case CALL: call(p, i->value, version, level); break;
        case SORT: sort(p, i, version); break;
        case LEAVE:
            if (test_random(&p->run, 16) < i->chance)
                return false;
            break;
        case LATCH:
            if (test_random(&p->run, 16) >= i->chance)
                break;
            a->at = i->value;
            if (!i->asks || version >= SINGLE)
                break;
            if (version == DUPLICATE) {
                if (!((pep_open || is_through(i->value)) && pep_stay(level)) && door == i->value)
                    return true;
            } else if (is_through(i->value) && pep_begin()) {
                bool back = run(p, a, DUPLICATE, 2, i->value);
                pep_left();
                if (!back)
                    return false;
            }
            break;
        case END: return false;
        }
    }
}

static void call(struct program *p, uint32_t number, enum version from, uint32_t level)
{
    struct activation a = {&p->functions[number], 0};
    if (from == EACH)
        run(p, &a, EACH, 0, 0);
    else if (a.f->single)
        run(p, &a, SINGLE, PEP_LEVEL_UNKNOWN, 0);
    else if (a.f->quiet && from == DUPLICATE) {
        run(p, &a, DUPLICATE, level + 2, 0);
        if (pep_open)
            pep_gone(level + 2);
    } else if (!a.f->quiet && is_through(number) && pep_begin()) {
        run(p, &a, DUPLICATE, 2, 0);
        pep_left();
    } else
        run(p, &a, CHECKING, 0, 0);
}

/* Code that is not instrumented calls back: what has a check of its own, or a text of it without one. */
static void sort(struct program *p, const struct instruction *i, enum version version)
{
    const struct function *f = &p->functions[i->value];
    bool is_bare = version < SINGLE && !f->single && i->chance % 2;
    while (test_random(&p->run, 16) < i->chance) {
        bool leads = version < SINGLE && is_through(i->value) && pep_callback(is_bare);
        struct activation a = {f, 0};
        if (is_bare)
            run(p, &a, leads ? DUPLICATE : CHECKING, leads ? 2 : 0, 0);
        else
            call(p, i->value, version == EACH ? EACH : CHECKING, 0);
        if (leads)
            pep_left();
    }
    if (version < SINGLE && pep_open)
        pep_callbacks_over();
}

/* --- each block has the same chance --- */

/* What is compared: how many subpaths of each length begin with each block. */
enum { CELLS = BLOCKS_MAX * (PEP_RAW_LENGTHS + 1), BATCHES = 300, BATCH = HOW == 1 ? 100000 : 300000 };

struct cells {
    double sum[CELLS], squares[CELLS], truth[CELLS];
    double all, all_squares;
};

static size_t cell_of(uint32_t block, size_t length)
{
    return (block & 0xFFFF) * (PEP_RAW_LENGTHS + 1) + (size_t)__builtin_ctzll(length);
}

static void truth_of(struct cells *c, const struct stream *s, size_t from)
{
    for (size_t t = from; t < s->count; t++)
        for (unsigned n = 1; n <= PEP_RAW_LENGTHS && t + (1u << n) <= s->count; n++)
            c->truth[cell_of(s->at[t], (size_t)1 << n)]++;
}

static void batch_add(struct cells *c)
{
    double batch[CELLS] = {0}, all = 0;
    struct pep_map counts = {0};
    struct pep_raw_subpaths head = machine_read(&counts);
    double each = (double)head.distance * (double)pep_law_total(&pep_subpath_law);
    for (size_t i = 0; i < counts.entries.count; i++) {
        const struct pep_map_entry *e = &counts.entries.at[i];
        size_t cell = cell_of(*(const uint32_t *)e->key, e->length / sizeof(uint32_t));
        batch[cell] += (double)e->value * each / head.weight[cell % (PEP_RAW_LENGTHS + 1)];
    }
    for (size_t i = 0; i < CELLS; i++) {
        c->sum[i] += batch[i];
        c->squares[i] += batch[i] * batch[i];
        all += i % (PEP_RAW_LENGTHS + 1) <= LONGEST ? batch[i] : 0;
    }
    c->all += all;
    c->all_squares += all * all;
    pep_map_free(&counts);
}

static double square(double x)
{
    return x * x;
}

#if HOW == 1 && !IS_FULL
/* A million subpaths, hardly two of them the same: the sample keeps to its memory, and to what it estimates. */
static void test_memory(void **state)
{
    struct test_random r = {1};
    struct pep_map counts = {0};
    const struct pep_profiler *p = pep_listener_find()->profiler;
    (void)state;
    pep_reset();
    uint32_t interval = pep_policy.interval, jitter = pep_policy.jitter, version = p->pairs.head->version;
    pep_policy.interval = 1, pep_policy.jitter = 0;
    for (int i = 0; i < 1000000; i++) {
        uint32_t block = test_random(&r, 60000);
        if (is_through(block))
            units[0].block(&units[0], block, 0);
        assert_true(p->bytes + p->segment->bytes <= pep_subpath_law.memory);
        assert_true(p->pairs.head->used <= p->pairs.capacity);
    }
    pep_policy.interval = interval, pep_policy.jitter = jitter;
    struct pep_raw_subpaths head = machine_read(&counts);
    double all = 0;
    for (size_t i = 0; i < counts.entries.count; i++)
        all += (double)counts.entries.at[i].value * (double)head.distance;
    assert_true(all > 700000 && all < 1300000);
    assert_true(head.scale > 5);
    /* what a thinning costs was paid for by the blocks before it */
    assert_true((uint64_t)(head.version - version) / 2 * p->pairs.capacity < head.told);
    pep_map_free(&counts);
}
#endif

/* A program of functions that call each other runs again and again; cells that got many samples are looked at.  Those
 * of one program hang together, so chi-square is larger than the number of cells now and then. */
static void test_chance(void **state)
{
    static struct cells c;
    (void)state;
    for (uint64_t seed = 7; seed < 12; seed++) {
        struct program p;
        double chi = 0, truth = 0;
        size_t cells = 0, full = 0;
        uint32_t most = 0; /* of the scales */
        program_make(&p, seed * 1000);
        c = (struct cells){0};
        for (int b = 0; b < BATCHES; b++) {
            p.stream.count = 0;
            pep_reset();
            while (p.stream.count < BATCH) {
                size_t from = p.stream.count;
                call(&p, 0, HOW == 1 ? EACH : CHECKING, 0);
                if (HOW == 2) /* what goes on behind the end of `main` belongs to no check */
                    truth_of(&c, &p.stream, from);
            }
            if (HOW == 1)
                truth_of(&c, &p.stream, 0);
            batch_add(&c);
            uint32_t scale = pep_listener_find()->profiler->pairs.head->scale;
            full += scale != 0;
            most = scale > most ? scale : most;
        }
        for (size_t i = 0; i < CELLS; i++) {
            uint32_t n = i % (PEP_RAW_LENGTHS + 1), weight = pep_subpath_law.weight[n];
            double mean = c.sum[i] / BATCHES, variance = c.squares[i] / BATCHES - square(mean);
            double met = c.truth[i] * weight / (double)pep_law_total(&pep_subpath_law) / (double)pep_subpath_distance();
            truth += n <= LONGEST ? c.truth[i] : 0;
            if (met < 100 * (SAMPLE == PEP_RAW_SAMPLE_HOLD && most ? ldexp(1, (int)(most + n) - 1) : 1))
                continue;
            chi += square(mean - c.truth[i] / BATCHES) / (variance / BATCHES);
            cells++;
        }
        double sigma = sqrt(c.all_squares - square(c.all) / BATCHES);
        print_message("program %d: chi-square %.0f of %zu cells, all %.4f of the truth +- %.4f\n", (int)seed, chi,
                      cells, c.all / truth, sigma / truth);
        assert_true(cells > 20); /* half as many where one batch of all has the next scale */
        assert_true(!IS_FULL || full > BATCHES * 2 / 3);
        assert_true(chi < cells + 5 * sqrt(2 * cells));
        assert_true(fabs(c.all - truth) < 4 * sigma);
        free(p.stream.at);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#if HOW == 0
        cmocka_unit_test(test_brute_force),
#else
        cmocka_unit_test(test_chance),
#if HOW == 1 && !IS_FULL
        cmocka_unit_test(test_memory),
#endif
#endif
    };
    pep_subpath_law.memory = HOW == 1 && !IS_FULL ? 64 << 10 : MEMORY;
    units_begin();
    pep_subpath_law.sample = SAMPLE;
    /* Many samples: yet stays are to be far shorter than the distance from one to the next, or have few of them. */
    pep_policy.interval = HOW == 1 ? 97 : INTERVAL;
    pep_policy.jitter = HOW == 1 ? 96 : INTERVAL / 2;
    pep_subpath_law.stride = STRIDE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
