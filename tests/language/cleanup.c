/* attribute cleanup: what runs at the end of a scope runs for every way out of it
 */
#include <stdio.h>

static int depth;

static void leave(int *p)
{
    printf("leave %d\n", *p); /*= 8 */
    depth += *p > 2 ? 1 : 0; /*= 8 2:6 */
}

static int ways_out(int n)
{
    int result __attribute__((cleanup(leave))) = n;
    for (int i = 0; i < 3; i++) { /*= - */
        __attribute__((cleanup(leave))) int inner = 10 * i;
        if (i == n) /*= 4 2:2 */
            break;
        if (n > 5) /*= 2 1:1 */
            goto out;
        if (i > n) /*= 1 0:1 */
            continue;
        depth++; /*= 1 */
    }
    return result + (n && depth); /*= 2 */
out:
    return result; /*= 1 */
}

static int value(int *p)
{
    return ++*p;
}

static int order(void)
{
    __attribute__((cleanup(leave))) int n = 1;
    return n ? value(&n) : 7; /*= 1 1:0 */
}

int main(void)
{
    int r = ways_out(0);
    r += ways_out(1) + ways_out(6);
    printf("%d %d\n", r, order());
    return depth;
}
