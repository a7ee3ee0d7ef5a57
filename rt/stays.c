/* stays.c - when a thread is heard: which blocks begin a subpath, each with the same chance.
 *
 * Points - blocks of sampled units, checks of duplicated ones - are counted down by all threads together, and the
 * policy draws how many lie between two that are taken.  While a thread is heard the countdown is *held*: it is far
 * below 0 and goes on from there, so that each point comes here, and `due` says how many were left.  So all points
 * count, whoever passes them and whatever is going on.  A thread that sleeps while it is heard holds the others up, and
 * after a while they *release* the countdown, which the thread finds when it goes on.  So does who finds that a thread
 * in the middle of its step has put the countdown back to what it was before it was held: some blocks were not heard.
 * It may be put back and forth before anybody looks, and then a subpath has a hole: one in some thousands, where all
 * blocks of many threads count down.
 *
 * Sampled (paper, figure 3): the point that is taken begins a subpath, and the thread is heard to its end; another may
 * begin meanwhile.
 *
 * Duplicated: the check that is taken begins a stay.  Call a subpath the check's own if its last check before it begins
 * is this one, of those whose activation is still there when its last block begins; so each belongs to one check, and
 * checks are all taken with the same chance.  In the stay each block begins a subpath with the chance 1/stride, up to
 * the next check of the same activation; and the stay lasts until all of them have ended, or the activation has.
 * Checks of activations below that are met take subpaths over: `other` is the outermost of those activations that is
 * still there, and a subpath that began behind its check and ends while it is there is not our own.  To see what lies
 * behind a call, all of the call has to be heard.  That is not always done: a stay passes `sure` checks of others for
 * certain, twice as many with the chance 1/2, thrice as many with 1/3, and so on; and what begins behind them counts
 * twice, thrice.  `sure` is what stays can afford: one check in 256 may be passed so.
 *
 * An activation is known by its depth: how many duplicates that checking code called are active in this stay, and the
 * level (abi.h) below that.  What is still there is found by what is told: it is gone where something at a lesser depth
 * tells of itself.  One that has checks and returns to a duplicate says so (pep_gone).  Otherwise callees' checks that
 * follow would take it to live on; but not where checking code runs it, which comes back to pep_left.
 *
 * Compiled without vector registers: pep_begin_entry and pep_block_entry save none. */
#include "policy.h"
#include "subpaths.h"

#define HELD       (INT32_MIN / 2)
#define PATIENCE   64   /* samples of others while the countdown is held all the time */
#define SLACK      1024 /* bytes of the stack, whatever registers a way to a check saves */
#define NEST_FIRST 0x40000000u

/* Checks of others that a stay passes for certain; how many times as many it may pass; and what is saved up. */
#ifndef PEP_SURE_MAX
#define PEP_SURE_MIN 8
#define PEP_SURE_MAX 128
#endif
#define TIMES_MAX  8192
#define CREDIT_MAX (8 * PEP_SURE_MAX)

volatile uint32_t pep_open;

/* --- the countdown --- */

/* Above, a number that changes with each release; below, how many threads hold the countdown. */
static uint64_t holders;
static int64_t due;     /* points from where it was held to the next that is taken */
static uint32_t waited; /* samples that others took since it is held */

static uint32_t release_number(void)
{
    return (uint32_t)(__atomic_load_n(&holders, __ATOMIC_ACQUIRE) >> 32);
}

static bool is_held(void)
{
    return (uint32_t)__atomic_load_n(&holders, __ATOMIC_RELAXED) != 0;
}

static bool is_far_below(void)
{
    return pep_countdown < HELD / 2;
}

/* While it is held; below 0 where that cannot be, since threads hold and release it at once. */
static int64_t points_left(void)
{
    int64_t left = due + pep_countdown - HELD;

    return left < 2 * (int64_t)pep_policy.interval ? left : -1;
}

static void hold(struct pep_listener *l)
{
    uint64_t before = __atomic_fetch_add(&holders, 1, __ATOMIC_ACQ_REL);

    __atomic_fetch_add(&pep_open, 1, __ATOMIC_RELAXED);
    l->release = (uint32_t)(before >> 32);
    l->is_open = true;
    if ((uint32_t)before)
        return;
    waited = 0;
    due = pep_countdown < 0 ? 0 : pep_countdown;
    pep_countdown = HELD;
}

/* The countdown goes on from what is left. */
static void go_on(void)
{
    int64_t left = points_left();

    if (is_far_below())
        pep_countdown = left > 0 ? (int32_t)left : 0;
}

static void let_go(struct pep_listener *l)
{
    uint64_t now = __atomic_load_n(&holders, __ATOMIC_RELAXED);

    l->is_open = false;
    __atomic_fetch_sub(&pep_open, 1, __ATOMIC_RELAXED);
    do
        if (now >> 32 != l->release)
            return;
    while (!__atomic_compare_exchange_n(&holders, &now, now - 1, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if ((uint32_t)now == 1)
        go_on();
}

void pep_stays_release(void)
{
    uint64_t now = __atomic_load_n(&holders, __ATOMIC_RELAXED);

    while (!__atomic_compare_exchange_n(&holders, &now, ((now >> 32) + 1) << 32, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        continue;
    if ((uint32_t)now)
        go_on();
}

/* Is all heard that this thread does? */
static bool is_sound(const struct pep_listener *l)
{
    return release_number() == l->release && is_far_below();
}

/* A point has counted down: whether it is taken. */
static bool is_due(const struct pep_listener *l)
{
    uint32_t distance;

    if (is_held() && !is_far_below())
        pep_stays_release();
    if (!is_held()) {
        if (!is_far_below())
            return pep_countdown < 0 && pep_policy_expire();
        go_on();
        return false;
    }
    if (points_left() >= 0 || !pep_policy_next(&distance))
        return false;
    due = (int64_t)HELD - pep_countdown + distance - 1;
    if ((!l || !l->is_open) && ++waited > PATIENCE)
        pep_stays_release();
    return true;
}

static bool is_scaled(struct pep_listener *l)
{
    l->scale = l->profiler ? l->profiler->pairs.head->scale : 0;
    return pep_random_scaled(&l->random, l->scale);
}

/* --- being heard --- */

static void close(struct pep_listener *l)
{
    l->credit += pep_policy.interval / 256;
    l->credit = l->credit < CREDIT_MAX ? l->credit : CREDIT_MAX;
    l->credit -= l->passed < l->credit ? l->passed : l->credit;
    if (l->profiler)
        pep_recording_drop(l->profiler);
    let_go(l);
}

static void leave(struct pep_listener *l)
{
    if (l->torn) {
        l->torn = 0;
        if (l->is_open)
            close(l);
    }
    pep_listener_leave(l);
}

static void remember(struct pep_profiler *p, const struct pep_unit *unit, uint32_t block)
{
    struct pep_told *told = &p->last.blocks[p->at % PEP_SUBPATH_BLOCKS];

    told->unit = (uint32_t)unit->hash;
    told->unit_above = (uint32_t)(unit->hash >> 32);
    told->number = block;
    p->pairs.head->told++;
}

void pep_stays_leave(struct pep_listener *l)
{
    if (l->is_open)
        close(l);
}

void pep_stays_renew(void)
{
    struct pep_listener *l = pep_listener_find();

    pep_stays_release();
    pep_open = 0;
    pep_listener_alone();
    if (l)
        l->is_open = false;
}

/* --- sampled --- */

/* What claims a profiler uses vector registers; blocks tell from anywhere. */
#if defined __x86_64__ && !defined PEP_BARE
#include <cpuid.h>

enum { STATES = 0xE7 }; /* x87, SSE, AVX, AVX-512 */

static uint32_t state_bytes(void)
{
    uint32_t a, b, c, d, i, most = 576;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
        return 0;
    for (i = 2; i < 8; i++)
        if (STATES >> i & 1 && __get_cpuid_count(13, i, &a, &b, &c, &d) && a + b > most)
            most = a + b;
    return most;
}

static struct pep_profiler *claim(struct pep_listener *l)
{
    uint32_t bytes = state_bytes(), i;
    uint64_t room[(bytes ? bytes : 512) / sizeof(uint64_t) + 8], *area = room;
    struct pep_profiler *p;

    area += (64 - (uintptr_t)room % 64) % 64 / sizeof(uint64_t);
    for (i = 64; i < 72 && bytes; i++)
        area[i] = 0;
    if (bytes)
        __asm__ volatile("xsave64 (%0)" ::"r"(area), "a"(STATES), "d"(0) : "memory");
    else
        __asm__ volatile("fxsave64 (%0)" ::"r"(area) : "memory");
    p = pep_profiler_claim(l);
    if (bytes)
        __asm__ volatile("xrstor64 (%0)" ::"r"(area), "a"(STATES), "d"(0) : "memory");
    else
        __asm__ volatile("fxrstor64 (%0)" ::"r"(area) : "memory");
    return p;
}
#else
static struct pep_profiler *claim(struct pep_listener *l)
{
    return pep_profiler_claim(l);
}
#endif

static void subpath_begin(struct pep_listener *l)
{
    if (!l->profiler && !claim(l))
        return;
    if (!l->is_open)
        hold(l);
    pep_recording_begin(l->profiler, &l->random, 1, l->scale, PEP_NOBODY);
}

void pep_hear_sampled(struct pep_unit *unit, uint32_t block, uint32_t level)
{
    struct pep_listener *l = pep_listener_find();
    struct pep_profiler *p;

    (void)level;
    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(l);
        return;
    }
    if (l->is_open && !is_sound(l))
        close(l);
    if (is_due(l) && is_scaled(l))
        subpath_begin(l);
    p = l->profiler;
    if (l->is_open) {
        remember(p, unit, block);
        pep_recording_end(p);
        p->at++;
        if (!p->recorders)
            close(l);
    }
    leave(l);
}

/* --- stays --- */

static uint64_t depth(uint32_t nest, uint32_t level)
{
    return (uint64_t)nest << 32 | (level & ~UINT32_C(1));
}

static void stay_begin(struct pep_listener *l, uint32_t level, uintptr_t stack)
{
    uint64_t times = (UINT64_C(1) << 32) / ((pep_random_next(&l->random) >> 32) + 1);
    uint32_t sure = l->credit / (CREDIT_MAX / PEP_SURE_MAX);

    hold(l);
    l->nest = NEST_FIRST;
    l->base = depth(l->nest, level);
    l->other = PEP_NOBODY;
    l->stack = stack;
    l->passed = 0;
    l->sure = sure < PEP_SURE_MIN ? PEP_SURE_MIN : sure;
    l->passes = l->sure * (uint32_t)(times < TIMES_MAX ? times : TIMES_MAX);
    l->is_new = l->begins = true;
}

/* No further subpath begins. */
static void region_end(struct pep_listener *l)
{
    l->begins = false;
    if (l->is_new || !l->profiler->recorders)
        close(l);
}

/* A check of another activation. */
static void pass(struct pep_listener *l, uint64_t at)
{
    if (at < l->other)
        l->other = at;
    if (l->begins && ++l->passed >= l->passes)
        region_end(l);
}

/* All activations that lie deeper are gone, and where another one begins, what was as deep. */
static bool is_gone(uint64_t activation, uint64_t at, bool begins)
{
    return activation > at || (activation == at && begins);
}

static void forget(struct pep_listener *l, uint64_t at, bool begins)
{
    struct pep_profiler *p = l->profiler;
    uint32_t i;

    if (is_gone(l->base, at, begins)) {
        close(l);
        return;
    }
    if (l->other != PEP_NOBODY && is_gone(l->other, at, begins))
        l->other = PEP_NOBODY;
    for (i = 0; !l->is_new && i < p->recorders; i++)
        if (p->recordings[i].other != PEP_NOBODY && is_gone(p->recordings[i].other, at, begins))
            p->recordings[i].other = PEP_NOBODY;
}

/* The stay's first block: one of the first `stride` begins a subpath, and so on; each with the same chance. */
static void first_draw(struct pep_listener *l, struct pep_profiler *p)
{
    l->is_new = false;
    l->stratum = p->at;
    l->begin = p->at + pep_random_below(&l->random, pep_subpath_law.stride);
    p->next = l->begin;
    p->recorders = 0;
    p->pairs.head->stays++;
}

static void next_draw(struct pep_listener *l)
{
    l->stratum += pep_subpath_law.stride;
    l->begin = l->stratum + pep_random_below(&l->random, pep_subpath_law.stride);
}

static void happen(struct pep_listener *l, struct pep_profiler *p)
{
    if (l->begins && l->begin == p->at) {
        pep_recording_begin(p, &l->random, 1 + l->passed / l->sure, l->scale, l->other);
        next_draw(l);
    }
    pep_recording_end(p);
    if (l->begins && l->begin - p->at < p->next - p->at)
        p->next = l->begin;
}

static void tell(struct pep_listener *l, const struct pep_unit *unit, uint32_t block, uint32_t level)
{
    struct pep_profiler *p = l->profiler;

    if (!p && !(p = pep_profiler_claim(l))) {
        close(l);
        return;
    }
    /* At level 2 no activation begins but by a check and a call that is counted. */
    if (level != PEP_LEVEL_UNKNOWN)
        forget(l, depth(l->nest, level), level & 1 && level > 3);
    if (!l->is_open)
        return;
    if (l->is_new)
        first_draw(l, p);
    remember(p, unit, block);
    if (p->at == p->next)
        happen(l, p);
    p->at++;
    if (!l->begins && !p->recorders)
        close(l);
}

void pep_hear_stays(struct pep_unit *unit, uint32_t block, uint32_t level)
{
    struct pep_listener *l = pep_listener_find();

    if (!l || !l->is_open || !pep_listener_enter(l))
        return;
    if (l->is_open) {
        if (is_sound(l))
            tell(l, unit, block, level);
        else
            close(l);
    }
    leave(l);
}

/* A check that is met; at: the depth it has in the stay, if there is one. */
static bool check(struct pep_listener *l, uint64_t at, uint32_t level, uintptr_t stack)
{
    if (l->is_open && (!is_sound(l) || stack > l->stack + SLACK))
        close(l);
    if (l->is_open)
        forget(l, at, false);
    if (l->is_open) {
        if (at == l->base)
            region_end(l);
        else
            pass(l, at);
    }
    if (!l->is_open && is_due(l) && is_scaled(l))
        stay_begin(l, level, stack);
    return l->is_open;
}

unsigned pep_begin(void)
{
    struct pep_listener *l = pep_listener_find();
    bool into;

    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(l);
        return 0;
    }
    if (l->is_open)
        l->nest++;
    into = check(l, depth(l->nest, 2), 2, (uintptr_t)__builtin_frame_address(0));
    leave(l);
    return into && l->is_open;
}

unsigned pep_stay(uint32_t level)
{
    struct pep_listener *l = pep_listener_find();
    bool on;

    if (pep_open) /* which is why the caller has not */
        pep_countdown--;
    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(l);
        return 0;
    }
    on = check(l, depth(l->nest, level), level, (uintptr_t)__builtin_frame_address(0));
    leave(l);
    return on && l->is_open;
}

void pep_gone(uint32_t level)
{
    struct pep_listener *l = pep_listener_find();

    if (!l || !l->is_open || !pep_listener_enter(l))
        return;
    if (l->is_open)
        forget(l, depth(l->nest, level), true);
    leave(l);
}

void pep_left(void)
{
    struct pep_listener *l = pep_listener_find();

    if (!l || !l->is_open || !pep_listener_enter(l))
        return;
    if (l->is_open) {
        l->nest--;
        forget(l, depth(l->nest, UINT32_MAX), false);
    }
    leave(l);
}
