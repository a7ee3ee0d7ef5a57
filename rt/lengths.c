/* lengths.c - what is drawn of subpaths: lengths by their weights (paper OSP, 2.3), places, halves.  Compiled without
 * vector registers, like what it is drawn for. */
#include "subpaths.h"

/* 2^n with the chance 2^-n; the longest take the rest. */
struct pep_subpath_law pep_subpath_law = {
    .weight = {0, 512, 256, 128, 64, 32, 16, 8, 4, 2, 2},
    .encoding = PEP_RAW_ENCODING_EXACT,
    .stride = 40,
};

uint32_t pep_random_below(struct pep_random *r, uint32_t limit)
{
    return (uint32_t)((pep_random_next(r) >> 32) * limit >> 32);
}

/* By hand: a call of the compiler's library may use vector registers. */
static uint32_t ones(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

uint32_t pep_random_half(struct pep_random *r, uint32_t n)
{
    uint32_t stay = 0;

    for (; n > 64; n -= 64)
        stay += ones(pep_random_next(r));
    return n ? stay + ones(pep_random_next(r) >> (64 - n)) : 0;
}

/* The bits of a number that is g with a chance in proportion to q^g are independent of each other: bit k is 1 with the
 * chance q^(2^k) / (1 + q^(2^k)).  So q^(2^k) is squared from bit to bit.  Of a random number each takes 21 bits. */
uint32_t pep_random_distance(struct pep_random *r, uint32_t mean)
{
    uint64_t one = UINT64_C(1) << 32, q = one - (one - 1) / mean - 1, random = 0;
    uint32_t before = 0, bit;

    for (bit = 1; q && bit / PEP_DISTANCE_MAX < mean; bit *= 2) {
        random >>= 21;
        if (random <= 1) /* the last bit says that there is no other */
            random = pep_random_next(r) | UINT64_C(1) << 63;
        before |= (random & 0x1FFFFF) * (one + q) >> 21 < q ? bit : 0;
        q = q * q >> 32;
    }
    return before + 1;
}

bool pep_random_scaled(struct pep_random *r, uint32_t scale)
{
    return !scale || !(pep_random_next(r) >> (64 - scale));
}

uint32_t pep_random_held(struct pep_random *r, uint32_t n, uint32_t scale)
{
    uint32_t least = UINT32_C(1) << scale;

    if (n >= least)
        return n;
    return pep_random_below(r, least) < n ? least : 0;
}

uint64_t pep_law_total(const struct pep_subpath_law *law)
{
    uint64_t total = 0;
    unsigned n;

    for (n = 0; n <= PEP_RAW_LENGTHS; n++)
        total += law->weight[n];
    return total;
}

uint32_t pep_law_draw(const struct pep_subpath_law *law, struct pep_random *r)
{
    uint32_t at = pep_random_below(r, (uint32_t)pep_law_total(law)), n = 0;

    for (; at >= law->weight[n]; n++)
        at -= law->weight[n];
    return n;
}
