/* pep_export.h - what pep export writes for other programs: a file a form, the table in pep_export.c. */
#ifndef PEP_TOOLS_PEP_EXPORT_H
#define PEP_TOOLS_PEP_EXPORT_H
#include "base/buffer.h"
#include "tools/pep_graph.h"
#include "tools/pep_report.h"

struct pep_export {
    struct pep_session *session; /* the report's */
    struct pep_report *report;   /* html, not ranked yet; lcov: its sources */
    struct pep_graph *graph;
    double threshold; /* dot: the part of all calls below which an edge is left out */
    uint64_t top;     /* html: so many functions and paths */
};

/* Each appends the whole file. */
void pep_export_callgrind(struct pep_buffer *out, const struct pep_export *x);
void pep_export_collapsed(struct pep_buffer *out, const struct pep_export *x);
void pep_export_dot(struct pep_buffer *out, const struct pep_export *x);
void pep_export_html(struct pep_buffer *out, const struct pep_export *x);
void pep_export_pprof(struct pep_buffer *out, const struct pep_export *x);
void pep_export_gcc(struct pep_buffer *out, const struct pep_export *x);
void pep_export_llvm(struct pep_buffer *out, const struct pep_export *x);
void pep_export_lcov(struct pep_buffer *out, const struct pep_export *x);
#endif
