/* pep_subpaths_group.c - what is one thing to a reader: subpaths that account for each other. */
#include "tools/pep_subpaths.h"
#include <string.h>

enum { MOST = 10000 }; /* subpaths that are looked at, the hottest first: more are none of the hottest anyway */
#define ABOUT 1.25     /* counts are about equal up to this factor */

struct sequence {
    const struct pep_hot_subpath *hot;
    uint32_t places[PEP_SUBPATH_LONGEST];
};

struct head {
    struct sequence is;
    struct pep_hot_subpath best; /* who stands for all of them */
    unsigned char *met;          /* of each place: it goes through that */
};

static uint64_t samples_of(const struct pep_hot_subpaths *hot, const struct pep_hot_subpath *h)
{
    return hot->subpaths->at[h->at].samples;
}

/* Whether the count of b is, as far as samples can tell, no more than each occurrence of a gives it. */
static bool accounts_for(const struct pep_hot_subpath *a, const struct pep_hot_subpath *b, uint32_t times)
{
    return b->low <= ABOUT * times * a->high;
}

/* go_round - how often b begins within a turn of a, where that goes round. */
static uint32_t go_round(const struct sequence *a, const struct sequence *b)
{
    uint32_t period = a->hot->period, times = 0;
    for (uint32_t i = 0; i < period; i++) {
        uint32_t k = 0, at = i;
        while (k < b->hot->blocks && a->places[at] == b->places[k]) {
            k++;
            at = at + 1 == period ? 0 : at + 1;
        }
        times += k == b->hot->blocks;
    }
    return times;
}

/* Whether b begins in the latter half of a with what ends it, by half of the shorter one at least. */
static bool goes_on(const struct sequence *a, const struct sequence *b)
{
    uint32_t shorter = a->hot->blocks < b->hot->blocks ? a->hot->blocks : b->hot->blocks;
    for (uint32_t n = shorter; 2 * n >= shorter && n; n--)
        if (!memcmp(&a->places[a->hot->blocks - n], b->places, n * sizeof *b->places))
            return true;
    return false;
}

static bool belongs(const struct sequence *head, const struct sequence *other)
{
    uint32_t times = go_round(head, other);
    if (times)
        return accounts_for(head->hot, other->hot, times);
    times = go_round(other, head);
    if (times)
        return accounts_for(other->hot, head->hot, times);
    return accounts_for(head->hot, other->hot, 1) && accounts_for(other->hot, head->hot, 1) &&
           (goes_on(head, other) || goes_on(other, head));
}

/* Of those under one head that cover about as much stands for all the one with most samples, whose figures are best. */
static void take(const struct pep_hot_subpaths *hot, struct head *head, const struct pep_hot_subpath *h)
{
    head->best.like++;
    if (ABOUT * (double)h->covered < (double)head->is.hot->covered ||
        samples_of(hot, h) <= samples_of(hot, &head->best))
        return;
    size_t like = head->best.like;
    head->best = *h;
    head->best.like = like;
}

/* Most have nothing in common. */
static bool meets(const struct head *head, const struct sequence *other)
{
    for (uint32_t i = 0; i < other->hot->blocks; i++)
        if (head->met[other->places[i]])
            return true;
    return false;
}

void pep_hot_subpaths_group(struct pep_hot_subpaths *hot, uint64_t top)
{
    struct {
        PEP_ARRAY(struct head *);
    } heads = {0};
    struct pep_arena arena = PEP_ARENA_INIT;
    size_t looked = hot->count < MOST ? hot->count : MOST;
    hot->further = hot->count - looked;
    for (size_t i = 0; i < looked; i++) {
        struct sequence other = {.hot = &hot->at[i]};
        size_t k = 0;
        pep_subpaths_expand(other.places, hot->subpaths, hot->at[i].at);
        for (; k < heads.count; k++)
            if (meets(heads.at[k], &other) && belongs(&heads.at[k]->is, &other))
                break;
        if (k < heads.count) {
            take(hot, heads.at[k], &hot->at[i]);
        } else if (heads.count < top) {
            struct head *head = PEP_NEW(&arena, struct head);
            *head = (struct head){other, hot->at[i], pep_arena_alloc(&arena, hot->subpaths->places.count + 1)};
            for (uint32_t b = 0; b < other.hot->blocks; b++)
                head->met[other.places[b]] = 1;
            pep_array_push(&heads, head);
        } else {
            hot->further++;
        }
    }
    for (size_t i = 0; i < heads.count; i++)
        hot->at[i] = heads.at[i]->best;
    hot->count = heads.count;
    pep_array_free(&heads);
    pep_arena_free(&arena);
}
