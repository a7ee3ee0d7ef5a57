/* main.c - a program over the library; without an argument it prints 61. */
#include "scale.h"
#include <stdio.h>
#include <stdlib.h>

static int sum_to(int limit)
{
    int sum = 0;
    for (int i = 0; i < limit; i++)
        sum += i & 1 ? scale(i) : i;
    return sum;
}

int main(int argc, char **argv)
{
    printf("%d\n", sum_to(argc > 1 ? atoi(argv[1]) : 10));
    return 0;
}
