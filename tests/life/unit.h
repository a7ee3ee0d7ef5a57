/* unit.h - a unit as generated code defines it, written by hand: what the runtime's tests count with.
 *
 *     UNIT(demo, 0x11, 4, PEP_UNIT_SINGLE)      the unit demo with 4 counters
 *     HIT(demo, 2)                              counts its counter 2
 *     HIT_THREAD(demo, 2)                       the same in a unit of PEP_UNIT_THREAD
 *     PATH(demo, 0, 77)                         counts path 77 of its function 0 in a table
 *     VALUE(demo, 3, 5)                         the value 5 comes by its site 3 of 4 */
#ifndef PEP_TEST_UNIT_H
#define PEP_TEST_UNIT_H
#include "pep/abi.h"

extern __attribute__((weak)) void pep_unit_register(struct pep_unit *unit);
extern __attribute__((weak)) void pep_unit_unregister(struct pep_unit *unit);

#define UNIT_PART __attribute__((common, used, visibility("hidden")))
UNIT_PART char pep_part_sampling;
UNIT_PART char pep_part_forests;
UNIT_PART char pep_part_subpaths;
UNIT_PART char pep_part_threads;
UNIT_PART char pep_part_tables;
UNIT_PART char pep_part_values;

#define UNIT_LIFE(name)                                                                                                \
    static __attribute__((constructor(101))) void name##_begin(void)                                                   \
    {                                                                                                                  \
        if (pep_unit_register)                                                                                         \
            pep_unit_register(&name);                                                                                  \
    }                                                                                                                  \
    static __attribute__((destructor(101))) void name##_end(void)                                                      \
    {                                                                                                                  \
        if (pep_unit_unregister)                                                                                       \
            pep_unit_unregister(&name);                                                                                \
    }

#define UNIT_ALIGNED(name, key, number, mode, alignment, version)                                                      \
    static uint64_t name##_counters[((number) + 511) / 512 * 512] __attribute__((aligned(alignment)));                 \
    static __thread uint64_t *name##_slot __attribute__((unused));                                                     \
    static void name##_count(struct pep_unit *unit, uint32_t function, uint64_t path)                                  \
    {                                                                                                                  \
        (void)unit, (void)function, (void)path;                                                                        \
    }                                                                                                                  \
    static void name##_target(struct pep_unit *unit, uint32_t site, const void *function)                              \
    {                                                                                                                  \
        (void)unit, (void)site, (void)function;                                                                        \
    }                                                                                                                  \
    static uint64_t *name##_attach(struct pep_unit *unit, uint64_t **slot)                                             \
    {                                                                                                                  \
        (void)slot;                                                                                                    \
        return unit->counters;                                                                                         \
    }                                                                                                                  \
    static struct pep_unit name = {.abi = (version),                                                                   \
                                   .bytes = sizeof(struct pep_unit),                                                   \
                                   .hash = (key),                                                                      \
                                   .ncounters = (number),                                                              \
                                   .counters = name##_counters,                                                        \
                                   .update = (mode),                                                                   \
                                   .nfunctions = 4,                                                                    \
                                   .how = PEP_UNIT_EXHAUSTIVE,                                                         \
                                   .nsites = 4,                                                                        \
                                   .event = PEP_UNIT_PATHS,                                                            \
                                   .parts = PEP_PART_TABLES | PEP_PART_VALUES |                                        \
                                            ((mode) == PEP_UNIT_SINGLE ? 0 : PEP_PART_THREADS),                        \
                                   .count = name##_count,                                                              \
                                   .attach = name##_attach,                                                            \
                                   .value = name##_count,                                                              \
                                   .target = name##_target};                                                           \
    UNIT_LIFE(name)

#define UNIT(name, key, number, mode) UNIT_ALIGNED(name, key, number, mode, PEP_COUNTER_ALIGN, PEP_ABI_VERSION)
#define HIT(name, index)              (((volatile uint64_t *)name##_counters)[index]++)
#define COUNTERS(name)                (name##_slot ? name##_slot : name.attach(&name, &name##_slot))
#define HIT_THREAD(name, index)       (((volatile uint64_t *)COUNTERS(name))[index]++)
#define PATH(name, function, path)    (name.count(&name, (function), (path)))
#define VALUE(name, site, v)          (name.value(&name, (site), (v)))
#endif
