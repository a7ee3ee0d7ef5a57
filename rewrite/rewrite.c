#include "rewrite/rewrite.h"
#include "base/error.h"
#include "frontend/parse.h"
#include "frontend/standard.h"
#include "rewrite/derive.h"
#include "rewrite/dump.h"
#include "rewrite/duplicate.h"
#include "rewrite/emit.h"
#include "rewrite/hints.h"
#include "rewrite/mark.h"
#include "rewrite/prefix.h"
#include "rewrite/unit.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct rewriting {
    const struct pep_rewrite_input *input;
    struct pep_rewrite_result *result;
    struct pep_options options;
    struct pep_tokens tokens;
    struct pep_parse parse;
    struct pep_arena arena;
    struct pep_edits edits;
    struct pep_unitmap map;
    struct {
        PEP_ARRAY(struct pep_function *);
    } functions;
    struct pep_buffer behind; /* goes to the end of the text */
    bool has_inline;
    struct pep_dump dump;
    struct pep_marks marks; /* where the options ask for them */
};

static void keep_out(struct rewriting *w, struct pep_function *f, const char *reason)
{
    struct pep_function fresh = {.name = f->name,
                                 .position = f->position,
                                 .end_line = f->end_line,
                                 .index = f->index,
                                 .is_static = f->is_static,
                                 .is_inline = f->is_inline,
                                 .reason = reason};
    *f = fresh;
    f->arena = &w->arena;
    pep_buffer_printf(&w->result->notes, "%s: %s\n", f->name, reason);
}

static void must_hold(const char *broken)
{
    if (broken)
        pep_fatal(PEP_EXIT_INTERNAL, "%s", broken);
}

static void use_prior(struct rewriting *w, struct pep_function *f)
{
    if (w->input->prior)
        pep_prior_apply(w->input->prior, f);
    if (f->stale)
        pep_buffer_printf(&w->result->stale, "%s%s", w->result->stale.count ? ", " : "", f->name);
}

/* The first part of a function's life: tree -> CFG -> DAG -> numbers -> plan. */
static void plan_function(struct rewriting *w, struct pep_plan *plan, struct pep_tree *tree)
{
    struct pep_function *f = PEP_NEW(&w->arena, struct pep_function);
    f->name = tree->name;
    f->position = tree->position;
    f->end_line = tree->end_line;
    f->index = (uint32_t)w->functions.count;
    f->only_called = tree->only_called;
    f->arena = &w->arena;
    f->sites = tree->sites;
    f->nsites = tree->nsites;
    pep_array_push(&w->functions, f);
    const char *refusal = tree->refusal;
    tree->roomy = w->options.event == PEP_EVENT_SUBPATHS;
    if (!refusal)
        refusal = pep_cfg_build(f, tree, &w->arena);
    if (!refusal) {
#ifndef NDEBUG
        must_hold(pep_cfg_check(f));
#endif
        pep_cfg_list_calls(f, tree);
        use_prior(w, f);
        refusal = pep_plan_function(plan, f, tree, &w->options, &w->arena);
        /* behind the check at its entry, or with blocks told, gcc finds less of what longjmp clobbers */
        bool hides = plan->record == PEP_RECORD_GUARDED || f->storage == PEP_STORE_STREAM;
        w->result->odd |= pep_parse_is_odd(tree, &w->tokens) || (f->calls_setjmp && hides);
    }
    if (refusal)
        keep_out(w, f, refusal);
#ifndef NDEBUG
    else
        must_hold(pep_cfg_check(f));
#endif
}

/* The second part: plan -> edits; what is derived from its callers has none but those of a duplicate. */
static void emit_function(struct rewriting *w, const struct pep_plan *plans, const struct pep_plan *plan)
{
    struct pep_function *f = plan->f;
    f->cfg_hash = pep_cfg_hash(f);
    pep_cfg_list_accesses(f, plan->tree);
    f->base = w->map.ncounters;
    w->map.ncounters += f->ncounters;
    f->first_site = w->map.nsites;
    w->map.nsites += f->nsites;
    if (f->storage == PEP_STORE_STREAM) {
        f->first_block = w->map.nblocks;
        w->map.nblocks += (uint32_t)f->blocks.count;
    }
    w->result->instrumented++;
    if (f->storage != PEP_STORE_DERIVED || pep_duplicate_exists(plan)) {
        w->has_inline |= f->is_inline && (plan->has_counters || plan->has_frame || plan->told || f->nsites);
        if (plan->record == PEP_RECORD_GUARDED)
            pep_duplicate_emit(&w->edits, &w->behind, plans, plan, &w->tokens);
        else
            pep_emit_function(&w->edits, plan, NULL, &w->tokens);
    }
    pep_hints_mark(&w->edits, plan, &w->tokens);
    if (w->marks.lines)
        pep_mark_function(&w->marks, plan, &w->tokens);
    pep_dump_function(&w->dump, plan);
    f->reason = pep_duplicate_excuse(plan);
}

static void rewrite_functions(struct rewriting *w)
{
    size_t n = w->parse.functions.count;
    struct pep_plan *plans = PEP_NEW_N(&w->arena, struct pep_plan, n + 1);
    for (size_t i = 0; i < n; i++)
        plan_function(w, &plans[i], &w->parse.functions.at[i]);
    if (w->options.derive)
        pep_derive_callees(w->functions.at, w->parse.functions.at, (uint32_t)n, &w->arena);
    for (size_t i = 0; i < n; i++) {
        const struct pep_function *f = w->functions.at[i];
        if (f->storage == PEP_STORE_BLOCKS && f->ncallers)
            pep_plan_drop(&plans[i], f->blocks.at[PEP_ENTRY].counter);
    }
    pep_duplicate_settle(plans, (uint32_t)n, &w->tokens, &w->arena);
    for (size_t i = 0; i < n; i++) {
        if (!w->functions.at[i]->reason)
            emit_function(w, plans, &plans[i]);
        pep_plan_free(&plans[i]);
    }
}

/* The map keeps only the files that its functions stand in. */
static void take_files(struct rewriting *w)
{
    uint32_t *number = PEP_NEW_N(&w->arena, uint32_t, w->tokens.files.count + 1), n = 0;
    w->map.files = PEP_NEW_N(&w->arena, const char *, w->tokens.files.count + 1);
#define PEP_TAKE(position)                                                                                             \
    do {                                                                                                               \
        uint32_t *file = &(position).file;                                                                             \
        if (!number[*file]) {                                                                                          \
            w->map.files[n] = w->tokens.files.at[*file];                                                               \
            number[*file] = ++n;                                                                                       \
        }                                                                                                              \
        *file = number[*file] - 1;                                                                                     \
    } while (0)
    struct pep_position first = {0, 0, 0};
    PEP_TAKE(first);
    for (size_t i = 0; i < w->functions.count; i++) {
        struct pep_function *f = w->functions.at[i];
        PEP_TAKE(f->position);
        for (size_t b = 0; b < f->blocks.count; b++) {
            PEP_TAKE(f->blocks.at[b].position);
            for (uint32_t l = 0; l < f->blocks.at[b].nlines; l++)
                PEP_TAKE(f->blocks.at[b].lines[l]);
        }
        for (uint32_t k = 0; k < f->nsites; k++)
            PEP_TAKE(f->sites[k].position);
        for (uint32_t k = 0; k < f->ncalls; k++)
            PEP_TAKE(f->calls[k].position);
    }
#undef PEP_TAKE
    w->map.nfiles = n;
}

/* The map tells no path that the user asked the compiler to hide. */
static void hide_prefixes(struct rewriting *w)
{
    const char *const *rules = w->input->prefix_maps;
    w->map.name = pep_prefix_map(&w->arena, rules, w->map.name);
    w->map.directory = pep_prefix_map(&w->arena, rules, w->map.directory);
    for (uint32_t i = 0; i < w->map.nfiles; i++)
        w->map.files[i] = pep_prefix_map(&w->arena, rules, w->map.files[i]);
}

/* Our declarations stand in a file of their own, a system header so that no warning is about them; the markers around
 * them keep the user's lines. */
static void put_together(struct rewriting *w, struct pep_buffer *out, const struct pep_marks *marks)
{
    struct pep_buffer record = PEP_BUFFER_INIT;
    const struct pep_token *first = &w->tokens.at[0];
    pep_unitmap_encode(&record, &w->map);
    pep_buffer_add(out, w->tokens.text, first->line_begin);
    pep_buffer_adds(out, "# 1 \"<pep-cc>\" 1 3\n");
    pep_unit_prologue(out, &w->map, &w->options, w->has_inline);
    pep_unit_map(out, &record);
    pep_tokens_marker(out, &w->tokens, 0, first->system ? " 2 3 4" : " 2");
    if (marks)
        pep_mark_apply(out, marks, &w->edits, &w->tokens);
    else
        pep_edits_apply(out, &w->edits, w->tokens.text, first->line_begin, w->tokens.length);
    pep_buffer_add(out, w->behind.at, w->behind.count);
    /* What is said at the end of a unit, as of functions that are nowhere defined, is not said in a system header. */
    if (w->behind.count)
        pep_tokens_marker(out, &w->tokens, (uint32_t)w->tokens.count - 1, "");
    pep_buffer_free(&record);
}

/* tell_marks - how much was counted of the function that has most of it; then a line for each function: its name, the
 * line of its first block, and how often each block ran */
static void tell_marks(struct pep_buffer *out, const struct pep_marks *marks, uint64_t most)
{
    pep_buffer_printf(out, "%" PRIu64 "\n", most);
    for (size_t i = 0; i < marks->functions.count; i++) {
        const struct pep_marked *f = &marks->functions.at[i];
        pep_buffer_printf(out, "%s %" PRIu32, f->name, f->first);
        for (uint32_t b = 0; b < f->nblocks; b++)
            pep_buffer_printf(out, " %" PRIu64, marks->counts.at[f->first - PEP_MARK_FIRST + b]);
        pep_buffer_addc(out, '\n');
    }
}

int pep_rewrite(struct pep_rewrite_result *result, const struct pep_rewrite_input *input)
{
    struct rewriting w = {.input = input, .result = result, .options = *input->options};
    const char *why = NULL;
    *result = (struct pep_rewrite_result){0};
    w.options.hints &= input->prior != NULL;
    if (w.options.duplicate == PEP_DUPLICATE_HOT && !input->prior && w.options.trigger == PEP_TRIGGERED_BY_TIMER)
        w.options.how = PEP_HOW_SAMPLED;
    w.options.odd_registers |= strstr(input->text, "avx512") != NULL; /* as functions may ask for it */
    pep_dump_open(&w.dump, input->options);
    pep_tokens_scan(&w.tokens, input->text, input->count, pep_standard_is_strict_c90(input->clang));
    pep_dump_tokens(&w.dump, &w.tokens);
    if (w.tokens.unbalanced != PEP_NO_TOKEN)
        why = "brackets do not match";
    else if (!pep_tokens_may_define(&w.tokens))
        why = "no functions in it"; /* which is seen without libclang, and what is left then is as quick as plain */
    bool whole = w.options.how == PEP_HOW_DUPLICATED;
    struct pep_wanted wanted = {whole,
                                w.options.fields,
                                w.options.values,
                                w.options.calls,
                                whole && w.options.event == PEP_EVENT_SUBPATHS,
                                input->regions,
                                input->lasts};
    if (!why)
        why = pep_parse_unit(&w.parse, &w.tokens, input->clang, wanted);
    if (!why) {
        result->odd = w.parse.warned || pep_parse_misleads(&w.tokens);
        w.map.name = input->name;
        w.map.directory = w.tokens.directory;
        w.map.layouts = w.parse.layouts;
        w.map.nlayouts = w.parse.nlayouts;
        w.map.calls = w.options.calls;
        w.map.callees = w.parse.callees;
        w.dump.callees = w.parse.callees;
        w.map.ncallees = w.parse.ncallees;
        w.dump.layouts = w.parse.layouts;
        w.map.event = w.options.event;
        w.map.truncation = w.options.truncation;
        w.map.update = w.options.update;
        w.map.how = w.options.how;
        if (w.map.event == PEP_EVENT_KPATHS)
            w.map.k = (uint32_t)w.options.k;
        if (input->marks)
            w.marks.lines = PEP_NEW_N(&w.arena, uint32_t, w.tokens.count + 1);
        rewrite_functions(&w);
        must_hold(pep_edits_check(&w.edits, w.tokens.length));
        w.map.functions = w.functions.at;
        w.map.nfunctions = result->functions = (uint32_t)w.functions.count;
        take_files(&w);
        hide_prefixes(&w);
        if (!result->functions)
            why = "no functions in it";
        else
            put_together(&w, &result->text, NULL);
        if (!why && w.marks.functions.count) {
            put_together(&w, &result->marked, &w.marks);
            tell_marks(&result->counts, &w.marks, input->prior->most);
        }
        pep_dump_edits(&w.dump, &w.edits);
    }
    if (why)
        pep_buffer_printf(&result->notes, "unit: %s\n", why);
    pep_dump_close(&w.dump);
    pep_edits_free(&w.edits);
    pep_marks_free(&w.marks);
    pep_buffer_free(&w.behind);
    pep_parse_free(&w.parse);
    pep_tokens_free(&w.tokens);
    pep_array_free(&w.functions);
    pep_arena_free(&w.arena);
    return why ? -1 : 0;
}
