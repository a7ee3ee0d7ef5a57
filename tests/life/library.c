/* library.c - a shared library with a unit; built several times, always with the same names. */
#include "unit.h"

#ifndef KEY
#define KEY 0x1b
#endif
UNIT(part, KEY, 3, PEP_UNIT_SINGLE)
UNIT(threaded, KEY + 0x100, 3, PEP_UNIT_THREAD)

void library_work(int times);

void library_work(int times)
{
    while (times--) {
        HIT(part, 1);
        HIT_THREAD(threaded, 1);
        PATH(part, 0, 9);
    }
}
