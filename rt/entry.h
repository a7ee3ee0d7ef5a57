/* entry.h - what code that calls nothing else calls (abi.h): a stub in assembly that keeps all registers. */
#ifndef PEP_RT_ENTRY_H
#define PEP_RT_ENTRY_H
#ifdef __x86_64__
/* Nothing is known of the stack's alignment, nor of what lies in the registers; what is taken off the stack is in
 * abi.h.  `answer` stands behind the call, and spares the flags that it sets from then on. */
#define PEP_ENTRY(name, argument, callee, answer, result, bytes)                                                       \
    __asm__(".pushsection .text." name ",\"ax\",@progbits\n"                                                           \
            ".globl " name "\n"                                                                                        \
            ".hidden " name "\n"                                                                                       \
            ".type " name ",@function\n" name ":\n"                                                                    \
            ".cfi_startproc\n"                                                                                         \
            "push %rbp\n"                                                                                              \
            ".cfi_def_cfa_offset 16\n"                                                                                 \
            ".cfi_offset %rbp,-16\n"                                                                                   \
            "mov %rsp,%rbp\n"                                                                                          \
            ".cfi_def_cfa_register %rbp\n"                                                                             \
            "push %rax\n"                                                                                              \
            "push %rcx\n"                                                                                              \
            "push %rdx\n"                                                                                              \
            "push %rsi\n"                                                                                              \
            "push %rdi\n"                                                                                              \
            "push %r8\n"                                                                                               \
            "push %r9\n"                                                                                               \
            "push %r10\n"                                                                                              \
            "push %r11\n"                                                                                              \
            "and $-16,%rsp\n" argument "call " callee "\n" answer "lea -72(%rbp),%rsp\n"                               \
            "pop %r11\n"                                                                                               \
            "pop %r10\n"                                                                                               \
            "pop %r9\n"                                                                                                \
            "pop %r8\n"                                                                                                \
            "pop %rdi\n"                                                                                               \
            "pop %rsi\n"                                                                                               \
            "pop %rdx\n"                                                                                               \
            "pop %rcx\n"                                                                                               \
            "pop %rax\n" result "pop %rbp\n"                                                                           \
            ".cfi_def_cfa %rsp,8\n"                                                                                    \
            "ret $" bytes "\n"                                                                                         \
            ".cfi_endproc\n"                                                                                           \
            ".size " name ",.-" name "\n"                                                                              \
            ".popsection\n")
#endif
#endif
