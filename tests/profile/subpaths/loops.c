/* Loops whose hot subpaths are known: one that only turns, one that calls on every other turn, a recursion; and one
 * that runs until somebody stops it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile unsigned sink;

static void turns(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i;
}

__attribute__((noinline)) static unsigned twice(unsigned x)
{
    return 2 * x;
}

static void alternates(unsigned n)
{
    unsigned i = 0;
    while (i < n) {
        if (i % 2)
            sink += twice(i);
        else
            sink -= i;
        i++;
    }
}

static unsigned climb(unsigned n)
{
    if (!n)
        return 0;
    return 1 + climb(n - 1);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 1000;
    if (!strcmp(what, "spin"))
        while (access("stop", F_OK))
            turns(n);
    if (!strcmp(what, "turns"))
        turns(n);
    if (!strcmp(what, "alternates"))
        alternates(n);
    for (unsigned i = 0; !strcmp(what, "climb") && i < n; i++)
        sink += climb(5);
    printf("%u\n", sink);
    return 0;
}
