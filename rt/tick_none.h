/* tick_none.h - where nothing ticks: the program can call pep_tick_now, or its user take the trigger `counter`. */
#ifndef PEP_RT_TICK_NONE_H
#define PEP_RT_TICK_NONE_H
#include "platform.h"

int pep_platform_tick_begin(uint64_t nanoseconds)
{
    (void)nanoseconds;
    return -1;
}

void pep_platform_tick_end(void) {}

uint64_t pep_platform_clock(void)
{
    return 0;
}

uint32_t pep_platform_thread(void)
{
    return 0;
}

uint64_t pep_platform_ran(uint32_t thread)
{
    (void)thread;
    return 0;
}

void pep_platform_wake(volatile uint32_t *word)
{
    (void)word;
}
#endif
