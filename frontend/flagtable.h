/* flagtable.h - which compiler options take an operand, and which steps of a compilation need them. */
#ifndef PEP_FRONTEND_FLAGTABLE_H
#define PEP_FRONTEND_FLAGTABLE_H
#include "frontend/cmdline.h"

enum pep_flag_form {
    PEP_FLAG_ALONE,    /* the word is the option */
    PEP_FLAG_JOINED,   /* the operand follows in the word: -std=c99 */
    PEP_FLAG_SEPARATE, /* the operand is the next word: -include x.h */
    PEP_FLAG_EITHER,   /* one or the other: -Ix, -I x */
};

/* What else an option says: bits of struct pep_flag.effects. */
enum pep_flag_effect {
    PEP_EFFECT_VERBATIM = 1 << 0,     /* the command cannot be split */
    PEP_EFFECT_FREESTANDING = 1 << 1, /* not for a hosted program */
    PEP_EFFECT_NO_RUNTIME = 1 << 2,
    PEP_EFFECT_THREADS = 1 << 3,
    PEP_EFFECT_COLOUR = 1 << 4,
    PEP_EFFECT_SIDE = 1 << 5, /* writes files beside the object */
    PEP_EFFECT_DUMPBASE = 1 << 6,
    PEP_EFFECT_DEPEND = 1 << 7,    /* writes a dependency file */
    PEP_EFFECT_TARGET = 1 << 8,    /* names the target of dependencies */
    PEP_EFFECT_MACHINE = 1 << 9,   /* names the machine */
    PEP_EFFECT_CLANG = 1 << 10,    /* libclang has to know */
    PEP_EFFECT_SAVE = 1 << 11,     /* -save-temps */
    PEP_EFFECT_PREFIX = 1 << 13,   /* hides a part of paths */
    PEP_EFFECT_LINKER = 1 << 14,   /* names the linker */
    PEP_EFFECT_OWN_LIBS = 1 << 15, /* no runtime, unless the line names the C library itself */
    PEP_EFFECT_NO_CODE = 1 << 12,  /* makes neither object nor program, and cannot be split either */
};

struct pep_flag {
    const char *name;
    enum pep_flag_form form;
    enum pep_arg_role role;
    unsigned effects;
};

/* The row of a word, the longest name that fits, or NULL. */
const struct pep_flag *pep_flag_find(const char *word);
#endif
