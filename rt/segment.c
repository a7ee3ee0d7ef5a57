/* segment.c - segments of counts: making, claiming, leaving them. */
#include "core.h"

PEP_OF_PART(pep_table_attach);

/* ThreadSanitizer's, where the program has it.  It sees how units count, but not how segments go from one thread to the
 * next: that is told it, so that it takes no race for one. */
void __tsan_acquire(void *place) __attribute__((__weak__));
void __tsan_release(void *place) __attribute__((__weak__));

/* Descriptors of a module's units fit into memory of its own, which goes when the module is unloaded. */
#ifndef PEP_MEMORY_HOME
#define PEP_MEMORY_HOME 16384
#endif
#ifndef PEP_MEMORY_CHUNK
#define PEP_MEMORY_CHUNK 65536
#endif

struct chunk {
    char *memory;
    uint64_t bytes;
    uint64_t used;
};

static uint64_t home_memory[PEP_MEMORY_HOME / sizeof(uint64_t)];
static struct chunk home = {(char *)home_memory, sizeof home_memory, 0};
static struct chunk *current = &home;

void *pep_memory_take(size_t bytes)
{
    struct chunk *c = __atomic_load_n(&current, __ATOMIC_ACQUIRE), *new;
    uint64_t used;

    bytes = PEP_ROUND(bytes, 16);
    used = __atomic_fetch_add(&c->used, bytes, __ATOMIC_RELAXED);
    if (used <= c->bytes && c->bytes - used >= bytes)
        return c->memory + used;
    new = pep_platform_memory(PEP_MEMORY_CHUNK, NULL);
    if (!new)
        return NULL;
    new->memory = (char *)new;
    new->bytes = PEP_MEMORY_CHUNK;
    new->used = PEP_ROUND(sizeof *new, 16) + bytes;
    /* Who comes second keeps its chunk for this one piece only. */
    __atomic_compare_exchange_n(&current, &c, new, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    return new->memory + PEP_ROUND(sizeof *new, 16);
}

uint64_t pep_segment_item(uint32_t kind)
{
    switch (kind) {
    case PEP_RAW_PATHS: return sizeof(struct pep_raw_path);
    case PEP_RAW_VALUES: return sizeof(struct pep_raw_value);
    case PEP_RAW_CONTEXTS: return sizeof(struct pep_raw_context);
    case PEP_RAW_SUBPATHS: return sizeof(struct pep_raw_pair);
    case PEP_RAW_FOREST: return sizeof(struct pep_raw_node);
    default: return sizeof(uint64_t);
    }
}

uint64_t pep_segment_content(uint32_t kind, uint64_t count)
{
    return count * pep_segment_item(kind) + (kind == PEP_RAW_SUBPATHS ? sizeof(struct pep_raw_subpaths) : 0);
}

uint64_t pep_segment_bytes(uint32_t kind, uint64_t count)
{
    return PEP_ROUND(pep_segment_content(kind, count), pep_facts.page);
}

/* One that was made in vain: where room lacks, each further record tries again. */
static struct pep_segment *dropped;

void pep_segment_drop(struct pep_segment *segment)
{
    pep_platform_forget(segment->data, segment->bytes);
    __atomic_store_n(&dropped, segment, __ATOMIC_RELEASE);
}

struct pep_segment *pep_segment_new(struct pep_unit *unit, uint32_t kind, void *data, uint64_t count, uint64_t bytes)
{
    struct pep_segment *s = __atomic_exchange_n(&dropped, NULL, __ATOMIC_ACQUIRE);

    if (!s)
        s = pep_memory_take(sizeof *s);
    if (!s)
        return NULL;
    *s = (struct pep_segment){.unit = unit, .kind = kind, .data = data, .count = count, .bytes = bytes};
    if (kind == PEP_RAW_PATHS && data)
        pep_table_attach(s);
    return s;
}

void pep_segment_push(struct pep_segment *segment)
{
    struct pep_segment **head = (struct pep_segment **)&segment->unit->runtime[PEP_UNIT_SEGMENTS];

    segment->next = __atomic_load_n(head, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(head, &segment->next, segment, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        continue;
}

void pep_segment_publish(struct pep_segment *segment)
{
    struct pep_raw_entry *e = segment->entry;

    if (!e)
        return;
    e->owner = pep_facts.owner;
    e->space = pep_facts.space;
    e->process = pep_facts.pid;
    e->module = pep_profile.module;
    e->unit = segment->unit->hash;
    e->count = segment->count;
    __atomic_store_n(&e->state, PEP_RAW_VALID, __ATOMIC_RELEASE);
}

bool pep_segment_replace(struct pep_segment *old, struct pep_segment *new)
{
    if (new->entry && old->entry)
        new->entry->replaces = old->entry->offset;
    pep_segment_publish(new);
    if (old->entry)
        __atomic_store_n(&old->entry->state, PEP_RAW_GONE, __ATOMIC_RELEASE);
    if (new->entry)
        new->entry->replaces = 0;
    __atomic_store_n(&old->gone, 1, __ATOMIC_RELAXED); /* and it stays taken */
    pep_segment_push(new);
    /* A stream first says that it begins, then takes what is not gone. */
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return !__atomic_load_n(&pep_profile.streaming, __ATOMIC_RELAXED);
}

/* The file's part of a new segment; -1 where it cannot grow. */
static int segment_place(struct pep_segment *s, struct pep_batch *batch)
{
    uint64_t offset;

    s->data = s->view = pep_space_take(batch, &offset, s->bytes);
    if (!s->data)
        return -1;
    s->entry = pep_directory_take(batch, s->kind);
    if (!s->entry)
        return -1;
    s->entry->offset = offset;
    return 0;
}

struct pep_segment *pep_segment_make(struct pep_unit *unit, uint32_t kind, uint64_t count)
{
    struct pep_segment *s = pep_segment_new(unit, kind, NULL, count, pep_segment_bytes(kind, count));
    struct pep_batch batch = {0};

    if (!s)
        return NULL;
    s->taken = 1;
    if (pep_profile.header && !pep_profile.full && segment_place(s, &batch) < 0) {
        pep_profile.full = batch.open; /* else it cannot be opened now: there may be no descriptor left */
        s->data = s->view = NULL;
    }
    pep_batch_close(&batch);
    if (!s->data)
        s->data = pep_platform_memory(s->bytes, NULL);
    if (!s->data)
        return NULL;
    if (kind == PEP_RAW_PATHS)
        pep_table_attach(s);
    return s;
}

static bool take(struct pep_segment *s)
{
    if (__atomic_load_n(&s->taken, __ATOMIC_RELAXED) || __atomic_exchange_n(&s->taken, 1, __ATOMIC_ACQUIRE))
        return false;
    if (__tsan_acquire)
        __tsan_acquire(&s->taken);
    return true;
}

static void leave(struct pep_segment *s)
{
    if (__tsan_release)
        __tsan_release(&s->taken);
    __atomic_store_n(&s->taken, 0, __ATOMIC_RELEASE);
}

/* Counts that an ended process of the pool, or an unloaded copy of the module, left. */
static struct pep_segment *segment_adopt(struct pep_unit *unit, uint32_t kind, uint64_t count)
{
    struct pep_batch batch = {0};
    struct pep_segment *s = NULL;
    struct pep_raw_entry *e;
    uint64_t bytes;
    void *data;

    e = pep_directory_adopt(&batch, kind, unit->hash, kind == PEP_RAW_PATHS || kind == PEP_RAW_SUBPATHS ? 0 : count);
    if (e) {
        bytes = pep_segment_bytes(kind, e->count);
        data = pep_platform_map(&batch.file, e->offset, bytes, pep_platform_home(bytes));
        if (data)
            s = pep_segment_new(unit, kind, data, e->count, bytes);
        if (s) {
            s->view = data;
            s->entry = e;
            s->taken = 1;
        }
    }
    pep_batch_close(&batch);
    return s;
}

struct pep_segment *pep_segment_claim(struct pep_unit *unit, uint32_t kind, uint64_t count)
{
    struct pep_segment *s = pep_unit_segments(unit);

    for (; s; s = s->next)
        if (s->kind == kind && !__atomic_load_n(&s->gone, __ATOMIC_RELAXED) && take(s))
            return s;
    if (pep_profile.header)
        s = segment_adopt(unit, kind, count);
    if (!s) {
        s = pep_segment_make(unit, kind, count);
        if (s)
            pep_segment_publish(s);
    }
    if (s)
        pep_segment_push(s);
    return s;
}

void pep_segment_fold(struct pep_segment *segment)
{
    uint64_t *from = segment->data, *to = segment->view ? segment->view : segment->unit->counters, i;

    if (pep_segment_has_records(segment) || from == to)
        return;
    for (i = 0; i < segment->count; i++)
        if (from[i])
            __atomic_fetch_add(&to[i], __atomic_exchange_n(&from[i], 0, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

struct pep_segment *pep_segment_own(struct pep_unit *unit)
{
    struct pep_segment *s = pep_unit_segments(unit);

    while (s && s->data != unit->counters)
        s = s->next;
    return s;
}

/* Counters that found no room in the file go to the unit's own array, unless a thread counts there, whose next step
 * would undo it. */
static void fold_into_unit(struct pep_segment *segment)
{
    struct pep_segment *own = pep_segment_has_records(segment) ? NULL : pep_segment_own(segment->unit);

    if (!own || own == segment || !take(own))
        return;
    pep_segment_fold(segment);
    leave(own);
}

void pep_segment_release(struct pep_segment *segment)
{
    if (!segment->view && pep_profile.header)
        fold_into_unit(segment);
    segment->slot = NULL;
    segment->link = NULL;
    leave(segment);
}
