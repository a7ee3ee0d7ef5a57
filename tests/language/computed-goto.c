/* labels as values: a static table, differences of labels, direct gotos to the same labels, falling into them
 */
#include <stdio.h>

enum { ADD, DOUBLE, LOOP, STOP };

static int threaded(const unsigned char *code, int turns)
{
    static void *const table[] = {&&add, &&twice, &&loop, &&stop};
    const unsigned char *at = code;
    int r = 0;
    goto *table[*at++];
add:
    r += *at++; /*= 4 */
    goto *table[*at++];
twice:
    r *= 2; /*= 4 */
    goto *table[*at++];
loop:
    if (turns-- > 0) { /*= 4 3:1 */
        at = code;
        goto *table[*at++]; /*= 3 */
    }
    goto *table[*at++]; /*= 1 */
stop:
    return r; /*= 1 */
}

static int mixed(int n)
{
    static void *const table[] = {&&zero, &&one, &&two};
    int r = 0;
    if (n > 2) /*= 6 2:4 */
        goto one;
    if (n < 0) /*= 4 1:3 */
        goto past;
    goto *table[n]; /*= 3 */
zero:
    r += 1; /*= 1 */
one:
    r += 10; /*= 4 */
    if (r > 10 && n > 5) /*= 4 1:3 0:1 */
        goto two;
past:
    r += 100; /*= 5 */
two:
    r += 1000; /*= 6 */
    return r;
}

static int relative(int n)
{
    static const int table[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + table[n]);
a:
    return 1; /*= 1 */
b:
    return 2; /*= 1 */
c:
    return 3; /*= 2 */
}

static int chosen(int n)
{
    void *to = n > 1 ? &&many : n ? &&single : &&none; /*= 3 1:2 1:1 */
    int turns = 0;
again:
    turns++; /*= 6 */
    goto *to;
many:
    to = &&single; /*= 1 */
    goto again;
single:
    to = &&none; /*= 2 */
    goto *(turns ? &&again : &&none); /*= 2 2:0 */
none:
    return turns; /*= 3 */
}

struct state {
    void *at;
    int sum, n;
};
static int calls;

static void turn(void)
{
    calls ^= 1;
}

/* goes on where it returned, by an address behind a cast */
static int resumed(struct state *s, int k)
{
    if (s->at) /*= 12 11:1 */
        goto *s->at;
    for (s->n = 0; s->n < 10; s->n++) { /*= 11 10:1 */
        turn();
        s->sum += k + s->n;
        s->at = (char *)(void *)&&resume;
        return 1; /*= 10 */
    resume:
        s->sum ^= k; /*= 10 */
    }
    s->at = (void *)&&done;
    return 2; /*= 1 */
done:
    return 0; /*= 1 */
}

static int table_of_casts(int n)
{
    static void *const to[] = {(void *)&&add, (char *)&&twice};
    int r = 0, i = 0;
next:
    if (i++ >= n) /*= 6 1:5 */
        return r;
    turn();
    goto *to[i & 1];
add:
    r += i; /*= 2 */
    goto next;
twice:
    r *= 2; /*= 3 */
    goto next;
}

int main(void)
{
    struct state s = {0, 0, 0};
    static const unsigned char code[] = {ADD, 3, DOUBLE, LOOP, STOP};
    printf("%d\n", threaded(code, 3));
    printf("%d %d %d %d %d %d\n", mixed(0), mixed(1), mixed(2), mixed(3), mixed(-1), mixed(7));
    printf("%d %d %d %d\n", relative(0), relative(1), relative(2), relative(2));
    printf("%d %d %d\n", chosen(0), chosen(1), chosen(2));
    for (int k = 0; resumed(&s, k); k++) /*= 12 11:1 */
        calls = 0;
    printf("%d %d\n", s.sum, table_of_casts(5));
    return 0;
}
