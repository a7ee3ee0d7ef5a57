/* a function that is chosen before the program is set up */
#include <stdio.h>

static int first(int n)
{
    return n > 2 ? n : 2; /*= 5 2:3 */
}

static int second(int n)
{
    return n; /*= 0 */
}

static int (*choose(void))(int)
{
    return sizeof(long) > 2 ? first : second;
}

int chosen(int n) __attribute__((ifunc("choose")));

int main(void)
{
    int i, sum = 0;

    for (i = 0; i < 5; i++)
        sum += chosen(i);
    printf("%d\n", sum);
    return 0;
}
