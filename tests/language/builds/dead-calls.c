/* calls that are dead wherever the function that makes them is inlined, and lead nowhere */
#include <stdio.h>

extern void no_such_size(void);

__attribute__((always_inline)) static inline unsigned long fetch(const volatile void *p, int size)
{
    if (size != 4 && size != 8)
        no_such_size();
    if (size == 4)
        return *(const volatile unsigned *)p;
    return *(const volatile unsigned long *)p;
}

/* and what it calls may, where that is put in place */
__attribute__((always_inline)) static inline unsigned long fetch_next(const volatile void *p, int size, int n)
{
    unsigned long sum = 0;
    while (n-- > 0)
        sum += fetch(p, size) + 1;
    return sum;
}

static long add(int n, const volatile int *small, const volatile long *large)
{
    long sum = 0;
    int i;

    for (i = 0; i < n; i++)
        sum += (long)fetch(small, sizeof *small);
    while (n-- > 0)
        sum += (long)fetch(large, sizeof *large) + (long)fetch_next(small, sizeof *small, n & 3);
    return sum;
}

int main(void)
{
    volatile int small = 3;
    volatile long large = 5;
    long sum = 0;
    int i;

    for (i = 0; i < 1000; i++)
        sum += add(i % 7, &small, &large);
    printf("%ld\n", sum);
    return 0;
}
