/* memory of alloca that assembly takes for a stack, as libffi does: it lies at the frame's end, so that what is called
 * may overwrite what is below it
 */
#include <stdint.h>
#include <stdio.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 12 */
}

static int deep(int n)
{
    volatile char room[2000];
    for (unsigned i = 0; i < sizeof room; i++) /*= - */
        room[i] = (char)n;
    return room[n] + n;
}

/* Calls what it is given with n, on a stack that begins at the end of these bytes: a multiple of 16, and 64 or more. */
int call_on(char *low, size_t size, int (*function)(int), int n);

#if defined __x86_64__ && !defined __ILP32__
__asm__(".pushsection .text\n"
        ".globl call_on\n"
        ".type call_on, @function\n"
        "call_on:\n"
        "    leaq -32(%rdi,%rsi), %rax\n"
        "    popq 24(%rax)\n"
        "    movq %rbp, 16(%rax)\n"
        "    movq %rsp, 8(%rax)\n"
        "    movq %rax, %rbp\n"
        "    movq %rax, %rsp\n"
        "    movl %ecx, %edi\n"
        "    call *%rdx\n"
        "    movq 24(%rbp), %rcx\n"
        "    movq 8(%rbp), %rsp\n"
        "    movq 16(%rbp), %rbp\n"
        "    jmp *%rcx\n"
        ".size call_on, . - call_on\n"
        ".popsection\n");
#else
int call_on(char *low, size_t size, int (*function)(int), int n)
{
    low[size - 1] = 0;
    return function(n);
}
#endif

static int on_memory(int n)
{
    char *stack = (char *)__builtin_alloca(64 + 16);
    int r = 0;
    stack += -(uintptr_t)stack & 15;
    for (int i = 0; i < n; i++) /*= 8 6:2 */
        r += next(i);
    return r + call_on(stack, 64, deep, r);
}

struct frame {
    int used;
    char *low;
};

static int on_member(int n)
{
    struct frame frame = {0, NULL};
    int r = 0;
    frame.low = __builtin_alloca(128);
    for (int i = 0; i < n; i++) /*= 8 6:2 */
        r += next(i);
    frame.used = call_on((char *)(((uintptr_t)frame.low + 15) & ~(uintptr_t)15), 96, deep, r);
    return r + frame.used;
}

int main(void)
{
    printf("%d\n", on_memory(2) + on_memory(4));
    printf("%d\n", on_member(4) + on_member(2));
    return 0;
}
