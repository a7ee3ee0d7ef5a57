/* sized.c - sizes of parameters that are those of other things; a type that another thing tells
 * pep: -fpep-how=duplicated
 */
static const char name[] = "sized";

int sum(int n, const char text[sizeof "GS2-XXXX" - 1], const int (*rows)[sizeof name])
{
    int s = 0;
    while (n-- > 0)
        s += text[n] * (*rows)[n];
    return s;
}

int like(__typeof__(name[0]) c)
{
    return c > 'a' ? 1 : 2;
}

int (*chosen(int n))(__typeof__(name[0]))
{
    return n ? like : 0;
}

struct made {
    int n;
} make(int n)
{
    struct made made = {n > 1 ? n : 1};
    return made;
}

union {
    int n;
} unnamed(int n)
{
    return n ? unnamed(n - 1) : unnamed(n + 1);
}
