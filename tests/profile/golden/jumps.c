/* jumps.c - ways in which a path begins and ends besides loops: gotos to addresses, calls that come back twice. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf again;

static long run(const unsigned char *code, long rounds)
{
    static void *const table[] = {&&stop, &&push, &&add, &&loop};
    const unsigned char *at = code;
    long sum = 0;
    goto *table[*at++];
push:
    sum += *at++;
    goto *table[*at++];
add:
    if (sum & 1)
        sum++;
    goto *table[*at++];
loop:
    if (--rounds > 0)
        at = code;
    goto *table[*at++];
stop:
    return sum;
}

static int kind(int c)
{
    switch (c) {
    case 'a' /* the first */... 'f':
    case ',':
    case 10 + 1: return 1;
    case 100000001:
    case 100000002:
    case 100000003:
    case 100000004:
    case 100000005:
    case 100000006:
    case 100000007:
    case 7: return 2;
    default: return 3;
    }
}

static int jumps(int n)
{
    volatile int i = 0;
    if (setjmp(again))
        i++;
    if (i < n)
        longjmp(again, 1);
    return i;
}

static int turns(int n)
{
    int sum = 0;
    do
        while (n % 3)
            sum += n--;
    while (n-- > 0);
    return sum;
}

int main(void)
{
    static const unsigned char code[] = {1, 3, 2, 3, 0};
    printf("%ld %d %d %d\n", run(code, 100), kind('b') + kind(7) + kind(-1), jumps(7), turns(10));
    return 0;
}
