/* Shapes of control, and calls in between.  HERE writes its line into the stream of blocks that trace.c hears: check.py
 * asks that it stands with the block that was told last of this activation. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef PLAIN
#define HERE (void)0
#else
void here(int line);
#define HERE here(__LINE__)
#endif

static int leaf(int n)
{
    HERE;
    return n * 7 % 5;
}

/* quiet, and called from several places */
static int twice(int n)
{
    HERE;
    if (n > 2) {
        HERE;
        n = leaf(n);
    } else {
        HERE;
        n++;
    }
    HERE;
    return n + leaf(n);
}

static int third(int n)
{
    if (n % 2) {
        HERE;
        n = leaf(n);
    }
    HERE;
    return n;
}

/* quiet, and what it calls too */
static int second(int n)
{
    int s = third(n);
    if (s > 2)
        HERE;
    s += third(n + 1);
    while (s > n) {
        HERE;
        s -= 1 + third(n) / 4;
    }
    HERE;
    return s;
}

int arms(int n)
{
    int s = second(n) + second(n + 1);
    if (leaf(n) > 2)
        s += twice(n);
    else
        s -= leaf(n);
    HERE;
    if (n % 3) {
        HERE;
    }
    HERE;
    if (n % 2) {
        if (n % 5)
            HERE;
        else
            s++;
    }
    HERE;
    return s;
}

static int loops(int n)
{
    int s = 0, k = 0;
    for (int i = 0; i < n; i++) {
        HERE;
        if (leaf(i) == 1)
            continue;
        HERE;
        s += i;
    }
    HERE;
    for (int i = leaf(n); i < n; i++)
        if (twice(i) > 4) {
            HERE;
            s++;
        }
    for (;;) {
        HERE;
        if (k++ > 3)
            break;
        HERE;
    }
    HERE;
    while (k > 0) {
        HERE;
        k -= 1 + (leaf(k) > 3);
        if (k == 2)
            continue;
        HERE;
    }
    do {
        HERE;
        s += leaf(k);
        if (s % 3 == 1)
            continue;
        HERE;
    } while (k++ < n && s < 1000);
    HERE;
    do
        s++;
    while (0);
    HERE;
    while (1) {
        HERE;
        if (s-- % 4 == 0)
            return s;
    }
}

static int nests(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            while (s % 7) {
                HERE;
                s += 1 + leaf(k) / 4;
            }
            s++;
        }
    HERE;
    return s;
}

int switches(int n)
{
    int s = 0;
    switch (leaf(n)) {
    case 0: HERE; s++; /* fall through */
    case 1:
        HERE;
        s += leaf(n + 1);
        break;
    case 2:
    case 3:
        HERE;
        if (s)
            break;
        s = 3;
        HERE;
        __attribute__((fallthrough));
    default: HERE; s += 2;
    }
    HERE;
    switch (n % 4) {
    case 1:
        HERE;
        s += 3;
        break;
    case 2: HERE;
    }
    HERE;
    switch (n % 3)
    case 2: {
        HERE;
        s++;
    }
        return s + (n % 2 ? leaf(n) : twice(n));
}

int gotos(int n)
{
    int s = 0;
again:
    HERE;
    s += leaf(n);
    if (n-- > 3)
        goto again;
    HERE;
    if (s % 2)
        goto out;
    HERE;
    s++;
out:
    HERE;
    return s;
}

/* an interpreter, with a door at its computed gotos */
int computed(const unsigned char *code, int n)
{
    static const void *const table[] = {&&add, &&call, &&turn, &&stop};
    int turns = 3;
    const unsigned char *at = code;
    goto *table[*at++];
add:
    HERE;
    n++;
    goto *table[*at++];
call:
    HERE;
    n += twice(n % 6);
    goto *table[*at++];
turn:
    HERE;
    if (turns-- > 0)
        at = code;
    goto *table[*at++];
stop:
    HERE;
    return n;
}

int circuits(int a, int b)
{
    int s = 0;
    if (leaf(a) > 1 && leaf(b) < 3) {
        HERE;
        s++;
    }
    HERE;
    if (leaf(a) == 4 || twice(b) == 2 || a > 6)
        s += 2;
    else
        HERE;
    s += a > 3 && leaf(b) > 2;
    s += leaf(a) > 2 ? leaf(b) : twice(a);
    s += (leaf(b) ?: 3) + !(a && leaf(a));
    for (int i = a > 3 ? 1 : 0; i < 3; i++)
        HERE;
    s += __extension__({
        int t = leaf(a);
        if (t > 1) {
            HERE;
            t--;
        }
        t;
    });
    return s && a > b;
}

static int deep(int n)
{
    if (n < 2)
        return leaf(n);
    int s = deep(n - 1);
    HERE;
    for (int i = 0; i < 2; i++)
        s += deep(n - 2);
    HERE;
    return s;
}

static int even(int n);
static int odd(int n)
{
    return n && even(n - 1);
}

static int even(int n)
{
    HERE;
    return !n || odd(n - 1);
}

static jmp_buf place;

static jmp_buf *find(int n)
{
    HERE;
    return n < 100 ? &place : NULL;
}

static void leap(int n)
{
    HERE;
    for (int i = 0; i < n; i++)
        if (twice(i) > 3 && i > 2)
            longjmp(place, i);
    HERE;
}

int lands(int n)
{
    volatile int s = 0;
    if (setjmp(*find(n))) {
        HERE;
        s += 2;
    } else {
        HERE;
        for (int i = 0; i < n; i++)
            leap(i);
    }
    HERE;
    return s;
}

/* a static variable that needs a name of the function: one version alone */
int single(int n)
{
    enum { NONE };
    static int calls = NONE;
    calls += twice(n);
    while (n-- > 0) {
        HERE;
        calls += leaf(n);
    }
    return calls;
}

static inline int small(int n)
{
    return n > 3 ? n : 3;
}

int callback(const void *a, const void *b)
{
    HERE;
    return *(const int *)a - *(const int *)b;
}

int nowhere(const void *a, const void *b);

/* called by nothing but sorts, of which the stub has a text of its own: with a loop, calls and a way out */
static int digits(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    HERE;
    for (; x || y; x /= 2, y /= 2) {
        if (x % 2 != y % 2)
            return leaf((int)(x % 2)) - 1;
        HERE;
    }
    HERE;
    return 0;
}

/* sorts where a sort has called it */
static int within(const void *a, const void *b)
{
    int pair[] = {*(const int *)a, *(const int *)b};
    qsort(pair, 2, sizeof *pair, digits);
    HERE;
    return pair[0] == *(const int *)a ? -1 : 1;
}

int sorts(int n)
{
    enum { NEVER };
    int numbers[9], *found;
    if (NEVER)
        qsort(numbers, 9, sizeof *numbers, nowhere);
    for (int i = 0; i < 9; i++)
        numbers[i] = i * 5 % 9;
    qsort(numbers, 9, sizeof *numbers, callback);
    if (numbers[n] < 4)
        n++;
    found = bsearch(&n, numbers, 9, sizeof *numbers, callback);
    if (n > 2)
        qsort(numbers, n > 6 ? 3 : 9, sizeof *numbers, callback), bsearch(&n, numbers, 9, sizeof *numbers, callback);
    qsort(numbers, 9, sizeof *numbers, digits);
    qsort(numbers, n % 4, sizeof *numbers, within);
    return *found + numbers[n % 9];
}

void empty(void) {}

int main(int argc, char **argv)
{
    static const unsigned char code[] = {0, 1, 0, 2, 1, 3};
    int turns = argc > 1 ? atoi(argv[1]) : 3, s = 0;
    for (int turn = 0; turn < turns; turn++) {
        for (int n = 0; n < 9; n++) {
            s += arms(n) + switches(n) + gotos(n) + computed(code, n) + circuits(n, 8 - n) + small(n);
            empty();
        }
        HERE;
        s += loops(turn % 10) + nests(turn % 6) + deep(turn % 8) + even(turn % 9) + single(turn % 5);
        if (argc < 3) /* in stays, checking code does not tell where longjmp leads to */
            s += lands(turn % 7);
        s += sorts(turn % 9);
    }
    printf("%d\n", s);
    return 0;
}
