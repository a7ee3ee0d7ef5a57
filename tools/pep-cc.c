/* pep-cc - stands in place of cc: the program it builds counts its own paths.  By the name of pep-c++ it stands in
 * place of c++, which mostly links. */
#define _GNU_SOURCE
#include "base/error.h"
#include "cfgbuild/cfg.h"
#include "cfgbuild/unitmap.h"
#include "frontend/run.h"
#include "frontend/temp.h"
#include "tools/pep_cc.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* base/options.c names the values of these by their numbers, because base knows nothing of graphs. */
_Static_assert(PEP_EVENT_PATHS == 1 && PEP_EVENT_EDGES == 2 && PEP_EVENT_CALLS == 3 && PEP_EVENT_KPATHS == 4 &&
                   PEP_EVENT_SUBPATHS == 5,
               "values of -fpep=");
_Static_assert(PEP_HOW_EXHAUSTIVE == 0 && PEP_HOW_SAMPLED == 1 && PEP_HOW_DUPLICATED == 2, "values of -fpep-how=");
_Static_assert(PEP_TRUNCATE_BACKEDGE == 0 && PEP_TRUNCATE_HEADER == 1, "values of -fpep-truncate=");
_Static_assert(PEP_UPDATE_SINGLE == 0 && PEP_UPDATE_THREAD == 1 && PEP_UPDATE_ATOMIC == 2, "values of -fpep-update=");

/* print_command - for -###, which is no part of the command that would run */
static void print_command(const struct pep_words *command)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    struct pep_words shown = {0};
    for (size_t i = 0; i < command->count; i++) {
        if (strcmp(command->at[i], "-###"))
            pep_array_push(&shown, command->at[i]);
    }
    pep_words_print(&text, pep_words_vector(&shown));
    fputs(pep_buffer_text(&text), stderr);
    pep_array_free(&shown);
    pep_buffer_free(&text);
}

/* settle_subpaths - how they are recorded by default; and a share of all blocks is drawn by counting */
static void settle_subpaths(struct pep_options *o)
{
    if (o->event != PEP_EVENT_SUBPATHS)
        return;
    o->how = o->how_given ? o->how : PEP_HOW_DUPLICATED;
    if (o->fields || o->values || o->calls)
        pep_fatal(PEP_EXIT_USAGE, "-fpep=subpaths goes with no other event");
    if (o->context)
        pep_fatal(PEP_EXIT_USAGE, "-fpep=subpaths takes no contexts: calls are in it");
    if (o->how == PEP_HOW_DUPLICATED && o->duplicate_given && o->duplicate == PEP_DUPLICATE_NONE)
        pep_fatal(PEP_EXIT_USAGE, "-fpep=subpaths begins in duplicates: -fpep-how=sampled does without");
    if (o->trigger_given && o->trigger == PEP_TRIGGERED_BY_TIMER)
        pep_fatal(PEP_EXIT_USAGE, "-fpep=subpaths needs -fpep-trigger=counter: it draws from the blocks that run");
    o->trigger = o->how == PEP_HOW_EXHAUSTIVE ? PEP_TRIGGERED_BY_TIMER : PEP_TRIGGERED_BY_COUNTER;
}

/* settle_kpaths - samples are no sequences; and a clock meets checks by how long they take, not by their number */
static void settle_kpaths(struct pep_options *o)
{
    if (o->event != PEP_EVENT_KPATHS)
        return;
    if (!o->how_given)
        o->how = PEP_HOW_EXHAUSTIVE;
    if (o->how == PEP_HOW_SAMPLED)
        pep_fatal(PEP_EXIT_USAGE, "-fpep=kpaths is not for -fpep-how=sampled: samples are no sequences");
    if (o->k > PEP_SEQUENCE_LONGEST)
        pep_fatal(PEP_EXIT_USAGE, "-fpep-k takes %d paths at most", PEP_SEQUENCE_LONGEST);
    if (o->how == PEP_HOW_DUPLICATED && o->k > PEP_BURST_PATHS)
        pep_fatal(PEP_EXIT_USAGE, "-fpep-how=duplicated follows sequences of %d paths at most", PEP_BURST_PATHS);
    if (o->how == PEP_HOW_DUPLICATED && !o->trigger_given)
        o->trigger = PEP_TRIGGERED_BY_COUNTER;
}

/* settle_guided - by an earlier run it is known for which few functions duplicates pay */
static void settle_guided(struct pep_options *o)
{
    bool paths = o->event == PEP_EVENT_PATHS || o->event == PEP_EVENT_EDGES;
    if (o->how_given || !o->use || !paths || o->context)
        return;
    o->how = PEP_HOW_DUPLICATED;
    o->duplicate = o->duplicate_given ? o->duplicate : PEP_DUPLICATE_HOT;
}

/* settle_check - assembly has to be for the machine, its usual code model and the syntax that compilers use by
 * themselves.  For clang such a counter may change any memory, so that what is around it is loaded anew: in C it is
 * better off.  It may also check calls through pointers. */
static void settle_check(struct pep_cc *cc)
{
    struct pep_options *o = &cc->line.options;
    bool plain = !cc->machine && !strcmp(pep_compiler_host(), "x86_64");
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        plain &= strcmp(word, "-masm=intel") && strncmp(word, "-mcmodel=", 9);
        o->guarded |= !strncmp(word, "-fsanitize=", 11) && strstr(word, "cfi");
        o->odd_registers |= !strncmp(word, "-m", 2) && strcmp(word, "-m64") && strncmp(word, "-mtune=", 7);
    }
    if (plain && cc->line.sources && o->how == PEP_HOW_EXHAUSTIVE)
        plain = pep_compiler_kind(&cc->compiler) == PEP_COMPILER_GCC;
    if (o->check == PEP_CHECK_AUTO)
        o->check = plain ? PEP_CHECK_X86_64 : PEP_CHECK_PORTABLE;
}

/* settle_hooks - what is called by name is to tell of itself by that name: to gprof, or to hooks of the user's */
static void settle_hooks(struct pep_cc *cc)
{
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        cc->line.options.hooked |=
            !strncmp(word, "-finstrument-functions", 22) || !strcmp(word, "-pg") || !strcmp(word, "-p");
    }
}

/* settle_sampling - edges are derived from sampled paths; samples are rare enough to be added atomically */
static void settle_sampling(struct pep_cc *cc)
{
    struct pep_options *o = &cc->line.options;
    settle_subpaths(o);
    settle_kpaths(o);
    settle_guided(o);
    if (o->trigger == PEP_TRIGGERED_BY_COUNTER && o->how != PEP_HOW_DUPLICATED && o->event != PEP_EVENT_SUBPATHS)
        pep_fatal(PEP_EXIT_USAGE, "-fpep-trigger=counter is for -fpep-how=duplicated");
    if (o->context && o->how != PEP_HOW_SAMPLED)
        pep_fatal(PEP_EXIT_USAGE, "-fpep-context is for -fpep-how=sampled");
    if (o->context > PEP_CONTEXT_MAX)
        pep_fatal(PEP_EXIT_USAGE, "-fpep-context takes %d callers at most", PEP_CONTEXT_MAX);
    if (o->context && o->check == PEP_CHECK_X86_64)
        pep_fatal(PEP_EXIT_USAGE, "-fpep-context needs -fpep-check=portable");
    if (o->how == PEP_HOW_EXHAUSTIVE)
        return;
    if (o->context) { /* what looks for callers may call the loader; and who only passes a count on has a caller too */
        o->check = PEP_CHECK_PORTABLE;
        o->derive = false;
    }
    if (o->event == PEP_EVENT_EDGES)
        o->event = PEP_EVENT_PATHS;
    o->update = PEP_UPDATE_SINGLE;
}

/* try_dump_file - before the sources are rewritten, which must not keep a build from its objects */
static void try_dump_file(const struct pep_options *o)
{
    FILE *file = o->dump && o->dump_file ? fopen(o->dump_file, "a") : NULL;
    if (file)
        fclose(file);
    else if (o->dump && o->dump_file)
        pep_fatal(PEP_EXIT_IO, "%s: %s", o->dump_file, strerror(errno));
}

/* read_command - the line, the compiler behind, and what follows from both */
static void read_command(struct pep_cc *cc, const char *const *argv, const char *stands_for, bool cplusplus)
{
    struct pep_buffer error = PEP_BUFFER_INIT;
    if (pep_cmdline_read(&cc->line, &cc->arena, argv, getenv("PEP_FLAGS"), &error))
        pep_fatal(PEP_EXIT_USAGE, "%s", error.at);
    if (cc->line.options.help) {
        pep_buffer_adds(&error, "pep-cc takes the options of the C compiler behind it, and of its own:\n");
        pep_options_help(&error);
        fputs(error.at, stdout);
        if (fflush(stdout))
            pep_fatal(PEP_EXIT_IO, "standard output: %s", strerror(errno));
        exit(0);
    }
    pep_compiler_find(&cc->compiler, &cc->arena, cc->line.options.compiler, stands_for, cplusplus);
    if (cc->compiler.cplusplus)
        pep_cmdline_cplusplus(&cc->line);
    const char *machine = cc->line.machine ? cc->line.machine : cc->compiler.machine;
    cc->machine = machine && strcmp(machine, pep_compiler_host()) ? machine : NULL;
    pep_cc_find_runtime(cc);
    pep_temp_keep(cc->line.options.keep);
    if (cc->line.threads && !cc->line.options.update_given)
        cc->line.options.update = PEP_UPDATE_THREAD;
    settle_sampling(cc);
    settle_check(cc);
    settle_hooks(cc);
    try_dump_file(&cc->line.options);
}

/* judge - whether anything is to be instrumented; gives the reason against it, or NULL */
static const char *judge(struct pep_cc *cc)
{
    const struct pep_cmdline *line = &cc->line;
    if (line->plain)
        return line->plain;
    if (line->verbatim)
        return line->verbatim;
    if (!line->sources)
        return "no C source";
    if (cc->machine && !cc->runtime && !line->options.force)
        return pep_arena_printf(&cc->arena, "there is no runtime for %s", cc->machine);
    if (pep_compiler_kind(&cc->compiler) == PEP_COMPILER_OTHER)
        return pep_arena_printf(&cc->arena, "'%s' is neither gcc nor clang", cc->compiler.name);
    if (!line->dry && !pep_temp_ready())
        return "no temporary folder can be made";
    return NULL;
}

/* log_sources - configure reads what its probes print, so they say nothing; /dev/null, with which kbuild tries options,
 * is no source */
static void log_sources(struct pep_cc *cc, const char *reason)
{
    if (cc->line.probe || cc->line.no_code)
        return;
    const char *note = pep_arena_printf(&cc->arena, "unit: %s\n", reason);
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const struct pep_arg *arg = &cc->line.args.at[i];
        if (arg->role == PEP_ARG_INPUT && arg->language != PEP_LANGUAGE_OTHER && strcmp(arg->value, "/dev/null"))
            pep_cc_log(cc, arg->value, note);
    }
}

/* run_verbatim - the line as it was given takes our place: its signals and exit code are exact */
static noreturn void run_verbatim(struct pep_cc *cc)
{
    struct pep_words command = {0};
    pep_cc_verbatim(&command, cc);
    if (cc->line.dry && command.count != cc->compiler.words.count + cc->line.original.count) {
        print_command(&command);
        exit(0);
    }
    pep_run_become(pep_words_vector(&command));
}

/* run_child - runs a command with the user's own output; gives its wait status */
static int run_child(struct pep_cc *cc, struct pep_words *command)
{
    if (cc->line.dry) {
        print_command(command);
        return 0;
    }
    struct pep_run run = {.argv = pep_words_vector(command)};
    int status = pep_run(&run);
    if (status == -1 && errno == E2BIG)
        run_verbatim(cc); /* an @FILE, opened here, made it too long */
    if (status == -1)
        pep_fatal(PEP_EXIT_COMPILER, "the compiler '%s' cannot be started", run.argv[0]);
    if (pep_run_interrupted(status))
        pep_run_leave(status);
    return status;
}

/* link_program - runs a command that links, and ends as it does; a prior profile that was of no use is told here, where
 * it can be told once */
static noreturn void link_program(struct pep_cc *cc, struct pep_words *command)
{
    int status = run_child(cc, command);
    if (!status && !cc->line.dry)
        pep_cc_tell_foreign(cc, cc->line.output ? cc->line.output : "a.out");
    pep_run_leave(status);
}

/* log_rejected - a source whose rewritten text the compiler refused, while it took the source as it is */
static void log_rejected(struct pep_cc *cc, const struct pep_arg *input)
{
    pep_cc_log(cc, input->value, "unit: the rewritten text does not compile\n");
}

/* compile_only - the only C source of the line, to `object`.  Where it is not instrumented the whole line runs as it
 * was given. */
static void compile_only(struct pep_cc *cc, const struct pep_arg *input, const char *object)
{
    enum pep_cc_end end = pep_cc_compile(cc, input, object);
    if (end == PEP_CC_DONE)
        return;
    if (end == PEP_CC_LEFT)
        run_verbatim(cc);
    struct pep_words command = {0};
    pep_cc_verbatim(&command, cc);
    int status = run_child(cc, &command);
    if (!status)
        log_rejected(cc, input);
    pep_run_leave(status);
}

/* compile_one - one source of several; gives the wait status of the compiler */
static int compile_one(struct pep_cc *cc, const struct pep_arg *input, const char *object)
{
    bool ours = input->language != PEP_LANGUAGE_OTHER;
    enum pep_cc_end end = ours ? pep_cc_compile(cc, input, object) : PEP_CC_LEFT;
    if (end == PEP_CC_DONE)
        return 0;
    struct pep_words command = {0};
    pep_cc_step(&command, cc, PEP_CC_ALONE, input, NULL, object);
    int status = run_child(cc, &command);
    if (!status && end == PEP_CC_REJECTED)
        log_rejected(cc, input);
    pep_array_free(&command);
    return status;
}

/* name_object - where the compiler would put it; of a line that links, a temporary file */
static const char *name_object(struct pep_cc *cc, size_t index)
{
    const struct pep_arg *input = &cc->line.args.at[index];
    if (input->language == PEP_LANGUAGE_OTHER)
        return NULL; /* the compiler knows what it makes of a header */
    if (cc->line.mode != PEP_MODE_LINK)
        return pep_cmdline_object(&cc->arena, &cc->line, input);
    const char *name = pep_arena_printf(&cc->arena, "%zu.o", index);
    return cc->line.dry ? pep_arena_printf(&cc->arena, PEP_CC_DRY_FOLDER "%s", name) : pep_temp_path(name);
}

/* compile_all - compiles the sources of the line, and links where the line says so.  As cc does, a source that fails
 * does not keep the others from being compiled. */
static noreturn void compile_all(struct pep_cc *cc)
{
    const struct pep_cmdline *line = &cc->line;
    const char **objects = PEP_NEW_N(&cc->arena, const char *, line->args.count);
    int failed = 0;
    for (size_t i = 0; i < line->args.count; i++) {
        const struct pep_arg *arg = &line->args.at[i];
        if (arg->role != PEP_ARG_INPUT || (arg->language == PEP_LANGUAGE_OTHER && line->mode == PEP_MODE_LINK))
            continue;
        objects[i] = name_object(cc, i);
        if (line->sources == 1 && arg->language != PEP_LANGUAGE_OTHER)
            compile_only(cc, arg, objects[i]);
        else
            failed |= compile_one(cc, arg, objects[i]);
    }
    if (failed || line->mode != PEP_MODE_LINK)
        exit(failed != 0);
    struct pep_words command = {0};
    pep_cc_link(&command, cc, objects);
    link_program(cc, &command);
}

/* open_standard - files of ours must not get the numbers 0 to 2 where the caller closed them; the compiler that takes
 * our place finds them closed again */
static void open_standard(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= 2);
    if (fd > 2)
        close(fd);
}

int main(int argc, char **argv)
{
    open_standard();
    signal(SIGCHLD, SIG_DFL); /* a caller that ignores it would have us learn of no child's end */
    static struct pep_cc cc;
    bool cplusplus = argc > 0 && pep_compiler_is_cplusplus(argv[0]);
    pep_program_name = cplusplus ? "pep-c++" : "pep-cc";
    const char *stands_for = argc > 0 ? pep_compiler_stands_for(argv[0]) : NULL;
    if (stands_for)
        pep_compiler_pass_on(stands_for, (const char *const *)argv);
    read_command(&cc, (const char *const *)argv + (argc > 0), stands_for, cplusplus);
    const char *reason = judge(&cc);
    if (reason) {
        struct pep_words command = {0};
        log_sources(&cc, reason);
        if (!cc.line.options.use || cc.line.mode != PEP_MODE_LINK || !cc.line.inputs || cc.line.dry)
            run_verbatim(&cc);
        pep_cc_verbatim(&command, &cc);
        link_program(&cc, &command);
    }
    compile_all(&cc);
}
