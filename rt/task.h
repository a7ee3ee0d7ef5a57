/* task.h - a task of the kernel that libc does not know of, where PEP_KERNEL is 1.
 *
 * pep_task_start calls `run`, which must not return, on the stack that ends at `top`, and gives its number or an error,
 * -4095 to -1.  flags: of clone(2), without CLONE_SETTLS, so the register that leads to thread-local memory holds what
 * it held in the thread that made the task.  task: where CLONE_PARENT_SETTID and CLONE_CHILD_CLEARTID write. */
#ifndef PEP_RT_TASK_H
#define PEP_RT_TASK_H
#include "kernel.h"
#include <stdint.h>

#ifdef __x86_64__
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    register volatile uint32_t *r10 __asm__("r10") = task;
    long result;

    __asm__ volatile("syscall\n"
                     "test %%rax,%%rax\n"
                     "jnz 1f\n"
                     "xor %%ebp,%%ebp\n"
                     "call *%[run]\n"
                     "hlt\n"
                     "1:"
                     : "=a"(result)
                     : "a"((long)SYS_clone), "D"(flags), "S"(top), "d"(task), "r"(r10), [run] "b"(run)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined __aarch64__
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    register long x8 __asm__("x8") = SYS_clone;
    register long x0 __asm__("x0") = flags, x1 __asm__("x1") = (long)top, x2 __asm__("x2") = (long)task;
    register long x3 __asm__("x3") = 0, x4 __asm__("x4") = (long)task;
    register void (*x9)(void) __asm__("x9") = run;

    __asm__ volatile("svc #0\n"
                     "cbnz x0, 1f\n"
                     "mov x29, #0\n"
                     "mov x30, #0\n"
                     "blr x9\n"
                     "brk #1\n"
                     "1:"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x9)
                     : "memory");
    return x0;
}
#elif defined __riscv
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    register long a7 __asm__("a7") = SYS_clone;
    register long a0 __asm__("a0") = flags, a1 __asm__("a1") = (long)top, a2 __asm__("a2") = (long)task;
    register long a3 __asm__("a3") = 0, a4 __asm__("a4") = (long)task;
    register void (*t1)(void) __asm__("t1") = run;

    __asm__ volatile("ecall\n"
                     "bnez a0, 1f\n"
                     "li s0, 0\n"
                     "li ra, 0\n"
                     "jalr t1\n"
                     "ebreak\n"
                     "1:"
                     : "+r"(a0)
                     : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(t1)
                     : "memory");
    return a0;
}
#elif defined __s390x__
/* A function may store its caller's registers in the 160 bytes above. */
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    register long r1 __asm__("1") = SYS_clone;
    register long r2 __asm__("2") = (long)top - 160, r3 __asm__("3") = flags, r4 __asm__("4") = (long)task;
    register long r5 __asm__("5") = (long)task, r6 __asm__("6") = 0;
    register void (*r9)(void) __asm__("9") = run;

    __asm__ volatile("svc 0\n"
                     "ltgr %%r2,%%r2\n"
                     "jne 1f\n"
                     "lghi %%r11,0\n"
                     "basr %%r14,%%r9\n"
                     "j .+2\n"
                     "1:"
                     : "+d"(r2)
                     : "d"(r1), "d"(r3), "d"(r4), "d"(r5), "d"(r6), "d"(r9)
                     : "memory", "cc");
    return r2;
}
#elif defined __powerpc64__
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    register long r0 __asm__("r0") = SYS_clone;
    register long r3 __asm__("r3") = flags, r4 __asm__("r4") = (long)top - 64, r5 __asm__("r5") = (long)task;
    register long r6 __asm__("r6") = 0, r7 __asm__("r7") = (long)task;
    register void (*r14)(void) __asm__("r14") = run;

    __asm__ volatile("sc\n"
                     "bns+ 1f\n"
                     "neg %1,%1\n"
                     "1: cmpdi %1,0\n"
                     "bne 2f\n"
                     "std %1,0(1)\n"
                     "mr 12,%[run]\n"
                     "mtctr 12\n"
                     "bctrl\n"
                     "trap\n"
                     "2:"
                     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7)
                     : [run] "r"(r14)
                     : "r8", "r9", "r10", "r11", "r12", "cr0", "ctr", "lr", "xer", "memory");
    return r3;
}
#elif defined __ARM_EABI__
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    register long r0 __asm__("r0") = flags, r1 __asm__("r1") = (long)top, r2 __asm__("r2") = (long)task;
    register long r3 __asm__("r3") = 0, r4 __asm__("r4") = (long)task, r6 __asm__("r6") = SYS_clone;
    register void (*r5)(void) __asm__("r5") = run;

    __asm__ volatile("mov r8,r7\n"
                     "mov r7,%1\n"
                     "svc #0\n"
                     "mov r7,r8\n"
                     "cmp r0,#0\n"
                     "bne 1f\n"
                     "blx %[run]\n"
                     "udf #0\n"
                     "1:"
                     : "+r"(r0)
                     : "r"(r6), "r"(r1), "r"(r2), "r"(r3), "r"(r4), [run] "r"(r5)
                     : "r8", "lr", "memory", "cc");
    return r0;
}
#else
static inline long pep_task_start(void (*run)(void), void *top, long flags, volatile uint32_t *task)
{
    void (**pushed)(void) = top;
    long result;

    *--pushed = run;
    __asm__ volatile("int $0x80\n"
                     "test %%eax,%%eax\n"
                     "jnz 1f\n"
                     "xor %%ebp,%%ebp\n"
                     "pop %%eax\n"
                     "call *%%eax\n"
                     "hlt\n"
                     "1:"
                     : "=a"(result)
                     : "a"((long)SYS_clone), "b"(flags), "c"(pushed), "d"(task), "S"(0), "D"(task)
                     : "memory", "cc");
    return result;
}
#endif
#endif
