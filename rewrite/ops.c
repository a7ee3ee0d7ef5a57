/* ops.c - how the operations of an edge are spelled: path register, counters, locals of loops. */
#include "rewrite/ops.h"
#include <assert.h>
#include <inttypes.h>

static const char *counters(const struct pep_plan *p)
{
    if (p->options->update == PEP_UPDATE_THREAD)
        return "__pep_k";
    return p->f->is_inline ? "__pep_x" : "__pep_c";
}

static bool is_hashed(const struct pep_plan *p)
{
    return p->f->storage == PEP_STORE_HASH;
}

/* A number of a path, for the hash table; or how many counters the path register moves on. */
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
    const char *call; /* in front of a call of the runtime that counts a path of the hash table, or a value */
};

static void clear_locals(struct pep_buffer *out, const struct pep_collapsed *loop)
{
    for (uint32_t i = loop->first; i < loop->first + loop->nlocals; i++)
        pep_buffer_printf(out, "__pep_n%" PRIu32 " = 0; ", i);
}

/* --- exhaustive --- */

/* A counter goes up, or down again: of the array, or the one that lies so far from where the path register points. */
static void step(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index, bool up)
{
    if (p->options->update == PEP_UPDATE_ATOMIC)
        pep_buffer_printf(out, "(void)__atomic_fetch_%s(&%s[%" PRIi64 "], 1, 0); ", up ? "add" : "sub", array,
                          (int64_t)index);
    else
        pep_buffer_printf(out, "%s[%" PRIi64 "]%s; ", array, (int64_t)index, up ? "++" : "--");
}

static void count_end(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index)
{
    step(out, p, array, index, true);
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

/* --- sampled --- */

#define WHEN_TICKED "if (__builtin_expect(__pep_tick, 0)) "

/* An inline function with external linkage may not name our static one. */
static void point_end(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index)
{
    const char *name = p->f->is_inline ? WHEN_TICKED "__pep_point" : "__pep_p";
    pep_buffer_printf(out, "%s(%s + %" PRIi64 "); ", name, array, (int64_t)index);
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
    pep_buffer_printf(out, WHEN_TICKED "__pep_points(%" PRIu32, n + (end || known));
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

/* --- in a duplicate --- */

#define WHEN_ON "if (__pep_on) "

static void guarded_end(struct pep_buffer *out, const struct pep_plan *p, const char *array, uint64_t index)
{
    (void)p;
    pep_buffer_printf(out, WHEN_ON "(void)__atomic_fetch_add(&%s[%" PRIi64 "], 1, 0); ", array, (int64_t)index);
}

static const struct recording recordings[] = {
    [PEP_RECORD_COUNT] = {count_end, count_turns, ""},
    [PEP_RECORD_OFFER] = {point_end, point_turns, WHEN_TICKED},
    [PEP_RECORD_GUARDED] = {guarded_end, NULL, WHEN_ON},
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
    const char *x = p->f->is_inline ? "x" : "";
    /* in duplicated units the runtime counts whatever it is given */
    bool ask = p->record == PEP_RECORD_OFFER && p->options->how == PEP_HOW_DUPLICATED;
    pep_buffer_printf(out, "%s%s__pep_u%s.%s(&__pep_u%s, %" PRIu32 "u, ", recordings[p->record].call,
                      ask ? "if (__pep_check()) " : "", x, function, x, index);
}

static void end_hashed(struct pep_buffer *out, const struct pep_plan *p, uint64_t value)
{
    call(out, p, "count", p->f->index);
    pep_buffer_adds(out, "__pep_r + ");
    number(out, p, value);
    pep_buffer_adds(out, "); ");
}

void pep_ops_value(struct pep_buffer *out, const struct pep_plan *p, uint32_t site, const char *value)
{
    call(out, p, "value", p->f->first_site + site);
    pep_buffer_printf(out, "(__pep_u64)%s); ", value);
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
        case PEP_OP_END:
            if (is_hashed(p))
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
        case PEP_OP_FLUSH: i = recording->flush(out, p, ops, i - 1); break;
        }
    }
}

void pep_ops_begin(struct pep_buffer *out, const struct pep_plan *p, uint64_t start)
{
    if (p->has_register || is_hashed(p))
        set(out, p, start);
}

void pep_ops_declare(struct pep_buffer *out, const struct pep_plan *p)
{
    if (p->options->update == PEP_UPDATE_THREAD && p->has_counters && p->f->storage != PEP_STORE_HASH) {
        const char *x = p->f->is_inline ? "x" : "";
        pep_buffer_printf(out,
                          " __pep_u64 *__pep_k = __pep_t%s ? __pep_t%s : __pep_u%s.attach(&__pep_u%s, &__pep_t%s);", x,
                          x, x, x, x);
    }
    if (p->has_register || is_hashed(p))
        pep_buffer_adds(out, is_hashed(p) ? " __pep_u64 " : " __pep_u64 *");
    pep_ops_begin(out, p, 0);
    for (size_t i = 0; i < p->collapsed.count; i++)
        for (uint32_t k = 0; k < p->collapsed.at[i].nlocals; k++)
            pep_buffer_printf(out, " %s __pep_n%u = 0;", p->collapsed.at[i].wide ? "__pep_u64" : "unsigned",
                              p->collapsed.at[i].first + k);
}

/* Without a runtime the tick stays 0.  Link-time optimisation must not take our functions for what the runtime's do. */
#define WEAK     "__attribute__((weak, visibility(\"hidden\"), used, noinline, no_instrument_function)) "
#define OPAQUE   "__asm__ __volatile__(\"\" : : : \"memory\"); }\n"
#define OPAQUE_0 "__asm__ __volatile__(\"\" : : : \"memory\"); return 0; }\n"
#define INLINE   "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) "
static const char weak_definitions[] =
    "volatile unsigned __pep_tick __asm__(\"pep_tick\") __attribute__((weak, visibility(\"hidden\"), used));\n"
    "void __pep_point(__pep_u64 *) __asm__(\"pep_point\"); " WEAK "void __pep_point(__pep_u64 *c) { (void)c; " OPAQUE
    "void __pep_points(unsigned, ...) __asm__(\"pep_points\"); " WEAK
    "void __pep_points(unsigned n, ...) { (void)n; " OPAQUE;

static const char inline_point[] = INLINE "void __pep_p(__pep_u64 *c) { ";

/* The compiler sees neither a branch nor a call: registers stay where they are, and no frame is needed for a call that
 * is never made.  Cold code steps over the red zone and hands the counter to a stub that keeps all registers, and that
 * takes the stack back. */
static const char x86_64_point[] =
    "__asm__ __inline__ __volatile__(\"cmpl pep_tick(%%rip), %%esp\\n\\tjb 771f\\n772:\\n"
    "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
    "771:\\tleaq -128(%%rsp), %%rsp\\n\\tpushq %%rax\\n\\tleaq %0, %%rax\\n\\tcall pep_point_entry\\n"
    "\\tjmp 772b\\n\\t.popsection\" : : \"m\"(*c) : \"cc\"); }\n";

/* What a check in a duplicated unit refers to.  __pep_w: how a duplicate is called (duplicate.h); __pep_next: at a back
 * edge, for how many regions it is to go on recording. */
static const char duplicates[] =
    "struct __pep_way { unsigned on, door, turned; void **at; };\n"
    "static struct __pep_way __pep_ways[2] __attribute__((unused)) = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 } };\n"
    "volatile unsigned __pep_burst __asm__(\"pep_burst\") __attribute__((weak, visibility(\"hidden\"), used)) = 1;\n"
    "unsigned __pep_check(void) __asm__(\"pep_check\"); " WEAK "unsigned __pep_check(void) { " OPAQUE_0
    "static __attribute__((noinline, cold, unused, no_instrument_function)) unsigned __pep_next(unsigned on) "
    "{ return on > 1 ? on - 1 : __pep_tick && __pep_check() ? __pep_burst : 0; }\n" INLINE "int __pep_ticked(void) ";

static const char portable_check[] = "{ return __builtin_expect(__pep_tick != 0, 0) && __pep_check(); }\n";

/* As for a point, the compiler sees no call. */
static const char x86_64_check[] =
    "{ __asm__ __inline__ goto(\"cmpl pep_tick(%%rip), %%esp\\n\\tjb 771f\\n772:\\n"
    "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
    "771:\\tleaq -128(%%rsp), %%rsp\\n\\tcall pep_check_entry\\n\\tjnc 772b\\n\\tjmp %l0\\n\\t.popsection\""
    " : : : \"cc\" : taken); return 0; taken: return 1; }\n";

void pep_ops_prologue(struct pep_buffer *out, const struct pep_options *options)
{
    if (options->how == PEP_HOW_EXHAUSTIVE)
        return;
    pep_buffer_adds(out, weak_definitions);
    if (options->check == PEP_CHECK_X86_64)
        pep_buffer_adds(out, "void __pep_point_entry(void) __asm__(\"pep_point_entry\"); " WEAK
                             "void __pep_point_entry(void) { " OPAQUE);
    pep_buffer_adds(out, inline_point);
    pep_buffer_adds(out, options->check == PEP_CHECK_X86_64 ? x86_64_point : WHEN_TICKED "__pep_point(c); }\n");
    if (options->how != PEP_HOW_DUPLICATED)
        return;
    if (options->check == PEP_CHECK_X86_64)
        pep_buffer_adds(out, "void __pep_check_entry(void) __asm__(\"pep_check_entry\"); " WEAK
                             "void __pep_check_entry(void) { " OPAQUE);
    pep_buffer_adds(out, duplicates);
    pep_buffer_adds(out, options->check == PEP_CHECK_X86_64 ? x86_64_check : portable_check);
}
