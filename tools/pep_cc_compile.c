#define _GNU_SOURCE
#include "base/error.h"
#include "base/file.h"
#include "frontend/isolate.h"
#include "frontend/lexer.h"
#include "frontend/names.h"
#include "frontend/run.h"
#include "frontend/temp.h"
#include "rewrite/rewrite.h"
#include "tools/pep_cc.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* The rewriting child's time: some seconds would do; what takes longer hangs. */
enum { BASE_SECONDS = 60, SECONDS_PER_MEGABYTE = 20 };

/* What comes back from the child, in front of the notes and the text. */
struct answer {
    uint32_t functions, instrumented;
    uint64_t odd;
    uint64_t notes, stale, marked, counts; /* bytes of them */
};

/* rewrite_in_child - runs the rewriter and packs its result */
static int rewrite_in_child(struct pep_buffer *out, void *data)
{
    struct pep_rewrite_result result = {0};
    int bad = pep_rewrite(&result, data);
    struct answer head = {result.functions,   result.instrumented, result.odd,         result.notes.count,
                          result.stale.count, result.marked.count, result.counts.count};
    pep_buffer_add(out, &head, sizeof head);
    pep_buffer_add(out, pep_buffer_text(&result.notes), result.notes.count);
    pep_buffer_add(out, pep_buffer_text(&result.stale), result.stale.count);
    pep_buffer_add(out, pep_buffer_text(&result.marked), result.marked.count);
    pep_buffer_add(out, pep_buffer_text(&result.counts), result.counts.count);
    pep_buffer_add(out, pep_buffer_text(&result.text), result.text.count);
    return bad;
}

/* unit_name - how the unit is called in the map.  Text that was preprocessed elsewhere names its source in its first
 * line, as the compiler reads it too; the file it lies in may be a temporary one, which is another every time. */
static const char *unit_name(struct pep_cc *cc, const struct pep_arg *input, const struct pep_buffer *text)
{
    const char *p = pep_buffer_text(text);
    if (input->language != PEP_LANGUAGE_PREPROCESSED || strncmp(p, "# ", 2))
        return input->value;
    p += 2;
    p += strspn(p, "0123456789");
    size_t length = strncmp(p, " \"", 2) ? 0 : strcspn(p + 2, "\"\\\n");
    return length && p[2 + length] == '"' ? pep_arena_strndup(&cc->arena, p + 2, length) : input->value;
}

/* asks_for_warnings - whether some may be about how statements are written; clang has such without being asked */
static bool asks_for_warnings(struct pep_cc *cc)
{
    bool asks = pep_compiler_kind(&cc->compiler) == PEP_COMPILER_CLANG;
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const char *word = cc->line.args.at[i].word;
        if (!strcmp(word, "-w"))
            return false;
        asks |= !strncmp(word, "-W", 2) && strncmp(word, "-Wno-", 5) && (!word[2] || word[3] != ',');
    }
    return asks;
}

/* ask_libclang - for what it finds as compilers do, who find it no more in instrumented text (shapes.c has the rest).
 * A switch may have got a default there, which most do without: so only who asks for that pays for it. */
static void ask_libclang(struct pep_words *clang, const struct pep_cc *cc)
{
    static const char *const asked[] = {"-Wfor-loop-analysis", "-Wtautological-overlap-compare", "-Wunused-value"};
    static const char *const defaults[] = {"-Wswitch-default", "-Werror=switch-default", "-Weverything"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        pep_array_push(clang, asked[i]);
    for (size_t i = 0; i < cc->line.args.count; i++)
        for (size_t k = 0; k < sizeof defaults / sizeof *defaults; k++)
            if (!strcmp(cc->line.args.at[i].word, defaults[k]))
                pep_array_push(clang, "-Wswitch-default");
}

static bool names_regions(const char *word)
{
    return strstr(word, "openmp") || strstr(word, "openacc");
}

/* knows_regions - whether an option says that pragmas of OpenMP or OpenACC mean something, whatever it is called; other
 * compilers may have another name for it */
static bool knows_regions(struct pep_cc *cc)
{
    bool knows = pep_compiler_kind(&cc->compiler) == PEP_COMPILER_OTHER;
    for (size_t i = 0; i < cc->compiler.words.count; i++)
        knows |= names_regions(cc->compiler.words.at[i]);
    for (size_t i = 0; i < cc->line.args.count; i++) {
        const struct pep_arg *arg = &cc->line.args.at[i];
        knows |= names_regions(arg->word) || (arg->second && names_regions(arg->second));
    }
    return knows;
}

/* rewrite - leaves text and notes in result; gives false where the source has to stay as it is */
static bool rewrite(struct pep_rewrite_result *result, struct pep_cc *cc, const struct pep_arg *source,
                    const struct pep_buffer *in)
{
    struct pep_words clang = {0}, maps = {0};
    struct pep_prior prior = {0};
    pep_cmdline_prefix_maps(&maps, &cc->line);
    pep_words_append(&clang, &cc->compiler.clang);
    pep_cmdline_clang(&clang, &cc->arena, &cc->line);
    if (asks_for_warnings(cc))
        ask_libclang(&clang, cc);
    struct pep_rewrite_input input = {
        .text = pep_buffer_text(in),
        .count = in->count,
        .name = unit_name(cc, source, in),
        .clang = pep_words_vector(&clang),
        .prefix_maps = pep_words_vector(&maps),
        .prior = pep_cc_prior(&prior, cc, unit_name(cc, source, in)) ? &prior : NULL,
        .options = &cc->line.options,
        .marks = pep_cc_optimizes(cc),
        .regions = knows_regions(cc),
        .lasts = pep_compiler_kind(&cc->compiler) != PEP_COMPILER_GCC,
    };
    struct pep_isolate job = {
        .work = rewrite_in_child,
        .data = &input,
        .seconds = BASE_SECONDS + (unsigned)(in->count / (1024 * 1024)) * SECONDS_PER_MEGABYTE,
        .quiet = !cc->line.options.dump && !cc->line.options.verbose,
    };
    enum pep_isolate_end end = pep_isolate(&job);
    struct answer head = {0};
    bool good = end == PEP_ISOLATE_DONE && job.out.count >= sizeof head;
    if (good) {
        memcpy(&head, job.out.at, sizeof head);
        const char *notes = job.out.at + sizeof head, *stale = notes + head.notes, *marked = stale + head.stale;
        const char *counts = marked + head.marked, *text = counts + head.counts;
        pep_buffer_add(&result->notes, notes, head.notes);
        pep_buffer_add(&result->marked, marked, head.marked);
        pep_buffer_add(&result->counts, counts, head.counts);
        pep_buffer_add(&result->text, text, (size_t)(job.out.at + job.out.count - text));
        result->functions = head.functions;
        result->instrumented = head.instrumented;
        result->odd = head.odd;
        if (!job.result && result->instrumented)
            pep_cc_tell_stale(cc, source->value, input.prior, pep_arena_strndup(&cc->arena, stale, (size_t)head.stale));
    } else if (end == PEP_ISOLATE_TIMEOUT) {
        pep_buffer_printf(&result->notes, "unit: rewriting took longer than %u seconds\n", job.seconds);
    } else if (end == PEP_ISOLATE_FAILED) {
        pep_buffer_adds(&result->notes, "unit: no process could be started to rewrite it\n");
    } else {
        pep_buffer_printf(&result->notes, "unit: rewriting it crashed (%s)\n",
                          job.signal ? strsignal(job.signal) : "no answer");
    }
    pep_buffer_free(&job.out);
    pep_array_free(&clang);
    pep_array_free(&maps);
    pep_prior_free(&prior);
    return good && !job.result;
}

/* What is written to by the preprocessor's step alone; the others would add to it. */
static const char *const written[] = {"DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES", NULL};

/* run_step - runs a command with its output kept; gives true for success.  The end of the whole build by the user ends
 * us as well. */
static bool run_step(struct pep_run *run, const struct pep_words *command, const char *const *without)
{
    struct pep_words copy = {0};
    pep_words_append(&copy, command);
    *run = (struct pep_run){.argv = pep_words_vector(&copy), .without = without, .capture = true};
    int status = pep_run(run);
    pep_array_free(&copy);
    run->argv = NULL;
    if (pep_run_interrupted(status))
        pep_run_leave(status);
    return !status;
}

/* mentions - whether the word, of small letters, stands in the text in whatever case */
static bool mentions(const struct pep_buffer *text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text->count; i++)
        if ((text->at[i] | 0x20) == *word && !strncasecmp(text->at + i, word, length))
            return true;
    return false;
}

/* reads_comments - whether comments of the source are looked at: with these warnings, gcc takes some of them for its
 * attribute fallthrough, at level 1 any, though none that stands in the body of a macro (so not -CC).  Where only a
 * header has some, the source is compiled once more for its messages. */
static bool reads_comments(struct pep_cc *cc, const struct pep_arg *input)
{
    bool some = false, any = false;
    if (pep_compiler_kind(&cc->compiler) == PEP_COMPILER_GCC)
        for (size_t i = 0; i < cc->line.args.count; i++) {
            const char *word = cc->line.args.at[i].word;
            some |= !strcmp(word, "-W") || !strcmp(word, "-Wextra") || !strncmp(word, "-Wimplicit-fallthrough", 22);
            any |= !strcmp(word, "-Wimplicit-fallthrough=1");
        }
    struct pep_buffer source = PEP_BUFFER_INIT;
    bool reads = any || (some && (pep_file_read(&source, input->value) || mentions(&source, "fall")));
    pep_buffer_free(&source);
    return reads;
}

/* alike - whether two texts have the same tokens */
static bool alike(const struct pep_buffer *a, const struct pep_buffer *b)
{
    struct pep_tokens s = {0}, t = {0};
    pep_tokens_scan(&s, pep_buffer_text(a), a->count, false);
    pep_tokens_scan(&t, pep_buffer_text(b), b->count, false);
    bool same = s.count == t.count;
    for (size_t i = 0; same && i < s.count; i++) {
        size_t length = s.at[i].end - s.at[i].begin;
        same = length == t.at[i].end - t.at[i].begin && !memcmp(a->at + s.at[i].begin, b->at + t.at[i].begin, length);
    }
    pep_tokens_free(&s);
    pep_tokens_free(&t);
    return same;
}

/* keep_comments - replaces the text by that with its comments, where it is the same otherwise: those in arguments of
 * macros are tokens, which cannot be joined, are not empty, and stand in the string that # makes. */
static void keep_comments(struct pep_buffer *text, struct pep_words *command, const char *file)
{
    struct pep_run run = {0};
    struct pep_buffer commented = PEP_BUFFER_INIT;
    pep_array_push(command, "-C");
    if (run_step(&run, command, written) && !run.err.count && !pep_file_read(&commented, file) &&
        alike(text, &commented)) {
        struct pep_buffer bare = *text;
        *text = commented;
        commented = bare;
    }
    pep_buffer_free(&commented);
    pep_run_free(&run);
}

/* read_text - a source that is preprocessed already.  One that was stripped of its line markers gets the first: else
 * that of our declarations would name the unit. */
static bool read_text(struct pep_buffer *text, const char *path)
{
    struct pep_buffer file = PEP_BUFFER_INIT;
    if (pep_file_read(&file, path))
        return false;
    if (strncmp(pep_buffer_text(&file), "# ", 2) && !strpbrk(path, "\"\\\n"))
        pep_buffer_printf(text, "# 1 \"%s\"\n", path);
    pep_buffer_add(text, pep_buffer_text(&file), file.count);
    pep_buffer_free(&file);
    return true;
}

/* preprocess - leaves the text of the source in `text`. */
static bool preprocess(struct pep_buffer *text, struct pep_run *run, struct pep_cc *cc, const struct pep_arg *input)
{
    if (input->language == PEP_LANGUAGE_PREPROCESSED)
        return read_text(text, input->value);
    const char *file = pep_temp_path("preprocessed.i");
    struct pep_words command = {0};
    pep_cc_step(&command, cc, PEP_CC_PREPROCESS, input, NULL, file);
    bool good = run_step(run, &command, NULL) && !pep_file_read(text, file);
    if (good && reads_comments(cc, input))
        keep_comments(text, &command, file);
    unlink(file);
    pep_array_free(&command);
    return good;
}

/* write_text - not by way of another name, which a signal would leave behind */
static bool write_text(const char *path, const struct pep_buffer *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    bool good = !pep_file_write_fd(fd, pep_buffer_text(text), text->count);
    return !close(fd) && good;
}

/* save_text - for -save-temps, the .i that was compiled, under the name that the compiler gives to its own */
static void save_text(struct pep_cc *cc, const struct pep_arg *input, const char *object, const struct pep_buffer *text)
{
    const char *word = cc->line.save_temps;
    if (!word || input->language == PEP_LANGUAGE_PREPROCESSED)
        return;
    bool clang = pep_compiler_kind(&cc->compiler) == PEP_COMPILER_CLANG, here = strstr(word, "=cwd") != NULL;
    const char *stem = pep_cmdline_stem(&cc->arena, clang ? pep_file_base(input->value) : object);
    if (clang && strstr(word, "=obj"))
        stem = pep_arena_printf(&cc->arena, "%.*s%s", (int)(pep_file_base(object) - object), object, stem);
    write_text(pep_arena_printf(&cc->arena, "%s.i", here ? pep_file_base(stem) : stem), text);
}

/* says_less - whether of the warnings in `said` some is not in `instead`, by their flags */
static bool says_less(struct pep_cc *cc, const char *instead, const char *said)
{
    for (const char *flag = strstr(said, "[-"); flag; flag = strstr(flag + 1, "[-"))
        if (!strstr(instead, pep_arena_strndup(&cc->arena, flag, strcspn(flag, "]\n"))))
            return true;
    return false;
}

/* diagnose - compiles the source as it is, for its messages alone: the compiler knows macros, columns and comments
 * there that the rewritten text has lost.  clang says most of them before it makes code, gcc does not.  False where the
 * source is in error. */
static bool diagnose(struct pep_run *run, struct pep_cc *cc, const struct pep_arg *input, const char *said)
{
    const char *object = pep_temp_path("said.o");
    struct pep_words command = {0};
    bool quick = pep_compiler_kind(&cc->compiler) == PEP_COMPILER_CLANG;
    pep_temp_path("said.d"); /* where the user names none */
    pep_cc_step(&command, cc, PEP_CC_MESSAGES, input, NULL, object);
    if (quick)
        pep_array_push(&command, "-fsyntax-only");
    bool good = run_step(run, &command, written);
    if (good && quick && says_less(cc, pep_buffer_text(&run->err), said)) {
        pep_run_free(run);
        command.count--;
        good = run_step(run, &command, written);
    }
    unlink(object);
    pep_array_free(&command);
    return good;
}

static bool makes_errors_of_warnings(const struct pep_cc *cc)
{
    for (size_t i = 0; i < cc->line.args.count; i++)
        if (!strncmp(cc->line.args.at[i].word, "-Werror", 7) || !strcmp(cc->line.args.at[i].word, "-pedantic-errors"))
            return true;
    return false;
}

/* remove_object - of a source that is in error; make would take it for a good one */
static void remove_object(const char *object)
{
    struct stat status;
    if (!stat(object, &status) && S_ISREG(status.st_mode))
        unlink(object);
}

/* compile - the compiler proper over the rewritten text.  Where it says nothing, and nothing is odd, the preprocessor's
 * messages are all there is to show; else the user sees what the compiler says of the source itself. */
static enum pep_cc_end compile(struct pep_cc *cc, const struct pep_arg *input, const char *object,
                               const struct pep_rewrite_result *result, struct pep_run *first)
{
    const char *stem = pep_cmdline_stem(&cc->arena, pep_file_base(input->value));
    const char *file = pep_temp_path(pep_arena_printf(&cc->arena, "%s.i", stem));
    struct pep_words command = {0};
    struct pep_run second = {0}, said = {0};
    enum pep_cc_end end = PEP_CC_REJECTED;
    pep_cc_step(&command, cc, PEP_CC_COMPILE, input, file, object);
    if (!write_text(file, &result->text)) {
        pep_cc_log(cc, input->value,
                   pep_arena_printf(&cc->arena, "unit: the rewritten text cannot be written to %s: %s\n", file,
                                    strerror(errno)));
        end = PEP_CC_LEFT;
    } else {
        if (result->marked.count)
            pep_cc_optimize(&command, cc, input, result);
        bool good = run_step(&second, &command, written);
        bool odd = ((result->odd || pep_cc_suggests(cc)) && asks_for_warnings(cc)) || pep_cc_analyses(cc) ||
                   (first->err.count && pep_cc_misses_comments(cc));
        bool quiet = good && ((!second.err.count && !odd) || cc->line.save_temps);
        bool sound = quiet || ((good || makes_errors_of_warnings(cc)) &&
                               diagnose(&said, cc, input, pep_buffer_text(&second.err)));
        if (!good && sound) {
            pep_run_free(&second);
            pep_array_push(&command, "-w");
            good = run_step(&second, &command, written);
        }
        if (good && sound) {
            pep_run_replay(quiet ? first : &said);
            if (!quiet)
                pep_buffer_clear(&second.err);
            pep_run_replay(
                &second); /* -S -o -; with -save-temps the messages too, as the source is not compiled again */
            save_text(cc, input, object, &result->text);
            end = PEP_CC_DONE;
        } else if (good) {
            remove_object(object);
        }
    }
    if (end == PEP_CC_REJECTED && cc->line.options.verbose)
        fprintf(stderr, "%s: the compiler's answer to the rewritten text:\n%s", pep_program_name,
                pep_buffer_text(&second.err));
    if (!cc->line.options.keep)
        unlink(file);
    pep_run_free(&second);
    pep_run_free(&said);
    pep_array_free(&command);
    return end;
}

/* print_steps - for -###: what would be run */
static void print_steps(struct pep_cc *cc, const struct pep_arg *input, const char *object)
{
    struct pep_words command = {0};
    struct pep_buffer text = PEP_BUFFER_INIT;
    const char *stem = pep_cmdline_stem(&cc->arena, pep_file_base(input->value));
    const char *after = pep_arena_printf(&cc->arena, PEP_CC_DRY_FOLDER "%s.i", stem);
    if (input->language == PEP_LANGUAGE_C) {
        pep_cc_step(&command, cc, PEP_CC_PREPROCESS, input, NULL, PEP_CC_DRY_FOLDER "preprocessed.i");
        pep_words_print(&text, pep_words_vector(&command));
        if (reads_comments(cc, input)) {
            pep_array_push(&command, "-C");
            pep_words_print(&text, pep_words_vector(&command));
        }
    }
    command.count = 0;
    pep_cc_step(&command, cc, PEP_CC_COMPILE, input, after, object);
    pep_words_print(&text, pep_words_vector(&command));
    fputs(pep_buffer_text(&text), stderr);
    pep_buffer_free(&text);
    pep_array_free(&command);
}

enum pep_cc_end pep_cc_compile(struct pep_cc *cc, const struct pep_arg *input, const char *object)
{
    if (cc->line.dry) {
        print_steps(cc, input, object);
        return PEP_CC_DONE;
    }
    struct pep_buffer before = PEP_BUFFER_INIT;
    struct pep_rewrite_result result = {0};
    struct pep_run first = {0};
    enum pep_cc_end end = PEP_CC_LEFT;
    if (preprocess(&before, &first, cc, input)) {
        pep_names_resolve(&before);
        bool rewritten = rewrite(&result, cc, input, &before);
        if (rewritten && result.instrumented)
            end = compile(cc, input, object, &result, &first);
        if (end != PEP_CC_REJECTED)
            pep_cc_log(cc, input->value, pep_buffer_text(&result.notes));
    } else {
        pep_cc_log(cc, input->value, "unit: it is in error, or a header of it is there precompiled alone\n");
    }
    pep_run_free(&first);
    pep_buffer_free(&before);
    pep_buffer_free(&result.text);
    pep_buffer_free(&result.marked);
    pep_buffer_free(&result.counts);
    pep_buffer_free(&result.notes);
    return end;
}
