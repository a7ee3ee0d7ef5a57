/* pep_export_html.c - the report as one page for a browser: hot functions, hot paths, and the lines of these functions
 * with their counts.  It has no script and asks for no other file; and it is XML too. */
#include "base/file.h"
#include "tools/pep_branch.h"
#include "tools/pep_export.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include "tools/pep_sampled.h"
#include "tools/pep_steps.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OPEN_PATHS = 3, OPEN_FUNCTIONS = 5 }; /* when the page comes up */
enum { AROUND = 3, FOLD = 16 };              /* lines that did not run, shown on either side of so many or more */

static const char sheet[] =
    ":root{--page:#fff;--text:#1d2228;--dim:#68717d;--line:#dfe3e8;--head:#f5f6f8;--bar:#e8590c;--name:#1864ab;"
    "--good:#2b8a3e;--bad:#c92a2a;--heat:232,89,12}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#16191d;--text:#dee2e6;--dim:#8a939d;--line:#2f353c;--head:#20252b;"
    "--bar:#fd7e14;--name:#74c0fc;--good:#69db7c;--bad:#ff8787;--heat:253,126,20}}\n"
    "body{margin:2em auto;max-width:84em;padding:0 1.5em;background:var(--page);color:var(--text);"
    "font:15px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5em;margin:0}h2{font-size:1.15em;margin:2em 0 .6em}p{margin:.2em 0}.dim{color:var(--dim)}\n"
    "a{color:var(--name);text-decoration:none}a:hover{text-decoration:underline}\n"
    "table{border-collapse:collapse}td,th{padding:.1em .7em;text-align:left;white-space:nowrap}\n"
    "th{font-weight:600;color:var(--dim);border-bottom:1px solid var(--line)}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    ".share{background:linear-gradient(90deg,rgba(var(--heat),.35) var(--s),transparent var(--s));min-width:6em}\n"
    "details{border:1px solid var(--line);border-radius:6px;margin:.6em 0;overflow-x:auto}\n"
    "details>p{padding:.4em .8em 0}\n"
    "summary{padding:.4em .8em;background:var(--head);cursor:pointer}summary>*{margin-right:1.2em}\n"
    "summary b{color:var(--name)}.hot{color:var(--bar);font-weight:600}\n"
    ".code{font:13px/1.45 ui-monospace,monospace;margin:.4em 0;width:100%}.code td:last-child{width:100%}\n"
    ".code .s{white-space:pre;tab-size:8}.good{color:var(--good)}.bad{color:var(--bad)}\n"
    ".way td{color:var(--dim);font-size:12px}\n";

struct page {
    struct pep_buffer *out;
    struct pep_report *r;
    bool sampled; /* what has no count may have run all the same */
};

static void add_escaped(struct pep_buffer *out, const char *text)
{
    json_t *clean = pep_json_text(text);
    for (const char *p = json_string_value(clean); *p; p++)
        switch (*p) {
        case '&': pep_buffer_adds(out, "&amp;"); break;
        case '<': pep_buffer_adds(out, "&lt;"); break;
        case '>': pep_buffer_adds(out, "&gt;"); break;
        case '"': pep_buffer_adds(out, "&quot;"); break;
        default: pep_buffer_addc(out, ((unsigned char)*p < ' ' && *p != '\t') || *p == 0x7f ? ' ' : *p);
        }
    json_decref(clean);
}

static void add_cell(struct pep_buffer *out, const char *class, const char *text)
{
    pep_buffer_printf(out, "<td class=\"%s\">", class);
    add_escaped(out, text);
    pep_buffer_adds(out, "</td>");
}

static void add_tag(struct pep_buffer *out, const char *tag, const char *text)
{
    pep_buffer_printf(out, "<%s>", tag);
    add_escaped(out, text);
    pep_buffer_printf(out, "</%.*s>", (int)strcspn(tag, " "), tag);
}

static const char *never(const struct page *p)
{
    return p->sampled ? "unseen" : "never";
}

/* begin_details - what can be opened and closed, up to its share of all. */
static void begin_details(struct page *p, const char *id, bool open, uint64_t flow)
{
    pep_buffer_printf(p->out, "<details%s%s><summary>", id, open ? " open=\"\"" : "");
    add_tag(p->out, "span class=\"hot\"", pep_print_share(flow, p->r->session.flow));
}

static void write_head(struct page *p)
{
    struct pep_session *s = &p->r->session;
    struct pep_buffer text = PEP_BUFFER_INIT;
    pep_buffer_adds(p->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
                            "<meta name=\"viewport\" content=\"width=device-width\"/>");
    add_tag(p->out, "title", pep_session_title(s));
    pep_buffer_printf(p->out, "\n<style>\n%s</style></head>\n<body>\n", sheet);
    add_tag(p->out, "h1", pep_session_title(s));
    pep_report_begin(&text, &s->profile);
    pep_buffer_adds(&text, "; ");
    pep_report_head(&text, p->r);
    add_tag(p->out, "p", text.at);
    const char *advice = pep_sampled_advice(&p->r->session);
    if (*advice)
        add_tag(p->out, "p class=\"dim\"", advice);
    pep_print_folder(s->folder.name, s->folder.length > 1 ? s->folder.length : 0);
    if (s->folder.length > 1) {
        pep_buffer_clear(&text);
        pep_buffer_printf(&text, "sources in %.*s", (int)s->folder.length - 1, s->folder.name);
        add_tag(p->out, "p class=\"dim\"", text.at);
    }
    pep_buffer_free(&text);
}

/* --- functions --- */

static void write_function_row(struct page *p, size_t i, uint64_t total)
{
    const struct pep_hot_function *f = &p->r->functions.at[i];
    uint64_t flow = p->r->session.flow;
    struct pep_buffer where = PEP_BUFFER_INIT;
    pep_buffer_printf(p->out, "<tr><td class=\"n share\" style=\"--s:%.1f%%\">", 100 * pep_share(f->flow, flow));
    add_escaped(p->out, pep_print_share(f->flow, flow));
    pep_buffer_adds(p->out, "</td>");
    add_cell(p->out, "n dim", pep_print_share(total, flow));
    add_cell(p->out, "n", pep_print_count(f->flow));
    add_cell(p->out, "n", f->entries || !p->sampled ? pep_print_count(f->entries) : "-");
    add_cell(p->out, "n", f->paths ? pep_print_count(f->paths) : "-");
    pep_buffer_printf(p->out, "<td><a href=\"#f%zu\">", i);
    add_escaped(p->out, f->hottest->counts->name);
    pep_buffer_adds(p->out, "</a></td>");
    add_cell(p->out, "dim", pep_report_where(&where, f));
    pep_buffer_adds(p->out, "</tr>\n");
    pep_buffer_free(&where);
}

static void write_functions(struct page *p, size_t shown)
{
    uint64_t total = 0;
    pep_buffer_adds(p->out,
                    "<h2>Hot functions</h2>\n<table>\n<tr><th class=\"n\">share</th><th class=\"n\">total</th><th "
                    "class=\"n\">branch flow</th>"
                    "<th class=\"n\">entries</th><th class=\"n\">paths</th><th>function</th><th>where</th></tr>\n");
    for (size_t i = 0; i < shown; i++) {
        total = pep_count_add(total, p->r->functions.at[i].flow);
        write_function_row(p, i, total);
    }
    pep_buffer_adds(p->out, "</table>\n");
    if (shown < p->r->functions.count)
        pep_buffer_printf(p->out, "<p class=\"dim\">%s further function%s</p>\n",
                          pep_print_count(p->r->functions.count - shown),
                          p->r->functions.count - shown == 1 ? "" : "s");
}

/* --- paths --- */

static const char *class_of(const char *outcome)
{
    enum pep_style style = pep_steps_style(outcome);
    return style == PEP_STYLE_GOOD ? "good" : style == PEP_STYLE_BAD ? "bad" : "dim";
}

static void write_step(struct page *p, json_t *step)
{
    const char *outcome = json_string_value(json_object_get(step, "outcome"));
    pep_buffer_adds(p->out, "<tr><td class=\"n dim\">");
    add_escaped(p->out, pep_file_base(json_string_value(json_object_get(step, "file"))));
    pep_buffer_printf(p->out, ":%lld</td>", (long long)json_integer_value(json_object_get(step, "line")));
    add_cell(p->out, class_of(outcome), outcome);
    add_cell(p->out, "s", json_string_value(json_object_get(step, "text")));
    pep_buffer_adds(p->out, "</tr>\n");
}

static void write_path(struct page *p, const struct pep_hot_path *h, bool open)
{
    json_t *steps = pep_path_steps(h->function, &h->path.number, 1, &p->r->sources), *step;
    size_t i;
    begin_details(p, "", open, h->path.flow);
    add_tag(p->out, "b", h->function->counts->name);
    pep_buffer_printf(p->out, "<span class=\"dim\">path %llu</span><span>%s times</span><span>%u branch%s</span>",
                      (unsigned long long)h->path.number, pep_print_count(h->path.count), h->path.nbranches,
                      h->path.nbranches == 1 ? "" : "es");
    if (*h->which)
        add_tag(p->out, "span class=\"dim\"", h->which);
    pep_buffer_adds(p->out, "</summary>\n<table class=\"code\">\n");
    json_array_foreach(steps, i, step) write_step(p, step);
    pep_buffer_adds(p->out, "</table></details>\n");
    json_decref(steps);
}

static void write_paths(struct page *p)
{
    if (!p->r->paths.count)
        return;
    pep_buffer_adds(p->out, "<h2>Hot paths</h2>\n");
    for (size_t i = 0; i < p->r->paths.count; i++)
        write_path(p, &p->r->paths.at[i], i < OPEN_PATHS);
}

/* --- lines --- */

/* The lines of a function while they are written. */
struct listing {
    struct page *p;
    const struct pep_source_file *source;
    struct pep_lines lines;
    uint64_t most; /* that a line ran */
};

static const struct pep_line *line_of(const struct listing *l, uint32_t number)
{
    static const struct pep_line none = {0};
    return number < l->lines.lines.count ? &l->lines.lines.at[number] : &none;
}

static void write_way(const char *count, const char *share, const char *text, void *data)
{
    struct pep_buffer *out = ((const struct listing *)data)->p->out;
    pep_buffer_adds(out, "<tr class=\"way\">");
    add_cell(out, "n", count);
    add_cell(out, "n", share);
    add_cell(out, "", "");
    add_cell(out, "s", text);
    pep_buffer_adds(out, "</tr>\n");
}

/* How opaque the colour of heat is behind a line. */
static double heat_of(const struct listing *l, uint64_t count)
{
    return 0.5 * sqrt(pep_share(count, l->most));
}

static void write_line(struct listing *l, uint32_t number)
{
    const struct pep_line *line = line_of(l, number);
    struct pep_buffer *out = l->p->out, copy = PEP_BUFFER_INIT;
    size_t n, length = 0;
    const struct pep_line_branch *branches = pep_lines_branches(&n, &l->lines, number);
    const char *text = pep_source_line(&length, l->source, number);
    bool silent = !line->has_code || (!line->count && l->p->sampled);
    pep_buffer_add(&copy, text ? text : "", length);
    if (line->count)
        pep_buffer_printf(out, "<tr style=\"background:rgba(var(--heat),%.2f)\">", heat_of(l, line->count));
    else
        pep_buffer_adds(out, line->has_code ? "<tr>" : "<tr class=\"dim\">");
    add_cell(out, silent || line->count ? "n" : "n bad",
             !line->has_code ? ""
             : silent        ? "?"
                             : pep_print_count(line->count));
    add_cell(out, "n", pep_branch_column(branches, n, never(l->p)));
    pep_buffer_printf(out, "<td class=\"n dim\">%u</td>", number);
    add_cell(out, "s", pep_buffer_text(&copy));
    pep_buffer_adds(out, "</tr>\n");
    pep_branch_ways(branches, n, length, never(l->p), write_way, l);
    pep_buffer_free(&copy);
}

/* Whether the line has nothing but what ends a function. */
static bool is_end(const struct listing *l, uint32_t number)
{
    size_t length;
    const char *text = pep_source_line(&length, l->source, number);
    return text && length && *text == '}';
}

/* The next line from here on that ran; or `end`. */
static uint32_t next_run(const struct listing *l, uint32_t number, uint32_t end)
{
    while (number < end && !line_of(l, number)->count)
        number++;
    return number;
}

static uint32_t write_some(struct listing *l, uint32_t number, uint32_t end)
{
    while (number < end)
        write_line(l, number++);
    return number;
}

/* write_lines - long stretches that did not run are folded. */
static void write_lines(struct listing *l, uint32_t number)
{
    uint32_t end = (uint32_t)l->lines.lines.count;
    end += is_end(l, end);
    while (number < end) {
        uint32_t next = next_run(l, number, end);
        if (next - number >= FOLD) {
            number = write_some(l, number, number + AROUND);
            pep_buffer_printf(l->p->out,
                              "<tr class=\"way\"><td></td><td></td><td class=\"n\">...</td><td>%u lines that %s"
                              "</td></tr>\n",
                              next - AROUND - number, l->p->sampled ? "were not seen to run" : "did not run");
            number = next - AROUND;
        }
        number = write_some(l, number, next + (next < end));
    }
}

static void write_listing(struct page *p, size_t i)
{
    const struct pep_hot_function *f = &p->r->functions.at[i];
    const struct pep_function *function = f->hottest->match.function;
    const struct pep_position *at = &function->position;
    struct listing l = {.p = p};
    char id[32];
    struct pep_buffer where = PEP_BUFFER_INIT;
    for (size_t k = 0; k < p->r->session.functions.count; k++) {
        const struct pep_counted *c = &p->r->session.functions.at[k];
        if (p->r->of[k] == f->number && c->derived.edges)
            pep_lines_add(&l.lines, c->match.function, &c->derived, c->match.function->position.file);
    }
    pep_lines_finish(&l.lines);
    for (size_t k = 0; k < l.lines.lines.count; k++)
        l.most = l.lines.lines.at[k].count > l.most ? l.lines.lines.at[k].count : l.most;
    l.source = pep_source_open(&p->r->sources, pep_counted_file(f->hottest, at->file), f->hottest->match.unit);
    snprintf(id, sizeof id, " id=\"f%zu\"", i);
    begin_details(p, id, i < OPEN_FUNCTIONS, f->flow);
    add_tag(p->out, "b", f->hottest->counts->name);
    add_tag(p->out, "span class=\"dim\"", pep_report_where(&where, f));
    pep_buffer_adds(p->out, "</summary>\n");
    if (function->reason)
        add_tag(p->out, "p class=\"dim\"", function->reason);
    pep_buffer_adds(p->out, "<table class=\"code\">\n<tr><th class=\"n\">count</th><th class=\"n\">branch</th>"
                            "<th class=\"n\">line</th><th></th></tr>\n");
    write_lines(&l, at->line);
    pep_buffer_adds(p->out, "</table></details>\n");
    pep_buffer_free(&where);
    pep_lines_free(&l.lines);
}

void pep_export_html(struct pep_buffer *out, const struct pep_export *x)
{
    struct page p = {out, x->report, pep_session_is_sampled(x->session)};
    pep_report_rank(x->report, x->top);
    size_t shown = x->report->functions.count < x->top ? x->report->functions.count : (size_t)x->top;
    write_head(&p);
    write_functions(&p, shown);
    write_paths(&p);
    pep_buffer_adds(out, "<h2>Lines</h2>\n");
    for (size_t i = 0; i < shown; i++)
        write_listing(&p, i);
    pep_buffer_adds(out, "</body>\n</html>\n");
}
