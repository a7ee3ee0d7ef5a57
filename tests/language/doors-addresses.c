/* loops with calls, whose locals others hold the addresses of: across turns, declared again in each turn, of the loop
 * around, of parameters
 */
#include <stdio.h>

static int *kept;

static int note(int *at)
{
    kept = at; /*= 88 */
    return *at += 3; /*= 88 */
}

static int look(void)
{
    return kept ? *kept : 0; /*= 90 90:0 */
}

/* The address outlives the turn. */
static int across(int n)
{
    int sum = 0, x = 1;
    kept = &x;
    for (int i = 0; i < n; i++) { /*= 8 7:1 */
        sum += look();
        if (i & 1 && x < 50) /*= 7 3:4 3:0 */
            note(&x); /*= 3 */
        *kept += i;
    }
    return sum + x;
}

/* Each turn has a variable of its own; the one before must not be changed any more. */
static int each_turn(int n)
{
    int sum = 0;
    while (n-- > 0) { /*= 6 5:1 */
        int x = n, y[3] = {n, n + 1, n + 2};
        note(&x);
        sum += look() + x;
        note(&y[1]);
        if (y[1] & 2) /*= 5 2:3 */
            sum += look(); /*= 2 */
    }
    return sum;
}

static int of_the_loop_around(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) { /*= 7 6:1 */
        int x = i * i;
        int *at = &x;
        for (int k = 0; k < 3; k++) { /*= 24 18:6 */
            sum += note(at);
            sum -= x & 3;
            if (x & 1 && k) /*= 18 15:3 12:3 */
                sum++; /*= 12 */
            x += look() & 7;
        }
        do { /*= 0 */
            sum += look() + *at;
        } while (x-- > 40); /*= 8 2:6 */
    }
    return sum;
}

static int of_the_step(int n)
{
    int sum = 0;
    for (int i = 0, *at = &i; *at < n; ++*at) { /*= 6 5:1 */
        sum += look();
        kept = at;
        if (i % 3 == 0) /*= 5 2:3 */
            note(&i); /*= 2 */
    }
    return sum;
}

static int parameter(int n, int *other)
{
    int *at = &n, turns = 0;
    while (*at > 0) { /*= 6 5:1 */
        turns += look() > n ? 1 : 2; /*= 5 0:5 */
        n -= *other;
        note(other);
    }
    return turns * 100 + n;
}

/* one that a goto leads back to, and one that is declared with its address */
static int declared_with_it(int n)
{
    int sum = 0;
again:
    {
        int x = n, *at = &x;
        while (note(at) % 5) /*= 23 15:8 */
            sum += x + look();
        sum += *at - x;
    }
    if (n-- > 1) /*= 8 7:1 */
        goto again;
    for (int i = 0; i < 5; i++) { /*= 6 5:1 */
        int x = i, *at = &x;
        while (note(at) % 7) /*= 18 13:5 */
            sum += x++ + look();
        sum += *at * 3 - x;
    }
    return sum;
}

/* two variables of one name, both with an address, in blocks that follow each other */
static int again_by_name(int n)
{
    int sum = 0;
    while (n > 0) { /*= 7 6:1 */
        if (n & 1) { /*= 6 3:3 */
            int x = n;
            sum += note(&x); /*= 3 */
        }
        {
            int x = 5;
            sum -= note(&x);
            kept = &n;
        }
        for (int x = 0; x < 2; x++) /*= 18 12:6 */
            sum += look() & 1;
        n--;
    }
    return sum;
}

static void leave_again(int *a, int n)
{
    if (n == 0) /*= 58 18:40 */
        return;
    while (*a < n * 10) { /*= 97 57:40 */
        int mine = *a;
        leave_again(&mine, n - 1);
        *a += 1 + mine % 7;
    }
}

typedef unsigned char byte;
struct whole {
    int value;
};
static int flags = 6;

static void turn(void)
{
    flags ^= 1;
}

/* the operator stands behind a cast, where after an operand it would be another */
static unsigned long by_casts(int n)
{
    typedef unsigned natural;
    unsigned long sum = 0;
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0;
    byte *pa = (byte *)&a, *pb = (unsigned char *)(void *)&b;
    int(*pc)[1] = (int(*)[1]) & c;
    natural *pd = (natural *)&d;
    struct whole *pe = (struct whole *)&e;
    __typeof__(1 + 2) *pf = (__typeof__(1 + 2) *)&f;
    void *pg = (void *)(byte *)(&g);
    for (int i = 0; i < n; i++) { /*= 21 20:1 */
        for (int k = 0; k < 4; k++) { /*= 100 80:20 */
            turn();
            pa[k] = (byte)(i + k);
            pb[k] = (byte)(i - k);
            (*pc)[0] = i * k;
            *pd = (natural)(i ^ k);
            pe->value = i + 3 * k;
            *pf = k - i;
            *(int *)pg = k;
        }
        sum = sum * 31 + (unsigned)(a + b + c + d + e + f + g + ((n)&i) + ((flags | 1) & i) + ((flags)&i));
    }
    return sum;
}

int main(void)
{
    int other = 2, deep = 0, x = 0;
    kept = &x;
    printf("%d", across(7));
    kept = &x;
    printf(" %d", each_turn(5));
    printf(" %d", of_the_loop_around(6));
    kept = &x;
    printf(" %d", of_the_step(11));
    kept = &x;
    printf(" %d", parameter(40, &other));
    printf(" %d", other);
    printf(" %d", again_by_name(6));
    printf(" %d", declared_with_it(8));
    leave_again(&deep, 3);
    printf(" %d", deep);
    printf(" %lu\n", by_casts(20));
    return 0;
}
