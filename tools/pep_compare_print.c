/* pep compare - as people read it. */
#include "tools/pep_compare.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <string.h>

enum { ROWS = 40, NAMES = 5, WIDTH = 14 }; /* of one path; of functions in a line; of a figure's column */

static double share(long double part, long double whole)
{
    return whole > 0 ? (double)(part / whole) : 0;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* --- figures --- */

/* Does the figure have a column?  Those that are not of each function only where they can be told; of subpaths there
 * are no others. */
static bool has_column(const struct pep_compare *c, int figure)
{
    return (figure < PEP_FUNCTION_FIGURES && !pep_session_is_subpaths(&c->perfect->session)) ||
           c->spread[PEP_SPREAD_MEDIAN].at[figure] >= 0;
}

static int width(int figure)
{
    int name = (int)strlen(pep_figure_names[figure]);
    return name > WIDTH ? name : WIDTH;
}

/* Of the first `count` figures. */
static void print_names(const struct pep_compare *c, int count)
{
    fputs(pep_style(PEP_STYLE_HEAD), stdout);
    for (int k = 0; k < count; k++)
        if (has_column(c, k))
            printf("  %*s", width(k), pep_figure_names[k]);
}

static void print_figures(const struct pep_compare *c, const struct pep_figures *f, int count, const char *style)
{
    fputs("  ", stdout);
    for (int k = 0; k < count; k++)
        if (has_column(c, k))
            printf("%s%*s%s  ", style, width(k), pep_print_percent(f->at[k]), *style ? pep_style(PEP_STYLE_PLAIN) : "");
}

static void print_head(const struct pep_compare *c)
{
    const struct pep_session *s = &c->perfect->session;
    bool subpaths = pep_session_is_subpaths(s);
    printf("%s%s%s   %s, %s run%s, ", pep_style(PEP_STYLE_HEAD), c->perfect->path, pep_style(PEP_STYLE_PLAIN),
           pep_session_how(&c->perfect->session), pep_print_count(s->profile.runs), plural(s->profile.runs));
    if (subpaths)
        printf("%s blocks\n\n", pep_print_count(pep_subpaths_blocks(&s->profile.subpaths)));
    else
        printf("branch flow %s\n\n", pep_print_count(s->flow));
    print_names(c, PEP_FIGURES);
    printf("  %13s  estimate%s\n", subpaths ? "hot ones hit" : "hot paths hit", pep_style(PEP_STYLE_PLAIN));
}

static void print_estimates(const struct pep_compare *c)
{
    static const char *const names[] = {"median", "min", "max"};
    for (size_t i = 0; i < c->count; i++) {
        const struct pep_compare_file *e = &c->estimates[i];
        char hot[48] = "-";
        if (e->comparison.figures.at[PEP_FIGURE_PATH] >= 0)
            snprintf(hot, sizeof hot, "%zu of %zu", e->comparison.nhit, e->comparison.nhot);
        else if (e->comparison.figures.at[PEP_FIGURE_SUBPATH] >= 0)
            snprintf(hot, sizeof hot, "%zu of %zu", e->subpaths.nhit, e->subpaths.nhot);
        print_figures(c, &e->comparison.figures, PEP_FIGURES, c->count > 1 ? "" : pep_style(PEP_STYLE_HOT));
        printf("%13s  %s   %s%s, %s run%s%s\n", hot, e->path, pep_style(PEP_STYLE_DIM), pep_session_how(&e->session),
               pep_print_count(e->session.profile.runs), plural(e->session.profile.runs), pep_style(PEP_STYLE_PLAIN));
    }
    for (int which = 0; c->count > 1 && which <= PEP_SPREAD_MAX; which++) {
        print_figures(c, &c->spread[which], PEP_FIGURES, which == PEP_SPREAD_MEDIAN ? pep_style(PEP_STYLE_HOT) : "");
        printf("%13s  %s%s%s\n", "", pep_style(PEP_STYLE_HEAD), names[which], pep_style(PEP_STYLE_PLAIN));
    }
}

static void print_legend(const struct pep_compare *c)
{
    double threshold = 100 * c->arguments->threshold;
    printf("\n%s", pep_style(PEP_STYLE_DIM));
    if (has_column(c, PEP_FIGURE_PATH)) {
        printf("path accuracy   of the flow on hot paths - each above %.6g %% of the branch flow - the part on those\n",
               threshold);
        puts("                that are also among the estimate's hottest (Wall's weight matching)");
        puts("edge accuracy   how near the bias of each branch comes, weighted by how often it ran (relative overlap)");
        puts("edge absolute   how near each way's share of all branches comes (absolute overlap)");
    }
    if (has_column(c, PEP_FIGURE_FIELD))
        puts("field accuracy  how near each field's share of all accesses comes (overlap)");
    if (has_column(c, PEP_FIGURE_VALUE))
        puts("value accuracy  the same of each value at each argument and switch");
    if (has_column(c, PEP_FIGURE_CALL))
        puts("call accuracy   how near each call's share of all calls comes: who called whom from where (overlap)");
    if (has_column(c, PEP_FIGURE_ITERATION))
        puts(
            "iteration accuracy  how near the share of each sequence of paths comes, of those of one length (overlap)");
    if (has_column(c, PEP_FIGURE_SUBPATH)) {
        printf(
            "subpath accuracy  how near the shares of blocks come that ran in hot subpaths, above %.6g %% (overlap)\n",
            threshold);
    }
    fputs(pep_style(PEP_STYLE_PLAIN), stdout);
}

/* --- what does not fit --- */

/* Whether the profile that has it gives it any flow. */
static bool ran(const struct pep_compare_function *f)
{
    return f->flow[f->kind == PEP_COMPARE_EXTRA] > 0;
}

/* print_kind - a line for the functions of a kind, the hottest by name.  Those that did not run are told only where
 * they changed: else they are no loss. */
static void print_kind(const struct pep_compare_file *e, enum pep_compare_kind kind, const char *text)
{
    const struct pep_comparison *c = &e->comparison;
    struct pep_buffer names = PEP_BUFFER_INIT;
    bool extra = kind == PEP_COMPARE_EXTRA;
    size_t n = 0;
    for (size_t i = 0; i < c->hottest.count; i++) {
        const struct pep_compare_function *f = c->hottest.at[i];
        if (f->kind != kind || !(kind == PEP_COMPARE_CHANGED || ran(f)))
            continue;
        if (n++ < NAMES)
            pep_buffer_printf(&names, "%s%s", n > 1 ? ", " : "", f->name);
    }
    if (n)
        printf("%s%s%s: %zu function%s %s, with %s of %s flow: %s%s\n", pep_style(PEP_STYLE_NAME), e->path,
               pep_style(PEP_STYLE_PLAIN), n, plural(n), text,
               pep_print_percent(share(c->lost[kind], extra ? c->flow[PEP_COMPARE_ESTIMATE] : c->all)),
               extra ? "its own" : "the perfect profile's", pep_buffer_text(&names), n > NAMES ? ", ..." : "");
    pep_buffer_free(&names);
}

static bool fits(const struct pep_comparison *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        const struct pep_compare_function *f = &c->functions.at[i];
        if (f->kind == PEP_COMPARE_CHANGED || (f->kind != PEP_COMPARE_SAME && ran(f)))
            return false;
    }
    return !c->tied;
}

static void print_misfits(const struct pep_compare *c)
{
    bool any = false;
    for (size_t i = 0; i < c->count; i++) {
        const struct pep_compare_file *e = &c->estimates[i];
        if (fits(&e->comparison))
            continue;
        if (!any)
            putchar('\n');
        any = true;
        print_kind(e, PEP_COMPARE_CHANGED, "changed between the builds, left out");
        print_kind(e, PEP_COMPARE_SHAPE, "cut into other paths, left out of the path accuracy");
        print_kind(e, PEP_COMPARE_MISSING, "missing, taken as 0");
        print_kind(e, PEP_COMPARE_EXTRA, "not in the perfect profile");
        if (e->comparison.tied)
            printf("%s%s%s: %s path%s as hot as the last of its hottest, and left behind by name\n",
                   pep_style(PEP_STYLE_NAME), e->path, pep_style(PEP_STYLE_PLAIN), pep_print_count(e->comparison.tied),
                   e->comparison.tied == 1 ? " is" : "s are");
    }
}

/* --- functions --- */

static void print_functions(const struct pep_compare *c)
{
    const struct pep_comparison *of = &c->typical->comparison;
    size_t shown = 0, ran = 0;
    int width = 8;
    for (size_t i = 0; i < of->hottest.count; i++) {
        const struct pep_compare_function *f = of->hottest.at[i];
        if (f->kind == PEP_COMPARE_CHANGED || !(f->flow[0] > 0))
            continue;
        if (ran++ < c->arguments->top)
            width = pep_print_wide(width, f->name);
    }
    if (!ran)
        return;
    putchar('\n');
    print_names(c, PEP_FUNCTION_FIGURES);
    printf("  %9s  %-*s  where%s\n", "share", width, "function", pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < of->hottest.count && shown < c->arguments->top; i++) {
        const struct pep_compare_function *f = of->hottest.at[i];
        if (f->kind == PEP_COMPARE_CHANGED || !(f->flow[0] > 0))
            continue;
        const struct pep_counted *counted = pep_compare_counted(f);
        shown++;
        print_figures(c, &f->figures, PEP_FUNCTION_FIGURES, "");
        printf("%9s  %s%-*s%s  %s:%u\n", pep_print_percent(share(f->flow[0], of->flow[0])), pep_style(PEP_STYLE_NAME),
               pep_print_field(width, f->name), f->name, pep_style(PEP_STYLE_PLAIN),
               pep_counted_file(counted, f->graph->position.file), f->graph->position.line);
    }
    if (shown < ran)
        printf("%s%zu further function%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), ran - shown,
               plural(ran - shown), pep_style(PEP_STYLE_PLAIN));
}

/* --- paths --- */

static void print_path(struct pep_compare *c, const struct pep_compare_path *p)
{
    const struct pep_comparison *of = &c->typical->comparison;
    const struct pep_compare_function *f = &of->functions.at[p->function];
    const struct pep_derived_path path = {.number = p->number, .count = p->count[0], .nbranches = p->nbranches};
    printf("\n%spath %llu of %s%s   branches %u   flow %s%s%s   in the estimate %s%s%s\n", pep_style(PEP_STYLE_NAME),
           (unsigned long long)p->number, f->name, pep_style(PEP_STYLE_PLAIN), p->nbranches, pep_style(PEP_STYLE_HOT),
           pep_print_percent(share(p->flow[0], of->path_flow[0])), pep_style(PEP_STYLE_PLAIN), pep_style(PEP_STYLE_HOT),
           pep_print_percent(share(p->flow[1], of->path_flow[1])), pep_style(PEP_STYLE_PLAIN));
    pep_path_print(pep_compare_counted(f), &path, &c->sources, ROWS);
}

static bool has_paths(const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++)
        if (s->functions.at[i].derived.flow && s->functions.at[i].derived.paths.count)
            return true;
    return false;
}

static void print_paths(struct pep_compare *c)
{
    const struct pep_comparison *of = &c->typical->comparison;
    uint64_t top = c->arguments->top;
    if (!of->functions.count || pep_session_is_subpaths(&c->perfect->session))
        return;
    if (of->figures.at[PEP_FIGURE_PATH] < 0) {
        printf("\n%s%s%s\n", pep_style(PEP_STYLE_DIM),
               !has_paths(&c->perfect->session)   ? "the perfect profile counted edges, no paths"
               : !has_paths(&c->typical->session) ? "the estimate counted edges, no paths"
                                                  : "no path is hot",
               pep_style(PEP_STYLE_PLAIN));
        return;
    }
    if (!of->missed.count)
        printf("\n%sno hot path missed%s\n", pep_style(PEP_STYLE_HEAD), pep_style(PEP_STYLE_PLAIN));
    else
        printf("\n%s%zu of %zu hot paths missed%s, with %s of their flow\n", pep_style(PEP_STYLE_HEAD),
               of->missed.count, of->nhot, pep_style(PEP_STYLE_PLAIN),
               pep_print_percent(share(of->hot - of->hit, of->hot)));
    for (size_t i = 0; i < of->missed.count && i < top; i++)
        print_path(c, &of->paths.at[of->missed.at[i]]);
    if (of->wrong.count)
        printf("\n%s%zu path%s hot in the estimate only%s\n", pep_style(PEP_STYLE_HEAD), of->wrong.count,
               plural(of->wrong.count), pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < of->wrong.count && i < top; i++)
        print_path(c, &of->paths.at[of->wrong.at[i]]);
    if (of->missed.count > top || of->wrong.count > top)
        printf("\n%s--top=0 lists all of them%s\n", pep_style(PEP_STYLE_DIM), pep_style(PEP_STYLE_PLAIN));
}

void pep_compare_print(struct pep_compare *c)
{
    print_head(c);
    print_estimates(c);
    print_misfits(c);
    print_legend(c);
    if (c->count > 1)
        printf("\n%sin detail: %s, the middle one%s\n", pep_style(PEP_STYLE_HEAD), c->typical->path,
               pep_style(PEP_STYLE_PLAIN));
    print_functions(c);
    print_paths(c);
    pep_compare_subpaths_print(c);
}
