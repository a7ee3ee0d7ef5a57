/* asm statements and operands that branch, at file scope as well
 */
#include <stdio.h>

__asm__(".globl pep_test_nothing\n" "pep_test_nothing:");

static int opaque(int n)
{
    __asm__ volatile("" : "+r"(n) : "r"(n > 1 ? 2 : 3) : "memory"); /*= 3 */
    if (n) /*= 3 2:1 */
        __asm__("" : : : "memory");
    else
        asm volatile("# a || b ? c : d { ; }");
    return n;
}

static int in_loop(int n)
{
    int r = 0;
    while (n--) /*= 5 4:1 */
        __asm__("" : "+r"(r), "+r"(n));
    return r + (n && 1); /*= 1 1:0 */
}

int main(void)
{
    printf("%d %d %d %d\n", opaque(0), opaque(1), opaque(2), in_loop(4));
    return 0;
}
