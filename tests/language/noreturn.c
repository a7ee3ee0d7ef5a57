/* callees that do not return, in every position, and some that only look so
 */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf home;

static _Noreturn void leave(int n)
{
    longjmp(home, n);
}

__attribute__((noreturn)) static int leave_value(int n)
{
    longjmp(home, n + 100);
}

static int alone(int n)
{
    if (n) /*= 2 1:1 */
        leave(n); /*= 1 */
    return 0; /*= 1 */
}

static int in_expression(int n)
{
    int r = n > 1 ? leave_value(n) : n; /*= 3 1:2 */
    n && (leave(5), 1); /*= 2 1:1 */
    return r; /*= 1 */
}

static int in_argument(int n)
{
    printf("%d ", abs(n ? leave_value(n) : 1)); /*= 2 1:1 */
    return 7; /*= 1 */
}

static int in_loop(int n)
{
    for (int i = 0;; i++) { /*= - */
        if (i == n) /*= 4 1:3 */
            leave(i);
    }
}

static int in_switch(int n)
{
    switch (n) { /*= 3 1:1:1 */
    case 1:
        leave(11);
    case 2: /* nobody falls into it */
        return 2;
    default:
        leave(33);
    }
}

static int in_condition(int n)
{
    if (n || (leave(1), 0)) /*= 2 1:1 */
        return 4; /*= 1 */
    return 5; /*= 0 */
}

static int in_declaration(int n)
{
    int a = n, b = a ? a : leave_value(8), c = a && b; /*= 2 1:1 1:0 */
    return a + b + c; /*= 1 */
}

static int among_operands(int n)
{
    return (n && n > 1) + leave_value(n ? 1 : 2); /*= - */
}

/* These have but the names of functions that do not return. */
static void pthread_exit(int n)
{
    printf("<%d> ", n); /*= 3 */
}

static int by_name(void (*abort)(int), int n)
{
    while (n-- > 0) { /*= 3 2:1 */
        abort(n); /*= 2 */
        if (n) /*= 2 1:1 */
            pthread_exit(n); /*= 1 */
    }
    return n; /*= 1 */
}

static void at_the_end(int n)
{
    printf("(%d) ", n); /*= - */
    leave(n); /*= - */
}

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        int caught_ = setjmp(home);                                                                                    \
        if (caught_)                                                                                                   \
            printf("left %d\n", caught_);                                                                              \
        else                                                                                                           \
            printf("gave %d\n", call);                                                                                 \
    } while (0)

int main(void)
{
    TRY(alone(0));
    TRY(alone(3));
    TRY(in_expression(0));
    TRY(in_expression(1));
    TRY(in_expression(2));
    TRY(in_argument(0));
    TRY(in_argument(1));
    TRY(in_loop(3));
    TRY(in_switch(1));
    TRY(in_switch(2));
    TRY(in_switch(3));
    TRY(in_condition(0));
    TRY(in_condition(1));
    TRY(in_declaration(0));
    TRY(in_declaration(1));
    TRY(among_operands(0));
    TRY(among_operands(2));
    TRY((at_the_end(6), 0));
    TRY(by_name(pthread_exit, 2));
    if (logb(8.0) != 3.0)
        abort();
    exit(5); /*= 1 */
}
