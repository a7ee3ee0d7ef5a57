/* conditions that are constant, empty statements, else without braces, do while (0), code behind return
 * clang: -Wno-empty-body -Wno-dangling-else
 */
#include <stdio.h>

static int constants(int n)
{
    int r = 0;
    if (1) /*= 2 */
        r += 1;
    else
        r += 100;
    if (0) { /*= - */
dead:
        r += 1000; /*= 1 */
    }
    while (1) { /*= - */
        if (r > 2 || n) /*= 3 - - */
            break;
        r++; /*= 1 */
        if (r == 2) /*= 1 1:0 */
            goto dead;
    }
    do {
        r += n; /*= 2 */
        if (n > 5) /*= 2 0:2 */
            break;
        r++; /*= 2 */
    } while (0);
    for (;;) { /*= - */
        if (--r < 0) /*= - 2:- */
            return r;
    }
    return 7; /*= 0 */
}

static int empty(int n)
{
    ;
    if (n) ; /*= 2 1:1 */
    if (n) ; else ; /*= 2 1:1 */
    if (n) {} else {} /*= 2 1:1 */
    while (n-- > 3) ; /*= 3 1:2 */
    for (; n < 0; n++) ; /*= 3 1:2 */
    do ; while (0);
    { ; { } }
    return n;
}

static int dangling(int a, int b)
{
    if (a) if (b) return 1; else return 2; /*= 4 2:2 1:1 */
    if (!a) /*= 2 2:0 */
        if (b) /*= 2 1:1 */
            return 3;
        else if (a) /*= 1 0:1 */
            return 4;
        else
            for (int i = 0; i < 3; i++) /*= 3 3:0 */
                if (i == 2) /*= 3 1:2 */
                    return 5;
    return 6; /*= 0 */
}

static int chain(int n)
{
    if (n == 0) return 0; /*= 5 1:4 */
    else if (n == 1) return 11; /*= 4 1:3 */
    else if (n == 2) { n = 22; } /*= 3 1:2 */
    else if (n == 3) /*= 2 1:1 */
        n = 33;
    return n; /*= 3 */
}

static void returns(int *p)
{
    if (*p) { /*= 2 1:1 */
        ++*p;
        return; /*= 1 */
        ++*p; /*= 0 */
    }
    *p = 10; /*= 1 */
}

int main(void)
{
    int a = 0, b = 1, r = 0;
    printf("%d %d %d %d\n", constants(0), constants(1), empty(0), empty(4));
    for (int i = 0; i < 4; i++)
        r = 7 * r + dangling(i & 1, i >> 1);
    for (int i = 0; i < 5; i++)
        r += chain(i);
    returns(&a);
    returns(&b);
    printf("%d %d %d\n", r, a, b);
    return 0;
}
