/* long.c - loops that turn for several ticks, and are told of at their end; and what comes behind them.
 *
 * Most of the flow and of the time is theirs.  Prints a number that depends on all it did. */
#include <stdio.h>

enum { ROUNDS = 40, TURNS = 20000000, CALLS = 2000 };

static unsigned turn(unsigned n, unsigned sum)
{
    for (unsigned i = 0; i < n; i++) {
        sum = sum * 5 + i;
        if (sum & 4)
            sum ^= i;
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
        sum = turn(TURNS, sum);
        for (int i = 0; i < CALLS; i++)
            sum += behind(sum);
    }
    printf("%u\n", sum);
    return 0;
}
