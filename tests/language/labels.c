/* labels with attributes, local labels, labels at the end of a block, names that are used twice
 */
#include <stdio.h>

static int with_attributes(int n)
{
    int r = 0;
    if (n) /*= 2 1:1 */
        goto hot;
    r = 1;
    goto end;
hot: __attribute__((unused));
    r = 2; /*= 1 */
never: __attribute__((__unused__));
    r += 4; /*= 1 */
end:
    return r; /*= 2 */
}

#define SEARCH(array, count, value)                                                                                    \
    __extension__({                                                                                                    \
        __label__ found;                                                                                               \
        int at_;                                                                                                       \
        for (at_ = 0; at_ < (count); at_++)                                                                            \
            if ((array)[at_] == (value))                                                                               \
                goto found;                                                                                            \
        at_ = -1;                                                                                                      \
found:                                                                                                                 \
        at_;                                                                                                           \
    })

static int local(void)
{
    static const int numbers[] = {5, 7, 9};
    int a = SEARCH(numbers, 3, 9);
    int b = SEARCH(numbers, 3, 4); /*= - */
    return 10 * a + b + (SEARCH(numbers, 3, 5)); /*= - */
}

static int first_in_function(int n)
{
    __label__ down, up;
    __label__ out;
    if (n > 3) /*= 3 1:2 */
        goto up;
    if (n < 0) /*= 2 1:1 */
        goto down;
    goto out;
up:
    return 1; /*= 1 */
down:
    return -1; /*= 1 */
out:
    return 0; /*= 1 */
}

static int at_the_end(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) { /*= 5 4:1 */
        if (i & 1) /*= 4 2:2 */
            goto next;
        r += i; /*= 2 */
next:;
    }
    {
        if (r > 1) /*= 1 1:0 */
            goto after;
        r = 100; /*= 0 */
after:
        (void)0;
    }
    if (n > 3) /*= 1 1:0 */
        inside: r++; /*= 3 */
    if (r < 5) /*= 3 2:1 */
        goto inside;
    return r;
}

int main(void)
{
    struct end { int end; } end = {4};
    printf("%d %d\n", with_attributes(0), with_attributes(1));
    printf("%d\n", local());
    printf("%d %d %d\n", first_in_function(4), first_in_function(-1), first_in_function(0));
    printf("%d\n", at_the_end(end.end));
    goto end;
end:
    return 0;
}
