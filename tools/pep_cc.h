/* pep_cc.h - what the parts of the wrapper share. */
#ifndef PEP_TOOLS_PEP_CC_H
#define PEP_TOOLS_PEP_CC_H
#include "cfgbuild/prior.h"
#include "frontend/cmdline.h"
#include "frontend/compiler.h"

#define PEP_CC_DRY_FOLDER "/tmp/pep-XXXXXX/" /* stands for the temporary folder in what -### prints */

struct pep_cc {
    struct pep_arena arena; /* of the process; nothing in it is freed one by one */
    struct pep_cmdline line;
    struct pep_compiler compiler;
    const char *machine;     /* architecture the code is for, where it is not this machine's; else NULL */
    struct pep_buffer prior; /* the profile of -fpep-use once it was read */
    const char *runtime;     /* archive of the runtime, or NULL where there is none for the machine */
};

/* --- pep_cc_command.c: the commands that are run --- */
enum pep_cc_step {
    PEP_CC_PREPROCESS, /* cc -E: `to` is the preprocessed text */
    PEP_CC_COMPILE,    /* cc -x cpp-output: `from` is the rewritten text, `to` the object */
    PEP_CC_MESSAGES,   /* one source as it is, for what the compiler says of it */
    PEP_CC_ALONE,      /* one source of several, compiled as if it were not instrumented at all */
};
/* Appends the command of one step for one source of the line; without -o where `to` is NULL. */
void pep_cc_step(struct pep_words *out, struct pep_cc *cc, enum pep_cc_step step, const struct pep_arg *input,
                 const char *from, const char *to);
/* Whether the compiler analyses sources (gcc's -fanalyzer): it tells of the source as it is, since it would take our
 * code for the user's.  With -save-temps nothing is compiled for its messages alone, and the new text is analysed. */
bool pep_cc_analyses(struct pep_cc *cc);
/* Whether the compiler is to name functions that could be pure, const or cold: none that counts could be. */
bool pep_cc_suggests(struct pep_cc *cc);
/* Whether the compiler knows comments of "//" when it compiles, but not when it preprocesses alone, and then warns of
 * what stands in them: clang in C90. */
bool pep_cc_misses_comments(struct pep_cc *cc);
/* Appends the line as it was given, with the runtime where it links a program that takes one. */
void pep_cc_verbatim(struct pep_words *out, struct pep_cc *cc);
/* Appends the line as a link: objects[i], where it is not NULL, stands in place of argument i. */
void pep_cc_link(struct pep_words *out, struct pep_cc *cc, const char *const *objects);
/* Finds the archive of the runtime beside this program: ../lib/pep/libpep_rt.a, for another machine
 * ../lib/pep/MACHINE/libpep_rt.a. */
void pep_cc_find_runtime(struct pep_cc *cc);

/* --- pep_cc_compile.c: one source through the pipeline --- */
enum pep_cc_end {
    PEP_CC_DONE,     /* the object is written, and what the compiler said is shown */
    PEP_CC_LEFT,     /* nothing was written or said: the source has to be compiled as it is */
    PEP_CC_REJECTED, /* the same, because the compiler took the rewritten text for wrong; or the user's, who knows */
};
enum pep_cc_end pep_cc_compile(struct pep_cc *cc, const struct pep_arg *input, const char *object);

/* --- pep_cc_prior.c: the profile of an earlier run --- */
/* Reads what -fpep-use has of a unit; false where that is nothing.  A profile that cannot be read is told once, and not
 * used.  pep_prior_free is the caller's. */
bool pep_cc_prior(struct pep_prior *prior, struct pep_cc *cc, const char *unit);
/* Says on request that the profile knows nothing of a source, or some of its functions (`names`) with another graph. */
void pep_cc_tell_stale(const struct pep_cc *cc, const char *source, bool known, const char *names);
/* Says of a program that was linked, and of which the prior profile knows no function, that it was of no use. */
void pep_cc_tell_foreign(const struct pep_cc *cc, const char *binary);

/* --- pep_cc_optimize.c: gcc optimises by that profile --- */
struct pep_rewrite_result;
/* Whether -fpep-optimize is to be followed here: with gcc, where it optimises, writes no files beside the object, and
 * neither is given a profile nor asked for one already. */
bool pep_cc_optimizes(struct pep_cc *cc);
/* Tells gcc how often the source's blocks ran, and appends to the command that compiles the rewritten text what makes
 * it heed that.  Nothing, where it cannot be told. */
void pep_cc_optimize(struct pep_words *command, struct pep_cc *cc, const struct pep_arg *input,
                     const struct pep_rewrite_result *result);

/* --- pep_cc_log.c: what is left out --- */
/* Says on request that a source, or with `notes` lines some of its functions, are not instrumented: on standard error
 * with -fpep-verbose, and as a line each in the file that PEP_LOG names. */
void pep_cc_log(const struct pep_cc *cc, const char *source, const char *notes);
#endif
