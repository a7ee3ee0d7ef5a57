/* compiler.h - the compiler behind: which it is, and that it is not ourselves. */
#ifndef PEP_FRONTEND_COMPILER_H
#define PEP_FRONTEND_COMPILER_H
#include "frontend/words.h"

enum pep_compiler_kind {
    PEP_COMPILER_UNKNOWN, /* not asked yet */
    PEP_COMPILER_GCC,
    PEP_COMPILER_CLANG,
    PEP_COMPILER_OTHER, /* neither: it gets every command as it is */
};

struct pep_compiler {
    struct pep_words words; /* what to run: "gcc", "ccache gcc", "clang --target=aarch64-linux-gnu" */
    const char *name;       /* the word that names the compiler itself, not its launcher */
    const char *machine;    /* named by the words: "aarch64" of "aarch64-linux-gnu-gcc", "m32" of "gcc -m32"; or NULL */
    struct pep_words clang; /* what libclang has to know of it: "--target=aarch64-linux-gnu" */
    bool cplusplus;         /* it compiles C++, whatever a file ends in: "g++", "clang++-19" */
    enum pep_compiler_kind kind;
};

/* The compiler that this program was started in place of, by a link of that name, as "aarch64-linux-gnu-gcc"; NULL
 * where it was started by a name of its own. */
const char *pep_compiler_stands_for(const char *started);
/* Becomes the compiler of that name where another one of us is at work already, and what it started looks for compilers
 * in PATH itself, as launchers do; returns elsewhere. */
void pep_compiler_pass_on(const char *stands_for, const char *const *argv);
/* Takes the compiler of -fpep-cc (`option`), else of PEP_CC, else the one that it stands for, else the first of gcc,
 * clang and cc that PATH has; in place of a C++ compiler, that of PEP_CXX, else the first of g++, clang++ and c++.  A
 * folder of PATH where one of these names leads back to this program is passed over.  Ends the process with
 * PEP_EXIT_COMPILER where there is none, or not the one that it stands for; with PEP_EXIT_USAGE where the one that is
 * named is this program. */
void pep_compiler_find(struct pep_compiler *compiler, struct pep_arena *arena, const char *option,
                       const char *stands_for, bool cplusplus);
/* Whether a compiler of that name, or path, is one of C++. */
bool pep_compiler_is_cplusplus(const char *name);
/* Tells gcc from clang: by name, else by what --version prints.  Asked once. */
enum pep_compiler_kind pep_compiler_kind(struct pep_compiler *compiler);
/* The machine of "aarch64-linux-gnu": its first part; "arm-gnueabihf" where there are several ABIs, and all of it where
 * that is no Linux with the usual C library. */
const char *pep_compiler_machine(struct pep_arena *arena, const char *triple);
/* The architecture this program was built for, as compilers name it: "x86_64", "aarch64". */
const char *pep_compiler_host(void);
#endif
