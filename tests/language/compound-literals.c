/* compound literals and designated initialisers whose parts branch
 */
#include <stdio.h>

struct node { int value; const struct node *next; };
union either { int i; double d; };

static int total(const struct node *n)
{
    int r = 0;
    for (; n; n = n->next) /*= 7 5:2 */
        r += n->value; /*= 5 */
    return r;
}

static int chain(int a, int b)
{
    return total(&(struct node){a && b, &(struct node){a || b, a ? &(struct node){b ? 5 : 6, NULL} : NULL}}); /*= 2 */
}

static int arrays(int n)
{
    int *p = (int[]){n ? 1 : 2, [3] = n && 4, 7};
    const char *s = (const char[]){'a', n ? 'b' : 'c', 0};
    return p[0] + 10 * p[3] + 100 * p[4] + s[1]; /*= 2 */
}

static int members(int n)
{
    struct { union either e; int list[3]; } s = {.e.i = n ? 3 : 4, .list = {[1] = n || 0, [2] = n ?: 9}}; /*= 2 */
    s.e = n ? (union either){.i = 11} : (union either){.i = 22}; /*= 2 1:1 */
    return s.e.i + s.list[1] + s.list[2];
}

static struct node by_value(int n)
{
    return (struct node){.value = n > 1 ? n : -n, .next = NULL}; /*= 2 1:1 */
}

int main(void)
{
    printf("%d %d\n", chain(0, 1), chain(1, 1));
    printf("%d %d %d %d\n", arrays(0), arrays(1), members(0), members(1));
    printf("%d %d\n", by_value(1).value, by_value(2).value);
    return 0;
}
