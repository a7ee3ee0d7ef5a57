/* constructors.c - counts before the runtime is there and after it has ended. */
#include "unit.h"
#include <stdlib.h>

UNIT(demo, 0xc0, 8, PEP_UNIT_SINGLE)
UNIT(threaded, 0xc1, 8, PEP_UNIT_THREAD)

static void earliest(void)
{
    HIT(demo, 0);
    HIT_THREAD(threaded, 0);
}
#ifndef STATIC
__attribute__((section(".preinit_array"), used)) static void (*const before)(void) = earliest;
#endif

static __attribute__((constructor(101))) void early(void)
{
    HIT(demo, 1);
}
static __attribute__((constructor)) void usual(void)
{
    HIT(demo, 2);
}
static __attribute__((destructor)) void after(void)
{
    HIT(demo, 4);
}
static __attribute__((destructor(101))) void late(void)
{
    HIT(demo, 5);
    HIT_THREAD(threaded, 5);
    PATH(demo, 0, 6);
}
static void at_exit(void)
{
    HIT(demo, 3);
}

int main(void)
{
#ifdef STATIC
    earliest();
#endif
    atexit(at_exit);
    return 0;
}
