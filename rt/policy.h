/* policy.h - which sample points are taken.
 *
 * A tick raises pep_tick.  Every thread that comes to a sample point then opens a window: it passes over some points,
 * and takes the next ones as samples until the window has all of its samples (papers: PEP, section 4.4; Arnold and
 * Grove, figure 3).  The first thread to complete its window lowers the tick.  Windows of others stay half done until
 * the next tick; so samples fall to threads as their activity does, and a thread that waits for something holds
 * nothing up.
 *
 *     pep            passes over 0 to stride - 1 points, then takes `samples` in a row: PEP(64,17)
 *     arnold-grove   the same, then takes every stride-th
 *     timer          takes the first one: PEP(1,1)
 *
 * With the trigger `counter` the tick is up for ever, and a thread's windows are `interval` of its points apart: the
 * same input gives the same profile.  An interval of 0 and a stride of 1 take every point.  One more kind has this
 * trigger alone (paper: Arnold and Ryder, section 2.2):
 *
 *     interval       takes every interval-th point; with a jitter, distances vary evenly around that (section 4.4)
 *
 * Whether a tick is one, and how many points its samples stand for, is told in pace.h.
 *
 * Of the kind `interval` a window is one sample and the points in front of it.  With `shared`, all threads share one
 * window.  That takes no lock either: threads that ask at once lose or repeat a step.
 *
 * The policy knows no event: a point is a point.  It takes no lock and calls no library, so it may be asked in a signal
 * handler; a handler that comes in the middle of a question changes a window that is then put back as it was. */
#ifndef PEP_RT_POLICY_H
#define PEP_RT_POLICY_H
#include "pep/raw.h"
#include <stdbool.h>

/* Bounds of the values below; samples, stride and burst are 1 at least.  A jitter is less than the interval, so that
 * a distance fits pep_countdown. */
#define PEP_SAMPLES_MAX  ((uint64_t)1 << 20)
#define PEP_STRIDE_MAX   ((uint64_t)1 << 20)
#define PEP_INTERVAL_MAX ((uint64_t)1 << 30)
#define PEP_BURST_MAX    ((uint64_t)1 << 20)
#define PEP_PACE_MAX     ((uint64_t)1 << 20)

struct pep_policy {
    enum pep_raw_policy kind;
    enum pep_raw_skip skip;
    enum pep_raw_trigger trigger;
    uint32_t samples, stride, interval, jitter, burst, pace;
    uint64_t tick; /* nanoseconds */
    uint32_t seed; /* of what is drawn; 0: each run draws the same */
    bool shared;
};
/* Complete before the first tick, and the same ever after, but for the interval. */
extern struct pep_policy pep_policy;

/* pep_tick: AWAITED is up, and the ticker waits for it to come down.  Why they are so large is told in abi.h. */
#define PEP_TICK_DOWN    ((uint32_t)0)
#define PEP_TICK_UP      UINT32_MAX
#define PEP_TICK_AWAITED (UINT32_MAX - 1)

/* Sets the kind, and the interval that it has by default. */
void pep_policy_choose(struct pep_policy *policy, enum pep_raw_policy kind);
/* Sets the trigger, and the kind that it has by default. */
void pep_policy_choose_trigger(struct pep_policy *policy, enum pep_raw_trigger trigger);
/* Fills in what follows from the rest. */
void pep_policy_settle(void);
/* In the child of a fork: it draws something else than its parent, unless all draw the same. */
void pep_policy_renew(void);
/* A sample point: how many it stands for if it is taken, 0 if it is not. */
uint64_t pep_policy_take(void);
/* So many sample points at once: how many of them are taken, and how many each of those stands for.  place: what is the
 * same each time that the program tells of points there. */
uint64_t pep_policy_take_of(uint64_t points, const void *place, uint64_t *weight);

/* Sets a countdown, unless another thread has just done so: true where it was that.  Code steps it without looking. */
static inline bool pep_countdown_set(volatile int32_t *left, int32_t was, int32_t to)
{
    return __atomic_compare_exchange_n(left, &was, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* The points of units that count down themselves; each countdown has a window, which all threads of the module share.
 * pep_policy_count: they count from now on, from where they stood.  pep_policy_hold: no longer.  pep_policy_expire: one
 * has come to its end; whether that point is taken. */
void pep_policy_count(void);
void pep_policy_hold(void);
bool pep_policy_expire(void);
/* A point that steps none of them, since all are told to the runtime: whether it is taken. */
bool pep_policy_hear(void);
/* A number below `limit`, which is not 0; each thread draws the same ones in every run. */
uint64_t pep_policy_random(uint64_t limit);
#endif
