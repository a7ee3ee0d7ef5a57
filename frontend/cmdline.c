#include "frontend/cmdline.h"
#include "base/file.h"
#include "frontend/compiler.h"
#include "frontend/flagtable.h"
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void pep_cmdline_cplusplus(struct pep_cmdline *line)
{
    for (size_t i = 0; i < line->args.count; i++) {
        struct pep_arg *arg = &line->args.at[i];
        if (arg->role != PEP_ARG_INPUT || arg->stated || arg->language == PEP_LANGUAGE_OTHER)
            continue;
        arg->language = PEP_LANGUAGE_OTHER;
        line->sources--;
    }
}

void pep_cmdline_push(struct pep_words *out, const struct pep_arg *arg)
{
    pep_array_push(out, arg->word);
    if (arg->second)
        pep_array_push(out, arg->second);
}

static const char *suffix(const char *path)
{
    const char *base = pep_file_base(path), *dot = strrchr(base, '.');
    return dot && dot != base ? dot : base + strlen(base);
}

const char *pep_cmdline_stem(struct pep_arena *arena, const char *path)
{
    return pep_arena_strndup(arena, path, (size_t)(suffix(path) - path));
}

static bool is_among(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list))
        list++;
    return *list != NULL;
}

static bool is_header(const char *path, const char *stated)
{
    static const char *const headers[] = {".h", ".H", ".hh", ".hp", ".hxx", ".hpp", ".HPP", ".h++", ".tcc", NULL};
    return stated ? strstr(stated, "-header") != NULL : is_among(suffix(path), headers);
}

/* language_of - by suffix, as gcc and clang decide */
static enum pep_language language_of(const char *path)
{
    static const char *const others[] = {".s",   ".S",   ".sx",  ".cc",  ".cp",  ".cxx", ".cpp", ".CPP", ".c++",
                                         ".C",   ".ii",  ".m",   ".mi",  ".mm",  ".M",   ".mii", ".f",   ".for",
                                         ".ftn", ".F",   ".FOR", ".fpp", ".FPP", ".FTN", ".f90", ".f95", ".f03",
                                         ".f08", ".F90", ".F95", ".F03", ".F08", ".go",  ".d",   ".di",  ".dd",
                                         ".adb", ".ads", ".ll",  ".bc",  ".cl",  ".cu",  NULL};
    const char *end = suffix(path);
    if (!strcmp(end, ".c"))
        return PEP_LANGUAGE_C;
    if (!strcmp(end, ".i"))
        return PEP_LANGUAGE_PREPROCESSED;
    return is_header(path, NULL) || is_among(end, others) ? PEP_LANGUAGE_OTHER : PEP_LANGUAGE_LINKER;
}

/* take_words - the -fpep flags go to the options, all else to line->original; leaves in `expanded` the words with every
 * @FILE opened */
static int take_words(struct pep_cmdline *line, struct pep_words *expanded, struct pep_arena *arena,
                      const char *const *argv, struct pep_buffer *error)
{
    for (; *argv; argv++) {
        struct pep_words opened = {0};
        bool ours = false;
        pep_words_expand(&opened, arena, *argv);
        size_t first = expanded->count;
        for (size_t i = 0; i < opened.count; i++) {
            int taken = pep_options_parse(&line->options, opened.at[i], error);
            if (taken < 0) {
                pep_array_free(&opened);
                return -1;
            }
            ours |= taken;
            if (!taken)
                pep_array_push(expanded, opened.at[i]);
        }
        if (!ours) {
            pep_array_push(&line->original, *argv);
        } else {
            for (size_t i = first; i < expanded->count; i++)
                pep_array_push(&line->original, expanded->at[i]);
        }
        pep_array_free(&opened);
    }
    return 0;
}

static int take_variable(struct pep_cmdline *line, struct pep_arena *arena, const char *flags, struct pep_buffer *error)
{
    struct pep_words words = {0};
    int bad = 0;
    if (pep_words_split(&words, arena, flags, PEP_WORDS_SHELL)) {
        pep_buffer_adds(error, "a quotation in PEP_FLAGS does not end");
        bad = -1;
    }
    for (size_t i = 0; i < words.count && !bad; i++) {
        int taken = pep_options_parse(&line->options, words.at[i], error);
        if (!taken)
            pep_buffer_printf(error, "'%s' in PEP_FLAGS: only -fpep flags belong there", words.at[i]);
        bad = taken == 1 ? 0 : -1;
    }
    pep_array_free(&words);
    return bad;
}

static const char *machine_of(struct pep_arena *arena, const struct pep_arg *arg)
{
    if (arg->value)
        return pep_compiler_machine(arena, arg->value);
    if (!strcmp(arg->word, "-m64"))
        return NULL; /* the native one, wherever a runtime of ours was built */
    return arg->word + 1;
}

/* is_plain_linker - whether it takes members out of archives for common symbols: GNU ld does, gold does not, and lld
 * does up to version 18 (--no-fortran-common) */
static bool is_plain_linker(const char *name)
{
    static const char *const names[] = {"bfd", "ld", "ld.bfd", NULL};
    const char *slash = strrchr(name, '/');
    return is_among(slash ? slash + 1 : name, names);
}

static void take_effects(struct pep_cmdline *line, struct pep_arena *arena, const struct pep_arg *arg, unsigned effects)
{
    if (effects & (PEP_EFFECT_VERBATIM | PEP_EFFECT_NO_CODE) && !line->verbatim)
        line->verbatim = pep_arena_printf(arena, "%s is on the command line", arg->word);
    if (effects & PEP_EFFECT_FREESTANDING && !line->plain && !line->options.force)
        line->plain = pep_arena_printf(arena, "freestanding code (%s)", arg->word);
    if (effects & PEP_EFFECT_MACHINE)
        line->machine = machine_of(arena, arg);
    if (effects & PEP_EFFECT_SAVE)
        line->save_temps = arg->word;
    line->no_code |= !!(effects & PEP_EFFECT_NO_CODE);
    line->no_runtime |= !!(effects & PEP_EFFECT_NO_RUNTIME);
    line->own_libs |= !!(effects & PEP_EFFECT_OWN_LIBS);
    if (effects & PEP_EFFECT_LINKER)
        line->odd_linker = !is_plain_linker(arg->value);
    line->threads |= !!(effects & PEP_EFFECT_THREADS);
    line->colour_given |= !!(effects & PEP_EFFECT_COLOUR);
    line->side_outputs |= !!(effects & PEP_EFFECT_SIDE);
    line->dumpbase_given |= !!(effects & PEP_EFFECT_DUMPBASE);
    line->writes_depend |= !!(effects & PEP_EFFECT_DEPEND);
    line->target_given |= !!(effects & PEP_EFFECT_TARGET);
}

/* is_relocatable - the linker's own spelling of -r, behind -Wl, or -Xlinker */
static bool is_relocatable(const struct pep_arg *arg)
{
    if (!strncmp(arg->word, "-Wl,", 4)) {
        for (const char *p = arg->word + 3; p; p = strchr(p + 1, ',')) {
            size_t length = strcspn(p + 1, ",");
            if ((length == 2 && !strncmp(p + 1, "-r", 2)) || (length == 2 && !strncmp(p + 1, "-i", 2)) ||
                (length == 13 && !strncmp(p + 1, "--relocatable", 13)))
                return true;
        }
    }
    static const char *const spellings[] = {"-r", "-i", "--relocatable", NULL};
    return !strcmp(arg->word, "-Xlinker") && arg->value && is_among(arg->value, spellings);
}

/* take_wp_depend - -Wp,-MD,FILE, which gcc and clang agree on as long as nothing follows */
static void take_wp_depend(struct pep_cmdline *line, const char *word)
{
    const char *file = strchr(word + 4, ',') + 1;
    line->wp_depend = true;
    line->wp_more |= !!strchr(file, ',');
}

/* handed_role - which step needs what -Xclang hands on, a word at a time: -Xclang -include-pch -Xclang FILE */
static enum pep_arg_role handed_role(const struct pep_cmdline *line, const char *word)
{
    const struct pep_arg *last = line->args.count ? &line->args.at[line->args.count - 1] : NULL;
    const struct pep_flag *flag = word[0] == '-' ? pep_flag_find(word) : NULL;
    if (word[0] != '-' && last && !strcmp(last->word, "-Xclang"))
        return last->role;
    return flag && flag->role == PEP_ARG_PREPROCESS ? PEP_ARG_PREPROCESS : PEP_ARG_COMMON;
}

/* take_arg - one option or input, and its operand; gives how many words it has */
static size_t take_arg(struct pep_cmdline *line, struct pep_arena *arena, const char *const *words, size_t left,
                       const char **stated)
{
    struct pep_arg arg = {.word = words[0], .role = PEP_ARG_COMMON};
    const struct pep_flag *flag = words[0][0] == '-' && words[0][1] ? pep_flag_find(words[0]) : NULL;
    if (flag) {
        size_t length = strlen(flag->name);
        bool joined = words[0][length] != 0;
        arg.role = flag->role;
        if (flag->form == PEP_FLAG_JOINED || (flag->form == PEP_FLAG_EITHER && joined))
            arg.value = words[0] + length;
        else if (flag->form != PEP_FLAG_ALONE && left > 1)
            arg.value = arg.second = words[1];
        else if (flag->form != PEP_FLAG_ALONE)
            line->verbatim = pep_arena_printf(arena, "%s lacks its operand", words[0]);
        if (!strcmp(words[0], "-Xclang") && arg.value)
            arg.role = handed_role(line, arg.value);
    } else if (words[0][0] != '-' || !words[0][1]) {
        static const char *const c[] = {"c", NULL}, *const preprocessed[] = {"cpp-output", "c-cpp-output", NULL};
        arg.value = words[0];
        arg.stated = *stated;
        arg.language = !*stated                          ? language_of(words[0])
                       : is_among(*stated, c)            ? PEP_LANGUAGE_C
                       : is_among(*stated, preprocessed) ? PEP_LANGUAGE_PREPROCESSED
                                                         : PEP_LANGUAGE_OTHER;
        arg.role = arg.language == PEP_LANGUAGE_LINKER ? PEP_ARG_LIBRARY : PEP_ARG_INPUT;
        line->headers += is_header(words[0], *stated);
        line->sources += arg.language == PEP_LANGUAGE_C || arg.language == PEP_LANGUAGE_PREPROCESSED;
        if (!strcmp(words[0], "-"))
            line->verbatim = "standard input is compiled";
    }

    if (arg.role == PEP_ARG_INPUT || arg.role == PEP_ARG_LIBRARY)
        line->inputs++, line->libraries += arg.role == PEP_ARG_LIBRARY;
    else if (arg.role == PEP_ARG_MODE)
        line->mode = !strcmp(arg.word, "-S") || !strcmp(arg.word, "--assemble") ? PEP_MODE_ASSEMBLY
                     : line->mode == PEP_MODE_ASSEMBLY                          ? PEP_MODE_ASSEMBLY
                                                                                : PEP_MODE_OBJECT;
    else if (arg.role == PEP_ARG_OUTPUT)
        line->output = arg.value;
    else if (arg.role == PEP_ARG_LANGUAGE)
        *stated = arg.value && strcmp(arg.value, "none") ? arg.value : NULL;
    else if (!strncmp(arg.word, "-MF", 3) && arg.value)
        line->depend = arg.value;
    else if (!strncmp(arg.word, "-Wp,-MD,", 8) || !strncmp(arg.word, "-Wp,-MMD,", 9))
        take_wp_depend(line, arg.word);
    else if (!strcmp(arg.word, "-###"))
        line->dry = true;
    else if (!strcmp(arg.word, "-E") || !strcmp(arg.word, "--preprocess"))
        line->preprocesses = true;
    line->no_runtime |= is_relocatable(&arg);
    arg.side = flag && flag->effects & PEP_EFFECT_SIDE;
    if (flag)
        take_effects(line, arena, &arg, flag->effects);
    pep_array_push(&line->args, arg);
    return arg.second ? 2 : 1;
}

/* is_probe_file - what configure, that of nginx, CMake and meson call the programs they try the compiler with */
static bool is_probe_file(const char *path)
{
    static const char *const folders[] = {"CMakeFiles/CMakeScratch",
                                          "CMakeFiles/CMakeTmp",
                                          "CMakeFiles/CompilerId",
                                          "/CompilerIdC/",
                                          "CMakeCCompilerId",
                                          "CMakeCCompilerABI",
                                          "cmTC_",
                                          "meson-private/",
                                          NULL};
    for (const char *const *f = folders; *f; f++) {
        if (strstr(path, *f))
            return true;
    }
    return !strncmp(pep_file_base(path), "conftest", 8) || !strncmp(pep_file_base(path), "autotest", 8);
}

static bool is_probe(const struct pep_cmdline *line)
{
    char here[4096];
    if (getcwd(here, sizeof here - 1) && is_probe_file(strcat(here, "/")))
        return true;
    if (line->output && is_probe_file(line->output))
        return true;
    for (size_t i = 0; i < line->args.count; i++) {
        const struct pep_arg *arg = &line->args.at[i];
        if ((arg->role == PEP_ARG_INPUT || arg->role == PEP_ARG_LIBRARY) && arg->value && is_probe_file(arg->value))
            return true;
    }
    return false;
}

/* judge_file - some compilers look for all files before they begin, and what is no regular file (a pipe, /dev/stdin)
 * can be read only once */
static void judge_file(struct pep_cmdline *line, const struct pep_arg *arg)
{
    struct stat st;
    bool library = arg->role == PEP_ARG_LIBRARY && arg->word[0] != '-';
    if ((arg->role != PEP_ARG_INPUT && !library) || !strcmp(arg->value, "-"))
        return;
    if (stat(arg->value, &st) || access(arg->value, R_OK)) {
        line->verbatim = "a file is missing";
        line->no_code = true;
    } else if (!library && !S_ISREG(st.st_mode) && !line->verbatim) {
        line->verbatim = "an input is no regular file";
    }
}

/* lacks_libc - whether there is no shared C library for the runtime to call.  rustc and its like name all libraries
 * themselves: cc ... -lgcc_s -lc -nodefaultlibs */
static bool lacks_libc(const struct pep_cmdline *line)
{
    static const char *const unshared[] = {"-static", "-static-pie", NULL};
    bool named = false, shared = true;
    for (size_t i = 0; i < line->args.count; i++) {
        shared &= !is_among(line->args.at[i].word, unshared);
        named |= !strcmp(line->args.at[i].word, "-lc");
    }
    return !named || !shared;
}

/* judge - finds what forbids a split */
static void judge(struct pep_cmdline *line)
{
    if (!line->inputs)
        line->verbatim = "there is no input";
    else if (line->headers == line->inputs)
        line->no_code = true;
    for (size_t i = 0; i < line->args.count; i++)
        judge_file(line, &line->args.at[i]);
    if (line->mode != PEP_MODE_LINK && line->output && line->inputs - line->libraries > 1 && !line->verbatim)
        line->verbatim = "-o with several files";
    if (line->mode == PEP_MODE_LINK && line->sources && !line->verbatim) {
        /* The names of files written beside the program differ from compiler to compiler here. */
        if (line->side_outputs)
            line->verbatim = "files beside the object, and linking in the same command";
        else if (line->writes_depend && (line->sources > 1 || (!line->output && !line->depend)))
            line->verbatim = "a dependency file, and linking in the same command";
    }
    if (line->depend && !line->writes_depend && !line->wp_depend && !line->verbatim)
        line->verbatim = "-MF without -MD";
    if (line->writes_depend && line->sources > 1 && line->depend && !line->verbatim)
        line->verbatim = "one dependency file for several sources";
    line->no_runtime |= line->own_libs && lacks_libc(line);
    line->probe = !line->options.force && is_probe(line);
    if (line->probe)
        line->plain = "a probe of configure, CMake or meson";
}

int pep_cmdline_read(struct pep_cmdline *line, struct pep_arena *arena, const char *const *argv, const char *pep_flags,
                     struct pep_buffer *error)
{
    *line = (struct pep_cmdline){0};
    pep_options_init(&line->options);
    if (pep_flags && take_variable(line, arena, pep_flags, error))
        return -1;
    struct pep_words words = {0};
    if (take_words(line, &words, arena, argv, error)) {
        pep_array_free(&words);
        return -1;
    }
    const char *stated = NULL; /* the language of -x */
    for (size_t i = 0; i < words.count;)
        i += take_arg(line, arena, words.at + i, words.count - i, &stated);
    pep_array_free(&words);
    judge(line);
    return 0;
}

const char *pep_cmdline_object(struct pep_arena *arena, const struct pep_cmdline *line, const struct pep_arg *input)
{
    if (line->output)
        return line->output;
    return pep_arena_printf(arena, "%s%s", pep_cmdline_stem(arena, pep_file_base(input->value)),
                            line->mode == PEP_MODE_ASSEMBLY ? ".s" : ".o");
}

static bool has_effect(const struct pep_arg *arg, unsigned effect)
{
    const struct pep_flag *flag = arg->role == PEP_ARG_COMMON && arg->word[0] == '-' ? pep_flag_find(arg->word) : NULL;
    return flag && flag->effects & effect;
}

void pep_cmdline_clang(struct pep_words *out, struct pep_arena *arena, const struct pep_cmdline *line)
{
    for (size_t i = 0; i < line->args.count; i++) {
        const struct pep_arg *arg = &line->args.at[i];
        if (has_effect(arg, PEP_EFFECT_CLANG))
            pep_array_push(out, arg->second ? pep_arena_printf(arena, "--target=%s", arg->second) : arg->word);
    }
}

void pep_cmdline_prefix_maps(struct pep_words *out, const struct pep_cmdline *line)
{
    for (size_t i = 0; i < line->args.count; i++) {
        if (has_effect(&line->args.at[i], PEP_EFFECT_PREFIX))
            pep_array_push(out, line->args.at[i].value);
    }
}
