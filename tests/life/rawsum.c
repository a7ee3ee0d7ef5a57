/* rawsum.c - prints what raw profiles say, by include/pep/raw.h alone: an independent check of the runtime.
 *
 *     rawsum FILE...       lines "UNIT INDEX COUNT", "UNIT fFUNCTION PATH COUNT", "UNIT vSITE VALUE COUNT" and, of
 *                          values that are not known, "UNIT oSITE 0 COUNT", summed over the files, sorted
 *     rawsum -t FILE...    the sum of all counts
 *     rawsum -s FILE...    number of valid entries that hold counts
 *     rawsum -p FILE...    how modules were sampled: the words of struct pep_raw_sampling, a line each
 *     rawsum -m FILE...    the modules' names
 *     rawsum -c FILE...    values as targets of calls: lines "UNIT vSITE FILE OFFSET COUNT", "?" where the file is not
 *                          known; as they come
 *     rawsum -x FILE...    contexts: lines "UNIT FUNCTION;...;FUNCTION cINDEX COUNT", outermost first, as they come;
 *                          fFUNCTION:PATH or vSITE:VALUE in place of the counter, "-" where no function is known, and
 *                          "UNIT/" before one of another unit
 *     rawsum -b FILE...    subpaths of up to 16 blocks: lines "COUNT BLOCK BLOCK...", as they come; and of each segment
 *                          "told recorded lost scale: N N N N"
 *     rawsum -h FILE...    "processes finished lost" of each file
 *
 * Exits with 2 and a line where a file is not sound. */
#include "pep/raw.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    uint64_t unit, function, index, count; /* function 0: a counter; or what a site has, plus the site */
};
enum { VALUE = 1 << 24, OTHER = 1 << 25 };

static struct record *records;
static size_t count, room;
static uint64_t segments;
static const char *file_name;

static void wrong(const char *what)
{
    fprintf(stderr, "rawsum: %s: %s\n", file_name, what);
    exit(2);
}

static void add(uint64_t unit, uint64_t function, uint64_t index, uint64_t value)
{
    if (count == room) {
        room = room ? room * 2 : 1024;
        records = realloc(records, room * sizeof *records);
        if (!records)
            abort();
    }
    records[count++] = (struct record){unit, function, index, value};
}

static const void *at(const char *bytes, uint64_t size, uint64_t offset, uint64_t length)
{
    if (offset > size || length > size - offset)
        wrong("something lies outside");
    return bytes + offset;
}

struct view {
    const char *bytes;
    uint64_t size;
    const struct pep_raw_entry **entries;
    size_t count;
};

static void collect(struct view *v)
{
    const struct pep_raw_header *h = at(v->bytes, v->size, 0, sizeof *h);
    const struct pep_raw_entry *e = at(v->bytes, v->size, sizeof *h, h->entries * sizeof *e);
    uint64_t n = h->entries, next = h->next, i;
    const struct pep_raw_directory *d;

    for (;;) {
        v->entries = realloc(v->entries, (v->count + n) * sizeof(const struct pep_raw_entry *));
        for (i = 0; i < n; i++)
            v->entries[v->count++] = &e[i];
        if (!next)
            break;
        d = at(v->bytes, v->size, next, sizeof *d);
        e = at(v->bytes, v->size, next + sizeof *d, d->entries * sizeof *e);
        n = d->entries;
        next = d->next;
    }
}

static int replaced(const struct view *v, const struct pep_raw_entry *e)
{
    size_t i;

    for (i = 0; i < v->count; i++)
        if (v->entries[i]->state == PEP_RAW_VALID && v->entries[i]->kind == e->kind &&
            v->entries[i]->replaces == e->offset)
            return 1;
    return 0;
}

static const char *module(const struct view *v, uint64_t number)
{
    size_t i;

    for (i = 0; i < v->count; i++)
        if (v->entries[i]->state != PEP_RAW_FREE && v->entries[i]->kind == PEP_RAW_MODULE && !number--) {
            if (v->entries[i]->state != PEP_RAW_VALID)
                break;
            return at(v->bytes, v->size, v->entries[i]->offset, v->entries[i]->count);
        }
    wrong("a target's module is none");
    return NULL;
}

static void target(const struct view *file, uint64_t unit, uint64_t site, const struct pep_raw_value *v)
{
    uint64_t above = v->value >> PEP_RAW_TARGET_BITS, offset = v->value & ((UINT64_C(1) << PEP_RAW_TARGET_BITS) - 1);

    printf("%" PRIx64 " v%" PRIu64 " %s %" PRIx64 " %" PRIu64 "\n", unit, site, above ? module(file, above - 1) : "?",
           offset, v->count - v->taken);
}

static void chain(const struct pep_raw_context *places, uint64_t number, uint64_t place, uint64_t unit, int depth)
{
    const struct pep_raw_context *c = &places[place - 1];

    if (place > number || c->kind != PEP_RAW_CONTEXT_FUNCTION || c->count || depth > 256)
        wrong("a context's caller is none");
    if (c->parent)
        chain(places, number, c->parent, unit, depth + 1);
    if (c->unit != unit)
        printf("%" PRIx64 "/", c->unit);
    printf("%" PRIu32 "%s", c->index, depth ? ";" : "");
}

static void context(const struct pep_raw_context *places, uint64_t number, uint64_t i)
{
    const struct pep_raw_context *c = &places[i];

    if (c->kind == PEP_RAW_CONTEXT_FREE || c->kind == PEP_RAW_CONTEXT_FUNCTION || !c->count)
        return;
    if (c->kind > PEP_RAW_CONTEXT_TARGET)
        wrong("a context of an unknown kind");
    printf("%" PRIx64 " ", c->unit);
    if (c->parent)
        chain(places, number, c->parent, c->unit, 0);
    else
        putchar('-');
    if (c->kind == PEP_RAW_CONTEXT_COUNTER)
        printf(" c%" PRIu32, c->index);
    else
        printf(" %c%" PRIu32 ":%" PRIu64, c->kind == PEP_RAW_CONTEXT_PATH ? 'f' : 'v', c->index, c->key);
    printf(" %" PRIu64 "\n", c->count);
}

static uint32_t expand(uint32_t *blocks, const struct pep_raw_subpaths *head, uint32_t i, int depth)
{
    const struct pep_raw_pair *pair = (const struct pep_raw_pair *)(head + 1) + i;
    uint32_t n;

    if (i >= head->used || depth > PEP_RAW_LENGTHS)
        wrong("half of a subpath is none");
    switch (pair->kind & ((1 << PEP_RAW_PAIR_BITS) - 1)) {
    case PEP_RAW_PAIR_BLOCK: *blocks = pair->count; return 1;
    case PEP_RAW_PAIR_ONE: return expand(blocks, head, pair->left, depth + 1);
    case PEP_RAW_PAIR_HALVES:
        n = expand(blocks, head, pair->left, depth + 1);
        if (expand(blocks + n, head, pair->right, depth + 1) != n)
            wrong("halves of a subpath are not of one length");
        return 2 * n;
    default: wrong("half of a subpath is free"); return 0;
    }
}

static void subpaths(const struct pep_raw_subpaths *head, uint64_t number, char what)
{
    const struct pep_raw_pair *pairs = (const struct pep_raw_pair *)(head + 1);
    uint32_t blocks[1 << PEP_RAW_LENGTHS], i, k, n;
    uint32_t times = head->sample == PEP_RAW_SAMPLE_HOLD ? PEP_RAW_HELD : UINT32_MAX;

    if (head->used > number)
        wrong("more subpaths than there is room for");
    if (what == 'b')
        printf("told recorded lost scale: %" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu32 "\n", head->told,
               head->recorded, head->lost, head->scale);
    for (i = 0; i < head->used; i++) {
        if ((pairs[i].kind & ((1 << PEP_RAW_PAIR_BITS) - 1)) < PEP_RAW_PAIR_HALVES || !pairs[i].count)
            continue;
        n = expand(blocks, head, i, 0);
        if (what != 'b' || n > 16)
            continue;
        printf("%" PRIu32, pairs[i].count & times);
        for (k = 0; k < n; k++)
            printf(" %" PRIu32, blocks[k]);
        putchar('\n');
    }
}

static void entry(const struct view *file, const struct pep_raw_entry *e, char what)
{
    const struct pep_raw_path *p;
    const struct pep_raw_value *v;
    const struct pep_raw_context *x;
    const uint64_t *c;
    uint64_t i;

    if (e->state != PEP_RAW_VALID)
        return;
    if (e->kind == PEP_RAW_MODULE) {
        if (what == 'm')
            printf("%s\n", (const char *)at(file->bytes, file->size, e->offset, e->count));
        return;
    }
    if (e->kind == PEP_RAW_SAMPLING) {
        c = at(file->bytes, file->size, e->offset, e->count * sizeof *c);
        for (i = 0; i < e->count && i < 12 && what == 'p'; i++)
            printf("%" PRIu64 "%c", c[i], i < 11 ? ' ' : '\n');
        return;
    }
    if (e->kind == PEP_RAW_CONTEXTS) {
        x = at(file->bytes, file->size, e->offset, e->count * sizeof *x);
        for (i = 0; i < e->count && what == 'x'; i++)
            context(x, e->count, i);
        return;
    }
    segments++;
    if (e->kind == PEP_RAW_SUBPATHS) {
        const struct pep_raw_subpaths *head = at(file->bytes, file->size, e->offset, sizeof *head);

        at(file->bytes, file->size, e->offset, sizeof *head + e->count * sizeof(struct pep_raw_pair));
        if (!replaced(file, e))
            subpaths(head, e->count, what);
        return;
    }
    if (e->kind == PEP_RAW_COUNTERS) {
        c = at(file->bytes, file->size, e->offset, e->count * sizeof *c);
        for (i = 0; i < e->count; i++)
            if (c[i])
                add(e->unit, 0, i, c[i]);
    } else if (e->kind == PEP_RAW_PATHS && !replaced(file, e)) {
        p = at(file->bytes, file->size, e->offset, e->count * sizeof *p);
        for (i = 0; i < e->count; i++)
            if (p[i].function)
                add(e->unit, p[i].function, p[i].path, p[i].count);
    } else if (e->kind == PEP_RAW_VALUES) {
        v = at(file->bytes, file->size, e->offset, e->count * sizeof *v);
        for (i = 0; i < e->count; i++) {
            if (v[i].count > v[i].taken && what == 'c')
                target(file, e->unit, i / PEP_RAW_PLACES, &v[i]);
            if (v[i].count > v[i].taken)
                add(e->unit, VALUE + i / PEP_RAW_PLACES, v[i].value, v[i].count - v[i].taken);
            if (v[i].count && v[i].taken)
                add(e->unit, OTHER + i / PEP_RAW_PLACES, 0, v[i].taken);
        }
    }
}

static void read_file(const char *name, char what)
{
    FILE *f = fopen(name, "rb");
    const struct pep_raw_header *h;
    struct view v = {0};
    char *bytes;
    size_t i;

    file_name = name;
    if (!f || fseek(f, 0, SEEK_END) != 0)
        wrong("cannot be read");
    v.size = (uint64_t)ftell(f);
    rewind(f);
    v.bytes = bytes = malloc(v.size + 1);
    if (!bytes || fread(bytes, 1, v.size, f) != v.size)
        wrong("cannot be read");
    fclose(f);
    h = at(bytes, v.size, 0, sizeof *h);
    if (memcmp(h->magic, PEP_RAW_MAGIC, 8) != 0 || h->version != PEP_RAW_VERSION || h->order != PEP_RAW_ORDER)
        wrong("no raw profile");
    if (what == 'h')
        printf("%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", h->processes, h->finished, h->lost);
    collect(&v);
    for (i = 0; i < v.count; i++)
        entry(&v, v.entries[i], what);
    free(v.entries);
    free(bytes);
}

static int by_key(const void *a, const void *b)
{
    return memcmp(a, b, 3 * sizeof(uint64_t));
}

static int by_number(const void *a, const void *b)
{
    const struct record *x = a, *y = b;

    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (x->function != y->function)
        return x->function < y->function ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

int main(int argc, char **argv)
{
    uint64_t total = 0, sum;
    char what = 0;
    size_t i;
    int n = 1;

    if (argc > 1 && argv[1][0] == '-')
        what = argv[n++][1];
    for (; n < argc; n++)
        read_file(argv[n], what);
    if (what == 's')
        printf("%" PRIu64 "\n", segments);
    if (count)
        qsort(records, count, sizeof *records, by_number);
    for (i = 0; i < count; i++) {
        total += records[i].count;
        sum = records[i].count;
        if (i + 1 < count && by_key(&records[i], &records[i + 1]) == 0) {
            records[i + 1].count += sum;
            total -= sum;
            continue;
        }
        if (what)
            continue;
        if (records[i].function >= VALUE)
            printf("%" PRIx64 " %c%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", records[i].unit,
                   records[i].function >= OTHER ? 'o' : 'v', records[i].function % VALUE, records[i].index, sum);
        else if (records[i].function)
            printf("%" PRIx64 " f%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", records[i].unit, records[i].function - 1,
                   records[i].index, sum);
        else
            printf("%" PRIx64 " %" PRIu64 " %" PRIu64 "\n", records[i].unit, records[i].index, sum);
    }
    if (what == 't')
        printf("%" PRIu64 "\n", total);
    return 0;
}
