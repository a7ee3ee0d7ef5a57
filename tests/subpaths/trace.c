/* trace.c - a runtime that keeps no profile: it writes down what it hears, in order, into the file PEP_TRACE names.
 * Linked in place of the profiler's, with the same objects.
 *
 * Of units that are sampled it hears each block.  In duplicated ones it begins stays at checks that it draws by lot
 * (PEP_SEED), and closes them where the activation with which they began has ended, or by lot. */
#include "pep/abi.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BLOCK, /* has begun */
    LINE,  /* the program says where it is */
    CHECK, /* has led into a duplicate */
    LEFT,  /* it has come back */
    BEGIN, /* of a stay, behind its CHECK if that is one of checking code */
    END,   /* of a stay */
};
enum { GONE, CLOSED, DROPPED }; /* why: the activation has ended; its next check; a lot */

struct told {
    uint32_t kind;
    uint32_t number;      /* of the block or line; END: why */
    uint32_t nest, level; /* how deep it is */
};

enum { NESTS = 4096, MEAN = 30, SAVED = 128 };
#define FOREIGN (UINT32_MAX & ~1u) /* the level of a sort, below all that called it */

volatile int32_t pep_countdown[PEP_COUNTDOWNS];
volatile uint32_t pep_open;
volatile int32_t pep_skip;

static FILE *out;
static uint64_t state;
static bool duplicated;
/* Checks whose duplicates are still there, from 1 on, and their places on the stack. */
static uint32_t nest;
static uintptr_t places[NESTS];
/* How deep the activation is with which the stay began; fresh: none of its blocks was heard. */
static uint32_t base_nest, base_level;
static bool fresh;

static void tell(uint32_t kind, uint32_t number, uint32_t level)
{
    struct told told = {kind, number, nest, level};
    if (fwrite(&told, sizeof told, 1, out) != 1)
        abort();
}

void here(int line);
void here(int line)
{
    tell(LINE, (uint32_t)line, 0);
}

static uint32_t draw(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

static void count_down(uint32_t most)
{
    for (int i = 0; i < PEP_COUNTDOWNS; i++)
        pep_countdown[i] = (int32_t)draw(most + 1);
}

static void begin_stay(uint32_t level, bool is_fresh)
{
    base_nest = nest;
    base_level = level;
    fresh = is_fresh;
    tell(BEGIN, 0, level);
    pep_open = 1;
    count_down(0);
}

static void end_stay(uint32_t why)
{
    tell(END, why, 0);
    pep_open = 0;
    count_down(2 * MEAN);
}

/* What longjmp has passed over lies below on the stack; by more than what a way to a check may have saved there. */
static void forget_passed(uintptr_t place)
{
    while (nest && place > places[nest] + SAVED)
        nest--;
    if (pep_open && nest < base_nest)
        end_stay(GONE);
}

static void block(struct pep_unit *unit, uint32_t number, uint32_t level)
{
    (void)unit;
    pep_skip = 0;
    if (!duplicated) {
        if (level)
            abort();
        count_down(0);
    } else if (level != PEP_LEVEL_UNKNOWN) {
        uint32_t depth = level & ~1u;
        forget_passed((uintptr_t)__builtin_frame_address(0));
        if (pep_open && nest == base_nest && (depth < base_level || (depth == base_level && (level & 1) && !fresh)))
            end_stay(GONE);
        if (!pep_open)
            return;
        fresh &= nest != base_nest;
    }
    tell(BLOCK, number, level);
}

/* A duplicate is called from this place on the stack, if there is room for it. */
static unsigned enter(uintptr_t place)
{
    if (nest + 1 == NESTS)
        return 0;
    places[++nest] = place;
    tell(CHECK, 0, 2);
    return 1;
}

unsigned trace_check(uintptr_t place);
unsigned trace_check(uintptr_t place)
{
    forget_passed(place);
    if (!enter(place))
        return 0;
    if (!pep_open)
        begin_stay(2, true);
    count_down(0);
    return 1;
}

unsigned pep_begin(void)
{
    return trace_check((uintptr_t)__builtin_frame_address(0) + 16);
}

void pep_left(void)
{
    nest--;
    tell(LEFT, 0, 0);
    if (pep_open && nest < base_nest)
        end_stay(GONE);
}

void pep_gone(uint32_t level)
{
    if (pep_open && nest == base_nest && level == base_level)
        end_stay(GONE);
}

unsigned pep_stay(uint32_t level)
{
    forget_passed((uintptr_t)__builtin_frame_address(0));
    if (!pep_open) {
        begin_stay(level, false);
    } else if (nest == base_nest && level == base_level && !draw(5)) {
        end_stay(CLOSED);
        return 0;
    } else if (!draw(50)) {
        end_stay(DROPPED);
        return 0;
    }
    return 1;
}

/* A stay goes on from one call back to the next. */
unsigned pep_callback(unsigned leads)
{
    uintptr_t place = (uintptr_t)__builtin_frame_address(0) + 16;
    forget_passed(place);
    if (!pep_open)
        begin_stay(FOREIGN, false);
    else if (nest == base_nest && base_level == FOREIGN && !draw(10))
        end_stay(DROPPED);
    return pep_open && leads && enter(place);
}

void pep_callbacks_over(void)
{
    if (pep_open && nest == base_nest && base_level == FOREIGN)
        end_stay(GONE);
}

unsigned (*pep_to_stay)(uint32_t) = pep_stay;
void (*pep_to_left)(void) = pep_left;
void (*pep_to_gone)(uint32_t) = pep_gone;
void (*pep_to_callbacks_over)(void) = pep_callbacks_over;

/* What the stubs call may use vector registers: they keep all there are. */
#ifdef __x86_64__
#define STUB(name, arguments, callee, answer, bytes)                                                                   \
    __asm__(".pushsection .text\n.globl " name "_entry\n" name "_entry:\n"                                             \
            "push %rbp\nmov %rsp,%rbp\npush %rax\npush %rcx\npush %rdx\npush %rsi\npush %rdi\npush %r8\npush %r9\n"    \
            "push %r10\npush %r11\nsub $512,%rsp\nand $-16,%rsp\nfxsave (%rsp)\n" arguments "call " callee "\n"        \
            "fxrstor (%rsp)\n" answer "lea -72(%rbp),%rsp\npop %r11\npop %r10\npop %r9\npop %r8\npop %rdi\n"           \
            "pop %rsi\npop %rdx\npop %rcx\npop %rax\n" bytes "\n.popsection")
STUB("pep_block", "mov %rax,%rdi\nmov 16(%rbp),%rsi\nxor %edx,%edx\n", "trace_block", "",
     "mov 24(%rbp),%rax\npop %rbp\nret $144");
STUB("pep_begin", "lea 144(%rbp),%rdi\n", "trace_check", "neg %eax\n", "pop %rbp\nret $128");
#endif

void trace_block(struct pep_unit *unit, uint32_t number, uint32_t level);
void trace_block(struct pep_unit *unit, uint32_t number, uint32_t level)
{
    unit->block(unit, number, level);
}

void pep_unit_register(struct pep_unit *unit)
{
    const char *seed = getenv("PEP_SEED");
    if (unit->event != PEP_UNIT_SUBPATHS)
        abort();
    if (!out)
        out = fopen(getenv("PEP_TRACE"), "wb");
    if (!out)
        abort();
    state = seed ? strtoull(seed, NULL, 0) : 1;
    duplicated = unit->how == PEP_UNIT_DUPLICATED;
    unit->block = block;
}

void pep_unit_unregister(struct pep_unit *unit)
{
    (void)unit;
    fflush(out);
}
