/* duplicated: compound literals used as values leave doors open among computed gotos
 * pep: -fpep-how=duplicated
 */
struct pair {
    int a, b;
};

int sum(struct pair p);

int run(const unsigned char *at, struct pair p)
{
    static const void *const table[] = {&&add, &&swap, &&stop};
    goto *table[*at++];
add:
    p.a += sum((struct pair){p.b, *at++});
    goto *table[*at++];
swap:
    p = ((struct pair){.b = p.a, .a = p.b});
    goto *table[*at++];
stop:
    return p.a;
}
