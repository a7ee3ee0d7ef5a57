/* a function inside a function (GNU): libclang does not take it, so it stays as it is and its neighbours do not
 * only: gcc
 * sums: yes
 * left: outer: a function stands inside it
 */
#include <stdio.h>

static int outer(int n)
{
    int sum = 0;
    void add(int i) { if (i & 1) sum += i; }
    for (int i = 0; i < n; i++)
        add(i);
    return sum;
}

static int before(int n)
{
    return n > 2 ? 1 : 0; /*= 2 1:1 */
}

/* nothing else is called in the loop, whose turns may be counted in strips */
static int all(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /*= 6 5:1 */
        sum += outer(i);
    return sum;
}

int main(void)
{
    for (int i = 2; i < 4; i++) /*= 3 2:1 */
        printf("%d %d\n", before(i), outer(10 * i)); /*= 2 */
    printf("%d\n", all(5));
    return 0;
}
