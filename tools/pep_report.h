/* pep_report.h - the report: functions and paths by their heat, printed once or again and again.
 *
 * Fill the session (pep_session.h), pep_report_rank, print; after another look at a running program rank again. */
#ifndef PEP_TOOLS_PEP_REPORT_H
#define PEP_TOOLS_PEP_REPORT_H
#include "base/buffer.h"
#include "tools/pep_session.h"
#include "tools/pep_source.h"
#include <jansson.h>

/* A function, to be ranked among all.  One of a header has a copy in each unit that uses it: they are added up, if the
 * text and the graph are the same. */
struct pep_hot_function {
    const struct pep_counted *hottest; /* of the copies */
    uint64_t flow, entries;
    size_t paths; /* that ran, in any copy */
    size_t copies;
    size_t number; /* which function it is before they are ranked */
    bool ran;
};

/* The same of a path; of copies that number alike. */
struct pep_hot_path {
    const struct pep_counted *function; /* one of the copies */
    struct pep_derived_path path;
    size_t of;         /* the number of the function that it is of */
    const char *which; /* copy it is of (pep_session.h), or "in u.c" where macros made several in one place; or "" */
};

struct pep_report {
    struct pep_session session;
    struct pep_sources sources;
    struct {
        PEP_ARRAY(struct pep_hot_function); /* those that ran, hottest first */
    } functions;
    struct {
        PEP_ARRAY(struct pep_hot_path); /* the hottest `top` */
    } paths;
    size_t *of;        /* the number of the function that each of the session's is a copy of */
    size_t nfunctions; /* those that did not run too, each once */
    size_t npaths;     /* of all functions */
    size_t tied;       /* functions, each copy, whose counts apply to a map at hand */
};

/* Prints the first line: what was profiled, how many runs, and when. */
void pep_report_print_title(struct pep_session *s);
/* Appends how many runs, and when the first one began. */
void pep_report_begin(struct pep_buffer *out, const struct pep_profile *p);
/* Appends how much ran, and what that is known from. */
void pep_report_head(struct pep_buffer *out, const struct pep_report *r);
/* Appends the unit that a function stands in; of copies that with the most flow, and how many more there are. */
void pep_report_units(struct pep_buffer *out, const struct pep_hot_function *f);
/* The place of a function, and what else there is to know of it, in `text`. */
const char *pep_report_where(struct pep_buffer *text, const struct pep_hot_function *f);
/* Orders what the session counted; what was ranked before is forgotten. */
void pep_report_rank(struct pep_report *r, uint64_t top);
/* Prints as much as `rows` rows of a screen hold (PEP_FOLLOW_WHOLE: all), the hottest first. */
void pep_report_print(struct pep_report *r, uint64_t top, size_t rows);
json_t *pep_report_json(struct pep_report *r, uint64_t top);
/* What the verb ends with: PEP_TOOL_ERROR where a file could not be read, or no count applied to any map. */
int pep_report_code(const struct pep_report *r);
void pep_report_free(struct pep_report *r);
#endif
