/* pep compare - subpaths: the true hottest, and what the estimate says of them (paper OSP, table 5). */
#include "base/map.h"
#include "tools/pep_compare.h"
#include "tools/pep_print.h"
#include <stdio.h>

/* names - of each place of a profile the function of the comparison that it is in, or UINT32_MAX. */
static uint32_t *names_of(const struct pep_comparison *c, const struct pep_session *s, int side)
{
    const struct pep_subpaths *subpaths = &s->profile.subpaths;
    uint32_t *names = pep_array_grow(NULL, 0, &(size_t){0}, subpaths->places.count + 1, sizeof *names);
    struct pep_map known = {0}; /* counts -> function of the comparison */
    for (size_t i = 0; i < c->inputs.count; i++) {
        const struct pep_counted *f = c->inputs.at[i].origin;
        uint8_t kind = c->functions.at[c->inputs.at[i].function].kind;
        if (c->inputs.at[i].side == side && kind != PEP_COMPARE_CHANGED)
            pep_map_put(&known, &f->counts, sizeof f->counts, c->inputs.at[i].function);
    }
    for (size_t i = 0; i < subpaths->places.count; i++) {
        const struct pep_place *p = &subpaths->places.at[i];
        const struct pep_counts *counts = pep_profile_find_function(&s->profile, p->unit, p->function);
        const uint64_t *at = counts ? pep_map_get(&known, &counts, sizeof counts) : NULL;
        bool there = at && p->block < c->functions.at[*at].graph->blocks.count;
        names[i] = there ? (uint32_t)*at : UINT32_MAX;
    }
    pep_map_free(&known);
    return names;
}

void pep_compare_subpaths(struct pep_compare_file *e, const struct pep_compare *c)
{
    const struct pep_session *sessions[2] = {&c->perfect->session, &e->session};
    const struct pep_subpaths *sides[2];
    const uint32_t *names[2];
    uint32_t *own[2];
    for (int side = 0; side < 2; side++) {
        sides[side] = &sessions[side]->profile.subpaths;
        names[side] = own[side] = names_of(&e->comparison, sessions[side], side);
    }
    pep_subpath_match(&e->subpaths, sides, names, c->arguments->threshold, c->arguments->samples,
                      c->arguments->sort == PEP_SORT_COUNT);
    e->comparison.figures.at[PEP_FIGURE_SUBPATH] = e->subpaths.accuracy;
    pep_array_release(own[0]);
    pep_array_release(own[1]);
}

/* --- what is listed: the true hottest, by rank --- */

static bool is_listed(const struct pep_compare *c, size_t i)
{
    const struct pep_subpath_match *m = &c->typical->subpaths;
    return i < m->matched.count && i < c->arguments->top && m->matched.at[i].rank[PEP_COMPARE_PERFECT];
}

static const struct pep_subpath *subpath_at(const struct pep_subpath_match *m, const struct pep_matched_subpath *x,
                                            int side)
{
    static const struct pep_subpath none;
    return x->at[side] == PEP_NO_SUBPATH ? &none : &m->side[side].at[x->at[side]];
}

static double error_of(const struct pep_subpath *perfect, const struct pep_subpath *estimate)
{
    double count = (double)perfect->estimate, error = (double)estimate->estimate - count;
    return (error < 0 ? -error : error) / count;
}

static double share_of(const struct pep_subpath_match *m, const struct pep_matched_subpath *x, int side)
{
    const struct pep_subpath *s = subpath_at(m, x, side);
    return m->whole[side] ? (double)s->estimate * x->turn / (double)m->whole[side] : 0;
}

/* The function and the line that it begins with: "scan sample.c:12". */
static void where_text(struct pep_buffer *out, const struct pep_compare *c, const struct pep_place *p)
{
    const struct pep_compare_function *f = &c->typical->comparison.functions.at[p->function];
    const struct pep_block *b = &f->graph->blocks.at[p->block];
    struct pep_position at = b->nlines ? b->lines[0] : b->position.line ? b->position : f->graph->position;
    pep_buffer_printf(out, "%s  %s:%u", f->name, pep_counted_file(pep_compare_counted(f), at.file), at.line);
}

static void begin_text(struct pep_buffer *out, const struct pep_compare *c, const struct pep_matched_subpath *x)
{
    const struct pep_subpaths *s = &c->typical->subpaths.side[PEP_COMPARE_PERFECT];
    uint32_t places[PEP_SUBPATH_LONGEST];
    pep_subpaths_expand(places, s, x->at[PEP_COMPARE_PERFECT]);
    where_text(out, c, &s->places.at[*places]);
}

static const char *rank_text(size_t rank)
{
    return rank ? pep_print_count(rank) : "-";
}

void pep_compare_subpaths_print(const struct pep_compare *c)
{
    const struct pep_subpath_match *m = &c->typical->subpaths;
    if (!is_listed(c, 0))
        return;
    printf("\n%s%6s  %8s  %15s  %15s  %9s  %11s  %6s  begins in%s\n", pep_style(PEP_STYLE_HEAD), "rank", "estimate",
           "freq", "estimated", "error", "samples", "blocks", pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; is_listed(c, i); i++) {
        const struct pep_matched_subpath *x = &m->matched.at[i];
        const struct pep_subpath *perfect = subpath_at(m, x, 0), *estimate = subpath_at(m, x, 1);
        struct pep_buffer where = PEP_BUFFER_INIT;
        begin_text(&where, c, x);
        printf("%6s  %8s  %15s  %15s  %9s  %11s  %6u  %s\n", rank_text(x->rank[0]), rank_text(x->rank[1]),
               pep_print_count(perfect->estimate), pep_print_count(estimate->estimate),
               pep_print_percent(error_of(perfect, estimate)), pep_print_count(estimate->samples), x->blocks, where.at);
        pep_buffer_free(&where);
    }
    if (m->nhot > c->arguments->top)
        printf("%s%s are hot; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), pep_print_count(m->nhot),
               pep_style(PEP_STYLE_PLAIN));
}

static json_t *subpath_json(const struct pep_compare *c, const struct pep_matched_subpath *x)
{
    const struct pep_subpath_match *m = &c->typical->subpaths;
    const struct pep_subpath *perfect = subpath_at(m, x, 0), *estimate = subpath_at(m, x, 1);
    struct pep_buffer where = PEP_BUFFER_INIT;
    json_t *object = json_object();
    double low, high;
    pep_subpaths_interval(&low, &high, estimate);
    begin_text(&where, c, x);
    json_object_set_new(object, "rank", pep_json_count(x->rank[0]));
    json_object_set_new(object, "estimated_rank", x->rank[1] ? pep_json_count(x->rank[1]) : json_null());
    json_object_set_new(object, "count", pep_json_count(perfect->estimate));
    json_object_set_new(object, "estimated_count", pep_json_count(estimate->estimate));
    json_object_set_new(object, "low", pep_json_count(pep_count_of(low)));
    json_object_set_new(object, "high", pep_json_count(pep_count_of(high)));
    json_object_set_new(object, "samples", pep_json_count(estimate->samples));
    json_object_set_new(object, "error", json_real(error_of(perfect, estimate)));
    json_object_set_new(object, "length", json_integer(x->blocks));
    json_object_set_new(object, "share", x->turn ? json_real(share_of(m, x, 0)) : json_null());
    json_object_set_new(object, "estimated_share", x->turn ? json_real(share_of(m, x, 1)) : json_null());
    json_object_set_new(object, "begins", pep_json_text(where.at));
    pep_buffer_free(&where);
    return object;
}

json_t *pep_compare_subpaths_json(const struct pep_compare *c)
{
    json_t *list = json_array();
    for (size_t i = 0; is_listed(c, i); i++)
        json_array_append_new(list, subpath_json(c, &c->typical->subpaths.matched.at[i]));
    return list;
}
