/* pep_cc_optimize.c - has gcc optimise by an earlier run of pep-cc's as by one of its own (-fprofile-use).
 *
 * gcc wants counts of the arcs of its own graph of the text.  It tells the graph where it is asked for coverage, and
 * which lines are in each block; so it compiles the text once where a line is a block of the source (rewrite/mark.h).
 * Blocks get the count that most of their lines have, arcs what follows (cfgbuild/infer.h).  What is inlined before gcc
 * looks at counts would be in the graph without them, so nothing is.
 *
 * Where the two graphs differ after all, gcc compiles the function as without counts. */
#define _GNU_SOURCE
#include "base/error.h"
#include "base/file.h"
#include "base/map.h"
#include "cfgbuild/cfg.h"
#include "cfgbuild/infer.h"
#include "frontend/run.h"
#include "frontend/temp.h"
#include "profile/gcov.h"
#include "rewrite/mark.h"
#include "rewrite/rewrite.h"
#include "tools/pep_cc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pep_cc_optimizes(struct pep_cc *cc)
{
    const struct pep_cmdline *line = &cc->line;
    bool optimizes = false;
    if (!line->options.optimize || !line->options.use || pep_compiler_kind(&cc->compiler) != PEP_COMPILER_GCC ||
        line->side_outputs || line->dumpbase_given || line->save_temps)
        return false;
    for (size_t i = 0; i < line->args.count; i++) {
        const char *word = line->args.at[i].word;
        if (!strncmp(word, "-fprofile-", 10) || !strncmp(word, "-fauto-profile", 14) ||
            !strncmp(word, "-fbranch-probabilities", 22))
            return false;
        if (!strncmp(word, "-O", 2))
            optimizes = strcmp(word, "-O0") && strcmp(word, "-Og");
    }
    return optimizes;
}

/* What is known of a unit: lines of the marked text and their counts. */
struct known {
    uint64_t most;          /* no count is above it */
    unsigned bits;          /* by which counts have to be shifted for gcc to have room */
    struct pep_map by_name; /* -> index into functions */
    struct {
        PEP_ARRAY(struct pep_marked);
    } functions;
    struct {
        PEP_ARRAY(uint64_t); /* of line PEP_MARK_FIRST + i */
    } counts;
};

static void read_known(struct known *k, struct pep_arena *arena, const char *text)
{
    char *p;
    for (k->most = strtoull(text, &p, 10); k->most >> k->bits >> 31;)
        k->bits++;
    for (p++; *p; p++) {
        size_t length = strcspn(p, " ");
        struct pep_marked f = {.name = pep_arena_strndup(arena, p, length), .first = 0};
        f.first = (uint32_t)strtoul(p + length, &p, 10);
        for (; *p != '\n'; f.nblocks++) {
            uint64_t count = strtoull(p, &p, 10);
            pep_array_push(&k->counts, (count < k->most ? count : k->most) >> k->bits);
        }
        pep_map_put(&k->by_name, f.name, length, k->functions.count);
        pep_array_push(&k->functions, f);
    }
}

/* What takes longer than it is worth: the flow of so many blocks takes half a second, and each line of a block is
 * compared with each. */
enum { MOST_BLOCKS = 10000, MOST_LINES = 1000 };

/* vote - the count that most of the block's lines have, of those of its own function */
static uint64_t vote(const struct known *k, const struct pep_marked *f, const struct pep_gcov_line *lines, size_t n)
{
    uint64_t best = PEP_INFER_UNKNOWN;
    size_t most = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t line = lines[i].line;
        size_t votes = 0;
        bool own = line - f->first < f->nblocks;
        if (!own && line != PEP_MARK_NEVER)
            continue;
        uint64_t count = own ? k->counts.at[line - PEP_MARK_FIRST] : 0;
        for (size_t j = 0; j < n; j++) {
            bool its = lines[j].line - f->first < f->nblocks;
            votes +=
                its ? k->counts.at[lines[j].line - PEP_MARK_FIRST] == count : lines[j].line == PEP_MARK_NEVER && !count;
        }
        if (votes > most) {
            most = votes;
            best = count;
        }
    }
    return best;
}

/* add_function - its counts by arc, for the file */
static void add_function(struct pep_buffer *out, const struct known *k, const struct pep_marked *m,
                         const struct pep_gcov_function *f)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    uint64_t *blocks = PEP_NEW_N(&arena, uint64_t, f->nblocks + 1);
    uint64_t *counts = PEP_NEW_N(&arena, uint64_t, f->arcs.count + 1);
    struct pep_infer_arc *arcs = PEP_NEW_N(&arena, struct pep_infer_arc, f->arcs.count + 1);
    for (uint32_t b = 0; b < f->nblocks; b++)
        blocks[b] = PEP_INFER_UNKNOWN;
    for (size_t i = 0, n; i < f->lines.count; i += n) {
        const struct pep_gcov_line *first = &f->lines.at[i];
        for (n = 1; i + n < f->lines.count && first[n].block == first->block;)
            n++;
        blocks[first->block] = vote(k, m, first, n < MOST_LINES ? n : MOST_LINES);
    }
    blocks[PEP_ENTRY] = k->counts.at[m->first + PEP_ENTRY - PEP_MARK_FIRST];
    for (size_t i = 0; i < f->arcs.count; i++)
        arcs[i] = (struct pep_infer_arc){
            .src = f->arcs.at[i].src, .dst = f->arcs.at[i].dst, .rare = f->arcs.at[i].flags & PEP_GCOV_FAKE};
    pep_infer_flow(arcs, f->arcs.count, blocks, f->nblocks);
    for (size_t i = 0; i < f->arcs.count; i++)
        counts[i] = arcs[i].count;
    pep_gcov_add(out, f, counts);
    pep_arena_free(&arena);
}

/* tell_counts - the .gcda from the graph that gcc told and what is known of the source; NULL, or why there is none */
static const char *tell_counts(struct pep_buffer *out, const char *notes, const char *counts)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct known k = {0};
    struct pep_gcov g = {0};
    const char *why = pep_file_read(&bytes, notes) ? "gcc tells no graphs" : NULL;
    if (!why)
        why = pep_gcov_read(&g, &bytes, PEP_MARK_FILE);
    if (!why) {
        read_known(&k, &arena, counts);
        pep_gcov_begin(out, &g, (uint32_t)(k.most >> k.bits));
        for (size_t i = 0; i < g.functions.count; i++) {
            const struct pep_gcov_function *f = &g.functions.at[i];
            const char *name = f->name + (*f->name == '*'); /* which says that no underscore goes in front */
            const uint64_t *found = pep_map_get(&k.by_name, name, strlen(name));
            if (found && f->nblocks > PEP_EXIT && f->nblocks <= MOST_BLOCKS)
                add_function(out, &k, &k.functions.at[*found], f);
        }
        pep_gcov_end(out);
    }
    pep_map_free(&k.by_name);
    pep_array_free(&k.functions);
    pep_array_free(&k.counts);
    pep_gcov_free(&g);
    pep_buffer_free(&bytes);
    pep_arena_free(&arena);
    return why;
}

/* push_names - where gcc looks for the counts: beside what it writes, by the name of that; by which it also tells
 * static functions apart */
static void push_names(struct pep_words *out, struct pep_cc *cc, const char *data)
{
    const char *name = pep_file_base(data);
    pep_array_push(out, "-dumpdir");
    pep_array_push(out, pep_arena_strndup(&cc->arena, data, (size_t)(name - data)));
    pep_array_push(out, "-dumpbase");
    pep_array_push(out, pep_arena_printf(&cc->arena, "%s.c", pep_cmdline_stem(&cc->arena, name)));
    pep_array_push(out, "-dumpbase-ext");
    pep_array_push(out, ".c");
}

/* ask_graphs - has gcc write down the graphs of the marked text; NULL, or why it does not */
static const char *ask_graphs(struct pep_cc *cc, const struct pep_arg *input, const struct pep_buffer *marked,
                              const char *notes, const char *data)
{
    static const char *const asks[] = {"-w", "-fprofile-generate", "-ftest-coverage", "-fno-early-inlining"};
    const char *text = pep_temp_path("marked.i");
    if (pep_file_write(text, marked->at, marked->count))
        return "the temporary folder is full";
    struct pep_words command = {0};
    struct pep_run run = {.capture = true};
    pep_cc_step(&command, cc, PEP_CC_COMPILE, input, text, pep_temp_path("marked.o"));
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        pep_array_push(&command, asks[i]);
    pep_array_push(&command, pep_arena_printf(&cc->arena, "-fprofile-note=%s", notes));
    push_names(&command, cc, data);
    run.argv = pep_words_vector(&command);
    int status = pep_run(&run);
    if (pep_run_interrupted(status))
        pep_run_leave(status);
    pep_array_free(&command);
    pep_run_free(&run);
    return status ? "gcc does not compile the text of which it is to tell the graphs" : NULL;
}

/* With -fprofile-correction gcc is silent of functions that it was told nothing of. */
void pep_cc_optimize(struct pep_words *command, struct pep_cc *cc, const struct pep_arg *input,
                     const struct pep_rewrite_result *result)
{
    static const char *const uses[] = {"-fprofile-use", "-fprofile-correction", "-fno-early-inlining",
                                       "-Wno-missing-profile", "-Wno-coverage-mismatch"};
    const char *notes = pep_temp_path("marked.gcno"), *data = pep_temp_path("counts.gcda");
    struct pep_buffer counts = PEP_BUFFER_INIT;
    const char *why = ask_graphs(cc, input, &result->marked, notes, data);
    if (!why)
        why = tell_counts(&counts, notes, pep_buffer_text(&result->counts));
    if (!why && pep_file_write(data, counts.at, counts.count))
        why = "the temporary folder is full";
    for (size_t i = 0; !why && i < sizeof uses / sizeof *uses; i++)
        pep_array_push(command, uses[i]);
    if (!why)
        push_names(command, cc, data);
    else if (cc->line.options.verbose)
        fprintf(stderr, "%s: %s: not optimised by %s: %s\n", pep_program_name, input->value, cc->line.options.use, why);
    pep_buffer_free(&counts);
}
