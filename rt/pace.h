/* pace.h - whether a tick is one, and how many points its samples stand for.
 *
 * The timer has each moment tell as much as any other, and so what takes long too much.  With a `pace` a tick's samples
 * stand for the points up to the next tick: the first ones after the tick, so many, are passed over and timed, or those
 * that come until the next tick would; at some ticks sixteen times as many, which tell how much slower the first ones
 * are than the rest.  Where the tick falls among more than that which come at once, their samples are taken at once
 * too: on average half of the time that they take lies behind the tick, and so the ticks that fall there tell that
 * time; and if it is a good part of a period, as with a long loop's turns, they stand for all of it.  In duplicated
 * code a sample is a region, which may hold any number of paths: the fewer checks there are, the fewer of them a window
 * takes.  What a duplicate counts stands for as much as its check does (pep_weight).
 *
 * Each thread times its own points.  The first to have its window ends the tick for all, so what another one had still
 * to take, and the ticks since its own last window while it ran, add to what its next samples stand for; and it times
 * half of the points at the next tick, until it comes to a window.
 *
 * A tick that comes while nobody runs is none: what follows a wait would have all of them.  So the first thread that
 * comes to a point looks whether it ran since the tick, and lowers it if not; unless it has run for several ticks since
 * one held, as where the machine is busy. */
#ifndef PEP_RT_PACE_H
#define PEP_RT_PACE_H
#include <stdbool.h>
#include <stdint.h>

/* What a thread knows of the tick that it has come to. */
struct pep_look {
    uint64_t since;   /* which one that is */
    uint32_t passed;  /* points after it, to learn the pace by, */
    uint32_t timed;   /* of which so many are needed; */
    uint32_t looks;   /* at each of which it was looked so many times, */
    uint32_t turns;   /* and at turns that came at once so many */
    uint32_t halves;  /* how often half of the points are timed, since others were faster; */
    uint32_t weight;  /* what a sample stands for then; 0: not known yet */
    uint32_t samples; /* of a window, at that pace, */
    uint32_t rest;    /* and those that the last one has still to take, */
    uint32_t last;    /* which stand for so many */
    bool opens;       /* a window, whatever became of the last one */
    uint32_t number;  /* of the tick that the last one was of, */
    uint64_t until;   /* and how long the thread had run by then */
    uint64_t brief;   /* points up to the next tick by the first of those that are timed at length; 0: not known */
    uint64_t begun;   /* how long the thread had run when they began; 0: nobody knows */
    uint64_t spent;   /* of what it ran since on finding that out */
    uint64_t looked;  /* when the thread last looked whether it had run, */
    uint64_t ran;     /* and how long it had until then */
    uint64_t met;     /* the last tick of which it is known that somebody ran, */
    uint64_t owed;    /* and how long this thread had run when it learned of that */
    uint32_t late;    /* below which are the points that its window begins with besides; 0: there are none */
    uint32_t thread;  /* its number, */
    uint32_t process; /* in that process */
};

/* Learns what it takes to look at a point, which no pace is to show; before the first tick. */
void pep_pace_rehearse(void);
/* A tick comes; asked: whatever the program is doing. */
void pep_pace_tick(bool asked);
/* A thread comes to so many points while the tick is up, one or several that are told at once: how many each sample
 * among them stands for; 0: none is taken there, as the tick is none or its pace not known yet.  place: what is the
 * same each time that the program tells of several there; NULL: one point. */
uint64_t pep_pace_weigh(struct pep_look *l, uint64_t points, const void *place);
/* Samples of the window that the thread opens. */
uint32_t pep_pace_samples(const struct pep_look *l);
#endif
