/* pep export - the call graph for KCachegrind, flame graphs, Graphviz, pprof; a profile for gcc and clang; coverage for
 * lcov; a page. */
#include "tools/pep_export.h"
#include "base/file.h"
#include "tools/pep_calls.h"
#include "tools/pep_print.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool knows_calls(const struct pep_export *x)
{
    return pep_graph_is_known(x->graph);
}

static bool knows_lines(const struct pep_export *x)
{
    bool ran = false;
    for (size_t i = 0; i < x->session->functions.count; i++) {
        const struct pep_counted *c = &x->session->functions.at[i];
        ran |= pep_counted_knows_edges(c) && (c->derived.entries || c->derived.flow);
    }
    return ran;
}

static void tell_no_lines(struct pep_session *s)
{
    pep_print_notes(pep_session_title(s), pep_session_is_calls(s)      ? "calls were counted, no lines"
                                          : pep_session_is_subpaths(s) ? "subpaths were counted, no lines"
                                                                       : "no function was seen to run");
}

static const struct format {
    const char *name;
    bool binary;
    bool (*is_known)(const struct pep_export *x); /* else tell_unknown says why not */
    void (*tell_unknown)(struct pep_session *s);
    void (*write)(struct pep_buffer *out, const struct pep_export *x);
} formats[] = {
    {"callgrind", false, knows_calls, pep_calls_tell_unknown, pep_export_callgrind},
    {"collapsed", false, knows_calls, pep_calls_tell_unknown, pep_export_collapsed},
    {"dot", false, knows_calls, pep_calls_tell_unknown, pep_export_dot},
    {"pprof", true, knows_calls, pep_calls_tell_unknown, pep_export_pprof},
    {"html", false, knows_lines, tell_no_lines, pep_export_html},
    {"gcc", true, knows_lines, tell_no_lines, pep_export_gcc},
    {"lcov", false, knows_lines, tell_no_lines, pep_export_lcov},
    {"llvm", false, knows_lines, tell_no_lines, pep_export_llvm},
};
enum { FORMATS = sizeof formats / sizeof *formats };
#define FORMS "callgrind, collapsed, dot, gcc, html, lcov, llvm or pprof"

static const struct format *find_format(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (name && !strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}

static int write_file(const struct format *format, const struct pep_export *x, const char *path)
{
    struct pep_buffer out = PEP_BUFFER_INIT;
    int code = PEP_TOOL_OK;
    format->write(&out, x);
    if (pep_file_write(path, pep_buffer_text(&out), out.count)) {
        fprintf(stderr, "pep: %s: %s\n", path, strerror(errno));
        code = PEP_TOOL_ERROR;
    }
    pep_buffer_free(&out);
    return code;
}

int pep_verb_export(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct pep_report report = {.sources = {.folders = &a->sources}};
    struct pep_session *session = &report.session;
    struct pep_graph graph = {0};
    const struct format *format = find_format(a->format);
    const char *path = a->output ? a->output : "-";
    int code = PEP_TOOL_ERROR;
    if (!a->format)
        return pep_verb_usage(verb, "name the form with --format: " FORMS);
    if (!format)
        return pep_verb_usage(verb, "--format wants " FORMS ", not '%s'", a->format);
    if (format->binary && !strcmp(path, "-") && isatty(1))
        return pep_verb_usage(verb, "%s is not for a terminal: name a file with -o", format->name);
    if (!pep_session_load(session, a->words, a->nwords)) {
        pep_session_functions(session, NULL);
        pep_graph_of(&graph, session);
        const struct pep_export x = {session, &report, &graph, a->threshold, a->top};
        if (format->is_known(&x))
            code = write_file(format, &x, path);
        else
            format->tell_unknown(session);
        pep_sources_tell(&report.sources, &session->profile);
        if (session->failed)
            code = PEP_TOOL_ERROR;
    }
    pep_graph_free(&graph);
    pep_report_free(&report);
    return code;
}
