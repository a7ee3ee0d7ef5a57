/* pep compare - how well an estimated profile tells what a perfect one tells. */
#include "tools/pep_compare.h"
#include "base/file.h"
#include "profile/iterations.h"
#include "tools/pep_fields.h"
#include "tools/pep_graph.h"
#include "tools/pep_print.h"
#include "tools/pep_values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const pep_figure_names[PEP_FIGURES] = {"path accuracy",    "edge accuracy",     "edge absolute",
                                                   "field accuracy",   "value accuracy",    "call accuracy",
                                                   "subpath accuracy", "iteration accuracy"};

_Static_assert(sizeof((struct pep_arguments *)0)->bars / sizeof(double) == PEP_FIGURES, "each figure has its bar");

const struct pep_counted *pep_compare_counted(const struct pep_compare_function *f)
{
    return f->origin[PEP_COMPARE_PERFECT] ? f->origin[PEP_COMPARE_PERFECT] : f->origin[PEP_COMPARE_ESTIMATE];
}

/* load - read what one word names and derive its counts; gives -1 where there is nothing. */
static int load(struct pep_compare_file *file, const struct pep_arguments *a, size_t word)
{
    file->path = a->words[word];
    if (pep_session_load(&file->session, &a->words[word], 1))
        return -1;
    pep_session_functions(&file->session, a->function);
    return 0;
}

static void add(struct pep_comparison *c, enum pep_compare_side side, const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *f = &s->functions.at[i];
        if (f->derived.edges)
            pep_compare_add(c, side, f->unit->name, f->match.function, &f->derived, f);
    }
}

static bool has_subpaths(const struct pep_session *s)
{
    return s->profile.subpaths.totals.count;
}

static bool tells_nothing(const struct pep_session *s)
{
    return !s->flow && !pep_session_is_calls(s) && !has_subpaths(s);
}

/* Do functions of the two tell the same things? */
static bool are_alike(const struct pep_session *a, const struct pep_session *b)
{
    return !pep_session_is_calls(a) && !pep_session_is_calls(b) &&
           pep_session_is_subpaths(a) == pep_session_is_subpaths(b);
}

/* usable - whether the perfect profile has anything to compare with; what is odd about it is told. */
static bool usable(const struct pep_compare_file *perfect, const char *function)
{
    if (tells_nothing(&perfect->session) && function && !perfect->session.functions.count) {
        pep_print_notes(function, "no instrumented function of that name");
        return false;
    }
    if (tells_nothing(&perfect->session)) {
        pep_print_notes(perfect->path, "no branch ran: there is nothing to compare with");
        return false;
    }
    if (pep_session_is_sampled(&perfect->session))
        pep_print_notes(perfect->path, "was sampled itself: the figures tell how near the estimates come to it, not "
                                       "how true they are");
    return true;
}

static void weigh_fields(struct pep_weights *weights, const struct pep_session *s)
{
    struct pep_field_counts counts = {0};
    pep_fields_of(&counts, s);
    pep_fields_weigh(weights, &counts);
    pep_fields_free(&counts);
}

static void weigh_values(struct pep_weights *weights, const struct pep_session *s)
{
    struct pep_site_counts counts = {0};
    pep_values_of(&counts, s);
    pep_values_weigh(weights, &counts);
    pep_values_free(&counts);
}

static void weigh_calls(struct pep_weights *weights, const struct pep_session *s)
{
    struct pep_graph graph = {0};
    pep_graph_of(&graph, s);
    pep_calls_weigh(weights, &graph.calls);
    pep_graph_free(&graph);
}

/* overlap_of - of what is weighed, where both tell it; an estimate that tells nothing has nothing in common. */
static double overlap_of(void (*weigh)(struct pep_weights *weights, const struct pep_session *s),
                         const struct pep_session *perfect, const struct pep_session *estimate)
{
    struct pep_weights weights[2] = {0};
    double overlap = PEP_FIGURE_NONE;
    weigh(&weights[0], perfect);
    weigh(&weights[1], estimate);
    if (weights[0].count && (weights[1].count || tells_nothing(estimate)))
        overlap = pep_overlap(&weights[0], &weights[1]);
    pep_array_free(&weights[0]);
    pep_array_free(&weights[1]);
    return overlap;
}

/* The longest sequences that are told of some function of the session. */
static uint32_t longest(const struct pep_session *s)
{
    uint32_t k = 0;
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_match *match = &s->functions.at[i].match;
        k = s->functions.at[i].derived.edges && match->unit->map.k > k ? match->unit->map.k : k;
    }
    return k;
}

static void weigh_sequences(struct pep_weights *weights, const struct pep_session *s, uint32_t length)
{
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *f = &s->functions.at[i];
        if (f->derived.edges)
            pep_iterations_weigh(weights, pep_file_base(f->unit->name), f->counts, length);
    }
}

/* overlap_sequences - those of the length that is asked for, or the longest that both tell. */
static double overlap_sequences(const struct pep_compare *c, const struct pep_session *estimate)
{
    uint32_t k[] = {longest(&c->perfect->session), longest(estimate)}, length = k[0] < k[1] ? k[0] : k[1];
    struct pep_weights weights[2] = {0};
    double overlap = PEP_FIGURE_NONE;
    if (length > 1 && c->arguments->length)
        length = c->arguments->length < length ? (uint32_t)c->arguments->length : length;
    if (length > 1) {
        weigh_sequences(&weights[0], &c->perfect->session, length);
        weigh_sequences(&weights[1], estimate, length);
        overlap = pep_overlap(&weights[0], &weights[1]);
    }
    pep_array_free(&weights[0]);
    pep_array_free(&weights[1]);
    return overlap;
}

static void compare_all(struct pep_compare *c)
{
    for (size_t i = 0; i < c->count; i++) {
        struct pep_compare_file *e = &c->estimates[i];
        pep_print_progress("comparing estimate", i, c->count);
        if (tells_nothing(&e->session))
            pep_print_notes(e->path, "no branch ran: an estimate that tells nothing");
        if (are_alike(&c->perfect->session, &e->session)) {
            add(&e->comparison, PEP_COMPARE_PERFECT, &c->perfect->session);
            add(&e->comparison, PEP_COMPARE_ESTIMATE, &e->session);
        }
        pep_compare(&e->comparison, c->arguments->threshold);
        e->comparison.figures.at[PEP_FIGURE_FIELD] = overlap_of(weigh_fields, &c->perfect->session, &e->session);
        e->comparison.figures.at[PEP_FIGURE_VALUE] = overlap_of(weigh_values, &c->perfect->session, &e->session);
        e->comparison.figures.at[PEP_FIGURE_CALL] = overlap_of(weigh_calls, &c->perfect->session, &e->session);
        e->comparison.figures.at[PEP_FIGURE_ITERATION] = overlap_sequences(c, &e->session);
        e->comparison.figures.at[PEP_FIGURE_SUBPATH] = PEP_FIGURE_NONE;
        if (has_subpaths(&c->perfect->session) && has_subpaths(&e->session))
            pep_compare_subpaths(e, c);
    }
    pep_print_progress("", 0, 0);
}

/* --- of several --- */

static enum pep_figure decisive; /* what the estimates are ordered by */

static int by_figure(const void *left, const void *right)
{
    const struct pep_compare_file *a = *(const struct pep_compare_file *const *)left;
    const struct pep_compare_file *b = *(const struct pep_compare_file *const *)right;
    double x = a->comparison.figures.at[decisive], y = b->comparison.figures.at[decisive];
    if (x != y)
        return x < y ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* sum_up - median, least and greatest figures, and which estimate is the typical one. */
static void sum_up(struct pep_compare *c)
{
    struct {
        PEP_ARRAY(struct pep_figures);
    } figures = {0};
    struct {
        PEP_ARRAY(const struct pep_compare_file *);
    } order = {0};
    for (size_t i = 0; i < c->count; i++)
        pep_array_push(&figures, c->estimates[i].comparison.figures);
    for (int which = 0; which <= PEP_SPREAD_MAX; which++)
        c->spread[which] = pep_figures_of(figures.at, figures.count, (enum pep_spread)which);
    const double *median = c->spread[PEP_SPREAD_MEDIAN].at;
    decisive = median[PEP_FIGURE_PATH] >= 0   ? PEP_FIGURE_PATH
               : median[PEP_FIGURE_EDGE] >= 0 ? PEP_FIGURE_EDGE
               : median[PEP_FIGURE_CALL] >= 0 ? PEP_FIGURE_CALL
                                              : PEP_FIGURE_SUBPATH;
    for (size_t i = 0; i < c->count; i++)
        if (c->estimates[i].comparison.figures.at[decisive] >= 0)
            pep_array_push(&order, &c->estimates[i]);
    if (order.count)
        qsort(order.at, order.count, sizeof *order.at, by_figure);
    c->typical = order.count ? order.at[(order.count - 1) / 2] : &c->estimates[0];
    pep_array_free(&figures);
    pep_array_free(&order);
}

/* tell_unjudged - where a bar is set, what it does not hold for. */
static void tell_unjudged(const struct pep_compare *c)
{
    const double *bars = c->arguments->bars;
    for (size_t i = 0; i < c->count; i++) {
        const struct pep_comparison *of = &c->estimates[i].comparison;
        long double edges = of->lost[PEP_COMPARE_CHANGED], paths = edges + of->lost[PEP_COMPARE_SHAPE];
        long double lost = bars[PEP_FIGURE_PATH]                                ? paths
                           : bars[PEP_FIGURE_EDGE] || bars[PEP_FIGURE_ABSOLUTE] ? edges
                                                                                : 0;
        char line[120];
        if (!(lost > 0))
            continue;
        snprintf(line, sizeof line, "what was left out is judged by no bar: %s of the perfect profile's flow",
                 pep_print_percent((double)(lost / of->all)));
        pep_print_notes(c->estimates[i].path, line);
    }
}

/* judge - the exit code: whether the figures, of several estimates the medians, hold the bars that were set. */
static int judge(const struct pep_compare *c)
{
    char who[40], line[160];
    int code = PEP_TOOL_OK;
    snprintf(who, sizeof who, "median of %zu estimates", c->count);
    for (int k = 0; k < PEP_FIGURES; k++) {
        double figure = c->spread[PEP_SPREAD_MEDIAN].at[k], bar = c->arguments->bars[k];
        if (!bar || figure >= bar)
            continue;
        if (figure < 0)
            snprintf(line, sizeof line, "%s cannot be told, and should be %.6g %%", pep_figure_names[k], 100 * bar);
        else
            snprintf(line, sizeof line, "%s %.6g %% is below %.6g %%", pep_figure_names[k], 100 * figure, 100 * bar);
        pep_print_notes(c->count > 1 ? who : c->typical->path, line);
        code = PEP_TOOL_ERROR;
    }
    tell_unjudged(c);
    for (size_t i = 0; i < c->count; i++) {
        const struct pep_figures *f = &c->estimates[i].comparison.figures;
        if (f->at[PEP_FIGURE_PATH] >= 0 || f->at[PEP_FIGURE_EDGE] >= 0 || f->at[PEP_FIGURE_CALL] >= 0 ||
            f->at[PEP_FIGURE_SUBPATH] >= 0)
            continue;
        pep_print_notes(c->estimates[i].path, "nothing in it can be compared with the perfect profile");
        code = PEP_TOOL_ERROR;
    }
    return code;
}

int pep_verb_compare(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct {
        PEP_ARRAY(struct pep_compare_file);
    } files = {0};
    if (a->nwords < 2)
        return pep_verb_usage(verb, "name a perfect profile, and behind it the estimates");
    (void)pep_array_push_n(&files, a->nwords);
    struct pep_compare c = {.arguments = a,
                            .perfect = files.at,
                            .estimates = files.at + 1,
                            .count = a->nwords - 1,
                            .sources = {.folders = &a->sources}};
    size_t failed = 0, absent = 0;
    for (size_t i = 0; i < files.count; i++) {
        absent += load(&files.at[i], a, i) != 0;
        failed += files.at[i].session.failed;
    }
    int code = PEP_TOOL_ERROR;
    if (!absent && usable(c.perfect, a->function)) {
        compare_all(&c);
        sum_up(&c);
        if (a->json)
            pep_compare_json(&c);
        else
            pep_compare_print(&c);
        code = judge(&c);
    }
    for (size_t i = 0; i < files.count; i++) {
        pep_subpath_match_free(&files.at[i].subpaths);
        pep_comparison_free(&files.at[i].comparison);
        pep_session_free(&files.at[i].session);
    }
    pep_array_free(&files);
    pep_sources_tell(&c.sources, NULL);
    pep_sources_free(&c.sources);
    return failed ? PEP_TOOL_ERROR : code;
}
