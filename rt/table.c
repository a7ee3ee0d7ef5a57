/* table.c - counts of functions with too many paths for an array.
 *
 * A table of struct pep_raw_path, open addressing with linear probing; the records lie in the profile file as a reader
 * finds them.  A table belongs to one thread (or to a program that has one), so the common case is two multiplications,
 * comparisons and an increment.
 *
 * A signal handler may come at any instruction of that.  Inserting and growing raise a flag of the owner, and a
 * handler that finds it raised (or a second thread in a program built for one) counts in a spare table of the unit.
 * While the records are copied to a larger table the owner's pointer stands on pep_no_table, which has no records, so
 * that nobody counts in the old one. */
#include "core.h"

#define LIMIT(count) ((count) - (count) / 4)

char pep_part_tables = 1;

static struct pep_raw_path no_records[2];
struct pep_segment pep_no_table = {
    .data = no_records, .kind = PEP_RAW_PATHS, .count = 2, .used = 2, .shift = 63, .taken = 1};

void pep_table_attach(struct pep_segment *table)
{
    const struct pep_raw_path *p = table->data;
    uint64_t i;

    table->shift = 64;
    for (i = table->count; i > 1; i >>= 1)
        table->shift--;
    table->used = 0;
    for (i = 0; i < table->count; i++)
        table->used += p[i].function != 0;
}

/* The record of the path, or the free place where it belongs, or NULL in a table that is full of others. */
static struct pep_raw_path *table_find(const struct pep_segment *table, uint32_t function, uint64_t path, uint64_t high)
{
    struct pep_raw_path *records = table->data;
    uint64_t i = pep_table_hash(function, path, high) >> table->shift, n;

    for (n = 0; n < table->count; n++, i = (i + 1) & (table->count - 1))
        if (!records[i].function ||
            (records[i].path == path && records[i].high == high && records[i].function == function + 1))
            return &records[i];
    return NULL;
}

static void table_put(struct pep_segment *table, struct pep_raw_path *record, uint32_t function, uint64_t path,
                      uint64_t high, uint64_t count)
{
    record->path = path;
    record->high = high;
    record->count = count;
    __atomic_store_n(&record->function, function + 1, __ATOMIC_RELEASE);
    table->used++;
}

/* A larger table with the same records, or NULL. */
static struct pep_segment *table_grow(struct pep_segment *old)
{
    struct pep_segment *new = pep_segment_make(old->unit, PEP_RAW_PATHS, old->count * (old->count < 65536 ? 4 : 2));
    const struct pep_raw_path *p = old->data;
    uint64_t i;

    if (!new)
        return NULL;
    if (old->entry && !new->entry) {
        /* Memory alone would lose what the file has; the old table takes what it can. */
        pep_platform_forget(new->data, new->bytes);
        return NULL;
    }
    for (i = 0; i < old->count; i++)
        if (p[i].function)
            table_put(new, table_find(new, p[i].function - 1, p[i].path, p[i].high), p[i].function - 1, p[i].path,
                      p[i].high, p[i].count);
    if (new->entry && old->entry)
        new->entry->replaces = old->entry->offset;
    pep_segment_publish(new);
    if (old->entry)
        __atomic_store_n(&old->entry->state, PEP_RAW_GONE, __ATOMIC_RELEASE);
    if (new->entry)
        new->entry->replaces = 0;
    __atomic_store_n(&old->gone, 1, __ATOMIC_RELAXED); /* and it stays taken */
    pep_segment_push(new);
    return new;
}

/* Counts in a table that nobody else touches meanwhile; gives that table or the larger one that took its place. */
static struct pep_segment *table_add(struct pep_segment *table, uint32_t function, uint64_t path, uint64_t high,
                                     uint64_t times)
{
    struct pep_raw_path *record = table_find(table, function, path, high);
    struct pep_segment *larger;
    struct pep_host saved;

    if (record && record->function) {
        record->count += times;
        return table;
    }
    if (table->used >= LIMIT(table->count) && (!pep_profile.full || !pep_profile.header)) {
        saved = pep_platform_enter();
        larger = table_grow(table);
        pep_platform_leave(saved);
        if (larger) {
            table = larger;
            record = table_find(table, function, path, high);
        }
    }
    if (record)
        table_put(table, record, function, path, high, times);
    if (pep_profile.header && (!record || !table->entry))
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
    return table;
}

void pep_table_count(struct pep_segment **table, struct pep_unit *unit, uint32_t function, uint64_t path, uint64_t high,
                     uint64_t times)
{
    struct pep_segment *t = *table;
    struct pep_host saved;

    __atomic_store_n(table, &pep_no_table, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (t == &pep_no_table) {
        saved = pep_platform_enter();
        t = pep_segment_claim(unit, PEP_RAW_PATHS, PEP_TABLE_FIRST);
        pep_platform_leave(saved);
    }
    if (t)
        t = table_add(t, function, path, high, times);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(table, t ? t : &pep_no_table, __ATOMIC_RELAXED);
}

void pep_table_add_spare(struct pep_unit *unit, uint32_t function, uint64_t path, uint64_t high, uint64_t times)
{
    struct pep_host saved = pep_platform_enter();
    struct pep_segment *t = pep_segment_claim(unit, PEP_RAW_PATHS, PEP_TABLE_FIRST);

    if (t)
        pep_segment_release(table_add(t, function, path, high, times));
    pep_platform_leave(saved);
}

void pep_table_count_spare(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    pep_table_add_spare(unit, function, path, 0, 1);
}

void pep_table_span_spare(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits, uint64_t times)
{
    (void)bits;
    pep_table_add_spare(unit, function, span.low, span.high, times);
}

/* Any unit of the module: one program, one thread. */
static uint32_t single_busy;

static __attribute__((__noinline__)) void count_single_slow(struct pep_unit *unit, uint32_t function, uint64_t path,
                                                            uint64_t high, uint64_t times)
{
    if (__atomic_exchange_n(&single_busy, 1, __ATOMIC_ACQUIRE)) {
        pep_table_add_spare(unit, function, path, high, times);
        return;
    }
    pep_table_count((struct pep_segment **)&unit->runtime[PEP_UNIT_TABLE], unit, function, path, high, times);
    __atomic_store_n(&single_busy, 0, __ATOMIC_RELEASE);
}

void pep_table_count_single(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    if (!pep_table_hit(unit->runtime[PEP_UNIT_TABLE], function, path, 0, 1))
        count_single_slow(unit, function, path, 0, 1);
}

void pep_table_span_single(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits,
                           uint64_t times)
{
    (void)bits;
    if (!pep_table_hit(unit->runtime[PEP_UNIT_TABLE], function, span.low, span.high, times))
        count_single_slow(unit, function, span.low, span.high, times);
}
