/* pep report --fields - as people read it, and for programs. */
#include "tools/pep_fields.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <string.h>

void pep_fields_of(struct pep_field_counts *c, const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *f = &s->functions.at[i];
        if (f->derived.edges)
            pep_fields_add(c, &f->match.unit->map, f->match.function, &f->derived);
    }
    pep_fields_rank(c);
}

static uint64_t accesses(const struct pep_struct_count *s)
{
    return pep_count_add(s->reads, s->writes);
}

static bool is_cold(const struct pep_field_count *f)
{
    return !f->reads && !f->writes;
}

static uint64_t first_line(const struct pep_field *f)
{
    return f->offset / (8 * PEP_CACHE_LINE);
}

static uint64_t last_line(const struct pep_field *f)
{
    return (f->offset + f->size - (f->size > 0)) / (8 * PEP_CACHE_LINE);
}

/* --- for people --- */

/* Columns as wide as the struct's fields need. */
struct widths {
    int reads, writes, name;
};

static void print_field(const struct pep_struct_count *s, const struct pep_field_count *f, const struct widths *w)
{
    const struct pep_field *field = f->field;
    uint64_t first = first_line(field), last = last_line(field);
    char offset[32], size[32], line[48];
    int n = snprintf(offset, sizeof offset, "%llu", (unsigned long long)(field->offset / 8));
    if (field->is_bit_field)
        snprintf(offset + n, sizeof offset - (size_t)n, ":%u", (unsigned)(field->offset % 8));
    snprintf(size, sizeof size, field->is_bit_field ? "%llu b" : "%llu",
             (unsigned long long)(field->is_bit_field ? field->size : field->size / 8));
    n = snprintf(line, sizeof line, "%llu", (unsigned long long)first);
    if (last > first)
        snprintf(line + n, sizeof line - (size_t)n, "-%llu", (unsigned long long)last);
    bool cold = is_cold(f); /* dim, the whole line */
    const char *plain = cold ? "" : pep_style(PEP_STYLE_PLAIN), *name = cold ? "" : pep_style(PEP_STYLE_NAME);
    printf("%s%7s%s  %*s  %*s  %6s  %6s  %5s  %s%-*s%s  %s%s\n", pep_style(cold ? PEP_STYLE_DIM : PEP_STYLE_HOT),
           cold ? "cold" : pep_print_share(pep_count_add(f->reads, f->writes), accesses(s)), plain, w->reads,
           pep_print_count(f->reads), w->writes, pep_print_count(f->writes), offset, size, line, name,
           pep_print_field(w->name, field->name), field->name, plain, field->type, pep_style(PEP_STYLE_PLAIN));
}

/* print_hint - where the hot fields lie in more cache lines than they would fill. */
static void print_hint(const struct pep_struct_count *s)
{
    uint64_t sum = 0;
    const char *separator = "";
    if (s->lines <= s->needed)
        return;
    fputs("hot: ", stdout);
    for (uint32_t i = 0; i < s->layout->nfields; i++) {
        const struct pep_field_count *f = &s->fields[i];
        if (!f->hot)
            continue;
        sum = pep_count_add(sum, pep_count_add(f->reads, f->writes));
        printf("%s%s", separator, f->field->name);
        separator = ", ";
    }
    printf(", with %s of the accesses, in %s cache lines; they would fit %s\n", pep_print_share(sum, accesses(s)),
           pep_print_count(s->lines), pep_print_count(s->needed));
}

static void print_struct(const struct pep_struct_count *s, uint64_t whole)
{
    struct widths w = {5, 6, 5};
    for (uint32_t i = 0; i < s->layout->nfields; i++) {
        w.reads = pep_print_wide(w.reads, pep_print_count(s->fields[i].reads));
        w.writes = pep_print_wide(w.writes, pep_print_count(s->fields[i].writes));
        w.name = pep_print_wide(w.name, s->fields[i].field->name);
    }
    printf("\n%s%s%s   size %s   accesses %s   %s%s%s\n", pep_style(PEP_STYLE_NAME), s->layout->name,
           pep_style(PEP_STYLE_PLAIN), pep_print_count(s->layout->size), pep_print_count(accesses(s)),
           pep_style(PEP_STYLE_HOT), pep_print_share(accesses(s), whole), pep_style(PEP_STYLE_PLAIN));
    printf("%s  share  %*s  %*s  offset    size   line  %-*s  type%s\n", pep_style(PEP_STYLE_HEAD), w.reads, "reads",
           w.writes, "writes", w.name, "field", pep_style(PEP_STYLE_PLAIN));
    for (uint32_t i = 0; i < s->layout->nfields; i++)
        print_field(s, &s->fields[i], &w);
    print_hint(s);
}

static size_t count_accessed(const struct pep_field_counts *c)
{
    size_t n = 0;
    while (n < c->structs.count && accesses(&c->structs.at[n]))
        n++;
    return n;
}

void pep_fields_print_head(const struct pep_field_counts *c)
{
    printf("%s of %s structs accessed, %s reads and %s writes of their fields", pep_print_count(count_accessed(c)),
           pep_print_count(c->structs.count), pep_print_count(c->reads), pep_print_count(c->writes));
}

void pep_fields_print(const struct pep_field_counts *c, uint64_t top)
{
    size_t accessed = count_accessed(c);
    for (size_t i = 0; i < accessed && i < top; i++)
        print_struct(&c->structs.at[i], pep_count_add(c->reads, c->writes));
    if (accessed > top)
        printf("\n%s%zu further struct%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), accessed - (size_t)top,
               accessed - top == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
}

/* --- for programs --- */

static json_t *field_json(const struct pep_struct_count *s, const struct pep_field_count *f)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", pep_json_text(f->field->name));
    json_object_set_new(object, "type", pep_json_text(f->field->type));
    json_object_set_new(object, "bit_offset", pep_json_count(f->field->offset));
    json_object_set_new(object, "bits", pep_json_count(f->field->size));
    json_object_set_new(object, "bit_field", json_boolean(f->field->is_bit_field));
    json_object_set_new(object, "first_line", pep_json_count(first_line(f->field)));
    json_object_set_new(object, "last_line", pep_json_count(last_line(f->field)));
    json_object_set_new(object, "reads", pep_json_count(f->reads));
    json_object_set_new(object, "writes", pep_json_count(f->writes));
    json_object_set_new(object, "share", json_real(pep_share(pep_count_add(f->reads, f->writes), accesses(s))));
    json_object_set_new(object, "hot", json_boolean(f->hot));
    json_object_set_new(object, "cold", json_boolean(is_cold(f)));
    return object;
}

void pep_fields_json(json_t *root, const struct pep_field_counts *c, uint64_t top)
{
    uint64_t whole = pep_count_add(c->reads, c->writes);
    json_t *structs = json_array();
    for (size_t i = 0; i < c->structs.count && i < top; i++) {
        const struct pep_struct_count *s = &c->structs.at[i];
        json_t *object = json_object(), *fields = json_array();
        for (uint32_t k = 0; k < s->layout->nfields; k++)
            json_array_append_new(fields, field_json(s, &s->fields[k]));
        json_object_set_new(object, "name", pep_json_text(s->layout->name));
        json_object_set_new(object, "size", pep_json_count(s->layout->size));
        json_object_set_new(object, "accesses", pep_json_count(accesses(s)));
        json_object_set_new(object, "share", json_real(pep_share(accesses(s), whole)));
        json_object_set_new(object, "hot_lines", pep_json_count(s->lines));
        json_object_set_new(object, "needed_lines", pep_json_count(s->needed));
        json_object_set_new(object, "fields", fields);
        json_array_append_new(structs, object);
    }
    json_object_set_new(root, "accesses", pep_json_count(whole));
    json_object_set_new(root, "structs", structs);
}
