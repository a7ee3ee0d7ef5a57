/* forest_test.c - sequences of paths: what the runtime's forest says after random activations is what counting by brute
 * force says, and so it is after merging and in every form of a profile. */
#include "base/map.h"
#include "cfgbuild/span.h"
#include "pep/abi.h"
#include "pep/pep.h"
#include "profile/binary.h"
#include "profile/slabs.h"
#include "profile/spans.h"
#include "profile/text.h"
#include "graphs.h"
#include "unit.h"
#include <string.h>

/* rt/core.h, whose names are also those of the tools */
extern uint64_t pep_forest_memory;
void pep_forest_forget(void);

/* AROUND: what a profile has beside its forests */
enum { FUNCTIONS = 3, LIVE = 5, K_MAX = 41, NPATHS = 1000, AROUND = 3 * 4096 };

/* The sequences of one function, each by its paths. */
struct truth {
    struct pep_map counts[FUNCTIONS];
};

static void truth_add(struct truth *t, uint32_t function, const uint64_t *paths, size_t length, uint64_t count)
{
    *pep_map_put(&t->counts[function], paths, length * sizeof *paths, 0) += count;
}

static void truth_free(struct truth *t)
{
    for (int i = 0; i < FUNCTIONS; i++)
        pep_map_free(&t->counts[i]);
}

/* --- programs of random activations --- */

struct activation {
    uint32_t function;
    struct pep_stream stream;
    struct pep_span span;
    bool began;           /* the latest path is not in its span yet */
    uint64_t last[K_MAX]; /* paths, the latest one behind */
    size_t told;
    uint32_t state;
};

struct machine {
    struct pep_unit unit;
    struct pep_raw_node starts[FUNCTIONS];
    struct truth truth;
    bool spans;     /* else all paths go to the forest */
    uint64_t bytes; /* of the profile that was read */
};

static void machine_begin(struct machine *m, uint32_t k, uint32_t update)
{
    static uint64_t hash;
    *m = (struct machine){
        .unit = {.abi = PEP_ABI_VERSION,
                 .bytes = sizeof m->unit,
                 .hash = ++hash,
                 .update = update,
                 .nfunctions = FUNCTIONS,
                 .k = k,
                 .event = PEP_UNIT_KPATHS,
                 .parts = PEP_PART_FORESTS | PEP_PART_TABLES | (update == PEP_UNIT_SINGLE ? 0 : PEP_PART_THREADS)}};
    pep_unit_register(&m->unit);
}

/* As generated code does: what is expected, it counts by itself. */
static struct pep_stream step(struct pep_unit *unit, uint32_t function, struct pep_stream s, uint64_t path)
{
    struct pep_raw_node *n = (struct pep_raw_node *)((uintptr_t)s.at + (uintptr_t)s.at->onward);
    if (n->path != path + 1)
        return unit->kpath(unit, function, s, path);
    n->count++;
    s.at = n;
    return s;
}

/* Likewise with spans. */
static void add(struct machine *m, struct activation *a, uint64_t path)
{
    struct pep_span_form form = pep_span_form(NPATHS, m->unit.k);
    unsigned __int128 one = 1, mark = (one << form.bits) - 1, all = (unsigned __int128)a->span.high << 64 | a->span.low;
    uint32_t kept = form.bits * (m->unit.k - 1);
    if (all >> form.bits * (form.items - 1)) {
        m->unit.span(&m->unit, a->function, a->span, form.bits, 1);
        all = (all & ((one << kept) - 1)) | mark << kept;
    }
    all = all << form.bits | (path + 1);
    a->span = (struct pep_span){(uint64_t)all, (uint64_t)(all >> 64)};
}

/* The activation ends. */
static void end(struct machine *m, struct activation *a)
{
    if (!a->began)
        return;
    add(m, a, a->last[a->told - 1]);
    m->unit.span(&m->unit, a->function, a->span, pep_span_form(NPATHS, m->unit.k).bits, 1);
}

static void is_true(struct machine *m, struct activation *a, uint64_t path)
{
    uint32_t k = m->unit.k;
    size_t kept = a->told < k ? a->told : k - 1;
    memmove(a->last, a->last + a->told - kept, kept * sizeof *a->last);
    a->last[kept] = path;
    a->told = kept + 1;
    for (size_t n = 1; n <= a->told; n++)
        truth_add(&m->truth, a->function, a->last + a->told - n, n, 1);
}

static void tell(struct machine *m, struct activation *a, uint64_t path)
{
    if (m->spans) {
        if (a->began)
            add(m, a, a->last[a->told - 1]);
        a->began = true;
    } else {
        if (!a->stream.at)
            a->stream.at = &m->starts[a->function];
        a->stream = step(&m->unit, a->function, a->stream, path);
    }
    is_true(m, a, path);
}

/* The turns of a loop, and the path behind it. */
static void tell_turns(struct machine *m, struct activation *a, uint64_t path, uint32_t turns)
{
    struct pep_span_form form = pep_span_form(NPATHS, m->unit.k);
    if (a->began)
        add(m, a, a->last[a->told - 1]);
    a->span = m->unit.turns(&m->unit, a->function, a->span, path, turns, form.bits | form.bits * (form.items - 1) << 6);
    a->began = false;
    for (uint32_t i = 0; i < turns; i++)
        is_true(m, a, path);
    tell(m, a, path / 2);
}

/* Some activations at a time, like recursion; paths that mostly repeat a pattern, as loops make them. */
static void machine_run(struct machine *m, uint64_t seed, size_t steps, uint32_t paths)
{
    struct test_random r = {seed};
    struct activation live[LIVE] = {0};
    for (size_t i = 0; i < steps; i++) {
        struct activation *a = &live[test_random(&r, LIVE)];
        if (!test_random(&r, 30)) {
            end(m, a);
            *a = (struct activation){.function = test_random(&r, FUNCTIONS)};
        }
        a->state = test_random(&r, 4) ? a->state * 5 + 1 : test_random(&r, UINT32_MAX);
        if (m->spans && !test_random(&r, 20))
            tell_turns(m, a, a->state % paths, test_random(&r, 4 * m->unit.k));
        else
            tell(m, a, a->state % paths);
    }
    for (int i = 0; i < LIVE; i++)
        end(m, &live[i]);
}

/* --- what the runtime says --- */

static int keep(const void *bytes, size_t count, void *data)
{
    pep_buffer_add(data, bytes, count);
    return 0;
}

static void machine_read(struct pep_sequences *of, struct machine *m)
{
    struct pep_function function = {.storage = m->spans ? PEP_STORE_SPANS : PEP_STORE_FOREST, .npaths = NPATHS};
    struct pep_function *functions[FUNCTIONS];
    struct pep_unitmap map = {.functions = functions, .nfunctions = FUNCTIONS, .k = m->unit.k};
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    struct pep_slabs slabs = {0};
    struct pep_spans spans = {0};
    struct pep_lists children = {0}, members = {0};
    for (int i = 0; i < FUNCTIONS; i++)
        functions[i] = &function;
    assert_int_equal(pep_write(keep, &bytes), 0);
    m->bytes = bytes.count;
    assert_int_equal(pep_raw_read(&raw, bytes.at, bytes.count, &fault), 0);
    assert_int_equal(raw.notes.count, 0);
    for (size_t i = 0; i < raw.segments.count; i++) {
        const struct pep_raw_segment *s = &raw.segments.at[i];
        struct pep_raw_path slot;
        if (s->kind == PEP_RAW_FOREST) {
            assert_int_equal(pep_slabs_add(&slabs, &raw, s, &map), 0);
            continue;
        }
        assert_int_equal(s->kind, PEP_RAW_PATHS);
        for (uint64_t n = 0; n < s->count; n++)
            assert_true(!pep_raw_slot(&slot, &raw, s, n) || pep_spans_take(&spans, &slot, &map));
    }
    pep_spans_to_slabs(&slabs, &spans, &map);
    pep_array_free(&spans);
    pep_lists_children(&children, &slabs);
    pep_lists_members(&members, &slabs, FUNCTIONS);
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        pep_forest_join(&of[i], &slabs, &children, &members, i, map.k);
    pep_lists_free(&children);
    pep_lists_free(&members);
    pep_array_free(&slabs);
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
}

/* Every sequence of the forest is a true one, and no true one is missing; no node counts less than its children. */
static void must_be(const struct pep_sequences *s, const struct pep_map *truth)
{
    uint64_t way[K_MAX], below[K_MAX + 1] = {0}, of[K_MAX + 1] = {0};
    size_t real = 0;
    for (size_t i = 0; i < s->count; i++) {
        uint32_t length = s->at[i].length;
        way[length - 1] = s->at[i].path;
        const uint64_t *count = pep_map_get(truth, way, length * sizeof *way);
        assert_non_null(count);
        assert_int_equal(*count, s->at[i].count);
        real++;
        of[length] = s->at[i].count;
        below[length] = 0;
        below[length - 1] += s->at[i].count;
        assert_true(length == 1 || below[length - 1] <= of[length - 1]);
    }
    assert_int_equal(real, truth->entries.count);
}

static void free_all(struct pep_sequences *of)
{
    for (int i = 0; i < FUNCTIONS; i++)
        pep_array_free(&of[i]);
}

static void check(bool spans, uint32_t k, uint32_t update, uint64_t seed, size_t steps, uint32_t paths)
{
    struct machine m;
    struct pep_sequences of[FUNCTIONS] = {{0}};
    machine_begin(&m, k, update);
    m.spans = spans;
    machine_run(&m, seed, steps, paths);
    machine_read(of, &m);
    for (int i = 0; i < FUNCTIONS; i++)
        must_be(&of[i], &m.truth.counts[i]);
    free_all(of);
    pep_unit_unregister(&m.unit);
    truth_free(&m.truth);
}

static void test_truth(void **state)
{
    static const uint32_t ks[] = {1, 2, 3, 4, 8, 16, 40};
    (void)state;
    for (size_t i = 0; i < sizeof ks / sizeof *ks; i++)
        for (uint64_t seed = 1; seed < 6; seed++) {
            check(false, ks[i], PEP_UNIT_SINGLE, seed, 3000, 4);
            check(false, ks[i], PEP_UNIT_ATOMIC, seed, 1000, 40); /* siblings that move */
        }
    check(false, 2, PEP_UNIT_SINGLE, 7, 20000, NPATHS); /* more roots than the first tables have room for */
    check(false, 1, PEP_UNIT_SINGLE, 7, 20000, NPATHS);
    check(false, 5, PEP_UNIT_SINGLE, 8, 20000, 200);
}

static void test_spans(void **state)
{
    (void)state;
    assert_int_equal(pep_span_form(NPATHS, 10).items, 12);
    assert_int_equal(pep_span_form(NPATHS, 11).items, 0);
    for (uint32_t k = 2; k <= 10; k++)
        for (uint64_t seed = 1; seed < 4; seed++) {
            check(true, k, PEP_UNIT_SINGLE, seed, 3000, 4);
            check(true, k, PEP_UNIT_ATOMIC, seed, 1000, NPATHS);
        }
    check(true, 3, PEP_UNIT_SINGLE, 4, 150000, 100); /* tables that keep what was told last beside them, and grow */
}

/* Of how many paths a span has room, and how short one is to have a counter. */
static void test_span_forms(void **state)
{
    (void)state;
    for (uint32_t k = 1; k < 200; k++)
        for (uint64_t npaths = 1; npaths; npaths *= 2)
            for (uint64_t n = npaths - (npaths > 1); n <= npaths + 1; n++) {
                struct pep_span_form form = pep_span_form(n, k);
                assert_true(!form.items || (n <= (UINT64_C(1) << form.bits) - 2 && form.items * form.bits <= 128));
                assert_true(!form.items || (k > 1 && form.items >= k + 2 && form.items <= k + 4));
                assert_true(form.shorter <= 512 && (!form.shorter || form.shorter >> form.bits));
            }
    assert_int_equal(pep_span_form(14, 8).bits, 4);
    assert_int_equal(pep_span_form(15, 8).bits, 5);
    assert_int_equal(pep_span_form(4096, 8).items, 0);
    assert_int_equal(pep_span_form(4094, 8).items, 10);
}

/* Whatever a damaged record says is a span of paths that the function has, or none. */
static void test_damaged_spans(void **state)
{
    struct test_random r = {5};
    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct pep_function f = {.storage = PEP_STORE_SPANS, .npaths = 1 + test_random(&r, 5000)}, *functions[] = {&f};
        struct pep_unitmap map = {.functions = functions, .nfunctions = 1, .k = test_random(&r, 12)};
        uint64_t words[2];
        for (int n = 0; n < 2; n++)
            words[n] =
                ((uint64_t)test_random(&r, UINT32_MAX) << 32 | test_random(&r, UINT32_MAX)) >> test_random(&r, 64);
        struct pep_raw_path record = {.function = 1, .path = words[0], .high = i % 2 ? words[1] : 0, .count = 3};
        struct pep_spans spans = {0};
        struct pep_slabs slabs = {0};
        if (pep_spans_take(&spans, &record, &map))
            pep_spans_to_slabs(&slabs, &spans, &map);
        for (size_t n = 0; n < slabs.count; n++)
            assert_true(slabs.at[n].path < f.npaths);
        assert_true(!slabs.count || slabs.at[slabs.count - 1].count == 3);
        pep_array_free(&spans);
        pep_array_free(&slabs);
    }
}

/* --- within a bound --- */

/* A forest by its ways: the counts, which of them are lower bounds, and which ways are marked. */
struct known {
    struct pep_map counts, bounds, marks;
};

static void know(struct known *known, const struct pep_sequences *s)
{
    uint64_t way[K_MAX];
    bool *bound = pep_forest_bounds(s);
    for (size_t i = 0; i < s->count; i++) {
        size_t bytes = s->at[i].length * sizeof *way;
        way[s->at[i].length - 1] = s->at[i].path;
        pep_map_put(&known->counts, way, bytes, s->at[i].count);
        if (bound[i])
            pep_map_put(&known->bounds, way, bytes, 1);
        if (s->at[i].pruned)
            pep_map_put(&known->marks, way, bytes, s->at[i].pruned);
    }
    pep_array_release(bound);
}

static bool may_lack(const struct known *known, const struct pep_sequences *s, const struct pep_map_entry *e)
{
    size_t length = e->length / sizeof(uint64_t);
    bool lacks = s->pruned && length > 1;
    for (size_t n = 1; n < length; n++) {
        const uint64_t *mark = pep_map_get(&known->marks, e->key, n * sizeof(uint64_t));
        lacks |= mark && length > *mark;
    }
    return lacks;
}

/* What is said to be exact is, what is said to be a bound is one, and what is missing is said to be. */
static void must_hold(size_t *exact, size_t *lower, const struct pep_sequences *s, const struct pep_map *truth)
{
    struct known known = {0};
    know(&known, s);
    for (size_t i = 0; i < truth->entries.count; i++) {
        const struct pep_map_entry *e = &truth->entries.at[i];
        const uint64_t *count = pep_map_get(&known.counts, e->key, e->length);
        bool bound = may_lack(&known, s, e);
        assert_true(!count || bound == (pep_map_get(&known.bounds, e->key, e->length) != NULL));
        assert_true(count ? *count == e->value || (bound && *count < e->value) : bound);
        *(bound ? lower : exact) += e->length > sizeof(uint64_t) && count;
    }
    for (size_t i = 0; i < known.counts.entries.count; i++)
        assert_non_null(pep_map_get(truth, known.counts.entries.at[i].key, known.counts.entries.at[i].length));
    pep_map_free(&known.counts);
    pep_map_free(&known.bounds);
    pep_map_free(&known.marks);
}

/* Loops that repeat patterns, with noise in between; who is suspended for long comes back to nodes that are gone. */
static void bounded_run(struct machine *m, uint64_t seed, size_t steps, uint32_t paths)
{
    struct test_random r = {seed};
    struct activation live[LIVE] = {[LIVE - 1] = {.function = FUNCTIONS - 1}};
    for (size_t i = 0; i < steps; i++) {
        struct activation *a = &live[i % 1000 == 999 ? LIVE - 1 : test_random(&r, 2)];
        if (a != &live[LIVE - 1] && !test_random(&r, 200)) {
            end(m, a);
            *a = (struct activation){.function = test_random(&r, FUNCTIONS - 1)};
        }
        a->state = test_random(&r, 10) ? (a->state + 1) % (3 + a->function) : test_random(&r, paths);
        tell(m, a, a->state % paths);
    }
    for (int i = 0; i < LIVE; i++)
        end(m, &live[i]);
}

static void test_bound(void **state)
{
    static const uint32_t ks[] = {1, 2, 3, 4, 8, 16};
    size_t exact = 0, lower = 0, missing = 0;
    (void)state;
    for (size_t i = 0; i < sizeof ks / sizeof *ks; i++)
        for (uint64_t seed = 1; seed < 9; seed++)
            for (int way = 0; way < 3; way++) {
                uint32_t update = way == 1 ? PEP_UNIT_ATOMIC : PEP_UNIT_SINGLE;
                struct machine m;
                struct pep_sequences of[FUNCTIONS] = {{0}};
                pep_forest_forget();
                pep_forest_memory = (uint64_t)32768 << seed % 4;
                machine_begin(&m, ks[i], update);
                m.spans = way == 2 && pep_span_form(NPATHS, ks[i]).items;
                bounded_run(&m, seed, 30000, 5 + 12 * (uint32_t)(seed % 3));
                machine_read(of, &m);
                assert_true(m.bytes <= pep_forest_memory + AROUND);
                for (int f = 0; f < FUNCTIONS; f++) {
                    must_hold(&exact, &lower, &of[f], &m.truth.counts[f]);
                    missing += m.truth.counts[f].entries.count - of[f].count;
                }
                free_all(of);
                pep_unit_unregister(&m.unit);
                truth_free(&m.truth);
            }
    print_message("%zu exact, %zu lower bounds, %zu missing\n", exact, lower, missing);
    assert_true(exact > 100 && lower > 100 && missing > 100);
    pep_forest_memory = 0;
}

static void must_equal(const struct pep_sequence *a, const struct pep_sequence *b)
{
    assert_int_equal(a->path, b->path);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->pruned, b->pruned);
}

/* Each sequence of k - 1 paths at most came as often when k are counted. */
static void test_contained(void **state)
{
    (void)state;
    for (uint32_t k = 1; k < 9; k++) {
        struct machine m[2];
        struct pep_sequences of[2][FUNCTIONS] = {{{0}}};
        for (int i = 0; i < 2; i++) {
            machine_begin(&m[i], k + (uint32_t)i, PEP_UNIT_SINGLE);
            machine_run(&m[i], k, 2000, 6);
            machine_read(of[i], &m[i]);
            pep_unit_unregister(&m[i].unit);
        }
        for (int f = 0; f < FUNCTIONS; f++) {
            size_t n = 0;
            for (size_t i = 0; i < of[1][f].count; i++) {
                const struct pep_sequence *s = &of[1][f].at[i];
                if (s->length > k)
                    continue;
                assert_true(n < of[0][f].count);
                must_equal(s, &of[0][f].at[n]);
                n++;
            }
            assert_int_equal(n, of[0][f].count);
        }
        for (int i = 0; i < 2; i++) {
            free_all(of[i]);
            truth_free(&m[i].truth);
        }
    }
}

/* --- profiles --- */

static void add_function(struct pep_profile *p, struct pep_unit_counts *u, uint32_t index,
                         const struct pep_sequences *s)
{
    struct pep_counts *f = pep_profile_add_function(p, u, index, "f", 1, NPATHS);
    for (size_t i = 0; i < s->count; i++) {
        bool root = s->at[i].length == 1;
        if (root)
            pep_profile_add_record(f, PEP_RECORD_PATH, s->at[i].path, s->at[i].count);
        if (root && i + 1 < s->count && s->at[i + 1].length == 1)
            continue;
        pep_array_push(&f->sequences, s->at[i]);
        pep_array_last(&f->sequences)->pruned = i % 7 == 3 ? 1 + (uint32_t)(i % 4) : 0;
    }
    f->sequences.pruned = index == 1;
}

static void profile_of(struct pep_profile *p, struct truth *sum, uint64_t seed)
{
    struct machine m;
    struct pep_sequences of[FUNCTIONS] = {{0}};
    machine_begin(&m, 4, PEP_UNIT_SINGLE);
    machine_run(&m, seed, 800, 5);
    machine_read(of, &m);
    pep_unit_unregister(&m.unit);
    struct pep_unit_counts *u = pep_profile_add_unit(p, 1, "u.c", "");
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        add_function(p, u, i, &of[i]);
        for (size_t e = 0; e < m.truth.counts[i].entries.count; e++) {
            const struct pep_map_entry *entry = &m.truth.counts[i].entries.at[e];
            truth_add(sum, i, entry->key, entry->length / sizeof(uint64_t), entry->value);
        }
    }
    free_all(of);
    truth_free(&m.truth);
    pep_profile_sort(p);
}

/* What a profile has in two places, as one forest. */
static void must_say(const struct pep_profile *p, const struct truth *t)
{
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        const struct pep_counts *f = &p->units.at[0].functions.at[i];
        struct pep_sequences all = {0};
        for (size_t r = 0, s = 0; r < f->records.count; r++) {
            struct pep_sequence root = {.path = f->records.at[r].key, .count = f->records.at[r].count, .length = 1};
            pep_array_push(&all, root);
            if (s == f->sequences.count || f->sequences.at[s].path != root.path)
                continue;
            assert_int_equal(f->sequences.at[s].count, root.count);
            for (s++; s < f->sequences.count && f->sequences.at[s].length > 1; s++)
                pep_array_push(&all, f->sequences.at[s]);
        }
        must_be(&all, &t->counts[i]);
        pep_array_free(&all);
    }
}

static void test_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct pep_profile a = PEP_PROFILE_INIT, b = PEP_PROFILE_INIT, back = PEP_PROFILE_INIT, text = PEP_PROFILE_INIT;
        struct pep_buffer bytes = PEP_BUFFER_INIT, lines = PEP_BUFFER_INIT, twice = PEP_BUFFER_INIT;
        struct pep_fault fault;
        struct truth sum = {0};
        profile_of(&a, &sum, seed);
        profile_of(&b, &sum, seed + 100);
        pep_profile_merge(&a, &b);
        must_say(&a, &sum);
        pep_binary_write(&bytes, &a);
        assert_int_equal(pep_binary_read(&back, bytes.at, bytes.count, &fault), 0);
        must_say(&back, &sum);
        pep_text_write(&lines, &a);
        assert_int_equal(pep_text_read(&text, lines.at, lines.count, &fault), 0);
        must_say(&text, &sum);
        for (int i = 0; i < 2; i++) { /* marks and all */
            pep_buffer_clear(&twice);
            pep_binary_write(&twice, i ? &back : &text);
            assert_int_equal(twice.count, bytes.count);
            assert_memory_equal(twice.at, bytes.at, bytes.count);
        }
        assert_non_null(strstr(lines.at, " pruned "));
        assert_non_null(strstr(lines.at, "pruned;"));
        /* what came since b is a */
        struct truth again = {0};
        struct pep_profile c = PEP_PROFILE_INIT;
        profile_of(&c, &again, seed);
        pep_profile_since(&a, &b);
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            for (size_t i = 0, k = 0; i < c.units.at[0].functions.at[f].sequences.count; i++, k++) {
                const struct pep_sequences *s = &a.units.at[0].functions.at[f].sequences;
                while (!s->at[k].count)
                    k++;
                s->at[k].pruned = c.units.at[0].functions.at[f].sequences.at[i].pruned; /* marks stay */
                must_equal(&s->at[k], &c.units.at[0].functions.at[f].sequences.at[i]);
            }
        truth_free(&again);
        truth_free(&sum);
        pep_buffer_free(&bytes);
        pep_buffer_free(&lines);
        pep_buffer_free(&twice);
        pep_profile_free(&a);
        pep_profile_free(&b);
        pep_profile_free(&c);
        pep_profile_free(&back);
        pep_profile_free(&text);
    }
}

/* Sequences in any order, some twice, without their prefixes. */
static void test_sort(void **state)
{
    static const char text[] = "pep profile 1; unit 1 \"u.c\" { function 0 \"f\" cfg 1 paths 9 {\n"
                               "sequence 3 1: 2; sequence 1 2 3: 5; path 1: 9; path 3: 4; sequence 1 2 3: 1;\n"
                               "sequence 1 1: 7; sequence 1 2: 8; pruned 1 1: 6; pruned 1 1: 5; } }";
    static const struct pep_sequence expected[] = {{1, 9, 1, 0}, {1, 7, 2, 5}, {2, 8, 2, 0},
                                                   {3, 6, 3, 0}, {3, 4, 1, 0}, {1, 2, 2, 0}};
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_fault fault;
    (void)state;
    assert_int_equal(pep_text_read(&p, text, sizeof text - 1, &fault), 0);
    const struct pep_sequences *s = &p.units.at[0].functions.at[0].sequences;
    assert_int_equal(s->count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < s->count; i++)
        must_equal(&s->at[i], &expected[i]);
    pep_profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),         cmocka_unit_test(test_spans),     cmocka_unit_test(test_span_forms),
        cmocka_unit_test(test_damaged_spans), cmocka_unit_test(test_contained), cmocka_unit_test(test_bound),
        cmocka_unit_test(test_profiles),      cmocka_unit_test(test_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
