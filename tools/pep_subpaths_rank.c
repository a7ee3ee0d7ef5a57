#include "base/map.h"
#include "tools/pep_subpaths.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* find_functions - of each place that its function's graph has. */
static void find_functions(struct pep_hot_subpaths *hot)
{
    const struct pep_session *s = hot->session;
    struct pep_map known = {0}; /* counts -> index in the session */
    for (size_t i = 0; i < s->functions.count; i++)
        pep_map_put(&known, &s->functions.at[i].counts, sizeof s->functions.at[i].counts, i);
    hot->counted = PEP_NEW_N(&hot->arena, const struct pep_counted *, hot->subpaths->places.count + 1);
    for (size_t i = 0; i < hot->subpaths->places.count; i++) {
        const struct pep_place *p = &hot->subpaths->places.at[i];
        const struct pep_counts *counts = pep_profile_find_function(&s->profile, p->unit, p->function);
        const uint64_t *at = counts ? pep_map_get(&known, &counts, sizeof counts) : NULL;
        const struct pep_counted *c = at ? &s->functions.at[*at] : NULL;
        if (c && c->derived.edges && p->block < c->match.function->blocks.count)
            hot->counted[i] = c;
    }
    pep_map_free(&known);
}

static bool is_known(const struct pep_hot_subpaths *hot, const uint32_t *places, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!hot->counted[places[i]])
            return false;
    return true;
}

static bool matches(const struct pep_hot_subpaths *hot, const uint32_t *places, uint32_t n, const char *glob)
{
    for (uint32_t i = 0; glob && i < n; i++)
        if ((!i || hot->counted[places[i]] != hot->counted[places[i - 1]]) &&
            !fnmatch(glob, hot->counted[places[i]]->counts->name, 0))
            return true;
    return !glob;
}

/* add - a subpath, where it is asked for.  What came once is not hot, however long it is. */
static void add(struct pep_hot_subpaths *hot, uint32_t at, const struct pep_arguments *a)
{
    const struct pep_subpath *s = &hot->subpaths->at[at];
    struct pep_hot_subpath h = {.at = at, .blocks = 1u << s->n};
    double hottest = (double)s->estimate * h.blocks / (double)hot->whole;
    uint32_t places[PEP_SUBPATH_LONGEST];
    if (s->estimate < 2 || h.blocks < a->shortest || h.blocks > a->longest || hottest < a->threshold)
        return;
    pep_subpaths_expand(places, hot->subpaths, at);
    h.period = pep_subpaths_period(places, h.blocks);
    h.covered = pep_count_multiply(s->estimate, h.period);
    h.covered = h.covered < hot->whole ? h.covered : hot->whole;
    if ((double)h.covered < a->threshold * (double)hot->whole)
        return;
    pep_subpaths_interval(&h.low, &h.high, s);
    if (!is_known(hot, places, h.blocks))
        hot->stale++;
    else if (!matches(hot, places, h.blocks, a->function))
        return;
    else if (s->samples < s->estimate && s->samples < a->samples)
        hot->rare++;
    else
        pep_array_push(hot, h);
}

static const struct pep_hot_subpaths *ranked;
static uint8_t ranked_by;

static int compare(uint64_t a, uint64_t b)
{
    return a > b ? -1 : a < b;
}

static int hotter(const void *left, const void *right)
{
    const struct pep_hot_subpath *a = left, *b = right;
    const struct pep_subpath *x = &ranked->subpaths->at[a->at], *y = &ranked->subpaths->at[b->at];
    int order = ranked_by == PEP_SORT_COUNT ? compare(x->estimate, y->estimate) : compare(a->covered, b->covered);
    if (!order)
        order = ranked_by == PEP_SORT_COUNT ? compare(a->covered, b->covered) : compare(x->samples, y->samples);
    return order ? order : a->at < b->at ? -1 : a->at > b->at;
}

static void sort(struct pep_hot_subpaths *hot, uint8_t by)
{
    ranked = hot;
    ranked_by = by;
    if (hot->count)
        qsort(hot->at, hot->count, sizeof *hot->at, hotter);
}

void pep_hot_subpaths_find(struct pep_hot_subpaths *hot, const struct pep_session *s, const struct pep_arguments *a)
{
    *hot = (struct pep_hot_subpaths){.session = s, .subpaths = &s->profile.subpaths, .arena = PEP_ARENA_INIT};
    hot->whole = pep_subpaths_blocks(hot->subpaths);
    find_functions(hot);
    for (uint32_t i = 0; i < hot->subpaths->count; i++)
        add(hot, i, a);
    sort(hot, a->sort);
    if (!a->all) {
        pep_hot_subpaths_group(hot, a->top);
        sort(hot, a->sort);
    } else if (hot->count > a->top) {
        hot->further = hot->count - (size_t)a->top;
        hot->count = (size_t)a->top;
    }
}

void pep_hot_subpaths_free(struct pep_hot_subpaths *hot)
{
    pep_array_free(hot);
    pep_arena_free(&hot->arena);
}
