/* cmdline.h - the command line of a C compiler, as gcc and clang read it.
 *
 * pep_cmdline_read sorts every word by the steps that need it, so that a compilation can be split into preprocessing,
 * compiling the rewritten text, and linking.  Words that are not known belong to every step.  What cannot be split
 * with certainty is not split: `verbatim` then holds the reason, and the command runs as it was given.
 *
 * -fpep flags are taken out of the line and read into `options`, after those of PEP_FLAGS.  Strings live in the arena
 * or in argv. */
#ifndef PEP_FRONTEND_CMDLINE_H
#define PEP_FRONTEND_CMDLINE_H
#include "base/options.h"
#include "frontend/words.h"

enum pep_arg_role {
    PEP_ARG_COMMON,     /* all steps: -O2, -std=, -fPIC, -W..., -g, and whatever is not known */
    PEP_ARG_PREPROCESS, /* -I -D -include -Wp, ... */
    PEP_ARG_READ,       /* -finput-charset=: whatever reads the source first */
    PEP_ARG_DEPEND,     /* -MD -MMD -MP -MT -MQ: preprocessing, and never given twice */
    PEP_ARG_COMPILE,    /* the compiler proper and the assembler: -Wa, -fdump- -save-temps */
    PEP_ARG_LINK,       /* -shared -L -Wl, ... */
    PEP_ARG_LIBRARY,    /* what the linker reads, in its place: objects, archives, -lfoo */
    PEP_ARG_INPUT,      /* a source file */
    PEP_ARG_OUTPUT,     /* -o */
    PEP_ARG_MODE,       /* -c -S */
    PEP_ARG_LANGUAGE,   /* -x */
};

enum pep_language {
    PEP_LANGUAGE_C,
    PEP_LANGUAGE_PREPROCESSED, /* C that went through the preprocessor: .i */
    PEP_LANGUAGE_OTHER,        /* C++, assembler, headers, ...: not for us */
    PEP_LANGUAGE_LINKER,       /* none: the linker's */
};

struct pep_arg {
    const char *word, *second; /* second: the operand where it is a word of its own, or NULL */
    const char *value;         /* the operand wherever it stands, or NULL; of inputs the file */
    enum pep_arg_role role;
    enum pep_language language; /* of an input */
    const char *stated;         /* the language that -x gave to an input, or NULL */
    bool side;                  /* has files written beside the object, or read: notes, dumps, profiles */
};

enum pep_mode {
    PEP_MODE_LINK,     /* to an executable or library */
    PEP_MODE_OBJECT,   /* -c */
    PEP_MODE_ASSEMBLY, /* -S */
};

struct pep_cmdline {
    struct pep_options options;
    struct pep_words original; /* the line without the compiler and without -fpep flags; @FILE not expanded where it
                                  holds none of ours */
    struct {
        PEP_ARRAY(struct pep_arg);
    } args;
    enum pep_mode mode;
    const char *output;     /* of -o, or NULL */
    const char *depend;     /* of -MF, or NULL */
    const char *verbatim;   /* why the line cannot be split, or NULL */
    const char *plain;      /* why nothing should be instrumented: a probe, freestanding code; or NULL */
    const char *machine;    /* architecture named by -m32, --target=... where one is, else NULL */
    const char *save_temps; /* the word, or NULL */
    size_t sources;         /* inputs in C, preprocessed or not */
    size_t libraries;       /* inputs of the linker, -lfoo among them */
    size_t headers;         /* which are precompiled, and linked to nothing */
    size_t inputs;          /* all inputs, those three among them */
    bool probe;             /* one of the programs that configure, CMake or meson try the compiler with */
    bool no_code;           /* makes neither object nor program: -E, -M, -fsyntax-only, --version, headers alone, ... */
    bool preprocesses;      /* -E */
    bool dry;               /* -### */
    bool writes_depend;     /* -MD or -MMD */
    bool wp_depend;         /* -Wp,-MD or -Wp,-MMD */
    bool wp_more;           /* and more behind its file: -Wp,-MD,FILE,-MT,TARGET */
    bool target_given;      /* -MT or -MQ */
    bool threads;           /* -pthread, -fopenmp */
    bool no_runtime;        /* a link that takes no libraries of ours: -r, -nostdlib, ... */
    bool own_libs;          /* -nodefaultlibs */
    bool odd_linker;        /* it has to be told what to take of the runtime */
    bool colour_given;      /* some option on colours */
    bool side_outputs;      /* files beside the object: coverage notes, dumps, stack usage, split debug information */
    bool dumpbase_given;    /* -dumpbase, -dumpdir */
};

/* Reads argv (without argv[0]) and, before it, the flags in pep_flags (NULL for none).  Gives 0, or -1 with a message
 * about a wrong -fpep flag in error. */
int pep_cmdline_read(struct pep_cmdline *line, struct pep_arena *arena, const char *const *argv, const char *pep_flags,
                     struct pep_buffer *error);

/* What ends in .c or .i, without -x, is C++ after all. */
void pep_cmdline_cplusplus(struct pep_cmdline *line);
/* Appends the words of an argument. */
void pep_cmdline_push(struct pep_words *out, const struct pep_arg *arg);
/* The object (or with -S assembly) file that the compiler would write for a source. */
const char *pep_cmdline_object(struct pep_arena *arena, const struct pep_cmdline *line, const struct pep_arg *input);
/* Appends the options that libclang has to know to read the text alike. */
void pep_cmdline_clang(struct pep_words *out, struct pep_arena *arena, const struct pep_cmdline *line);
/* Appends the "OLD=NEW" of the options that hide parts of paths. */
void pep_cmdline_prefix_maps(struct pep_words *out, const struct pep_cmdline *line);
/* A path without the suffix of its last component: "d/x.tab.c" -> "d/x.tab". */
const char *pep_cmdline_stem(struct pep_arena *arena, const char *path);
#endif
