/* point.c - sample points: where generated code asks the policy, and counts what it takes.
 *
 * A sample is an atomic addition, so that threads share counters and none is lost. */
#include "core.h"
#include "entry.h"
#include "policy.h"
#include <stdarg.h>

PEP_OF_PART(pep_table_add_spare);
PEP_OF_PART(pep_target_value);
PEP_OF_PART(pep_value_add_spare);

volatile uint32_t pep_tick;
volatile uint32_t pep_burst = 1;
uint32_t pep_weight = 1;

#define FOUR(x) x, x, x, x
volatile int32_t pep_countdown[PEP_COUNTDOWNS] __attribute__((aligned(64))) = {FOUR(FOUR(INT32_MAX))};
#undef FOUR

/* Has a piece of memory counters with samples?  Several pieces share an answer. */
#define PIECE        ((uintptr_t)16 << 10)
#define RELEASED_MIN (8 * PIECE) /* of less it is not worth a call */
static uint8_t has_samples[16384];

static uint8_t *answer(uintptr_t address)
{
    return &has_samples[address / PIECE % sizeof has_samples];
}

void pep_points_release(const void *counters, uint64_t bytes)
{
    uintptr_t begin = PEP_ROUND((uintptr_t)counters, PIECE), end = (uintptr_t)counters + bytes, to;

    for (; begin + RELEASED_MIN <= end; begin = to + PIECE) {
        for (to = begin; to + PIECE <= end && !*answer(to); to += PIECE)
            ;
        if (to - begin >= RELEASED_MIN)
            pep_platform_release((void *)begin, to - begin);
    }
}

static void count(uint64_t *counter, uint64_t samples)
{
    uint8_t *is_there = answer((uintptr_t)counter);

    if (!*is_there) {
        if (pep_profile.released)
            return; /* the disk may be full */
        *is_there = 1;
    }
    __atomic_fetch_add(counter, samples, __ATOMIC_RELAXED);
    if (pep_context_wanted)
        pep_context_counter(counter, samples);
}

void pep_point(uint64_t *counter)
{
    uint64_t weight = pep_policy_take();

    if (weight)
        count(counter, weight);
}

unsigned pep_check(void)
{
    uint64_t weight = pep_policy_take();

    if (weight && weight != pep_weight)
        pep_weight = (uint32_t)weight;
    return weight != 0;
}

unsigned pep_strip(void)
{
    uint64_t weight = 0, taken;

    if (!pep_policy.pace)
        return pep_check();
    taken = pep_policy_take_of(PEP_STRIP_CHECKS, __builtin_return_address(0), &weight);
    if (!taken)
        return 0;
    weight = taken * weight / PEP_STRIP_CHECKS;
    pep_weight = weight ? (uint32_t)weight : 1;
    return 1;
}

void pep_point_expired(uint64_t *counter)
{
    if (pep_policy_expire())
        count(counter, 1);
}

unsigned pep_check_expired(void)
{
    return pep_policy_expire();
}

void pep_point_path(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    uint64_t weight = pep_policy_take();

    if (!weight)
        return;
    pep_table_add_spare(unit, (struct pep_tally){path, 0, weight, function});
    if (unit->context)
        pep_context_path(unit, function, path, weight);
}

void pep_tell_path(struct pep_unit *unit, uint32_t function, uint64_t path)
{
    pep_table_add_spare(unit, (struct pep_tally){path, 0, pep_weight, function});
}

void pep_point_value(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    uint64_t weight = pep_policy_take();

    if (weight)
        pep_value_add_spare(unit, site, value, weight);
}

void pep_tell_value(struct pep_unit *unit, uint32_t site, uint64_t value)
{
    pep_value_add_spare(unit, site, value, pep_weight);
}

void pep_tell_target(struct pep_unit *unit, uint32_t site, const void *function)
{
    pep_value_add_spare(unit, site, pep_target_value(function), pep_weight);
}

void pep_point_target(struct pep_unit *unit, uint32_t site, const void *function)
{
    uint64_t weight = pep_policy_take(), value;

    if (!weight)
        return;
    value = pep_target_value(function);
    pep_value_add_spare(unit, site, value, weight);
    if (unit->context)
        pep_context_target(unit, site, value, weight);
}

/* Adds to a sum below `by`, which what is added is not above, and carries what reaches it. */
static void add_below(uint64_t *sum, uint64_t *carried, uint64_t added, uint64_t by)
{
    uint64_t before = *sum;

    *sum += added;
    if (*sum < before || *sum >= by) {
        *sum -= by;
        ++*carried;
    }
}

/* divide - (*rest + a * b) / by for *rest < by and a <= by; leaves the remainder in *rest.  By hand where the product
 * does not fit, a bit of b at a time. */
static uint64_t divide(uint64_t *rest, uint64_t a, uint64_t b, uint64_t by)
{
    uint64_t quotient = 0, sum = 0;
    int bit;

    if (!a || b <= (UINT64_MAX - *rest) / a) {
        sum = *rest + a * b;
        *rest = sum % by;
        return sum / by;
    }
    for (bit = 63; bit >= 0; bit--) {
        quotient <<= 1;
        add_below(&sum, &quotient, sum, by);
        if (b >> bit & 1)
            add_below(&sum, &quotient, a, by);
    }
    add_below(&sum, &quotient, *rest, by);
    *rest = sum;
    return quotient;
}

/* Systematic sampling: the taken turns are equal steps apart, from a random one on. */
void pep_points(uint32_t n, ...)
{
    uint64_t total = 0, weight = 1, taken, rest, share, turns, *counter, *first = NULL;
    va_list pairs, again;
    uint32_t i;

    va_start(pairs, n);
    va_copy(again, pairs);
    for (i = 0; i < n; i++) {
        counter = va_arg(pairs, uint64_t *);
        first = first ? first : counter;
        turns = va_arg(pairs, uint64_t);
        total = turns > UINT64_MAX - total ? UINT64_MAX : total + turns;
    }
    va_end(pairs);
    taken = pep_policy_take_of(total, first, &weight);
    rest = taken ? pep_policy_random(total) : 0;
    for (i = 0; taken && i < n; i++) {
        counter = va_arg(again, uint64_t *);
        share = divide(&rest, va_arg(again, uint64_t), taken, total);
        if (share)
            count(counter, share * weight);
    }
    va_end(again);
}

void (*pep_to_point)(uint64_t *) = pep_point;
void (*pep_to_points)(uint32_t, ...) = pep_points;
unsigned (*pep_to_check)(void) = pep_check;
unsigned (*pep_to_strip)(void) = pep_strip;
void (*pep_to_point_expired)(uint64_t *) = pep_point_expired;
unsigned (*pep_to_check_expired)(void) = pep_check_expired;

#ifdef __x86_64__
PEP_ENTRY("pep_point_entry", "mov %rax,%rdi\n", "pep_point", "", "mov 16(%rbp),%rax\n", "136");
PEP_ENTRY("pep_target_entry", "mov %rax,%rdi\nmov 16(%rbp),%rsi\nmov 24(%rbp),%rdx\n", "pep_point_target", "",
          "mov 32(%rbp),%rax\n", "152");
PEP_ENTRY("pep_check_entry", "", "pep_check", "neg %eax\n", "", "128");
PEP_ENTRY("pep_point_expired_entry", "mov %rax,%rdi\n", "pep_point_expired", "", "mov 16(%rbp),%rax\n", "136");
PEP_ENTRY("pep_check_expired_entry", "", "pep_check_expired", "neg %eax\n", "", "128");

void (*pep_to_point_entry)(void) = pep_point_entry;
void (*pep_to_target_entry)(void) = pep_target_entry;
void (*pep_to_check_entry)(void) = pep_check_entry;
void (*pep_to_point_expired_entry)(void) = pep_point_expired_entry;
void (*pep_to_check_expired_entry)(void) = pep_check_expired_entry;

void pep_point_offer(void)
{
    static uint64_t counter;

    __asm__ volatile("lea -128(%%rsp),%%rsp\n"
                     "push %%rax\n"
                     "mov %0,%%rax\n"
                     "call pep_point_entry"
                     :
                     : "r"(&counter)
                     : "cc", "memory");
}
#else
void pep_point_offer(void)
{
    static uint64_t counter;

    pep_point(&counter);
}
#endif

void pep_turn_offer(void)
{
    static uint64_t counter;

    pep_points(1, &counter, (uint64_t)1);
}
