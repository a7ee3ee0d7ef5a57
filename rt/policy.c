/* policy.c - windows of samples.  Compiled without vector registers: pep_point_entry saves none. */
#include "policy.h"
#include "core.h"
#include "pace.h"

struct pep_policy pep_policy = {
    .kind = PEP_POLICY_PEP,
    .skip = PEP_SKIP_ROTATE,
    .trigger = PEP_TRIGGER_TIMER,
    .samples = 64,
    .stride = 17,
    .interval = 10000,
    .burst = 1,
    .pace = 512,
    .tick = 4000000,
};

/* Points from one sample of a window to the next. */
static uint32_t step = 1;

struct window {
    uint32_t left;     /* samples to take; 0: no window is open */
    uint32_t samples;  /* that it takes in all */
    uint32_t skip;     /* points to the next sample, which is the last of them */
    uint32_t interval; /* points that the window began with */
    uint32_t first;    /* points from there to its first sample */
    uint32_t random;   /* state of the generator; 0: not yet begun */
};

struct state {
    struct window window;
    struct pep_look look;
};

#ifdef PEP_BARE
/* Nobody provides thread-local memory.  Processors and interrupts share the window: each value it can have is sound. */
static struct state mine;
#else
/* In an executable the linker makes this an access without a call. */
static __thread struct state mine;
#endif
static struct state ours;

#if defined __x86_64__ && !defined PEP_BARE
/* In a library it would be a call into the loader, which may use vector registers and malloc; memory that needs no call
 * is scarce, and a library that asks for it may not load.  So its threads have places in a table, by their thread
 * pointers.  A thread may find the half-done window of one that has ended, and where there are more threads than
 * places, lose its own: a few samples come sooner or later. */
#define PLACES 256

static struct place {
    uint64_t thread;
    struct state state;
} places[PLACES];

static struct state *state_place(void)
{
    uint64_t thread, none, i, first;

    __asm__("mov %%fs:0,%0" : "=r"(thread));
    first = thread * UINT64_C(0x9E3779B97F4A7C15) >> 56;
    for (i = 0; i < PLACES; i++) {
        struct place *p = &places[(first + i) % PLACES];

        none = 0;
        if (__atomic_load_n(&p->thread, __ATOMIC_RELAXED) == thread ||
            __atomic_compare_exchange_n(&p->thread, &none, thread, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return &p->state;
    }
    __atomic_store_n(&places[first].thread, thread, __ATOMIC_RELAXED);
    return &places[first].state;
}

static struct state *state_own(void)
{
    return pep_facts.main ? &mine : state_place();
}
#else
static struct state *state_own(void)
{
    return &mine;
}
#endif

static struct state *state_find(void)
{
    return pep_policy.shared ? &ours : state_own();
}

static bool hears_blocks(void)
{
    return pep_sampling_unit.event == PEP_UNIT_SUBPATHS;
}

/* A prime: loops turn round numbers of times.  What hears more at each sample takes fewer of them. */
static uint32_t interval_usual(void)
{
    if (pep_sampling_unit.how != PEP_UNIT_DUPLICATED)
        return 997;
    return hears_blocks() ? 20011 : pep_sampling_unit.k > 1 ? 3001 : 997;
}

/* A program that runs in step with the distances would be met at the same beat each time, so they vary. */
void pep_policy_choose(struct pep_policy *policy, enum pep_raw_policy kind)
{
    if (hears_blocks())
        kind = PEP_POLICY_INTERVAL;
    policy->kind = kind;
    policy->interval = kind == PEP_POLICY_INTERVAL ? interval_usual() : 10000;
    policy->jitter = kind == PEP_POLICY_INTERVAL ? policy->interval / 2 : 0;
    if (hears_blocks() && pep_sampling_unit.how == PEP_UNIT_SAMPLED)
        policy->jitter = policy->interval - 1;
}

void pep_policy_choose_trigger(struct pep_policy *policy, enum pep_raw_trigger trigger)
{
    policy->trigger = trigger;
    if (trigger == PEP_TRIGGER_COUNTER && (pep_sampling_unit.how == PEP_UNIT_DUPLICATED || hears_blocks()))
        pep_policy_choose(policy, PEP_POLICY_INTERVAL);
}

void pep_policy_settle(void)
{
    bool interval = pep_policy.kind == PEP_POLICY_INTERVAL;

    if (interval || pep_policy.kind == PEP_POLICY_TIMER)
        pep_policy.samples = pep_policy.stride = 1;
    /* Code that counts down itself looks at no tick. */
    if (interval || pep_sampling_unit.trigger == PEP_UNIT_COUNTDOWN)
        pep_policy.trigger = PEP_TRIGGER_COUNTER;
    if (pep_policy.trigger == PEP_TRIGGER_TIMER)
        pep_policy.interval = 0;
    if (interval && !pep_policy.interval)
        pep_policy.interval = 1;
    if (!interval)
        pep_policy.jitter = 0;
    if (pep_policy.trigger == PEP_TRIGGER_COUNTER || pep_policy.kind == PEP_POLICY_TIMER)
        pep_policy.pace = 0;
    pep_burst = pep_policy.burst;
    step = pep_policy.kind == PEP_POLICY_ARNOLD_GROVE ? pep_policy.stride : 1;
}

/* Marsaglia's xorshift, its state multiplied. */
static uint32_t draw(struct window *w)
{
    uint32_t x = w->random ? w->random : 2463534242u ^ pep_policy.seed;

    x = x ? x : 1;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    w->random = x;
    return x * 0x9E3779BBu;
}

static uint32_t draw_below(struct window *w, uint32_t limit)
{
    return (uint32_t)((uint64_t)draw(w) * limit >> 32);
}

uint64_t pep_policy_random(uint64_t limit)
{
    struct window *own = &state_find()->window, w = *own;
    uint64_t number = draw(&w);

    if (limit <= UINT32_MAX)
        number = number * limit >> 32;
    else
        number = (number << 32 | draw(&w)) % limit;
    *own = w;
    return number;
}

/* Points that a window begins with, on average: in the kind `interval` the sample is the last point of the interval. */
static uint32_t interval_mean(void)
{
    return pep_policy.interval - (pep_policy.kind == PEP_POLICY_INTERVAL);
}

static uint32_t interval_draw(struct window *w)
{
    uint32_t interval = interval_mean(), jitter = pep_policy.jitter;

    if (jitter > interval) /* made shorter by the program */
        jitter = interval;
    return interval - jitter + draw_below(w, 2 * jitter + 1);
}

/* What is left of an interval that was begun before, the longer the likelier: so no point is likelier to be taken, soon
 * or late, and many short runs tell what a long one does. */
static uint32_t interval_rest(struct window *w)
{
    uint32_t longest = 2 * interval_mean(), interval;

    do
        interval = interval_draw(w);
    while (draw_below(w, longest + 1) > interval);
    return draw_below(w, interval + 1);
}

/* A first distance that is anything up to the interval: what runs in step with the program's start has no say. */
static uint32_t interval_next(struct window *w)
{
    if (!pep_policy.jitter)
        return interval_mean();
    if (w->random)
        return interval_draw(w);
    return pep_policy.seed ? interval_rest(w) : draw_below(w, interval_mean() + 1);
}

/* window_open - l: of the thread that opens it, or NULL for one of all threads. */
static void window_open(struct window *w, struct pep_look *l)
{
    uint32_t late = l ? l->late : 0;

    w->interval = interval_next(w) + (late ? draw_below(w, late) : 0);
    switch (pep_policy.skip) {
    case PEP_SKIP_ROTATE: w->first = w->first % pep_policy.stride + 1; break;
    case PEP_SKIP_RANDOM: w->first = draw_below(w, pep_policy.stride) + 1; break;
    case PEP_SKIP_NONE: w->first = 1; break;
    }
    w->samples = l ? pep_pace_samples(l) : pep_policy.samples;
    w->left = w->samples;
    w->skip = w->interval + w->first;
    if (l)
        l->opens = false;
}

/* Points from the first of so many samples of a window to the last, and those of the interval before. */
static uint64_t window_points(uint32_t interval, uint32_t samples)
{
    return interval + (uint64_t)(samples - 1) * step;
}

static void window_complete(const struct window *w, uint32_t timed)
{
    pep_sampling_completed(1, timed + window_points(w->interval, w->samples) + w->first, w->samples);
    if (pep_policy.trigger == PEP_TRIGGER_TIMER)
        pep_sampling_lower();
}

uint64_t pep_policy_take(void)
{
    struct state *own;
    struct window w;
    uint64_t weight;
    bool taken;

    /* Another thread may have lowered it meanwhile, or the program paused. */
    if (!pep_tick)
        return 0;
    own = state_find();
    /* By number most points are passed over, and all of them come here. */
    if (pep_policy.trigger == PEP_TRIGGER_COUNTER && own->window.left && own->window.skip > 1) {
        own->window.skip--;
        return 0;
    }
    weight = pep_pace_weigh(&own->look, 1, NULL);
    if (!weight)
        return 0;
    w = own->window;
    if (!w.left || own->look.opens)
        window_open(&w, &own->look);
    taken = w.skip <= 1;
    w.skip = taken ? step : w.skip - 1;
    w.left -= taken;
    own->window = w;
    own->look.rest = w.left;
    if (taken && !w.left)
        window_complete(&w, own->look.passed);
    return taken ? weight : 0;
}

/* Where windows follow each other, a round of them takes the same number of points whatever it begins with; of random
 * skips and of jitter, that is the mean. */
static uint64_t take_rounds(uint64_t *points)
{
    uint64_t windows = pep_policy.skip == PEP_SKIP_NONE ? 1 : pep_policy.stride;
    uint64_t round = windows * window_points(interval_mean(), pep_policy.samples) + windows * (windows + 1) / 2,
             rounds = *points / round;

    if (!rounds)
        return 0;
    *points -= rounds * round;
    pep_sampling_completed(rounds * windows, rounds * round, rounds * windows * pep_policy.samples);
    return rounds * windows * pep_policy.samples;
}

uint64_t pep_policy_take_of(uint64_t points, const void *place, uint64_t *weight)
{
    struct state *own = state_find();
    struct window w;
    uint64_t taken = 0, n;

    if (!pep_tick)
        return 0;
    *weight = pep_pace_weigh(&own->look, points, place);
    if (!*weight)
        return 0;
    w = own->window;
    while (points && pep_tick) {
        if (!w.left && pep_policy.trigger == PEP_TRIGGER_COUNTER)
            taken += take_rounds(&points);
        if (!points)
            break;
        if (!w.left || own->look.opens)
            window_open(&w, &own->look);
        if (points < w.skip) {
            w.skip -= (uint32_t)points;
            break;
        }
        points -= w.skip;
        n = points / step < w.left - 1 ? points / step : w.left - 1;
        points -= n * step;
        taken += n + 1;
        w.left -= (uint32_t)n + 1;
        w.skip = step;
        own->window = w;
        if (!w.left)
            window_complete(&w, own->look.passed);
    }
    own->window = w;
    own->look.rest = w.left;
    return taken;
}

/* A countdown: its window, whose skip stands still; and points up to the next sample, which are 0 while pep_countdown
 * counts them. */
struct counted {
    struct window window;
    uint32_t held;
};

static struct counted counted[PEP_COUNTDOWNS], heard;

/* Each begins at a beat of its own: by lot or, where each run draws the same, spread over the interval. */
static void begin(struct counted *c, uint32_t number)
{
    struct window *w = &c->window;

    w->random = number * 2463534242u ^ (pep_policy.seed ? pep_policy.seed * 0x9E3779B1u : 0);
    window_open(w, NULL);
    if (pep_policy.seed && pep_policy.jitter)
        w->interval = interval_rest(w);
    else
        w->interval -= (uint32_t)((uint64_t)w->interval * number / (PEP_COUNTDOWNS + 1));
    w->skip = w->interval + w->first;
    c->held = w->skip;
}

void pep_policy_renew(void)
{
    static const struct window none;
    uint32_t i;

    if (!pep_policy.seed)
        return;
    pep_policy.seed += pep_facts.pid * 0x9E3779B1u | 1;
    state_find()->window = none;
    for (i = 0; i < PEP_COUNTDOWNS; i++)
        counted[i].window.left = 0;
    heard.window.left = 0;
}

/* Points to the next sample, now that one is taken. */
static uint32_t next(struct counted *c)
{
    struct window w = c->window;

    w.skip = step;
    if (!--w.left) {
        window_complete(&w, 0);
        window_open(&w, NULL);
    }
    c->window = w;
    return w.skip;
}

void pep_policy_count(void)
{
    struct counted *c;
    uint32_t i;

    for (i = 0; i < PEP_COUNTDOWNS; i++) {
        c = &counted[i];
        if (!c->window.left)
            begin(c, i);
        if (c->held)
            pep_countdown[i] = (int32_t)(c->held - 1);
        c->held = 0;
    }
    if (!heard.window.left)
        begin(&heard, PEP_COUNTDOWNS);
}

void pep_policy_hold(void)
{
    struct counted *c;
    int32_t left;
    uint32_t i;

    for (i = 0; i < PEP_COUNTDOWNS; i++) {
        c = &counted[i];
        left = pep_countdown[i];
        if (!c->held)
            c->held = left < 0 ? c->window.skip : (uint32_t)left + 1;
        pep_countdown[i] = INT32_MAX;
    }
}

/* Where nothing is counted, a thread that was just counting may have written over what pep_policy_hold wrote. */
static bool is_counting(void)
{
    bool begun = heard.window.left != 0;

    if (pep_tick && begun)
        return true;
    pep_policy_hold();
    /* Resumed in between. */
    if (pep_tick && begun)
        pep_policy_count();
    return false;
}

bool pep_policy_expire(void)
{
    bool taken = false;
    int32_t left;
    uint32_t i;

    if (!is_counting())
        return false;
    for (i = 0; i < PEP_COUNTDOWNS; i++) {
        left = pep_countdown[i];
        if (left < 0)
            taken |= pep_countdown_set(&pep_countdown[i], left, (int32_t)(next(&counted[i]) - 1));
    }
    return taken;
}

bool pep_policy_hear(void)
{
    uint32_t left = heard.held;
    bool taken = left <= 1;

    if (!is_counting())
        return false;
    heard.held = taken ? next(&heard) : left - 1;
    return taken;
}
