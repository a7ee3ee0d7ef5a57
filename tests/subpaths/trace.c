/* trace.c - a runtime that keeps no profile: it writes down what it hears, in order, into the file PEP_TRACE names.
 * Linked in place of the profiler's, with the same objects.
 *
 * Of units that are sampled it hears each block.  In duplicated ones it begins a stay at checks that it draws by lot
 * (PEP_SEED), and closes it where the activation with which it began has ended, or by lot. */
#include "pep/abi.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK, LINE, BEGIN, END };

struct told {
    uint32_t kind, number; /* of a block; of a line; the reason why a stay ends */
};

static FILE *out;

static void tell(uint32_t kind, uint32_t number)
{
    struct told told = {kind, number};
    if (fwrite(&told, sizeof told, 1, out) != 1)
        abort();
}

void here(int line);
void here(int line)
{
    tell(LINE, (uint32_t)line);
}

static void block(struct pep_unit *unit, uint32_t number, uint32_t level)
{
    (void)unit;
    if (level)
        abort();
    pep_countdown = 0;
    tell(BLOCK, number);
}

volatile int32_t pep_countdown;

/* What the stubs call may use vector registers: they keep all there are. */
#ifdef __x86_64__
#define STUB(name, arguments, callee, answer, bytes)                                                                   \
    __asm__(".pushsection .text\n.globl " name "_entry\n" name "_entry:\n"                                             \
            "push %rbp\nmov %rsp,%rbp\npush %rax\npush %rcx\npush %rdx\npush %rsi\npush %rdi\npush %r8\npush %r9\n"    \
            "push %r10\npush %r11\nsub $512,%rsp\nand $-16,%rsp\nfxsave (%rsp)\n" arguments "call " callee "\n" answer \
            "fxrstor (%rsp)\nlea -72(%rbp),%rsp\npop %r11\npop %r10\npop %r9\npop %r8\npop %rdi\n"                     \
            "pop %rsi\npop %rdx\npop %rcx\npop %rax\n" bytes "\n.popsection")
STUB("pep_block", "mov %rax,%rdi\nmov 16(%rbp),%rsi\nxor %edx,%edx\n", "block_entry", "",
     "mov 24(%rbp),%rax\npop %rbp\nret $144");
#endif

void block_entry(struct pep_unit *unit, uint32_t number, uint32_t level);
void block_entry(struct pep_unit *unit, uint32_t number, uint32_t level)
{
    unit->block(unit, number, level);
}

void pep_unit_register(struct pep_unit *unit)
{
    if (!unit->stream)
        abort();
    if (!out)
        out = fopen(getenv("PEP_TRACE"), "wb");
    if (!out)
        abort();
    unit->block = block;
}

void pep_unit_unregister(struct pep_unit *unit)
{
    (void)unit;
    fflush(out);
}
