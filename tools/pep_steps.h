/* pep_steps.h - what ran, a source line a row: its place, its text, and what happened there.
 *
 * Zero-initialise, set `in` to the function whose rows follow, add rows, print, free.  Rows that repeat stand once,
 * between pep_steps_repeat and pep_steps_end; that nests. */
#ifndef PEP_TOOLS_PEP_STEPS_H
#define PEP_TOOLS_PEP_STEPS_H
#include "base/buffer.h"
#include "tools/pep_print.h"
#include "tools/pep_session.h"
#include "tools/pep_source.h"
#include <jansson.h>

enum pep_step_kind { PEP_STEP_LINE, PEP_STEP_REPEAT, PEP_STEP_END };

struct pep_step {
    uint8_t kind;   /* enum pep_step_kind */
    uint32_t times; /* of a REPEAT */
    const struct pep_counted *function;
    struct pep_position position; /* whose text is shown */
    uint32_t first, last;         /* lines that the row is about */
    struct pep_buffer outcome;
};

struct pep_steps {
    PEP_ARRAY(struct pep_step);
    const struct pep_counted *in;
    bool named; /* a row says its function where that is another than in the row before */
};

/* The outcome of a position: that of the last row where it is the same line, else of a new one. */
struct pep_buffer *pep_steps_row(struct pep_steps *steps, struct pep_position position);
/* Appends a row, whatever the last one is. */
struct pep_step *pep_steps_add(struct pep_steps *steps, struct pep_position position);
void pep_steps_repeat(struct pep_steps *steps, uint32_t times);
void pep_steps_end(struct pep_steps *steps);
/* Prints `limit` rows at most; gives how many there are. */
size_t pep_steps_print(const struct pep_steps *steps, struct pep_sources *sources, size_t limit);
/* How an outcome looks: good where a branch held, bad where it did not. */
enum pep_style pep_steps_style(const char *outcome);
/* An array: rows, and for those that repeat an object {"times": N, "steps": [...]}. */
json_t *pep_steps_json(const struct pep_steps *steps, struct pep_sources *sources);
void pep_steps_free(struct pep_steps *steps);
#endif
