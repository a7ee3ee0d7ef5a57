#include "truth.h"

/* Another file. */
static int inner(int n)
{
    return n < 0 ? -n : n;
}

int shared(int n)
{
    KEPT("shared");
    return n % 3 ? saw("inner") + inner(n) : 0;
}
