/* profiler.c - the profilers of subpaths: each thread has one, which the next thread takes over; and brute force, which
 * hears of all blocks and counts all subpaths.
 *
 * A thread in the middle of a step may be interrupted by a handler that tells of blocks too.  Those are not heard; the
 * thread finds that it was torn, and begins anew, so no subpath has a hole. */
#include "policy.h"
#include "subpaths.h"

/* Who hears all begins with so much memory, and doubles it. */
#define MEMORY_FIRST ((uint64_t)256 << 10)
/* The most, where the user says nothing. */
#ifdef PEP_BARE
#define MEMORY_ALL  ((uint64_t)48 << 10)
#define MEMORY_SOME ((uint64_t)32 << 10)
#else
#define MEMORY_ALL  ((uint64_t)256 << 20)
#define MEMORY_SOME ((uint64_t)64 << 10)
#endif
#define CLAIMS 8 /* segments of another law that are passed over */

PEP_PART_IS(subpaths);
struct pep_unit pep_subpath_unit;

static bool listening;
static uint64_t numbered;

/* --- profilers --- */

/* A power of two that is more; 0 where they are not needed. */
static uint32_t slots_for(uint64_t pairs)
{
    uint32_t n = 64;

    if (pep_subpath_law.encoding != PEP_RAW_ENCODING_XOR)
        return 0;
    while (n <= pairs)
        n *= 2;
    return n;
}

/* The longest subpath of the law has 2^this blocks. */
static uint32_t longest(void)
{
    uint32_t n = PEP_RAW_LENGTHS;

    while (n && !pep_subpath_law.weight[n])
        n--;
    return n;
}

/* Private memory for so many pairs at most: 2^n chains, as many slots as are needed, and what was told last. */
static uint64_t private_bytes(uint64_t pairs)
{
    uint64_t words = pep_pairs_chains(pairs) + slots_for(pairs);

    return PEP_ROUND(sizeof(struct pep_profiler) + words * sizeof(uint32_t) + (sizeof(struct pep_told) << longest()),
                     pep_facts.page);
}

/* Pairs that fit into so much memory, with all that they need. */
static uint32_t pairs_within(uint64_t memory)
{
    uint64_t private = private_bytes(memory / sizeof(struct pep_raw_pair)), page = pep_facts.page;
    uint64_t shared = memory > private + page ? (memory - private) / page * page : page;

    return (uint32_t)((shared - sizeof(struct pep_raw_subpaths)) / sizeof(struct pep_raw_pair));
}

static uint64_t memory_most(void)
{
    if (pep_subpath_law.memory)
        return pep_subpath_law.memory;
    return pep_subpath_unit.how == PEP_UNIT_EXHAUSTIVE ? MEMORY_ALL : MEMORY_SOME;
}

static uint32_t way(void)
{
    return pep_subpath_unit.how == PEP_UNIT_EXHAUSTIVE ? PEP_RAW_SUBPATH_ALL
           : pep_subpath_unit.how == PEP_UNIT_SAMPLED  ? PEP_RAW_SUBPATH_BLOCKS
                                                       : PEP_RAW_SUBPATH_STAYS;
}

static void head_fill(struct pep_raw_subpaths *head)
{
    unsigned n;

    head->sample = pep_subpath_law.sample;
    head->encoding = pep_subpath_law.encoding;
    head->distance = pep_subpath_distance();
    head->bytes = memory_most();
    for (n = 0; n <= PEP_RAW_LENGTHS; n++)
        head->weight[n] = pep_subpath_law.weight[n];
    __atomic_store_n(&head->way, way(), __ATOMIC_RELEASE);
}

/* Whether what is counted from now on has the same meaning. */
static bool head_fits(const struct pep_raw_subpaths *head)
{
    bool fits = head->way == way() && head->sample == pep_subpath_law.sample &&
                head->encoding == pep_subpath_law.encoding && head->distance && head->bytes <= memory_most();
    unsigned n;

    for (n = 0; n <= PEP_RAW_LENGTHS; n++)
        fits &= head->weight[n] == pep_subpath_law.weight[n];
    return fits;
}

static struct pep_profiler *profiler_new(struct pep_segment *s)
{
    uint32_t nchains = pep_pairs_chains(s->count);
    uint64_t bytes = private_bytes(s->count);
    struct pep_profiler *p = pep_platform_memory(bytes, pep_platform_home(bytes));
    struct pep_raw_subpaths *head = s->data;

    if (!p)
        return NULL;
    p->bytes = bytes;
    p->segment = s;
    p->pairs.head = head;
    p->pairs.pairs = (struct pep_raw_pair *)(head + 1);
    p->pairs.chains = p->chains;
    p->pairs.capacity = (uint32_t)s->count;
    p->pairs.random.state =
        ~(__atomic_add_fetch(&numbered, 1, __ATOMIC_RELAXED) + head->told) - ((uint64_t)pep_policy.seed << 32);
    p->slots = p->chains + nchains;
    p->slots_mask = slots_for(s->count) ? slots_for(s->count) - 1 : 0;
    p->longest = longest();
    p->last.names = p->slots + slots_for(s->count);
    p->last_mask = (UINT32_C(1) << p->longest) - 1;
    if (!head->way)
        head_fill(head);
    pep_pairs_attach(&p->pairs, nchains);
    pep_encoding_restore(p);
    return p;
}

static struct pep_segment *segment_claim(void)
{
    uint64_t memory = memory_most();
    struct pep_segment *s;
    int i;

    if (pep_subpath_unit.how == PEP_UNIT_EXHAUSTIVE)
        memory = MEMORY_FIRST < memory ? MEMORY_FIRST : memory;
    for (i = 0; i < CLAIMS; i++) {
        s = pep_segment_claim(&pep_subpath_unit, PEP_RAW_SUBPATHS, pairs_within(memory));
        if (!s || !((struct pep_raw_subpaths *)s->data)->way || head_fits(s->data))
            return s;
        __atomic_store_n(&s->gone, 1, __ATOMIC_RELAXED); /* what is in it stays */
    }
    return NULL;
}

struct pep_profiler *pep_profiler_claim(struct pep_listener *l)
{
    struct pep_host saved = pep_platform_enter();
    struct pep_segment *s = l->is_deaf ? NULL : segment_claim();

    if (s && !s->profiler)
        s->profiler = profiler_new(s);
    if (s && s->profiler) /* who goes on with it draws something else */
        l->random.state ^= s->profiler->pairs.head->told * UINT64_C(0xD6E8FEB86659FD93);
    if (s && !s->profiler)
        pep_segment_release(s);
    else if (s) {
        if (pep_profile.header && !s->entry)
            __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
        s->link = pep_platform_thread_get();
        pep_platform_thread_set(s);
        l->profiler = s->profiler;
    }
    l->is_deaf = !l->profiler;
    pep_platform_leave(saved);
    return l->profiler;
}

/* --- brute force --- */

/* The pairs go to a larger segment.  What is in both of them stays within the bound. */
static struct pep_profiler *profiler_grow(struct pep_listener *l, struct pep_profiler *old)
{
    uint64_t now = old->bytes + old->segment->bytes, most = memory_most(), i;
    uint64_t memory = 3 * now <= most ? 2 * now : most - now;
    struct pep_segment *from = old->segment, *to;
    struct pep_profiler *p = NULL;
    struct pep_host saved;

    old->grown = true;
    if (memory < now + now / 4 || memory >= most || (pep_profile.full && from->entry))
        return old;
    saved = pep_platform_enter();
    to = pep_segment_make(&pep_subpath_unit, PEP_RAW_SUBPATHS, pairs_within(memory));
    if (to && from->entry && !to->entry)
        pep_platform_forget(to->data, to->bytes);
    else if (to) {
        for (i = 0; i < from->bytes / sizeof(uint64_t); i++)
            ((uint64_t *)to->data)[i] = ((const uint64_t *)from->data)[i];
        p = to->profiler = profiler_new(to);
    }
    if (!p) {
        pep_platform_leave(saved);
        return old;
    }
    p->at = old->at;
    p->run = old->run;
    for (i = 0; i <= p->last_mask; i++)
        p->last.names[i] = old->last.names[i];
    to->link = pep_platform_thread_get();
    pep_platform_thread_set(to);
    l->profiler = p;
    if (pep_segment_replace(from, to)) {
        pep_platform_forget(from->data, from->bytes);
        pep_platform_forget(old, old->bytes);
        from->bytes = 0;
    }
    pep_platform_leave(saved);
    return p;
}

static inline void count(struct pep_pairs *pairs, uint32_t name)
{
    if (name != PEP_PAIR_NONE && pep_pairs_count(pairs, name, 1))
        pairs->head->recorded++;
    else
        pairs->head->lost++;
}

/* Names of length n + 1 are made of those of length n, the one that ended 2^n blocks ago and the one that ends now. */
static void hear(struct pep_profiler *p, const struct pep_unit *unit, uint32_t block)
{
    struct pep_pairs *pairs = &p->pairs;
    const uint32_t *weight = pairs->head->weight;
    uint32_t n, name = pep_pairs_block(pairs, unit->hash, block), before, *place;

    if (weight[0])
        count(pairs, pep_pairs_one(pairs, name));
    for (n = 0; n < p->longest; n++) {
        place = &p->last.names[(1u << n) + (p->at & ((1u << n) - 1))];
        before = *place;
        *place = name;
        if (p->run < (2u << n) - 1)
            break;
        name = pep_pairs_halves(pairs, before, name);
        if (weight[n + 1])
            count(pairs, name);
    }
    p->at++;
    p->run += p->run < PEP_SUBPATH_BLOCKS;
    pairs->head->told++;
}

static void hear_all(struct pep_unit *unit, uint32_t block, uint32_t level)
{
    struct pep_listener *l = pep_listener_find();
    struct pep_profiler *p;

    (void)level;
    if (!listening || !l || !pep_listener_enter(l))
        return;
    p = l->profiler ? l->profiler : pep_profiler_claim(l);
    if (p && p->pairs.capacity - p->pairs.head->used <= PEP_RAW_LENGTHS + 1 && !p->grown)
        p = profiler_grow(l, p);
    if (p)
        hear(p, unit, block);
    if (l->torn) {
        l->torn = 0;
        if (p)
            p->run = 0;
    }
    pep_listener_leave(l);
}

/* --- units and segments --- */

uint64_t pep_subpath_distance(void)
{
    switch (pep_subpath_unit.how) {
    case PEP_UNIT_SAMPLED: return pep_policy.interval;
    case PEP_UNIT_DUPLICATED: return (uint64_t)pep_policy.interval * pep_subpath_law.stride;
    default: return 1;
    }
}

void pep_subpath_hook(struct pep_unit *unit)
{
    if (!pep_profile_needs(PEP_PART_SUBPATHS)) {
        pep_subpath_unit.how = unit->how;
        pep_subpath_unit.event = unit->event;
        pep_unit_push(&pep_subpath_unit, PEP_RAW_SUBPATHS);
    }
    if (pep_subpath_unit.how == unit->how)
        unit->block = unit->how == PEP_UNIT_SAMPLED      ? pep_hear_sampled
                      : unit->how == PEP_UNIT_DUPLICATED ? pep_hear_stays
                                                         : hear_all;
}

/* A profiler follows so many subpaths at a time; on average it is to be a quarter of them at most. */
static void distance_settle(uint32_t *distance)
{
    uint64_t blocks = 0;
    unsigned n;

    for (n = 0; n <= PEP_RAW_LENGTHS; n++)
        blocks += (uint64_t)pep_subpath_law.weight[n] << n;
    blocks /= pep_law_total(&pep_subpath_law);
    if (*distance < blocks / (PEP_RECORDINGS / 4))
        *distance = (uint32_t)(blocks / (PEP_RECORDINGS / 4));
}

void pep_subpath_usual(struct pep_policy *policy)
{
    policy->stride = pep_subpath_law.stride;
    policy->pace = 0;
    policy->seed = (uint32_t)(pep_platform_now() * UINT64_C(0x9E3779B97F4A7C15) >> 32) ^ pep_facts.pid;
}

void pep_subpath_settle(struct pep_policy *policy)
{
    pep_subpath_law.stride = policy->stride;
    distance_settle(pep_subpath_unit.how == PEP_UNIT_SAMPLED ? &policy->interval : &pep_subpath_law.stride);
    pep_stays_settle();
}

void pep_subpath_begin(void)
{
    if (listening)
        return;
    pep_subpath_law.sample = pep_subpath_unit.how == PEP_UNIT_DUPLICATED ? PEP_RAW_SAMPLE_HOLD : PEP_RAW_SAMPLE_CONCISE;
    pep_platform_subpaths(&pep_subpath_law);
    if (pep_subpath_unit.how == PEP_UNIT_EXHAUSTIVE && pep_subpath_law.encoding == PEP_RAW_ENCODING_XOR)
        pep_subpath_law.encoding = PEP_RAW_ENCODING_EXACT; /* all are named by what they are made of */
    pep_platform_threads();
    listening = true;
}

void pep_subpath_leave(struct pep_segment *s)
{
    struct pep_listener *l = pep_listener_find();

    s->profiler->run = 0;
    if (!l || l->profiler != s->profiler)
        return;
    pep_stays_leave(l);
    pep_listener_drop(l);
}

/* A step that the fork came into the middle of ends in memory that nobody looks at. */
void pep_subpath_renew(struct pep_segment *s)
{
    struct pep_listener *l = pep_listener_find();

    s->gone = 1;
    if (l && l->profiler == s->profiler) {
        l->profiler = NULL;
        if (l->busy) {
            pep_platform_memory(s->bytes, s->data);
            return;
        }
    }
    pep_platform_forget(s->data, s->bytes);
    pep_platform_forget(s->profiler, s->profiler->bytes);
}

void pep_subpath_reset(struct pep_segment *s)
{
    struct pep_raw_subpaths *head = s->data;
    struct pep_raw_pair *pairs = (struct pep_raw_pair *)(head + 1);
    uint32_t i;

    for (i = 0; i < head->used; i++)
        if (pep_pair_kind(&pairs[i]) >= PEP_RAW_PAIR_HALVES)
            __atomic_store_n(&pairs[i].count, 0, __ATOMIC_RELAXED);
    head->scale = head->aged = head->lost = 0;
    head->told = head->recorded = head->dropped = head->stays = 0;
}
