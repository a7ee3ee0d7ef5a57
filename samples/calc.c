/* calc.c - the sample: a calculator that compiles expressions for a small stack machine and runs them many times.
 *
 *     calc [ROUNDS] [EXPRESSION]...
 *
 * It has what a path profile is made of: loops, a switch, && || ?:, calls through pointers, recursion, error exits. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 256, DEPTH = 64 };

enum opcode { PUSH, LOAD, NEGATE, BINARY, JUMP_ZERO, JUMP, STOP };

struct instruction {
    enum opcode op;
    long value; /* number, variable, target of a jump */
    long (*apply)(long left, long right);
};

struct program {
    struct instruction code[CODE];
    int count;
    const char *at; /* the next character of the text */
    const char *error;
};

static long variables[26];

static long add(long a, long b)
{
    return a + b;
}

static long subtract(long a, long b)
{
    return a - b;
}

static long multiply(long a, long b)
{
    return a * b;
}

static long divide(long a, long b)
{
    return b ? a / b : 0;
}

static long less(long a, long b)
{
    return a < b;
}

static const struct operator
{
    char sign;
    int level;
    long (*apply)(long left, long right);
}
operators[] = {
    {'<', 1, less}, {'+', 2, add}, {'-', 2, subtract}, {'*', 3, multiply}, {'/', 3, divide},
};

static int emit(struct program *p, enum opcode op, long value, long (*apply)(long, long))
{
    if (p->count >= CODE) {
        p->error = "too long";
        return 0;
    }
    p->code[p->count] = (struct instruction){op, value, apply};
    return p->count++;
}

static char peek(struct program *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
    return *p->at;
}

static void compile(struct program *p, int level);

static void compile_operand(struct program *p)
{
    char c = peek(p);
    if (isdigit((unsigned char)c)) {
        char *end;
        emit(p, PUSH, strtol(p->at, &end, 10), NULL);
        p->at = end;
    } else if (c >= 'a' && c <= 'z') {
        emit(p, LOAD, c - 'a', NULL);
        p->at++;
    } else if (c == '-') {
        p->at++;
        compile_operand(p);
        emit(p, NEGATE, 0, NULL);
    } else if (c == '(') {
        p->at++;
        compile(p, 0);
        if (peek(p) == ')')
            p->at++;
        else if (!p->error)
            p->error = "')' expected";
    } else {
        p->error = "operand expected";
    }
}

/* Operators of at least this level; level 0 takes CONDITION ? THIS : THAT as well. */
static void compile(struct program *p, int level)
{
    compile_operand(p);
    while (!p->error) {
        const struct operator* found = NULL;
        char c = peek(p);
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
            if (operators[i].sign == c && operators[i].level >= level) {
                found = &operators[i];
                break;
            }
        if (found) {
            p->at++;
            compile(p, found->level + 1);
            emit(p, BINARY, 0, found->apply);
        } else if (c == '?' && level == 0) {
            p->at++;
            int to_else = emit(p, JUMP_ZERO, 0, NULL);
            compile(p, 0);
            int to_end = emit(p, JUMP, 0, NULL);
            if (peek(p) != ':') {
                p->error = "':' expected";
                return;
            }
            p->at++;
            p->code[to_else].value = p->count;
            compile(p, 0);
            p->code[to_end].value = p->count;
        } else {
            return;
        }
    }
}

static int run(const struct program *p, long *result)
{
    long stack[DEPTH];
    int top = 0, pc = 0;
    for (;;) {
        const struct instruction *i = &p->code[pc++];
        switch (i->op) {
        case PUSH:
        case LOAD:
            if (top == DEPTH)
                return -1;
            stack[top++] = i->op == PUSH ? i->value : variables[i->value];
            break;
        case NEGATE: stack[top - 1] = -stack[top - 1]; break;
        case BINARY:
            top--;
            stack[top - 1] = i->apply(stack[top - 1], stack[top]);
            break;
        case JUMP_ZERO:
            if (stack[--top] == 0)
                pc = (int)i->value;
            break;
        case JUMP: pc = (int)i->value; break;
        case STOP: *result = stack[0]; return top == 1 ? 0 : -1;
        }
    }
}

/* n counts up; k is its shadow, now and then negative. */
static long evaluate(const struct program *p, long rounds)
{
    long sum = 0, value = 0;
    for (long n = 0; n < rounds; n++) {
        variables['n' - 'a'] = n;
        variables['k' - 'a'] = n % 10 == 0 || n % 7 == 3 ? -n : n;
        if (run(p, &value))
            break;
        sum += value > 1000000 ? value % 1000003 : value;
    }
    return sum;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"n * n + 3 * k - 1", "k < 0 ? -k : k * 2", "(n + 1) * (k - 2) / (1 + 3 * (n < 500))",
                            "1 + (2 *", "n / 0 + k"};
    long rounds = argc > 1 ? atol(argv[1]) : 200000;
    int count = argc > 2 ? argc - 2 : (int)(sizeof usual / sizeof *usual), failed = 0;
    char **texts = argc > 2 ? argv + 2 : usual;

    for (int i = 0; i < count; i++) {
        struct program p = {.at = texts[i]};
        compile(&p, 0);
        emit(&p, STOP, 0, NULL);
        if (!p.error && peek(&p))
            p.error = "unexpected character";
        if (p.error) {
            printf("%-42s %s at %d\n", texts[i], p.error, (int)(p.at - texts[i]));
            failed++;
        } else {
            printf("%-42s %ld\n", texts[i], evaluate(&p, rounds));
        }
    }
    return argc > 2 && failed;
}
