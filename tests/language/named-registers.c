/* variables that name their registers, as callers of the kernel have them: what counts may call, and a call would take
 * these registers, so the function stays as it is
 * left: sum: a variable that names its register, which a call of the profiler's would take
 */
#ifndef __x86_64__
#error "the registers have other names"
#endif
#include <stdio.h>

__attribute__((noinline)) static long sum(long a, int b)
{
    register long r10 __asm__("r10") = a;
    register long r8 __asm__("r8") = b ? 5 : 6;
    long out;
    __asm__ volatile("lea (%1,%2,2), %0" : "=r"(out) : "r"(r10), "r"(r8));
    return out;
}

int main(void)
{
    int bad = 0;
    for (int i = 0; i < 1000; i++) /*= 1001 1000:1 */
        bad += sum(i, i & 1) != i + (i & 1 ? 10 : 12); /*= 1000 500:500 */
    return bad; /*= 1 */
}
