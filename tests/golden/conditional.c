/* ?: and GNU's ?: in values; what a is in `a ?: b` is kept in a variable */
int calls(int);

int conditional(int a, int b)
{
    int r = a ? b : 3;
    r += calls(a ? b ? 1 : 2 : 4);
    return r;
}

const char *elvis(const char *p, int n)
{
    n = calls(n ?: 5);
    return p ?: n ? "some" : "none";
}
