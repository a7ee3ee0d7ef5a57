/* scale.c - a library of one function with two paths. */
#include "scale.h"

int scale(int n)
{
    if (n > 5)
        return 2 * n;
    return n;
}
