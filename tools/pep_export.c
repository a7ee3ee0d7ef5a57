/* pep export - the call graph for KCachegrind, flame graphs, Graphviz, pprof. */
#include "tools/pep_export.h"
#include "base/file.h"
#include "tools/pep_calls.h"
#include "tools/pep_print.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct format {
    const char *name;
    bool binary;
    void (*write)(struct pep_buffer *out, const struct pep_export *x);
} formats[] = {
    {"callgrind", false, pep_export_callgrind},
    {"collapsed", false, pep_export_collapsed},
    {"dot", false, pep_export_dot},
    {"pprof", true, pep_export_pprof},
};
enum { FORMATS = sizeof formats / sizeof *formats };

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
    struct pep_session session = {0};
    struct pep_graph graph = {0};
    const struct format *format = find_format(a->format);
    const char *path = a->output ? a->output : "-";
    int code = PEP_TOOL_ERROR;
    if (!a->format)
        return pep_verb_usage(verb, "name the form with --format: callgrind, collapsed, dot or pprof");
    if (!format)
        return pep_verb_usage(verb, "--format wants callgrind, collapsed, dot or pprof, not '%s'", a->format);
    if (format->binary && !strcmp(path, "-") && isatty(1))
        return pep_verb_usage(verb, "%s is not for a terminal: name a file with -o", format->name);
    if (!pep_session_load(&session, a->words, a->nwords)) {
        pep_session_functions(&session, NULL);
        pep_graph_of(&graph, &session);
        if (pep_graph_is_known(&graph))
            code = write_file(format, &(struct pep_export){&session, &graph, a->threshold}, path);
        else
            pep_calls_tell_unknown(&session);
        if (session.failed)
            code = PEP_TOOL_ERROR;
    }
    pep_graph_free(&graph);
    pep_session_free(&session);
    return code;
}
