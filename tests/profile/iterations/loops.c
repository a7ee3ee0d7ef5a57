/* loops whose turns repeat: one goes the same way, one alternates, one repeats after three turns, one has no order. */
#include <stdio.h>

static unsigned state = 1;

static unsigned random_bit(void)
{
    state = state * 1103515245 + 12345;
    return state >> 16 & 1;
}

static int same(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (n > 3)
            sum += i;
    return sum;
}

static int alternates(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (i % 2)
            sum += i;
        else
            sum -= 1;
    return sum;
}

static int thirds(int n)
{
    int sum = 0, turn = 0;
    while (n-- > 0) {
        switch (turn) {
        case 0: sum += n; break;
        case 1: sum -= n; break;
        default: sum ^= n;
        }
        turn = turn == 2 ? 0 : turn + 1;
    }
    return sum;
}

static int disorder(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (random_bit())
            sum++;
    return sum;
}

static int straight(int n)
{
    return n > 2 ? n : 2;
}

int main(void)
{
    printf("%d %d %d %d %d\n", same(100), alternates(100), thirds(99), disorder(100), straight(3));
    return 0;
}
