/* value.c - which values come by a site: an argument of a function, the operand of a switch.
 *
 * A site has room for a few values.  One that has no place takes that of the rarest and counts on from there, as in
 * Space-Saving (Metwally, Agrawal, El Abbadi, Efficient Computation of Frequent and Top-k Elements in Data Streams,
 * ICDT 2005): the counts of a site add up to all that came by, a value that is more than one in PEP_RAW_PLACES of them
 * has a place, and it came at least as often as it was counted since it took that.
 *
 * A value is looked for from its own place on.  Nobody ever waits: a segment belongs to one thread, or is taken for a
 * moment.  At any point of a record the file is sound - first the place is all its predecessors', then it is the new
 * value's, then that counts - so a killed process and a reader find nothing that did not happen. */
#include "core.h"

/* The place of the value; where it has none, a free one or that of the rarest. */
static struct pep_raw_value *place(struct pep_raw_value *places, uint64_t value)
{
    uint64_t i = pep_value_hash(value), n;
    struct pep_raw_value *rarest = &places[i];

    for (n = 0; n < PEP_RAW_PLACES; n++, i = (i + 1) % PEP_RAW_PLACES) {
        if (!places[i].count || places[i].value == value)
            return &places[i];
        if (places[i].count < rarest->count)
            rarest = &places[i];
    }
    return rarest;
}

void pep_value_record(struct pep_segment *values, uint32_t site, uint64_t value, uint64_t times)
{
    struct pep_raw_value *p;

    if (pep_profile.header && (!values || !values->entry))
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
    if (!values)
        return;
    p = place((struct pep_raw_value *)values->data + (uint64_t)site * PEP_RAW_PLACES, value);
    if (!p->count || p->value != value) {
        pep_target_forget(values->unit, site, &p->count);
        __atomic_store_n(&p->taken, p->count, __ATOMIC_RELAXED);
        __atomic_store_n(&p->value, value, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&p->count, p->count + times, __ATOMIC_RELEASE);
}

struct pep_raw_value *pep_value_find(const struct pep_segment *values, uint32_t site, uint64_t value)
{
    struct pep_raw_value *p;

    if (!values || !values->entry)
        return NULL;
    p = place((struct pep_raw_value *)values->data + (uint64_t)site * PEP_RAW_PLACES, value);
    return p->count && p->value == value ? p : NULL;
}

struct pep_segment *pep_value_claim(struct pep_unit *unit)
{
    return pep_segment_claim(unit, PEP_RAW_VALUES, (uint64_t)unit->nsites * PEP_RAW_PLACES);
}

void pep_value_add_spare(struct pep_unit *unit, uint32_t site, uint64_t value, uint64_t times)
{
    struct pep_host saved = pep_platform_enter();
    struct pep_segment *s = pep_value_claim(unit);

    pep_value_record(s, site, value, times);
    if (s)
        pep_segment_release(s);
    pep_platform_leave(saved);
}

void pep_value_spare(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    pep_value_add_spare(unit, site, value, 1);
}

/* Of any unit of the module: one program, one thread.  Who comes meanwhile is a signal handler. */
static volatile uint32_t single_busy;

/* A value that does not stand at its own place comes here each time: only to claim asks the kernel for anything. */
static __attribute__((__noinline__)) void single_slow(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    struct pep_host saved;

    if (!unit->runtime[PEP_UNIT_VALUES]) {
        saved = pep_platform_enter();
        unit->runtime[PEP_UNIT_VALUES] = pep_value_claim(unit);
        pep_platform_leave(saved);
    }
    pep_value_record(unit->runtime[PEP_UNIT_VALUES], site, value, 1);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    single_busy = 0;
}

void pep_value_single(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    if (single_busy) {
        pep_value_spare(unit, site, value);
        return;
    }
    single_busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (!pep_value_hit(unit->runtime[PEP_UNIT_VALUES], site, value)) {
        single_slow(unit, site, value);
        return;
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    single_busy = 0;
}
