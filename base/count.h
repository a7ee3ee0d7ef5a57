/* count.h - arithmetic that stops at UINT64_MAX instead of wrapping, for numbers of paths and counts of events. */
#ifndef PEP_BASE_COUNT_H
#define PEP_BASE_COUNT_H
#include <stdint.h>

static inline uint64_t pep_count_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t pep_count_multiply(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* Of what was estimated, rounded down; what is no number counts nothing. */
static inline uint64_t pep_count_of(double x)
{
    return !(x > 0) ? 0 : x >= 0x1p64 ? UINT64_MAX : (uint64_t)x;
}
#endif
