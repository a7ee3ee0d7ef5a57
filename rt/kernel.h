/* kernel.h - calls of the kernel that no library stands between, where the machine is one that we know.
 *
 * PEP_KERNEL is 1 there.  They touch no thread-local memory and no errno: the result is what the kernel gives, -4095 to
 * -1 where it is an error.  PEP_KERNEL_ALL: structures are as libc has them, and six arguments are taken, not five. */
#ifndef PEP_RT_KERNEL_H
#define PEP_RT_KERNEL_H

#if defined __linux__ && defined __LP64__ &&                                                                           \
    (defined __x86_64__ || defined __aarch64__ || defined __riscv || defined __s390x__ ||                              \
     (defined __powerpc64__ && _CALL_ELF == 2))
#define PEP_KERNEL     1
#define PEP_KERNEL_ALL 1
#elif defined __linux__ && (defined __i386__ || defined __ARM_EABI__)
#define PEP_KERNEL     1
#define PEP_KERNEL_ALL 0
#else
#define PEP_KERNEL     0
#define PEP_KERNEL_ALL 0
#endif

#if PEP_KERNEL
#include <sys/syscall.h>

#ifdef __x86_64__
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined __aarch64__
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;

    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#elif defined __riscv
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long a7 __asm__("a7") = number;
    register long a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c;
    register long a3 __asm__("a3") = d, a4 __asm__("a4") = e, a5 __asm__("a5") = f;

    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5) : "memory");
    return a0;
}
#elif defined __s390x__
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r1 __asm__("1") = number;
    register long r2 __asm__("2") = a, r3 __asm__("3") = b, r4 __asm__("4") = c;
    register long r5 __asm__("5") = d, r6 __asm__("6") = e, r7 __asm__("7") = f;

    __asm__ volatile("svc 0" : "+d"(r2) : "d"(r1), "d"(r3), "d"(r4), "d"(r5), "d"(r6), "d"(r7) : "memory");
    return r2;
}
#elif defined __powerpc64__
/* An error is a positive number, and a flag that tells so. */
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r0 __asm__("r0") = number;
    register long r3 __asm__("r3") = a, r4 __asm__("r4") = b, r5 __asm__("r5") = c;
    register long r6 __asm__("r6") = d, r7 __asm__("r7") = e, r8 __asm__("r8") = f;

    __asm__ volatile("sc\n"
                     "bns+ 1f\n"
                     "neg %1,%1\n"
                     "1:"
                     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7), "+r"(r8)
                     :
                     : "r9", "r10", "r11", "r12", "cr0", "ctr", "xer", "memory");
    return r3;
}
#elif defined __ARM_EABI__
/* The number's register may be that of the frame. */
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c;
    register long r3 __asm__("r3") = d, r4 __asm__("r4") = e, r5 __asm__("r5") = f, r6 __asm__("r6") = number;

    __asm__ volatile("mov r8,r7\n"
                     "mov r7,%1\n"
                     "svc #0\n"
                     "mov r7,r8"
                     : "+r"(r0)
                     : "r"(r6), "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5)
                     : "r8", "memory");
    return r0;
}
#else
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    long result;

    (void)f;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
    return result;
}
#endif

/* pep_kernel(SYS_read, fd, buffer, room): the arguments that are not given are 0. */
#define pep_kernel(...) pep_kernel_padded(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define pep_kernel_padded(number, a, b, c, d, e, f, ...)                                                               \
    pep_kernel_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#endif
#endif
