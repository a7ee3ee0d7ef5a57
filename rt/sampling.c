/* sampling.c - sampling of a module's sampled units: it begins, pauses, ticks, ends, and tells the file what it did. */
#include "core.h"
#include "pace.h"
#include "pep/pep.h"
#include "policy.h"
#include "subpaths.h"

PEP_OF_PART(pep_stays_release);
PEP_OF_PART(pep_subpath_settle);
PEP_OF_PART(pep_subpath_usual);

#define WORDS (sizeof(struct pep_raw_sampling) / sizeof(uint64_t))

PEP_PART_IS(sampling);
volatile uint32_t pep_sampling_state;
static bool ticking;

/* A page of its own, which the file's takes the place of. */
static union {
    struct pep_raw_sampling record;
    uint64_t words[PEP_COUNTER_ALIGN / sizeof(uint64_t)];
} page __attribute__((__aligned__(PEP_COUNTER_ALIGN)));

struct pep_unit pep_sampling_unit = {.ncounters = WORDS, .counters = page.words};

/* Has it samples that came otherwise than the next ones will? */
static bool differs(const struct pep_raw_sampling *record)
{
    return record->points && (record->policy != pep_policy.kind || record->trigger != pep_policy.trigger ||
                              record->interval != pep_policy.interval || record->samples != pep_policy.samples ||
                              record->stride != pep_policy.stride);
}

/* Where the pages of the file cannot stand in place of ours, the totals are added to its copy at the end, and the rest
 * stands in that copy alone. */
static void tell(void)
{
    struct pep_segment *s = pep_unit_segments(&pep_sampling_unit);
    struct pep_raw_sampling *record = s && s->view ? s->view : &page.record;

    record->mixed |= differs(record);
    record->policy = pep_policy.kind;
    record->skip = pep_policy.skip;
    record->trigger = pep_policy.trigger;
    record->tick = ticking ? pep_policy.tick : 0;
    record->interval = pep_policy.interval;
    record->samples = pep_policy.samples;
    record->stride = pep_policy.stride;
    record->jitter = pep_policy.jitter;
    record->pace = pep_policy.pace;
}

/* The trigger `counter`: from now on all points count. */
static void count(void)
{
    if (pep_policy.trigger != PEP_TRIGGER_COUNTER || pep_sampling_state != PEP_SAMPLING_RUNNING)
        return;
    pep_sampling_raise(true);
    pep_policy_count();
}

static void start(void)
{
    if (ticking) {
        pep_pace_rehearse();
        ticking = pep_platform_tick_begin(pep_policy.tick) == 0;
    }
    if (!ticking)
        pep_policy.pace = 0;
    tell();
    count();
}

/* Calls repeat in long rows, so that samples in a row tell of few (Arnold and Grove, figure 3). */
static void usual_set(void)
{
    if (pep_sampling_unit.event == PEP_UNIT_CALLS && pep_sampling_unit.how == PEP_UNIT_SAMPLED) {
        pep_policy.kind = PEP_POLICY_ARNOLD_GROVE;
        pep_policy.stride = 31;
    }
    /* A step of a sequence or subpath is counted once. */
    if (pep_sampling_unit.k || pep_profile_needs(PEP_PART_SUBPATHS))
        pep_policy.pace = 0;
    if (pep_profile_needs(PEP_PART_SUBPATHS))
        pep_subpath_usual(&pep_policy);
}

static uint32_t event_of_both(uint32_t a, uint32_t b)
{
    if (a == b)
        return a;
    return a == PEP_UNIT_SUBPATHS || b == PEP_UNIT_SUBPATHS ? PEP_UNIT_SUBPATHS : PEP_UNIT_PATHS;
}

void pep_sampling_hook(struct pep_unit *unit)
{
    struct pep_unit *all = &pep_sampling_unit;

    if (!pep_profile_needs(PEP_PART_SAMPLING)) {
        all->how = unit->how;
        all->event = unit->event;
        pep_unit_push(all, PEP_RAW_SAMPLING);
    }
    if (unit->how == PEP_UNIT_DUPLICATED)
        all->how = unit->how;
    all->trigger |= unit->trigger;
    all->event = event_of_both(all->event, unit->event);
    all->k = unit->k > all->k ? unit->k : all->k;
    if (unit->context && !pep_context_wanted)
        pep_unit_push(&pep_context_unit, PEP_RAW_CONTEXTS);
    if (unit->context > pep_context_wanted)
        pep_context_wanted = unit->context;
    unit->count = unit->how == PEP_UNIT_SAMPLED ? pep_point_path : pep_tell_path;
    unit->value = unit->how == PEP_UNIT_SAMPLED ? pep_point_value : pep_tell_value;
    unit->target = unit->how == PEP_UNIT_SAMPLED ? pep_point_target : pep_tell_target;
}

void pep_sampling_begin(void)
{
    uint32_t none = PEP_SAMPLING_NONE;
    static bool begun;

    if (pep_context_wanted)
        pep_context_begin();
    if (begun)
        return;
    begun = true;
    usual_set();
    if (pep_sampling_unit.trigger == PEP_UNIT_COUNTDOWN)
        pep_policy_choose_trigger(&pep_policy, PEP_TRIGGER_COUNTER);
    pep_platform_policy(&pep_policy);
    if (pep_profile_needs(PEP_PART_SUBPATHS))
        pep_subpath_settle(&pep_policy);
    pep_policy_settle();
    __atomic_compare_exchange_n(&pep_sampling_state, &none, PEP_SAMPLING_RUNNING, 0, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    ticking = pep_policy.trigger == PEP_TRIGGER_TIMER;
    start();
}

void pep_sampling_renew(void)
{
    if (pep_sampling_state != PEP_SAMPLING_RUNNING && pep_sampling_state != PEP_SAMPLING_PAUSED)
        return;
    pep_tick = PEP_TICK_DOWN;
    pep_policy_renew();
    start();
}

static void state_set(uint32_t state)
{
    __atomic_store_n(&pep_sampling_state, state, __ATOMIC_SEQ_CST);
    if (state != PEP_SAMPLING_RUNNING) {
        pep_sampling_lower();
        if (pep_profile_needs(PEP_PART_SUBPATHS))
            pep_stays_release();
        pep_policy_hold();
    }
    pep_platform_wake(&pep_sampling_state);
}

void pep_sampling_end(void)
{
    /* What the program counts while it ends is sampled as before; only from a library the ticker must go. */
    if (pep_facts.main)
        return;
    state_set(PEP_SAMPLING_ENDED);
    pep_platform_tick_end();
}

void pep_sampling_raise(bool asked)
{
    uint32_t down = PEP_TICK_DOWN;

    if (pep_sampling_state != PEP_SAMPLING_RUNNING || pep_tick)
        return;
    pep_pace_tick(asked);
    if (!__atomic_compare_exchange_n(&pep_tick, &down, PEP_TICK_UP, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return;
    __atomic_fetch_add(&page.record.ticks, 1, __ATOMIC_RELAXED);
    /* Paused in between. */
    if (__atomic_load_n(&pep_sampling_state, __ATOMIC_SEQ_CST) != PEP_SAMPLING_RUNNING)
        pep_sampling_lower();
}

void pep_sampling_lower(void)
{
    if (__atomic_exchange_n(&pep_tick, PEP_TICK_DOWN, __ATOMIC_SEQ_CST) == PEP_TICK_AWAITED)
        pep_platform_wake(&pep_tick);
}

void pep_sampling_completed(uint64_t windows, uint64_t points, uint64_t samples)
{
    __atomic_fetch_add(&page.record.windows, windows, __ATOMIC_RELAXED);
    __atomic_fetch_add(&page.record.points, points, __ATOMIC_RELAXED);
    __atomic_fetch_add(&page.record.taken, samples, __ATOMIC_RELAXED);
}

void pep_sampling_reset(void)
{
    struct pep_segment *s = pep_unit_segments(&pep_sampling_unit);
    struct pep_raw_sampling *record = &page.record;

    for (;; record = s->view) {
        __atomic_store_n(&record->ticks, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&record->windows, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&record->points, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&record->taken, 0, __ATOMIC_RELAXED);
        if (!s || !s->view || record == s->view)
            return;
    }
}

void pep_pause(void)
{
    if (pep_sampling_state <= PEP_SAMPLING_RUNNING)
        state_set(PEP_SAMPLING_PAUSED);
}

void pep_resume(void)
{
    if (pep_sampling_state != PEP_SAMPLING_PAUSED)
        return;
    state_set(PEP_SAMPLING_RUNNING);
    count();
}

void pep_set_interval(uint64_t interval)
{
    if (!interval)
        state_set(PEP_SAMPLING_ENDED);
    else if (pep_policy.trigger == PEP_TRIGGER_COUNTER) {
        pep_policy.interval = (uint32_t)(interval < PEP_INTERVAL_MAX ? interval : PEP_INTERVAL_MAX);
        tell();
    }
}

void pep_tick_now(void)
{
    pep_sampling_raise(true);
}
