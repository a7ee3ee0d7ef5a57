/* loops with calls in all their shapes: nested, left and continued from inside, without parts, empty, behind one
 * another, in conditions, do-while(0), constant conditions, bare bodies, behind attributes
 */
#include <stdio.h>
#include <stdlib.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 335 */
}

static int nested(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) /*= 5 5:0 */
        for (int j = 0; j < i; j++) /*= 6 3:3 */
            for (int k = next(j); k < n; k++) { /*= 9 9:0 */
                r += k;
                if (r % 11 == 3) /*= 9 1:8 */
                    break; /*= 1 */
                if (r % 13 == 5) /*= 8 2:6 */
                    return r * 2; /*= 2 */
                if (r & 1) /*= 6 3:3 */
                    continue; /*= 3 */
                r += next(0);
            }
    return r;
}

static int without_parts(int n)
{
    int r = 0;
    for (;;) /*= 5 */
        if ((r += next(n)) > 20) /*= 5 1:4 */
            break;
    for (; r < 40;) /*= 9 8:1 */
        r += next(1);
    for (;; n--) { /*= 6 */
        if (n < 0) /*= 6 1:5 */
            break;
        r += next(n);
    }
    for (n = 5; n; n -= next(0) % 2) /*= 14 13:1 */
        ;
    for (int i = next(0); i < 4; i += next(1)) {} /*= 3 2:1 */
    while (next(n++) < 9) /*= 9 8:1 */
        ;
    do
        ;
    while (next(0) != 2); /*= 1 0:1 */
    while (1) { /*= 3 */
        if (next(r) % 5 == 0) /*= 3 1:2 */
            return r;
        r++; /*= 2 */
    }
}

static int once(int n)
{
    int r = 0;
    do {
        if (n & 1) /*= 2 1:1 */
            break; /*= 1 */
        r = next(n); /*= 1 */
    } while (0);
    while (n > 0) { /*= 9 7:2 */
        do {
            if (next(n) == 3) /*= 7 3:4 */
                continue; /*= 3 */
            r++; /*= 4 */
        } while (0);
        n--;
    }
    while (0) /*= 2 */
        r = next(r); /*= 0 */
    return r;
}

static int bare(int n)
{
    int r = 0;
    while (n-- > 0) /*= 6 5:1 */
        if (n & 1) /*= 5 2:3 */
            while (next(r) % 4) /*= 8 6:2 */
                r++;
        else
            do /*= 0 */
                for (int i = 0; i < n; i++) /*= 9 6:3 */
                    r += next(i);
            while (r < 5); /*= 3 0:3 */
    if (r) /*= 1 1:0 */
        for (n = 0; n < 3; n++) /*= 4 3:1 */
            r ^= next(n);
    else
        while (next(r)) /*= 0 0:0 */
            r--;
    return r;
}

static int in_conditions(int n)
{
    int r = 0, k;
    while (k = next(n), k < 9 && n++ < 8) /*= 7 6:1 6:0 */
        r += k;
    for (int i = 0, j = 9; i < j && next(i) != 7; i++, j -= next(0) > 1) /*= 8 7:1 7:0 */
        r += i * j;
    do
        r--;
    while (r > 3 && (next(r) & 3 || r > 9)); /*= 183 183:0 137:46 45:1 */
    for (k = 0; ({ int t = next(k); t < 7; }); k += ({ int t = 0; while (t < 2) t += next(1) & 1 ? 1 : 2; t; })) /*= - 3:1 6:3 6:0 */
        r += k;
    return r;
}

static void ends(int n)
{
    while (n-- > 0) /*= 12 10:2 */
        if (next(n) == 4) /*= 10 0:10 */
            return; /*= 0 */
    while (next(0)) /*= 4 2:2 */
        ;
}

#ifdef __clang__
#if __has_c_attribute(clang::code_align)
#define ALIGNED [[clang::code_align(16)]]
#endif
#define FAR __attribute__((address_space(1)))
#define OVERLOADED __attribute__((overloadable))
#define turns_long turns
#else
#define OVERLOADED
#endif
#ifndef ALIGNED
#define ALIGNED
#endif
#ifndef FAR
#define FAR
#endif

static int attributed(int n)
{
    int r = 0;
    ALIGNED
    for (int i = 0; i < n; i++) /*= 4 3:1 */
        r += next(i);
    ALIGNED while (n-- > 0) /*= 4 3:1 */
        r += next(n);
    return r;
}

/* The attribute makes the function's type. */
static FAR char *far(FAR char *p, int n)
{
    while (n-- > 0) /*= 4 3:1 */
        p += next(0) - next(1);
    return p;
}

static int OVERLOADED turns(int n)
{
    int r = 0;
    while (n-- > 0) /*= 4 3:1 */
        r += next(n);
    return r;
}

/* Another function of its name. */
static long OVERLOADED turns_long(long n)
{
    long r = 1;
    while (n-- > 1) /*= 3 2:1 */
        r += next(0);
    return r;
}

static void for_ever(int n)
{
    for (;;) { /*= 12 */
        n += next(1);
        if (n > 25) { /*= 12 1:11 */
            printf(" %d\n", n);
            exit(3); /*= 1 */
        }
    }
}

int main(void)
{
    printf("%d", nested(4));
    printf(" %d", nested(7));
    printf(" %d", without_parts(4));
    printf(" %d", once(3));
    printf(" %d", once(4));
    printf(" %d", bare(5));
    printf(" %d", in_conditions(2));
    ends(2);
    ends(8);
    printf(" %d", attributed(3));
    printf(" %d", far((FAR char *)&calls, 3) == (FAR char *)&calls);
    printf(" %d %ld", turns(3), turns_long(3l));
    printf(" %d", calls);
    for_ever(2);
}
