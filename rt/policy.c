/* policy.c - windows of samples.  Compiled without vector registers: pep_point_entry saves none. */
#include "policy.h"
#include "core.h"

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
    uint32_t late;     /* points that the next window begins with besides */
};

/* What a thread knows of the tick that it has come to. */
struct look {
    uint64_t since;   /* which one that is */
    uint32_t passed;  /* points after it, to learn the pace by, */
    uint32_t timed;   /* of which so many are needed; */
    uint32_t looks;   /* at each of which it was looked so many times, */
    uint32_t turns;   /* and at turns that came at once so many; */
    bool at_once;     /* or rather after the first ones, which were too many */
    uint64_t brief;   /* points up to the next tick by the first of those that are timed at length; 0: not known */
    uint64_t begun;   /* how long the thread had run when they began; 0: nobody knows */
    uint64_t spent;   /* of what it ran since on finding that out */
    uint64_t looked;  /* when the thread last looked whether it had run, */
    uint64_t ran;     /* and how long it had until then */
    uint64_t met;     /* the last tick of which it is known that somebody ran, */
    uint64_t owed;    /* and how long this thread had run when it learned of that */
    uint32_t thread;  /* its number, */
    uint32_t process; /* in that process */
};

struct state {
    struct window window;
    struct look look;
};

/* The last tick. */
static struct {
    uint64_t since;  /* when it came, in nanoseconds; 0: nothing tells the time */
    uint64_t ran;    /* how long the thread that took the last window had run then; 0: nobody knows */
    uint64_t held;   /* the tick of which it is known that somebody ran */
    uint64_t turn;   /* how long the ticker runs from tick to tick, */
    uint64_t turned; /* and has run in all */
    uint32_t thread; /* that took the last window */
    uint32_t waits;  /* ticks to come that may have woken the program: it waited not long ago */
    bool asked;      /* it holds in any case */
} tick = {.asked = true};

/* What a sample is worth since then. */
static struct {
    uint32_t weight;  /* what it stands for; 0: not known yet */
    uint32_t samples; /* of a window, at that pace */
    uint64_t cost;    /* nanoseconds that pep_policy.pace points take for being looked at here, */
    uint64_t turning; /* and that turns take which come at once, as often */
    uint64_t mean;    /* points from tick to tick, of the ticks whose pace is known, */
    uint64_t known;   /* which are so many */
    uint64_t brief;   /* of those that were timed at length, the sum of that by the first ones, */
    uint64_t whole;   /* and by all */
} pace;
/* Who was away so long, in nanoseconds, when the tick came, waited; where it was so short the ticker may have had the
 * thread's processor.  Then nobody knows, nor in a program that waits, since the kernel has timers that are almost due
 * go off together: so the window begins any number of points later, below LATE. */
#define AWAY_LONG  20000
#define AWAY_SHORT 1000
#define LATE       8192
#define WAITS      16
/* A thread that ran for so many ticks without one that held is looked at in any case. */
#define OWED 4
/* So long is a window of regions that there are that many of, in nanoseconds. */
#define MOMENT 4000
/* So many ticks are timed whatever comes; the points that come at once count up to that. */
#define PACES      16
#define LONG       8
#define AT_ONCE    ((uint32_t)1 << 30)
#define REHEARSALS 3
/* Ticks are timed at length by so many times the points, at first in doubling distances and then so many apart. */
#define LENGTH 16
#define APART  64

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

static void window_open(struct window *w)
{
    w->interval = interval_next(w) + w->late;
    w->late = 0;
    switch (pep_policy.skip) {
    case PEP_SKIP_ROTATE: w->first = w->first % pep_policy.stride + 1; break;
    case PEP_SKIP_RANDOM: w->first = draw_below(w, pep_policy.stride) + 1; break;
    case PEP_SKIP_NONE: w->first = 1; break;
    }
    w->samples = pep_policy.pace ? __atomic_load_n(&pace.samples, __ATOMIC_RELAXED) : pep_policy.samples;
    w->left = w->samples;
    w->skip = w->interval + w->first;
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

void pep_policy_tick(bool asked)
{
    uint32_t thread = __atomic_load_n(&tick.thread, __ATOMIC_RELAXED);
    uint64_t turned = asked ? tick.turned : pep_platform_ran(0);

    tick.asked = asked;
    tick.turn = turned > tick.turned ? turned - tick.turned : 0;
    tick.turned = turned;
    tick.ran = thread ? pep_platform_ran(thread) : 0;
    __atomic_store_n(&pace.weight, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&tick.since, pep_platform_clock(), __ATOMIC_RELEASE);
}

/* Asked once, since a program may forbid itself to ask later. */
static uint32_t thread_of(struct look *l)
{
    if (l->process != pep_facts.pid) {
        l->process = pep_facts.pid;
        l->thread = pep_platform_thread();
        l->looked = 0;
    }
    return l->thread;
}

/* How long the thread was kept from running since that tick.  Where another one's time was read with the tick, it has
 * run as much of the time as of that since it last looked. */
static uint64_t time_away(struct look *l, uint64_t since, uint32_t thread)
{
    uint64_t now = pep_platform_clock(), ran = pep_platform_ran(thread), time = now - since, looked = l->looked,
             had = l->ran;

    l->looked = now;
    l->ran = ran;
    if (!ran)
        return 0;
    if (thread == tick.thread && tick.ran)
        ran -= tick.ran;
    else if (looked)
        ran = (ran - had) * 64 / ((now - looked) / 16 + 1) * time / 1024;
    else
        ran = time;
    l->begun = l->ran - (time < ran ? time : ran);
    time -= time / 8; /* the clocks are not read at once */
    return time > ran ? time - ran : 0;
}

/* Whether the thread has run for several ticks since the last one that held, and each time came away from them. */
static bool look_owed(struct look *l)
{
    if (l->met != tick.held) {
        l->met = tick.held;
        l->owed = l->ran;
    }
    return l->ran - l->owed > OWED * pep_policy.tick;
}

/* Points that a window may begin with besides: below those of a tick, as far as that is known. */
static uint32_t late_draw(struct window *w)
{
    uint64_t limit = pep_policy.pace ? pace.mean : pep_policy.samples;

    return draw_below(w, limit < LATE ? (uint32_t)limit : LATE);
}

/* The thread comes to a point while the tick is up.  The first one of a tick finds out whether that is one. */
static bool tick_holds(struct state *own)
{
    struct look *l = &own->look;
    uint64_t since = __atomic_load_n(&tick.since, __ATOMIC_ACQUIRE), away;
    uint32_t thread;

    if (l->since == since)
        return true;
    l->since = since;
    l->passed = l->looks = l->turns = 0;
    l->timed = pep_policy.pace;
    l->brief = 0;
    l->at_once = false;
    l->begun = l->spent = 0;
    if (tick.asked || pep_policy.shared || pep_policy.trigger == PEP_TRIGGER_COUNTER || tick.held == since)
        return true;
    thread = thread_of(l);
    away = time_away(l, since, thread);
    if (away > AWAY_LONG && away > tick.turn && !look_owed(l)) {
        tick.waits = WAITS;
        pep_sampling_lower();
        return false;
    }
    own->window.late = away > AWAY_SHORT || tick.waits ? late_draw(&own->window) : 0;
    tick.waits -= tick.waits > 0;
    tick.held = since;
    __atomic_store_n(&tick.thread, thread, __ATOMIC_RELAXED);
    l->spent = pep_platform_clock() - l->looked;
    return true;
}

/* So many points from tick to tick are a window of how many samples, of how much each?  A region that a duplicate
 * records takes as long as it likes: where checks are rare there are fewer. */
static uint32_t weight_settle(uint64_t points)
{
    uint64_t samples = pep_policy.samples, weight;

    if (pep_sampling_unit.how == PEP_UNIT_DUPLICATED && points * MOMENT / pep_policy.tick < samples)
        samples = points * MOMENT / pep_policy.tick + 1;
    weight = points / samples;
    weight = !weight ? 1 : weight > UINT32_MAX ? UINT32_MAX : weight;
    __atomic_store_n(&pace.samples, (uint32_t)samples, __ATOMIC_RELAXED);
    __atomic_store_n(&pace.weight, (uint32_t)weight, __ATOMIC_RELAXED);
    return (uint32_t)weight;
}

/* How long the thread has run, or been there. */
static uint64_t time_own(void)
{
    uint64_t ran = pep_platform_ran(0);

    return ran ? ran : pep_platform_clock();
}

/* So much of it since the points began. */
static uint64_t time_passed(const struct look *l)
{
    uint64_t time = l->begun ? time_own() - l->begun : pep_platform_clock() - l->since;

    return l->spent < time ? time - l->spent : 0;
}

/* The points from tick to tick, at the pace of those that were timed. */
static uint64_t pace_reckon(const struct look *l)
{
    uint64_t time = time_passed(l);
    uint64_t cost = (pace.cost * l->looks + pace.turning * l->turns) / pep_policy.pace;

    time = cost < time - time / 4 ? time - cost : time / 4;
    return time ? pep_policy.tick * l->passed / time : 0;
}

/* The same, now that all are timed.  Checks that are taken are new to the processor's predictor, and the thread has
 * just come back from the kernel, so the first points take longer than those that follow: how much, ticks that were
 * timed at length tell. */
static uint64_t pace_learn(const struct look *l)
{
    uint64_t points = pace_reckon(l);

    if (l->brief) {
        pace.brief += l->brief;
        pace.whole += points;
    } else if (pace.brief && !l->at_once)
        points = points * (pace.whole / (pace.brief / 16 + 1)) / 16;
    pace.known++;
    pace.mean += (uint64_t)((int64_t)(points - pace.mean) / (int64_t)pace.known);
    return points;
}

static bool is_at_length(uint64_t turn)
{
    return turn < APART ? !(turn & (turn - 1)) : turn % APART == 0;
}

/* Whether with so many more looks, at so many points, enough are timed: turns that come at once are many points. */
static bool suffice(const struct look *l, uint64_t points, uint32_t looks)
{
    return l->looks + l->turns + looks >= l->timed || l->passed + points >= LENGTH * pep_policy.pace;
}

/* Whether the tick's points are all timed.  Where the next one waits already, the pace is slow enough to be known from
 * fewer. */
static bool is_timed(struct look *l)
{
    if (pep_tick == PEP_TICK_AWAITED)
        return true;
    if (!suffice(l, 0, 0))
        return false;
    if (l->timed == pep_policy.pace && !l->at_once && is_at_length(pace.known)) {
        l->brief = pace_reckon(l);
        l->timed *= LENGTH;
    }
    return suffice(l, 0, 0);
}

/* Points that come at once, the first ones after the tick: the tick fell among them.  Where they took long, which is a
 * part of a period at least, they are all that the tick stands for, and where they took several, the ticks that nobody
 * saw come.  How long, but for what lies in front of the tick: on average that is as long again.  0: not so long. */
static uint64_t points_of_long(const struct look *l, uint64_t points)
{
    uint64_t time = 2 * time_passed(l);

    if (time < pep_policy.tick / LONG)
        return 0;
    return time < pep_policy.tick ? points * pep_policy.tick / time : points;
}

/* What samples among these points stand for; 0: more points have to pass before that is known.  Timed is all that comes
 * after the tick, from the first moment on: ticks fall into long ways from point to point more often than into short
 * ones, and that is what has to be made good.  Of several at once some passed before the tick.  Those that are most of
 * what was timed have the samples as well: what follows them may have quite another pace. */
static uint64_t weight_of(struct look *l, uint64_t points)
{
    uint32_t weight;
    uint64_t of_long;
    bool first = !l->passed && !l->at_once;

    if (!pep_policy.pace)
        return 1;
    weight = __atomic_load_n(&pace.weight, __ATOMIC_RELAXED);
    if (weight)
        return weight;
    of_long = first && points > pep_policy.pace ? points_of_long(l, points) : 0;
    if (of_long)
        return weight_settle(of_long);
    if (points > pep_policy.pace && pace.known >= PACES)
        return weight_settle(pace.mean);
    if (first && points > pep_policy.pace) {
        l->at_once = true;
        l->begun = time_own();
        l->spent = 0;
        return 0;
    }
    l->looks++;
    l->passed += first ? 1 : points < AT_ONCE ? (uint32_t)points : AT_ONCE;
    if (!is_timed(l))
        return 0;
    weight = weight_settle(pace_learn(l));
    return !first && points > 1 && points > l->passed / 2 ? weight : 0;
}

/* The least time that these take, of as many as are timed. */
static uint64_t rehearse(void (*offer)(void))
{
    uint64_t begin, time, least = UINT64_MAX;
    uint32_t i, again;

    for (again = 0; again < REHEARSALS; again++) {
        tick.since++;
        begin = pep_platform_clock();
        for (i = 1; i < pep_policy.pace; i++)
            offer();
        time = pep_platform_clock() - begin;
        least = time < least ? time : least;
    }
    return least;
}

void pep_policy_rehearse(void)
{
    if (!pep_policy.pace)
        return;
    tick.asked = true;
    pep_tick = PEP_TICK_UP;
    pace.cost = rehearse(pep_point_offer);
    pace.turning = rehearse(pep_turn_offer);
    pep_tick = PEP_TICK_DOWN;
}

/* Whether the points are of those that are only counted: neither the first nor the last that are timed, nor so many at
 * once that nobody can tell how long they took. */
static bool counts(struct look *l, uint64_t points, uint32_t *looks)
{
    if (!l->passed || points > pep_policy.pace || suffice(l, points, 1) || l->since != tick.since ||
        pep_tick != PEP_TICK_UP || pace.weight)
        return false;
    ++*looks;
    l->passed += (uint32_t)points;
    return true;
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
    if (counts(&own->look, 1, &own->look.looks))
        return 0;
    weight = tick_holds(own) ? weight_of(&own->look, 1) : 0;
    if (!weight)
        return 0;
    w = own->window;
    if (!w.left)
        window_open(&w);
    taken = w.skip <= 1;
    w.skip = taken ? step : w.skip - 1;
    w.left -= taken;
    own->window = w;
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

uint64_t pep_policy_take_of(uint64_t points, uint64_t *weight)
{
    struct state *own = state_find();
    struct window w;
    uint64_t taken = 0, n;

    if (!pep_tick)
        return 0;
    if (counts(&own->look, points, &own->look.turns) || !points)
        return 0;
    *weight = tick_holds(own) ? weight_of(&own->look, points) : 0;
    if (!*weight)
        return 0;
    w = own->window;
    while (points && pep_tick) {
        if (!w.left && pep_policy.trigger == PEP_TRIGGER_COUNTER)
            taken += take_rounds(&points);
        if (!points)
            break;
        if (!w.left)
            window_open(&w);
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
    window_open(w);
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
        window_open(&w);
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
    uint32_t i;

    if (!is_counting())
        return false;
    for (i = 0; i < PEP_COUNTDOWNS; i++)
        if (pep_countdown[i] < 0) {
            pep_countdown[i] = (int32_t)(next(&counted[i]) - 1);
            taken = true;
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
