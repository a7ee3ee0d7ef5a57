/* #line: the counts are told of the file and the lines that the user says
 */
#include <stdio.h>

static int here(int n)
{
    return n ? 1 : 2; /*= 2 1:1 */
}

#line 1 "grammar.y"
static int there(int n)
{
    if (n > 1)
        return 1;
    return 2;
}
#line 20 "lines.c"

static int again(int n)
{
    return n > 5 ? 1 : 2; /* line 24 of the file, 23 to everybody */
}

int main(void)
{
    printf("%d %d %d %d %d\n", here(0), here(1), there(1), there(2), again(6));
    printf("%s %d\n", __FILE__, __LINE__);
    return 0;
}
