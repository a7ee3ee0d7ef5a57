/* loops that count up to a bound, in all types and shapes: those that are sampled in strips turn as often as before
 * flags: -Wall -Wextra -Wconversion -Werror
 */
#include <limits.h>
#include <stdio.h>

enum { MANY = 5000 };
static int numbers[MANY + 1];

static long plain(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) /*= 6029 6025:4 */
        sum += numbers[i] & 1 ? numbers[i] : -1;
    return sum;
}

static long closed(short first, long last)
{
    long sum = 0;
    for (short i = first; i <= last; ++i)
        sum += i & 2 ? i : 1;
    return sum;
}

static unsigned narrow(unsigned char first, unsigned n)
{
    unsigned sum = 0;
    for (unsigned char i = first; i < n; i++)
        sum += i & 4u ? i : 2u;
    return sum;
}

static unsigned long far(unsigned long first, unsigned long n)
{
    unsigned long sum = 0, i;
    for (i = first; i < n; i += 1)
        sum ^= i & 8 ? i : 3;
    return sum ^ i;
}

static int high(int first)
{
    int n = INT_MAX, turns = 0;
    for (int i = first; i < n; i++)
        turns += i & 16 ? 1 : 2;
    return turns;
}

static long below_zero(int first, int n)
{
    long sum = 0;
    for (int i = first; i < n; i++)
        sum += i < 0 ? i : 5;
    return sum;
}

/* counting down, from 0 and below zero too: that takes the other way around */
static long down(unsigned short n, long m)
{
    long sum = 0;
    do
        sum += n & 1 ? n : 2;
    while (--n);
    do {
        if (m % 3 == 0)
            continue;
        sum += m & 4 ? m : 1;
    } while (--m); /*= 12500 12496:4 */
    if (sum & 1)
        do
            sum ^= m;
        while (--m != -10);
    return sum + n + m;
}

/* what goes on early, chooses, returns, or looks at the counter behind the loop */
static long ways(int n, int stop)
{
    long sum = 0;
    int i;
    for (i = 0; i < n; i++) { /*= 5253 5251:2 */
        if (numbers[i] % 3 == 0)
            continue;
        switch (numbers[i] % 4) {
        case 1: sum += 1; break;
        case 2: sum += 2; break;
        default: break;
        }
        if (numbers[i] == stop)
            return sum + i;
    }
    return sum - i;
}

/* none of these may be split: the bound moves, the counter does, somebody else knows them, or the loop is left */
static void shorten(int *n)
{
    *n -= 1;
}

static long moving(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i] & 1 ? numbers[i] : n--;
    for (int i = 0; i < n; i++)
        sum += numbers[i] & 1 ? i++ : i;
    for (int i = 0; i < n; i++) {
        shorten(&n);
        sum += n & 1 ? i : 1;
    }
    return sum;
}

static int found(int n, int wanted)
{
    int i;
    for (i = 0; i < n; i++)
        if (numbers[i] == wanted)
            break;
    return i;
}

static int entered(int n)
{
    int i = 1500, sum = 0;
    goto middle;
    for (i = 0; i < n; i++) {
        sum += numbers[i] & 1 ? 1 : 3;
    middle:
        sum += numbers[i] & 2 ? 1 : 0;
    }
    return sum;
}

static long nested(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < MANY; k++)
            sum += (i ^ k) & 1 ? numbers[k] : -numbers[i];
    return sum;
}

int main(void)
{
    for (int i = 0; i <= MANY; i++)
        numbers[i] = i * 79 % 1009;
    printf("%ld %ld %ld %ld\n", plain(0), plain(1), plain(1024), plain(MANY));
    printf("%ld %ld %ld\n", closed(-3000, 3000), closed(5, 4), closed(0, SHRT_MAX - 1));
    printf("%u %u\n", narrow(3, 255), narrow(0, 0));
    printf("%lu %lu\n", far(ULONG_MAX - 3000, ULONG_MAX), far(1000, 9000));
    printf("%d %d\n", high(INT_MAX - 2500), high(INT_MAX));
    printf("%ld %ld\n", below_zero(-5000, 5000), below_zero(INT_MIN, INT_MIN + 2048));
    printf("%ld %ld %ld %ld\n", down(1, 1), down(0, 2500), down(5000, 5000), down(1024, 4999));
    printf("%ld %ld %ld\n", ways(MANY, -1), ways(MANY, 500), ways(1, 0));
    printf("%ld %d %d %ld\n", moving(4000), found(MANY, 1008), found(MANY, -1), nested(4));
    printf("%d\n", entered(4000));
    return 0;
}
