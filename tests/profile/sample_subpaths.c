/* Subpaths of the sample: what a runtime with all the time and memory of the world would have recorded. */
#include "base/map.h"
#include "tests/profile/sample.h"
#include <string.h>

enum { LENGTHS = 5, DISTANCE = 8 };

struct recorder {
    struct sample *s;
    struct sample_stream stream;
    struct pep_map known; /* left, right, kind -> number */
};

static uint32_t intern(struct recorder *r, uint32_t left, uint32_t right, uint32_t block)
{
    bool halves = block == UINT32_MAX;
    const uint32_t key[3] = {left, right, block};
    uint64_t next = r->s->pairs.count, at = *pep_map_put(&r->known, key, sizeof key, next);
    if (at == next)
        pep_array_push(&r->s->pairs, (struct pep_raw_pair){left, right, halves ? 0 : block,
                                                           halves ? PEP_RAW_PAIR_HALVES : PEP_RAW_PAIR_BLOCK});
    return (uint32_t)at;
}

/* make - the subpath of 2^n blocks of the stream that begins there, or goes round from there in `ring` blocks. */
static uint32_t make(struct recorder *r, size_t begin, unsigned n, size_t at, size_t ring)
{
    uint64_t unit = r->s->map.hash;
    if (!n)
        return intern(r, (uint32_t)unit, (uint32_t)(unit >> 32), r->stream.at[begin + at % ring]);
    uint32_t left = make(r, begin, n - 1, at, ring), right = make(r, begin, n - 1, at + ((size_t)1 << (n - 1)), ring);
    return intern(r, left, right, UINT32_MAX);
}

/* Where a rotation begins that is least by block numbers: another than the profile takes, which knows functions. */
static size_t least(const uint32_t *blocks, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            uint32_t a = blocks[(i + k) % n], b = blocks[(best + k) % n];
            if (a == b)
                continue;
            best = a > b ? i : best; /* the greatest, that is */
            break;
        }
    return best;
}

static void record(struct recorder *r, size_t begin, unsigned n)
{
    size_t blocks = (size_t)1 << n;
    size_t turn = r->s->subpaths.encoding == PEP_RAW_ENCODING_ROTATION ? least(&r->stream.at[begin], blocks) : 0;
    uint32_t at = make(r, begin, n, turn, blocks);
    r->s->pairs.at[at].count++;
    r->s->subpaths.recorded++;
}

/* The walk goes by edges: a block runs where one enters it. */
static void walk(struct recorder *r, uint32_t function)
{
    const struct pep_function *f = r->s->map.functions[function];
    for (uint32_t at = PEP_ENTRY; at != PEP_EXIT;) {
        const struct pep_block *b = &f->blocks.at[at];
        at = f->edges.at[b->out[sample_random(&r->s->random, b->nout)]].dst;
        if (at != PEP_EXIT)
            pep_array_push(&r->stream, f->first_block + at);
        if (function == SAMPLE_SCAN && at == 6)
            walk(r, SAMPLE_CLAMP);
    }
}

static void tell_blocks(struct sample *s, enum pep_raw_subpath_way way)
{
    struct pep_unitmap *m = &s->map;
    m->event = PEP_EVENT_SUBPATHS;
    m->how = way == PEP_RAW_SUBPATH_ALL      ? PEP_HOW_EXHAUSTIVE
             : way == PEP_RAW_SUBPATH_BLOCKS ? PEP_HOW_SAMPLED
                                             : PEP_HOW_DUPLICATED;
    m->ncounters = m->nblocks = 0;
    for (uint32_t i = 0; i < m->nfunctions; i++) {
        struct pep_function *f = m->functions[i];
        f->base = f->ncounters = f->ncallers = f->nsites = f->ncalls = f->naccesses = 0;
        f->first_site = 0;
        for (size_t e = 0; e < f->edges.count; e++)
            f->edges.at[e].counter = PEP_NO_COUNTER;
        f->first_block = m->nblocks;
        if (f->storage == PEP_STORE_NONE)
            continue;
        f->storage = PEP_STORE_STREAM;
        m->nblocks += (uint32_t)f->blocks.count;
    }
    m->nsites = m->nlayouts = m->ncallees = 0;
    m->calls = false;
    pep_buffer_clear(&s->record);
    pep_unitmap_encode(&s->record, m);
}

void sample_subpaths(struct sample_stream *stream, struct sample *s, enum pep_raw_subpath_way way,
                     enum pep_raw_encoding encoding, unsigned entries)
{
    struct recorder r = {.s = s};
    bool all = way == PEP_RAW_SUBPATH_ALL;
    tell_blocks(s, way);
    s->subpaths = (struct pep_raw_subpaths){
        .way = way, .encoding = encoding, .distance = all ? 1 : DISTANCE, .stays = all ? 0 : 1, .bytes = 65536};
    for (unsigned n = 1; n <= LENGTHS; n++)
        s->subpaths.weight[n] = all ? 1 : 1u << (LENGTHS - n);
    for (unsigned i = 0; i < entries; i++)
        walk(&r, SAMPLE_SCAN + (uint32_t)sample_random(&s->random, 3));
    for (size_t t = 0; t < r.stream.count; t++) {
        uint64_t way_of = sample_random(&s->random, (1u << LENGTHS) - 1);
        unsigned drawn = LENGTHS; /* the law: half of those that are left */
        for (uint64_t bound = 1; way_of >= bound; bound = 2 * bound + 1)
            drawn--;
        for (unsigned n = 1; n <= LENGTHS; n++)
            if (t + ((size_t)1 << n) <= r.stream.count && (all || (n == drawn && !sample_random(&s->random, DISTANCE))))
                record(&r, t, n);
    }
    s->subpaths.told = r.stream.count;
    s->subpaths.used = (uint32_t)s->pairs.count;
    if (stream)
        *stream = r.stream;
    else
        pep_array_free(&r.stream);
    pep_map_free(&r.known);
}
