/* Counts itself which values come by its sites, and prints "VALUE of SITE: COUNT" a line: pep report --values has to
 * say the same.  SAW stands where the value is looked at; what it calls is not instrumented. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN = 2048 };
static struct {
    const char *site;
    long long value;
    unsigned long count;
} seen[SEEN];

#define PLAIN __attribute__((no_instrument_function, noinline))
static PLAIN long long saw(const char *site, long long value)
{
    int i = 0;
    while (seen[i].site && (strcmp(seen[i].site, site) || seen[i].value != value))
        if (++i == SEEN)
            abort();
    seen[i].site = site;
    seen[i].value = value;
    seen[i].count++;
    return value;
}
#define SAW(site, value) ((void)saw(site, (long long)(value)))

static PLAIN void tell(void)
{
    for (int i = 0; i < SEEN && seen[i].site; i++)
        printf("%lld of %s: %lu\n", seen[i].value, seen[i].site, seen[i].count);
}

enum color { RED, GREEN = 5, BLUE = -3 };
struct packed {
    signed low : 4;
    unsigned high : 7;
};

static int paint(enum color c, _Bool dark)
{
    SAW("argument c of paint", c);
    SAW("argument dark of paint", dark);
    SAW("switch c of paint", c);
    switch (c) {
    case RED: return 1;
    case GREEN: return dark + 7;
    case BLUE: break;
    }
    return 3;
}

/* read as the whole of what is assigned */
static int kept;
static int keep(int whole, short added, unsigned char first, int both)
{
    SAW("argument whole of keep", whole);
    SAW("argument added of keep", added);
    SAW("argument first of keep", first);
    SAW("argument both of keep", both);
    int copy = first;
    kept = whole;
    kept += added;
    copy = both;
    both = 3;
    return copy + both;
}

/* a shape that is recorded in every way: calls itself, loops, switches inside */
static long walk(long depth, unsigned char step)
{
    long sum = 0;
    SAW("argument depth of walk", depth);
    SAW("argument step of walk", step);
    for (long i = 0; i < depth; i++) {
        SAW("switch (int)(i * step) % 5 - 2 of walk", (int)(i * step) % 5 - 2);
        switch ((int)(i * step) % 5 - 2) {
        case -2: sum += walk(depth - 2, (unsigned char)(step + 1)); continue;
        case 0 ... 1: sum += 2; break;
        default: sum--;
        }
    }
    return sum;
}

static int fields(const struct packed *p, unsigned long long big)
{
    int n = 0;
    SAW("argument big of fields", big);
    SAW("switch p->low of fields", p->low);
    switch (p->low) {
    case -8: n++;
    }
    SAW("switch p->high of fields", p->high);
    switch (p->high) {
    case 100: n++;
    }
    SAW("switch big of fields", big);
    switch (big) {
    case -1ull: n += 2;
    }
    return n;
}

/* in the old style; and the operand changes what it reads */
static int old(s, n)
short s;
int n;
{
    SAW("argument s of old", s);
    SAW("argument n of old", n);
    do {
        SAW("switch n-- of old", n);
        switch (n--) {
        case 2: s++;
        }
    } while (n > 0);
    return s;
}

/* more values than there are places */
static unsigned many(unsigned n)
{
    return n ^ 1;
}

/* interprets, as a loop of computed gotos would be recorded */
static int run(const unsigned char *code, int accumulator)
{
    SAW("argument accumulator of run", accumulator);
    for (;;) {
        SAW("switch *code++ of run", *code);
        switch (*code++) {
        case 'i': accumulator = paint((enum color)(accumulator % 2 ? GREEN : BLUE), accumulator > 2); break;
        case '-': accumulator--; break;
        case 0: return accumulator;
        }
    }
}

int main(int argc, char **argv)
{
    struct packed p;
    unsigned long sum = (unsigned long)walk(9, 1);
    SAW("argument argc of main", argc);
    for (int i = 0; i < 100; i++) {
        p.low = i % 16 - 8;
        p.high = (unsigned)i % 30 * 4;
        sum += (unsigned long)(fields(&p, i % 3 ? 1ull << i % 8 : -1ull) + old((short)-i % 9, i % 5));
        sum += (unsigned long)paint(i % 4 ? GREEN : RED, i & 1);
        sum += (unsigned long)run((const unsigned char *)"i--i-", i % 6);
        sum += (unsigned long)keep(i % 3, (short)(i % 5), (unsigned char)(i % 7), i & 1);
    }
    for (unsigned i = 0; i < 3000; i++)
        sum += many(i % 3 ? 77 : i);
    fprintf(stderr, "%lu\n", sum + (argv[0] == NULL));
    tell();
    return 0;
}
