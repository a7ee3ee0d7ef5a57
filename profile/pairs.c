#include "profile/pairs.h"
#include <string.h>

enum { SCALES = 63 }; /* thinnings that a scale can tell */

struct reading {
    struct pep_subpaths *out;
    const struct pep_raw_file *raw;
    const struct pep_raw_segment *segment;
    const struct pep_mapset *maps;
    struct pep_raw_subpaths head;
    uint64_t weights;     /* of all lengths */
    uint32_t end;         /* of the pairs that were ever in use */
    uint32_t *index;      /* of each pair its subpath plus 1, or 0 */
    uint32_t first_place; /* that was added */
    struct {
        PEP_ARRAY(uint32_t);
    } blocks;            /* a subpath of each place from there on */
    struct pep_map made; /* halves of rotations -> their subpath */
    struct pep_pairs_lost lost;
};

static uint64_t hash_of(const struct pep_raw_pair *block)
{
    return (uint64_t)block->right << 32 | block->left;
}

/* --- what a sample stands for --- */

/* x * more / less, to the nearest, without going over 64 bits in between; `less` has 32 bits. */
static uint64_t scaled(uint64_t x, uint64_t more, uint64_t less)
{
    uint64_t whole = x / less, rest = x % less;
    uint64_t sum = pep_count_multiply(whole, more);
    sum = pep_count_add(sum, pep_count_multiply(rest, more / less));
    return pep_count_add(sum, (rest * (more % less) + less / 2) / less);
}

static uint64_t shifted(uint64_t x, uint32_t by)
{
    return x && x > UINT64_MAX >> by ? UINT64_MAX : x << by;
}

/* What a count says of how often a subpath was met: how many samples it is worth, and how it varies. */
struct met {
    uint64_t samples, times, variance;
};

static bool holds(const struct pep_raw_subpaths *h)
{
    return h->way != PEP_RAW_SUBPATH_ALL && h->sample == PEP_RAW_SAMPLE_HOLD;
}

/* held - it came in with the chance 1/least: so many times before that are a guess, each later one was seen. Samples
 * are as many as vary by as much, all told. */
static struct met held(uint32_t count)
{
    uint64_t times = count & PEP_RAW_HELD;
    uint64_t least = UINT64_C(1) << (count >> PEP_RAW_HELD_BITS), variance = least * (least - 1);
    uint64_t samples = times * times / (times + variance + !times);
    return (struct met){times && !samples ? 1 : samples, times, variance};
}

/* tell_samples - of the pair `number`, which has this count. */
static void tell_samples(struct reading *r, struct pep_subpath *at, uint32_t number, uint32_t count)
{
    const struct pep_raw_subpaths *h = &r->head;
    struct met met = holds(h) ? held(count) : (struct met){count, count, 0};
    at->samples = met.samples;
    at->estimate = met.times;
    if (h->way == PEP_RAW_SUBPATH_ALL)
        return;
    uint32_t scale = holds(h) ? 0 : h->scale + (h->version % 2 && number < h->thinned);
    uint64_t distance = shifted(h->distance, scale), weight = h->weight[at->n];
    at->estimate = scaled(pep_count_multiply(met.times, distance), r->weights, weight);
    uint64_t each = scaled(distance, r->weights, weight);
    at->variance = pep_count_add(pep_count_multiply(at->estimate, each ? each - 1 : 0),
                                 pep_count_multiply(met.variance, pep_count_multiply(each, each)));
}

/* --- rotations --- */

/* Where the least rotation begins: of two candidates the one that loses is passed by with all that it has matched. */
static uint32_t least_rotation(const struct pep_subpaths *s, const uint32_t *places, uint32_t n)
{
    uint32_t a = 0, b = 1, same = 0;
    while (a < n && b < n && same < n) {
        int c = pep_place_compare(&s->places.at[places[(a + same) % n]], &s->places.at[places[(b + same) % n]]);
        same++;
        if (!c)
            continue;
        if (c > 0)
            a += same;
        else
            b += same;
        b += a == b;
        same = 0;
    }
    return a < b ? a : b;
}

/* make - a sequence of places, begun anywhere and gone round, as halves of halves, each made once. */
static uint32_t make(struct reading *r, const uint32_t *places, uint32_t n, uint32_t begin, uint32_t length)
{
    if (length == 1)
        return r->blocks.at[places[begin % n] - r->first_place];
    const uint32_t halves[2] = {make(r, places, n, begin, length / 2),
                                make(r, places, n, begin + length / 2, length / 2)};
    uint64_t next = r->out->count, at = *pep_map_put(&r->made, halves, sizeof halves, next);
    if (at == next)
        (void)pep_subpaths_add_halves(r->out, halves[0], halves[1], PEP_RAW_ENCODING_EXACT);
    return (uint32_t)at;
}

/* rotate - the least rotation of a subpath, which is the same in all threads and runs. */
static uint32_t rotate(struct reading *r, uint32_t at)
{
    uint32_t places[PEP_SUBPATH_LONGEST], n = pep_subpaths_expand(places, r->out, at);
    uint32_t begin = least_rotation(r->out, places, n);
    return begin ? make(r, places, n, begin, n) : at;
}

/* --- pairs --- */

/* add_place - as a subpath of its own: what stands twice is added up in the end. */
static uint32_t add_place(struct reading *r, struct pep_place p)
{
    uint32_t at = pep_subpaths_add_block(r->out, p.unit, p.function, p.block);
    pep_array_push(&r->blocks, at);
    return at;
}

/* The function of a block by its number in the unit, or NULL. */
static const struct pep_function *function_of(const struct pep_unitmap *map, uint32_t number)
{
    for (uint32_t i = 0; i < map->nfunctions; i++) {
        const struct pep_function *f = map->functions[i];
        if (f->storage == PEP_STORE_STREAM && number >= f->first_block && number - f->first_block < f->blocks.count)
            return f;
    }
    return NULL;
}

/* add_block - a single block; where nobody knows it, it has no subpath. */
static void add_block(struct reading *r, uint32_t number, const struct pep_raw_pair *pair)
{
    const struct pep_mapset_unit *unit = pep_mapset_find(r->maps, hash_of(pair));
    const struct pep_function *f = unit ? function_of(&unit->map, pair->count) : NULL;
    if (f)
        r->index[number] = add_place(r, (struct pep_place){unit->map.hash, f->index, pair->count - f->first_block}) + 1;
}

/* add_samples - of the pair `number`, which says the subpath `at`. */
static void add_samples(struct reading *r, uint32_t at, uint32_t number, uint32_t count)
{
    const struct pep_raw_subpaths *h = &r->head;
    unsigned n = r->out->at[at].n;
    if (!count)
        return;
    if (h->way != PEP_RAW_SUBPATH_ALL && !h->weight[n]) {
        r->lost.weightless++;
        return;
    }
    if (n && h->encoding == PEP_RAW_ENCODING_ROTATION)
        at = rotate(r, at);
    if (n && h->encoding != PEP_RAW_ENCODING_EXACT) {
        struct pep_subpath half = r->out->at[at];
        at = pep_subpaths_add_halves(r->out, half.left, half.right, (enum pep_raw_encoding)h->encoding);
    }
    tell_samples(r, &r->out->at[at], number, count);
}

static bool is_there(const struct reading *r, uint32_t number)
{
    struct pep_raw_pair pair;
    return number < r->end && pep_raw_pair(&pair, r->raw, r->segment, number);
}

/* The subpath of a half of a pair of 2^n blocks, or PEP_NO_SUBPATH. */
static uint32_t half_of(const struct reading *r, uint32_t number, unsigned n)
{
    uint32_t at = number < r->end && r->index[number] ? r->index[number] - 1 : PEP_NO_SUBPATH;
    return at != PEP_NO_SUBPATH && r->out->at[at].n == n - 1 ? at : PEP_NO_SUBPATH;
}

/* add_pair - gives false where its halves are none of the length before. */
static bool add_pair(struct reading *r, uint32_t number, unsigned n)
{
    struct pep_raw_pair pair;
    pep_raw_pair(&pair, r->raw, r->segment, number);
    uint32_t left = half_of(r, pair.left, n), right = half_of(r, pair.right, n);
    if (pair.kind == PEP_RAW_PAIR_ONE && left != PEP_NO_SUBPATH && n == 1) {
        add_samples(r, add_place(r, r->out->places.at[r->out->at[left].left]), number, pair.count);
        return true;
    }
    if (pair.kind != PEP_RAW_PAIR_HALVES || left == PEP_NO_SUBPATH || right == PEP_NO_SUBPATH)
        return false;
    uint32_t at = pep_subpaths_add_halves(r->out, left, right, PEP_RAW_ENCODING_EXACT);
    r->index[number] = at + 1;
    add_samples(r, at, number, pair.count);
    return true;
}

/* add_pairs - length by length, until none is left: what is a half of itself never has its turn.  Where the halves are
 * not there at all the pair was made while the file was read. */
static void add_pairs(struct reading *r)
{
    struct {
        PEP_ARRAY(uint32_t);
    } open = {0};
    struct pep_raw_pair pair;
    for (uint32_t i = 0; i < r->end; i++) {
        if (!pep_raw_pair(&pair, r->raw, r->segment, i))
            continue;
        if (pair.kind == PEP_RAW_PAIR_BLOCK)
            add_block(r, i, &pair);
        else
            pep_array_push(&open, i);
    }
    for (unsigned n = 1; n <= PEP_RAW_LENGTHS; n++) {
        size_t left = 0;
        for (size_t i = 0; i < open.count; i++)
            if (!add_pair(r, open.at[i], n))
                open.at[left++] = open.at[i];
        open.count = left;
    }
    for (size_t i = 0; i < open.count; i++) {
        pep_raw_pair(&pair, r->raw, r->segment, open.at[i]);
        bool one = pair.kind == PEP_RAW_PAIR_ONE;
        r->lost.foreign += pair.count && is_there(r, pair.left) && (one || is_there(r, pair.right));
    }
    pep_array_free(&open);
}

static void add_totals(struct reading *r)
{
    const struct pep_raw_subpaths *h = &r->head;
    struct pep_subpath_total t = {
        .way = h->way,
        .encoding = h->encoding,
        .told = h->told,
        .recorded = h->recorded,
        .dropped = h->dropped,
        .lost = h->lost,
        .stays = h->stays,
        .aged = h->aged,
        .distance = shifted(h->distance, holds(h) ? 0 : h->scale),
        .bytes = h->bytes,
    };
    memcpy(t.weight, h->weight, sizeof t.weight);
    pep_array_push(&r->out->totals, t);
}

struct pep_pairs_lost pep_pairs_add(struct pep_subpaths *out, const struct pep_raw_file *raw,
                                    const struct pep_raw_segment *s, const struct pep_mapset *maps)
{
    struct reading r = {.out = out, .raw = raw, .segment = s, .maps = maps, .first_place = (uint32_t)out->places.count};
    pep_raw_subpaths(&r.head, raw, s);
    if (!r.head.way) /* it is being made */
        return r.lost;
    if (r.head.way > PEP_RAW_SUBPATH_STAYS || r.head.encoding > PEP_RAW_ENCODING_XOR ||
        r.head.sample > PEP_RAW_SAMPLE_HOLD || r.head.scale >= SCALES) {
        r.lost.unknown = true;
        return r.lost;
    }
    for (unsigned i = 0; i <= PEP_RAW_LENGTHS; i++)
        r.weights += r.head.weight[i];
    r.end = r.head.used < s->count ? r.head.used : (uint32_t)s->count;
    r.index = pep_array_grow(NULL, 0, &(size_t){0}, (size_t)r.end + 1, sizeof *r.index);
    pep_array_zero(r.index, ((size_t)r.end + 1) * sizeof *r.index);
    add_pairs(&r);
    add_totals(&r);
    pep_array_release(r.index);
    pep_array_free(&r.blocks);
    pep_map_free(&r.made);
    return r.lost;
}

void pep_pairs_units(struct pep_map *units, const struct pep_raw_file *raw, const struct pep_raw_segment *s)
{
    struct pep_raw_subpaths head;
    struct pep_raw_pair pair;
    pep_raw_subpaths(&head, raw, s);
    for (uint64_t i = 0; i < s->count && i < head.used; i++) {
        uint64_t hash;
        if (!pep_raw_pair(&pair, raw, s, i) || pair.kind != PEP_RAW_PAIR_BLOCK)
            continue;
        hash = hash_of(&pair);
        pep_map_put(units, &hash, sizeof hash, 0);
    }
}
