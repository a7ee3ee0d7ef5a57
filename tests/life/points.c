/* points.c COUNT [TICK [PAUSE RESUME [FILE]]] - offers COUNT points, the n-th one with counter n, so that the profile
 * shows which ones were taken.  Ticks before each TICK-th; pauses before point PAUSE and resumes before point RESUME;
 * writes the profile to FILE.  With COUNTS_DOWN the unit counts down itself; EVENT is
 * what it says that it counts. */
#include "pep/pep.h"
#include "sampled.h"
#include <stdio.h>
#include <stdlib.h>

#define LAST 8192
#ifdef COUNTS_DOWN
COUNTDOWN(demo, 0x90, LAST)
#define PASS COUNTDOWN_POINT
#else
SAMPLED(demo, 0x90, LAST)
#define PASS POINT
#endif

static long number(int argc, char **argv, int n)
{
    return argc > n ? atol(argv[n]) : 0;
}

static int put(const void *bytes, size_t count, void *file)
{
    return fwrite(bytes, 1, count, file) != count;
}

int main(int argc, char **argv)
{
    long count = number(argc, argv, 1), tick = number(argc, argv, 2), n;

    for (n = 1; n <= count && n < LAST; n++) {
        if (n == number(argc, argv, 3))
            pep_pause();
        if (n == number(argc, argv, 4))
            pep_resume();
        if (tick && n % tick == 0)
            pep_tick_now();
        PASS(demo, n);
    }
    if (argc > 5) {
        FILE *f = fopen(argv[5], "wb");

        return !f || pep_write(put, f) || fclose(f);
    }
    return 0;
}
