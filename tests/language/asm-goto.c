/* asm goto: jumps that no C statement shows; labels that are reached from C as well
 */
#include <stdio.h>

#if defined(__x86_64__) || defined(__i386__)
#define JUMP_IF_ZERO(value, label) __asm__ goto("test %0, %0\n\tjz %l1" : : "r"(value) : "cc" : label)
#else
#define JUMP_IF_ZERO(value, label) do { if (!(value)) goto label; __asm__ goto("" : : : : label); } while (0)
#endif

static int once(int n)
{
    JUMP_IF_ZERO(n, zero); /*= 5 */
    return 1; /*= 3 */
zero:
    return 2; /*= 2 */
}

static int shared(int n, int direct)
{
    int r = 0;
    if (direct) /*= 4 1:3 */
        goto out;
    JUMP_IF_ZERO(n, out);
    r += 1; /*= 2 */
    if (n > 5) /*= 2 1:1 */
        r += 10;
    else
        JUMP_IF_ZERO(n - 5, out);
    r += 100; /*= 1 */
out:
    r += 1000; /*= 4 */
    return r;
}

static int loop(int n)
{
    int turns = 0;
again:
    turns++; /*= 5 */
    n--;
    JUMP_IF_ZERO(n, done);
    goto again; /*= 4 */
done:
    return turns; /*= 1 */
}

int main(void)
{
    printf("%d %d %d %d %d\n", once(0), once(1), once(7), once(0), once(2));
    printf("%d %d %d %d\n", shared(0, 0), shared(5, 0), shared(6, 0), shared(6, 1));
    printf("%d\n", loop(5));
    return 0;
}
