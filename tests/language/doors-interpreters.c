/* interpreters by computed goto: one table, several of them, a table that is handed out, labels in a local variable,
 * locals whose address is taken, dispatch within a block, a loop around
 */
#include <stdio.h>

enum { ADD, CALL, BACK, STOP };

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 95 */
}

static int one_table(const unsigned char *at, int turns)
{
    static const void *const table[] = {&&add, &&call, &&back, &&stop};
    const unsigned char *code = at;
    int r = 0;
    goto *table[*at++];
add:
    r += *at++; /*= 8 */
    goto *table[*at++];
call:
    r = next(r); /*= 12 */
    goto *table[*at++];
back:
    if (--turns > 0) /*= 4 3:1 */
        at = code; /*= 3 */
    goto *table[*at++]; /*= 4 */
stop:
    return r; /*= 1 */
}

#define DISPATCH() goto *(slow ? slowly : quickly)[*at++]

static int two_tables(const unsigned char *at, int turns)
{
    static const void *const quickly[] = {&&add, &&call, &&back, &&stop};
    static const void *const slowly[] = {&&traced, &&traced, &&traced, &&traced};
    const unsigned char *code = at;
    int r = 0, slow = 0, steps = 0;
    DISPATCH(); /*= 1 9:8:12:4:1 0:1 */
traced:
    steps++; /*= 9 */
    goto *quickly[at[-1]]; /*= 9 */
add:
    r += *at++; /*= 8 */
    DISPATCH(); /*= 8 2:6 */
call:
    r = next(r); /*= 12 */
    slow = r % 4 == 3 || r > 20;
    DISPATCH(); /*= 12 5:7 */
back:
    if (--turns > 0) /*= 4 3:1 */
        at = code; /*= 3 */
    DISPATCH(); /*= 4 2:2 */
stop:
    return r * 100 + steps; /*= 1 */
}

static const void *const *shown;

static int handed_out(const unsigned char *at, int turns)
{
    static const void *const table[] = {&&add, &&call, &&back, &&stop};
    const unsigned char *code = at;
    int r = 0;
    shown = table;
    goto *shown[*at++];
add:
    r += *at++; /*= 6 */
    goto *shown[*at++];
call:
    r = next(r); /*= 9 */
    goto *shown[*at++];
back:
    if (--turns > 0) /*= 3 2:1 */
        at = code; /*= 2 */
    goto *shown[*at++]; /*= 3 */
stop:
    return r; /*= 1 */
}

static int in_a_variable(int turns)
{
    const void *to = &&first;
    int r = 0;
again:
    r = next(r); /*= 7 */
    goto *to;
first:
    to = &&second; /*= 3 */
    goto again;
second:
    to = --turns > 0 ? &&first : &&last; /*= 3 2:1 */
    goto again;
last:
    return r; /*= 1 */
}

static void push(int **top, int value)
{
    *(*top)++ = value; /*= 6 */
}

static int with_a_stack(const unsigned char *at, int turns)
{
    static const void *const table[] = {&&add, &&call, &&back, &&stop};
    const unsigned char *code = at;
    int stack[32], *top = stack, r = 0;
    volatile int watched = 0;
    const int limit = 20;
    goto *table[*at++];
add:
    push(&top, *at++); /*= 6 */
    watched++;
    goto *table[*at++];
call:
    for (int *s = stack; s < top; s++) /*= 42 33:9 */
        r = next(r ^ *s);
    goto *table[*at++];
back:
    if (--turns > 0 && top - stack < limit) /*= 3 2:1 2:0 */
        at = code; /*= 2 */
    goto *table[*at++]; /*= 3 */
stop:
    while (top > stack) /*= 7 6:1 */
        r += next(*--top);
    return r * 10 + watched;
}

/* its own locals in the block of an instruction, each with a dispatch of its own */
static int in_blocks(const unsigned char *at, int turns)
{
    static const void *const table[] = {&&add, &&call, &&back, &&stop};
    const unsigned char *code = at;
    int r = 0;
    for (;;) {
        goto *table[*at++];
    add : {
        int operand = *at++; /*= 8 */
        r += operand;
        goto *table[*at++];
    }
    call : {
        int old = r;
        r = next(old); /*= 12 */
        if (r > 30) /*= 12 2:10 */
            continue; /*= 2 */
        goto *table[*at++]; /*= 10 */
    }
    back : {
        const unsigned char *at_first = code;
        if (--turns > 0) /*= 4 3:1 */
            at = at_first; /*= 3 */
        goto *table[*at++];
    }
    stop:
        return r; /*= 1 */
    }
}

/* jumps within a block, whose variables are not there at the first jump */
static int within_a_block(int turns)
{
    static const void *const table[] = {&&first, &&second, &&third, &&last};
    int at = 0, r = 0;
first:
    r = next(r); /*= 1 */
    goto *table[++at];
last:
    return r; /*= 1 */
    {
        int mine;
    second:
        mine = r * 2; /*= 3 */
        goto *table[++at];
    third:
        r = next(mine); /*= 3 */
        at = --turns > 0 ? 0 : 2; /*= 3 2:1 */
        goto *table[++at];
    }
}

int main(void)
{
    static const unsigned char code[] = {ADD, 3, CALL, ADD, 2, CALL, CALL, BACK, STOP};
    printf("%d", one_table(code, 4));
    printf(" %d", two_tables(code, 4));
    printf(" %d", handed_out(code, 3));
    printf(" %d", in_a_variable(3));
    printf(" %d", with_a_stack(code, 3));
    printf(" %d", in_blocks(code, 4));
    printf(" %d\n", within_a_block(3));
    return 0;
}
