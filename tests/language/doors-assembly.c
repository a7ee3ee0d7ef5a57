/* assembly with operands in code that is entered in the middle: variables that it alone sets, sets and reads, or has
 * the address of, operands whose names are those of variables, labels that each copy has, constants; and more operands
 * than there may be registers
 */
#include <stdio.h>

/* to = from, whatever the processor */
#define COPY(to, from) __asm__("" : "=r"(to) : "0"(from))
/* A parameter is a constant where the compiler optimises. */
#if defined __clang__ && !defined __OPTIMIZE__
#define CONSTANT "ri"
#define WIDE     "rZ"
#else
#define CONSTANT "i"
#define WIDE     "Z"
#endif

static int later(int n)
{
    return n & 1; /*= 430 */
}

static int set(int n)
{
    int last, sum = 0;
    for (int i = 0; i < n; i++) { /*= 101 100:1 */
        COPY(last, i);
        if (later(last)) /*= 100 50:50 */
            sum += last;
    }
    COPY((last), sum);
    return last;
}

static int between(int n)
{
    int kept, sum = 0;
    COPY(kept, n);
    while (kept > 0) { /*= 101 100:1 */
        int next = kept - 1;
        sum += later(kept) ? kept : 2; /*= 100 50:50 */
        __asm__ volatile("" : "=r"(kept) : "0"(next) : "memory");
    }
    return sum;
}

static int addressed(int n)
{
    int sum = 0, place = 3, *way = &place;
    struct {
        int a[2];
    } pair = {{1, 2}};
    for (int i = 0; i < n; i++) { /*= 51 50:1 */
        __asm__("" : "+m"(place) : "m"(pair), "r"(way) : "memory");
        __asm__("" : "+r"(pair.a[1]));
        *way += pair.a[i & 1] + later(i);
        if (place > 50) /*= 50 27:23 */
            sum += place;
    }
    return sum + place;
}

static int named(int n)
{
    int from = n, to = 0, sum = 0;
    do {
        __asm__("1:\n.Lpep_test_%=:" : [to] "=r"(to), [n] "+r"(n) : [from] "0"(from), "i"(sizeof(int[3])));
        sum += later(to) ? to : n; /*= 50 25:25 */
        from--;
    } while (--n); /*= 50 49:1 */
    return sum;
}

__attribute__((always_inline)) static inline int inlined(int x, const int constant, int turns)
{
    int sum = 0;
    while (turns--) { /*= 52 50:2 */
        int y;
        COPY(y, x);
        __asm__("" : "+r"(y) : "ri"(constant));
        sum += later(y + turns) ? constant : 1; /*= 50 25:25 */
    }
    return sum;
}

__attribute__((always_inline)) static inline int constant(int x, const int constant)
{
    __asm__("" : "+r"(x) : CONSTANT(constant));
    return x > constant ? x : constant; /*= 2 1:1 */
}

/* A directive defines a name, which the assembler wants once. */
__attribute__((noinline)) static int macro(int n)
{
    int sum = 0;
    while (n-- > 0) /*= 11 10:1 */
        sum += later(n);
#if defined __x86_64__
    __asm__(".macro pep_test_add to\n\taddl $1, \\to\n.endm\n\tpep_test_add %0" : "+r"(sum));
#endif
    return sum;
}

__attribute__((always_inline)) static inline int wide(int n, const unsigned long constant)
{
    unsigned long sum = 0;
    while (n-- > 0) { /*= 22 20:2 */
        __asm__ volatile("" : "+r"(sum) : WIDE(constant));
        sum += (unsigned long)later(n);
    }
    return (int)sum;
}

static int many(int n)
{
    int a = 1, b = 2, c = 3, d = 4, sum = 0, *ways[] = {&a, &b, &c, &d};
    for (int i = 0; i < n; i++) { /*= 51 50:1 */
        __asm__("" : "+m"(a), "+m"(b), "+m"(c), "+m"(d) : "r"(i), "r"(n), "m"(sum));
        *ways[i & 3] += later(i); /*= 50 */
        sum += a > b ? c : d;     /*= 50 0:50 */
    }
    return sum;
}

int main(void)
{
    printf("%d %d %d %d\n", set(100), between(100), addressed(50), named(50));
    printf("%d %d\n", inlined(1, 5, 20), inlined(2, 7, 30));
    printf("%d %d %d\n", macro(10), wide(10, 5), wide(10, 6));
    printf("%d %d %d\n", constant(4, 3), constant(4, 9), many(50));
    return 0;
}
