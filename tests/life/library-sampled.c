/* library-sampled.c - a shared library with a sampled unit. */
#include "sampled.h"

SAMPLED(part, 0x15, 3)

/* Gives how many samples the counter has. */
uint64_t sampled_work(int times);

uint64_t sampled_work(int times)
{
    while (times--) {
        POINT(part, 1);
        POINT_PATH(part, 0, 9);
    }
    return __atomic_load_n(&part_counters[1], __ATOMIC_RELAXED);
}
