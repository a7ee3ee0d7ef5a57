#include "rewrite/checks.h"
#include "cfgbuild/unitmap.h"
#include <inttypes.h>

/* Without a runtime nothing is ever wanted.  Link-time optimisation must not take our functions for what the runtime's
 * do. */
#define WEAK   "__attribute__((weak, visibility(\"hidden\"), used"
#define OPAQUE ", noinline, no_instrument_function)) "
#define BODY   "__asm__ __volatile__(\"\" : : : \"memory\"); "
#define INLINE "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) "

/* What a trigger looks at: in C; in assembly with the jump behind it; its declaration; and what the functions of the
 * runtime that are asked then end with. */
struct trigger {
    const char *test, *assembly, *declaration, *suffix;
};

static const struct trigger triggers[] = {
    [PEP_TRIGGERED_BY_TIMER] = {"__pep_tick", "cmpl pep_tick(%%rip), %%esp\\n\\tjb",
                                "volatile unsigned __pep_tick __asm__(\"pep_tick\") " WEAK "));\n", ""},
    [PEP_TRIGGERED_BY_COUNTER] = {"--__pep_countdown < 0", "decl pep_countdown(%%rip)\\n\\tjs",
                                  "volatile int __pep_countdown __asm__(\"pep_countdown\") " WEAK ")) = 2147483647;\n",
                                  "_expired"},
};

const char *pep_checks_when(const struct pep_options *options)
{
    return options->trigger == PEP_TRIGGERED_BY_COUNTER ? "if (__builtin_expect(--__pep_countdown < 0, 0)) "
                                                        : "if (__builtin_expect(__pep_tick, 0)) ";
}

const char *pep_checks_counts(const struct pep_options *options)
{
    return options->event == PEP_EVENT_KPATHS ? "__pep_on & 1" : "__pep_on";
}

/* RESULT __pep_NAME(PARAMETERS), by the name that the runtime has. */
static void declare(struct pep_buffer *out, const struct trigger *trigger, const char *result, const char *name,
                    const char *entry, const char *parameters)
{
    pep_buffer_printf(out,
                      "%s __pep_%s%s(%s) __asm__(\"pep_%s%s%s\"); " WEAK OPAQUE "%s __pep_%s%s(%s) { " BODY "%s}\n",
                      result, name, entry, parameters, name, trigger->suffix, entry, result, name, entry, parameters,
                      *result == 'u' ? "return 0; " : "");
}

/* Cold code steps over the red zone and asks a stub that keeps all registers; that of a point takes the counter, and
 * takes the stack back. */
static void add_point(struct pep_buffer *out, const struct trigger *trigger, bool x86_64)
{
    declare(out, trigger, "void", "point", "", "__pep_u64 *c");
    if (!x86_64) {
        pep_buffer_printf(out, INLINE "void __pep_p(__pep_u64 *c) { if (__builtin_expect(%s, 0)) __pep_point(c); }\n",
                          trigger->test);
        return;
    }
    declare(out, trigger, "void", "point", "_entry", "void");
    pep_buffer_printf(out,
                      INLINE "void __pep_p(__pep_u64 *c) { __asm__ __inline__ __volatile__(\"%s 771f\\n772:\\n"
                             "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
                             "771:\\taddq $-128, %%%%rsp\\n\\tpushq %%%%rax\\n\\tleaq %%0, %%%%rax\\n"
                             "\\tcall pep_point%s_entry\\n\\tjmp 772b\\n\\t.popsection\" : : \"m\"(*c) : \"cc\"); }\n",
                      trigger->assembly, trigger->suffix);
}

/* The same for a function that is about to be called through a pointer.  The runtime may have to look up where it lies,
 * and uses whatever registers a call may: those of vectors and of the x87 are clobbered, general ones are kept.  What
 * lives on behind the call that comes is not in them. */
static void add_target(struct pep_buffer *out, const struct trigger *trigger, bool x86_64)
{
    if (!x86_64) {
        pep_buffer_printf(out,
                          INLINE "void __pep_q(unsigned s, const void *f) { if (__builtin_expect(%s, 0)) "
                                 "__pep_u.target(&__pep_u, s, f); }\n",
                          trigger->test);
        return;
    }
    declare(out, trigger, "void", "target", "_entry", "void");
    pep_buffer_printf(out,
                      INLINE "void __pep_q(unsigned s, const void *f) { __asm__ __inline__ __volatile__(\"%s 771f\\n"
                             "772:\\n\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
                             "771:\\taddq $-128, %%%%rsp\\n\\tpushq %%%%rax\\n\\tpushq %%1\\n\\tpushq %%q2\\n"
                             "\\tleaq %%0, %%%%rax\\n\\tcall pep_target_entry\\n\\tjmp 772b\\n\\t.popsection\" "
                             ": : \"m\"(__pep_u), \"r\"(f), \"ri\"(s) : \"cc\"",
                      trigger->assembly);
    for (int i = 0; i < 16; i++)
        pep_buffer_printf(out, ", \"xmm%d\"", i);
    pep_buffer_adds(out, ", \"st\"");
    for (int i = 1; i < 8; i++)
        pep_buffer_printf(out, ", \"st(%d)\"", i);
    pep_buffer_adds(out, "); }\n");
}

static void add_check(struct pep_buffer *out, const struct trigger *trigger, bool x86_64)
{
    declare(out, trigger, "unsigned", "check", "", "void");
    if (!x86_64) {
        pep_buffer_printf(out, INLINE "int __pep_ticked(void) { return __builtin_expect(%s, 0) && __pep_check(); }\n",
                          trigger->test);
        return;
    }
    declare(out, trigger, "void", "check", "_entry", "void");
    pep_buffer_printf(
        out,
        INLINE
        "int __pep_ticked(void) { __asm__ __inline__ goto(\"%s 771f\\n772:\\n"
        "\\t.pushsection .text.unlikely.pep,\\\"ax\\\",@progbits\\n"
        "771:\\taddq $-128, %%%%rsp\\n\\tcall pep_check%s_entry\\n\\tjnc 772b\\n"
        "\\tjmp %%l0\\n\\t.popsection\" : : : \"cc\" : taken); return 0; taken: __attribute__((cold)); return 1; }\n",
        trigger->assembly, trigger->suffix);
}

#define COLD "static __attribute__((noinline, cold, unused, no_instrument_function)) "

/* At the entry of a duplicate and at its back edges, for how many regions it is to go on recording; where sequences of
 * paths are told, which of the next ones count (duplicate.h). */
static void add_duplicates(struct pep_buffer *out, const struct trigger *trigger, const struct pep_options *options)
{
    pep_buffer_adds(out, "volatile unsigned __pep_burst __asm__(\"pep_burst\") " WEAK ")) = 1;\n");
    if (options->event == PEP_EVENT_KPATHS)
        pep_buffer_printf(out,
                          COLD "unsigned __pep_regions(unsigned door) { unsigned b = __pep_burst > 1 ? __pep_burst : "
                               "%" PRIu64 ", last = 1u << ((b < 32 ? b : 32) - 1); return door ? last : last | (last - "
                               "1); }\n" COLD "unsigned __pep_next(unsigned on) { return on >> 1 | (%s && __pep_check() ? "
                               "__pep_regions(1) : 0); }\n",
                          options->k, trigger->test);
    else
        pep_buffer_printf(out,
                          COLD "unsigned __pep_next(unsigned on) { return on > 1 ? on - 1 : %s && __pep_check() ? "
                               "__pep_burst : 0; }\n",
                          trigger->test);
}

void pep_checks_prologue(struct pep_buffer *out, const struct pep_options *options)
{
    const struct trigger *trigger = &triggers[options->trigger];
    bool x86_64 = options->check == PEP_CHECK_X86_64;
    if (options->how == PEP_HOW_EXHAUSTIVE)
        return;
    pep_buffer_adds(out, trigger->declaration);
    add_point(out, trigger, x86_64);
    if (options->how == PEP_HOW_SAMPLED && options->calls)
        add_target(out, trigger, x86_64 && !options->odd_registers);
    if (options->trigger == PEP_TRIGGERED_BY_TIMER) /* loops are not collapsed where each turn counts down */
        declare(out, trigger, "void", "points", "", "unsigned n, ...");
    if (options->how == PEP_HOW_DUPLICATED) {
        add_check(out, trigger, x86_64);
        add_duplicates(out, trigger, options);
    }
}
