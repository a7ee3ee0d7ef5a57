/* what a function says of itself, in each of its versions: clang's __PRETTY_FUNCTION__ is its head, and assert() has that
 * flags: -w
 */
#include <stdio.h>

typedef const char *text;

#define SAY                                                                                                            \
    for (int i = 0; i < 2; i++)                                                                                        \
    printf("%s %s %s %d\n", __func__, __FUNCTION__, __PRETTY_FUNCTION__, (int)sizeof __PRETTY_FUNCTION__)

__attribute__((noinline)) static int none(void)
{
    SAY;
    return 0;
}

__attribute__((noinline)) static char *pointers(const char *s, int (*f)(void), int a[3])
{
    SAY;
    return (char *)s;
}

__attribute__((noinline)) static text old_style(n)
    int n;
{
    SAY;
    return "";
}

int main(void)
{
    for (int i = 0; i < 3; i++) { /*= 4 3:1 */
        none();
        puts(pointers(old_style(3), none, (int[]){1, 2, 3}));
    }
    return 0;
}
