#define _GNU_SOURCE
#include "frontend/compiler.h"
#include "base/error.h"
#include "base/file.h"
#include "frontend/flagtable.h"
#include "frontend/run.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Set for the compiler behind and all it starts: a compiler that is a script around pep-cc would start itself for
 * ever. */
#define GUARD          "PEP_CC_INSIDE"
#define PASSED_ON      "+" /* in front of it, for each of us in there that passed its command on; */
#define MOST_PASSED_ON 8   /* so many, and they call each other in a circle */

static bool is_ourselves(const char *path)
{
    struct stat own, other;
    return !stat("/proc/self/exe", &own) && !stat(path, &other) && own.st_dev == other.st_dev &&
           own.st_ino == other.st_ino;
}

/* is_launcher - programs that take a compiler's command line behind their own name */
static bool is_launcher(const char *word)
{
    static const char *const names[] = {"ccache", "distcc", "sccache", "icecc", "pump", "env", "nice", "time"};
    const char *base = pep_file_base(word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strcmp(base, names[i]))
            return true;
    }
    return false;
}

/* leads_to_launcher - by its last name: "/usr/lib/ccache/gcc" does */
static bool leads_to_launcher(const char *path)
{
    char real[PATH_MAX];
    return is_launcher(realpath(path, real) ? real : path);
}

enum launchers { TAKEN, TAKEN_BEHIND_US, PASSED_OVER };

/* search - the path that execvp would take for a name, or NULL; folders where it is ourselves are passed over, and
 * those where it is a launcher if that is wanted, or if we come behind it: "icecc" that started us starts us no more */
static const char *search(struct pep_arena *arena, const char *name, enum launchers launchers, bool *skipped)
{
    if (strchr(name, '/'))
        return access(name, X_OK) ? NULL : name;
    const char *path = getenv("PATH"), *launcher = NULL;
    for (const char *p = path ? path : "/bin:/usr/bin"; *p;) {
        size_t length = strcspn(p, ":");
        const char *file = length ? pep_arena_printf(arena, "%.*s/%s", (int)length, p, name) : name;
        p += length + (p[length] == ':');
        struct stat st;
        if (stat(file, &st) || !S_ISREG(st.st_mode) || access(file, X_OK))
            continue;
        bool ours = is_ourselves(file);
        if (!ours && (launchers == TAKEN || !leads_to_launcher(file)))
            return launcher ? launcher : file;
        if (ours)
            launcher = NULL;
        else if (launchers == TAKEN_BEHIND_US && !launcher)
            launcher = file;
        *skipped = true;
    }
    return launcher;
}

static enum pep_compiler_kind kind_of_name(const char *base)
{
    return strstr(base, "clang")                        ? PEP_COMPILER_CLANG
           : strstr(base, "gcc") || strstr(base, "g++") ? PEP_COMPILER_GCC
                                                        : PEP_COMPILER_UNKNOWN;
}

/* take_name - the compiler of that name that PATH has next; by its plain name where PATH gives the same */
static bool take_name(struct pep_compiler *compiler, struct pep_arena *arena, const char *name,
                      enum launchers launchers)
{
    bool skipped = false;
    const char *path = search(arena, name, launchers, &skipped);
    if (path)
        pep_array_push(&compiler->words, skipped ? path : name);
    return path;
}

/* take_default - the first of the usual names */
static void take_default(struct pep_compiler *compiler, struct pep_arena *arena, bool cplusplus)
{
    static const char *const of_c[] = {"gcc", "clang", "cc"}, *const of_cplusplus[] = {"g++", "clang++", "c++"};
    const char *const *names = cplusplus ? of_cplusplus : of_c;
    for (size_t i = 0; i < sizeof of_c / sizeof *of_c; i++)
        if (take_name(compiler, arena, names[i], TAKEN))
            return;
    pep_fatal(PEP_EXIT_COMPILER, "none of %s, %s and %s is in PATH; %s or -fpep-cc= names another compiler", names[0],
              names[1], names[2], cplusplus ? "PEP_CXX" : "PEP_CC");
}

const char *pep_compiler_stands_for(const char *started)
{
    const char *name = pep_file_base(started);
    return strncmp(name, "pep-c", 5) ? name : NULL;
}

void pep_compiler_pass_on(const char *stands_for, const char *const *argv)
{
    const char *inside = getenv(GUARD);
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_compiler compiler = {0};
    if (!inside || strspn(inside, PASSED_ON) == MOST_PASSED_ON ||
        !take_name(&compiler, &arena, stands_for, PASSED_OVER))
        return;
    setenv(GUARD, pep_arena_printf(&arena, PASSED_ON "%s", inside), 1);
    for (size_t i = 1; argv[i]; i++)
        pep_array_push(&compiler.words, argv[i]);
    pep_run_become(pep_words_vector(&compiler.words));
}

bool pep_compiler_is_cplusplus(const char *name)
{
    return strstr(pep_file_base(name), "++") != NULL;
}

/* ask - what the compiler prints at an option; pep_run_free is the caller's */
static const char *ask(struct pep_run *run, const struct pep_compiler *compiler, const char *option)
{
    struct pep_words command = {0};
    pep_words_append(&command, &compiler->words);
    pep_array_push(&command, option);
    *run = (struct pep_run){.argv = pep_words_vector(&command), .capture = true};
    int status = pep_run(run);
    if (pep_run_interrupted(status))
        pep_run_leave(status);
    pep_array_free(&command);
    return pep_buffer_text(&run->out);
}

const char *pep_compiler_machine(struct pep_arena *arena, const char *triple)
{
    const char *abi = strrchr(triple, '-');
    int length = (int)strcspn(triple, "-");
    if (!strstr(triple, "linux") || strstr(triple, "android") || strstr(triple, "x32"))
        return pep_arena_strdup(arena, triple);
    return pep_arena_printf(arena, "%.*s%s", length, triple, abi && strstr(abi, "abi") ? abi : "");
}

/* has_front - whether a machine may stand in front of the name, as in "avr-gcc" and "x86_64-linux-gnu-cc" */
static bool has_front(const char *base)
{
    const char *dash = strchr(base, '-');
    return dash && (strchr(dash + 1, '-') || kind_of_name(dash + 1) != PEP_COMPILER_UNKNOWN);
}

/* find_machine - by what the words say; whether what stands in front of a name is a machine only the compiler knows */
static void find_machine(struct pep_compiler *compiler, struct pep_arena *arena)
{
    const char *bits = NULL;
    bool asks = has_front(pep_file_base(compiler->name));
    for (size_t i = 0; i < compiler->words.count; i++) {
        const char *word = compiler->words.at[i];
        const struct pep_flag *flag = word[0] == '-' ? pep_flag_find(word) : NULL;
        if (flag && flag->effects & PEP_EFFECT_MACHINE && flag->form == PEP_FLAG_ALONE)
            bits = word;
        else if (flag && flag->effects & PEP_EFFECT_MACHINE)
            asks = true;
        else if (flag && flag->effects & PEP_EFFECT_CLANG) /* gcc -std=c99 */
            pep_array_push(&compiler->clang, word);
    }
    if (asks) {
        struct pep_run run;
        const char *text = ask(&run, compiler, "-dumpmachine"), *triple;
        triple = pep_arena_strndup(arena, text, strcspn(text, " \n"));
        pep_run_free(&run);
        compiler->machine = pep_compiler_machine(arena, *triple ? triple : pep_file_base(compiler->name));
        if (*triple)
            pep_array_push(&compiler->clang, pep_arena_printf(arena, "--target=%s", triple));
    }
    if (bits && strcmp(bits, "-m64")) {
        compiler->machine = bits + 1;
        pep_array_push(&compiler->clang, bits);
    }
}

void pep_compiler_find(struct pep_compiler *compiler, struct pep_arena *arena, const char *option,
                       const char *stands_for, bool cplusplus)
{
    *compiler = (struct pep_compiler){0};
    const char *given = option ? option : getenv(cplusplus ? "PEP_CXX" : "PEP_CC");
    if (given && pep_words_split(&compiler->words, arena, given, PEP_WORDS_SHELL))
        pep_fatal(PEP_EXIT_USAGE, "a quotation in the compiler's name does not end: %s", given);
    if (!compiler->words.count && stands_for && !take_name(compiler, arena, stands_for, TAKEN_BEHIND_US) &&
        kind_of_name(stands_for) != PEP_COMPILER_UNKNOWN)
        pep_fatal(PEP_EXIT_COMPILER, "behind the link '%s' PATH has no compiler of that name", stands_for);
    if (!compiler->words.count)
        take_default(compiler, arena, cplusplus);
    for (size_t i = 0; i < compiler->words.count && !compiler->name; i++) {
        bool skipped = false;
        const char *word = compiler->words.at[i], *path = search(arena, word, TAKEN, &skipped);
        if (path ? is_ourselves(path) : skipped)
            pep_fatal(PEP_EXIT_USAGE, "the compiler behind, '%s', is this program itself", given);
        if (skipped && !i) /* others look for theirs, and we pass it on */
            compiler->words.at[i] = path;
        if (!is_launcher(word) && word[0] != '-' && !strchr(word, '='))
            compiler->name = word;
    }
    if (!compiler->name)
        compiler->name = compiler->words.at[0];
    const char *inside = getenv(GUARD);
    if (inside)
        pep_fatal(PEP_EXIT_USAGE, "the compiler behind, '%s', starts this program again",
                  inside + strspn(inside, PASSED_ON));
    setenv(GUARD, compiler->name, 1);
    find_machine(compiler, arena);
    compiler->cplusplus = pep_compiler_is_cplusplus(compiler->name);
}

enum pep_compiler_kind pep_compiler_kind(struct pep_compiler *compiler)
{
    if (compiler->kind != PEP_COMPILER_UNKNOWN)
        return compiler->kind;
    /* "cc" is usually a link to a name that tells */
    char real[PATH_MAX];
    struct pep_arena arena = PEP_ARENA_INIT;
    bool skipped = false;
    const char *path = search(&arena, compiler->name, TAKEN, &skipped);
    compiler->kind = kind_of_name(pep_file_base(compiler->name));
    if (compiler->kind == PEP_COMPILER_UNKNOWN && path && realpath(path, real))
        compiler->kind = kind_of_name(pep_file_base(real));
    pep_arena_free(&arena);
    if (compiler->kind == PEP_COMPILER_UNKNOWN) {
        struct pep_run run;
        const char *text = ask(&run, compiler, "--version");
        compiler->kind = strstr(text, "clang")                      ? PEP_COMPILER_CLANG
                         : strstr(text, "Free Software Foundation") ? PEP_COMPILER_GCC
                                                                    : PEP_COMPILER_OTHER;
        pep_run_free(&run);
    }
    return compiler->kind;
}

const char *pep_compiler_host(void)
{
#if defined __x86_64__ && !defined __ILP32__
    return "x86_64";
#elif defined __aarch64__
    return "aarch64";
#elif defined __riscv && __riscv_xlen == 64
    return "riscv64";
#elif defined __s390x__
    return "s390x";
#else
    static struct utsname name;
    return uname(&name) ? "unknown" : name.machine;
#endif
}
