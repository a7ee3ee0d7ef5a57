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
    .tick = 4000000,
};

/* Points from one sample of a window to the next. */
static uint32_t step = 1;

/* Few bytes, for libraries that are loaded later have little room of the kind that needs no call to reach. */
struct window {
    uint32_t left;   /* samples to take; 0: no window is open */
    uint32_t skip;   /* points to the next sample, which is the last of them */
    uint32_t first;  /* points to the window's first sample */
    uint32_t random; /* state of the generator; 0: not yet begun */
};

static __thread struct window mine __attribute__((__tls_model__("initial-exec")));

void pep_policy_settle(void)
{
    if (pep_policy.kind == PEP_POLICY_TIMER)
        pep_policy.samples = pep_policy.stride = 1;
    if (pep_policy.trigger == PEP_TRIGGER_TIMER)
        pep_policy.interval = 0;
    step = pep_policy.kind == PEP_POLICY_ARNOLD_GROVE ? pep_policy.stride : 1;
}

/* Marsaglia's xorshift, its state multiplied. */
static uint32_t draw(struct window *w)
{
    uint32_t x = w->random ? w->random : 2463534242u;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    w->random = x;
    return x * 0x9E3779BBu;
}

uint64_t pep_policy_random(uint64_t limit)
{
    struct window w = mine;
    uint64_t number = draw(&w);

    if (limit <= UINT32_MAX)
        number = number * limit >> 32;
    else
        number = (number << 32 | draw(&w)) % limit;
    mine = w;
    return number;
}

static void window_open(struct window *w)
{
    switch (pep_policy.skip) {
    case PEP_SKIP_ROTATE: w->first = w->first % pep_policy.stride + 1; break;
    case PEP_SKIP_RANDOM: w->first = (uint32_t)((uint64_t)draw(w) * pep_policy.stride >> 32) + 1; break;
    case PEP_SKIP_NONE: w->first = 1; break;
    }
    w->left = pep_policy.samples;
    w->skip = pep_policy.interval + w->first;
}

/* Points from the first sample of a window to its last, and those of the interval before. */
static uint64_t window_points(void)
{
    return pep_policy.interval + (uint64_t)(pep_policy.samples - 1) * step;
}

static void window_complete(const struct window *w)
{
    pep_sampling_completed(1, window_points() + w->first, pep_policy.samples);
    if (pep_policy.trigger == PEP_TRIGGER_TIMER)
        pep_sampling_lower();
}

bool pep_policy_take(void)
{
    struct window w = mine;
    bool taken;

    /* Another thread may have lowered it meanwhile, or the program paused. */
    if (!pep_tick)
        return false;
    if (!w.left)
        window_open(&w);
    taken = --w.skip == 0;
    if (taken) {
        w.left--;
        w.skip = step;
    }
    mine = w;
    if (taken && !w.left)
        window_complete(&w);
    return taken;
}

/* Where windows follow each other, a round of them takes the same number of points whatever it begins with; of random
 * skips, that is the mean. */
static uint64_t take_rounds(uint64_t *points)
{
    uint64_t windows = pep_policy.skip == PEP_SKIP_NONE ? 1 : pep_policy.stride;
    uint64_t round = windows * window_points() + windows * (windows + 1) / 2, rounds = *points / round;

    if (!rounds)
        return 0;
    *points -= rounds * round;
    pep_sampling_completed(rounds * windows, rounds * round, rounds * windows * pep_policy.samples);
    return rounds * windows * pep_policy.samples;
}

uint64_t pep_policy_take_of(uint64_t points)
{
    struct window w = mine;
    uint64_t taken = 0, n;

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
        mine = w;
        if (!w.left)
            window_complete(&w);
    }
    mine = w;
    return taken;
}
