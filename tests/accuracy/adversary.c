/* adversary.c - the program that deceives a profiler which asks who is called when its clock ticks (paper Arnold-Grove,
 * figure 1): long code without calls, then two short calls, over and over.  A tick comes while the long code runs, and
 * the first call behind it is met, hardly ever the second.
 *
 *     adversary blocks|pointers [ROUNDS]
 *
 * blocks: each call stands in a block of its own, behind a condition that nobody can fold.  Two calls of one block have
 * one counter, and as many calls by whatever samples: they cannot be told apart wrongly at all.
 * pointers: one call in a loop of two turns leads to the one, then to the other.
 * Prints a number that depends on all it did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 40000 }; /* so many turns that of some hundred ticks hardly one comes between the two calls */

static volatile unsigned always = 1;
static unsigned total;

static __attribute__((noinline)) void call_1(unsigned n)
{
    total += n;
}

static __attribute__((noinline)) void call_2(unsigned n)
{
    total ^= n;
}

static void blocks(unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned k = 0; k < LONG; k++)
            total = total * 5 + k;
        if (always)
            call_1(i);
        if (always)
            call_2(i);
    }
}

static void pointers(unsigned rounds)
{
    static void (*const calls[])(unsigned) = {call_1, call_2};
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned k = 0; k < LONG; k++)
            total = total * 5 + k;
        for (unsigned k = 0; k <= always; k++)
            calls[k](i);
    }
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 10000;
    if (argc > 1 && !strcmp(argv[1], "pointers"))
        pointers(rounds);
    else
        blocks(rounds);
    printf("%u\n", total);
    return 0;
}
