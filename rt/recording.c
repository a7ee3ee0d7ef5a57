/* recording.c - subpaths that have begun: they end, and are added to the sample. */
#include "subpaths.h"

#define NEVER (UINT32_C(1) << 31) /* blocks */

/* The distance may be another than that of the head, since the program has set the interval: then a subpath counts for
 * more or less, on average. */
static uint32_t times_now(const struct pep_raw_subpaths *head, uint32_t times, struct pep_random *r)
{
    uint64_t now = pep_subpath_distance(), whole;

    if (now == head->distance)
        return times;
    whole = times * now / head->distance;
    if (pep_random_next(r) % head->distance < times * now % head->distance)
        whole++;
    return whole < UINT32_MAX ? (uint32_t)whole : UINT32_MAX;
}

void pep_recording_begin(struct pep_profiler *p, struct pep_random *r, uint32_t scale, const struct pep_owner *owners,
                         uint32_t nowners)
{
    struct pep_recording *one = &p->recordings[p->recorders];
    uint32_t i;

    if (p->recorders == PEP_RECORDINGS) {
        p->pairs.head->dropped++;
        return;
    }
    for (i = 0; i < nowners; i++)
        one->owners[i] = owners[i];
    one->nowners = nowners;
    one->n = pep_law_draw(&pep_subpath_law, r);
    one->end = p->at + (UINT32_C(1) << one->n) - 1;
    one->scale = scale;
    p->recorders++;
}

static uint32_t begin_of(const struct pep_recording *one)
{
    return one->end + 1 - (UINT32_C(1) << one->n);
}

static bool is_added(struct pep_profiler *p, const struct pep_recording *one, uint32_t times)
{
    uint32_t name = pep_encoding_name(p, begin_of(one), one->n);

    return name != PEP_PAIR_NONE && pep_pairs_count(&p->pairs, name, times);
}

/* What of so many times counts, of a subpath that began at that scale. */
static uint32_t sampled(struct pep_profiler *p, const struct pep_recording *one, uint32_t times, uint32_t began)
{
    const struct pep_raw_subpaths *head = p->pairs.head; /* whose scale is less where the program has begun anew */
    struct pep_random *r = &p->pairs.random;
    uint32_t missing;

    if (head->sample != PEP_RAW_SAMPLE_HOLD)
        return pep_random_scaled(r, head->scale > began ? head->scale - began : 0) ? times : 0;
    if (!head->scale || pep_pairs_has(&p->pairs, pep_encoding_find(p, begin_of(one), one->n, &missing)))
        return times;
    return pep_random_held(r, times, pep_pairs_least(head->scale, missing));
}

/* Where there is no room in spite of all thinnings, it is too large for this memory. */
static void add(struct pep_profiler *p, const struct pep_recording *one, uint32_t times)
{
    struct pep_raw_subpaths *head = p->pairs.head;
    uint32_t scale = head->scale;

    if (!is_added(p, one, times)) {
        pep_pairs_make_room(&p->pairs);
        pep_encoding_restore(p);
        times = sampled(p, one, times, scale);
        if (!times)
            return;
        if (!is_added(p, one, times)) {
            head->lost++;
            return;
        }
    }
    head->recorded++;
    if (pep_subpath_law.aging && ++p->unaged >= pep_subpath_law.aging) {
        p->unaged = 0;
        pep_pairs_age(&p->pairs);
    }
}

static void end(struct pep_profiler *p, const struct pep_recording *one)
{
    uint32_t owned = one->owners[one->nowners - 1].times, times = times_now(p->pairs.head, owned, &p->pairs.random);

    if (times)
        times = sampled(p, one, times, one->scale);
    if (times)
        add(p, one, times);
    else if (!owned)
        p->pairs.head->dropped++;
}

void pep_recording_end(struct pep_profiler *p)
{
    uint32_t i, nearest = NEVER;

    for (i = 0; i < p->recorders;)
        if (p->recordings[i].end == p->at) {
            end(p, &p->recordings[i]);
            p->recordings[i] = p->recordings[--p->recorders];
        } else {
            if (p->recordings[i].end - p->at < nearest)
                nearest = p->recordings[i].end - p->at;
            i++;
        }
    p->next = p->at + nearest;
}

void pep_recording_drop(struct pep_profiler *p)
{
    p->pairs.head->dropped += p->recorders;
    p->recorders = 0;
}
