#include "profile/subpaths_wire.h"
#include "base/map.h"

enum { TOTALS = 8 };

/* The numbers of a total behind way, encoding and weights, in the order of the file. */
static void list_totals(uint64_t *numbers[TOTALS], struct pep_subpath_total *t)
{
    uint64_t *all[TOTALS] = {&t->told,  &t->recorded, &t->dropped,  &t->lost,
                             &t->stays, &t->aged,     &t->distance, &t->bytes};
    for (int i = 0; i < TOTALS; i++)
        numbers[i] = all[i];
}

/* --- write --- */

/* put_places - the hashes of their units once, then each by the distance of its unit in that list. */
static void put_places(struct pep_buffer *out, const struct pep_subpaths *s)
{
    struct pep_map units = {0};
    uint64_t before = 0;
    for (size_t i = 0; i < s->places.count; i++)
        pep_map_put(&units, &s->places.at[i].unit, sizeof(uint64_t), units.entries.count);
    pep_wire_put_leb(out, units.entries.count);
    for (size_t i = 0; i < units.entries.count; i++) {
        const uint64_t *hash = units.entries.at[i].key;
        pep_wire_put_u64(out, *hash);
    }
    pep_wire_put_leb(out, s->places.count);
    for (size_t i = 0; i < s->places.count; i++) {
        const struct pep_place *p = &s->places.at[i];
        uint64_t unit = *pep_map_get(&units, &p->unit, sizeof p->unit);
        pep_wire_put_leb(out, unit - before);
        pep_wire_put_leb(out, p->function);
        pep_wire_put_leb(out, p->block);
        before = unit;
    }
    pep_map_free(&units);
}

static void put_samples(struct pep_buffer *out, const struct pep_subpath *at)
{
    bool any = at->samples || at->estimate;
    pep_wire_put_leb(out, any ? at->encoding + 1u : 0);
    if (!any)
        return;
    pep_wire_put_leb(out, at->samples);
    pep_wire_put_leb(out, at->estimate);
    pep_wire_put_leb(out, at->variance);
}

/* put_length - those of 2^n blocks, from `first` on; gives where the next length begins. */
static size_t put_length(struct pep_buffer *out, const struct pep_subpaths *s, unsigned n, size_t first, size_t halves)
{
    size_t end = first;
    uint32_t left = (uint32_t)halves;
    while (end < s->count && s->at[end].n == n)
        end++;
    if (n)
        pep_wire_put_leb(out, end - first);
    for (size_t i = first; i < end; i++) {
        const struct pep_subpath *at = &s->at[i];
        if (n) {
            pep_wire_put_leb(out, at->left - left);
            pep_wire_put_leb(out, at->right - (uint32_t)halves);
            left = at->left;
        }
        put_samples(out, at);
    }
    return end;
}

static void put_total(struct pep_buffer *out, const struct pep_subpath_total *total)
{
    struct pep_subpath_total t = *total;
    uint64_t *numbers[TOTALS];
    list_totals(numbers, &t);
    pep_wire_put_leb(out, t.way);
    pep_wire_put_leb(out, t.encoding);
    for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++)
        pep_wire_put_leb(out, t.weight[n]);
    for (int i = 0; i < TOTALS; i++)
        pep_wire_put_leb(out, *numbers[i]);
}

void pep_subpaths_put(struct pep_buffer *out, const struct pep_subpaths *s)
{
    size_t first = 0, halves = 0;
    if (!s->count && !s->totals.count)
        return;
    put_places(out, s);
    for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++) {
        size_t end = put_length(out, s, n, first, halves);
        halves = first;
        first = end;
    }
    pep_wire_put_leb(out, s->totals.count);
    for (size_t i = 0; i < s->totals.count; i++)
        put_total(out, &s->totals.at[i]);
}

/* --- read --- */

static void take_places(struct pep_subpaths *s, struct pep_wire *w)
{
    uint64_t n = pep_wire_leb(w), unit = 0;
    const unsigned char *hashes = n <= w->count ? pep_wire_take(w, n * sizeof(uint64_t)) : NULL;
    uint64_t places = pep_wire_leb(w);
    if (n && !hashes)
        pep_wire_fail(w, "ends too early");
    for (uint64_t i = 0; i < places && !w->error; i++) {
        struct pep_wire hash;
        uint64_t step = pep_wire_leb(w);
        uint32_t function = pep_wire_leb32(w), block = pep_wire_leb32(w);
        if (w->error || step >= n - unit || !n) {
            pep_wire_fail(w, "names a unit that is not there");
            return;
        }
        unit += step;
        pep_wire_open(&hash, hashes + unit * sizeof(uint64_t), sizeof(uint64_t));
        if (pep_subpaths_add_block(s, pep_wire_u64(&hash), function, block) &&
            pep_place_compare(&s->places.at[i - 1], &s->places.at[i]) >= 0)
            pep_wire_fail(w, "holds blocks out of order");
    }
}

/* Of a single block there is one encoding. */
static void take_samples(struct pep_subpath *at, struct pep_wire *w)
{
    uint64_t mark = pep_wire_leb(w);
    if (mark > (at->n ? PEP_RAW_ENCODING_XOR : PEP_RAW_ENCODING_EXACT) + 1)
        pep_wire_fail(w, "holds a subpath of an encoding that there is not");
    if (!mark || w->error)
        return;
    at->encoding = (uint8_t)(mark - 1);
    at->samples = pep_wire_leb(w);
    at->estimate = pep_wire_leb(w);
    at->variance = pep_wire_leb(w);
}

/* take_length - subpaths whose halves are those from `halves` up to `first`. */
static void take_length(struct pep_subpaths *s, struct pep_wire *w, size_t halves, size_t first)
{
    uint64_t n = pep_wire_leb(w), left = halves, before = 0;
    for (uint64_t i = 0; i < n && !w->error; i++) {
        uint64_t step = pep_wire_leb(w), right = pep_wire_leb(w);
        if (w->error || step >= first - left || right >= first - halves || s->count == PEP_NO_SUBPATH) {
            pep_wire_fail(w, "holds a subpath without halves");
            return;
        }
        left += step;
        right += halves;
        if (s->at[left].encoding || s->at[right].encoding)
            pep_wire_fail(w, "holds a half that stands for others");
        if (i && !step && right < before)
            pep_wire_fail(w, "holds subpaths out of order");
        before = right;
        (void)pep_subpaths_add_halves(s, (uint32_t)left, (uint32_t)right, PEP_RAW_ENCODING_EXACT);
        take_samples(pep_array_last(s), w);
    }
}

static void take_total(struct pep_subpaths *s, struct pep_wire *w)
{
    struct pep_subpath_total t = {.way = pep_wire_leb32(w), .encoding = pep_wire_leb32(w)};
    uint64_t *numbers[TOTALS];
    list_totals(numbers, &t);
    for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++)
        t.weight[n] = pep_wire_leb32(w);
    for (int i = 0; i < TOTALS; i++)
        *numbers[i] = pep_wire_leb(w);
    if (!w->error && (!t.way || t.way > PEP_RAW_SUBPATH_STAYS || t.encoding > PEP_RAW_ENCODING_XOR))
        pep_wire_fail(w, "holds subpaths of a way that this version does not know");
    if (!w->error)
        pep_array_push(&s->totals, t);
}

void pep_subpaths_take(struct pep_subpaths *s, struct pep_wire *w)
{
    size_t halves = 0;
    if (!w->count)
        return;
    take_places(s, w);
    size_t first = s->count;
    for (size_t i = 0; i < first && !w->error; i++)
        take_samples(&s->at[i], w);
    for (unsigned n = 1; n <= PEP_RAW_LENGTHS && !w->error; n++) {
        take_length(s, w, halves, first);
        halves = first;
        first = s->count;
    }
    uint64_t totals = pep_wire_leb(w);
    for (uint64_t i = 0; i < totals && !w->error; i++)
        take_total(s, w);
    if (!w->error && w->at != w->count)
        pep_wire_fail(w, "goes on behind its last total");
}
