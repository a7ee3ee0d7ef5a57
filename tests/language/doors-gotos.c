/* gotos into loops with calls, out of them, across them, and loops made of gotos; labels right behind loops
 */
#include <stdio.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 5; /*= 76 */
}

static int into(int n)
{
    int r = 0, i = 100;
    if (n & 1) /*= 2 1:1 */
        goto inside;
    for (i = 0; i < n; i++) { /*= 8 6:2 */
        r += next(i);
    inside:
        r += 1; /*= 7 */
        if (r > 60) /*= 7 0:7 */
            break;
    }
    return r * 10 + i;
}

static int out_of(int n)
{
    int r = 0;
    for (int i = 0;; i++) { /*= 3 */
        for (int k = i; k < 10; k++) { /*= 10 10:0 */
            r += next(k);
            if (r % 7 == n) /*= 10 2:8 */
                goto done; /*= 2 */
            if (k > 6) /*= 8 1:7 */
                goto outer; /*= 1 */
        }
    outer:; /*= 1 */
    }
done:
    return r; /*= 2 */
}

static int from_one_to_another(int n)
{
    int r = 0, turns = 0;
    while (r < 50) { /*= 11 10:1 */
        r += next(n);
        if (r & 4) /*= 10 8:2 */
            goto second; /*= 8 */
    first:
        turns++; /*= 9 */
    }
    return r + turns;
    do { /*= 0 */
    second:
        r += next(turns); /*= 16 */
        if (r % 3 == 0) /*= 16 7:9 */
            goto first; /*= 7 */
    } while (r < 40); /*= 9 8:1 */
    return -r - turns;
}

static int of_gotos(int n)
{
    int r = 0;
again:
    r += next(n); /*= 9 */
    if (r < 30) /*= 9 7:2 */
        goto again; /*= 7 */
back:
    while (n > 0) { /*= 14 11:3 */
        n -= 1 + next(0) / 4;
        r++;
    }
behind:
    if (r++ < 36) { /*= 7 1:6 */
        n = 2;
        goto back; /*= 1 */
    }
    if (r < 40) /*= 6 4:2 */
        goto behind; /*= 4 */
    return r;
}

static int around(int n)
{
    int r = 0;
    for (;;) { /*= 7 */
        int mine = n;
        int *at = &mine;
        while (1) { /*= 14 */
            *at -= next(0);
            if (mine < 0) /*= 14 3:11 */
                goto leave; /*= 3 */
            if (mine % 4 == 1) { /*= 11 4:7 */
                n--;
                goto once_more; /*= 4 */
            }
            r++;
        }
    leave:
        r += 10; /*= 3 */
        if (r > 60) /*= 3 2:1 */
            return r;
        continue;
    once_more:
        r += 100; /*= 4 */
        if (r > 500) /*= 4 0:4 */
            break;
    }
    return r + n;
}

int main(void)
{
    printf("%d", into(6));
    printf(" %d", into(7));
    printf(" %d", out_of(2));
    printf(" %d", out_of(5));
    printf(" %d", from_one_to_another(3));
    printf(" %d", from_one_to_another(4));
    printf(" %d", of_gotos(3));
    printf(" %d", of_gotos(8));
    printf(" %d", around(5));
    printf(" %d\n", around(9));
    return 0;
}
