/* thread.c - each thread counts in segments of its own.
 *
 * What a thread has is a list that hangs on its key; at the end of the thread all of it is left, counts included, for
 * the next thread.  Path tables, values and forests are found through small caches of the thread. */
#include "subpaths.h"

PEP_OF_PART(pep_forest_atomic);
PEP_OF_PART(pep_forest_claim);
PEP_OF_PART(pep_forest_tell);
PEP_OF_PART(pep_subpath_leave);
PEP_OF_PART(pep_no_table);
PEP_OF_PART(pep_table_count);
PEP_OF_PART(pep_table_add_spare);
PEP_OF_PART(pep_value_claim);
PEP_OF_PART(pep_value_record);
PEP_OF_PART(pep_value_spare);

PEP_PART_IS(threads);

#define CACHE 8

static __thread struct pep_segment *cache[CACHE], *value_cache[CACHE], *forest_cache[CACHE];
static __thread uint32_t busy; /* a table or values are being changed, or TAKING */
#define TAKING 2u

/* Hangs the segment on the thread.  Without a key (there are too many) it stays the thread's for good.  For all but the
 * first few keys libc allocates memory, where a program's own allocator may count: meanwhile nothing else is taken. */
static void thread_take(struct pep_segment *segment)
{
    busy |= TAKING;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    segment->link = pep_platform_thread_get();
    pep_platform_thread_set(segment);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    busy &= ~TAKING;
}

/* The unit's place in a cache, where a handler may put another unit's segment at any time. */
static inline struct pep_segment **cached(struct pep_segment **cache_of_kind, const struct pep_unit *unit)
{
    return &cache_of_kind[(uintptr_t)unit->runtime[PEP_UNIT_NUMBER] % CACHE];
}

static inline struct pep_segment *thread_cached(struct pep_segment *const *place, const struct pep_unit *unit)
{
    struct pep_segment *s = __atomic_load_n(place, __ATOMIC_RELAXED);

    return s && s->unit == unit ? s : NULL;
}

static uint64_t *thread_attach(struct pep_unit *unit, uint64_t **slot)
{
    uint64_t *data = unit->counters;
    struct pep_host saved;
    struct pep_segment *s;

    if (busy & TAKING)
        return data;
    saved = pep_platform_enter();
    s = pep_segment_claim(unit, PEP_RAW_COUNTERS, unit->ncounters);
    if (s && *slot) {
        /* A signal handler was faster. */
        pep_segment_release(s);
        data = *slot;
    } else if (s) {
        s->slot = slot;
        thread_take(s);
        data = *slot = s->data;
    }
    pep_platform_leave(saved);
    return data;
}

static struct pep_segment *thread_segment(const struct pep_unit *unit, uint32_t kind)
{
    struct pep_segment *s = pep_platform_thread_get();

    while (s && (s->unit != unit || s->kind != kind || s->gone))
        s = s->link;
    return s;
}

/* In registers: the common case would store a struct pep_tally too. */
static __attribute__((__noinline__)) void count_slow(struct pep_unit *unit, uint32_t function, uint64_t path,
                                                     uint64_t high, uint64_t times)
{
    struct pep_tally tally = {path, high, times, function};
    struct pep_segment **c = cached(cache, unit), *before = thread_cached(c, unit), *now;
    struct pep_host saved;

    if (before && before->recent && pep_table_turn(before, tally))
        return;
    if (busy) {
        pep_table_add_spare(unit, tally);
        return;
    }
    busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    before = thread_segment(unit, PEP_RAW_PATHS);
    if (before && pep_table_busy(before)) {
        busy = 0;
        pep_table_add_spare(unit, tally);
        return;
    }
    __atomic_store_n(c, NULL, __ATOMIC_RELAXED);
    now = before ? before : &pep_no_table;
    pep_table_count(&now, unit, tally);
    if (now != before && now != &pep_no_table) {
        saved = pep_platform_enter();
        thread_take(now);
        pep_platform_leave(saved);
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(c, now, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    busy = 0;
}

static inline __attribute__((__always_inline__)) void count(struct pep_unit *unit, struct pep_tally tally)
{
    const struct pep_segment *table = thread_cached(cached(cache, unit), unit);

    if (!table || table->recent || !pep_table_hit(table, tally))
        count_slow(unit, tally.function, tally.path, tally.high, tally.times);
}

static void thread_count(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    count(unit, (struct pep_tally){path, 0, 1, function});
}

static void thread_span(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits, uint64_t times)
{
    (void)bits;
    count(unit, (struct pep_tally){span.low, span.high, times, function});
}

static struct pep_segment *thread_values(struct pep_unit *unit)
{
    struct pep_segment *s = thread_segment(unit, PEP_RAW_VALUES);
    struct pep_host saved = pep_platform_enter();

    if (!s && (s = pep_value_claim(unit)))
        thread_take(s);
    pep_platform_leave(saved);
    return s;
}

static __attribute__((__noinline__)) void value_slow(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    struct pep_segment **c = cached(value_cache, unit);

    if (!thread_cached(c, unit))
        *c = thread_values(unit);
    pep_value_record(*c, site, value, 1);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    busy = 0;
}

static void thread_value(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    struct pep_segment *values;

    if (busy) {
        pep_value_spare(unit, site, value);
        return;
    }
    busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    values = thread_cached(cached(value_cache, unit), unit);
    if (!pep_value_hit(values, site, value)) {
        value_slow(unit, site, value);
        return;
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    busy = 0;
}

static struct pep_segment *forest_find(struct pep_unit *unit)
{
    struct pep_segment *s = thread_segment(unit, PEP_RAW_FOREST);

    if (!s && !(busy & TAKING) && (s = pep_forest_claim(unit)))
        thread_take(s);
    __atomic_store_n(cached(forest_cache, unit), s, __ATOMIC_RELAXED);
    return s;
}

static struct pep_stream thread_kpath(struct pep_unit *unit, uint32_t function, struct pep_stream stream, uint64_t path)
{
    struct pep_segment *s = thread_cached(cached(forest_cache, unit), unit);

    if (!s || s->gone) /* abandoned in the child of a fork */
        s = forest_find(unit);
    return s ? pep_forest_tell(s->forest, function, stream, path) : stream;
}

void pep_thread_hook(struct pep_unit *unit)
{
    pep_platform_threads();
    unit->attach = thread_attach;
    unit->count = thread_count;
    unit->span = thread_span;
    unit->value = thread_value;
    unit->kpath = unit->update == PEP_UNIT_ATOMIC ? pep_forest_atomic : thread_kpath;
}

/* Later destructors of the thread may count again: then all of this happens once more. */
void pep_thread_exit(void *value)
{
    struct pep_segment *s = value, *next;
    int i;

    for (i = 0; i < CACHE; i++)
        cache[i] = value_cache[i] = forest_cache[i] = NULL;
    for (; s; s = next) {
        next = s->link;
        if (s->slot)
            *s->slot = NULL;
        if (s->profiler && !s->gone)
            pep_subpath_leave(s);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        if (!s->gone)
            pep_segment_release(s);
    }
}

bool pep_thread_has(const struct pep_segment *segment)
{
    const struct pep_segment *s = pep_platform_thread_get();

    while (s && s != segment)
        s = s->link;
    return s != NULL;
}

void pep_thread_keep(void)
{
    struct pep_segment *s;

    for (s = pep_platform_thread_get(); s; s = s->link)
        s->keep = 1;
}
