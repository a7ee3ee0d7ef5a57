/* kernel.h - calls of the kernel that no library stands between, where the machine is one that we know.
 *
 * PEP_KERNEL is 1 there.  They touch no thread-local memory and no errno: the result is what the kernel gives, -4095 to
 * -1 where it is an error. */
#ifndef PEP_RT_KERNEL_H
#define PEP_RT_KERNEL_H

#if defined __linux__ && defined __LP64__ && (defined __x86_64__ || defined __aarch64__)
#define PEP_KERNEL 1
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
#else
static inline long pep_kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;

    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#endif

/* pep_kernel(SYS_read, fd, buffer, room): the arguments that are not given are 0. */
#define pep_kernel(...) pep_kernel_padded(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define pep_kernel_padded(number, a, b, c, d, e, f, ...)                                                               \
    pep_kernel_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

#else
#define PEP_KERNEL 0
#endif
#endif
