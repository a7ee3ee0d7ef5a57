/* goto into loops: two ways into one loop, so that no block of it dominates the others
 * flags: -Wall -Wextra -Werror
 */
#include <stdio.h>

static int into_while(int n, int inside)
{
    int turns = 0;
    if (inside) /*= 2 1:1 */
        goto middle;
    while (n > 0) { /*= 9 7:2 */
        turns += 10;
middle: /*= 8 */
        turns++;
        n--;
    }
    return turns;
}

static int two_loops(int n)
{
    int steps = 0;
    if (n & 1) /*= 2 1:1 */
        goto second;
first:
    steps += 1; /*= 6 */
    if (n-- <= 0) /*= 6 2:4 */
        goto end;
second:
    steps += 100; /*= 5 */
    if (n-- <= 0) /*= 5 0:5 */
        goto end;
    goto first;
end:
    return steps;
}

static int into_for_and_switch(int n)
{
    int sum = 0, i = 5;
    switch (n) { /*= 3 1:1:1 */
    case 0:
        for (i = 0; i < 3; i++) { /*= 5 3:2 */
    case 1:
            sum += i; /*= 4 */
        }
        break;
    default:
        goto deep;
    }
    if (n) { /*= 2 1:1 */
        int local;
deep:
        local = 7; /*= 2 */
        sum += local;
    }
    return sum;
}

static int out_and_in(int n)
{
    int sum = 0;
    do { /*= - */
again:
        sum += n; /*= 7 */
        if (n-- == 3) /*= 7 1:6 */
            goto out;
    } while (n > 0); /*= 6 5:1 */
    return sum;
out:
    sum += 1000; /*= 1 */
    goto again;
}

int main(void)
{
    printf("%d %d\n", into_while(3, 0), into_while(5, 1));
    printf("%d %d\n", two_loops(5), two_loops(4));
    printf("%d %d %d\n", into_for_and_switch(0), into_for_and_switch(1), into_for_and_switch(2));
    printf("%d\n", out_and_in(7));
    return 0;
}
