/* Objects of which no copy, and no way to them through a pointer, is the same; and names that mean another thing inside
 * a function than in front of it. */
#include <stdio.h>

typedef long size;
typedef int number;

/* the result type's name is a parameter's, or a local's, inside */
static size hidden(int a, int b, unsigned char size)
{
    return ((a && b) + (a || b)) * 1000 + size;
}

static number hidden_too(int a, int b)
{
    char number = 1;
    return ((a && b) + (a || b)) * 1000 + number;
}

static void parts(void)
{
    _Complex double z = 1.0;
    double *p = &__real__ z, *q = &(__imag__ (z));
    for (int i = 0; i < 6; i++) {
        *p += 1.0;
        *q += 2.0;
        printf("%g %g ", __real__ z, __imag__ z);
        z += 1.0;
    }
    printf("%g %g\n", *p, *q); /*= 1 */
}

static void elements(void)
{
#ifndef __clang__
    typedef int four __attribute__((vector_size(16)));
    four x = {1, 2, 3, 4};
    int *p = &x[1];
    for (int i = 0; i < 6; i++) {
        ++*p;
        printf("%d ", x[1]);
        x += 2;
    }
    printf("%d", *p);
#endif
    putchar('\n');
}

struct list {
    struct list *next, *last;
};

static int again(int turns)
{
    int right = 0;
retry:;
    struct list head = {&head, &head};
    for (int i = 0; i < 3; i++)
        right += printf("%d ", head.next == &head) == 2 && head.last == &head; /*= 12 12:0 */
    if (--turns) /*= 4 3:1 */
        goto retry;
    while (right > 5) {
        struct list inner = {.next = &inner};
        for (int i = 0; i < 3; i++)
            right -= printf("%d ", inner.next == &inner) == 2;
    }
    return right;
}

static void aligned(void)
{
    _Alignas(64) char text[64] = "a";
    for (int i = 0; i < 3; i++)
        printf("%d%c ", (int)__alignof__(text), text[0]++); /*= 3 */
    putchar('\n');
}

/* a goto that keeps where it goes to */
static int kept(void)
{
    static void *saved;
    if (saved) /*= 7 6:1 */
        goto *saved;
    goto *(saved = &&first);
first:
    return 1; /*= 7 */
}

static int kept_of(int n)
{
    static void *const table[] = {&&one, &&two};
    static void *saved;
    if (n > 1)
        goto *saved;
    goto *(saved = table[n]);
one:
    return 1;
two:
    return 2;
}

/* what holds where the function stands does not hold behind it */
#pragma pack(push, 1)
static int packed(const char *p)
{
    const struct {
        char c;
        int i;
    } *q = (const void *)p;
    for (int i = 0; i < 3; i++)
        if (p[i] > 9)
            return 0;
    return q->i; /*= 1 */
}
#pragma pack(pop)

/* an enumerator hides a local */
static void enumerated(void)
{
    int a = 5;
    {
        enum __attribute__((packed)) { a = 3 };
        for (int i = 0; i < 3; i++)
            printf("%d ", a);
    }
    printf("%d\n", a);
}

/* a type of variable length, into whose scope nothing jumps */
static int sized(int n)
{
    typedef int row[n + 1];
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += (int)sizeof(row) + printf("%d ", i); /*= 3 */
    return sum;
}

int main(void)
{
    const char bytes[16] = {0, 5};
    for (int i = 0; i < 4; i++)
        printf("%ld %d\n", hidden(i & 1, i & 2, 7), hidden_too(i & 1, i & 2));
    parts();
    elements();
    printf("%d\n", again(4));
    aligned();
    for (int i = 0; i < 7; i++)
        printf("%d %d ", kept(), kept_of(i));
    printf("%d\n", packed(bytes));
    enumerated();
    printf("%d\n", sized(3));
    return 0;
}
