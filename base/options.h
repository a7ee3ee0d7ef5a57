/* options.h - what the -fpep- flags say: one structure, one table of flags.
 *
 * Flags come from the command line and, before them, from PEP_FLAGS (split at blanks; quotes and backslash as in a
 * shell).  pep_options_parse takes one word; every word that starts with "-fpep", "-Wpep-" or "-Wno-pep-" is
 * ours, none other is. */
#ifndef PEP_BASE_OPTIONS_H
#define PEP_BASE_OPTIONS_H
#include "base/buffer.h"
#include <stdbool.h>
#include <stdint.h>

/* Which functions get a duplicate: as it is best by their size and what is known of them; every one that can; those
 * where a check at the end of a path does not say as much; of these, those where an earlier run spent its time; none
 * (paper Arnold-Ryder, section 3). */
enum pep_duplicate {
    PEP_DUPLICATE_COMBINED,
    PEP_DUPLICATE_FULL,
    PEP_DUPLICATE_PARTIAL,
    PEP_DUPLICATE_HOT,
    PEP_DUPLICATE_NONE
};
/* A check looks at the tick, or counts down. */
enum pep_trigger { PEP_TRIGGERED_BY_TIMER, PEP_TRIGGERED_BY_COUNTER };
enum pep_checks { PEP_CHECKS_ALL, PEP_CHECKS_ENTRIES, PEP_CHECKS_BACKEDGES, PEP_CHECKS_EVERY };
enum pep_check { PEP_CHECK_AUTO, PEP_CHECK_PORTABLE, PEP_CHECK_X86_64 };

enum { PEP_CONTEXT_MAX = 255 };
/* The longest sequences of paths that duplicated code can tell: a bit a region (rewrite/duplicate.h). */
enum { PEP_BURST_PATHS = 32 };

struct pep_options {
    uint8_t event;     /* -fpep=paths|edges|calls|kpaths|subpaths: enum pep_event, by default PEP_EVENT_PATHS */
    bool calls;        /* -fpep=...,calls: the static map lists call sites, and targets of pointers are recorded;
                              on by default */
    bool fields;       /* -fpep=...,fields: the static map lists the accesses to members of structs and unions */
    bool values;       /* -fpep=...,values: what values arguments and operands of switches have */
    uint8_t how;       /* -fpep-how=exhaustive|sampled|duplicated: enum pep_how, PEP_HOW_SAMPLED by default */
    bool how_given;    /* else the wrapper takes exhaustive for k-paths, duplicated for subpaths and by a prior */
    uint64_t k;        /* -fpep-k=N: of k-paths, the longest sequences that are counted */
    uint8_t duplicate; /* -fpep-duplicate=combined|full|partial|hot|none: enum pep_duplicate */
    bool duplicate_given;
    uint8_t trigger; /* -fpep-trigger=timer|counter: enum pep_trigger, of duplicated code; subpaths always count */
    bool trigger_given;
    uint8_t checks;       /* -fpep-checks=all|every|entries|backedges: enum pep_checks, of duplicated code */
    uint8_t check;        /* -fpep-check=auto|portable|x86-64: enum pep_check, what points and counters look like */
    bool hooked;          /* settled by the wrapper: the compiler calls something where functions begin */
    bool guarded;         /* settled by the wrapper: calls through pointers are checked (-fsanitize=cfi, kcfi) */
    bool odd_registers;   /* settled by wrapper and rewriter: there may be more vector registers than usual, or fewer */
    uint8_t truncation;   /* -fpep-truncate=backedge|header: enum pep_truncation */
    uint8_t update;       /* -fpep-update=single|thread|atomic: enum pep_update */
    bool update_given;    /* else the wrapper takes thread where -pthread is on the command line, single elsewhere */
    uint64_t context;     /* -fpep-context=K: a sample takes so many callers, PEP_CONTEXT_MAX at most; 0: none */
    uint64_t array_limit; /* -fpep-array-limit=N: a function with more paths is counted in a hash table */
    uint64_t path_limit;  /* -fpep-path-limit=N: further edges are cut above it */
    bool collapse;        /* -fpep-no-collapse turns it off: local counters for innermost loops */
    bool derive;          /* -fpep-no-derive turns it off: no counter where callers' counts give it */
    bool spans;           /* -fpep-no-spans turns it off: of k-paths, several paths are counted at a time */
    const char *use;      /* -fpep-use=FILE: the merged profile of an earlier run, or NULL */
    const char *profile;  /* -fpep-profile=NAME: of the profile, where PEP_PROFILE gives none; or NULL */
    bool hints;           /* -fpep-no-hints turns it off: the compiler is told what that profile says of branches */
    bool optimize;        /* -fpep-optimize: the compiler optimises by that profile, as by one of its own */
    bool stale;           /* -Wpep-stale: says of which functions it does not know the graph */
    const char *compiler; /* -fpep-cc=COMPILER, or NULL */
    const char *dump;     /* -fpep-dump=LETTERS: t tokens, c CFG, n numbers, p plan, e edits; or NULL */
    const char *dump_file; /* -fpep-dump-file=FILE; standard error by default */
    bool keep;             /* -fpep-keep: temporary files stay, and their folder is told */
    bool force;            /* -fpep-force: instrument freestanding code and configure's probes too */
    bool verbose;          /* -fpep-verbose: says what is left out, as `pep doctor` would */
    bool help;             /* -fpep-help: print the flags and do nothing else */
};

void pep_options_init(struct pep_options *o);
/* Takes one word.  Gives 1 where it was ours, 0 where it is not, -1 where it is one of ours but wrong: then
 * error says what, and names the near flags.  Strings are kept by pointer. */
int pep_options_parse(struct pep_options *o, const char *word, struct pep_buffer *error);
/* Appends the help text: a line a flag. */
void pep_options_help(struct pep_buffer *out);
#endif
