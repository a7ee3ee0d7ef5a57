/* What does nothing is no line that ran, in any of the forms that C has for it. */
#include <stdarg.h>
#include <stdlib.h>

#define CHECKED(x) ((void)0)
#define UNUSED(x)  (void)(x)

struct pair {
    int first, second;
};

static int gcd(int a, int b, int unused)
{
    int t;
    static int calls;
    static int limit = 40;
    extern char **environ;
    extern int gcd_of(int);
    typedef int number;
    enum { NONE, ONE = 1 };
    struct pair p, *q = &p, none;
    int n = a, table[3];
    int sized[n > limit ? limit : n];

    UNUSED(unused);
    (void)none;
    (void)environ;
    CHECKED(b > 0);
    ;
    calls++;
    sized[0] = a;
    p.first = sized[0];
    q->second = b;
    table[NONE] = ONE;
    while (p.second) {
        number r;
        t = p.first % p.second;
        r = t;
        p.first = p.second;
        p.second = r;
    }
    return p.first + table[0] - 1;
}

static int sum(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        int one;
        one = va_arg(list, int);
        s += one;
    }
    va_end(list);
    return s;
}

int main(void)
{
    int s;

    s = 0;
    for (int k = 1; k < 100; k++)
        s += gcd(k, 100, 0);
    return sum(3, s, -s, 1) == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
