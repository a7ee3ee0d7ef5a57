/* rhythm.c - sample points that come in a rhythm: for policies that keep time with it, and loops that are counted in
 * locals.
 *
 *     rhythm [ROUNDS]
 *
 * Prints a number that depends on all it did. */
#include <stdio.h>
#include <stdlib.h>

enum { BEATS = 16, CELLS = 48 };

/* Sixteen paths, each as frequent as the others.  With the turn of the caller's loop each call makes two points, so
 * the same one comes back after 32: who looks at every 32nd point sees one path only. */
static unsigned beat(unsigned i, unsigned sum)
{
    switch (i % BEATS) {
    case 0: return sum + 1;
    case 1: return sum ^ 2;
    case 2: return sum - 3;
    case 3: return sum * 5;
    case 4: return sum + 7;
    case 5: return sum ^ 11;
    case 6: return sum - 13;
    case 7: return sum * 17;
    case 8: return sum + 19;
    case 9: return sum ^ 23;
    case 10: return sum - 29;
    case 11: return sum * 31;
    case 12: return sum + 37;
    case 13: return sum ^ 41;
    case 14: return sum - 43;
    default: return sum * 47;
    }
}

static unsigned beats(unsigned rounds)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < rounds * BEATS; i++)
        sum = beat(i, sum);
    return sum;
}

/* Three ways to turn, half, three eighths and an eighth of the turns: all are told at the end of the loop at once. */
static unsigned cells(const unsigned *cell, unsigned *high)
{
    unsigned low = 0;
    for (unsigned i = 0; i < CELLS; i++)
        if (cell[i] < 4)
            low += cell[i];
        else if (cell[i] < 7)
            *high += cell[i];
        else
            *high ^= i;
    return low;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 100000, sum = beats(rounds), high = 0;
    unsigned cell[CELLS];
    for (unsigned i = 0; i < CELLS; i++)
        cell[i] = i * 5 % 8;
    for (unsigned i = 0; i < rounds; i++)
        sum += cells(cell, &high);
    printf("%u %u\n", sum, high);
    return 0;
}
