/* encoding.c - which subpaths are one and the same to the sample (paper OSP, section 3): what its names are made of. */
#include "subpaths.h"

enum { MET_BITS = 6, TRIES = 8 };

/* 2^n blocks that were told, from `from` on, turned round by `turn`. */
struct cut {
    struct pep_profiler *p;
    uint32_t from, turn, mask;
    uint32_t missing;            /* pairs that are not there */
    uint64_t met[1 << MET_BITS]; /* some of them, by what they say */
};

static const struct pep_told *told(const struct cut *c, uint32_t i)
{
    return &c->p->last.blocks[(c->from + ((c->turn + i) & c->mask)) & c->p->last_mask];
}

static uint64_t unit_of(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

static uint64_t mixed(uint64_t left, uint64_t right)
{
    struct pep_random r = {left * UINT64_C(0x94D049BB133111EB) + right};

    return pep_random_next(&r);
}

/* A pair that says this is missing.  Met again, it is the same one: a loop has few.  What has no place counts each
 * time. */
static void miss(struct cut *c, uint64_t says)
{
    uint32_t first = (uint32_t)(says >> (64 - MET_BITS)), i;
    uint64_t *met;

    for (i = 0; i < TRIES; i++) {
        met = &c->met[(first + i) % (1 << MET_BITS)];
        if (*met == says)
            return;
        if (!*met) {
            *met = says;
            break;
        }
    }
    c->missing++;
}

/* The name of the 2^n blocks from i on; `says` is what it says, by a hash where it is missing. */
static uint32_t name_saying(struct cut *c, uint32_t i, uint32_t n, uint64_t *says)
{
    const struct pep_told *block = told(c, i);
    struct pep_pairs *pairs = &c->p->pairs;
    uint64_t a, b;
    uint32_t left, right, is;

    if (!n) {
        a = unit_of(block->unit, block->unit_above);
        b = block->number;
        is = pep_pairs_block(pairs, a, block->number);
    } else {
        left = name_saying(c, i, n - 1, &a);
        if (left == PEP_PAIR_NONE && !pairs->is_sealed)
            return left;
        right = name_saying(c, i + (UINT32_C(1) << (n - 1)), n - 1, &b);
        is = pep_pairs_halves(pairs, left, right);
    }
    *says = is;
    if (is == PEP_PAIR_NONE && pairs->is_sealed)
        miss(c, *says = mixed(a, b));
    return is;
}

static uint32_t name(struct cut *c, uint32_t n)
{
    uint64_t says;

    return name_saying(c, 0, n, &says);
}

/* --- rotations --- */

static int compare(const struct pep_told *a, const struct pep_told *b)
{
    uint64_t x = unit_of(a->unit, a->unit_above), y = unit_of(b->unit, b->unit_above);

    if (x != y)
        return x < y ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Where the least rotation begins.  Two that might be it are compared; what the greater one began with begins no less
 * than the other, so it is passed over as a whole. */
static uint32_t least_turn(const struct cut *c)
{
    uint32_t a = 0, b = 1, equal = 0, length = c->mask + 1;
    int order;

    while (a < length && b < length && equal < length) {
        order = compare(told(c, a + equal), told(c, b + equal));
        if (!order) {
            equal++;
            continue;
        }
        if (order > 0)
            a += equal + 1;
        else
            b += equal + 1;
        b += a == b;
        equal = 0;
    }
    return a < b ? a : b;
}

/* --- exclusive or --- */

/* Counted pairs by length and exclusive or: open addressing, and there are more slots than pairs. */
static uint32_t first_slot(const struct pep_profiler *p, uint64_t key, uint32_t n)
{
    return (uint32_t)((key + n) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & p->slots_mask;
}

/* What the pair is to be found by, and its length; damaged ones end somewhere. */
static uint64_t key_of(const struct pep_pairs *p, uint32_t i, uint32_t *n)
{
    const struct pep_raw_pair *pair = &p->pairs[i];
    uint32_t halvings = *n;
    uint64_t key;

    *n = 0;
    if (i >= p->head->used || !halvings)
        return 0;
    if (pep_pair_kind(pair) == PEP_RAW_PAIR_BLOCK)
        return unit_of(pair->left, pair->right) ^ pair->count;
    if (pep_pair_kind(pair) != PEP_RAW_PAIR_HALVES)
        return 0;
    *n = halvings - 1;
    key = key_of(p, pair->left, n);
    *n = halvings - 1;
    key ^= key_of(p, pair->right, n);
    ++*n;
    return key;
}

static uint32_t *slot_find(struct pep_profiler *p, uint64_t key, uint32_t n)
{
    uint32_t i = first_slot(p, key, n), length;

    for (; p->slots[i]; i = (i + 1) & p->slots_mask) {
        length = PEP_RAW_LENGTHS + 1;
        if (key_of(&p->pairs, p->slots[i] - 1, &length) == key && length == n)
            break;
    }
    return &p->slots[i];
}

void pep_encoding_restore(struct pep_profiler *p)
{
    const struct pep_raw_pair *pair = p->pairs.pairs;
    uint32_t i, n;
    uint64_t key;

    if (!p->slots_mask)
        return;
    for (i = 0; i <= p->slots_mask; i++)
        p->slots[i] = 0;
    for (i = 0; i < p->pairs.head->used; i++)
        if (pep_pair_kind(&pair[i]) == PEP_RAW_PAIR_HALVES && pair[i].count) {
            n = PEP_RAW_LENGTHS + 1;
            key = key_of(&p->pairs, i, &n);
            *slot_find(p, key, n) = i + 1;
        }
}

static uint32_t name_by_xor(struct cut *c, uint32_t n)
{
    uint64_t key = 0;
    uint32_t i, *slot;

    for (i = 0; i <= c->mask; i++)
        key ^= unit_of(told(c, i)->unit, told(c, i)->unit_above) ^ told(c, i)->number;
    slot = slot_find(c->p, key, n);
    if (*slot)
        return *slot - 1;
    i = name(c, n);
    if (c->p->pairs.is_sealed)
        return PEP_PAIR_NONE;
    *slot = i + 1; /* 0 where there is no room */
    return i;
}

static uint32_t name_of(struct cut *c, uint32_t n)
{
    uint32_t is;

    if (!n) {
        is = pep_pairs_one(&c->p->pairs, name(c, 0));
        c->missing += is == PEP_PAIR_NONE;
        return is;
    }
    switch (c->p->pairs.head->encoding) {
    case PEP_RAW_ENCODING_ROTATION: c->turn = least_turn(c); return name(c, n);
    case PEP_RAW_ENCODING_XOR: return name_by_xor(c, n);
    default: return name(c, n);
    }
}

uint32_t pep_encoding_name(struct pep_profiler *p, uint32_t from, uint32_t n)
{
    struct cut c = {p, from, 0, (UINT32_C(1) << n) - 1, 0, {0}};

    return name_of(&c, n);
}

uint32_t pep_encoding_find(struct pep_profiler *p, uint32_t from, uint32_t n, uint32_t *missing)
{
    struct cut c = {p, from, 0, (UINT32_C(1) << n) - 1, 0, {0}};
    uint32_t is;

    p->pairs.is_sealed = true;
    is = name_of(&c, n);
    p->pairs.is_sealed = false;
    *missing = c.missing;
    return is;
}
