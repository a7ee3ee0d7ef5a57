#include <stdlib.h>

__attribute__((noinline)) static int half(int n)
{
    if (n % 2)
        return n / 2 + 1;
    return n / 2;
}

/* Each turn calls something from elsewhere, so that it has a check. */
int main(int count, char **turns)
{
    long sum = 0;
    for (int i = 0; i < atoi(turns[count - 1]); i++)
        sum += half(i);
    return sum == 0;
}
