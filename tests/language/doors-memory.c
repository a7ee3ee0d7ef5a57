/* loops with calls around memory of the function's own: arrays of variable length, alloca, cleanup, pointers to such
 * arrays, static locals, compound literals
 */
#include <stdio.h>
#include <string.h>

static int calls, cleaned;

static int next(int n)
{
    return n + ++calls % 3; /*= 108 */
}

static int variable_length(int n)
{
    int a[n], r = 0;
    for (int i = 0; i < n; i++) /*= 6 5:1 */
        a[i] = next(i);
    for (int i = 1; i <= n; i++) { /*= 6 5:1 */
        char b[i];
        memset(b, i, sizeof b);
        for (int k = 0; k < i; k += next(1)) /*= 14 9:5 */
            r += b[k] + a[k];
    }
    return r;
}

static int to_an_array(int n, int (*rows)[n])
{
    int r = 0;
    for (int i = 0; i < 2; i++) /*= 3 2:1 */
        for (int k = 0; k < n; k++) /*= 8 6:2 */
            r += next(rows[i][k]);
    return r;
}

static int taken(int n)
{
    int r = 0;
    char *last = NULL;
    while (n-- > 0) { /*= 5 4:1 */
        char *p = __builtin_alloca(16);
        memset(p, n, 16);
        if (last) /*= 4 3:1 */
            r += last[3] + next(*p); /*= 3 */
        last = p;
    }
    return r;
}

static int taken_once(int n)
{
    int r = 0, *all, i = 0;
    if (n < 0) /*= 1 0:1 */
        goto none;
    if (n == 0) { /*= 1 0:1 */
    none: /*= 0 */
        return 0;
    }
    all = __builtin_alloca((size_t)n * sizeof *all);
next_one: /*= 5 */
    all[i] = next(i);
    if (++i < n) /*= 5 4:1 */
        goto next_one;
    for (i = 0; i < n; i++) /*= 6 5:1 */
        r = r * 3 + all[i] + next(1);
    return r;
}

static int taken_twice(int n)
{
    int r = 0, *all;
more: /*= 3 */
    all = __builtin_alloca((size_t)n * sizeof *all);
    for (int i = 0; i < n; i++) /*= 15 12:3 */
        all[i] = next(i);
    for (int i = 0; i < n; i++) /*= 15 12:3 */
        r = r * 3 + all[i] + next(1);
    if (--n > 2) /*= 3 2:1 */
        goto more;
    return r;
}

static void clean(int *at)
{
    cleaned = 3 * cleaned + *at; /*= 5 */
}

static int cleaning(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) { /*= 5 5:0 */
        __attribute__((cleanup(clean))) int mine = next(i);
        if (i == 2) /*= 5 1:4 */
            continue; /*= 1 */
        r += mine;
        if (r > 9) /*= 4 1:3 */
            break; /*= 1 */
    }
    return r;
}

static int statics(int n)
{
    static int kept = 1;
    static const int steps[] = {1, 2, 3};
    int r = 0;
    for (int i = 0; i < n; i++) { /*= 10 8:2 */
        static int inner;
        inner += next(steps[i % 3]);
        kept = kept * 3 + inner;
        if (kept & 1) /*= 8 2:6 */
            r += kept & 0xff; /*= 2 */
    }
    return r + kept % 1000;
}

static int constants(int n)
{
    static const int steps[] = {1, 2, 3};
    int r = 0;
    for (int i = 0; i < n; i += steps[i % 3]) { /*= 7 6:1 */
        static const char names[][4] = {"ab", "cd"};
        r += next(names[i & 1][1]);
    }
    return r;
}

struct point {
    int x, y;
};

static int add(const struct point *p)
{
    return p->x + p->y; /*= 32 */
}

static int literals(int n)
{
    int r = 0;
    const struct point *p = &(struct point){n, 1};
    while (n > 0) { /*= 5 4:1 */
        const struct point *q = &(struct point){next(n), n};
        int *numbers = (int[]){n, n + 1, r};
        r += add(p) + add(q) + numbers[next(0) % 3];
        n -= add(&(struct point){1, numbers[0] & 1});
    }
    return r;
}

static void overwrite(int n)
{
    volatile char room[1000];
    for (int i = 0; i < 1000; i++) /*= - */
        room[i] = (char)n;
}

/* in the head of a loop a literal lives as long as the loop */
static int in_heads(int n)
{
    int r = 0, i = 0;
    for (struct point *p = &(struct point){0, 1}; i < n; p = &(struct point){p->x + 1, p->y + 2}, i++) { /*= 8 7:1 */
        overwrite(next(i));
        r = r * 2 + add(p);
    }
    struct point *q = &(struct point){1, 1};
    while (q = i & 1 ? &(struct point){q->x + 1, q->y + 2} : q, i++ < 12) { /*= 6 3:3 5:1 */
        overwrite(next(i));
        r = r * 2 + add(q);
    }
    return r;
}

/* and here as long as the function */
static int among_gotos(const unsigned char *code)
{
    static const void *const table[] = {&&make, &&use, &&stop};
    const struct point *p = &(struct point){1, 2};
    int r = 0, n = 0;
    goto *table[*code++];
make:
    p = &((struct point){next(++n), n}); /*= 4 */
    overwrite(n);
    goto *table[*code++];
use:
    overwrite(n); /*= 8 */
    r = r * 2 + add(p);
    goto *table[*code++];
stop:
    return r; /*= 1 */
}

struct row {
    int at[2], n;
};

static int sum(struct row row)
{
    return row.at[0] * 5 + row.at[1] * 3 + row.n; /*= 6 */
}

/* what is used as a value is gone with the expression, whatever stands around it */
static int values_among_gotos(const unsigned char *code)
{
    static const void *const table[] = {&&make, &&use, &&stop};
    struct row row = {{1, 2}, 3};
    int r = 0, n = 0;
    goto *table[*code++];
make:
    row = ((struct row){.at = {next(++n), n}, .n = (int){n} & 3}); /*= 4 */
    overwrite(n);
    goto *table[*code++];
use:
    overwrite(n); /*= 8 */
    r = r * 2 + (n > 2 ? sum((struct row){{n, row.n}, row.at[0]}) : row.at[1]); /*= 8 4:4 */
    goto *table[*code++];
stop:
    return r + sum((struct row){{r, n}, 1}) + sum(row); /*= 1 */
}

/* but a member that is an array gives its address */
static int members_among_gotos(const unsigned char *code)
{
    static const void *const table[] = {&&make, &&use, &&stop};
    const int *p = (struct row){{1, 2}, 3}.at;
    int r = 0, n = 0;
    goto *table[*code++];
make:
    p = ((struct row){{next(n), n}, n}).at; /*= 4 */
    overwrite(n++);
    goto *table[*code++];
use:
    overwrite(n); /*= 8 */
    r = r * 2 + p[0] + p[1];
    goto *table[*code++];
stop:
    return r; /*= 1 */
}

int main(void)
{
    static const unsigned char code[] = {0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 2};
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%d", variable_length(5));
    printf(" %d", to_an_array(3, rows));
    printf(" %d", taken(4));
    printf(" %d", taken_once(5));
    printf(" %d", taken_twice(5));
    printf(" %d", cleaning(6));
    printf(" %d", cleaned);
    printf(" %d", statics(5));
    printf(" %d", statics(3));
    printf(" %d", constants(8));
    printf(" %d", literals(7));
    printf(" %d", in_heads(7));
    printf(" %d", among_gotos(code));
    printf(" %d", values_among_gotos(code));
    printf(" %d\n", members_among_gotos(code));
    return 0;
}
