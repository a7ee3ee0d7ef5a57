#include "frontend/flagtable.h"
#include <string.h>

/* Sources: "Invoking GCC" and "GCC Command Options, Options Controlling the Preprocessor"; clang's "Command Line
 * Argument Reference".  An option that is missing here is given to every step, which is right for almost all. */
static const struct pep_flag table[] = {
#define COMMON     PEP_ARG_COMMON
#define PREPROCESS PEP_ARG_PREPROCESS
#define COMPILE    PEP_ARG_COMPILE
#define DEPEND     PEP_ARG_DEPEND
#define LINK       PEP_ARG_LINK
    /* what is made */
    {"-c", PEP_FLAG_ALONE, PEP_ARG_MODE, 0},
    {"--compile", PEP_FLAG_ALONE, PEP_ARG_MODE, 0},
    {"-S", PEP_FLAG_ALONE, PEP_ARG_MODE, 0},
    {"--assemble", PEP_FLAG_ALONE, PEP_ARG_MODE, 0},
    {"-o", PEP_FLAG_EITHER, PEP_ARG_OUTPUT, 0},
    {"--output", PEP_FLAG_SEPARATE, PEP_ARG_OUTPUT, 0},
    {"--output=", PEP_FLAG_JOINED, PEP_ARG_OUTPUT, 0},
    {"-x", PEP_FLAG_EITHER, PEP_ARG_LANGUAGE, 0},
    {"--language", PEP_FLAG_SEPARATE, PEP_ARG_LANGUAGE, 0},
    {"--language=", PEP_FLAG_JOINED, PEP_ARG_LANGUAGE, 0},

    /* not a compilation that could be split */
    {"-E", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"--", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM | PEP_EFFECT_NO_RUNTIME},
    {"--preprocess", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-M", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-MM", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-MG", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-MJ", PEP_FLAG_EITHER, COMMON, PEP_EFFECT_VERBATIM},
    {"--dependencies", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-fsyntax-only", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-fpreprocessed", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-fdirectives-only", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-traditional", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_VERBATIM},
    {"-P", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-C", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-CC", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-dM", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-dD", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-dN", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-dI", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-dU", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},
    {"-print-", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"--print-", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"-dumpversion", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-dumpfullversion", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-dumpmachine", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-dumpspecs", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"--version", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"--help", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"--target-help", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-cc1", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"--analyze", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_NO_CODE},
    {"-emit-", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"-rewrite-", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"-module-", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_NO_CODE},
    {"-fmodules", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_VERBATIM},
    {"-arch", PEP_FLAG_SEPARATE, COMMON, PEP_EFFECT_VERBATIM},
    {"-aux-info", PEP_FLAG_SEPARATE, COMMON, PEP_EFFECT_VERBATIM},
    {"-fdump-scos", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_VERBATIM},

    /* the preprocessor */
    {"-I", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-D", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-U", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-A", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-include", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"-imacros", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"-include-pch", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"--include", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"--include=", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"--imacros", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"--include-directory", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"--include-directory=", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"--define-macro", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"--define-macro=", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"--undefine-macro", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"--undefine-macro=", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"-isystem", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-iquote", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-idirafter", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-iprefix", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-iwithprefix", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-iwithprefixbefore", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-imultilib", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"-ivfsoverlay", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"-iframework", PEP_FLAG_EITHER, PREPROCESS, 0},
    {"-isysroot", PEP_FLAG_EITHER, COMMON, 0},
    {"--sysroot", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-nostdinc", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-undef", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-trigraphs", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-remap", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-H", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-Wp,", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"-Xpreprocessor", PEP_FLAG_SEPARATE, PREPROCESS, 0},
    {"-fmacro-prefix-map=", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"-fworking-directory", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-fno-working-directory", PEP_FLAG_ALONE, PREPROCESS, 0},
    {"-fpch-", PEP_FLAG_JOINED, PREPROCESS, 0},
    {"-fpch-preprocess", PEP_FLAG_ALONE, COMPILE, 0}, /* the text would name a precompiled header in place of its own */
    {"-finput-charset=", PEP_FLAG_JOINED, PEP_ARG_READ, 0},

    /* dependencies */
    {"-MD", PEP_FLAG_ALONE, DEPEND, PEP_EFFECT_DEPEND},
    {"-MMD", PEP_FLAG_ALONE, DEPEND, PEP_EFFECT_DEPEND},
    {"--write-dependencies", PEP_FLAG_ALONE, DEPEND, PEP_EFFECT_DEPEND},
    {"--write-user-dependencies", PEP_FLAG_ALONE, DEPEND, PEP_EFFECT_DEPEND},
    {"-MP", PEP_FLAG_ALONE, DEPEND, 0},
    {"-MV", PEP_FLAG_ALONE, DEPEND, 0},
    {"-MF", PEP_FLAG_EITHER, DEPEND, 0},
    {"-MT", PEP_FLAG_EITHER, DEPEND, PEP_EFFECT_TARGET},
    {"-MQ", PEP_FLAG_EITHER, DEPEND, PEP_EFFECT_TARGET},

    /* the compiler proper, the assembler, and what they write beside the object */
    {"-Wa,", PEP_FLAG_JOINED, COMPILE, 0},
    {"-Xassembler", PEP_FLAG_SEPARATE, COMPILE, 0},
    {"-save-temps", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE | PEP_EFFECT_SAVE},
    {"--save-temps", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE | PEP_EFFECT_SAVE},
    {"-fdump-", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE},
    {"-d", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE},
    {"-fstack-usage", PEP_FLAG_ALONE, COMPILE, PEP_EFFECT_SIDE},
    {"-fcallgraph-info", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE},
    {"-fsave-optimization-record", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE},
    {"-foptimization-record-file=", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE},
    {"-ftime-trace", PEP_FLAG_JOINED, COMPILE, PEP_EFFECT_SIDE},
    {"-gsplit-dwarf", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_SIDE},
    {"--coverage", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_SIDE},
    {"-coverage", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_SIDE},
    {"-ftest-coverage", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_SIDE},
    {"-fprofile-", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_SIDE},
    {"-fprofile-sample-use", PEP_FLAG_JOINED, COMMON, 0}, /* read, and not written */
    {"-fprofile-instr-use", PEP_FLAG_JOINED, COMMON, 0},
    {"-fprofile-instr-generate", PEP_FLAG_JOINED, COMMON, 0}, /* written when the program ends */
    {"-dumpbase", PEP_FLAG_SEPARATE, COMPILE, PEP_EFFECT_DUMPBASE},
    {"-dumpbase-ext", PEP_FLAG_SEPARATE, COMPILE, PEP_EFFECT_DUMPBASE},
    {"-dumpdir", PEP_FLAG_SEPARATE, COMPILE, PEP_EFFECT_DUMPBASE},

    /* the linker */
    {"-l", PEP_FLAG_EITHER, PEP_ARG_LIBRARY, 0},
    {"-L", PEP_FLAG_EITHER, LINK, 0},
    {"-Wl,", PEP_FLAG_JOINED, LINK, 0},
    {"-Xlinker", PEP_FLAG_SEPARATE, LINK, 0},
    {"-u", PEP_FLAG_EITHER, LINK, 0},
    {"-T", PEP_FLAG_EITHER, LINK, 0},
    {"-z", PEP_FLAG_EITHER, LINK, 0},
    {"-e", PEP_FLAG_EITHER, LINK, 0},
    {"--entry", PEP_FLAG_SEPARATE, LINK, 0},
    {"-rpath", PEP_FLAG_SEPARATE, LINK, 0},
    {"-s", PEP_FLAG_ALONE, LINK, 0},
    {"-shared", PEP_FLAG_ALONE, LINK, 0},
    {"-static", PEP_FLAG_ALONE, LINK, 0},
    {"-static-pie", PEP_FLAG_ALONE, LINK, 0},
    {"-static-libgcc", PEP_FLAG_ALONE, LINK, 0},
    {"-shared-libgcc", PEP_FLAG_ALONE, LINK, 0},
    {"-pie", PEP_FLAG_ALONE, LINK, 0},
    {"-no-pie", PEP_FLAG_ALONE, LINK, 0},
    {"-rdynamic", PEP_FLAG_ALONE, LINK, 0},
    {"-symbolic", PEP_FLAG_ALONE, LINK, 0},
    {"-fuse-ld=", PEP_FLAG_JOINED, LINK, PEP_EFFECT_LINKER},
    {"--ld-path=", PEP_FLAG_JOINED, LINK, PEP_EFFECT_LINKER},
    {"-r", PEP_FLAG_ALONE, LINK, PEP_EFFECT_NO_RUNTIME},
    {"-nodefaultlibs", PEP_FLAG_ALONE, LINK, PEP_EFFECT_OWN_LIBS},
    {"-nolibc", PEP_FLAG_ALONE, LINK, PEP_EFFECT_NO_RUNTIME},
    {"-nostdlib", PEP_FLAG_ALONE, LINK, PEP_EFFECT_NO_RUNTIME | PEP_EFFECT_FREESTANDING},
    {"-nostartfiles", PEP_FLAG_ALONE, LINK, PEP_EFFECT_NO_RUNTIME | PEP_EFFECT_FREESTANDING},

    /* options with an operand of their own, for every step */
    {"-Xclang", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-mllvm", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-wrapper", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-specs", PEP_FLAG_SEPARATE, COMMON, 0},
    {"--param", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-B", PEP_FLAG_EITHER, COMMON, 0},
    {"--prefix", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-gcc-toolchain", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-resource-dir", PEP_FLAG_SEPARATE, COMMON, 0},
    {"--config", PEP_FLAG_SEPARATE, COMMON, 0},
    {"-G", PEP_FLAG_EITHER, COMMON, 0},

    /* what we have to know besides */
    {"-std=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_CLANG},
    {"--std=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_CLANG},
    {"-ansi", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-O", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_CLANG}, /* without it, what is asked of the compiler has its answer */
    {"-fsigned-char", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fno-signed-char", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-funsigned-char", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fno-unsigned-char", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fms-extensions", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fgnu89-inline", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fshort-enums", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fpack-struct", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-fpack-struct=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_CLANG},
    {"-mms-bitfields", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_CLANG},
    {"-ffile-prefix-map=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_PREFIX},
    {"-fdebug-prefix-map=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_PREFIX},
    {"-m32", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_MACHINE | PEP_EFFECT_CLANG},
    {"-m64", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_MACHINE | PEP_EFFECT_CLANG},
    {"-mx32", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_MACHINE},
    {"-m16", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_MACHINE},
    {"-mabi=ms", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_MACHINE}, /* arguments lie elsewhere */
    {"--target=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_MACHINE | PEP_EFFECT_CLANG},
    {"-target", PEP_FLAG_SEPARATE, COMMON, PEP_EFFECT_MACHINE | PEP_EFFECT_CLANG},
    {"-ffreestanding", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_FREESTANDING},
    {"-fno-hosted", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_FREESTANDING},
    /* the counters would call a library of their own */
    {"-fno-inline-atomics", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_FREESTANDING},
    {"-mcmodel=kernel", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_FREESTANDING},
    {"-D__KERNEL__", PEP_FLAG_ALONE, PREPROCESS, PEP_EFFECT_FREESTANDING}, /* Linux, which says so in no other way */
    {"-D__XEN__", PEP_FLAG_ALONE, PREPROCESS, PEP_EFFECT_FREESTANDING},    /* so does Xen */
    /* glibc: its loader must refer to nothing, and runs before it has been relocated */
    {"-D_LIBC_REENTRANT", PEP_FLAG_ALONE, PREPROCESS, PEP_EFFECT_FREESTANDING},
    {"-pthread", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_THREADS},
    {"-fopenacc", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_THREADS},
    {"-fopenmp", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_THREADS},
    {"-fopenmp=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_THREADS},
    {"-fdiagnostics-color", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_COLOUR},
    {"-fno-diagnostics-color", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_COLOUR},
    {"-fcolor-diagnostics", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_COLOUR},
    {"-fno-color-diagnostics", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_COLOUR},
    {"-fdiagnostics-plain-output", PEP_FLAG_ALONE, COMMON, PEP_EFFECT_COLOUR},
    {"-fdiagnostics-format=", PEP_FLAG_JOINED, COMMON, PEP_EFFECT_COLOUR},
#undef COMMON
#undef PREPROCESS
#undef COMPILE
#undef DEPEND
#undef LINK
};

const struct pep_flag *pep_flag_find(const char *word)
{
    const struct pep_flag *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct pep_flag *f = &table[i];
        size_t length = strlen(f->name);
        if (length < longest || strncmp(word, f->name, length))
            continue;
        bool more = word[length] != 0;
        if (more && (f->form == PEP_FLAG_ALONE || f->form == PEP_FLAG_SEPARATE))
            continue;
        best = f;
        longest = length;
    }
    return best;
}
