/* sampled.h - a sampled unit as generated code defines it.
 *
 *     SAMPLED(demo, 0x11, 4)       the unit demo with 4 counters
 *     POINT(demo, 2)               a path ends whose counter is 2
 *     POINT_PATH(demo, 0, 77)      path 77 of its function 0 ends, which is counted in a table
 *     POINT_VALUE(demo, 3, 5)      the value 5 comes by its site 3 of 4
 *
 *     CONTEXTS(demo, 0x11, 4, 3)   the same as SAMPLED; its samples take three callers
 *     FRAME(demo, 2)               from here on the function 2 is active, until the block ends
 *     FRAME_AGAIN                  setjmp came back
 *
 * One with duplicated code, and the same where code counts down itself.
 *
 *     DUPLICATED(demo, 0x11, 4)    COUNTDOWN(demo, 0x11, 4)
 *     CHECK                        COUNTDOWN_CHECK                whether the program goes to the duplicate
 *                                  COUNTDOWN_POINT(demo, 2) */
#ifndef PEP_TEST_SAMPLED_H
#define PEP_TEST_SAMPLED_H
#include "unit.h"
#include <stddef.h>

#define COMMON __attribute__((common, visibility("hidden")))
COMMON volatile uint32_t pep_tick, pep_burst;
COMMON uint32_t pep_weight;
COMMON volatile int32_t pep_countdown[PEP_COUNTDOWNS];
COMMON void (*pep_to_point)(uint64_t *), (*pep_to_points)(uint32_t, ...), (*pep_to_point_expired)(uint64_t *);
COMMON unsigned (*pep_to_check)(void), (*pep_to_strip)(void), (*pep_to_check_expired)(void);

/* Not inlined, and opaque: where the whole program is optimised (-flto), gcc takes the body of a weak function even
 * though the linker has told it that another definition prevails. */
#define HARMLESS __attribute__((weak, visibility("hidden"), noinline))
#define OPAQUE   __asm__ volatile("" ::: "memory")
HARMLESS unsigned pep_check_expired(void)
{
    OPAQUE;
    if (pep_to_check_expired)
        return pep_to_check_expired();
    *pep_countdown = INT32_MAX;
    return 0;
}
HARMLESS void pep_point_expired(uint64_t *counter)
{
    OPAQUE;
    if (pep_to_point_expired)
        pep_to_point_expired(counter);
    else
        *pep_countdown = INT32_MAX;
}

__attribute__((weak, visibility("hidden"))) __thread struct pep_frame *pep_top;
static inline __attribute__((unused)) void frame_leave(struct pep_frame *f)
{
    pep_top = f->up;
}
#define FRAME(name, number)                                                                                            \
    struct pep_frame frame __attribute__((cleanup(frame_leave))) = {pep_top, &name, (number)};                         \
    FRAME_AGAIN
#define FRAME_AGAIN (pep_top = &frame)

#ifndef EVENT
#define EVENT PEP_UNIT_PATHS
#endif

#define SAMPLED(name, key, number)           SAMPLED_AS(name, key, number, PEP_UNIT_SAMPLED, PEP_UNIT_TICK, 0)
#define DUPLICATED(name, key, number)        SAMPLED_AS(name, key, number, PEP_UNIT_DUPLICATED, PEP_UNIT_TICK, 0)
#define COUNTDOWN(name, key, number)         SAMPLED_AS(name, key, number, PEP_UNIT_DUPLICATED, PEP_UNIT_COUNTDOWN, 0)
#define CONTEXTS(name, key, number, callers) SAMPLED_AS(name, key, number, PEP_UNIT_SAMPLED, PEP_UNIT_TICK, callers)
#define SAMPLED_AS(name, key, number, recorded, begun, callers)                                                        \
    static uint64_t name##_counters[((number) + 511) / 512 * 512] __attribute__((aligned(PEP_COUNTER_ALIGN)));         \
    static void name##_count(struct pep_unit *unit, uint32_t function, uint64_t path)                                  \
    {                                                                                                                  \
        (void)unit, (void)function, (void)path;                                                                        \
    }                                                                                                                  \
    static void name##_target(struct pep_unit *unit, uint32_t site, const void *function)                              \
    {                                                                                                                  \
        (void)unit, (void)site, (void)function;                                                                        \
    }                                                                                                                  \
    static struct pep_unit name = {.abi = PEP_ABI_VERSION,                                                             \
                                   .bytes = sizeof(struct pep_unit),                                                   \
                                   .hash = (key),                                                                      \
                                   .ncounters = (number),                                                              \
                                   .counters = name##_counters,                                                        \
                                   .update = PEP_UNIT_SINGLE,                                                          \
                                   .nfunctions = 4,                                                                    \
                                   .how = (recorded),                                                                  \
                                   .trigger = (begun),                                                                 \
                                   .nsites = 4,                                                                        \
                                   .context = (callers),                                                               \
                                   .event = EVENT,                                                                     \
                                   .parts = PEP_PART_SAMPLING | PEP_PART_TABLES | PEP_PART_VALUES,                     \
                                   .count = name##_count,                                                              \
                                   .value = name##_count,                                                              \
                                   .target = name##_target};                                                           \
    UNIT_LIFE(name)

#define POINT(name, index)               (pep_tick ? pep_to_point(&name##_counters[index]) : (void)0)
#define POINT_PATH(name, function, path) (pep_tick ? name.count(&name, (function), (path)) : (void)0)
#define POINT_VALUE(name, site, v)       (pep_tick ? name.value(&name, (site), (v)) : (void)0)
#define CHECK                            (pep_tick && pep_to_check())
#define STRIP_CHECK                      (pep_tick && pep_to_strip())
#define COUNTDOWN_CHECK                  (--*pep_countdown < 0 && pep_check_expired())
#define COUNTDOWN_POINT(name, index)     (--*pep_countdown < 0 ? pep_point_expired(&name##_counters[index]) : (void)0)
#endif
