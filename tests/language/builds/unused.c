/* functions that nobody calls, for the linker to drop
 */
#include <stdio.h>

int used(int n)
{
    return n ? 1 : 2; /*= 2 1:1 */
}

int unused(int n)
{
    return n ? 3 : 4; /*= 0 */
}

static int table[1000];

int unused_too(int n)
{
    return n && unused(n) ? table[n] : 5; /*= 0 */
}

int main(void)
{
    printf("%d %d\n", used(0), used(1));
    return 0;
}
