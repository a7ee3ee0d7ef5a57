/* policy_posix.c - the sampling policy that the environment asks for.
 *
 *     PEP_TICK=10ms  PEP_SAMPLES=64  PEP_STRIDE=17  PEP_POLICY=arnold-grove  PEP_SKIP=random  PEP_PACE=512
 *     PEP_TRIGGER=counter  PEP_INTERVAL=100000
 *     PEP_POLICY=interval  PEP_INTERVAL=1000  PEP_JITTER=50  PEP_COUNTER=global  PEP_BURST=10
 *     PEP_LENGTHS=4,2,1  PEP_MEMORY=1m  PEP_ENCODING=rotation  PEP_AGING=10000 */
#define _GNU_SOURCE
#include "pattern.h"
#include "policy.h"
#include "posix.h"
#include "subpaths.h"
#include <stdlib.h>
#include <string.h>

/* Below that the kernel's clock adds as much again. */
#define TICK_MIN UINT64_C(50000)
#define TICK_MAX UINT64_C(3600000000000)
/* A few pages of nodes. */
#define FORESTS_MIN ((uint64_t)16 << 10)

/* Says "PEP_STRIDE=0 has no meaning; 17 is taken" to who wants to know. */
static void say_ignored(const char *name, const char *value, const char *taken)
{
    char line[256];
    size_t count = 0;

    if (!pep_posix_flag("PEP_VERBOSE"))
        return;
    pep_text_add(line, sizeof line, &count, name);
    pep_text_add(line, sizeof line, &count, "=");
    pep_text_add(line, sizeof line - 64, &count, value);
    if (count > sizeof line - 64)
        count = sizeof line - 65;
    pep_text_add(line, sizeof line, &count, " has no meaning; ");
    pep_text_add(line, sizeof line, &count, taken);
    pep_text_add(line, sizeof line, &count, " is taken");
    pep_platform_say(line);
}

/* Digits up to `end`; -1 where there are none or too many. */
static int number_read(uint64_t *number, const char *text, const char **end)
{
    *number = 0;
    if (*text < '0' || *text > '9')
        return -1;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (*number > UINT64_MAX / 10 - 1)
            return -1;
        *number = *number * 10 + (uint64_t)(*text - '0');
    }
    *end = text;
    return 0;
}

static void read_number(uint32_t *out, const char *name, uint64_t least, uint64_t most)
{
    const char *text = getenv(name), *end;
    char taken[24];
    uint64_t number;
    size_t count = 0;

    if (!text || !*text)
        return;
    if (number_read(&number, text, &end) == 0 && !*end && number >= least && number <= most) {
        *out = (uint32_t)number;
        return;
    }
    pep_text_add_number(taken, sizeof taken, &count, *out, 10);
    say_ignored(name, text, taken);
}

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
    if (number_read(&number, text, &end) == 0)
        for (i = 0; i < sizeof units / sizeof *units; i++)
            if (strcmp(end, units[i].text) == 0 && number <= TICK_MAX / units[i].nanoseconds &&
                number * units[i].nanoseconds >= TICK_MIN) {
                *out = number * units[i].nanoseconds;
                return;
            }
    pep_text_add_number(taken, sizeof taken, &count, *out / 1000, 10);
    pep_text_add(taken, sizeof taken, &count, "us");
    say_ignored(name, text, taken);
}

/* The index of the variable's word in a list that ends with NULL. */
static unsigned read_word(const char *name, const char *const *words, unsigned taken)
{
    const char *text = getenv(name);
    unsigned i;

    if (!text || !*text)
        return taken;
    for (i = 0; words[i]; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    say_ignored(name, text, words[taken]);
    return taken;
}

static void read_bytes(uint64_t *out, const char *name, uint64_t least, uint64_t most)
{
    const char *text = getenv(name), *end;
    uint64_t number, unit = 1;

    if (!text || !*text)
        return;
    if (number_read(&number, text, &end) == 0) {
        if (*end == 'k' || *end == 'm')
            unit = *end++ == 'k' ? 1 << 10 : 1 << 20;
        if (!*end && number <= most / unit && number * unit >= least) {
            *out = number * unit;
            return;
        }
    }
    say_ignored(name, text, "what is usual");
}

/* "4,2,1": the weights of n = 1, 2, 3; with "0:1" they go on from n = 0. */
static int weights_read(uint32_t *weight, const char *text)
{
    uint64_t number, n = 1, total = 0;

    for (;; text++) {
        if (number_read(&number, text, &text) < 0)
            return -1;
        if (*text == ':') {
            n = number;
            if (number_read(&number, text + 1, &text) < 0)
                return -1;
        }
        if (n > PEP_RAW_LENGTHS || number > PEP_SUBPATH_WEIGHT_MAX)
            return -1;
        weight[n++] = (uint32_t)number;
        total += number;
        if (*text != ',')
            return *text || !total ? -1 : 0;
    }
}

static void read_weights(uint32_t *weight, const char *name)
{
    uint32_t read[PEP_RAW_LENGTHS + 1] = {0};
    const char *text = getenv(name);

    if (!text || !*text)
        return;
    if (weights_read(read, text) == 0)
        memcpy(weight, read, sizeof read);
    else
        say_ignored(name, text, "what is usual");
}

void pep_platform_forests(uint64_t *bytes)
{
    read_bytes(bytes, "PEP_MEMORY", FORESTS_MIN, UINT64_MAX);
}

void pep_platform_subpaths(struct pep_subpath_law *law)
{
    /* In the order of the enumeration. */
    static const char *const encodings[] = {"exact", "rotation", "xor", NULL};

    read_weights(law->weight, "PEP_LENGTHS");
    read_bytes(&law->memory, "PEP_MEMORY", PEP_SUBPATH_MEMORY_MIN, PEP_SUBPATH_MEMORY_MAX);
    law->encoding = read_word("PEP_ENCODING", encodings, law->encoding);
    read_number(&law->aging, "PEP_AGING", 0, UINT32_MAX);
}

void pep_platform_policy(struct pep_policy *policy)
{
    /* In the order of their enumerations. */
    static const char *const kinds[] = {"pep", "arnold-grove", "timer", "interval", NULL};
    static const char *const skips[] = {"rotate", "random", "none", NULL};
    static const char *const triggers[] = {"timer", "counter", NULL};
    static const char *const counters[] = {"thread", "global", NULL};
    uint32_t usual;

    pep_policy_choose_trigger(policy, (enum pep_raw_trigger)read_word("PEP_TRIGGER", triggers, policy->trigger));
    pep_policy_choose(policy, (enum pep_raw_policy)read_word("PEP_POLICY", kinds, policy->kind));
    policy->skip = (enum pep_raw_skip)read_word("PEP_SKIP", skips, policy->skip);
    usual = policy->interval;
    policy->shared = read_word("PEP_COUNTER", counters, policy->shared);
    read_number(&policy->samples, "PEP_SAMPLES", 1, PEP_SAMPLES_MAX);
    read_number(&policy->stride, "PEP_STRIDE", 1, PEP_STRIDE_MAX);
    read_number(&policy->interval, "PEP_INTERVAL", 0, PEP_INTERVAL_MAX);
    policy->jitter = (uint32_t)((uint64_t)policy->jitter * policy->interval / usual);
    read_number(&policy->jitter, "PEP_JITTER", 0, policy->interval ? policy->interval - 1 : 0);
    read_number(&policy->burst, "PEP_BURST", 1, PEP_BURST_MAX);
    read_number(&policy->pace, "PEP_PACE", 0, policy->pace ? PEP_PACE_MAX : 0);
    read_duration(&policy->tick, "PEP_TICK");
}
