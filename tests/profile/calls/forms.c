/* The forms that a call takes.  A comment at the end of a line has the callees of its calls with their counts; of what
 * is not evaluated there is none.  It is C89, but for what __extension__ stands before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __clang__
#pragma GCC diagnostic ignored "-Wdeprecated-non-prototype"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif

typedef int (*unary)(int);
struct ways {
    unary call, row[2];
    const struct ways *next;
    unary (*chosen)(int);
};
static int down(int n); /* so that it is static below too */
static int up(int n)
{
    return n + 1;
}

int down(int n)
{
    return n - 1;
}

static int odd(int n)
{
    return n & 1;
}

static unary choose(int n)
{
    return n & 1 ? up : down;
}

static unary (*chooser(void))(int)
{
    return choose;
}

static int old_style(a, b)
int a, b;
{
    return up(a) + b; /*= up 5 */
}

static int nothing()
{
    return up(0); /*= up 5 */
}

static int through_nothing(n, call)
int n;
int (*call)();
{
    return call() + n; /*= nothing 5 */
}

#define TWICE(f, x)  f(f(x))
#define NAME(f, way) f##way
#define ARGUMENT(x)  ((x) + (x))
#define PLAIN(x)     down(x)
#define up(x)        (up)(x)

static int macros(int n)
{
    int sum = TWICE(odd, n);        /*= odd 10 */
    sum += NAME(do, wn)(n);         /*= down 5 */
    sum += ARGUMENT(down(n));       /*= down 10 */
    sum += TWICE(PLAIN, odd(n));    /*= down 10 odd 5 */
    return sum + up(n) + (up)(sum); /*= up 10 */
}

static int nested(int n)
{
    int sum = up(down(odd(n)));      /*= up 5 down 5 odd 5 */
    sum += choose(odd(n))(down(n));  /*= choose 5 odd 5 up 2 down 8 */
    sum += chooser()(up(n))(odd(n)); /*= chooser 5 choose 5 up 8 down 2 odd 5 */
    sum += (*(*chooser())(n))(1);    /*= chooser 5 choose 5 up 2 down 3 */
    return sum + (up(n), down)(n);   /*= up 5 down 5 */
}

static int conditions(int n)
{
    int sum = odd(n) && up(n) > 2;                        /*= odd 5 up 2 */
    sum += odd(n) || down(n) > 2;                         /*= odd 5 down 3 */
    sum += odd(n) ? up(n) : down(n);                      /*= odd 5 up 2 down 3 */
    sum += (odd(n) ? up : down)(n);                       /*= odd 5 up 2 down 3 */
    sum += __extension__(odd(n) ?: down(n));              /*= odd 5 down 3 */
    sum += __extension__((n > 9 ? NULL : up) ?: down)(n); /*= up 5 */
    if (!odd(n) && (down(n) || up(n)))                    /*= odd 5 down 3 */
        sum += (odd(n) && up(n)) ? 1 : down(n);           /*= odd 3 down 3 */
    switch (odd(n)) {                                     /*= odd 5 */
    case 0: return up(sum);                               /*= up 3 */
    default: break;
    }
    return sum;
}

static int loops(int n)
{
    int i, sum = 0;
    for (i = down(n); i < up(n); i = up(i)) /*= down 5 up 25 */
        sum += odd(i);                      /*= odd 10 */
    while (odd(n++))                        /*= odd 7 */
        sum = down(sum);                    /*= down 2 */
    do
        sum = up(sum); /*= up 7 */
    while (odd(sum));  /*= odd 7 */
    return sum;
}

static int initialised(int n)
{
    int one = up(n), many[2], i; /*= up 5 */
    struct {
        int a, b;
    } both;
    unary picked = choose(one); /*= choose 5 */
    static unary const fixed[] = {up, down, odd};
    many[0] = picked(n), many[odd(n) ? 1 : 1] = fixed[2](n); /*= up 3 down 2 odd 10 */
    both.a = down(many[0]), both.b = both.a;                 /*= down 5 */
    for (i = 0; i < 3; i++)
        one += fixed[i](i); /*= up 5 down 5 odd 5 */
    return one + both.b;
}

static int not_evaluated(int n)
{
    __typeof__(up(n)) same = 1;
    __typeof__(__extension__({ down(n); })) again = 2;
    int size = (int)(sizeof up(n) + sizeof(choose(n)(n)) + sizeof(int[3]));
    if (0 && same)
        again += __builtin_constant_p(down(n));
    return size > 0 ? same + again : 0;
}

#define KIND(x) _Generic((x), int : up, default : down)

static int chosen(int n)
{
    int sum = __extension__ KIND(n)(n);                                         /*= up 5 */
    sum += __extension__ KIND(1.5)(n);                                          /*= down 5 */
    sum += __extension__ _Generic(odd(n), int : up(n), char * : 0L + down(n));  /*= up 5 */
    sum += __extension__ __builtin_choose_expr(sizeof(int) > 1, odd(n), up(n)); /*= odd 5 */
    sum += __extension__ __builtin_choose_expr(0, odd(n), up(n));               /*= up 5 */
    sum += __extension__({
        int inner = down(n);                /*= down 5 */
        inner > 0 ? up(inner) : odd(inner); /*= up 3 odd 2 */
    });
    return sum + __extension__({ choose(n); })(n); /*= choose 5 up 2 down 3 */
}

/* No space where words are put in. */
/* clang-format off */
static int tight(int n)
{
    unary call = odd;
    if (n < 1)
        return(call)(n);                                 /*= odd 1 */
    else if (n < 2)
        return __extension__((n - 1)?:(down)(n));        /*= down 1 */
    else(*call)(n);                                      /*= odd 3 */
    switch (n) {
    case 3: do(call)(n); while(!(*call)(n));             /*= odd 2 */
    default: break;
    }
    return(odd(n) ? up : call)(sizeof(n) ? n : down(n)); /*= odd 5 up 1 */
}
/* clang-format on */

static const struct ways last = {down, {up, odd}, NULL, choose}, first = {up, {down, up}, &last, choose};

static int pointers(int n)
{
    const struct ways *w = &first;
    unary call = up, *where = &call;
    void *any[1];
    int sum = (*up)(n) + (&down)(n) + (**odd)(n);                     /*= up 5 down 5 odd 5 */
    sum += (*call)(n) + (**where)(n) + (***where)(n);                 /*= up 15 */
    sum += w->call(n) + w->next->call(n) + (*w->next).row[odd(n)](n); /*= up 8 down 5 odd 7 */
    sum += first.chosen(n)(n) + (*w->next->chosen)(n)(n);             /*= choose 10 up 4 down 6 */
    sum += ((int (*)(int))(void (*)(void))down)(n);                   /*= down 5 */
    sum += ((unary)up)(n);                                            /*= up 5 */
    any[0] = where;
    return sum + (*(unary *)any[0])(n) + where[0](n); /*= up 10 */
}

static void stop(const char *why, ...) __attribute__((noreturn, format(printf, 1, 2)));
static jmp_buf out;

static void stop(const char *why, ...)
{
    va_list list;
    va_start(list, why);
    vprintf(why, list); /*= vprintf 5 */
    va_end(list);
    longjmp(out, 1); /*= longjmp 5 */
}

static int attributes(int n)
{
    int (*say)(const char *, ...) __attribute__((format(printf, 1, 2))) = printf;
    void (*end)(const char *, ...) __attribute__((noreturn, format(printf, 1, 2))) = stop;
    if (say("%d\n", up(n)) > 99) /*= printf 5 up 5 */
        return n;
    end("%d %s\n", n, "ends"); /*= stop 5 */
}

static int returns(int n)
{
    if (setjmp(out)) /*= _setjmp 5 */
        return 1;
    return attributes(n); /*= attributes 5 */
}

int main(void)
{
    int n, sum = 0;
    for (n = 0; n < 5; n++) {
        sum += old_style(n, 1) + through_nothing(n, nothing);    /*= old_style 5 through_nothing 5 */
        sum += macros(n) + nested(n) + conditions(n) + loops(n); /*= macros 5 nested 5 conditions 5 loops 5 */
        sum += initialised(n) + not_evaluated(n) + chosen(n);    /*= initialised 5 not_evaluated 5 chosen 5 */
        sum += pointers(n) + tight(n);                           /*= pointers 5 tight 5 */
        sum += returns(n);                                       /*= returns 5 */
    }
    printf("%d\n", sum); /*= printf 1 */
    return EXIT_SUCCESS;
}
