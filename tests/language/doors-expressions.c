/* loops with calls within statement expressions, and those within loops; conditions of bit-fields, commas, ?: and
 * assignments; else without braces; local labels
 */
#include <stdio.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 119 */
}

struct bits {
    unsigned a : 3;
    signed b : 4;
    _Bool c : 1;
};

static int of_bits(int n)
{
    struct bits x = {5, -3, 1};
    int r = 0;
    while (x.a) { /*= 6 5:1 */
        x.a -= 1;
        r += next(n);
    }
    do { /*= 0 */
        x.c ^= next(r) & 1;
        r++;
    } while (x.c || ++x.b); /*= 7 4:3 2:1 */
    for (; x.b = (x.b + 1) & 3, x.b; r += next(1)) /*= 4 3:1 */
        ;
    return r;
}

static int of_expressions(int n)
{
    int r = ({
        int sum = 0;
        for (int i = 0; i < n; i++) /*= 5 4:1 */
            sum += next(i);
        sum; /*= 1 */
    });
    while (({
        int limit = 3;
        do /*= 0 */
            limit += next(0);
        while (limit < 6); /*= 21 14:7 */
        limit + r; /*= 7 */
    }) < 40) { /*= 0 */
        r += ({
            int *at = &r;
            *at & 1 ? next(3) : 1; /*= 6 3:3 */
        });
        r += ({
            __label__ out;
            int k = 0;
            for (;; k++) /*= 21 */
                if (next(k) > 3) /*= 21 6:15 */
                    goto out; /*= 6 */
        out:
            k; /*= 6 */
        });
    }
    return r;
}

static int of_choices(int n)
{
    int r = 0, k;
    while ((k = next(n)) ? n-- > 0 : n > 3) /*= 7 7:0 6:1 */
        r += k > 4 ? next(k) : k & 1 ? next(1) : 0; /*= 6 2:4 1:3 */
    while (n = next(r), r++ < 30) /*= 7 6:1 */
        r += n & 1 && next(n) || r & 2; /*= 6 3:3 3:0 */
    for (int i = 3, *p = &i; p && *p; p = next(i) & 1 ? p : p, i--) /*= 4 4:0 3:1 1:2 */
        r += *p ?: 7; /*= 3 3:0 */
    return r;
}

static int of_elses(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) /*= 10 9:1 */
        if (i % 3 == 0) /*= 9 3:6 */
            for (int k = 0; k < i; k++) /*= 12 9:3 */
                if (next(k) == 3) /*= 9 2:7 */
                    r += k; /*= 2 */
                else
                    while (r & 3) /*= 18 11:7 */
                        r += next(0) + 1;
        else if (i % 3 == 1) /*= 6 3:3 */
            do /*= 0 */
                r++;
            while (next(r) % 4); /*= 9 6:3 */
        else
            r += next(i); /*= 3 */
    return r;
}

int main(void)
{
    printf("%d", of_bits(2));
    printf(" %d", of_expressions(4));
    printf(" %d", of_choices(6));
    printf(" %d\n", of_elses(9));
    return 0;
}
