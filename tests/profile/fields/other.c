/* Another unit with a struct of the same name and layout, and one of the same name only. */
struct point {
    short x, y;
};

long other_unit(const struct point *p)
{
    struct node {
        int key;
    } n = {0};
    return p->x + n.key;
}
