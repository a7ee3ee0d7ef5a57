/* pace.c - ticks and their points timed.  Compiled without vector registers, like policy.c. */
#include "pace.h"
#include "core.h"
#include "policy.h"

/* The last tick. */
static struct {
    uint64_t since;  /* when it came, in nanoseconds; 0: nothing tells the time */
    uint64_t ran;    /* how long the thread that took the last window had run then; 0: nobody knows */
    uint64_t held;   /* the tick of which it is known that somebody ran */
    uint64_t turn;   /* how long the ticker runs from tick to tick, */
    uint64_t turned; /* and has run in all */
    uint32_t number; /* of those that came */
    uint32_t thread; /* that took the last window */
    uint32_t waits;  /* ticks to come that may have woken the program: it waited not long ago */
    bool asked;      /* it holds in any case */
} tick = {.asked = true};

/* What all threads know of their points. */
static struct {
    uint64_t cost;    /* nanoseconds that pep_policy.pace points take for being looked at here, */
    uint64_t turning; /* and that turns take which come at once, as often */
    uint64_t mean;    /* points from tick to tick, of the ticks whose pace is known, */
    uint64_t known;   /* which are so many */
    uint64_t brief;   /* of those that were timed at length, the sum of that by the first ones, */
    uint64_t whole;   /* and by all */
} pace;

/* Points that came at once, and were so many that the tick fell among them, by where the program tells them: sums of
 * the ticks. */
#define PLACES 64
static struct {
    const void *place;
    uint64_t points;
    uint64_t time; /* twice the nanoseconds from the tick to their end, which is how long they take on average */
} bulks[PLACES];

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
/* Points are timed by themselves where they take such a part of a tick; those that come at once count up to that. */
#define LONG       8
#define AT_ONCE    ((uint32_t)1 << 30)
#define REHEARSALS 3
/* Ticks are timed at length by so many times the points, at first in doubling distances and then so many apart. */
#define LENGTH 16
#define APART  64
/* Turns that come at once may each take long: after this many of them, and each time that these have doubled, it is
 * asked whether such a part of a tick is over. */
#define FEW  16
#define PART 32
/* A thread that others outrun halves the points that it times, so many times, and has samples that stand for so many
 * ticks. */
#define HALVES 6
#define TICKS  64

void pep_pace_tick(bool asked)
{
    uint32_t thread = __atomic_load_n(&tick.thread, __ATOMIC_RELAXED);
    uint64_t turned = asked ? tick.turned : pep_platform_ran(0);

    tick.asked = asked;
    tick.turn = turned > tick.turned ? turned - tick.turned : 0;
    tick.turned = turned;
    tick.ran = thread ? pep_platform_ran(thread) : 0;
    tick.number++;
    __atomic_store_n(&tick.since, pep_platform_clock(), __ATOMIC_RELEASE);
}

/* Asked once, since a program may forbid itself to ask later. */
static uint32_t thread_of(struct pep_look *l)
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
static uint64_t time_away(struct pep_look *l, uint64_t since, uint32_t thread)
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
static bool look_owed(struct pep_look *l)
{
    if (l->met != tick.held) {
        l->met = tick.held;
        l->owed = l->ran;
    }
    return l->ran - l->owed > OWED * pep_policy.tick;
}

/* A window may begin later by points of a tick, as far as these are known. */
static uint32_t late_most(void)
{
    uint64_t limit = pep_policy.pace ? pace.mean : pep_policy.samples;

    return limit < LATE ? (uint32_t)limit : LATE;
}

/* The thread comes to a point while the tick is up.  The first one of a tick finds out whether that is one. */
static bool tick_holds(struct pep_look *l)
{
    uint64_t since = __atomic_load_n(&tick.since, __ATOMIC_ACQUIRE), away;
    uint32_t thread;

    if (l->since == since)
        return true;
    l->since = since;
    l->halves += l->passed && !l->weight && l->halves < HALVES && tick.number > 1;
    l->passed = l->looks = l->turns = l->late = l->weight = 0;
    l->timed = pep_policy.pace >> l->halves;
    l->brief = 0;
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
    l->late = away > AWAY_SHORT || tick.waits ? late_most() : 0;
    tick.waits -= tick.waits > 0;
    tick.held = since;
    __atomic_store_n(&tick.thread, thread, __ATOMIC_RELAXED);
    l->spent = pep_platform_clock() - l->looked;
    return true;
}

/* How long the thread has run, or been there. */
static uint64_t time_own(void)
{
    uint64_t ran = pep_platform_ran(0);

    return ran ? ran : pep_platform_clock();
}

/* Ticks since the thread's last window, this one among them: others may have had those in between.  It had to run for
 * as long. */
static uint64_t ticks_missed(struct pep_look *l)
{
    uint64_t ran = time_own(), ticks = ran > l->until ? (ran - l->until + pep_policy.tick / 2) / pep_policy.tick : 0;
    uint32_t all = tick.number - l->number;

    ticks = ticks < all ? ticks : all;
    l->until = ran;
    l->number = tick.number;
    return !ticks ? 1 : ticks < TICKS ? ticks : TICKS;
}

/* So many points from tick to tick are a window of how many samples, of how much each?  A region that a duplicate
 * records takes as long as it likes: where checks are rare there are fewer.  What the last window did not come to is
 * made good, and ticks that others had, unless these are all of the thread's points.  Turns that come at once are one
 * look, so the looks end among them less often than they are points: the window begins anywhere in half as many
 * points, which is not far from those whose pace it has. */
static uint32_t weight_settle(struct pep_look *l, uint64_t points, bool all)
{
    uint64_t samples = pep_policy.samples, ticks = ticks_missed(l), weight;

    if (pep_sampling_unit.how == PEP_UNIT_DUPLICATED && points * MOMENT / pep_policy.tick < samples)
        samples = points * MOMENT / pep_policy.tick + 1;
    weight = ((all ? points : points * ticks) + (uint64_t)l->rest * l->last) / samples;
    weight = !weight ? 1 : weight > UINT32_MAX ? UINT32_MAX : weight;
    if (l->late < l->passed / 2 && pep_policy.skip != PEP_SKIP_NONE)
        l->late = l->passed / 2;
    l->samples = (uint32_t)samples;
    l->weight = l->last = (uint32_t)weight;
    l->opens = true;
    l->halves -= l->halves > 0;
    return l->weight;
}

/* Points from tick to tick, where so many take that time. */
static uint64_t points_of_tick(uint64_t points, uint64_t time)
{
    for (; points > UINT64_MAX / pep_policy.tick; points /= 2)
        time /= 2;
    return time ? pep_policy.tick * points / time : 0;
}

/* So much of it since the points began. */
static uint64_t time_passed(const struct pep_look *l)
{
    uint64_t time = l->begun ? time_own() - l->begun : pep_platform_clock() - l->since;

    return l->spent < time ? time - l->spent : 0;
}

/* The points from tick to tick, at the pace of those that were timed. */
static uint64_t pace_reckon(const struct pep_look *l)
{
    uint64_t time = time_passed(l);
    uint64_t cost = (pace.cost * l->looks + pace.turning * l->turns) / pep_policy.pace;

    time = cost < time - time / 4 ? time - cost : time / 4;
    return points_of_tick(l->passed, time);
}

/* The same, now that all are timed.  Checks that are taken are new to the processor's predictor, and the thread has
 * just come back from the kernel, so the first points take longer than those that follow: how much, ticks that were
 * timed at length tell. */
static uint64_t pace_learn(const struct pep_look *l)
{
    uint64_t points = pace_reckon(l);

    if (l->brief) {
        pace.brief += l->brief;
        pace.whole += points;
    } else if (pace.brief)
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
static bool suffice(const struct pep_look *l, uint64_t points, uint32_t looks)
{
    return l->looks + l->turns + looks >= l->timed || l->passed + points >= LENGTH * l->timed;
}

/* Whether with so many more looks it is time to ask how long they took. */
static bool is_asked(const struct pep_look *l, uint32_t looks)
{
    uint32_t all = l->looks + l->turns + looks;

    return !tick.asked && l->turns > l->looks && all >= FEW && !(all & (all - 1));
}

static bool lasts(const struct pep_look *l)
{
    return is_asked(l, 0) && time_passed(l) > pep_policy.tick / PART;
}

/* Whether the tick's points are all timed.  Where the next one waits already, or they last, the pace is slow enough to
 * be known from fewer. */
static bool is_timed(struct pep_look *l)
{
    if (pep_tick == PEP_TICK_AWAITED || lasts(l))
        return true;
    if (!suffice(l, 0, 0))
        return false;
    if (l->timed == pep_policy.pace && is_at_length(pace.known)) {
        l->brief = pace_reckon(l);
        l->timed *= LENGTH;
    }
    return suffice(l, 0, 0);
}

/* Points that come at once, the first ones after the tick: the tick fell among them.  Where they took long, which is a
 * part of a period at least, they are all that the tick stands for, and where they took several, the ticks that nobody
 * saw come.  How long, but for what lies in front of the tick: on average that is as long again.  0: not so long. */
static uint64_t points_of_long(const struct pep_look *l, uint64_t points)
{
    uint64_t time = 2 * time_passed(l);

    if (time < pep_policy.tick / LONG)
        return 0;
    return time < pep_policy.tick ? points_of_tick(points, time) : points;
}

/* The same for points that did not take so long: those that other ticks met there tell with them how long they take,
 * since one tick may be near their end.  No point takes less than a nanosecond or so. */
static uint64_t points_of_bulk(const struct pep_look *l, uint64_t points, const void *place)
{
    uint64_t i = (uintptr_t)place / sizeof(uint64_t) % PLACES, all, time;

    if (bulks[i].place != place) {
        bulks[i].place = place;
        bulks[i].points = bulks[i].time = 0;
    }
    all = bulks[i].points += points;
    time = bulks[i].time += 2 * time_passed(l);
    return points_of_tick(all, time > all ? time : all);
}

/* What samples among these points stand for; 0: more points have to pass before that is known.  Timed is all that comes
 * after the tick, from the first moment on: ticks fall into long ways from point to point more often than into short
 * ones, and that is what has to be made good.  Of several at once some passed before the tick.  Those that are most of
 * what was timed have the samples as well: what follows them may have quite another pace. */
static uint64_t weight_of(struct pep_look *l, uint64_t points, const void *place)
{
    uint64_t of_long;
    uint32_t weight;
    bool first = !l->passed;

    if (!pep_policy.pace)
        return 1;
    if (l->weight)
        return l->weight;
    if (first && points > pep_policy.pace) {
        of_long = points_of_long(l, points);
        return of_long ? weight_settle(l, of_long, true) : weight_settle(l, points_of_bulk(l, points, place), false);
    }
    l->looks++;
    l->passed += first ? 1 : points < AT_ONCE ? (uint32_t)points : AT_ONCE;
    if (!is_timed(l))
        return 0;
    weight = weight_settle(l, pace_learn(l), false);
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

void pep_pace_rehearse(void)
{
    if (!pep_policy.pace)
        return;
    tick.asked = true;
    pep_tick = PEP_TICK_UP;
    pace.cost = rehearse(pep_point_offer);
    pace.turning = rehearse(pep_turn_offer);
    pep_tick = PEP_TICK_DOWN;
}

/* Whether the points are of those that are only counted: neither the first nor the last that are timed, nor one at
 * which the time is asked, nor so many at once that nobody can tell how long they took. */
static bool counts(struct pep_look *l, uint64_t points, uint32_t *looks)
{
    if (!l->passed || points > pep_policy.pace || suffice(l, points, 1) || is_asked(l, 1) || l->since != tick.since ||
        pep_tick != PEP_TICK_UP || l->weight)
        return false;
    ++*looks;
    l->passed += (uint32_t)points;
    return true;
}

uint64_t pep_pace_weigh(struct pep_look *l, uint64_t points, const void *place)
{
    if (!points || counts(l, points, place ? &l->turns : &l->looks))
        return 0;
    return tick_holds(l) ? weight_of(l, points, place) : 0;
}

uint32_t pep_pace_samples(const struct pep_look *l)
{
    return pep_policy.pace ? l->samples : pep_policy.samples;
}
