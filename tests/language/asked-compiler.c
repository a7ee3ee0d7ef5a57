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

int main(int argc, char **argv)
{
    struct range r = {argc, 2 * argc + 3};
    (void)argv;
    printf("%d %d %d %d %d\n", both(argc), both(argc + 8), chosen(&r), negated(argc), constant(argc));
    return 0;
}
