/* sampled.h - a sampled unit as generated code defines it.
 *
 *     SAMPLED(demo, 0x11, 4)       the unit demo with 4 counters
 *     POINT(demo, 2)               a path ends whose counter is 2
 *     POINT_PATH(demo, 0, 77)      path 77 of its function 0 ends, which is counted in a table */
#ifndef PEP_TEST_SAMPLED_H
#define PEP_TEST_SAMPLED_H
#include "unit.h"
#include <stddef.h>

/* Not inlined, and opaque: where the whole program is optimised (-flto), gcc takes the body of a weak function even
 * though the linker has told it that another definition prevails. */
#define HARMLESS __attribute__((weak, visibility("hidden"), noinline))
#define OPAQUE   __asm__ volatile("" ::: "memory")
__attribute__((weak, visibility("hidden"))) volatile uint32_t pep_tick;
HARMLESS void pep_point(uint64_t *counter)
{
    (void)counter;
    OPAQUE;
}
HARMLESS void pep_points(uint32_t n, ...)
{
    (void)n;
    OPAQUE;
}

#define SAMPLED(name, key, number)                                                                                     \
    static uint64_t name##_counters[((number) + 511) / 512 * 512] __attribute__((aligned(PEP_COUNTER_ALIGN)));         \
    static void name##_count(struct pep_unit *unit, uint32_t function, uint64_t path)                                  \
    {                                                                                                                  \
        (void)unit, (void)function, (void)path;                                                                        \
    }                                                                                                                  \
    static struct pep_unit name = {PEP_ABI_VERSION,                                                                    \
                                   sizeof(struct pep_unit),                                                            \
                                   (key),                                                                              \
                                   (number),                                                                           \
                                   name##_counters,                                                                    \
                                   PEP_UNIT_SINGLE,                                                                    \
                                   4,                                                                                  \
                                   PEP_UNIT_SAMPLED,                                                                   \
                                   0,                                                                                  \
                                   name##_count,                                                                       \
                                   NULL,                                                                               \
                                   {0}};                                                                               \
    UNIT_LIFE(name)

#define POINT(name, index)               (pep_tick ? pep_point(&name##_counters[index]) : (void)0)
#define POINT_PATH(name, function, path) (pep_tick ? name.count(&name, (function), (path)) : (void)0)
#endif
