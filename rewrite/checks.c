#include "rewrite/checks.h"
#include "cfgbuild/unitmap.h"
#include "pep/abi.h"
#include <inttypes.h>

/* Words of the runtime, and pointers to its functions, are 0 without one.  They take no room in the unit, so that
 * counters of units lie behind each other, and stay the runtime's where a tool makes the unit's symbols local.
 * Link-time optimisation must not take our functions for what the runtime's do. */
#define COMMON "__attribute__((common, visibility(\"hidden\"), used));\n"
#define WEAK   "__attribute__((weak, visibility(\"hidden\"), used"
#define OPAQUE ", noinline, no_instrument_function)) "
#define BODY   "__asm__ __volatile__(\"\" : : : \"memory\"); "
#define INLINE "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) "

/* What a trigger looks at: in C; in assembly with the jump behind it; its declaration.  The functions of the runtime
 * that are asked then, by their names behind pep_, and what stands around such a name where assembly calls it. */
struct trigger {
    const char *test, *assembly, *declaration, *point, *check, *strip, *to, *end;
};

static const struct trigger tick = {"__pep_tick",
                                    "cmpl pep_tick(%%rip), %%esp\\n\\tjb",
                                    "volatile unsigned __pep_tick __asm__(\"pep_tick\") " COMMON,
                                    "point",
                                    "check",
                                    "__pep_strip",
                                    "*pep_to_",
                                    "(%%rip)"};

/* Each check in assembly has one of the 16 countdowns, which its number among all assembly of the unit (%=) chooses. */
_Static_assert(PEP_COUNTDOWNS == 16, "the text of a unit has so many");
#define COUNTDOWN                                                                                                      \
    "--*__pep_countdown < 0", "decl pep_countdown+(%=&15)*4(%%rip)\\n\\tjs",                                           \
        "volatile int __pep_countdown[16] __asm__(\"pep_countdown\") " COMMON

static const struct trigger countdown = {COUNTDOWN, "point_expired", "check_expired", "__pep_check", "pep_", ""};
static const struct trigger blocks = {COUNTDOWN, NULL, "begin", NULL, "pep_", ""};

static const struct trigger *trigger_of(const struct pep_options *options)
{
    return options->event == PEP_EVENT_SUBPATHS           ? &blocks
           : options->trigger == PEP_TRIGGERED_BY_COUNTER ? &countdown
                                                          : &tick;
}

const char *pep_checks_when(const struct pep_options *options)
{
    return options->trigger == PEP_TRIGGERED_BY_COUNTER ? "if (__builtin_expect(--*__pep_countdown < 0, 0)) "
                                                        : "if (__builtin_expect((long)__pep_tick, 0)) ";
}

const char *pep_checks_counts(const struct pep_options *options)
{
    return options->event == PEP_EVENT_KPATHS ? "__pep_on & 1" : "__pep_on";
}

/* RESULT NAME(PARAMETERS), the runtime's pep_FUNCTION, where it has raised a word that leads there: by a pointer, which
 * code calls itself unless such calls are checked (unit.c). */
static void declare_asked(struct pep_buffer *out, const struct pep_options *options, const char *result,
                          const char *name, const char *function, const char *parameters, const char *arguments)
{
    if (!options->guarded)
        pep_buffer_printf(out, "%s (*%s)(%s) __asm__(\"pep_to_%s\") " COMMON, result, name, parameters, function);
    else
        pep_buffer_printf(out,
                          "%s (*__pep_to_%s)(%s) __asm__(\"pep_to_%s\") " COMMON WEAK OPAQUE
                          "%s %s(%s) { return __pep_to_%s(%s); }\n",
                          result, function, parameters, function, result, name, parameters, function, arguments);
}

/* The same for what takes any number of arguments, which nobody can hand on. */
static void declare_points(struct pep_buffer *out, const struct pep_options *options)
{
    if (!options->guarded)
        declare_asked(out, options, "void", "__pep_points", "points", "unsigned n, ...", "");
    else
        pep_buffer_adds(out, "void __pep_points(unsigned n, ...) __asm__(\"pep_points\"); " WEAK OPAQUE
                             "void __pep_points(unsigned n, ...) { " BODY "}\n");
}

/* The same where a countdown leads, which comes to its end without a runtime too.  Our own function is the runtime's,
 * which prevails, unless a tool has made it local: then it goes on there. */
static void declare_expired(struct pep_buffer *out, const char *result, const char *name, const char *function,
                            const char *parameters, const char *arguments)
{
    pep_buffer_printf(out, "%s (*__pep_to_%s)(%s) __asm__(\"pep_to_%s\") " COMMON, result, function, parameters,
                      function);
    pep_buffer_printf(out,
                      "%s %s(%s) __asm__(\"pep_%s\"); " WEAK OPAQUE "%s %s(%s) { int i; " BODY
                      "if (__pep_to_%s) return __pep_to_%s(%s); "
                      "for (i = 0; i < 16; i++) __pep_countdown[i] = 2147483647; %s}\n",
                      result, name, parameters, function, result, name, parameters, function, function, arguments,
                      *result == 'u' ? "return 0; " : "");
}

static void declare(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options,
                    const char *result, const char *name, const char *parameters, const char *arguments)
{
    const char *function = *result == 'u' ? trigger->check : trigger->point;
    if (trigger == &tick)
        declare_asked(out, options, result, name, function, parameters, arguments);
    else
        declare_expired(out, result, name, function, parameters, arguments);
}

/* The stub of that function, which takes so many bytes off the stack, and gives %rax back where that lies there. */
static void declare_entry(struct pep_buffer *out, const struct trigger *trigger, const char *function, int bytes)
{
    pep_buffer_printf(out, "void (*__pep_to_%s_entry)(void) __asm__(\"pep_to_%s_entry\") " COMMON, function, function);
    if (trigger == &tick)
        return;
    pep_buffer_printf(out,
                      "void __pep_%s_entry(void) __asm__(\"pep_%s_entry\"); " WEAK ", naked" OPAQUE
                      "void __pep_%s_entry(void) { __asm__(\"cmpq $0, pep_to_%s_entry(%%rip)\\n\\tje 771f\\n"
                      "\\tjmp *pep_to_%s_entry(%%rip)\\n771:\\t.irp i, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, "
                      "48, 52, 56, 60\\n\\tmovl $0x7fffffff, pep_countdown+\\\\i(%%rip)\\n\\t.endr\\n\\t",
                      function, function, function, function, function);
    if (bytes > 128)
        pep_buffer_printf(out, "movq %d(%%rsp), %%rax\\n\\t", bytes - 128);
    pep_buffer_printf(out, "clc\\n\\tret $%d\"); }\n", bytes);
}

/* Cold code steps over the red zone and asks a stub that keeps all registers; that of a point takes the counter, and
 * takes the stack back. */
static void add_point(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    bool x86_64 = options->check == PEP_CHECK_X86_64;
    declare(out, trigger, options, "void", "__pep_point", "__pep_u64 *c", "c");
    if (!x86_64) {
        pep_buffer_printf(out, INLINE "void __pep_p(__pep_u64 *c) { if (__builtin_expect(%s, 0)) __pep_point(c); }\n",
                          trigger->test);
        return;
    }
    declare_entry(out, trigger, trigger->point, 136);
    pep_buffer_printf(out,
                      INLINE "void __pep_p(__pep_u64 *c) { __asm__ __inline__ __volatile__(\"%s 771f\\n772:\\n"
                             "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
                             "771:\\taddq $-128, %%%%rsp\\n\\tpushq %%%%rax\\n\\tleaq %%0, %%%%rax\\n"
                             "\\tcall %s%s_entry%s\\n\\tjmp 772b\\n\\t.popsection\" : : \"m\"(*c) : \"cc\"); }\n",
                      trigger->assembly, trigger->to, trigger->point, trigger->end);
}

/* The same for a block that begins. */
static void add_block(struct pep_buffer *out, const struct trigger *trigger, bool x86_64)
{
    if (!x86_64) {
        pep_buffer_printf(out,
                          INLINE "void __pep_b(unsigned b) { if (__builtin_expect(%s, 0)) "
                                 "__pep_u.block(&__pep_u, b, 0u); }\n",
                          trigger->test);
        return;
    }
    declare_entry(out, trigger, "block", 144);
    pep_buffer_printf(out,
                      INLINE "void __pep_b(unsigned b) { __asm__ __inline__ __volatile__(\"%s 771f\\n772:\\n"
                             "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
                             "771:\\taddq $-128, %%%%rsp\\n\\tpushq %%%%rax\\n\\tpushq %%q1\\n\\tleaq %%0, %%%%rax\\n"
                             "\\tcall pep_block_entry\\n\\tjmp 772b\\n\\t.popsection\" "
                             ": : \"m\"(__pep_u), \"ri\"(b) : \"cc\"); }\n",
                      trigger->assembly);
}

/* And for a function that is about to be called through a pointer.  The runtime may have to look up where it lies,
 * and uses whatever registers a call may: those of vectors and of the x87 are clobbered, general ones are kept.  What
 * lives on behind the call that comes is not in them. */
static void add_target(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    if (options->check != PEP_CHECK_X86_64 || options->odd_registers) {
        /* in duplicated units `target` counts whatever it is given */
        pep_buffer_printf(out,
                          INLINE "void __pep_q(unsigned s, const void *f) { if (__builtin_expect(%s, 0)%s) "
                                 "__pep_u.target(&__pep_u, s, f); }\n",
                          trigger->test, options->how == PEP_HOW_DUPLICATED ? " && __pep_check()" : "");
        return;
    }
    declare_entry(out, trigger, "target", 152);
    pep_buffer_printf(out,
                      INLINE "void __pep_q(unsigned s, const void *f) { __asm__ __inline__ __volatile__(\"%s 771f\\n"
                             "772:\\n\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
                             "771:\\taddq $-128, %%%%rsp\\n\\tpushq %%%%rax\\n\\tpushq %%1\\n\\tpushq %%q2\\n"
                             "\\tleaq %%0, %%%%rax\\n\\tcall %starget_entry%s\\n\\tjmp 772b\\n\\t.popsection\" "
                             ": : \"m\"(__pep_u), \"r\"(f), \"ri\"(s) : \"cc\"",
                      trigger->assembly, trigger->to, trigger->end);
    for (int i = 0; i < 16; i++)
        pep_buffer_printf(out, ", \"xmm%d\"", i);
    pep_buffer_adds(out, ", \"st\"");
    for (int i = 1; i < 8; i++)
        pep_buffer_printf(out, ", \"st(%d)\"", i);
    pep_buffer_adds(out, "); }\n");
}

static void add_check(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    bool x86_64 = options->check == PEP_CHECK_X86_64;
    declare(out, trigger, options, "unsigned", "__pep_check", "void", "");
    if (!x86_64) {
        pep_buffer_printf(out, INLINE "int __pep_ticked(void) { return __builtin_expect(%s, 0) && __pep_check(); }\n",
                          trigger->test);
        return;
    }
    declare_entry(out, trigger, trigger->check, 128);
    pep_buffer_printf(
        out,
        INLINE
        "int __pep_ticked(void) { __asm__ __inline__ goto(\"%s 771f\\n772:\\n"
        "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
        "771:\\taddq $-128, %%%%rsp\\n\\tcall %s%s_entry%s\\n\\tjnc 772b\\n"
        "\\tjmp %%l0\\n\\t.popsection\" : : : \"cc\" : taken); return 0; taken: __attribute__((cold)); return 1; }\n",
        trigger->assembly, trigger->to, trigger->check, trigger->end);
}

/* The same at the end of a strip of turns, which calls as the region that may follow does.  Who counts down counts
 * strips as they are. */
static void add_strip_check(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    if (trigger == &tick)
        declare_asked(out, options, "unsigned", "__pep_strip", "strip", "void", "");
    pep_buffer_printf(out, INLINE "int __pep_strip_ticked(void) { return __builtin_expect(%s, 0) && %s(); }\n",
                      trigger->test, trigger->strip);
}

#define COLD "static __attribute__((noinline, cold, unused, no_instrument_function)) "
#define NEXT COLD "unsigned __pep_next(unsigned on) "

/* At the back edges of a duplicate, for how many regions it is to go on recording; or where sequences of paths are
 * told, which of the next ones count, a bit each (duplicate.h). */
static void add_bursts(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    pep_buffer_adds(out, "unsigned __pep_weight __asm__(\"pep_weight\") " COMMON);
    pep_buffer_adds(out, "volatile unsigned __pep_burst __asm__(\"pep_burst\") " COMMON);
    if (options->event == PEP_EVENT_KPATHS)
        pep_buffer_printf(out,
                          COLD "unsigned __pep_regions(unsigned door) { unsigned b = __pep_burst > 1 ? __pep_burst : "
                               "%" PRIu64 ", last = 1u << ((b < 32 ? b : 32) - 1); return door ? last : last | (last - "
                               "1); }\n" INLINE
                               "unsigned __pep_next(unsigned on) { return on >> 1 | (%s && __pep_check() "
                               "? __pep_regions(1) : 0); }\n",
                          options->k, trigger->test);
    else
        pep_buffer_printf(out,
                          NEXT "{ return on > 1 ? on - 1 : %s && __pep_check() ? __pep_burst : 0; }\n" COLD
                               "unsigned __pep_strip_next(unsigned on) { return on > 1 ? on - 1 : %s && %s() ? "
                               "__pep_burst : 0; }\n",
                          trigger->test, trigger->test, trigger->strip);
}

/* The same for stays: whether to go on in the duplicate. */
static void add_stays(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    pep_buffer_adds(out, "volatile unsigned __pep_open __asm__(\"pep_open\") " COMMON);
    pep_buffer_adds(out, "volatile int __pep_skip __asm__(\"pep_skip\") " COMMON);
    declare_asked(out, options, "void", "__pep_left", "left", "void", "");
    declare_asked(out, options, "void", "__pep_gone", "gone", "unsigned level", "level");
    declare_expired(out, "unsigned", "__pep_callback", "callback", "unsigned leads", "leads");
    declare_asked(out, options, "void", "__pep_callbacks_over", "callbacks_over", "void", "");
    declare_asked(out, options, "unsigned", "__pep_stay", "stay", "unsigned level", "level");
    pep_buffer_printf(out,
                      NEXT "{ return (__pep_open || %s) && __pep_stay(on); }\n" INLINE
                           "void __pep_ended(unsigned *on) { if (__pep_open) __pep_gone(*on); }\n" INLINE
                           "int __pep_called(void) { return __builtin_expect(%s, 0); }\n" INLINE
                           "void __pep_over(void) { if (__pep_open) __pep_callbacks_over(); }\n" INLINE
                           "void *__pep_over_with(void *p) { __pep_over(); return p; }\n",
                      trigger->test, trigger->test);
}

static void add_blocks(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    bool x86_64 = options->check == PEP_CHECK_X86_64;
    if (options->how == PEP_HOW_SAMPLED) {
        add_block(out, trigger, x86_64);
    } else {
        add_check(out, trigger, options);
        add_stays(out, trigger, options);
    }
}

void pep_checks_prologue(struct pep_buffer *out, const struct pep_options *options)
{
    const struct trigger *trigger = trigger_of(options);
    if (options->how == PEP_HOW_EXHAUSTIVE)
        return;
    pep_buffer_adds(out, trigger->declaration);
    if (options->event == PEP_EVENT_SUBPATHS) {
        add_blocks(out, trigger, options);
        return;
    }
    add_point(out, trigger, options);
    if (options->trigger == PEP_TRIGGERED_BY_TIMER) /* loops are not collapsed where each turn counts down */
        declare_points(out, options);
    if (options->how == PEP_HOW_DUPLICATED) {
        add_check(out, trigger, options);
        add_strip_check(out, trigger, options);
        add_bursts(out, trigger, options);
    }
    if (options->calls)
        add_target(out, trigger, options);
}
