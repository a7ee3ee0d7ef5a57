/* mode_paths.c - every path is counted when it ends (Ball and Larus; paper PEP, section 3.1); or goes on to where
 * sequences of paths are counted (paper k-BLPP, section 2.1). */
#include "cfgbuild/prior.h"
#include "cfgbuild/span.h"
#include "pep/raw.h"
#include "rewrite/plan.h"
#include <string.h>

static bool may_cut_anywhere(const struct pep_function *f, const struct pep_edge *e, void *data)
{
    (void)data;
    return e->dst != PEP_EXIT && !f->blocks.at[e->src].reload && pep_plan_can_end(f, e);
}

/* In operands that may be evaluated in any order the end of a path may come before what is added on the way to it. */
static bool may_cut(const struct pep_function *f, const struct pep_edge *e, void *data)
{
    return !e->unordered && may_cut_anywhere(f, e, data);
}

/* Where control comes from outside of all edges (setjmp, computed goto), r is not what it was: such a block gives r
 * anew on each way out.  The hub of computed gotos may do so where nobody else comes by its labels. */
static void find_reloads(struct pep_function *f)
{
    for (size_t b = 0; b < f->blocks.count; b++) {
        struct pep_block *k = &f->blocks.at[b];
        if (k->kind != PEP_BLOCK_COMPUTED)
            continue;
        k->reload = true;
        for (uint32_t i = 0; i < k->nout; i++)
            k->reload &= !pep_plan_is_shared(f, &f->edges.at[k->out[i]]);
    }
}

enum { LOOP_PATHS_MAX = 16, GOTO_PATHS_MAX = 1024, GOTO_TURNS = 4, ENTRIES_A_TURN = 3 };

/* Does a loop begin here for which it pays to end paths on the way in?  Where a goto makes the loop, going round is the
 * exception, and a further end of path costs more than r gains; unless a prior profile tells that it turns often.  A
 * loop of which the profile tells that it is all but passed by gains nothing either. */
static bool heads_loop(const struct pep_function *f, uint32_t block)
{
    const struct pep_block *k = &f->blocks.at[block];
    const struct pep_turns prior = pep_prior_turns(f, block);
    bool likely = false;
    for (uint32_t i = 0; i < k->nin; i++) {
        const struct pep_edge *e = &f->edges.at[k->in[i]];
        likely |= e->cut == PEP_CUT_BACK && (e->kind != PEP_EDGE_JUMP || k->npaths > GOTO_PATHS_MAX);
    }
    if (!prior.entries)
        return likely;
    return likely ? prior.turns >= prior.entries / ENTRIES_A_TURN : prior.turns / GOTO_TURNS >= prior.entries;
}

/* Paths end at the header of a loop with many paths on entry too (paper PEP, figure 3): what came before would multiply
 * its paths, and r is a constant at the header then, which the compiler carries on to where a path ends.  Where a goto
 * makes the loop, going round is the exception, and a further end of path costs more than r gains. */
static bool cut_large_loops(struct pep_function *f)
{
    bool any = false;
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        bool can = k->npaths > LOOP_PATHS_MAX && heads_loop(f, b);
        for (uint32_t i = 0; can && i < k->nin; i++) {
            const struct pep_edge *e = &f->edges.at[k->in[i]];
            can &= e->cut || may_cut(f, e, NULL);
        }
        for (uint32_t i = 0; can && i < k->nin; i++) {
            struct pep_edge *e = &f->edges.at[k->in[i]];
            any |= !e->cut;
            if (!e->cut)
                e->cut = PEP_CUT_HEADER;
        }
    }
    return any;
}

static void weigh_and_number(struct pep_function *f)
{
    pep_cfg_weigh(f);
    pep_cfg_number(f);
}

/* What is collapsed: loops whose turns count in whatever order, those whose turns are all alike, none. */
enum collapse { COLLAPSE_ALL, COLLAPSE_ALIKE, COLLAPSE_NONE };

static void number(struct pep_plan *p, const struct pep_loops *loops, enum collapse collapse, uint64_t limit)
{
    struct pep_function *f = p->f;
    p->collapsed.count = 0;
    pep_cfg_truncate(f, (enum pep_truncation)p->options->truncation);
    if (p->options->collapse && collapse != COLLAPSE_NONE)
        pep_collapse_pick(p, loops, collapse == COLLAPSE_ALIKE);
    weigh_and_number(f);
    if (cut_large_loops(f))
        weigh_and_number(f);
    limit -= limit == UINT64_MAX; /* which is what saturated counts say */
    if (f->npaths > limit)
        pep_cfg_limit(f, limit, may_cut, NULL);
    if (f->npaths == UINT64_MAX) /* or not at all */
        pep_cfg_limit(f, limit, may_cut_anywhere, NULL);
}

static void count_each(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    f->storage = f->npaths > p->options->array_limit ? PEP_STORE_HASH : PEP_STORE_ARRAY;
    f->ncounters = f->storage == PEP_STORE_ARRAY ? (uint32_t)f->npaths : 0;
}

static const char *prepare(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    struct pep_loops loops = {0};
    pep_loops_find(&loops, f);
    number(p, &loops, COLLAPSE_ALL, p->options->path_limit);
    if (p->collapsed.count && f->npaths > p->options->array_limit) /* locals are flushed into arrays only */
        number(p, &loops, COLLAPSE_NONE, p->options->path_limit);
    pep_loops_free(&loops);
    /* The same numbers without locals: a duplicate is cold, and a countdown takes turns one by one. */
    if (p->record == PEP_RECORD_GUARDED || p->options->trigger == PEP_TRIGGERED_BY_COUNTER)
        p->collapsed.count = 0;
    if (f->npaths == UINT64_MAX)
        return "more paths than can be numbered";
    find_reloads(f);
    count_each(p);
    return NULL;
}

/* Does an activation end more than one path? */
static bool has_sequences(const struct pep_function *f)
{
    for (size_t e = 0; e < f->edges.count; e++)
        if (f->edges.at[e].cut)
            return true;
    return false;
}

/* An activation that never ends takes what it keeps in a span with it: main may well be left by exit, and a function
 * that longjmp comes back to begins anew there. */
static bool can_keep(const struct pep_plan *p)
{
    return !p->f->calls_setjmp && strcmp(p->f->name, "main") != 0;
}

static void tell_sequences(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    struct pep_span_form form = pep_span_form(f->npaths, (uint32_t)p->options->k);
    bool spans = p->options->spans && p->record == PEP_RECORD_COUNT && can_keep(p) && form.items;
    f->storage = spans ? PEP_STORE_SPANS : PEP_STORE_FOREST;
    f->ncounters = f->storage == PEP_STORE_SPANS ? form.shorter : 0;
}

/* Only loops are collapsed whose turns say in which order they came.  Where no path follows another, paths are counted,
 * which says as much for less; so they are where there are sample points, which see one at a time. */
static const char *prepare_streams(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    struct pep_loops loops = {0};
    uint64_t limit = p->options->path_limit < PEP_RAW_EVERY ? p->options->path_limit : PEP_RAW_EVERY;
    if (p->options->k == 1)
        return prepare(p);
    pep_loops_find(&loops, f);
    number(p, &loops, can_keep(p) ? COLLAPSE_ALIKE : COLLAPSE_NONE, limit);
    if (p->collapsed.count && !pep_span_form(f->npaths, (uint32_t)p->options->k).items)
        number(p, &loops, COLLAPSE_NONE, limit);
    pep_loops_free(&loops);
    if (f->npaths > PEP_RAW_EVERY)
        return "more paths than sequences of them can hold";
    find_reloads(f);
    if (has_sequences(f) && p->record != PEP_RECORD_OFFER)
        tell_sequences(p);
    else
        count_each(p);
    if (f->storage != PEP_STORE_SPANS) /* the same numbers without locals */
        p->collapsed.count = 0;
    return NULL;
}

static void give_anew(struct pep_plan *p, uint32_t e)
{
    const struct pep_block *k = &p->f->blocks.at[p->f->edges.at[e].src];
    if (k->reload && p->has_frame && k->kind != PEP_BLOCK_COMPUTED)
        pep_plan_op(p, e, PEP_OP_FRAME, 0);
    if (k->reload)
        pep_plan_op(p, e, PEP_OP_SET, k->start);
}

static void edge(struct pep_plan *p, uint32_t e)
{
    give_anew(p, e);
    pep_plan_op(p, e, PEP_OP_ADD, p->f->edges.at[e].value);
}

static void end(struct pep_plan *p, uint32_t e, enum pep_op_kind kind)
{
    give_anew(p, e);
    pep_plan_op(p, e, kind, p->f->edges.at[e].value);
}

static void leave(struct pep_plan *p, uint32_t e)
{
    end(p, e, p->f->storage == PEP_STORE_SPANS ? PEP_OP_LAST : PEP_OP_END);
}

static void cut(struct pep_plan *p, uint32_t e)
{
    const struct pep_block *to = &p->f->blocks.at[p->f->edges.at[e].dst];
    end(p, e, PEP_OP_END);
    if (!to->reload)
        pep_plan_op(p, e, PEP_OP_SET, to->start);
}

const struct pep_mode pep_mode_paths = {"paths", PEP_EVENT_PATHS, prepare, edge, cut, leave};
const struct pep_mode pep_mode_kpaths = {"kpaths", PEP_EVENT_KPATHS, prepare_streams, edge, cut, leave};
