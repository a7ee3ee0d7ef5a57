/* symbols.h - the functions of binaries by their place in memory.
 *
 * A place is told as a binary and an offset: how many bytes the function lies behind the begin of the file in memory,
 * which is where byte 0 of the file is mapped, or would be.  A binary is read when it is first asked for: its table of
 * symbols; where it was stripped of that, that of its debug file (debugfile.h), or else that for the dynamic linker.  A
 * file that cannot be read has no symbols.
 *
 * A name is the symbol's as C has it - "qsort@@GLIBC_2.2.5" and "step.lto_priv.0" without what is behind -, of a local
 * symbol with the last component of its source file in front: "lobject.c:tostringbuff", or ":tostringbuff" where
 * optimisation of the whole program has lost that.  Where several units of the binary have a function of that name in
 * a file of that name, as x/mod.c and y/mod.c may, the hash of its unit follows the file, in 16 digits, which are 0
 * where it is not instrumented: "mod.c@00c4d15ea5e0f00d:work".  Of several symbols at one place one that is not local
 * is taken, then one that does not begin with an underscore, then the first by bytes.  A symbol without a size reaches
 * up to the next one, or to the end of what is loaded there.
 *
 * Names live in the set.  Zero-initialise, pep_symbols_free at the end. */
#ifndef PEP_PROFILE_SYMBOLS_H
#define PEP_PROFILE_SYMBOLS_H
#include "base/map.h"
#include <stdbool.h>

enum { PEP_SYMBOL_UNIT = 16 }; /* digits of a unit's hash */

struct pep_symbol {
    const char *name;
    uint64_t begin, end; /* offsets; end is behind the last byte */
    uint64_t unit;       /* of a local symbol: the hash of its unit, 0 where it is not instrumented */
    bool is_local;
    bool is_stub; /* of a function of a library */
    bool is_old;  /* a version that nothing is linked to any more, such as cfree where free stands */
};

/* Of one binary: by begin, no two alike. */
struct pep_symbol_table {
    PEP_ARRAY(struct pep_symbol);
    bool lacks_runtime; /* its units look for a runtime that was not linked */
};

struct pep_symbols {
    struct pep_map by_path; /* path -> index into tables */
    struct {
        PEP_ARRAY(struct pep_symbol_table);
    } tables;
    struct pep_arena arena;
};

/* The name of the function that has the offset, or NULL. */
const char *pep_symbols_find(struct pep_symbols *set, const char *path, uint64_t offset);
/* All functions of the binary; the table moves when another binary is read. */
const struct pep_symbol_table *pep_symbols_all(struct pep_symbols *set, const char *path);
/* True for an executable or a shared library whose units look for a runtime that was not linked: they count nothing. */
bool pep_symbols_lack_runtime(struct pep_symbols *set, const char *path);
void pep_symbols_free(struct pep_symbols *set);
#endif
