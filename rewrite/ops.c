/* ops.c - how the operations of an edge are spelled: path register, counters, locals of loops. */
#include "rewrite/ops.h"
#include "cfgbuild/span.h"
#include "pep/abi.h"
#include "rewrite/checks.h"
#include "rewrite/frames.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static const char *counters(const struct pep_plan *p)
{
    if (p->options->update == PEP_UPDATE_THREAD)
        return "__pep_k";
    return p->f->is_inline ? "__pep_x" : "__pep_c";
}

static bool is_told(const struct pep_plan *p)
{
    return p->f->storage == PEP_STORE_FOREST;
}

static bool is_spanned(const struct pep_plan *p)
{
    return p->f->storage == PEP_STORE_SPANS;
}

/* Does the runtime get the numbers of paths? */
static bool is_hashed(const struct pep_plan *p)
{
    return p->f->storage == PEP_STORE_HASH || is_told(p) || is_spanned(p);
}

/* A number of a path, for the runtime; or how many counters the path register moves on. */
static void number(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    if (is_hashed(p))
        pep_buffer_printf(out, "__extension__ %" PRIu64 "ull", value);
    else
        pep_buffer_printf(out, "%" PRIu64, value);
}

/* The path register: where counts stand in an array it points to the counter of the path so far, so that the compiler
 * needs no register for the array's address; else it is the number itself. */
static void set(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    pep_buffer_adds(out, "__pep_r = ");
    if (!is_hashed(p))
        pep_buffer_printf(out, "%s + ", counters(p));
    number(out, p, is_hashed(p) ? value : p->f->base + value);
    pep_buffer_adds(out, "; ");
}

static const char *array_of_end(const struct pep_plan *p)
{
    return p->has_register ? "__pep_r" : counters(p);
}

static uint64_t index_of_end(const struct pep_plan *p, const struct pep_op *end)
{
    return end->value + (p->has_register ? 0 : p->f->base);
}

static uint64_t path_of_turn(const struct pep_plan *p, const struct pep_collapsed *loop, uint32_t i)
{
    return p->f->base + pep_plan_loop_path(p, loop, i);
}

/* How often the loop's path i was taken: "__pep_n0 - __pep_n1". */
static void turns(struct pep_buffer *out, const struct pep_collapsed *loop, uint32_t i)
{
    uint32_t local = loop->first + (loop->nlocals > 1 ? i : 0);
    pep_buffer_printf(out, "__pep_n%" PRIu32, local);
    for (uint32_t k = loop->first; local == loop->total && k < loop->first + loop->nlocals; k++)
        if (k != local)
            pep_buffer_printf(out, " - __pep_n%" PRIu32, k);
}

/* What the end of a path comes to: the ways to record. */
struct recording {
    void (*end)(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index);
    /* The loops that are flushed by the operations from `at` on; gives the first operation that is not yet spelled. */
    size_t (*flush)(struct pep_buffer *out, const struct pep_plan *p, const struct pep_ops *ops, size_t at);
    void (*ask)(struct pep_buffer *out, const struct pep_plan *p); /* before a path of the hash table, or a value */
    /* A function is about to be called through a pointer; site: its number in the unit. */
    void (*target)(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer);
    void (*block)(struct pep_buffer *out, const struct pep_plan *p, uint32_t block); /* begins */
};

/* The runtime is to record it. */
static void tell_target(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer);

/* __pep_u.count(&__pep_u  - or that by a function of ours, where the compiler checks calls through pointers */
static void call_runtime(struct pep_buffer *out, const struct pep_plan *p, const char *function)
{
    const char *x = p->f->is_inline ? "x" : "";
    if (p->options->guarded)
        pep_buffer_printf(out, "__pep_do_%s(&__pep_u%s", function, x);
    else
        pep_buffer_printf(out, "__pep_u%s.%s(&__pep_u%s", x, function, x);
}

/* The thread's counters. */
static void attached(struct pep_buffer *out, const struct pep_plan *p)
{
    const char *x = p->f->is_inline ? "x" : "";
    pep_buffer_printf(out, "__pep_t%s ? __pep_t%s : ", x, x);
    call_runtime(out, p, "attach");
    pep_buffer_printf(out, ", &__pep_t%s)", x);
}

/* __pep_u.block(&__pep_u, 12u, 0u);  - 12: the block's number in the unit; 0: the level (abi.h) */
static void tell_block(struct pep_buffer *out, const struct pep_plan *p, uint32_t block, const char *level)
{
    call_runtime(out, p, "block");
    pep_buffer_printf(out, ", %" PRIu32 "u, %s); ", p->f->first_block + block, level);
}

static void clear_locals(struct pep_buffer *out, const struct pep_collapsed *loop)
{
    for (uint32_t i = loop->first; i < loop->first + loop->nlocals; i++)
        pep_buffer_printf(out, "__pep_n%" PRIu32 " = 0; ", i);
}

/* --- exhaustive --- */

/* A counter goes up, or down again: of the array, or the one that lies so far from where the path register points.  In
 * assembly it is one instruction to whoever inlines, and nothing to be moved: gcc takes less time and code for it. */
static void step(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index, bool up)
{
    if (p->options->update == PEP_UPDATE_ATOMIC)
        pep_buffer_printf(out, "(void)__atomic_fetch_%s(&%s[%" PRIi64 "], 1, 0); ", up ? "add" : "sub", array,
                          (int64_t)index);
    else if (p->options->check == PEP_CHECK_X86_64)
        pep_buffer_printf(out, "__asm__ __inline__(\"%sq %%0\" : \"+m\"(%s[%" PRIi64 "])); ", up ? "inc" : "dec", array,
                          (int64_t)index);
    else
        pep_buffer_printf(out, "%s[%" PRIi64 "]%s; ", array, (int64_t)index, up ? "++" : "--");
}

static void count_end(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index)
{
    step(out, p, array, index, true);
}

static void ask_nobody(struct pep_buffer *out, const struct pep_plan *p)
{
    (void)out, (void)p;
}

/* __pep_c[9] += __pep_n0 - __pep_n1; __pep_c[8] += __pep_n1; */
static size_t count_turns(struct pep_buffer *out, const struct pep_plan *p, const struct pep_ops *ops, size_t at)
{
    const struct pep_collapsed *loop = &p->collapsed.at[ops->at[at].value];
    bool atomic = p->options->update == PEP_UPDATE_ATOMIC;
    for (uint32_t i = 0; i < loop->nback; i++) {
        pep_buffer_printf(out,
                          atomic ? "(void)__atomic_fetch_add(&%s[%" PRIu64 "], " : "%s[%" PRIu64 "] += ", counters(p),
                          path_of_turn(p, loop, i));
        turns(out, loop, i);
        pep_buffer_adds(out, atomic ? ", 0); " : "; ");
    }
    clear_locals(out, loop);
    return at + 1;
}

bool pep_ops_remember(const struct pep_options *options)
{
    return options->how == PEP_HOW_EXHAUSTIVE && options->update == PEP_UPDATE_SINGLE;
}

/* An inline function with external linkage may not name our static objects. */
static void count_target(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer)
{
    if (pep_ops_remember(p->options) && !p->f->is_inline)
        pep_buffer_printf(out, "if (__pep_s[%" PRIu32 "].f == (const void *)%s) ++*__pep_s[%" PRIu32 "].n; else ", site,
                          pointer, site);
    tell_target(out, p, site, pointer);
}

static void count_block(struct pep_buffer *out, const struct pep_plan *p, uint32_t block)
{
    tell_block(out, p, block, "0u");
}

/* --- sampled --- */

/* An inline function with external linkage may not name our static one. */
static void point_end(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index)
{
    pep_buffer_printf(out, "%s%s(%s + %" PRIi64 "); ", p->f->is_inline ? pep_checks_when(p->options) : "",
                      p->f->is_inline ? "__pep_point" : "__pep_p", array, (int64_t)index);
}

static void offer_turns(struct pep_buffer *out, const struct pep_plan *p, const struct pep_collapsed *loop,
                        const struct pep_op *taken)
{
    for (uint32_t i = 0; i < loop->nback; i++) {
        uint64_t path = path_of_turn(p, loop, i);
        pep_buffer_printf(out, ", %s + %" PRIu64 ", (__pep_u64)(", counters(p), path);
        turns(out, loop, i);
        if (taken)
            pep_buffer_printf(out, " - (__pep_r + %" PRIi64 " == %s + %" PRIu64 ")", (int64_t)taken->value, counters(p),
                              path);
        pep_buffer_adds(out, ")");
    }
}

static const struct pep_op *op_at(const struct pep_ops *ops, size_t at, enum pep_op_kind kind)
{
    return at < ops->count && ops->at[at].kind == kind ? &ops->at[at] : NULL;
}

/* if (tick) __pep_points(3, __pep_c + 9, (__pep_u64)(__pep_n0 - __pep_n1), __pep_c + 8, (__pep_u64)(__pep_n1),
 * __pep_c + 12, (__pep_u64)1);  - the loops, less the turn that was none, and the path that ends there too */
static size_t point_turns(struct pep_buffer *out, const struct pep_plan *p, const struct pep_ops *ops, size_t at)
{
    size_t behind = at;
    uint32_t n = 0;
    for (; op_at(ops, behind, PEP_OP_FLUSH); behind++)
        n += p->collapsed.at[ops->at[behind].value].nback;
    size_t loops = behind;
    const struct pep_op *taken = op_at(ops, behind, PEP_OP_TAKE);
    behind += taken != NULL;
    const struct pep_op *end = op_at(ops, behind, PEP_OP_END), *known = op_at(ops, behind, PEP_OP_COUNT);
    behind += end || known;
    pep_buffer_printf(out, "%s__pep_points(%" PRIu32, pep_checks_when(p->options), n + (end || known));
    for (size_t i = at; i < loops; i++)
        offer_turns(out, p, &p->collapsed.at[ops->at[i].value], taken);
    if (end)
        pep_buffer_printf(out, ", %s + %" PRIi64 ", (__pep_u64)1", array_of_end(p), (int64_t)index_of_end(p, end));
    if (known)
        pep_buffer_printf(out, ", %s + %" PRIu64 ", (__pep_u64)1", counters(p), p->f->base + known->value);
    pep_buffer_adds(out, "); ");
    for (size_t i = at; i < loops; i++)
        clear_locals(out, &p->collapsed.at[ops->at[i].value]);
    return behind;
}

/* In sampled units what counts offers; in duplicated ones it counts whatever it is given. */
static void ask_policy(struct pep_buffer *out, const struct pep_plan *p)
{
    pep_buffer_adds(out, pep_checks_when(p->options));
    if (p->options->how == PEP_HOW_DUPLICATED)
        pep_buffer_adds(out, "if (__pep_check()) ");
}

/* Nor our static functions. */
static void point_target(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer)
{
    if (!p->f->is_inline)
        pep_buffer_printf(out, "__pep_q(%" PRIu32 "u, (const void *)%s); ", site, pointer);
    else
        tell_target(out, p, site, pointer);
}

/* The same; and what has no duplicate tells where others have led into theirs. */
static void point_block(struct pep_buffer *out, const struct pep_plan *p, uint32_t block)
{
    if (p->options->how == PEP_HOW_DUPLICATED) {
        char level[24];
        snprintf(level, sizeof level, "%" PRIu32 "u", PEP_LEVEL_UNKNOWN);
        pep_buffer_adds(out, "if (__pep_open && --__pep_skip < 0) ");
        tell_block(out, p, block, level);
    } else if (p->f->is_inline) {
        pep_buffer_adds(out, pep_checks_when(p->options));
        tell_block(out, p, block, "0u");
    } else {
        pep_buffer_printf(out, "__pep_b(%" PRIu32 "u); ", p->f->first_block + block);
    }
}

/* --- in a duplicate --- */

static void ask_way(struct pep_buffer *out, const struct pep_plan *p)
{
    pep_buffer_printf(out, "if (%s) ", pep_checks_counts(p->options));
}

static void guarded_end(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index)
{
    pep_buffer_printf(out, "if (%s) (void)__atomic_fetch_add(&%s[%" PRIi64 "], __pep_weight, 0); ",
                      pep_checks_counts(p->options), array, (int64_t)index);
}

static void guarded_block(struct pep_buffer *out, const struct pep_plan *p, uint32_t block)
{
    const struct pep_function *f = p->f;
    bool first = block == f->edges.at[f->blocks.at[PEP_ENTRY].out[0]].dst;
    pep_buffer_adds(out, "if (--__pep_skip < 0) ");
    tell_block(out, p, block, first ? "__pep_on + 1" : "__pep_on");
}

static const struct recording recordings[] = {
    [PEP_RECORD_COUNT] = {count_end, count_turns, ask_nobody, count_target, count_block},
    [PEP_RECORD_OFFER] = {point_end, point_turns, ask_policy, point_target, point_block},
    [PEP_RECORD_GUARDED] = {guarded_end, NULL, ask_way, tell_target, guarded_block},
};

/* --- operations --- */

static void add(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    bool minus = (int64_t)value < 0;
    pep_buffer_adds(out, minus ? "__pep_r -= " : "__pep_r += ");
    number(out, p, minus ? 0 - value : value);
    pep_buffer_adds(out, "; ");
}

/* __pep_u.count(&__pep_u, 3u,  - the runtime is to count a path of the function, or a value of the site. */
static void call(struct pep_buffer *out, const struct pep_plan *p, const char *function, uint32_t index)
{
    recordings[p->record].ask(out, p);
    call_runtime(out, p, function);
    pep_buffer_printf(out, ", %" PRIu32 "u, ", index);
}

/* __pep_u.count(&__pep_u, 3u, __pep_r + 4ull); */
static void end_hashed(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    call(out, p, "count", p->f->index);
    pep_buffer_adds(out, "__pep_r + ");
    number(out, p, value);
    pep_buffer_adds(out, "); ");
}

/* __pep_a = __pep_step(&__pep_u, 3u, __pep_a, __pep_r + 4ull);  - __pep_a: what this activation has told so far.  A
 * duplicate calls __pep_u.kpath itself: there the path comes with whether it counts, and where nothing is recorded the
 * next one begins anew. */
static void end_told(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    bool guarded = p->record == PEP_RECORD_GUARDED;
    const char *x = p->f->is_inline ? "x" : "";
    if (guarded) {
        pep_buffer_adds(out, "if (__pep_on) __pep_a = ");
        call_runtime(out, p, "kpath");
        pep_buffer_printf(out, ", %" PRIu32 "u, __pep_a, (__pep_r + ", p->f->index);
    } else
        pep_buffer_printf(out, "__pep_a = __pep_step(&__pep_u%s, %" PRIu32 "u, __pep_a, __pep_r + ", x, p->f->index);
    number(out, p, value);
    if (guarded)
        pep_buffer_printf(out,
                          ") | (__pep_u64)(~__pep_on & 1) << 32); else __pep_a.at = __pep_origin%s + %" PRIu32 "; ", x,
                          p->f->index);
    else
        pep_buffer_adds(out, "); ");
}

/* __pep_a = __pep_add(&__pep_u, 3u, __pep_a, __pep_r + 4ull, 5, 70);  - __pep_a: the span of this activation.
 * 70: where the last number begins that fits in. */
static void end_spanned(struct pep_buffer *out, const struct pep_plan *p, const char *add, uint64_t value)
{
    struct pep_span_form form = pep_span_form(p->f->npaths, (uint32_t)p->options->k);
    pep_buffer_printf(out, "%s(&__pep_u%s, %" PRIu32 "u, __pep_a, __pep_r + ", add, p->f->is_inline ? "x" : "",
                      p->f->index);
    number(out, p, value);
    pep_buffer_printf(out, ", %" PRIu32 ", %" PRIu32, form.bits, form.bits * (form.items - 1));
}

/* __pep_a = __pep_turn(&__pep_u, 3u, __pep_a, 9, __pep_n0, 5, 70); __pep_n0 = 0;  - the one path of a loop, so often */
static void turns_spanned(struct pep_buffer *out, const struct pep_plan *p, const struct pep_collapsed *loop)
{
    struct pep_span_form form = pep_span_form(p->f->npaths, (uint32_t)p->options->k);
    pep_buffer_printf(out,
                      "__pep_a = __pep_turn(&__pep_u%s, %" PRIu32 "u, __pep_a, %" PRIu64 ", __pep_n%" PRIu32
                      ", %" PRIu32 ", %" PRIu32 "); ",
                      p->f->is_inline ? "x" : "", p->f->index, pep_plan_loop_path(p, loop, 0), loop->first, form.bits,
                      form.bits * (form.items - 1));
    clear_locals(out, loop);
}

/* __pep_last(&__pep_u, 3u, __pep_a, __pep_r + 4ull, 5, 70, __pep_c + 128, 1); - where the activation ends.
 * Short spans have counters, if what was there before is less than 1. */
static void end_activation(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    struct pep_span_form form = pep_span_form(p->f->npaths, (uint32_t)p->options->k);
    end_spanned(out, p, "__pep_last", value);
    if (!form.shorter) {
        pep_buffer_adds(out, ", 0, 0); ");
        return;
    }
    if (p->options->update == PEP_UPDATE_THREAD) {
        pep_buffer_adds(out, ", (");
        attached(out, p);
        pep_buffer_adds(out, ")");
    } else
        pep_buffer_printf(out, ", %s", counters(p));
    pep_buffer_printf(out, " + %" PRIu32 ", %" PRIu32 "); ", p->f->base, form.shorter >> form.bits);
}

void pep_ops_value(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *value)
{
    call(out, p, "value", p->f->first_site + site);
    pep_buffer_printf(out, "(__pep_u64)%s); ", value);
}

static void tell_target(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer)
{
    call(out, p, "target", site);
    pep_buffer_printf(out, "(const void *)%s); ", pointer);
}

void pep_ops_target(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *pointer)
{
    recordings[p->record].target(out, p, p->f->first_site + site, pointer);
}

void pep_ops_emit(struct pep_buffer *out, const struct pep_plan *p, uint32_t edge)
{
    const struct recording *recording = &recordings[p->record];
    const struct pep_ops *ops = &p->ops[edge];
    for (size_t i = 0; i < ops->count;) {
        const struct pep_op *op = &ops->at[i++];
        switch (op->kind) {
        case PEP_OP_ADD: add(out, p, op->value); break;
        case PEP_OP_SET: set(out, p, op->value); break;
        case PEP_OP_LAST: end_activation(out, p, op->value); break;
        case PEP_OP_END:
            if (is_spanned(p)) {
                end_spanned(out, p, "__pep_a = __pep_add", op->value);
                pep_buffer_adds(out, "); ");
            } else if (is_told(p))
                end_told(out, p, op->value);
            else if (is_hashed(p))
                end_hashed(out, p, op->value);
            else
                recording->end(out, p, array_of_end(p), index_of_end(p, op));
            break;
        case PEP_OP_COUNT: recording->end(out, p, counters(p), p->f->base + op->value); break;
        case PEP_OP_LOCAL: pep_buffer_printf(out, "__pep_n%" PRIu64 "++; ", op->value); break;
        case PEP_OP_TAKE:
            assert(p->record == PEP_RECORD_COUNT); /* of samples it was never offered: point_turns has seen it */
            step(out, p, "__pep_r", op->value, false);
            break;
        case PEP_OP_FLUSH:
            if (is_spanned(p))
                turns_spanned(out, p, &p->collapsed.at[op->value]);
            else
                i = recording->flush(out, p, ops, i - 1);
            break;
        case PEP_OP_BLOCK: recording->block(out, p, (uint32_t)op->value); break;
        case PEP_OP_FRAME: pep_frames_set(out); break;
        }
    }
}

static void begin(struct pep_buffer *out, const struct pep_plan *p, uint64_t start)
{
    if (p->has_register || is_hashed(p))
        set(out, p, start);
}

void pep_ops_enter(struct pep_buffer *out, const struct pep_plan *p, uint32_t block)
{
    begin(out, p, p->f->blocks.at[block].start);
    if (p->told && p->told[block])
        recordings[p->record].block(out, p, block);
}

void pep_ops_declare(struct pep_buffer *out, const struct pep_plan *p)
{
    if (p->has_frame)
        pep_frames_declare(out, p);
    if (p->options->update == PEP_UPDATE_THREAD && p->has_counters && !is_hashed(p)) {
        pep_buffer_adds(out, " __pep_u64 *__pep_k = ");
        attached(out, p);
        pep_buffer_adds(out, ";");
    }
    if (p->has_register || is_hashed(p))
        pep_buffer_adds(out, is_hashed(p) ? " __pep_u64 " : " __pep_u64 *");
    begin(out, p, 0);
    if (is_spanned(p))
        pep_buffer_adds(out, " struct __pep_span __pep_a = { 0, 0 };");
    if (is_told(p)) /* longjmp leaves what is volatile as it was last */
        pep_buffer_printf(out, "%s struct __pep_stream __pep_a = { __pep_origin%s + %" PRIu32 ", 0 };",
                          p->f->calls_setjmp ? " volatile" : "", p->f->is_inline ? "x" : "", p->f->index);
    for (size_t i = 0; i < p->collapsed.count; i++)
        for (uint32_t k = 0; k < p->collapsed.at[i].nlocals; k++)
            pep_buffer_printf(out, " %s __pep_n%u = 0;", p->collapsed.at[i].wide ? "__pep_u64" : "unsigned",
                              p->collapsed.at[i].first + k);
}
