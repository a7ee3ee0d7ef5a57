#include "profile/fields.h"
#include <stdlib.h>
#include <string.h>

static void add_text(struct pep_buffer *key, const char *text)
{
    pep_buffer_add(key, text, strlen(text) + 1);
}

/* identity - what makes a struct the same one: its name and where its fields are. */
static void identity(struct pep_buffer *key, const struct pep_layout *l)
{
    add_text(key, l->name);
    pep_buffer_add(key, &l->size, sizeof l->size);
    for (uint32_t i = 0; i < l->nfields; i++) {
        uint64_t place[] = {l->fields[i].offset, l->fields[i].size};
        add_text(key, l->fields[i].name);
        pep_buffer_add(key, place, sizeof place);
    }
}

/* row_of - the struct that a layout of the map is. */
static struct pep_struct_count *row_of(struct pep_field_counts *c, const struct pep_unitmap *map, uint32_t layout)
{
    const struct pep_layout *l = &map->layouts[layout];
    struct pep_buffer key = PEP_BUFFER_INIT;
    if (c->map != map) {
        c->map = map;
        c->rows.count = 0;
        (void)pep_array_push_n(&c->rows, map->nlayouts);
    }
    if (!c->rows.at[layout]) {
        identity(&key, l);
        size_t row = (size_t)*pep_map_put(&c->known, key.at, key.count, c->structs.count);
        if (row == c->structs.count) {
            struct pep_struct_count s = {.layout = l,
                                         .fields = PEP_NEW_N(&c->arena, struct pep_field_count, l->nfields)};
            for (uint32_t i = 0; i < l->nfields; i++)
                s.fields[i].field = &l->fields[i];
            pep_array_push(&c->structs, s);
        }
        c->rows.at[layout] = row + 1;
        pep_buffer_free(&key);
    }
    return &c->structs.at[c->rows.at[layout] - 1];
}

void pep_fields_add(struct pep_field_counts *c, const struct pep_unitmap *map, const struct pep_function *f,
                    const struct pep_derived *derived)
{
    for (uint32_t i = 0; i < f->naccesses; i++) {
        const struct pep_access *a = &f->accesses[i];
        struct pep_struct_count *s = row_of(c, map, a->layout);
        uint64_t reads = pep_count_multiply(derived->blocks[a->block], a->reads);
        uint64_t writes = pep_count_multiply(derived->blocks[a->block], a->writes);
        s->fields[a->field].reads = pep_count_add(s->fields[a->field].reads, reads);
        s->fields[a->field].writes = pep_count_add(s->fields[a->field].writes, writes);
        s->reads = pep_count_add(s->reads, reads);
        s->writes = pep_count_add(s->writes, writes);
        c->reads = pep_count_add(c->reads, reads);
        c->writes = pep_count_add(c->writes, writes);
    }
}

/* --- ranks --- */

static int hotter_struct(const void *left, const void *right)
{
    const struct pep_struct_count *a = left, *b = right;
    uint64_t x = pep_count_add(a->reads, a->writes), y = pep_count_add(b->reads, b->writes);
    if (x != y)
        return x < y ? 1 : -1;
    int order = strcmp(a->layout->name, b->layout->name);
    return order ? order : (a->layout->size > b->layout->size) - (a->layout->size < b->layout->size);
}

static int hotter_field(const void *left, const void *right)
{
    const struct pep_field_count *a = *(struct pep_field_count *const *)left;
    const struct pep_field_count *b = *(struct pep_field_count *const *)right;
    uint64_t x = pep_count_add(a->reads, a->writes), y = pep_count_add(b->reads, b->writes);
    if (x != y)
        return x < y ? 1 : -1;
    return a < b ? -1 : a > b; /* both are in the struct's array */
}

static int by_offset(const void *left, const void *right)
{
    const struct pep_field_count *a = *(struct pep_field_count *const *)left;
    const struct pep_field_count *b = *(struct pep_field_count *const *)right;
    return a->field->offset < b->field->offset ? -1 : a->field->offset > b->field->offset;
}

/* count_lines - the cache lines of the hot fields, in order of their offsets; what overlaps counts once. */
static void count_lines(struct pep_struct_count *s, struct pep_field_count *const *hot, uint32_t n)
{
    uint64_t bytes = 0, covered = 0, next_line = 0; /* bytes and lines before these are counted */
    for (uint32_t i = 0; i < n; i++) {
        const struct pep_field *f = hot[i]->field;
        uint64_t begin = f->offset / 8, end = (f->offset + f->size + 7) / 8;
        if (begin < covered)
            begin = covered;
        if (begin >= end)
            continue;
        uint64_t line = begin / PEP_CACHE_LINE, last = (end - 1) / PEP_CACHE_LINE;
        bytes += end - begin;
        covered = end;
        if (line < next_line)
            line = next_line;
        if (line > last)
            continue;
        s->lines += last - line + 1;
        next_line = last + 1;
    }
    s->needed = (bytes + PEP_CACHE_LINE - 1) / PEP_CACHE_LINE;
}

/* find_hot - the fewest fields that have nine tenths of the accesses. */
static void find_hot(struct pep_struct_count *s, struct pep_arena *scratch)
{
    uint32_t n = s->layout->nfields, nhot = 0;
    struct pep_field_count **order = PEP_NEW_N(scratch, struct pep_field_count *, n);
    long double all = (long double)s->reads + (long double)s->writes, taken = 0;
    for (uint32_t i = 0; i < n; i++)
        order[i] = &s->fields[i];
    qsort(order, n, sizeof *order, hotter_field);
    while (nhot < n && taken < 0.9L * all) {
        order[nhot]->hot = true;
        taken += (long double)order[nhot]->reads + (long double)order[nhot]->writes;
        nhot++;
    }
    qsort(order, nhot, sizeof *order, by_offset);
    count_lines(s, order, nhot);
}

void pep_fields_rank(struct pep_field_counts *c)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    for (size_t i = 0; i < c->structs.count; i++)
        find_hot(&c->structs.at[i], &scratch);
    if (c->structs.count)
        qsort(c->structs.at, c->structs.count, sizeof *c->structs.at, hotter_struct);
    pep_arena_free(&scratch);
}

void pep_fields_weigh(struct pep_weights *weights, const struct pep_field_counts *c)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < c->structs.count; i++) {
        const struct pep_struct_count *s = &c->structs.at[i];
        for (uint32_t k = 0; k < s->layout->nfields; k++) {
            const struct pep_field_count *f = &s->fields[k];
            pep_buffer_clear(&key);
            add_text(&key, s->layout->name);
            add_text(&key, f->field->name);
            pep_array_push(weights,
                           (struct pep_weight){pep_hash(key.at, key.count), pep_count_add(f->reads, f->writes)});
        }
    }
    pep_buffer_free(&key);
}

void pep_fields_free(struct pep_field_counts *c)
{
    pep_array_free(&c->structs);
    pep_array_free(&c->rows);
    pep_map_free(&c->known);
    pep_arena_free(&c->arena);
}
