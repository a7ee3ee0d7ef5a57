/* setjmp wherever the standard allows it, and where compilers allow it besides; longjmp out of loops and callees
 * counts: edges
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf here, there;

static void jump(int n)
{
    if (n > 0) /*= - */
        longjmp(here, n);
}

static int in_if(int n)
{
    volatile int tries = 0;
    if (setjmp(here) == 0) /*= 5 2:3 */
        jump(n); /*= 2 */
    else if (++tries < 3) /*= 3 2:1 */
        jump(n); /*= 2 */
    return tries; /*= - */
}

static int negated(int n)
{
    if (!setjmp(here)) { /*= 3 1:2 */
        jump(n); /*= 2 */
        return 1; /*= - */
    }
    return 2; /*= 1 */
}

static int in_switch(int n)
{
    volatile int r = 0;
    switch (setjmp(here)) { /*= 4 1:1:1:1 */
    case 0:
        jump(n); /*= 1 */
        break;
    case 1:
        r = r + 1; /*= 1 */
        /* fall through */
    case 2:
        r = r + 10; /*= 2 */
        jump((r + 10) / 10); /*= 2 */
        break;
    }
    return r; /*= 1 */
}

static int in_while(int n)
{
    volatile int turns = 0;
    while (setjmp(here) < 3) { /*= - */
        turns++; /*= 3 */
        jump(turns); /*= 3 */
        if (n > 0) /*= - */
            break;
    }
    return turns; /*= 1 */
}

static int as_statement(int n)
{
    volatile int rounds = 0;
    setjmp(here);
    rounds++; /*= 3 */
    if (rounds < n) /*= 3 2:1 */
        longjmp(here, 1); /*= 2 */
    return rounds; /*= 1 */
}

static int assigned(int n)
{
    volatile int total = 0;
    int code;
    code = setjmp(here);
    total += code; /*= 4 */
    jump(code < n ? code + 1 : 0); /*= 4 3:1 */
    return total; /*= 1 */
}

static int declared(int n)
{
    volatile int total = 0;
    int code = setjmp(here), more = code < n; /*= 4 */
    total += code;
    if (more) /*= 4 3:1 */
        jump(code + 1); /*= 3 */
    return total; /*= - */
}

static int compared_in_and(int n)
{
    if (n && setjmp(here) == 0) /*= - */
        jump(n); /*= 1 */
    else
        return n ? 10 : 20; /*= 2 1:1 */
    return 30;
}

static int out_of_loops(int n)
{
    volatile int done = 0;
    for (int i = 0; i < 3; i++) { /*= 4 3:1 */
        if (setjmp(there) == 0) { /*= 6 3:3 */
            for (int k = 0;; k++) /*= - */
                if (k == n + i) /*= 12 3:9 */
                    longjmp(there, 1); /*= 3 */
        }
        done = done + 1; /*= 3 */
    }
    return done;
}

static int nested(int n)
{
    volatile int depth = 0;
    jmp_buf saved;
    if (setjmp(saved)) /*= 2 1:1 */
        return 100 + depth; /*= 1 */
    if (!setjmp(here)) /*= 2 1:1 */
        jump(n); /*= 1 */
    depth = depth + 1; /*= - */
    longjmp(saved, 1);
}

int main(void)
{
    printf("%d %d\n", in_if(0), in_if(4));
    printf("%d %d\n", negated(0), negated(1));
    printf("%d %d %d\n", in_switch(1), in_while(0), as_statement(3));
    printf("%d %d\n", assigned(3), declared(3));
    printf("%d %d\n", compared_in_and(0), compared_in_and(2));
    printf("%d %d\n", out_of_loops(2), nested(1));
    return 0;
}
