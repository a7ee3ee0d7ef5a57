/* library-sampled.c - a shared library with a sampled unit. */
#include "sampled.h"

SAMPLED(part, 0x15, 3)

void sampled_work(int times);

void sampled_work(int times)
{
    while (times--) {
        POINT(part, 1);
        POINT_PATH(part, 0, 9);
    }
}
