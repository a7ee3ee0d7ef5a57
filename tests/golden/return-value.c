/* a value whose branches have no fixed order is kept, so that the path ends behind it */
struct pair { int a, b; };

int unordered(int a, int b)
{
    return (a && b) + (a || b);
}

struct pair structure(int a, struct pair p, struct pair q)
{
    return (a && p.a) + (a || p.b) ? p : q;
}

int ordered(int a, int b)
{
    return a && b;
}

void nothing(int a)
{
    return a ? (void)0 : (void)1;
}
