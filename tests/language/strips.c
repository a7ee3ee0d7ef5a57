/* loops that count to a bound, in all types and shapes: those that are sampled in strips turn as often as before
 * flags: -Wall -Wextra -Wconversion -Werror
 * sums: yes
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

static long backwards(int n, int last)
{
    long sum = 0;
    for (int i = n; i >= last; i--) /*= 8008 8002:6 */
        sum += i & 1 ? i : 7;
    for (int i = n; i > last; --i) /*= 8003 7997:6 */
        sum ^= i & 2 ? i : 3;
    return sum;
}

static unsigned long unsigned_backwards(unsigned n, unsigned char last)
{
    unsigned long sum = 0;
    for (unsigned i = n; i > 0; i--) /*= 5124 5120:4 */
        sum += i & 1 ? i : 7;
    for (unsigned long i = n; i > last; i -= 3) /*= 1703 1699:4 */
        sum += i & 1 ? i : 7;
    for (unsigned i = n; i >= 8; i -= 7) /*= 734 730:4 */
        sum ^= i & 2 ? i : 3;
    return sum;
}

static long steps(long first, long n)
{
    long sum = 0;
    for (long i = first; i < n; i += 3) /*= 4171 4168:3 */
        sum += i & 1 ? i : 7;
    for (short i = (short)first; i <= n; i += 5) /*= 2506 2503:3 */
        sum += i & 1 ? i : 7;
    for (long i = n; i > first; i -= 1000) /*= 17 14:3 */
        sum += i & 1 ? i : 7;
    for (long i = first; i < n; i += 5000) /*= 7 4:3 */
        sum += i & 1 ? i : 7;
    return sum;
}

static int low(int first)
{
    int n = INT_MIN, turns = 0;
    for (int i = first; i > n; i--)
        turns += i & 16 ? 1 : 2;
    return turns;
}

/* left in the middle of a turn, or nowhere else: not split, but looked at now and then */
static long searched(const int *last, int wanted)
{
    int i;
    for (i = 0; i < *last; i++) /*= 5099 5098:1 */
        if (numbers[i] == wanted || numbers[i + 1] == wanted)
            break;
    long sum = 0;
    for (;;) {
        if (i % 3 == 0)
            sum += i;
        if (i % 5 == 0)
            sum ^= 1;
        if (i-- == 0) /*= 5099 2:5097 */
            break;
    }
    while (1) {
        sum += i % 3 ? 1 : i % 7 ? 2 : 3;
        if (++i > 3000) /*= 6004 2:6002 */
            return sum;
    }
}

static long much(int n)
{
    long sum = 0;
    int i = 0;
    do {
        if (i % 3 == 0)
            sum += numbers[i];
        else if (i % 5 == 0)
            sum -= numbers[i];
        i += i % 7 ? 1 : 2;
    } while (i < n); /*= 4285 4284:1 */
    return sum;
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

/* bounds that are named, or worked out */
static long bounds(int n, unsigned m)
{
    enum { FEW = 2, REST = 1500 };
    long sum = 0;
    for (int i = 0; i <= MANY - FEW; i++)
        sum += numbers[i] & 1 ? numbers[i] : -1;
    for (int i = 0; i < n / 2 + (n % 3); i += FEW)
        sum ^= i & 2 ? i : 3;
    for (int i = n * FEW; i > REST; i--)
        sum += i & 1 ? i : 7;
    for (unsigned i = 0; i < m - 1; i++)
        sum ^= i & 8 ? i : 3;
    for (unsigned i = m; i >= (m >> 1) - FEW; i -= FEW)
        sum += i & 4 ? i : 3;
    {
        int MANY = 4000;
        for (int i = 0; i < MANY - 1; i++)
            sum += numbers[i] & 1 ? 1 : MANY--;
        for (int i = 0; i < -n + (2 * n); i++)
            sum += numbers[i] & 1 ? 1 : MANY;
    }
    return sum;
}

/* the counter is not always what its steps make it */
static long jumped(int i, int n)
{
    long sum = 0;
    if (i)
        goto middle;
    for (i = 0; i < n; i += 512) { /* here others come in */
    middle:
        for (int k = 0; k < i; k++)
            sum += numbers[k] & 1 ? i : 3;
    }
    for (i = __extension__({ int first; first = 512; first + n % 7; }); i < n; i += 256)
        for (int k = 0; k < i; k++)
            sum += numbers[k] & 1 ? i : 3;
    for (i = __extension__({ i = 512; 300; }); i < n; i += 256)
        for (int k = 0; k < i; k++)
            sum += numbers[k] & 1 ? i : 3;
    return sum;
}

/* counters that step by more than one, in all types */
static long stepping(int n)
{
    long sum = 0;
    for (short i = 5; i < n; i += 24)
        for (unsigned char k = 1; k < 200; k += 4)
            for (int j = 0; j < k; j++)
                sum += numbers[j] & 1 ? i : k;
    for (unsigned long i = 7; i < (unsigned long)n; i += 32)
        for (unsigned k = (unsigned)n; k > i; k -= 6)
            for (unsigned j = 0; j < k - i; j++)
                sum ^= numbers[j] & 4 ? (long)(i ^ k) : 1;
    int i;
    for (i = 0, n = n | 3; n > 0; i = i + 1, n -= 8)
        for (int k = 0; k < n; k++)
            sum += numbers[k] & 1 ? n : i;
    for (int k = 4000, m = 3; k > m; k -= 64)
        for (int j = m++; j < k; j++)
            sum += numbers[j] & 1 ? k : m;
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
    printf("%ld %ld %ld\n", backwards(5000, 1), backwards(1024, 1024), backwards(-1, -3));
    printf("%ld %ld %ld\n", backwards(2996, 0), backwards(-5, 0), backwards(0, 0));
    printf("%lu %lu\n", unsigned_backwards(5000, 3), unsigned_backwards(100, 3));
    printf("%lu %lu\n", unsigned_backwards(20, 255), unsigned_backwards(0, 0));
    printf("%ld %ld %ld\n", steps(-2500, 10000), steps(0, 3), steps(9, 9));
    printf("%d\n", low(INT_MIN + 3000));
    printf("%ld %ld %ld\n", bounds(MANY, 9000), bounds(1024, 1025), bounds(1, 8));
    printf("%ld %ld %ld\n", searched(&(const int){MANY}, -1), searched(&(const int){MANY}, numbers[98]), much(MANY));
    printf("%ld %ld %ld\n", stepping(555), jumped(0, 4000), jumped(1025, 4000));
    return 0;
}
