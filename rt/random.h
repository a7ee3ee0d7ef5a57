/* random.h - Steele, Lea and Flood's splitmix: any state will do. */
#ifndef PEP_RT_RANDOM_H
#define PEP_RT_RANDOM_H
#include <stdint.h>

struct pep_random {
    uint64_t state;
};

static inline uint64_t pep_random_next(struct pep_random *r)
{
    uint64_t x = r->state += UINT64_C(0x9E3779B97F4A7C15);

    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}
#endif
