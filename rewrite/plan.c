#include "rewrite/plan.h"
#include <string.h>

/* Additions melt into what stands before them, and into the end of the path: r is not read after that. */
static void append(struct pep_ops *ops, enum pep_op_kind kind, uint64_t value)
{
    struct pep_op *last = ops->count ? pep_array_last(ops) : NULL;
    if (kind == PEP_OP_ADD && last && (last->kind == PEP_OP_ADD || last->kind == PEP_OP_SET)) {
        last->value += value;
        if (last->kind == PEP_OP_ADD && !last->value)
            ops->count--;
        return;
    }
    if (kind == PEP_OP_ADD && !value)
        return;
    if (pep_plan_ends(kind) && last && last->kind == PEP_OP_ADD) {
        value += last->value;
        ops->count--;
    }
    if (kind == PEP_OP_SET && last && (last->kind == PEP_OP_ADD || last->kind == PEP_OP_SET))
        ops->count--;
    pep_array_push(ops, (struct pep_op){(uint8_t)kind, value});
}

void pep_plan_op(struct pep_plan *p, uint32_t edge, enum pep_op_kind kind, uint64_t value)
{
    append(&p->ops[edge], kind, value);
}

bool pep_plan_is_behind_colon(const struct pep_edge *e)
{
    return e->site && e->site->arm == PEP_ARM_AT && e->site->node->kind != PEP_NODE_SWITCH;
}

bool pep_plan_is_shared(const struct pep_function *f, const struct pep_edge *e)
{
    return pep_plan_is_behind_colon(e) && f->blocks.at[e->dst].nin > 1;
}

/* The edge that falls from above into a label, where it is the only other one that comes there. */
static const struct pep_edge *falls_in(const struct pep_function *f, const struct pep_edge *e)
{
    const struct pep_block *k = &f->blocks.at[e->dst];
    if (!pep_plan_is_behind_colon(e) || k->nin != 2)
        return NULL;
    const struct pep_node *label = e->site->node;
    const struct pep_edge *other = &f->edges.at[k->in[0]] == e ? &f->edges.at[k->in[1]] : &f->edges.at[k->in[0]];
    return other->site && other->site->arm == PEP_ARM_BEFORE && other->site->node->kind == label->kind ? other : NULL;
}

bool pep_plan_can_end(const struct pep_function *f, const struct pep_edge *e)
{
    if (!e->site)
        return pep_cfg_can_hoist(f, e);
    return !pep_plan_is_shared(f, e) || falls_in(f, e);
}

/* Moves the operations of edges that have no place in the text to the edges before them. */
static const char *hoist(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    struct {
        PEP_ARRAY(uint32_t);
    } work = {0};
    const char *refusal = NULL;
    for (size_t e = 0; e < f->edges.count; e++)
        if (!f->edges.at[e].site && p->ops[e].count)
            pep_array_push(&work, (uint32_t)e);
    while (work.count && !refusal) {
        uint32_t e = work.at[--work.count];
        struct pep_ops *ops = &p->ops[e];
        if (!ops->count)
            continue;
        if (!pep_cfg_can_hoist(f, &f->edges.at[e])) {
            refusal = f->calls_setjmp ? "setjmp inside an expression that leaves no room for code"
                                      : "a path ends inside an expression that leaves no room for code";
            break;
        }
        const struct pep_block *k = &f->blocks.at[f->edges.at[e].src];
        for (uint32_t i = 0; i < k->nin; i++) {
            for (size_t o = 0; o < ops->count; o++)
                append(&p->ops[k->in[i]], (enum pep_op_kind)ops->at[o].kind, ops->at[o].value);
            if (!f->edges.at[k->in[i]].site)
                pep_array_push(&work, k->in[i]);
        }
        ops->count = 0;
    }
    pep_array_free(&work);
    return refusal;
}

enum { FRONT_MAX = 4 };

/* Lists the branches' edges that lead to the block, with nothing but straight code between; false where there is a
 * way that comes from elsewhere, or one that has no room. */
static bool find_front(uint32_t *front, uint32_t *n, const struct pep_plan *p, uint32_t block)
{
    const struct pep_function *f = p->f;
    const struct pep_block *k = &f->blocks.at[block];
    if (block == PEP_ENTRY || k->nout != 1 || k->unordered || k->reload || !k->nin)
        return false;
    for (uint32_t i = 0; i < k->nin; i++) {
        const struct pep_edge *e = &f->edges.at[k->in[i]];
        if (e->cut)
            return false;
        if (f->blocks.at[e->src].nout == 1) {
            if (p->ops[k->in[i]].count || !find_front(front, n, p, e->src))
                return false;
        } else if (!e->site || pep_plan_is_shared(f, e) || *n == FRONT_MAX) {
            return false;
        } else {
            front[(*n)++] = k->in[i];
        }
    }
    return true;
}

/* Counts paths right behind their last branch: r need not be kept over the calls that follow, and where one branch
 * decides, its arms count fixed places. */
static void end_early(struct pep_plan *p)
{
    for (uint32_t e = 0; e < p->f->edges.count; e++) {
        uint32_t front[FRONT_MAX], n = 0;
        struct pep_ops *ops = &p->ops[e];
        bool ends = false;
        for (size_t o = 0; o < ops->count; o++)
            ends |= pep_plan_ends(ops->at[o].kind);
        if (!ends || pep_plan_is_shared(p->f, &p->f->edges.at[e]) || !find_front(front, &n, p, p->f->edges.at[e].src))
            continue;
        for (uint32_t i = 0; i < n; i++)
            for (size_t o = 0; o < ops->count; o++)
                append(&p->ops[front[i]], (enum pep_op_kind)ops->at[o].kind, ops->at[o].value);
        ops->count = 0;
    }
}

/* Settles with everybody who passes behind the colon of a label. */
static const char *share_labels(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    for (uint32_t e = 0; e < f->edges.count; e++) {
        const struct pep_edge *edge = &f->edges.at[e];
        struct pep_ops *ops = &p->ops[e];
        if (!ops->count || !pep_plan_is_shared(f, edge) || ops->at[0].kind == PEP_OP_BLOCK) /* which all are to pass */
            continue;
        if (ops->count == 1 && ops->at[0].kind == PEP_OP_ADD) {
            const struct pep_block *k = &f->blocks.at[edge->dst];
            for (uint32_t i = 0; i < k->nin; i++)
                if (k->in[i] != e)
                    append(&p->ops[k->in[i]], PEP_OP_ADD, 0 - ops->at[0].value);
        } else if (falls_in(f, edge)) {
            p->skip[e] = true;
            p->skip[falls_in(f, edge) - f->edges.at] = true;
        } else {
            return "a label that is reached in several ways leaves no room for code";
        }
    }
    return NULL;
}

/* A function with one path is counted where it begins: nothing can leave it early and no register is needed. */
static void count_at_entry(struct pep_plan *p)
{
    struct pep_function *f = p->f;
    for (size_t e = 0; e < f->edges.count; e++)
        p->ops[e].count = 0;
    pep_plan_op(p, f->blocks.at[PEP_ENTRY].out[0], PEP_OP_END, 0);
}

/* Where r is a number we know, the counter is too. */
static void count_known_paths(struct pep_plan *p)
{
    for (size_t e = 0; p->f->storage == PEP_STORE_ARRAY && e < p->f->edges.count; e++) {
        struct pep_ops *ops = &p->ops[e];
        for (size_t o = 0; o + 1 < ops->count; o++) {
            if (ops->at[o].kind != PEP_OP_SET || ops->at[o + 1].kind != PEP_OP_END)
                continue;
            ops->at[o] = (struct pep_op){PEP_OP_COUNT, ops->at[o].value + ops->at[o + 1].value};
            memmove(&ops->at[o + 1], &ops->at[o + 2], (ops->count - o - 2) * sizeof *ops->at);
            ops->count--;
        }
    }
}

static bool counts_paths(const struct pep_function *f)
{
    return f->storage == PEP_STORE_ARRAY || f->storage == PEP_STORE_HASH || f->storage == PEP_STORE_FOREST ||
           f->storage == PEP_STORE_SPANS;
}

static bool is_straight(const struct pep_function *f)
{
    bool cut = false;
    for (size_t e = 0; e < f->edges.count; e++)
        cut |= f->edges.at[e].cut != 0;
    return f->npaths == 1 && !cut;
}

static bool calls(const struct pep_function *f)
{
    bool any = false;
    for (size_t b = 0; b < f->blocks.count; b++)
        any |= f->blocks.at[b].calls;
    return any;
}

static bool jumps(const struct pep_function *f)
{
    bool any = false;
    for (size_t b = 0; b < f->blocks.count; b++)
        any |= f->blocks.at[b].kind == PEP_BLOCK_COMPUTED;
    return any;
}

static bool has_loops(const struct pep_node *n)
{
    bool any = n->kind == PEP_NODE_WHILE || n->kind == PEP_NODE_FOR || n->kind == PEP_NODE_DO;
    for (uint32_t i = 0; i < n->nkids && !any; i++)
        any = n->kid[i] && has_loops(n->kid[i]);
    return any;
}

/* Is a second version worth its room where an earlier run spent its time?  It is where loops have fewer checks than
 * ends of paths, and where its callers have duplicates, so that it may need no check on entry; what is run through once
 * has as many entries as ends.  An interpreter that jumps from each instruction to the next has a check at each jump in
 * either form, and in this one locals to hand over there. */
static bool pays(const struct pep_plan *p)
{
    return p->f->hot && !jumps(p->f) && (p->f->only_called || has_loops(p->tree->body));
}

/* Of sequences sample points tell nothing. */
static bool is_spared(const struct pep_plan *p)
{
    const struct pep_options *o = p->options;
    if (o->event == PEP_EVENT_KPATHS || o->event == PEP_EVENT_SUBPATHS)
        return false;
    return o->duplicate == PEP_DUPLICATE_HOT ? !pays(p) : o->duplicate == PEP_DUPLICATE_COMBINED && p->f->idle;
}

/* Does the function have two versions? */
static bool is_duplicated(const struct pep_plan *p)
{
    const struct pep_options *o = p->options;
    bool asked = o->how == PEP_HOW_DUPLICATED && o->duplicate != PEP_DUPLICATE_NONE;
    return asked && !is_spared(p) && !p->tree->whole.single;
}

const char *pep_plan_function(struct pep_plan *p, struct pep_function *f, struct pep_tree *tree,
                              const struct pep_options *options, struct pep_arena *arena)
{
    *p = (struct pep_plan){.f = f, .tree = tree, .options = options, .arena = arena, .nops = f->edges.count};
    p->mode = pep_mode_find(options->event);
    if (is_duplicated(p))
        p->record = PEP_RECORD_GUARDED;
    else
        p->record = options->how == PEP_HOW_EXHAUSTIVE ? PEP_RECORD_COUNT : PEP_RECORD_OFFER;
    p->has_frame = options->context && calls(f) && !tree->must_jump;
    p->ops = PEP_NEW_N(arena, struct pep_ops, f->edges.count + 1);
    p->skip = PEP_NEW_N(arena, bool, f->edges.count + 1);
    bool of_thread = p->record == PEP_RECORD_COUNT && options->update == PEP_UPDATE_THREAD;
    if (tree->resolves && (of_thread || p->has_frame))
        return "an ifunc's resolver may run before there is memory of the thread";
    const char *refusal = p->mode->prepare(p);
    if (refusal)
        return refusal;
    for (uint32_t e = 0; e < f->edges.count; e++) {
        const struct pep_edge *edge = &f->edges.at[e];
        (edge->cut ? p->mode->cut : edge->dst == PEP_EXIT ? p->mode->leave : p->mode->edge)(p, e);
    }
    if (p->collapsed.count)
        pep_collapse_plan(p);
    if (counts_paths(f) && is_straight(f))
        count_at_entry(p);
    else if (counts_paths(f))
        end_early(p);
    refusal = hoist(p);
    if (!refusal)
        refusal = share_labels(p);
    count_known_paths(p);
    for (size_t e = 0; e < f->edges.count; e++) {
        for (size_t o = 0; o < p->ops[e].count; o++) {
            uint8_t kind = p->ops[e].at[o].kind;
            p->has_register |= kind == PEP_OP_ADD || kind == PEP_OP_SET || kind == PEP_OP_TAKE;
            p->has_counters |= pep_plan_ends(kind) || kind == PEP_OP_COUNT || kind == PEP_OP_FLUSH;
        }
    }
    return refusal;
}

void pep_plan_drop(struct pep_plan *p, uint32_t counter)
{
    for (size_t e = 0; e < p->nops; e++) {
        struct pep_ops *ops = &p->ops[e];
        size_t kept = 0;
        for (size_t o = 0; o < ops->count; o++)
            if (ops->at[o].kind != PEP_OP_COUNT || ops->at[o].value != counter)
                ops->at[kept++] = ops->at[o];
        ops->count = kept;
    }
}

void pep_plan_free(struct pep_plan *p)
{
    for (size_t e = 0; e < p->nops; e++)
        pep_array_free(&p->ops[e]);
    pep_array_free(&p->collapsed);
}
