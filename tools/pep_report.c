/* pep report - hot functions and hot paths. */
#define _GNU_SOURCE
#include "tools/pep_report.h"
#include "tools/pep_calls.h"
#include "tools/pep_fields.h"
#include "tools/pep_follow.h"
#include "tools/pep_function.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include "tools/pep_sampled.h"
#include "tools/pep_subpaths.h"
#include "tools/pep_values.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 40 }; /* of one path */

void pep_report_begin(struct pep_buffer *out, const struct pep_profile *p)
{
    char when[64] = "";
    time_t seconds = (time_t)(p->first / 1000000000u);
    struct tm local;
    if (p->first && localtime_r(&seconds, &local))
        strftime(when, sizeof when, ", first begun %Y-%m-%d %H:%M", &local);
    pep_buffer_printf(out, "%s run%s%s", pep_print_count(p->runs), p->runs == 1 ? "" : "s", when);
}

void pep_report_print_title(struct pep_session *s)
{
    struct pep_buffer begin = PEP_BUFFER_INIT;
    pep_report_begin(&begin, &s->profile);
    printf("%s%s%s   %s\n", pep_style(PEP_STYLE_HEAD), pep_session_title(s), pep_style(PEP_STYLE_PLAIN), begin.at);
    pep_buffer_free(&begin);
    if (s->folder.length > 1)
        printf("sources in %.*s\n", (int)s->folder.length - 1, s->folder.name);
    pep_print_folder(s->folder.name, s->folder.length > 1 ? s->folder.length : 0);
}

void pep_report_head(struct pep_buffer *out, const struct pep_report *r)
{
    pep_buffer_printf(out, "%s of %s functions %s", pep_print_count(r->functions.count), pep_print_count(r->nfunctions),
                      pep_session_is_sampled(&r->session) ? "were seen" : "ran");
    if (r->npaths || !r->functions.count)
        pep_buffer_printf(out, ", on %s path%s", pep_print_count(r->npaths), r->npaths == 1 ? "" : "s");
    pep_buffer_printf(out, ", branch flow %s", pep_print_count(r->session.flow));
    pep_sampled_origin(out, &r->session);
}

/* end_head - the end of the line that tells how much there is. */
static void end_head(const struct pep_report *r, struct pep_buffer *line)
{
    printf("%s\n", pep_buffer_text(line));
    pep_buffer_free(line);
    pep_sampled_print_advice(&r->session);
}

static void print_head(struct pep_report *r)
{
    struct pep_buffer line = PEP_BUFFER_INIT;
    pep_report_print_title(&r->session);
    pep_report_head(&line, r);
    end_head(r, &line);
}

void pep_report_units(struct pep_buffer *out, const struct pep_hot_function *f)
{
    pep_buffer_printf(out, "in %s", pep_print_file(f->hottest->unit->name));
    if (f->copies > 1)
        pep_buffer_printf(out, " and %zu more unit%s", f->copies - 1, f->copies == 2 ? "" : "s");
}

const char *pep_report_where(struct pep_buffer *text, const struct pep_hot_function *f)
{
    const struct pep_position *at = &f->hottest->match.function->position;
    const char *file = pep_counted_file(f->hottest, at->file), *unit = f->hottest->unit->name;
    pep_buffer_clear(text);
    pep_buffer_printf(text, "%s:%u", pep_print_file(file), at->line);
    if (f->copies > 1 || strcmp(file, unit) != 0) {
        pep_buffer_adds(text, "  (");
        pep_report_units(text, f);
        pep_buffer_addc(text, ')');
    }
    if (f->copies == 1 && *f->hottest->which)
        pep_buffer_printf(text, "  (%s)", f->hottest->which);
    if (f->hottest->match.kind == PEP_MATCH_MOVED)
        pep_buffer_adds(text, "  (of another build)");
    return text->at;
}

/* print_reasons - why what was seen of a function's loops may be left to chance, or why it cost more than others. */
static void print_reasons(const struct pep_report *r, size_t shown)
{
    const char *before = "\n";
    for (size_t i = 0; i < shown; i++) {
        const struct pep_function *f = r->functions.at[i].hottest->match.function;
        if (!f->reason)
            continue;
        printf("%s%s%s: %s%s\n", before, pep_style(PEP_STYLE_DIM), f->name, f->reason, pep_style(PEP_STYLE_PLAIN));
        before = "";
    }
}

/* Prints at most `most` functions. */
static void print_functions(struct pep_report *r, size_t most)
{
    size_t shown = r->functions.count < most ? r->functions.count : most;
    int flow = 11, entries = 7, paths = 5, name = 8;
    struct pep_buffer text = PEP_BUFFER_INIT;
    if (!shown)
        return;
    for (size_t i = 0; i < shown; i++) {
        const struct pep_hot_function *f = &r->functions.at[i];
        flow = pep_print_wide(flow, pep_print_count(f->flow));
        entries = pep_print_wide(entries, pep_print_count(f->entries));
        paths = pep_print_wide(paths, pep_print_count(f->paths));
        name = pep_print_wide(name, f->hottest->counts->name);
    }
    printf("\n%s  share    total  %*s  %*s  %*s  %-*s  where%s\n", pep_style(PEP_STYLE_HEAD), flow, "branch flow",
           entries, "entries", paths, "paths", name, "function", pep_style(PEP_STYLE_PLAIN));
    uint64_t total = 0;
    for (size_t i = 0; i < shown; i++) {
        const struct pep_hot_function *f = &r->functions.at[i];
        total = pep_count_add(total, f->flow);
        printf("%s%7s%s  %7s  %*s  %*s  %*s  %s%-*s%s  %s\n", pep_style(PEP_STYLE_HOT),
               pep_print_share(f->flow, r->session.flow), pep_style(PEP_STYLE_PLAIN),
               pep_print_share(total, r->session.flow), flow, pep_print_count(f->flow), entries,
               f->entries || !pep_session_is_sampled(&r->session) ? pep_print_count(f->entries) : "-", paths,
               f->paths ? pep_print_count(f->paths) : "-", pep_style(PEP_STYLE_NAME),
               pep_print_field(name, f->hottest->counts->name), f->hottest->counts->name, pep_style(PEP_STYLE_PLAIN),
               pep_report_where(&text, f));
    }
    pep_buffer_free(&text);
    if (shown < r->functions.count)
        printf("%s%s further function%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM),
               pep_print_count(r->functions.count - shown), r->functions.count - shown == 1 ? "" : "s",
               pep_style(PEP_STYLE_PLAIN));
}

/* Prints as many of the hottest paths as the rows hold. */
static void print_paths(struct pep_report *r, size_t rows)
{
    enum { FEWEST = 5 }; /* rows: a blank one, the head, two lines, and one that tells of further ones */
    if (!r->npaths && r->functions.count)
        printf("\n%s%s%s\n", pep_style(PEP_STYLE_DIM),
               pep_session_is_calls(&r->session)
                   ? "calls were counted, no paths; 'pep calls' shows them"
                   : "edges were counted, no paths; 'pep edges FUNCTION' and 'pep annotate FILE' show them",
               pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < r->paths.count && rows >= FEWEST; i++) {
        const struct pep_hot_path *h = &r->paths.at[i];
        size_t room = rows - 3 < ROWS ? rows - 3 : ROWS;
        putchar('\n');
        pep_path_print_head(h->function, &h->path, r->session.flow, h->which);
        rows -= 2 + pep_path_print(h->function, &h->path, &r->sources, room);
    }
}

/* print_subpaths - that there are some: the report is about other things. */
static void print_subpaths(const struct pep_report *r)
{
    if (r->session.profile.subpaths.totals.count)
        printf("\n%ssubpaths were counted%s; 'pep subpaths' lists them%s\n", pep_style(PEP_STYLE_DIM),
               pep_session_is_subpaths(&r->session) ? ", no paths and edges" : " too", pep_style(PEP_STYLE_PLAIN));
}

/* Of a screen functions get no more than half. */
void pep_report_print(struct pep_report *r, uint64_t top, size_t rows)
{
    enum { FRAME = 7 }; /* rows that are no function's: four of the head, a blank one, the columns, the further ones */
    size_t most = top < r->functions.count ? (size_t)top : r->functions.count;
    if (rows != PEP_FOLLOW_WHOLE && most > (rows < 2 * FRAME ? 1 : rows / 2 - FRAME))
        most = rows < 2 * FRAME ? 1 : rows / 2 - FRAME;
    if (pep_session_is_subpaths(&r->session)) {
        pep_report_print_title(&r->session);
        pep_subpaths_print_head(&r->session.profile.subpaths);
    } else {
        print_head(r);
        print_functions(r, most);
        if (rows == PEP_FOLLOW_WHOLE)
            print_reasons(r, most);
        print_paths(r, rows > most + FRAME ? rows - most - FRAME : 0);
    }
    print_subpaths(r);
}

/* --- fields, values, calls --- */

static json_t *head_json(struct pep_report *r)
{
    json_t *root = json_object();
    json_object_set_new(root, "report", pep_json_text(pep_session_title(&r->session)));
    json_object_set_new(root, "how", pep_json_text(pep_session_how(&r->session)));
    json_object_set_new(root, "runs", pep_json_count(r->session.profile.runs));
    return root;
}

/* report_fields - gives false where no map lists any. */
static bool report_fields(struct pep_report *r, const struct pep_arguments *a)
{
    struct pep_field_counts counts = {0};
    struct pep_buffer line = PEP_BUFFER_INIT;
    pep_fields_of(&counts, &r->session);
    bool any = counts.structs.count;
    if (!any) {
        pep_print_notes(pep_session_title(&r->session),
                        "no accesses to fields are listed: built without -fpep=fields, or there are none");
    } else if (a->json) {
        json_t *root = head_json(r);
        pep_fields_json(root, &counts, a->top);
        pep_json_print(root);
    } else {
        pep_report_print_title(&r->session);
        pep_fields_print_head(&counts);
        pep_sampled_origin(&line, &r->session);
        end_head(r, &line);
        pep_fields_print(&counts, a->top);
    }
    pep_fields_free(&counts);
    return any;
}

/* report_values - the same. */
static bool report_values(struct pep_report *r, const struct pep_arguments *a)
{
    struct pep_site_counts counts = {0};
    pep_values_of(&counts, &r->session);
    bool any = counts.count;
    if (!any) {
        pep_print_notes(pep_session_title(&r->session),
                        "no values are recorded: built without -fpep=values, or there are none");
    } else if (a->json) {
        json_t *root = head_json(r);
        pep_values_json(root, &counts, a->top);
        pep_json_print(root);
    } else {
        pep_report_print_title(&r->session);
        pep_values_print_head(&counts);
        putchar('\n');
        pep_values_print(&counts, a->top);
    }
    pep_values_free(&counts);
    return any;
}

/* report_calls - the same. */
static json_t *calls_json(struct pep_report *r, const struct pep_arguments *a)
{
    struct pep_graph graph = {0};
    json_t *root = head_json(r);
    pep_graph_of(&graph, &r->session);
    pep_calls_json(root, &graph, a->function, a->top);
    pep_graph_free(&graph);
    return root;
}

static void print_calls(struct pep_report *r, const struct pep_arguments *a)
{
    struct pep_graph graph = {0};
    pep_graph_of(&graph, &r->session);
    pep_report_print_title(&r->session);
    pep_calls_print_head(&graph, &r->session);
    pep_calls_print(&graph, a->function, a->top);
    pep_graph_free(&graph);
}

static bool report_calls(struct pep_report *r, const struct pep_arguments *a)
{
    struct pep_graph graph = {0};
    pep_graph_of(&graph, &r->session);
    bool known = pep_graph_is_known(&graph), any = false;
    for (size_t i = 0; i < graph.hottest.count && !any; i++)
        any = pep_graph_edge_matches(&graph, graph.hottest.at[i], a->function);
    pep_graph_free(&graph);
    if (!known)
        pep_calls_tell_unknown(&r->session);
    else if (a->function && !any)
        pep_print_notes(a->function, "no function of that name calls or was called");
    else if (a->json)
        pep_json_print(calls_json(r, a));
    else
        print_calls(r, a);
    return known && (any || !a->function);
}

static json_t *function_json(const struct pep_report *r, const struct pep_hot_function *f)
{
    const struct pep_counted *c = f->hottest;
    json_t *object = pep_function_json(c);
    json_object_set_new(object, "units", pep_json_count(f->copies));
    json_object_set_new(object, "flow", pep_json_count(f->flow));
    json_object_set_new(object, "share", json_real(pep_share(f->flow, r->session.flow)));
    json_object_set_new(object, "entries", pep_json_count(f->entries));
    json_object_set_new(object, "paths", pep_json_count(f->paths));
    if (c->match.function->reason)
        json_object_set_new(object, "reason", pep_json_text(c->match.function->reason));
    return object;
}

json_t *pep_report_json(struct pep_report *r, uint64_t top)
{
    json_t *root = head_json(r), *functions = json_array(), *paths = json_array();
    for (size_t i = 0; i < r->functions.count && i < top; i++)
        json_array_append_new(functions, function_json(r, &r->functions.at[i]));
    for (size_t i = 0; i < r->paths.count; i++)
        json_array_append_new(
            paths, pep_path_json(r->paths.at[i].function, &r->paths.at[i].path, r->session.flow, &r->sources));
    json_object_set_new(root, "flow", pep_json_count(r->session.flow));
    json_object_set_new(root, "functions", functions);
    json_object_set_new(root, "paths", paths);
    if (r->session.profile.subpaths.totals.count)
        json_object_set_new(root, "subpaths", pep_subpaths_totals_json(&r->session.profile.subpaths));
    return root;
}

int pep_report_code(const struct pep_report *r)
{
    bool nothing = !r->tied && (r->session.functions.count || r->session.missing);
    return r->session.failed || nothing ? PEP_TOOL_ERROR : PEP_TOOL_OK;
}

void pep_report_free(struct pep_report *r)
{
    pep_array_free(&r->functions);
    pep_array_free(&r->paths);
    pep_array_release(r->of);
    pep_sources_free(&r->sources);
    pep_session_free(&r->session);
}

/* --- of a program that runs --- */

static uint64_t rank(void *data, const struct pep_arguments *a)
{
    struct pep_report *r = data;
    pep_session_functions(&r->session, a->function);
    pep_report_rank(r, a->top);
    return r->session.flow;
}

static void print(void *data, const struct pep_arguments *a, size_t rows)
{
    struct pep_report *r = data;
    if (pep_session_is_calls(&r->session))
        print_calls(r, a);
    else
        pep_report_print(r, a->top, rows);
}

static json_t *json(void *data, const struct pep_arguments *a)
{
    struct pep_report *r = data;
    return pep_session_is_calls(&r->session) ? calls_json(r, a) : pep_report_json(r, a->top);
}

static int code_of(void *data)
{
    return pep_report_code(data);
}

static int follow(const struct pep_arguments *a)
{
    struct pep_report r = {.sources = {.folders = &a->sources}};
    const struct pep_follow_view view = {&r, &r.session, "branch flow", "recent_flow", rank, print, json, code_of};
    int result = pep_follow(a, &view);
    pep_report_free(&r);
    return result;
}

int pep_verb_report(const struct pep_verb *verb, const struct pep_arguments *a)
{
    const char *first = a->fields ? "fields" : a->values ? "values" : "calls";
    if (a->fields + a->values + a->calls > 1)
        return pep_verb_usage(verb, "--%s does not go with --%s", first, a->calls ? "calls" : "values");
    if (a->follow && (a->fields || a->values || a->calls))
        return pep_verb_usage(verb, "--%s does not go with --follow", first);
    if (a->follow)
        return follow(a);
    if (a->interval > 0 || a->delta)
        return pep_verb_usage(verb, "--%s goes with --follow", a->delta ? "delta" : "interval");
    struct pep_report r = {.sources = {.folders = &a->sources}};
    int code = PEP_TOOL_ERROR;
    if (!pep_session_load(&r.session, a->words, a->nwords)) {
        pep_session_functions(&r.session, a->function);
        bool told = true, calls = a->calls || pep_session_is_calls(&r.session);
        bool none = a->function && !calls && !r.session.functions.count;
        if (calls && a->function) /* who calls those that match may be any other */
            pep_session_functions(&r.session, NULL);
        pep_report_rank(&r, a->top);
        if (none)
            pep_print_notes(a->function, "no instrumented function of that name");
        else if (a->fields)
            told = report_fields(&r, a);
        else if (a->values)
            told = report_values(&r, a);
        else if (calls)
            told = report_calls(&r, a);
        else if (a->json)
            pep_json_print(pep_report_json(&r, a->top));
        else
            pep_report_print(&r, a->top, PEP_FOLLOW_WHOLE);
        code = told && !none ? pep_report_code(&r) : PEP_TOOL_ERROR;
        pep_sources_tell(&r.sources, &r.session.profile);
    }
    pep_report_free(&r);
    return code;
}
