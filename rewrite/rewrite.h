/* rewrite.h - preprocessed text in, instrumented text out: the whole life of a unit but for the compilers.
 *
 * pep_rewrite lexes the text, has libclang parse it, and for each function goes control tree -> CFG -> numbers ->
 * plan -> edits.  It runs in a forked child (frontend/isolate.h): libclang can end the process on strange input, and
 * a broken contract of ours ends in abort(); either way the caller compiles the text as it was. */
#ifndef PEP_REWRITE_H
#define PEP_REWRITE_H
#include "base/buffer.h"
#include "base/options.h"
#include "cfgbuild/prior.h"

struct pep_rewrite_input {
    const char *text; /* output of `cc -E -CC`, NUL-terminated */
    size_t count;
    const char *name;               /* main source file as given to the compiler */
    const char *const *clang;       /* arguments for libclang that the user's command asks for: -std=..., -m32,
                                  --target=..., -fsigned-char, -fms-extensions, -fgnu89-inline; NULL-terminated */
    const char *const *prefix_maps; /* "OLD=NEW" of -ffile-prefix-map and -fdebug-prefix-map in the order of the
                                       command line, NULL-terminated; NULL for none */
    const struct pep_prior *prior;  /* edge counts of an earlier run, or NULL */
    const struct pep_options *options;
    bool marks;   /* of the functions that the prior knows the compiler is to learn how often their blocks ran */
    bool regions; /* pragmas of OpenMP or OpenACC mean something to the compiler */
    bool lasts;   /* as in struct pep_wanted */
};

struct pep_rewrite_result {
    struct pep_buffer text;   /* the instrumented text */
    struct pep_buffer marked; /* with marks, the text as mark.h has it; nothing where the prior knows no function */
    struct pep_buffer counts; /* then the prior's `most`, and a line for each such function: its name, the line of its
                                 first block there, and how often each block ran */
    struct pep_buffer notes;  /* lines "FUNCTION: reason" for each function left as it is; then lines that start with
                                 "unit: " for the file as a whole */
    struct pep_buffer stale;  /* functions that the prior knows with another graph, ", " between */
    uint32_t functions;       /* user functions met */
    uint32_t instrumented;    /* of them */
    bool odd;                 /* in some it shows less how statements are written, or what longjmp clobbers, which
                                  compilers may warn of; or libclang did, of what the input's arguments ask for */
};

/* Gives 0; or -1 where the file has to stay as it is, with the reason in notes.  Dumps go where the options say. */
int pep_rewrite(struct pep_rewrite_result *result, const struct pep_rewrite_input *input);
#endif
