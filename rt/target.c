/* target.c - which function a call through a pointer leads to.
 *
 * Its address means nothing in another run, so it is told as a place in a file: the number of that file's MODULE entry
 * and the distance from where the file begins in memory.  Our own file is known from the start.  Another one is looked
 * up, which takes a tenth of a millisecond, and what lies there is remembered. */
#include "core.h"

PEP_PART_IS(values);

/* Addresses that what is added to gives what is recorded. */
struct range {
    uint64_t era; /* that it belongs to; it is not to be read in another one, nor while it is being filled */
    uintptr_t begin, bytes;
    uint64_t add;
};

#define RANGES  64
#define FILLING UINT64_MAX

static struct range own;
static struct range remembered[RANGES];

static uint64_t above(uint32_t module)
{
    return ((uint64_t)module + 1) << PEP_RAW_TARGET_BITS;
}

/* Numbers that fit above. */
static bool tellable(uint32_t module)
{
    return module < (1u << (64 - PEP_RAW_TARGET_BITS)) - 1;
}

void pep_target_forget(struct pep_unit *unit, uint32_t site, const uint64_t *count)
{
    uint32_t i;

    if (count && unit->recent && unit->recent[site].count == count)
        unit->recent[site].function = NULL;
    for (i = 0; !count && unit->recent && i < unit->nsites; i++)
        unit->recent[i].function = NULL;
}

void pep_target_own(bool known)
{
    struct pep_unit *u;

    for (u = pep_profile.units; u; u = pep_unit_next(u))
        pep_target_forget(u, 0, NULL);
    own.begin = pep_facts.begin;
    own.add = above(pep_profile.module) - pep_facts.begin;
    own.bytes = known && tellable(pep_profile.module) ? pep_facts.bytes : 0;
}

/* What is remembered holds until the profile is another one, in the child of a fork, or a library that has a runtime
 * goes: another one may come to its place.  One without a runtime goes unseen, and what comes to its place goes by its
 * name.  0: there is no profile to number files in. */
static uint64_t era_now(void)
{
    const struct pep_raw_header *h = pep_profile.header;

    return h ? ((uint64_t)pep_profile.forks << 40 | __atomic_load_n(&h->released, __ATOMIC_RELAXED)) + 1 : 0;
}

/* There is no lock: of two threads that look up the same, each remembers it, and where a range is taken while it is
 * read, or all are taken, it is as if it were not known. */
static bool recall(uint64_t *value, uintptr_t at, uint64_t era)
{
    const struct range *r;
    uintptr_t begin, bytes;

    for (r = remembered; r < remembered + RANGES; r++) {
        if (__atomic_load_n(&r->era, __ATOMIC_ACQUIRE) != era)
            continue;
        begin = __atomic_load_n(&r->begin, __ATOMIC_RELAXED);
        bytes = __atomic_load_n(&r->bytes, __ATOMIC_RELAXED);
        *value = at + __atomic_load_n(&r->add, __ATOMIC_RELAXED);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (at - begin < bytes && __atomic_load_n(&r->era, __ATOMIC_RELAXED) == era)
            return true;
    }
    return false;
}

/* A range to be filled; NULL where all are in use. */
static struct range *range_take(uint64_t era)
{
    struct range *r;
    uint64_t was;

    for (r = remembered; r < remembered + RANGES; r++) {
        was = __atomic_load_n(&r->era, __ATOMIC_RELAXED);
        if (was != era && was != FILLING &&
            __atomic_compare_exchange_n(&r->era, &was, FILLING, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return r;
    }
    return NULL;
}

/* Where nothing is known of an address, that holds for its page. */
static void look_up(struct range *found, uintptr_t at)
{
    struct pep_mapping *m = pep_platform_memory(sizeof *m, NULL);
    struct pep_batch batch = {0};
    uint32_t module;

    found->begin = at - at % pep_facts.page;
    found->bytes = pep_facts.page;
    found->add = 0;
    if (m && pep_platform_mapping(m, at) == 0) {
        found->begin = m->begin;
        found->bytes = m->end - m->begin;
        if (m->file && pep_directory_module(&batch, &module, m->path, m->build) == 0 && tellable(module))
            found->add = above(module) - m->file;
        pep_batch_close(&batch);
    }
    if (m)
        pep_platform_forget(m, sizeof *m);
}

static __attribute__((__noinline__)) uint64_t value_elsewhere(uintptr_t at)
{
    uint64_t address = at & (((uint64_t)1 << PEP_RAW_TARGET_BITS) - 1), era = era_now(), value;
    struct range *r;
    struct pep_host saved;

    if (!era)
        return address;
    if (recall(&value, at, era))
        return value;
    r = range_take(era);
    if (!r)
        return address;
    saved = pep_platform_enter();
    look_up(r, at);
    value = at + r->add;
    __atomic_store_n(&r->era, era, __ATOMIC_RELEASE);
    pep_platform_leave(saved);
    /* A signal handler may have forked meanwhile. */
    return era_now() == era ? value : address;
}

uint64_t pep_target_value(const void *function)
{
    uintptr_t at = (uintptr_t)function;

    return at - own.begin < own.bytes ? at + own.add : value_elsewhere(at);
}

static __attribute__((__noinline__)) void target_elsewhere(struct pep_unit *unit, uint32_t site, uintptr_t at)
{
    unit->value(unit, site, value_elsewhere(at));
}

/* Calls nothing that it would have to come back from where the function is our own. */
void pep_target(struct pep_unit *unit, uint32_t site, const void *function)
{
    uintptr_t at = (uintptr_t)function;

    if (at - own.begin < own.bytes)
        unit->value(unit, site, at + own.add);
    else
        target_elsewhere(unit, site, at);
}

/* A signal handler between the comparison and the count in the code may give the place to another function, which has
 * one too many then. */
void pep_target_recent(struct pep_unit *unit, uint32_t site, const void *function)
{
    struct pep_recent *recent = &unit->recent[site];
    uint64_t value = pep_target_value(function);
    struct pep_raw_value *place;

    unit->value(unit, site, value);
    place = pep_value_find(unit->runtime[PEP_UNIT_VALUES], site, value);
    recent->function = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    recent->count = place ? &place->count : NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    recent->function = place ? function : NULL;
}
