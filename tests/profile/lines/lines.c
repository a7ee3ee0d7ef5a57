#include <stdio.h>
#include "twice.h"

static int odd(int n)
{
    return n % 2;
}
static int third(int n) /* LCOV_EXCL_START */
{
    return n % 3 == 0;
} /* LCOV_EXCL_STOP */
static int never(int n)
{
    return n + 1; /* LCOV_EXCL_LINE */
}
int other(int n);

static int count(int n, int (*is)(int))
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (is(i))
            sum += twice(i);
        else if (i % 10 == 0)
            sum--;
    }
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) /* LCOV_EXCL_BR_LINE */
        return never(argc);
    printf("%d %d %d\n", count(900, odd), count(90, third), other(20));
    return 0;
}
