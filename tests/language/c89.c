/* C90 without extensions: what is put in must not disturb the order of declarations and statements
 * flags: -std=c89 -pedantic -Wall -Wextra -Wdeclaration-after-statement -Werror
 */
#include <stdio.h>
#include <setjmp.h>

static jmp_buf home;

static int declarations(int n)
{
    int a = n && 1, b = n ? 2 : 3; /*= 2 1:1 1:1 */
    int c = a || b, d; /*= 2 1:1 */
    d = a + b;
    {
        int e = d > 3 ? d : -d; /*= 2 0:2 */
        int f = e;
        d += f;
    }
    return c + d;
}

static int loops(int n)
{
    int i, r = 0;
    for (i = 0; i < n; i++) { /*= 5 4:1 */
        int k;
        for (k = 0; k < i; k++) /*= 10 6:4 */
            if (k == 1) /*= 6 2:4 */
                continue;
            else
                r++; /*= 4 */
    }
    while (n-- > 0) /*= 5 4:1 */
        r += n & 1; /* a comment of the old kind */
    return r;
}

static int jumps(int n)
{
    int r = 0;
    switch (n) { /*= 4 1:1:1:1 */
        int unused_here;
    case 0:
        unused_here = 5;
        r = unused_here; /*= 1 */
        break;
    case 1: {
        int local = 2;
        r += local; /*= 1 */
    }
        break;
    case 2:
        goto out; /*= 1 */
    }
    r++; /*= 3 */
out:
    return r; /*= 4 */
}

static int back(int n)
{
    volatile int turns = 0;
    int code = setjmp(home); /*= - */
    int more = code < n;
    turns++;
    if (more)
        longjmp(home, code + 1);
    return turns;
}

/* a name here */
static int calls_itself(int inline)
{
    int i, sum = 0;
    for (i = 0; i < inline; i++) /*= 17 8:9 */
        sum += calls_itself(inline - 3);
    return sum + inline;
}

int main(void)
{
    int i;
    printf("%d %d %d\n", declarations(0), declarations(1), loops(4));
    for (i = 0; i < 4; i++) /*= 5 4:1 */
        printf("%d ", jumps(i)); /*= 4 */
    printf("%d %d\n", back(2), calls_itself(4));
    return 0;
}
