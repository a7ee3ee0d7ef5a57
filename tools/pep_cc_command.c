#define _GNU_SOURCE
#include "base/file.h"
#include "cfgbuild/unitmap.h"
#include "frontend/standard.h"
#include "tools/pep_cc.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_clang(struct pep_cc *cc)
{
    return pep_compiler_kind(&cc->compiler) == PEP_COMPILER_CLANG;
}

static void push_compiler(struct pep_words *out, const struct pep_cc *cc)
{
    pep_words_append(out, &cc->compiler.words);
}

static void push_two(struct pep_words *out, const char *option, const char *operand)
{
    pep_array_push(out, option);
    pep_array_push(out, operand);
}

/* push_step - what the step gets besides the user's options */
static void push_step(struct pep_words *out, struct pep_cc *cc, enum pep_cc_step step)
{
    const char *terminal = getenv("TERM");
    /* Messages are kept in a file before they are shown, where the compiler would not colour them. */
    if (step != PEP_CC_ALONE && !cc->line.colour_given && terminal && strcmp(terminal, "dumb") && isatty(2))
        pep_array_push(out, "-fdiagnostics-color=always");
    /* What a step leaves unused clang says.  So it does of the user's command; where that only compiles, what our
     * compiler leaves unused it leaves as well, but for one of several files. */
    if (is_clang(cc) && (step == PEP_CC_PREPROCESS || step == PEP_CC_ALONE || cc->line.mode == PEP_MODE_LINK))
        pep_array_push(out, "-Qunused-arguments");
}

/* push_depend - the names that the compiler would have chosen for the dependency file and its target; the step's own
 * output is a temporary file */
static void push_depend(struct pep_words *out, struct pep_cc *cc, const struct pep_arg *input)
{
    const struct pep_cmdline *line = &cc->line;
    const char *base = pep_cmdline_stem(&cc->arena, pep_file_base(input->value));
    const char *object = line->output ? line->output : pep_arena_printf(&cc->arena, "%s.o", base);
    bool named = line->target_given, writes = line->writes_depend || (line->wp_more && is_clang(cc));
    for (size_t i = 0; i < line->args.count; i++) {
        const char *word = line->args.at[i].word;
        /* gcc's driver does not see this target, and adds its own for -o; clang's always */
        named |= !is_clang(cc) && !line->output && !strncmp(word, "-Wp,", 4) &&
                 (strstr(word, ",-MT") || strstr(word, ",-MQ"));
    }
    if (writes && !line->depend)
        push_two(out, "-MF", pep_arena_printf(&cc->arena, "%s.d", pep_cmdline_stem(&cc->arena, object)));
    /* gcc hands -Wp,-MD on without a look, and the target is x.o; clang knows it, and where more than the file
     * follows takes all of the word for a plain -MD. */
    if (!named && (writes || (line->wp_depend && is_clang(cc))))
        push_two(out, "-MQ", object);
}

/* push_names - files beside the object are named after it and the user's source, not after our text; where it is no
 * file, after the source.  ("Overall Options" of gcc: -dumpdir, -dumpbase, -dumpbase-ext) */
static void push_names(struct pep_words *out, struct pep_cc *cc, const struct pep_arg *input, const char *object)
{
    const struct pep_cmdline *line = &cc->line;
    if (!line->side_outputs || line->dumpbase_given || is_clang(cc))
        return;
    if (!strcmp(object, "-") || !strcmp(object, "/dev/null"))
        object = pep_file_base(input->value);
    const char *base = pep_file_base(object);
    bool here = line->save_temps && strstr(line->save_temps, "=cwd");
    if (base != object && !here)
        push_two(out, "-dumpdir", pep_arena_strndup(&cc->arena, object, (size_t)(base - object)));
    push_two(out, "-dumpbase", pep_arena_printf(&cc->arena, "%s.c", pep_cmdline_stem(&cc->arena, base)));
    push_two(out, "-dumpbase-ext", ".c");
}

/* is_wanted - whether a step needs an argument; inputs, outputs and what -x says are placed by pep_cc_step */
static bool is_wanted(const struct pep_cc *cc, enum pep_cc_step step, const struct pep_arg *input,
                      enum pep_arg_role role)
{
    switch (role) {
    case PEP_ARG_COMMON: return true;
    case PEP_ARG_READ: return step != PEP_CC_COMPILE || input->language == PEP_LANGUAGE_PREPROCESSED;
    case PEP_ARG_PREPROCESS:
    case PEP_ARG_DEPEND: return step != PEP_CC_COMPILE;
    case PEP_ARG_COMPILE:
    case PEP_ARG_LINK: return step != PEP_CC_PREPROCESS;
    case PEP_ARG_LIBRARY:
        /* With -c, gcc says that they are not used: once, as it would. */
        return (step == PEP_CC_COMPILE || step == PEP_CC_MESSAGES) && cc->line.mode != PEP_MODE_LINK &&
               cc->line.sources == 1;
    default: return false;
    }
}

/* push_option - in preprocessing, -g3 would write all macros into the text, where they would be expanded again */
static void push_option(struct pep_words *out, enum pep_cc_step step, const struct pep_arg *arg)
{
    static const char *const levels[] = {"-g3", "-ggdb3", "-gstabs3", "-gvms3", "-gxcoff3"};
    for (size_t i = 0; step == PEP_CC_PREPROCESS && i < sizeof levels / sizeof *levels; i++) {
        if (!strcmp(arg->word, levels[i])) {
            pep_array_push(out, "-g");
            return;
        }
    }
    pep_cmdline_push(out, arg);
}

/* larger - how much larger gcc finds a small function with what we put into it.  In C that is twice what it was: of a
 * counter it sees three instructions.  In assembly it sees one, and a little more where a thread looks for its
 * counters.  Sample points and checks are told in assembly too, but their ways out weigh as much as counters in C. */
static int larger(const struct pep_options *o)
{
    bool counters = o->how == PEP_HOW_EXHAUSTIVE && o->event != PEP_EVENT_KPATHS && o->event != PEP_EVENT_SUBPATHS;
    if (o->check != PEP_CHECK_X86_64 || !counters)
        return 15;
    return o->update == PEP_UPDATE_SINGLE ? 2 : 9;
}

/* push_inlining - gcc takes more than the usual size for small, so that what is inlined plainly stays inlined (30 at
 * -O3, else 15, since gcc 10).  The user's own limit comes later and wins. */
static void push_inlining(struct pep_words *out, struct pep_cc *cc)
{
    bool most = false;
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        if (!strncmp(word, "-O", 2))
            most = !strcmp(word, "-O3") || !strcmp(word, "-Ofast");
    }
    push_two(out, "--param",
             pep_arena_printf(&cc->arena, "max-inline-insns-auto=%d", (most ? 30 : 15) + larger(&cc->line.options)));
}

/* push_file_names - where __builtin_FILE() is written the compiler proper names the file, by the options for macros.
 * Where it reads preprocessed text clang does not heed them, and says that they are not used. */
static void push_file_names(struct pep_words *out, struct pep_cc *cc)
{
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        bool macros = !strncmp(word, "-fmacro-prefix-map=", 19), files = !strncmp(word, "-ffile-prefix-map=", 18);
        if (is_clang(cc) && (macros || files))
            push_two(out, "-Xclang", pep_arena_printf(&cc->arena, "-fmacro-prefix-map=%s", strchr(word, '=') + 1));
        else if (macros)
            pep_array_push(out, word);
    }
}

/* push_input - -x none only where more inputs follow: clang warns of one that has no effect */
static void push_input(struct pep_words *out, const struct pep_cc *cc, enum pep_cc_step step,
                       const struct pep_arg *input, const char *from)
{
    const char *language = step == PEP_CC_COMPILE ? "cpp-output" : input->stated;
    if (language)
        push_two(out, "-x", language);
    pep_array_push(out, step == PEP_CC_COMPILE ? from : input->value);
    if (language && is_wanted(cc, step, input, PEP_ARG_LIBRARY) && cc->line.libraries)
        push_two(out, "-x", "none");
}

bool pep_cc_analyses(struct pep_cc *cc)
{
    bool analyses = false;
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        if (!strcmp(word, "-fanalyzer") || !strcmp(word, "-fno-analyzer"))
            analyses = word[2] == 'a';
    }
    return analyses && !cc->line.save_temps && pep_compiler_kind(&cc->compiler) == PEP_COMPILER_GCC;
}

bool pep_cc_suggests(struct pep_cc *cc)
{
    static const char option[] = "-Wsuggest-attribute=", error[] = "-Werror=suggest-attribute=";
    static const char *const lost[] = {"pure", "const", "cold"};
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        size_t length = !strncmp(word, error, sizeof error - 1) ? sizeof error - 1 : sizeof option - 1;
        if (!strncmp(word, option, sizeof option - 1) || !strncmp(word, error, sizeof error - 1))
            for (size_t k = 0; k < sizeof lost / sizeof lost[0]; k++)
                if (!strcmp(word + length, lost[k]))
                    return true;
    }
    return false;
}

bool pep_cc_misses_comments(struct pep_cc *cc)
{
    struct pep_words words = {0};
    for (size_t i = 0; i < cc->compiler.words.count; i++)
        pep_array_push(&words, cc->compiler.words.at[i]);
    for (size_t i = 0; i < cc->line.args.count; i++)
        pep_array_push(&words, cc->line.args.at[i].word);
    bool misses = pep_standard_is_strict_c90(pep_words_vector(&words)) && is_clang(cc);
    pep_array_free(&words);
    return misses;
}

void pep_cc_step(struct pep_words *out, struct pep_cc *cc, enum pep_cc_step step, const struct pep_arg *input,
                 const char *from, const char *to)
{
    const struct pep_cmdline *line = &cc->line;
    push_compiler(out, cc);
    push_step(out, cc, step);
    if (step == PEP_CC_PREPROCESS)
        pep_array_push(out, "-D__PEP__=1");
    if (step == PEP_CC_COMPILE && is_clang(cc))
        pep_array_push(out, "-fbracket-depth=100000"); /* braces around the arms of a long else-if chain nest */
    if (step == PEP_CC_COMPILE && pep_compiler_kind(&cc->compiler) == PEP_COMPILER_GCC)
        push_inlining(out, cc);

    for (size_t i = 0; i < line->args.count; i++) {
        const struct pep_arg *arg = &line->args.at[i];
        if (arg == input)
            push_input(out, cc, step, input, from);
        else if (is_wanted(cc, step, input, arg->role) && !(step == PEP_CC_MESSAGES && arg->side) &&
                 strcmp(arg->word, "-###"))
            push_option(out, step, arg);
    }
    if (step == PEP_CC_PREPROCESS && pep_cc_misses_comments(cc))
        push_two(out, "-Wno-error=invalid-pp-token", "-Wno-error=extra-tokens");
    if (step != PEP_CC_COMPILE)
        push_depend(out, cc, input);
    if (step == PEP_CC_COMPILE) {
        /* What is inlined is another matter with counters in it; parentheses of macros are none of the user's. */
        if (is_clang(cc)) {
            pep_array_push(out, "-Wno-unknown-warning-option"); /* older ones do not know all of these */
            push_two(out, "-Wno-gnu-line-marker", "-Wno-parentheses-equality");
        } else {
            pep_array_push(out, "-Wno-inline");
            if (pep_cc_analyses(cc))
                pep_array_push(out, "-fno-analyzer");
        }
        push_file_names(out, cc);
        push_names(out, cc, input, to);
    }
    pep_array_push(out, step == PEP_CC_PREPROCESS ? "-E" : line->mode == PEP_MODE_ASSEMBLY ? "-S" : "-c");
    if (to)
        push_two(out, "-o", to);
}

void pep_cc_find_runtime(struct pep_cc *cc)
{
    const char *name =
        cc->machine ? pep_arena_printf(&cc->arena, "lib/pep/%s/libpep_rt.a", cc->machine) : "lib/pep/libpep_rt.a";
    struct pep_buffer path = PEP_BUFFER_INIT;
    pep_file_of_tree(&path, name);
    if (path.count && !access(pep_buffer_text(&path), R_OK))
        cc->runtime = pep_arena_printf(&cc->arena, "%s", pep_buffer_text(&path));
    pep_buffer_free(&path);
}

static bool takes_runtime(struct pep_cc *cc)
{
    const struct pep_cmdline *line = &cc->line;
    return line->mode == PEP_MODE_LINK && line->inputs && !line->no_code && !line->plain && !line->no_runtime &&
           cc->runtime && pep_compiler_kind(&cc->compiler) != PEP_COMPILER_OTHER;
}

static bool is_warn_common(const char *word, size_t length)
{
    return (length == 13 && !strncmp(word, "--warn-common", length)) ||
           (length == 12 && !strncmp(word, "-warn-common", length));
}

/* without_warn_common - -Wl,A,--warn-common,B as -Wl,A,B; NULL where nothing is left */
static const char *without_warn_common(struct pep_cc *cc, const char *word)
{
    const char *left = "-Wl";
    bool found = false;
    for (const char *p = word + 3; *p == ',';) {
        size_t length = strcspn(p + 1, ",");
        bool is = is_warn_common(p + 1, length);
        if (!is)
            left = pep_arena_printf(&cc->arena, "%s,%.*s", left, (int)length, p + 1);
        found |= is;
        p += 1 + length;
    }
    return !found ? word : left[3] ? left : NULL;
}

/* hush_commons - what units need of the runtime they ask for by common symbols (abi.h): a linker that is to warn of the
 * user's would name these, and fail where warnings are fatal */
static void hush_commons(struct pep_words *out, struct pep_cc *cc)
{
    size_t n = 0;
    for (size_t i = 0; i < out->count; i++) {
        const char *word = out->at[i], *next = i + 1 < out->count ? out->at[i + 1] : "";
        if (!strcmp(word, "-Xlinker") && is_warn_common(next, strlen(next))) {
            i++;
            continue;
        }
        if (!strncmp(word, "-Wl,", 4))
            word = without_warn_common(cc, word);
        if (word)
            out->at[n++] = word;
    }
    out->count = n;
}

/* push_runtime - units refer to the runtime weakly, and a weak reference takes nothing out of an archive: -u does.  It
 * works wherever the archive stands, takes only what is needed, and holds under --gc-sections, -shared and -flto.  What
 * only some units need they have common symbols for (abi.h). */
static void push_runtime(struct pep_words *out, struct pep_cc *cc)
{
    if (!takes_runtime(cc))
        return;
    hush_commons(out, cc);
    pep_array_push(out, "-Wl,-u,pep_unit_register");
    if (cc->line.odd_linker)
        pep_array_push(out, "-Wl,-u,pep_parts");
    /* No input: -x does not hold for it, and beside another gcc names what it writes otherwise, a.dwo of a.c -o a
     * a-a.dwo. */
    push_two(out, "-Xlinker", cc->runtime);
    /* what the first -lc took from the loader and from libc_nonshared.a is what was asked for until then */
    if (cc->line.own_libs)
        pep_array_push(out, "-lc");
}

/* push_macro - with -E the user has the text that would be instrumented: ccache takes it for the source's, and distcc
 * sends it to be compiled */
static void push_macro(struct pep_words *out, struct pep_cc *cc)
{
    const struct pep_cmdline *line = &cc->line;
    if (line->preprocesses && line->sources && !line->plain && cc->runtime &&
        pep_compiler_kind(&cc->compiler) != PEP_COMPILER_OTHER)
        pep_array_push(out, "-D__PEP__=1");
}

void pep_cc_verbatim(struct pep_words *out, struct pep_cc *cc)
{
    push_compiler(out, cc);
    push_macro(out, cc);
    pep_words_append(out, &cc->line.original);
    push_runtime(out, cc);
}

void pep_cc_link(struct pep_words *out, struct pep_cc *cc, const char *const *objects)
{
    const struct pep_cmdline *line = &cc->line;
    push_compiler(out, cc);
    if (is_clang(cc))
        pep_array_push(out, "-Qunused-arguments");
    for (size_t i = 0; i < line->args.count; i++) {
        const struct pep_arg *arg = &line->args.at[i];
        if (objects[i]) {
            if (arg->stated)
                push_two(out, "-x", "none");
            pep_array_push(out, objects[i]);
            continue;
        }
        if (arg->role != PEP_ARG_DEPEND && strcmp(arg->word, "-###"))
            pep_cmdline_push(out, arg);
    }
    push_runtime(out, cc);
}
