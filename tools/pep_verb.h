/* pep_verb.h - a verb of `pep`, the table of them, and the options they share.
 *
 * Every verb is one file pep_VERB.c with one function; pep.c holds the table.  An option means the same in every verb
 * that takes it, so there is one table of options too (pep_options.c), and a verb names the letters it takes.
 *
 * Exit codes: 0; 1 where a file could not be read or the answer is "no"; 2 where the command line was wrong. */
#ifndef PEP_TOOLS_PEP_VERB_H
#define PEP_TOOLS_PEP_VERB_H
#include "tools/pep_source.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PEP_TOOL_OK = 0, PEP_TOOL_ERROR = 1, PEP_TOOL_USAGE = 2 };

enum pep_colour { PEP_COLOUR_AUTO, PEP_COLOUR_ALWAYS, PEP_COLOUR_NEVER };

enum pep_sort { PEP_SORT_BLOCKS, PEP_SORT_COUNT };

/* The command line of a verb. */
struct pep_arguments {
    uint64_t top; /* -n, --top=N; UINT64_MAX for all */
    bool top_given;
    const char *function;              /* -f, --function=GLOB, or NULL */
    const char *output;                /* -o, --output=FILE, or NULL */
    struct pep_source_folders sources; /* -s, --source=DIR, each */
    const char *log;                   /* --log=FILE: what PEP_LOG named, or NULL */
    uint64_t path;                     /* -p, --path=N */
    bool path_given;
    bool json, text;    /* --json, --text */
    bool maps, no_maps; /* --maps, --no-maps */
    bool keep_going;    /* -k, --keep-going */
    const char *follow; /* --follow=PROCESS, or NULL */
    double interval;    /* --interval=SECONDS; 0 where it is not given */
    bool delta;         /* --delta */
    uint8_t colour;     /* --color=WHEN: enum pep_colour */
    double threshold;   /* --threshold=PART */
    bool threshold_given;
    bool fields;                /* --fields */
    bool values;                /* --values */
    bool calls;                 /* --calls */
    bool contexts;              /* --contexts */
    uint64_t depth;             /* --contexts=DEPTH; UINT64_MAX for all */
    const char *format;         /* --format=FORM, or NULL */
    uint8_t sort;               /* --sort=KEY: enum pep_sort */
    uint64_t shortest, longest; /* --lengths=FROM-TO */
    uint64_t samples;           /* --samples=N */
    bool all;                   /* -a, --all */
    uint64_t length;            /* -l, --length=N; 0 where not given */
    double bars[8];           /* --path-accuracy, --edge-accuracy, --edge-absolute, --field-accuracy, --value-accuracy,
                                 --call-accuracy, --subpath-accuracy, --iteration-accuracy, in the order of enum
                                 pep_figure: 0 .. 1; 0 where not given */
    const char *const *words; /* what is no option */
    size_t nwords;
};

struct pep_verb {
    const char *name;
    const char *operands; /* of the usage line: "[PROGRAM|PROFILE]..." */
    const char *summary;  /* one line, for the list of verbs */
    const char *letters;  /* of the options it takes */
    const char *text;     /* what it does, for `pep help VERB` */
    int (*run)(const struct pep_verb *verb, const struct pep_arguments *arguments);
};

int pep_verb_report(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_annotate(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_paths(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_iterations(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_subpaths(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_edges(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_calls(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_compare(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_merge(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_export(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_show(const struct pep_verb *verb, const struct pep_arguments *a);
int pep_verb_doctor(const struct pep_verb *verb, const struct pep_arguments *a);

/* Reads the words behind the verb.  Gives -1 where they are right, else the exit code to end with: 0 after --help, 2
 * after a message. */
int pep_arguments_parse(struct pep_arguments *a, const struct pep_verb *verb, int argc, char **argv);
/* Prints the usage line and the options of a verb. */
void pep_verb_help(const struct pep_verb *verb);
/* Prints "pep VERB: MESSAGE" and the way to the help; gives PEP_TOOL_USAGE. */
int pep_verb_usage(const struct pep_verb *verb, const char *message, ...) __attribute__((format(printf, 2, 3)));
#endif
