/* The other unit: a static function of a name that the first has too, and pointers to what is in here. */
#include "truth.h"

static int helper(int n)
{
    return n % 7;
}

int other(int n)
{
    return n > 2 ? CALL("other", "other.c:helper", helper(n)) : 0;
}

int (*pick(int n))(int)
{
    return n % 2 ? other : helper;
}
