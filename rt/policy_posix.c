/* policy_posix.c - the sampling policy that the environment asks for.
 *
 *     PEP_TICK=10ms  PEP_SAMPLES=64  PEP_STRIDE=17  PEP_POLICY=arnold-grove  PEP_SKIP=random  PEP_PACE=512
 *     PEP_TRIGGER=counter  PEP_INTERVAL=100000
 *     PEP_POLICY=interval  PEP_INTERVAL=1000  PEP_JITTER=50  PEP_COUNTER=global  PEP_BURST=10  PEP_SEED=1 */
#define _GNU_SOURCE
#include "pattern.h"
#include "policy.h"
#include "posix.h"
#include <stdlib.h>
#include <string.h>

/* Below that the kernel's clock adds as much again. */
#define TICK_MIN UINT64_C(50000)
#define TICK_MAX UINT64_C(3600000000000)

static void read_duration(uint64_t *out, const char *name)
{
    static const struct {
        const char *text;
        uint64_t nanoseconds;
    } units[] = {{"", 1000}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    const char *text = getenv(name), *end;
    char taken[24];
    uint64_t number;
    size_t i, count = 0;

    if (!text || !*text)
        return;
    if (pep_posix_number_of(&number, text, &end) == 0)
        for (i = 0; i < sizeof units / sizeof *units; i++)
            if (strcmp(end, units[i].text) == 0 && number <= TICK_MAX / units[i].nanoseconds &&
                number * units[i].nanoseconds >= TICK_MIN) {
                *out = number * units[i].nanoseconds;
                return;
            }
    pep_text_add_number(taken, sizeof taken, &count, *out / 1000, 10);
    pep_text_add(taken, sizeof taken, &count, "us");
    pep_posix_ignore(name, text, taken);
}

void pep_platform_policy(struct pep_policy *policy)
{
    /* In the order of their enumerations. */
    static const char *const kinds[] = {"pep", "arnold-grove", "timer", "interval", NULL};
    static const char *const skips[] = {"rotate", "random", "none", NULL};
    static const char *const triggers[] = {"timer", "counter", NULL};
    static const char *const counters[] = {"thread", "global", NULL};
    uint32_t usual;

    pep_policy_choose_trigger(policy,
                              (enum pep_raw_trigger)pep_posix_read_word("PEP_TRIGGER", triggers, policy->trigger));
    pep_policy_choose(policy, (enum pep_raw_policy)pep_posix_read_word("PEP_POLICY", kinds, policy->kind));
    policy->skip = (enum pep_raw_skip)pep_posix_read_word("PEP_SKIP", skips, policy->skip);
    usual = policy->interval;
    policy->shared = pep_posix_read_word("PEP_COUNTER", counters, policy->shared);
    pep_posix_read_number(&policy->samples, "PEP_SAMPLES", 1, PEP_SAMPLES_MAX);
    pep_posix_read_number(&policy->stride, "PEP_STRIDE", 1, PEP_STRIDE_MAX);
    pep_posix_read_number(&policy->interval, "PEP_INTERVAL", 0, PEP_INTERVAL_MAX);
    policy->jitter = (uint32_t)((uint64_t)policy->jitter * policy->interval / usual);
    pep_posix_read_number(&policy->jitter, "PEP_JITTER", 0, policy->interval ? policy->interval - 1 : 0);
    pep_posix_read_number(&policy->burst, "PEP_BURST", 1, PEP_BURST_MAX);
    pep_posix_read_number(&policy->pace, "PEP_PACE", 0, policy->pace ? PEP_PACE_MAX : 0);
    pep_posix_read_number(&policy->seed, "PEP_SEED", 0, UINT32_MAX);
    read_duration(&policy->tick, "PEP_TICK");
}
