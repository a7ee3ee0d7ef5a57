/* what is asked of the compiler, before functions that exist nowhere: no code in the condition may bring them back
 */
#include <stdio.h>

int exists_nowhere(void);

enum { LIMIT = 8 };
struct range { int begin, end; };
#define CHECKED(c) (__builtin_constant_p(c) && !(c) ? exists_nowhere() : 0)

static int both(int n)
{
    if (__builtin_constant_p(n) && n > LIMIT && exists_nowhere())
        return 1; /*= 0 */
    return n; /*= 2 */
}

static int chosen(const struct range *r)
{
    int length = r->end - r->begin; /*= 1 */
    int known = __builtin_constant_p(r->end) && exists_nowhere();
    return (__builtin_constant_p((long)length) ? exists_nowhere() : length) + known;
}

static int negated(int n)
{
    if (!(__builtin_constant_p(n)) || exists_nowhere())
        n++; /*= 1 */
    while (__builtin_constant_p(n))
        n += exists_nowhere(); /*= 0 */
    return n > 3 ? n : 3; /*= 1 0:1 */
}

static int constant(int n)
{
    n += CHECKED(sizeof(int) == 4) + CHECKED(LIMIT > 5);
    if (__builtin_constant_p(7) || exists_nowhere())
        n++; /*= 1 */
    return n;
}

/* The length of a string: the loop is only there for one that is not known, which would leave operands in no order. */
#define LENGTH(s)                                                                                                      \
    (__builtin_constant_p(s) ? sizeof(s) - 1 : __extension__({                                                         \
        unsigned long n_ = 0;                                                                                          \
        while ((s)[n_])                                                                                                \
            n_++;                                                                                                      \
        n_;                                                                                                            \
    }))

static int strings(int n)
{
    unsigned long lengths[] = {LENGTH("one"), LENGTH(("two" "and")), 5};
    if (!__builtin_constant_p("three") && exists_nowhere())
        return 0; /*= 0 */
    if (n > 1) /*= 2 1:1 */
        n += (int)lengths[1]; /*= 1 */
    return n + (int)(lengths[0] + lengths[2]);
}

int main(int argc, char **argv)
{
    struct range r = {argc, 2 * argc + 3};
    (void)argv;
    printf("%d %d %d %d %d\n", both(argc), both(argc + 8), chosen(&r), negated(argc), constant(argc));
    printf("%d %d\n", strings(argc), strings(argc + 1));
    return 0;
}
