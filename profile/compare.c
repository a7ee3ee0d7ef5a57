#include "profile/compare.h"
#include <stdlib.h>
#include <string.h>

void pep_compare_add(struct pep_comparison *c, enum pep_compare_side side, const char *unit,
                     const struct pep_function *graph, const struct pep_derived *derived, const void *origin)
{
    pep_array_push(&c->inputs,
                   (struct pep_compare_input){
                       .unit = unit, .graph = graph, .derived = derived, .origin = origin, .side = (uint8_t)side});
}

/* --- counts --- */

static uint64_t *new_edges(const struct pep_function *f)
{
    uint64_t *edges = pep_array_grow(NULL, 0, &(size_t){0}, f->edges.count + 1, sizeof *edges);
    pep_array_zero(edges, (f->edges.count + 1) * sizeof *edges);
    return edges;
}

/* How often the branch at the end of a block ran: its ways together, so that their shares of it make 1. */
static long double branch_ran(const struct pep_block *b, const uint64_t *edges)
{
    long double sum = 0;
    for (uint32_t i = 0; i < b->nout; i++)
        sum += edges[b->out[i]];
    return sum;
}

static long double flow_of(const struct pep_function *f, const uint64_t *edges)
{
    long double flow = 0;
    for (size_t b = 0; b < f->blocks.count; b++) {
        if (f->blocks.at[b].nout > 1)
            flow += branch_ran(&f->blocks.at[b], edges);
    }
    return flow;
}

/* sum_edges - the counts of each function in each profile, and how often its branches ran. */
static void sum_edges(struct pep_comparison *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        struct pep_compare_function *f = &c->functions.at[i];
        for (int side = 0; side < 2 && f->kind != PEP_COMPARE_CHANGED; side++)
            f->edges[side] = new_edges(f->graph);
    }
    for (size_t i = 0; i < c->inputs.count; i++) {
        const struct pep_compare_input *in = &c->inputs.at[i];
        struct pep_compare_function *f = &c->functions.at[in->function];
        uint64_t *sums = f->edges[in->side];
        if (!sums) /* the graphs differ: nothing to add up edge by edge */
            f->flow[in->side] += flow_of(in->graph, in->derived->edges);
        for (size_t e = 0; sums && e < f->graph->edges.count; e++)
            sums[e] = pep_count_add(sums[e], in->derived->edges[e]);
    }
    for (size_t i = 0; i < c->functions.count; i++) {
        struct pep_compare_function *f = &c->functions.at[i];
        for (int side = 0; side < 2; side++) {
            if (f->edges[side])
                f->flow[side] = flow_of(f->graph, f->edges[side]);
            if (f->kind != PEP_COMPARE_CHANGED)
                c->flow[side] += f->flow[side];
        }
        c->all += f->flow[PEP_COMPARE_PERFECT];
        c->nkind[f->kind]++;
        c->lost[f->kind] += f->flow[f->kind == PEP_COMPARE_EXTRA];
    }
}

static int by_number(const void *left, const void *right)
{
    const struct pep_compare_path *a = left, *b = right;
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static bool has_comparable_paths(const struct pep_compare_function *f)
{
    return f->kind != PEP_COMPARE_CHANGED && f->kind != PEP_COMPARE_SHAPE;
}

/* sum_paths - each path that ran in either profile, once. */
static void sum_paths(struct pep_comparison *c)
{
    for (size_t i = 0; i < c->inputs.count; i++) {
        const struct pep_compare_input *in = &c->inputs.at[i];
        if (!has_comparable_paths(&c->functions.at[in->function]))
            continue;
        for (size_t k = 0; k < in->derived->paths.count; k++) {
            const struct pep_derived_path *d = &in->derived->paths.at[k];
            struct pep_compare_path p = {.function = in->function, .number = d->number, .nbranches = d->nbranches};
            p.count[in->side] = d->count;
            pep_array_push(&c->paths, p);
        }
    }
    if (c->paths.count)
        qsort(c->paths.at, c->paths.count, sizeof *c->paths.at, by_number);
    size_t n = 0;
    for (size_t i = 0; i < c->paths.count; i++) {
        struct pep_compare_path *p = &c->paths.at[i], *last = n ? &c->paths.at[n - 1] : NULL;
        if (!last || by_number(last, p)) {
            c->paths.at[n++] = *p;
            continue;
        }
        for (int side = 0; side < 2; side++)
            last->count[side] = pep_count_add(last->count[side], p->count[side]);
    }
    c->paths.count = n;
    for (size_t i = 0; i < n; i++) {
        struct pep_compare_path *p = &c->paths.at[i];
        for (int side = 0; side < 2; side++) {
            p->flow[side] = (long double)p->count[side] * p->nbranches; /* F(p) = freq(p) x b: section 6.3 */
            c->path_flow[side] += p->flow[side];
        }
    }
}

/* --- paths: section 6.3 --- */

/* A path with what it is ranked by. */
struct ranked {
    long double flow;
    uint64_t count;
    const struct pep_compare_function *function;
    struct pep_compare_path *path;
};
struct ranking {
    PEP_ARRAY(struct ranked);
};

static int by_name(const struct pep_compare_function *a, const struct pep_compare_function *b)
{
    int order = strcmp(a->unit, b->unit);
    if (!order)
        order = strcmp(a->name, b->name);
    return order ? order : (a->graph->cfg_hash > b->graph->cfg_hash) - (a->graph->cfg_hash < b->graph->cfg_hash);
}

static int hotter(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->flow != b->flow)
        return a->flow < b->flow ? 1 : -1;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    int order = by_name(a->function, b->function);
    return order ? order : by_number(a->path, b->path);
}

/* rank - the paths that have flow in one of the profiles, hottest first. */
static void rank(struct ranking *r, struct pep_comparison *c, enum pep_compare_side side)
{
    for (size_t i = 0; i < c->paths.count; i++) {
        struct pep_compare_path *p = &c->paths.at[i];
        if (p->flow[side] > 0)
            pep_array_push(r, (struct ranked){p->flow[side], p->count[side], &c->functions.at[p->function], p});
    }
    if (r->count)
        qsort(r->at, r->count, sizeof *r->at, hotter);
}

/* match_weights - Wall's scheme: H_actual is what is above the threshold, H_estimated the |H_actual| hottest of the
 * estimate.  Leaves hot and taken of each path, and the flows of H_actual and of what both have. */
static void match_weights(struct pep_comparison *c, double threshold)
{
    struct ranking actual = {0}, estimated = {0};
    rank(&actual, c, PEP_COMPARE_PERFECT);
    rank(&estimated, c, PEP_COMPARE_ESTIMATE);
    for (size_t i = 0; i < actual.count; i++) {
        struct pep_compare_path *p = actual.at[i].path;
        /* "A path is hot if its flow is above 0.125% of total program flow": the quotient rounds as the bound did, so
         * that what is just at the bound is not above it */
        p->hot = (double)p->flow[0] / (double)c->path_flow[0] > threshold;
        c->nhot += p->hot;
    }
    c->ntaken = estimated.count < c->nhot ? estimated.count : c->nhot;
    for (size_t i = 0; i < estimated.count; i++) {
        struct pep_compare_path *p = estimated.at[i].path;
        p->taken = i < c->ntaken;
        if (p->taken && !p->hot)
            pep_array_push(&c->wrong, (size_t)(p - c->paths.at));
        if (c->ntaken && !p->taken)
            c->tied += p->flow[1] == estimated.at[c->ntaken - 1].path->flow[1];
    }
    for (size_t i = 0; i < actual.count; i++) {
        struct pep_compare_path *p = actual.at[i].path;
        struct pep_compare_function *f = &c->functions.at[p->function];
        if (!p->hot)
            continue;
        f->hot += p->flow[0];
        c->hot += p->flow[0];
        if (p->taken) {
            f->hit += p->flow[0];
            c->hit += p->flow[0];
            c->nhit++;
        } else {
            pep_array_push(&c->missed, (size_t)(p - c->paths.at));
        }
    }
    pep_array_free(&actual);
    pep_array_free(&estimated);
}

/* --- edges: section 6.4 --- */

/* overlap_branch - one that ran in the perfect profile: its accuracy, and the lesser shares of its ways. */
static void overlap_branch(struct pep_compare_function *f, const struct pep_comparison *c, const struct pep_block *b,
                           long double ran, long double estimated)
{
    long double apart = 0;
    for (uint32_t i = 0; i < b->nout; i++) {
        long double actual_count = f->edges[0][b->out[i]], estimated_count = f->edges[1][b->out[i]];
        long double share = actual_count / c->flow[0];
        f->share += share;
        if (estimated > 0) {
            long double estimated_share = estimated_count / c->flow[1];
            long double difference = actual_count / ran - estimated_count / estimated;
            f->common += share < estimated_share ? share : estimated_share;
            apart += difference < 0 ? -difference : difference;
        }
    }
    if (estimated > 0)
        f->agreed += ran * (1 - apart / 2);
}

/* overlap - relative and absolute overlap, of each function and of all. */
static void overlap(struct pep_comparison *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        struct pep_compare_function *f = &c->functions.at[i];
        for (size_t k = 0; f->kind != PEP_COMPARE_CHANGED && k < f->graph->blocks.count; k++) {
            const struct pep_block *b = &f->graph->blocks.at[k];
            long double ran = b->nout > 1 ? branch_ran(b, f->edges[0]) : 0;
            if (ran > 0)
                overlap_branch(f, c, b, ran, branch_ran(b, f->edges[1]));
        }
        c->agreed += f->agreed;
        c->share += f->share;
        c->common += f->common;
    }
}

/* --- figures --- */

static double figure(long double part, long double whole)
{
    if (!(whole > 0))
        return PEP_FIGURE_NONE;
    return part <= 0 ? 0 : part >= whole ? 1 : (double)(part / whole);
}

/* leave_none - the figures that somebody else has to know. */
static void leave_none(struct pep_figures *f)
{
    for (int k = PEP_FUNCTION_FIGURES; k < PEP_FIGURES; k++)
        f->at[k] = PEP_FIGURE_NONE;
}

static int hotter_function(const void *left, const void *right)
{
    const struct pep_compare_function *a = *(const struct pep_compare_function *const *)left;
    const struct pep_compare_function *b = *(const struct pep_compare_function *const *)right;
    for (int side = 0; side < 2; side++) {
        if (a->flow[side] != b->flow[side])
            return a->flow[side] < b->flow[side] ? 1 : -1;
    }
    return by_name(a, b);
}

/* tell_figures - of each function and of the program. */
static void tell_figures(struct pep_comparison *c)
{
    /* an estimate that counted edges says nothing of paths */
    bool paths = c->path_flow[PEP_COMPARE_ESTIMATE] > 0 || !(c->flow[PEP_COMPARE_ESTIMATE] > 0);
    for (size_t i = 0; i < c->functions.count; i++) {
        struct pep_compare_function *f = &c->functions.at[i];
        f->figures.at[PEP_FIGURE_PATH] = figure(f->hit, paths ? f->hot : 0);
        f->figures.at[PEP_FIGURE_EDGE] = figure(f->agreed, f->kind == PEP_COMPARE_CHANGED ? 0 : f->flow[0]);
        f->figures.at[PEP_FIGURE_ABSOLUTE] = figure(f->common, f->share);
        leave_none(&f->figures);
        pep_array_push(&c->hottest, f);
    }
    if (c->hottest.count)
        qsort(c->hottest.at, c->hottest.count, sizeof *c->hottest.at, hotter_function);
    c->figures.at[PEP_FIGURE_PATH] = figure(c->hit, paths ? c->hot : 0);
    c->figures.at[PEP_FIGURE_EDGE] = figure(c->agreed, c->flow[0]);
    c->figures.at[PEP_FIGURE_ABSOLUTE] = figure(c->common, c->share);
    leave_none(&c->figures);
}

void pep_compare(struct pep_comparison *c, double threshold)
{
    pep_compare_pair(c);
    sum_edges(c);
    sum_paths(c);
    match_weights(c, threshold);
    overlap(c);
    tell_figures(c);
}

static int by_value(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

struct pep_figures pep_figures_of(const struct pep_figures *figures, size_t n, enum pep_spread which)
{
    struct pep_figures result;
    struct {
        PEP_ARRAY(double);
    } told = {0};
    for (int k = 0; k < PEP_FIGURES; k++) {
        told.count = 0;
        for (size_t i = 0; i < n; i++) {
            if (figures[i].at[k] >= 0)
                pep_array_push(&told, figures[i].at[k]);
        }
        if (told.count)
            qsort(told.at, told.count, sizeof *told.at, by_value);
        size_t low = which == PEP_SPREAD_MIN ? 0 : which == PEP_SPREAD_MAX ? told.count - 1 : (told.count - 1) / 2;
        size_t high = which == PEP_SPREAD_MEDIAN ? told.count / 2 : low;
        result.at[k] = told.count ? (told.at[low] + told.at[high]) / 2 : PEP_FIGURE_NONE;
    }
    pep_array_free(&told);
    return result;
}

void pep_comparison_free(struct pep_comparison *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        pep_array_release(c->functions.at[i].edges[0]);
        pep_array_release(c->functions.at[i].edges[1]);
    }
    pep_array_free(&c->inputs);
    pep_array_free(&c->functions);
    pep_array_free(&c->hottest);
    pep_array_free(&c->paths);
    pep_array_free(&c->missed);
    pep_array_free(&c->wrong);
    *c = (struct pep_comparison){0};
}
