/* pairs.c - which subpaths came: pairs of halves, each by one number (Karp, Miller and Rosenberg's names), with counts
 * that are a concise sample (Gibbons and Matias), or held (Estan and Varghese).
 *
 * A new pair is filled before its kind is stored, and counted after that, so whoever looks finds all that a counted
 * subpath is made of.  Only a thinning takes pairs away; it makes `version` odd meanwhile.  The links of the chains lie
 * above a pair's kind, as does the mark of a sweep: nobody else needs them, and they are made anew where a process has
 * ended.
 *
 * A count ends below 2^32: then a further pair of the same halves is linked behind the full one.  The first of them is
 * the one whose number longer subpaths have. */
#include "subpaths.h"

#ifndef PEP_PAIR_COUNT_MAX
#define PEP_PAIR_COUNT_MAX UINT32_MAX
#endif

enum {
    MARK = 1 << PEP_RAW_PAIR_BITS,
    LINK_BIT = PEP_RAW_PAIR_BITS + 1,
    SCALE_MAX = 62,
    HELD_SCALE_MAX = PEP_RAW_HELD_BITS - 1,
};

static inline uint32_t link_of(const struct pep_raw_pair *pair)
{
    return pair->kind >> LINK_BIT;
}

static inline void kind_set(struct pep_raw_pair *pair, uint32_t kind, uint32_t link)
{
    __atomic_store_n(&pair->kind, link << LINK_BIT | kind, __ATOMIC_RELEASE);
}

static inline bool is_counted(const struct pep_raw_pair *pair)
{
    return pep_pair_kind(pair) >= PEP_RAW_PAIR_HALVES && pair->count;
}

/* --- finding --- */

static inline uint32_t hash_of(const struct pep_pairs *p, uint32_t kind, uint32_t left, uint32_t right, uint32_t number)
{
    uint64_t hash = ((uint64_t)left << 32 | right) + (uint64_t)number * UINT64_C(0xD6E8FEB86659FD93) + kind;

    hash = (hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(hash >> 32) >> p->shift;
}

/* The chain of a pair that is there. */
static uint32_t *chain_of(const struct pep_pairs *p, const struct pep_raw_pair *pair)
{
    uint32_t kind = pep_pair_kind(pair);

    return &p->chains[hash_of(p, kind, pair->left, pair->right, kind == PEP_RAW_PAIR_BLOCK ? pair->count : 0)];
}

/* A pair with room, or PEP_PAIR_NONE. */
static uint32_t take(struct pep_pairs *p)
{
    uint32_t i = p->head->used;

    if (p->free) {
        i = p->free - 1;
        p->free = link_of(&p->pairs[i]);
        p->nfree--;
    } else if (i == p->capacity)
        return PEP_PAIR_NONE;
    return i;
}

/* Fills what take gave. */
static void fill(struct pep_pairs *p, uint32_t i, uint32_t kind, uint32_t left, uint32_t right, uint32_t count,
                 uint32_t link)
{
    struct pep_raw_pair *pair = &p->pairs[i];

    pair->left = left;
    pair->right = right;
    pair->count = count;
    kind_set(pair, kind, link);
    if (i == p->head->used)
        __atomic_store_n(&p->head->used, i + 1, __ATOMIC_RELEASE);
}

static inline uint32_t find(struct pep_pairs *p, uint32_t kind, uint32_t left, uint32_t right, uint32_t number)
{
    uint32_t *chain = &p->chains[hash_of(p, kind, left, right, number)], i;
    const struct pep_raw_pair *pair;

    for (i = *chain; i; i = link_of(pair)) {
        pair = &p->pairs[i - 1];
        if (pair->left == left && pair->right == right && pep_pair_kind(pair) == kind &&
            (kind != PEP_RAW_PAIR_BLOCK || pair->count == number))
            return i - 1;
    }
    i = p->is_sealed ? PEP_PAIR_NONE : take(p);
    if (i == PEP_PAIR_NONE)
        return i;
    fill(p, i, kind, left, right, number, *chain);
    *chain = i + 1;
    return i;
}

uint32_t pep_pairs_block(struct pep_pairs *p, uint64_t unit, uint32_t block)
{
    return find(p, PEP_RAW_PAIR_BLOCK, (uint32_t)unit, (uint32_t)(unit >> 32), block);
}

uint32_t pep_pairs_halves(struct pep_pairs *p, uint32_t left, uint32_t right)
{
    if (left == PEP_PAIR_NONE || right == PEP_PAIR_NONE)
        return PEP_PAIR_NONE;
    return find(p, PEP_RAW_PAIR_HALVES, left, right, 0);
}

uint32_t pep_pairs_one(struct pep_pairs *p, uint32_t block)
{
    return block == PEP_PAIR_NONE ? block : find(p, PEP_RAW_PAIR_ONE, block, 0, 0);
}

/* --- counting --- */

/* The next pair of the chain that says the same; or a new one behind this one. */
static uint32_t twin_of(struct pep_pairs *p, uint32_t i)
{
    struct pep_raw_pair *pair = &p->pairs[i];
    const struct pep_raw_pair *other;
    uint32_t next;

    for (next = link_of(pair); next; next = link_of(other)) {
        other = &p->pairs[next - 1];
        if (pep_pair_kind(other) == pep_pair_kind(pair) && other->left == pair->left && other->right == pair->right)
            return next - 1;
    }
    next = take(p);
    if (next == PEP_PAIR_NONE)
        return next;
    fill(p, next, pep_pair_kind(pair), pair->left, pair->right, 0, link_of(pair));
    kind_set(pair, pep_pair_kind(pair), next + 1);
    return next;
}

bool pep_pairs_has(const struct pep_pairs *p, uint32_t i)
{
    return i != PEP_PAIR_NONE && is_counted(&p->pairs[i]);
}

static bool holds(const struct pep_pairs *p)
{
    return p->head->sample == PEP_RAW_SAMPLE_HOLD;
}

/* What a count has room for. */
static uint32_t full(const struct pep_pairs *p)
{
    return holds(p) ? PEP_RAW_HELD : PEP_PAIR_COUNT_MAX;
}

/* Of the power of two that is no less than x. */
static uint32_t log2_of(uint32_t x)
{
    return x > 1 ? 32 - (uint32_t)__builtin_clz(x - 1) : 0;
}

uint32_t pep_pairs_least(uint32_t scale, uint32_t pairs)
{
    uint32_t least = scale + log2_of(pairs);

    return !scale ? 0 : least < HELD_SCALE_MAX ? least : HELD_SCALE_MAX;
}

/* What a count that is held has above its times, now that so many are added at once. */
static uint32_t above(const struct pep_pairs *p, uint32_t count, uint32_t times)
{
    uint32_t scale = log2_of(times), before = count >> PEP_RAW_HELD_BITS;

    return holds(p) ? (scale > before ? scale : before) << PEP_RAW_HELD_BITS : 0;
}

bool pep_pairs_count(struct pep_pairs *p, uint32_t i, uint32_t times)
{
    uint32_t most = full(p), count, room, twin;

    for (;; i = twin) {
        count = p->pairs[i].count;
        room = most - (count & most);
        if (times <= room)
            break;
        twin = twin_of(p, i);
        if (twin == PEP_PAIR_NONE) /* before anything is counted */
            return false;
        times -= room;
        __atomic_store_n(&p->pairs[i].count, count | most, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&p->pairs[i].count, above(p, count, times) | ((count & most) + times), __ATOMIC_RELAXED);
    return true;
}

/* --- thinning --- */

static void version_step(struct pep_pairs *p)
{
    __atomic_store_n(&p->head->version, p->head->version + 1, __ATOMIC_SEQ_CST);
}

/* Scale and thinned, with one store. */
static void scale_set(struct pep_raw_subpaths *head, uint32_t scale)
{
    union {
        uint32_t words[2];
        uint64_t both;
    } u = {{scale, 0}};

    __atomic_store_n((uint64_t *)&head->scale, u.both, __ATOMIC_RELEASE);
}

/* Marks what the pair is made of; at most that many halvings, whatever a damaged file says.  How many were not. */
static uint32_t mark(struct pep_pairs *p, uint32_t i, int depth)
{
    struct pep_raw_pair *pair = &p->pairs[i];
    uint32_t n = 1;

    if (i >= p->head->used || pair->kind & MARK || pep_pair_kind(pair) == PEP_RAW_PAIR_FREE || depth < 0)
        return 0;
    pair->kind |= MARK;
    if (pep_pair_kind(pair) >= PEP_RAW_PAIR_HALVES)
        n += mark(p, pair->left, depth - 1);
    if (pep_pair_kind(pair) == PEP_RAW_PAIR_HALVES)
        n += mark(p, pair->right, depth - 1);
    return n;
}

static void unmark(struct pep_pairs *p)
{
    uint32_t i;

    for (i = 0; i < p->head->used; i++)
        p->pairs[i].kind &= ~(uint32_t)MARK;
}

/* What is left of the count of a pair when it has so many times at that scale. */
static uint32_t held(struct pep_pairs *p, uint32_t i, uint32_t times, uint32_t scale)
{
    uint32_t least = pep_pairs_least(scale, mark(p, i, PEP_RAW_LENGTHS)), count = p->pairs[i].count;
    uint32_t now = pep_random_held(&p->random, times, least);

    return !now ? 0 : now == times ? (count & ~PEP_RAW_HELD) | now : above(p, count, now) | now;
}

/* Of a concise sample each stays with the chance 1/2. */
static uint32_t thinned(struct pep_pairs *p, uint32_t i)
{
    uint32_t count = p->pairs[i].count;

    return holds(p) ? held(p, i, count & PEP_RAW_HELD, p->head->scale + 1) : pep_random_half(&p->random, count);
}

/* All counts, from `thinned` on. */
static void thin(struct pep_pairs *p)
{
    struct pep_raw_subpaths *head = p->head;
    uint32_t i;

    unmark(p);
    for (i = head->thinned; i < head->used; i++) {
        struct pep_raw_pair *pair = &p->pairs[i];

        if (is_counted(pair))
            __atomic_store_n(&pair->count, thinned(p, i), __ATOMIC_RELAXED);
        __atomic_store_n(&head->thinned, i + 1, __ATOMIC_RELEASE);
    }
    unmark(p);
    scale_set(head, head->scale + 1);
}

/* Links all marked pairs, and makes the others free.  Of twins the one with the smallest number becomes the first. */
static void gather(struct pep_pairs *p)
{
    uint32_t i;

    for (i = 0; i < (UINT32_C(1) << (32 - p->shift)); i++)
        p->chains[i] = 0;
    p->free = p->nfree = 0;
    for (i = p->head->used; i--;) {
        struct pep_raw_pair *pair = &p->pairs[i];

        if (pair->kind & MARK) {
            uint32_t *chain = chain_of(p, pair);

            kind_set(pair, pep_pair_kind(pair), *chain);
            *chain = i + 1;
        } else {
            kind_set(pair, PEP_RAW_PAIR_FREE, p->free);
            p->free = i + 1;
            p->nfree++;
        }
    }
}

static void sweep(struct pep_pairs *p)
{
    uint32_t i;

    for (i = 0; i < p->head->used; i++)
        if (is_counted(&p->pairs[i]))
            mark(p, i, PEP_RAW_LENGTHS);
    gather(p);
}

static uint32_t room(const struct pep_pairs *p)
{
    return p->nfree + p->capacity - p->head->used;
}

void pep_pairs_make_room(struct pep_pairs *p)
{
    version_step(p);
    sweep(p);
    while (room(p) < p->capacity / 4 && p->head->scale < (holds(p) ? HELD_SCALE_MAX : SCALE_MAX)) {
        thin(p);
        sweep(p);
    }
    version_step(p);
}

static uint32_t half_of(struct pep_pairs *p, uint32_t count)
{
    return count / 2 + (count & pep_random_next(&p->random) & 1);
}

static uint32_t aged(struct pep_pairs *p, uint32_t i)
{
    uint32_t count = p->pairs[i].count;

    return holds(p) ? held(p, i, half_of(p, count & PEP_RAW_HELD), p->head->scale) : half_of(p, count);
}

void pep_pairs_age(struct pep_pairs *p)
{
    uint32_t i;

    version_step(p);
    unmark(p);
    for (i = 0; i < p->head->used; i++) {
        struct pep_raw_pair *pair = &p->pairs[i];

        if (is_counted(pair))
            __atomic_store_n(&pair->count, aged(p, i), __ATOMIC_RELAXED);
    }
    unmark(p);
    p->head->aged++;
    version_step(p);
}

/* --- attaching --- */

uint32_t pep_pairs_chains(uint64_t pairs)
{
    uint64_t load = pairs < 65536 ? 4 : 1; /* a small sample is in the cache, and holds more pairs for it */
    uint32_t n = 64;

    while (n < pairs / load)
        n *= 2;
    return n;
}

void pep_pairs_attach(struct pep_pairs *p, uint32_t nchains)
{
    struct pep_raw_subpaths *head = p->head;
    uint32_t i;

    p->shift = 32 - (uint32_t)__builtin_ctz(nchains);
    if (head->used > p->capacity)
        head->used = p->capacity;
    if (head->version % 2 == 0)
        version_step(p);
    if (head->thinned)
        thin(p);
    for (i = 0; i < head->used; i++)
        if (pep_pair_kind(&p->pairs[i]) != PEP_RAW_PAIR_FREE)
            p->pairs[i].kind |= MARK;
    gather(p);
    version_step(p);
}
