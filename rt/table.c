/* table.c - counts of functions with too many paths for an array.
 *
 * A table of struct pep_raw_path, open addressing with linear probing; the records lie in the profile file as a reader
 * finds them.  A table belongs to one thread (or to a program that has one), so the common case is two multiplications,
 * comparisons and an increment.
 *
 * A signal handler may come at any instruction of that.  Inserting and growing raise a flag of the owner, and a
 * handler that finds it raised (or a second thread in a program built for one) counts in a spare table of the unit.
 * While the records are copied to a larger table the owner's pointer stands on pep_no_table, which has no records, so
 * that nobody counts in the old one; but it may be a handler that copies, and what it interrupted has the old one in
 * hand, and tells by the zeros there whether its count was copied (pep_table_late). */
#include "core.h"

#define LIMIT(places) ((places) - (places) / 4)
/* From so many places on, a megabyte, records told last are kept beside the table. */
#define LARGE 32768

PEP_PART_IS(tables);

static struct pep_raw_path no_records[2];
struct pep_segment pep_no_table = {
    .data = no_records, .kind = PEP_RAW_PATHS, .count = 2, .used = 2, .shift = 63, .taken = 1};

void pep_table_attach(struct pep_segment *table)
{
    uint64_t places = pep_table_places(table->count), i;
    struct pep_raw_path *p = table->data;

    table->shift = (uint32_t)__builtin_clzll(places) + 1;
    table->recent = table->count > places ? p + places : NULL;
    table->used = 0;
    for (i = 0; i < places; i++)
        table->used += p[i].function != 0;
}

/* The record of the path, or the free place where it belongs, or NULL in a table that is full of others. */
static struct pep_raw_path *table_find(const struct pep_segment *table, struct pep_tally tally)
{
    struct pep_raw_path *records = table->data;
    uint64_t last = UINT64_MAX >> table->shift, i = pep_table_hash(tally) >> table->shift, n;

    for (n = 0; n <= last; n++, i = (i + 1) & last)
        if (!records[i].function || (records[i].path == tally.path && records[i].high == tally.high &&
                                     records[i].function == tally.function + 1))
            return &records[i];
    return NULL;
}

/* To the record's count, or into the free place. */
static void table_put(struct pep_segment *table, struct pep_raw_path *record, struct pep_tally tally)
{
    if (record->function) {
        record->count += tally.times;
        return;
    }
    record->path = tally.path;
    record->high = tally.high;
    record->count = tally.times;
    __atomic_store_n(&record->function, tally.function + 1, __ATOMIC_RELEASE);
    table->used++;
}

static bool is_crowded(const struct pep_segment *table)
{
    return table->used >= LIMIT(pep_table_places(table->count));
}

/* A larger table with the same records, or NULL. */
static struct pep_segment *table_grow(struct pep_segment *old)
{
    uint64_t places = pep_table_places(old->count) * (old->count < 65536 ? 4 : 2);
    uint64_t recent = places < LARGE ? 0 : PEP_RAW_RECENT;
    struct pep_segment *new = pep_segment_make(old->unit, PEP_RAW_PATHS, places + recent);
    struct pep_raw_path *p = old->data;
    struct pep_tally tally;
    uint64_t i;

    if (!new)
        return NULL;
    if (!new->entry && (old->entry || !is_crowded(old))) {
        /* Memory alone would lose what the file has; the old table takes what it can. */
        pep_segment_drop(new);
        return NULL;
    }
    for (i = 0; i < old->count; i++)
        if (p[i].function && p[i].count) {
            tally = pep_table_tally(&p[i]);
            table_put(new, table_find(new, tally), tally);
        }
    old->emptied = pep_segment_replace(old, new);
    for (i = 0; i < old->count && old->emptied; i++)
        if (p[i].count)
            __atomic_store_n(&p[i].count, 0, __ATOMIC_RELAXED);
    return new;
}

/* The table, or the larger one that took its place. */
static struct pep_segment *table_room(struct pep_segment *table)
{
    struct pep_segment *larger;
    struct pep_host saved;

    /* One that found no place in the file, which could not be opened then, looks for one again now and then. */
    if (!is_crowded(table) && (table->entry || !pep_profile.header || table->used % 64))
        return table;
    if (pep_profile.full && pep_profile.header)
        return table;
    saved = pep_platform_enter();
    larger = table_grow(table);
    pep_platform_leave(saved);
    return larger ? larger : table;
}

static struct pep_segment *table_insert(struct pep_segment *table, struct pep_tally tally)
{
    struct pep_raw_path *record = table_find(table, tally);

    if (record && record->function) {
        record->count += tally.times;
        return table;
    }
    table = table_room(table);
    record = table_find(table, tally);
    if (record)
        table_put(table, record, tally);
    if (pep_profile.header && (!record || !table->entry))
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
    return table;
}

/* Counts in a table that nobody else touches meanwhile; gives that table or the larger one that took its place, which
 * has what was in `recent` too. */
static struct pep_segment *table_add(struct pep_segment *table, struct pep_tally tally)
{
    struct pep_raw_path *oldest = pep_table_oldest(table);
    struct pep_segment *larger = oldest ? table_room(table) : table;

    if (oldest && larger == table) {
        table_insert(table, pep_table_tally(oldest));
        __atomic_store_n(&oldest->count, 0, __ATOMIC_RELEASE);
    }
    return table_insert(larger, tally);
}

void pep_table_count(struct pep_segment **table, struct pep_unit *unit, struct pep_tally tally)
{
    struct pep_segment *t;
    struct pep_host saved;

    pep_platform_look();
    t = *table;
    __atomic_store_n(table, &pep_no_table, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (t == &pep_no_table) {
        saved = pep_platform_enter();
        t = pep_segment_claim(unit, PEP_RAW_PATHS, PEP_TABLE_FIRST);
        pep_platform_leave(saved);
    }
    if (t)
        t = table_add(t, tally);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(table, t ? t : &pep_no_table, __ATOMIC_RELAXED);
}

void pep_table_add_spare(struct pep_unit *unit, struct pep_tally tally)
{
    struct pep_host saved = pep_platform_enter();
    struct pep_segment *t = pep_segment_claim(unit, PEP_RAW_PATHS, PEP_TABLE_FIRST);

    if (t)
        pep_segment_release(table_add(t, tally));
    pep_platform_leave(saved);
}

void pep_table_count_spare(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    pep_table_add_spare(unit, (struct pep_tally){path, 0, 1, function});
}

void pep_table_span_spare(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits, uint64_t times)
{
    (void)bits;
    pep_table_add_spare(unit, (struct pep_tally){span.low, span.high, times, function});
}

/* Any unit of the module: one program, one thread. */
static uint32_t single_busy;

/* In registers: the common case would store a struct pep_tally too. */
static __attribute__((__noinline__)) void count_single_slow(struct pep_unit *unit, uint32_t function, uint64_t path,
                                                            uint64_t high, uint64_t times)
{
    struct pep_tally tally = {path, high, times, function};
    struct pep_segment *table = unit->runtime[PEP_UNIT_TABLE];

    if (table->recent && pep_table_turn(table, tally))
        return;
    if (pep_table_busy(table) || __atomic_exchange_n(&single_busy, 1, __ATOMIC_ACQUIRE)) {
        pep_table_add_spare(unit, tally);
        return;
    }
    pep_table_count((struct pep_segment **)&unit->runtime[PEP_UNIT_TABLE], unit, tally);
    __atomic_store_n(&single_busy, 0, __ATOMIC_RELEASE);
}

static inline __attribute__((__always_inline__)) void count_single(struct pep_unit *unit, struct pep_tally tally)
{
    const struct pep_segment *table = unit->runtime[PEP_UNIT_TABLE];

    if (table->recent || !pep_table_hit(table, tally))
        count_single_slow(unit, tally.function, tally.path, tally.high, tally.times);
}

void pep_table_count_single(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    count_single(unit, (struct pep_tally){path, 0, 1, function});
}

void pep_table_span_single(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits,
                           uint64_t times)
{
    (void)bits;
    count_single(unit, (struct pep_tally){span.low, span.high, times, function});
}
