/* registers.c [expired|block] - what pep_point_entry, the entries of checks and that of blocks leave as they were: all
 * registers but flags, and their caller's red zone, whatever the stack's alignment; and what checks answer.
 * pep_target_entry may change vector registers.  x86-64 alone has them; elsewhere the exit code is 77.  Needs
 * PEP_POLICY=timer; the others need the trigger counter and an interval of 1. */
#include "pep/pep.h"
#include "sampled.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

SAMPLED(demo, 0x9e, 2)

#ifdef __x86_64__
struct state {
    uint64_t general[16]; /* as push has them: rax rcx rdx rbx rsp rbp rsi rdi r8 .. r15 */
    uint64_t vector[16][2];
    uint64_t red[16]; /* 128 bytes below the stack pointer */
};
static struct state before, after;
uint64_t registers_shift, registers_stack;
uint8_t registers_carry;

void registers_point(struct state *before, struct state *after);
void registers_check(struct state *before, struct state *after);
void registers_expired(struct state *before, struct state *after);
void registers_target(struct state *before, struct state *after);
void registers_block(struct state *before, struct state *after);

/* Loads all of `before`, calls as generated code would in a leaf function, stores all to `after`. */
#define CALLER(name, call)                                                                                             \
    __asm__(".text\n" name ":\n"                                                                                       \
            "push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n push %rsi\n"                      \
            "mov %rsp,registers_stack(%rip)\n"                                                                         \
            "sub registers_shift(%rip),%rsp\n"                                                                         \
            "mov %rdi,%rax\n"                                                                                          \
            ".set i,0\n"                                                                                               \
            ".rept 16\n"                                                                                               \
            "mov 384+i*8(%rax),%rcx\n"                                                                                 \
            "mov %rcx,-128+i*8(%rsp)\n"                                                                                \
            ".set i,i+1\n"                                                                                             \
            ".endr\n"                                                                                                  \
            ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"                                                           \
            "movdqu 128+\\n*16(%rax),%xmm\\n\n"                                                                        \
            ".endr\n"                                                                                                  \
            "mov 8(%rax),%rcx\n mov 16(%rax),%rdx\n mov 24(%rax),%rbx\n mov 40(%rax),%rbp\n mov 48(%rax),%rsi\n"       \
            "mov 56(%rax),%rdi\n mov 64(%rax),%r8\n mov 72(%rax),%r9\n mov 80(%rax),%r10\n mov 88(%rax),%r11\n"        \
            "mov 96(%rax),%r12\n mov 104(%rax),%r13\n mov 112(%rax),%r14\n mov 120(%rax),%r15\n mov (%rax),%rax\n"     \
            "lea -128(%rsp),%rsp\n" call "push %rax\n" /* over the red zone's last word, which is told apart below */  \
            "mov registers_stack(%rip),%rax\n"                                                                         \
            "mov (%rax),%rax\n"                                                                                        \
            "pop (%rax)\n"                                                                                             \
            "mov %rcx,8(%rax)\n mov %rdx,16(%rax)\n mov %rbx,24(%rax)\n mov %rbp,40(%rax)\n mov %rsi,48(%rax)\n"       \
            "mov %rdi,56(%rax)\n mov %r8,64(%rax)\n mov %r9,72(%rax)\n mov %r10,80(%rax)\n mov %r11,88(%rax)\n"        \
            "mov %r12,96(%rax)\n mov %r13,104(%rax)\n mov %r14,112(%rax)\n mov %r15,120(%rax)\n"                       \
            "mov %rsp,32(%rax)\n"                                                                                      \
            ".set i,0\n"                                                                                               \
            ".rept 15\n"                                                                                               \
            "mov -128+i*8(%rsp),%rcx\n"                                                                                \
            "mov %rcx,384+i*8(%rax)\n"                                                                                 \
            ".set i,i+1\n"                                                                                             \
            ".endr\n"                                                                                                  \
            ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"                                                           \
            "movdqu %xmm\\n,128+\\n*16(%rax)\n"                                                                        \
            ".endr\n"                                                                                                  \
            "setc registers_carry(%rip)\n"                                                                             \
            "add registers_shift(%rip),%rsp\n"                                                                         \
            "pop %rsi\n pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n"                             \
            "ret\n")

CALLER("registers_point", "push %rax\n lea 8+demo_counters(%rip),%rax\n call pep_point_entry\n");
CALLER("registers_check", "call pep_check_entry\n");
CALLER("registers_target", "push %rax\n lea main(%rip),%rax\n push %rax\n push $2\n lea demo(%rip),%rax\n"
                           "call pep_target_entry\n");
CALLER("registers_block", "push %rax\n push $7\n lea told(%rip),%rax\n call pep_block_entry\n");
CALLER("registers_expired", "call pep_check_expired_entry\n");

static bool free_vectors;

struct pep_unit told = {.abi = PEP_ABI_VERSION,
                        .bytes = sizeof(struct pep_unit),
                        .hash = 0x9f,
                        .how = PEP_UNIT_SAMPLED,
                        .trigger = PEP_UNIT_COUNTDOWN,
                        .event = PEP_UNIT_SUBPATHS,
                        .parts = PEP_PART_SAMPLING | PEP_PART_SUBPATHS | PEP_PART_THREADS};

static int differ(int round)
{
    size_t i, words = sizeof before / sizeof(uint64_t);

    before.general[4] = registers_stack - registers_shift;
    before.red[15] = after.red[15] = 0;
    if (free_vectors)
        memcpy(after.vector, before.vector, sizeof after.vector);
    for (i = 0; i < words; i++)
        if (((uint64_t *)&before)[i] != ((uint64_t *)&after)[i]) {
            printf("round %d: word %zu is %llx, not %llx\n", round, i, (unsigned long long)((uint64_t *)&after)[i],
                   (unsigned long long)((uint64_t *)&before)[i]);
            return 1;
        }
    return 0;
}

/* Gives how often the carry flag was set; -1 where something else has changed. */
static int rounds(void (*call)(struct state *before, struct state *after), void (*up)(void), void (*down)(void))
{
    static uint64_t value = 1;
    int round, carries = 0;
    size_t i;

    for (round = 0; round < 64; round++) {
        for (i = 0; i < sizeof before / sizeof(uint64_t); i++)
            ((uint64_t *)&before)[i] = value = value * UINT64_C(6364136223846793005) + 1442695040888963407u;
        memset(&after, 0, sizeof after);
        registers_shift = (uint64_t)round % 32;
        (round % 4 != 3 ? up : down)();
        call(&before, &after);
        if (differ(round))
            return -1;
        carries += registers_carry;
    }
    return carries;
}

/* The countdown is through: the first time the runtime makes room for what it hears. */
static void through(void)
{
    if (*pep_countdown >= 0)
        *pep_countdown = -1;
}

/* It is, and is heeded. */
static void resume(void)
{
    pep_resume();
    through();
}

/* A tick that nobody looks at. */
static void leave(void) {}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "block")) {
        pep_unit_register(&told);
        return rounds(registers_block, through, leave) < 0;
    }
    if (argc > 1)
        return rounds(registers_expired, resume, pep_pause) != 48;
    /* PEP(1,1) */
    if (rounds(registers_check, pep_tick_now, leave) != 48 || rounds(registers_point, pep_tick_now, leave) < 0)
        return 1;
    free_vectors = true;
    if (rounds(registers_target, pep_tick_now, leave) < 0)
        return 1;
    if (demo_counters[1] != 48)
        printf("%llu samples, not 48\n", (unsigned long long)demo_counters[1]);
    return demo_counters[1] != 48;
}
#else
int main(void)
{
    return 77;
}
#endif
