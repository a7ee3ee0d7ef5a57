/* context.c - by which callers samples came: the calling context tree (Ammons, Ball, Larus, Exploiting Hardware
 * Performance Counters with Flow and Context Sensitive Profiling, PLDI 1997; paper Arnold-Grove, section 1, has its
 * samples extended so).
 *
 * A sample walks the frames of its thread (pep/abi.h), takes as many of them as its unit wants, and counts below them.
 * The tree lies in the profile file as a table with open addressing: a function below its caller has a place by both,
 * so to find it takes a look where it has been seen before.  A place is claimed by compare-and-swap and filled before
 * it is shown.  Who finds one that is being filled goes on, and at worst the same stands in two places.  So threads and
 * signal handlers may come at any moment, and a killed process leaves a place that a reader passes over.
 *
 * Frames may be stale (abi.h).  The walk believes nothing: a frame has to be readable, to name a unit of this module,
 * and not to lie where our own stack has been.  At the first that does not it ends, and what was found stands.
 * Contexts may so be too short; and where a program changes stacks by itself they say who ran last. */
#include "core.h"

/* Contexts of all threads; further ones are lost. */
#ifdef PEP_BARE
#define PLACES 64
#else
#define PLACES 32768
#endif
#define PROBES 64 /* a table that is nearly full is full */
/* What lies right below the stack pointer belonged to a call that is over. */
#define DEAD 65536

struct pep_unit pep_context_unit = {.how = PEP_UNIT_SAMPLED};
uint32_t pep_context_wanted;

static struct pep_segment *table;

/* The module's units, by address and by the addresses of their counters. */
static struct pep_unit **units, **counted;
static uint64_t nunits;

struct active {
    uint64_t unit; /* hash */
    uint32_t function;
};

/* --- units --- */

static uintptr_t counters_of(const struct pep_unit *unit)
{
    return (uintptr_t)unit->counters;
}

/* Linkers keep one order throughout, which is the list's: each goes behind the others. */
static void learn(struct pep_unit **by_address, struct pep_unit **by_counters, uint64_t n, struct pep_unit *unit)
{
    uint64_t i;

    for (i = n; i && by_address[i - 1] > unit; i--)
        by_address[i] = by_address[i - 1];
    by_address[i] = unit;
    for (i = n; i && counters_of(by_counters[i - 1]) > counters_of(unit); i--)
        by_counters[i] = by_counters[i - 1];
    by_counters[i] = unit;
}

void pep_context_begin(void)
{
    struct pep_unit *u, **lists;
    uint64_t n = 0, i = 0;

    if (!table)
        table = pep_segment_claim(&pep_context_unit, PEP_RAW_CONTEXTS, PLACES);
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        n++;
    lists = pep_platform_memory(PEP_ROUND(2 * n * sizeof *lists, pep_facts.page), NULL);
    if (!lists)
        return;
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        learn(lists, lists + n, i++, u);
    nunits = 0; /* a handler that comes here finds none */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    units = lists;
    counted = lists + n;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    nunits = n;
}

static bool is_unit(const struct pep_unit *unit)
{
    uint64_t low = 0, high = nunits, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (units[middle] < unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low < nunits && units[low] == unit;
}

static const struct pep_unit *unit_of(const uint64_t *counter)
{
    uint64_t low = 0, high = nunits, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (counted[middle]->counters <= counter)
            low = middle + 1;
        else
            high = middle;
    }
    return low && (uint64_t)(counter - counted[low - 1]->counters) < counted[low - 1]->ncounters ? counted[low - 1]
                                                                                                 : NULL;
}

/* --- frames --- */

/* The frame can be read: it lies on pages that are there.  *page is one that is known to be. */
static bool is_readable(const struct pep_frame *frame, uintptr_t *page)
{
    uintptr_t at = (uintptr_t)frame, last = at + sizeof *frame - 1;

    if (!at || at % sizeof(void *) || last < at)
        return false;
    if (at / pep_facts.page != *page && !pep_platform_readable(frame))
        return false;
    *page = at / pep_facts.page;
    if (last / pep_facts.page == *page)
        return true;
    *page = last / pep_facts.page;
    return pep_platform_readable((const char *)frame + sizeof *frame - 1);
}

static bool is_sound(const struct pep_frame *frame, uintptr_t *page)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), at = (uintptr_t)frame;

    return (at > here || here - at > DEAD) && is_readable(frame, page) && is_unit(frame->unit) &&
           frame->function < frame->unit->nfunctions;
}

/* Lists the innermost active functions, `most` of them; gives how many there are. */
static uint32_t walk(struct active *actives, uint32_t most)
{
    const struct pep_frame *frame = pep_platform_frame();
    uintptr_t page = (uintptr_t)__builtin_frame_address(0) / pep_facts.page;
    uint32_t n;

    for (n = 0; n < most && is_sound(frame, &page); n++, frame = frame->up) {
        actives[n].unit = frame->unit->hash;
        actives[n].function = frame->function;
    }
    return n;
}

/* --- the tree --- */

static uint64_t hash_of(const struct pep_raw_context *c)
{
    uint64_t hash = c->unit ^ c->key * UINT64_C(0x9E3779B97F4A7C15);

    hash = (hash ^ hash >> 32 ^ ((uint64_t)c->parent << 32 | c->index)) * UINT64_C(0xD6E8FEB86659FD93);
    return (hash ^ hash >> 32 ^ c->kind) * UINT64_C(0xD6E8FEB86659FD93) >> 32;
}

static bool is_same(const struct pep_raw_context *a, const struct pep_raw_context *b)
{
    return a->parent == b->parent && a->unit == b->unit && a->index == b->index && a->key == b->key;
}

/* The number of its place plus 1; 0 where there is none. */
static uint32_t find(const struct pep_raw_context *wanted)
{
    struct pep_raw_context *places = table->data, *p;
    uint64_t i = hash_of(wanted), n;
    uint32_t kind;

    for (n = 0; n < PROBES; n++, i++) {
        p = &places[i % PLACES];
        kind = __atomic_load_n(&p->kind, __ATOMIC_ACQUIRE);
        if (kind == wanted->kind && is_same(p, wanted))
            return (uint32_t)(p - places) + 1;
        if (kind != PEP_RAW_CONTEXT_FREE ||
            !__atomic_compare_exchange_n(&p->kind, &kind, PEP_RAW_CONTEXT_TAKEN, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            continue;
        p->parent = wanted->parent;
        p->unit = wanted->unit;
        p->index = wanted->index;
        p->key = wanted->key;
        __atomic_store_n(&p->kind, wanted->kind, __ATOMIC_RELEASE);
        return (uint32_t)(p - places) + 1;
    }
    return 0;
}

static void lose(uint64_t samples)
{
    if (pep_profile.header)
        __atomic_fetch_add(&pep_profile.header->lost, (uint32_t)samples, __ATOMIC_RELAXED);
}

/* Counts what was sampled below all that are active.  The array is the caller's own: a signal handler may have little
 * stack, and few units want many callers. */
static void sample(const struct pep_unit *unit, struct pep_raw_context *what, uint64_t samples)
{
    struct active actives[unit->context];
    uint32_t n, place;

    if (!table)
        return;
    for (n = walk(actives, unit->context); n--;) {
        struct pep_raw_context function = {.kind = PEP_RAW_CONTEXT_FUNCTION,
                                           .parent = what->parent,
                                           .unit = actives[n].unit,
                                           .index = actives[n].function};

        what->parent = find(&function);
        if (!what->parent) {
            lose(samples);
            return;
        }
    }
    place = find(what);
    if (place)
        __atomic_fetch_add(&((struct pep_raw_context *)table->data)[place - 1].count, samples, __ATOMIC_RELAXED);
    else
        lose(samples);
}

void pep_context_counter(const uint64_t *counter, uint64_t samples)
{
    const struct pep_unit *unit = unit_of(counter);
    struct pep_raw_context what = {.kind = PEP_RAW_CONTEXT_COUNTER};

    if (!unit || !unit->context)
        return;
    what.unit = unit->hash;
    what.index = (uint32_t)(counter - unit->counters);
    sample(unit, &what, samples);
}

void pep_context_path(const struct pep_unit *unit, uint32_t function, uint64_t path, uint64_t samples)
{
    struct pep_raw_context what = {.kind = PEP_RAW_CONTEXT_PATH, .unit = unit->hash, .index = function, .key = path};

    sample(unit, &what, samples);
}

void pep_context_target(const struct pep_unit *unit, uint32_t site, uint64_t value, uint64_t samples)
{
    struct pep_raw_context what = {.kind = PEP_RAW_CONTEXT_TARGET, .unit = unit->hash, .index = site, .key = value};

    sample(unit, &what, samples);
}
