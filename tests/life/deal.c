/* deal.c - points offered many at once: as many are taken as of single ones, and each turn has the same chance.  Needs
 * PEP_TRIGGER=counter; PEP_INTERVAL, samples, stride and step are given as arguments. */
#include "sampled.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 7
SAMPLED(demo, 0xde, 16)

static uint64_t interval, samples, stride, step;
/* The window of a policy that is asked point by point. */
static uint64_t left, skip, first;
static uint32_t seed = 1;

static uint64_t model(uint64_t points)
{
    uint64_t taken = 0;

    while (points--) {
        if (!left) {
            first = first % stride + 1;
            skip = interval + first;
            left = samples;
        }
        if (--skip)
            continue;
        taken++;
        left--;
        skip = step;
    }
    return taken;
}

static uint32_t draw(uint32_t limit)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 8) % limit;
}

static uint64_t dealt(void)
{
    uint64_t sum = 0;
    int i;

    for (i = 0; i < N; i++)
        sum += demo_counters[i];
    return sum;
}

/* The paths of a loop with N of them. */
static void pass(const uint64_t *turns)
{
    uint64_t *c = demo_counters;

    pep_to_points(N, c, turns[0], c + 1, turns[1], c + 2, turns[2], c + 3, turns[3], c + 4, turns[4], c + 5, turns[5],
                  c + 6, turns[6]);
}

static int offer(const uint64_t *turns, uint64_t wanted)
{
    uint64_t before[N], i, sum = dealt();

    memcpy(before, demo_counters, sizeof before);
    pass(turns);
    for (i = 0; i < N; i++)
        if (demo_counters[i] - before[i] > turns[i]) {
            printf("counter %" PRIu64 ": more samples than turns\n", i);
            return 1;
        }
    if (dealt() - sum == wanted)
        return 0;
    printf("%" PRIu64 " samples taken, not %" PRIu64 "\n", dealt() - sum, wanted);
    return 1;
}

/* As many samples as the policy takes of single points, whatever the pieces. */
static int exact(void)
{
    uint64_t turns[N], total;
    int round, i;

    for (round = 0; round < 3000; round++) {
        for (total = i = 0; i < N; i++)
            total += turns[i] = draw(4) ? draw(round % 3 ? 12 : 900) : 0;
        if (offer(turns, model(total)))
            return 1;
    }
    return 0;
}

/* The same over windows beyond counting: no loop over points, no overflow. */
static int huge(void)
{
    uint64_t turns[N] = {UINT64_C(1) << 62, 0, UINT64_C(1) << 61, 3, UINT64_C(1) << 62, 0, 1};
    uint64_t round = stride * (interval + (samples - 1) * step) + stride * (stride + 1) / 2, sum, i;
    uint64_t total = (UINT64_C(5) << 61) + 4, one[N] = {1};
    double share, wanted = (double)(stride * samples) / (double)round;

    /* bring the window to its end, so that rounds can be reckoned */
    while (left)
        if (offer(one, model(1)))
            return 1;
    memset(demo_counters, 0, sizeof demo_counters);
    sum = total / round * stride * samples + model(total % round);
    if (offer(turns, sum))
        return 1;
    for (i = 0; i < N; i++) {
        share = turns[i] ? (double)demo_counters[i] / (double)turns[i] : wanted;
        if (turns[i] > 100 && (share > wanted * 1.0001 || share < wanted * 0.9999)) {
            printf("counter %" PRIu64 ": share %g, not %g\n", i, share, wanted);
            return 1;
        }
    }
    return 0;
}

/* Turns in proportion 1 : 2 : 4 : 0 : 93, offered often, in pieces that no window divides. */
static int fair(void)
{
    static const uint64_t turns[N] = {1, 2, 4, 0, 93, 0, 0};
    uint64_t i, sum;
    double share;
    int round;

    memset(demo_counters, 0, sizeof demo_counters);
    for (round = 0; round < 200000; round++)
        pass(turns);
    sum = dealt();
    for (i = 0; i < N; i++) {
        share = (double)demo_counters[i] * 100 / (double)sum;
        if (share > (double)turns[i] * 1.05 || share < (double)turns[i] * 0.95) {
            printf("counter %" PRIu64 ": %g of 100 samples, not %" PRIu64 "\n", i, share, turns[i]);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    interval = strtoull(argv[1], NULL, 10);
    samples = strtoull(argv[2], NULL, 10);
    stride = strtoull(argv[3], NULL, 10);
    step = strtoull(argv[4], NULL, 10);
    return exact() || huge() || fair();
}
