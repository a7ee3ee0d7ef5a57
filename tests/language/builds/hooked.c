/* -finstrument-functions: hooks hear of each function that begins, sorts' comparisons too */
#include <stdio.h>
#include <stdlib.h>

extern unsigned long begun, ended;

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static int part(int n)
{
    return n > 2 ? n : 2;
}

int main(void)
{
    int v[50];
    for (int i = 0; i < 50; i++)
        v[i] = i * 37 % 50 + part(i);
    qsort(v, 50, sizeof *v, compare);
    printf("%d %d, %lu begun, %lu ended\n", v[0], v[49], begun, ended);
    return 0;
}
