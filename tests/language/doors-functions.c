/* functions that call each other, with loops: recursion, circles among static functions, quiet ones, called by address,
 * variadic, always_inline, inline, noreturn, nested in a call's arguments, __func__, const and pure, thread-local data,
 * parameters that are changed or unused, that have attributes, sizes of parameters that change something
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;
static _Thread_local int depth;

static int next(int n)
{
    return n + ++calls % 3; /*= 69 */
}

static int quiet_leaf(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) /*= 40 27:13 */
        if (i & 1) /*= 27 11:16 */
            r += next(i); /*= 11 */
    return r;
}

static int quiet_middle(int n)
{
    int r = quiet_leaf(n);
    while (n-- > 0) /*= 7 6:1 */
        r += quiet_leaf(quiet_leaf(n) % 3);
    return r;
}

static int odd(int n);

static int even(int n)
{
    for (; n > 4; n -= 3) /*= 28 5:23 */
        depth += odd(n - 4);
    return n == 0 ? 1 : odd(n - 1); /*= 23 9:14 */
}

static int odd(int n)
{
    while (n > 3 && depth < 9) /*= 24 5:19 5:0 */
        depth += even(n -= 2);
    return n <= 0 ? 0 : even(n - 1); /*= 19 2:17 */
}

static int itself(int n, int *sum)
{
    int r = 0;
    for (int i = 0; i < n; i++) { /*= 63 31:32 */
        *sum += i;
        r += itself(n - 1 - i, &r);
    }
    return r + 1; /*= 32 */
}

static int sized(int n, int row[n++])
{
    int r = 0;
    for (int i = 0; i < n; i++) /*= 5 4:1 */
        r += abs(row[i]);
    return r + n;
}

static int of_vector(__attribute__((vector_size(16))) int v, int n __attribute__((unused)))
{
    int r = 0;
    for (int i = 0; i < 4; i++) /*= 5 4:1 */
        r += v[i];
    return r;
}

static __attribute__((vector_size(16))) int to_vector(int n)
{
    __attribute__((vector_size(16))) int v = {n, n + 1, n + 2, n + 3};
    for (int i = 0; i < n; i++) /*= 4 3:1 */
        v += v;
    return v;
}

static int by_address(int n)
{
    while (n > 5) /*= 15 12:3 */
        n -= next(1);
    return n;
}

static int variadic(int n, ...)
{
    va_list list;
    int r = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) /*= 5 4:1 */
        r += next(va_arg(list, int));
    va_end(list);
    return r;
}

static int of_a_list(int n, va_list list)
{
    int r = 0;
    while (n-- > 0) /*= 4 3:1 */
        r = r * 2 + next(va_arg(list, int));
    return r;
}

static int handing_on(int n, ...)
{
    va_list list;
    va_start(list, n);
    n = of_a_list(n, list);
    va_end(list);
    return n;
}

__attribute__((always_inline)) static inline int pasted(int n)
{
    int r = 0;
    do /*= 0 */
        r += next(n);
    while (--n > 0); /*= 7 4:3 */
    return r;
}

static inline int inlined(int n)
{
    while (n % 7) /*= 3 2:1 */
        n += pasted(2);
    return n;
}

__attribute__((pure)) static int measured(const char *s)
{
    int n = 0;
    while (*s++) /*= 11 10:1 */
        n += (int)strlen(s) > 2;
    return n;
}

static const char *named(int n)
{
    const char *name = __func__;
    while (n-- > 0) /*= 4 3:1 */
        name = next(n) & 1 ? __func__ : __FUNCTION__; /*= 3 0:3 */
    return name;
}

static int parameters(int unused, int n, int *at, const char s[], int (*f)(int))
{
    while (*s) { /*= 6 5:1 */
        *at += f(n++) + *s++;
        if (n == 7) /*= 5 1:4 */
            f = by_address; /*= 1 */
    }
    return n;
}

static jmp_buf place;

static void jumping(int n)
{
    for (int i = 0;; i++) /*= 4 */
        if (next(i) > n) /*= 4 1:3 */
            longjmp(place, i); /*= 1 */
}

static int caught(int n)
{
    volatile int turns = 0;
    int code = setjmp(place);
    if (code) /*= 3 1:2 */
        return code * 10 + turns; /*= 1 */
    while (turns < n) { /*= - 8:1 */
        turns++;
        if (next(turns) == 6) /*= 8 1:7 */
            jumping(4); /*= 1 */
    }
    return turns;
}

__attribute__((noreturn)) static void finish(int n)
{
    while (n < 40) /*= 11 10:1 */
        n += next(3);
    printf(" %d\n", n);
    exit(n & 7);
}

/* A static variable that names its function, which nothing else declares; and the function's name by a builtin. */
static int tabled(int n)
{
    static const struct {
        const char *name;
        int (*run)(int);
    } table[] = {{"tabled", tabled}, {"next", next}};
    int s = 0;
    for (int i = 0; i < 2; i++) /*= 15 10:5 */
        s += n > i ? table[i].run(n - 1 - i) : (int)sizeof(__builtin_FUNCTION()); /*= 10 7:3 */
    return s;
}

int main(int argc, char **argv)
{
    int sum = 0, at = 0, (*f)(int) = by_address;
    printf("%d %s ", tabled(4), __builtin_FUNCTION());
    while (argc > 1) /*= 1 0:1 */
        argc = next(1) - 1;
    printf("%s %d", argv[argc] ? "more" : "none", quiet_middle(6));
    printf(" %d", even(13));
    printf(" %d", depth);
    printf(" %d", itself(5, &sum));
    printf(" %d %d", sum, f(22));
    printf(" %d", variadic(4, 1, 2, 3, 4));
    printf(" %d", handing_on(3, 5, 6, 7));
    printf(" %d", inlined(next(pasted(3))));
    printf(" %d %s", measured("a sentence"), named(3));
    printf(" %d", parameters(0, 4, &at, "parts", next));
    printf(" %d", at);
    printf(" %d", sized(3, (int[]){5, 6, 7, 8}));
    printf(" %d", of_vector(to_vector(3), 2));
    printf(" %d", caught(3));
    printf(" %d", caught(9));
    finish(3);
}
