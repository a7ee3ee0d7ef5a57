/* asm goto: jumps that no C statement shows; labels that are reached from C as well
 */
#include <stdio.h>

#if defined(__x86_64__) || defined(__i386__)
#define JUMP_IF_ZERO(value, label) __asm__ goto("test %0, %0\n\tjz %l1" : : "r"(value) : "cc" : label)
#define JUMP_BY_SIGN(value, below, zero)                                                                              \
    __asm__ goto("test %0, %0\n\tjs %l1\n\tjz %l2" : : "r"(value) : "cc" : below, zero)
#else
#define JUMP_IF_ZERO(value, label) do { if (!(value)) goto label; __asm__ goto("" : : : : label); } while (0)
#define JUMP_BY_SIGN(value, below, zero)                                                                              \
    do { if ((value) < 0) goto below; JUMP_IF_ZERO(value, zero); } while (0)
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

/* the label stands in front, others fall into it */
static int back(int n)
{
    int turns = 0;
    n--;
again:
    turns++; /*= 4 */
    n = n > 0 ? n - 1 : n + 1; /*= 4 2:2 */
    JUMP_IF_ZERO(n, again);
    return turns; /*= 3 */
}

/* both labels are fallen into */
static int by_sign(int n)
{
    int r = n;
    JUMP_BY_SIGN(n, below, zero);
    r += 10; /*= 2 */
    if (n == 2) /*= 2 1:1 */
        return r; /*= 1 */
below:
    r += 100; /*= 3 */
    if (n == -5) /*= 3 1:2 */
        return r;
zero:
    return r + 1000; /*= 3 */
}

/* by a macro, in a statement expression */
static int in_expression(int n)
{
    int r = 1 + ({
        int in = n;
        JUMP_IF_ZERO(in, zero); /*= 3 */
        in + 1;
    });
    return r; /*= 2 */
zero:
    return -1; /*= 1 */
}

int main(void)
{
    printf("%d %d %d %d %d\n", once(0), once(1), once(7), once(0), once(2));
    printf("%d %d %d %d\n", shared(0, 0), shared(5, 0), shared(6, 0), shared(6, 1));
    printf("%d\n", loop(5));
    printf("%d %d %d\n", back(2), back(3), back(1));
    printf("%d %d %d %d %d\n", by_sign(1), by_sign(2), by_sign(0), by_sign(-5), by_sign(-1));
    printf("%d %d %d\n", in_expression(0), in_expression(1), in_expression(5));
    return 0;
}
