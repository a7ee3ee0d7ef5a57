#include "twice.h"

static int odd(int n)
{
    return twice(n) & 1;
}

int other(int n)
{
    while (n--)
        odd(n);
    return n;
}
