/* a static function with one path has its count from its callers */
int calls(int);

static int straight(int n)
{
    return calls(n) + 1;
}

static int taken(int n)
{
    return n + 1;
}

int (*address)(int) = taken;

int derive(int n)
{
    if (n)
        return straight(n);
    return straight(2) + taken(3);
}
