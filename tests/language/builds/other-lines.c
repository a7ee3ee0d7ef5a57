/* #line with another name: the counts are that file's */
#include <stdio.h>

#line 3 "grammar.y"
static int there(int n)
{
    if (n > 1)
        return 1;
    return 2;
}
#line 12 "other-lines.c"

int main(void)
{
    printf("%d %d %d %d\n", there(1), there(2), there(3), __LINE__); /*= 1 */
    return 0;
}
