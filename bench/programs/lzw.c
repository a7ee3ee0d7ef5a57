/* lzw.c - compression by a growing dictionary (Lempel, Ziv, Welch), and back: loops that wait for a condition, a table
 * of hashes, and bits that are packed and unpacked.
 *
 *     lzw TURNS [SEED]
 *
 * Each turn makes a text of a million bytes that has words, numbers and lines; packs and unpacks it.  Prints the size
 * and a hash of what was packed, and whether the texts came back. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLEAR = 256, /* the code that begins a new dictionary */
    FIRST = 257, /* the first one for a string */
    BITS_MIN = 9,
    BITS_MAX = 16,
    CODES = 1 << BITS_MAX,
    SLOTS = 4 * CODES,
};

struct bytes {
    uint8_t *at;
    size_t count, size;
};

/* Codes in a row of bytes, the lowest bit first. */
struct stream {
    struct bytes *bytes;
    size_t next; /* reading */
    uint64_t buffer;
    unsigned held, width;
};

/* Strings as the code of the string before the last byte, and that byte. */
static struct {
    uint32_t prefix;
    uint8_t last;
} entries[CODES];
static uint32_t slots[SLOTS]; /* codes by the hash of what they stand for; 0 is none */
static uint32_t ncodes;

static uint64_t state;

/* Marsaglia's xorshift */
static uint32_t draw(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % limit;
}

static void push(struct bytes *b, uint8_t byte)
{
    if (b->count == b->size) {
        b->size = b->size ? 2 * b->size : 4096;
        b->at = realloc(b->at, b->size);
        if (!b->at) {
            fprintf(stderr, "lzw: no memory\n");
            exit(1);
        }
    }
    b->at[b->count++] = byte;
}

/* --- codes --- */

static void put(struct stream *s, uint32_t code)
{
    s->buffer |= (uint64_t)code << s->held;
    for (s->held += s->width; s->held >= 8; s->held -= 8, s->buffer >>= 8)
        push(s->bytes, (uint8_t)s->buffer);
}

static void flush(struct stream *s)
{
    if (s->held)
        push(s->bytes, (uint8_t)s->buffer);
}

/* -1 at the end */
static int32_t get(struct stream *s)
{
    for (; s->held < s->width; s->held += 8) {
        if (s->next == s->bytes->count)
            return -1;
        s->buffer |= (uint64_t)s->bytes->at[s->next++] << s->held;
    }
    int32_t code = (int32_t)(s->buffer & ((1u << s->width) - 1));
    s->buffer >>= s->width;
    s->held -= s->width;
    return code;
}

/* Codes are as wide as the next one of the dictionary needs. */
static void widen(struct stream *s, uint32_t next)
{
    while (s->width < BITS_MAX && next >> s->width)
        s->width++;
}

/* --- the dictionary --- */

static void begin(struct stream *s)
{
    memset(slots, 0, sizeof slots);
    ncodes = FIRST;
    s->width = BITS_MIN;
}

static uint32_t *find(uint32_t prefix, uint8_t last)
{
    uint32_t i = (prefix << 8 | last) * 2654435761u % SLOTS;
    while (slots[i] && (entries[slots[i]].prefix != prefix || entries[slots[i]].last != last))
        i = (i + 1) % SLOTS;
    return &slots[i];
}

static void add(uint32_t prefix, uint8_t last)
{
    entries[ncodes].prefix = prefix;
    entries[ncodes++].last = last;
}

/* --- there and back --- */

static void pack(struct bytes *packed, const struct bytes *text)
{
    struct stream s = {.bytes = packed};
    begin(&s);
    uint32_t code = text->at[0];
    for (size_t i = 1; i < text->count; i++) {
        uint8_t byte = text->at[i];
        uint32_t *slot = find(code, byte);
        if (*slot) {
            code = *slot;
            continue;
        }
        put(&s, code);
        if (ncodes < CODES) {
            widen(&s, ncodes);
            *slot = ncodes;
            add(code, byte);
        } else {
            put(&s, CLEAR);
            begin(&s);
        }
        code = byte;
    }
    put(&s, code);
    flush(&s);
}

/* Appends what the code stands for; gives its first byte. */
static uint8_t spell(struct bytes *text, uint32_t code)
{
    static uint8_t stack[CODES];
    size_t depth = 0;
    for (; code >= FIRST; code = entries[code].prefix)
        stack[depth++] = entries[code].last;
    uint8_t first = stack[depth++] = (uint8_t)code;
    while (depth > 0)
        push(text, stack[--depth]);
    return first;
}

static void unpack(struct bytes *text, struct bytes *packed)
{
    struct stream s = {.bytes = packed};
    int32_t code, before = -1;
    begin(&s);
    while ((code = get(&s)) >= 0) {
        if (code == CLEAR) {
            begin(&s);
            before = -1;
            continue;
        }
        if (before < 0) {
            spell(text, (uint32_t)code);
        } else if ((uint32_t)code < ncodes) {
            size_t at = text->count;
            spell(text, (uint32_t)code);
            if (ncodes < CODES)
                add((uint32_t)before, text->at[at]);
        } else { /* the string that is about to be added: the one before, and its first byte once more */
            uint8_t first = spell(text, (uint32_t)before);
            push(text, first);
            add((uint32_t)before, first);
        }
        /* who packs is one string ahead */
        widen(&s, ncodes);
        before = code;
    }
}

static void write_text(struct bytes *text, size_t count)
{
    char words[2000][12] = {{0}};
    for (size_t i = 0; i < 2000; i++)
        for (uint32_t k = 0, length = 2 + draw(9); k < length; k++)
            words[i][k] = (char)('a' + draw(1 + draw(26)));
    while (text->count < count) {
        uint32_t kind = draw(16);
        if (kind == 0)
            push(text, '\n');
        else if (kind == 1)
            for (uint32_t k = draw(6) + 1; k > 0; k--)
                push(text, (uint8_t)('0' + draw(10)));
        else
            for (const char *c = words[draw(1 + draw(2000))]; *c; c++)
                push(text, (uint8_t)*c);
        push(text, ' ');
    }
}

int main(int argc, char **argv)
{
    long turns = argc > 1 ? atol(argv[1]) : 0;
    struct bytes text = {0}, packed = {0}, back = {0};
    size_t bytes = 0;
    uint64_t hash = 0;
    int same = 1;
    if (turns < 1) {
        fprintf(stderr, "usage: lzw TURNS [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    for (long turn = 0; turn < turns; turn++) {
        text.count = packed.count = back.count = 0;
        write_text(&text, 1000000);
        pack(&packed, &text);
        unpack(&back, &packed);
        for (size_t i = 0; i < packed.count; i++)
            hash = 31 * hash + packed.at[i];
        bytes += packed.count;
        same &= text.count == back.count && memcmp(text.at, back.at, text.count) == 0;
    }
    printf("packed %zu, hash %016llx, %s\n", bytes, (unsigned long long)hash,
           same ? "came back" : "something else came back");
    free(text.at);
    free(packed.at);
    free(back.at);
    return !same;
}
