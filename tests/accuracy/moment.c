/* moment.c - a run of some 6 ms, most of it in loops whose turns take long and are told of at their end: only many runs
 * make a profile.
 *
 * Prints a number that depends on all it did. */
#include <stdio.h>

enum { ROUNDS = 100, TURNS = 5000, CALLS = 3000 };

static unsigned turn(unsigned n, unsigned sum)
{
    for (unsigned i = 0; i < n; i++) {
        sum = sum / (i + 3) + i * 7;
        if (sum & 4)
            sum ^= sum / 7;
        sum = sum % (i + 1) + sum * 5;
    }
    return sum;
}

static unsigned behind(unsigned n)
{
    if (n & 1)
        n = n / 3 + 7;
    return n & 2 ? n / 5 : n + 1;
}

int main(void)
{
    unsigned sum = 1;
    for (int r = 0; r < ROUNDS; r++) {
        int calls = CALLS;
        sum = turn(TURNS, sum);
        for (int i = 0; i < calls; i++)
            sum += behind(sum);
    }
    printf("%u\n", sum);
    return 0;
}
