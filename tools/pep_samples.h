/* pep_samples.h - what compilers that optimise by samples want to know of a session: of each function that ran how
 * often it was entered, how often its lines ran, counted from the line of its name, and where its calls through
 * pointers led.  Functions of one name are one, as they are to those compilers.
 *
 * Zero-initialise, pep_samples_of, read, pep_samples_free.  The session and the graph have to stay. */
#ifndef PEP_TOOLS_PEP_SAMPLES_H
#define PEP_TOOLS_PEP_SAMPLES_H
#include "tools/pep_export.h"

/* In the order in which they come: the entry of each function, then its lines, each with its targets behind it. */
enum pep_sample_kind { PEP_SAMPLE_ENTRY, PEP_SAMPLE_LINE, PEP_SAMPLE_TARGET };

struct pep_sample {
    const char *function;
    uint8_t kind;       /* enum pep_sample_kind */
    uint32_t line;      /* 0 is that of the function's name; 16 bits */
    uint32_t part;      /* of a line in several blocks: which one, see profile/parts.h */
    bool is_whole;      /* it stands for the line where parts are not told apart */
    const char *target; /* of PEP_SAMPLE_TARGET: what is called; else NULL */
    uint64_t count;     /* an estimate, where the profile is of samples */
};

struct pep_samples {
    PEP_ARRAY(struct pep_sample);
};

/* Leaves out what never ran, since another run may. */
void pep_samples_of(struct pep_samples *s, const struct pep_export *x);
/* The index behind the last sample of the function that the one at `first` is of, and the sum over its lines. */
size_t pep_samples_function(const struct pep_samples *s, size_t first, uint64_t *all);
void pep_samples_free(struct pep_samples *s);
#endif
