/* pep report --values - as people read it, and for programs. */
#include "tools/pep_values.h"
#include "tools/pep_print.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void pep_values_of(struct pep_site_counts *c, const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *f = &s->functions.at[i];
        if (f->derived.edges)
            pep_values_add(c, f->unit->name, f->match.function, f->counts, f);
    }
    pep_values_rank(c);
}

static const struct pep_value_site *site_of(const struct pep_site_count *s)
{
    return &s->function->sites[s->site];
}

static size_t count_seen(const struct pep_site_counts *c)
{
    size_t n = 0;
    while (n < c->count && c->at[n].total)
        n++;
    return n;
}

/* --- for people --- */

/* The value as its type has it. */
static const char *value_text(char *text, size_t size, const struct pep_value_site *site, uint64_t value)
{
    snprintf(text, size, site->is_signed ? "%" PRIi64 : "%" PRIu64, value);
    return text;
}

static void print_site(const struct pep_site_count *s, uint64_t top)
{
    const struct pep_value_site *site = site_of(s);
    size_t shown = s->values.count < top ? s->values.count : (size_t)top;
    int count = pep_print_wide(5, pep_print_count(s->others)), value = 5;
    char text[24];
    bool labelled = false;
    for (size_t i = 0; i < shown; i++) {
        count = pep_print_wide(count, pep_print_count(s->values.at[i].count));
        value = pep_print_wide(value, value_text(text, sizeof text, site, s->values.at[i].value));
        labelled |= pep_values_label(site, s->values.at[i].value) != NULL;
    }
    printf("\n%s%s %s%s of %s   %s:%u   came %s\n", pep_style(PEP_STYLE_NAME),
           site->kind == PEP_VALUE_SWITCH ? "switch" : "argument", site->name, pep_style(PEP_STYLE_PLAIN),
           s->function->name, pep_print_file(pep_counted_file(s->origin, site->position.file)), site->position.line,
           pep_print_count(s->total));
    printf("%s  share  %*s  %*s%s%s\n", pep_style(PEP_STYLE_HEAD), count, "count", value, "value",
           labelled ? "  label" : "", pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < shown; i++) {
        const struct pep_value_count *v = &s->values.at[i];
        const char *label = pep_values_label(site, v->value);
        printf("%s%7s%s  %*s  %*s%s%s\n", pep_style(PEP_STYLE_HOT), pep_print_share(v->count, s->total),
               pep_style(PEP_STYLE_PLAIN), count, pep_print_count(v->count), value,
               value_text(text, sizeof text, site, v->value), label ? "  " : "", label ? label : "");
    }
    if (s->others)
        printf("%s%7s  %*s  others, that came now and then%s\n", pep_style(PEP_STYLE_DIM),
               pep_print_share(s->others, s->total), count, pep_print_count(s->others), pep_style(PEP_STYLE_PLAIN));
    if (shown < s->values.count)
        printf("%s%zu further value%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), s->values.count - shown,
               s->values.count - shown == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
}

void pep_values_print_head(const struct pep_site_counts *c)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->count; i++)
        sum = pep_count_add(sum, c->at[i].total);
    printf("%s of %s site%s reached, by %s value%s", pep_print_count(count_seen(c)), pep_print_count(c->count),
           c->count == 1 ? "" : "s", pep_print_count(sum), sum == 1 ? "" : "s");
}

void pep_values_print(const struct pep_site_counts *c, uint64_t top)
{
    size_t seen = count_seen(c);
    for (size_t i = 0; i < seen && i < top; i++)
        print_site(&c->at[i], top);
    if (seen > top)
        printf("\n%s%zu further site%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), seen - (size_t)top,
               seen - top == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
}

/* --- for programs --- */

static json_t *site_json(const struct pep_site_count *s, uint64_t top)
{
    const struct pep_value_site *site = site_of(s);
    json_t *object = json_object(), *values = json_array();
    for (size_t i = 0; i < s->values.count && i < top; i++) {
        const struct pep_value_count *v = &s->values.at[i];
        const char *label = pep_values_label(site, v->value);
        json_t *value = json_object();
        json_object_set_new(value, "value",
                            site->is_signed ? json_integer((json_int_t)v->value) : pep_json_count(v->value));
        json_object_set_new(value, "count", pep_json_count(v->count));
        json_object_set_new(value, "share", json_real(pep_share(v->count, s->total)));
        json_object_set_new(value, "label", label ? pep_json_text(label) : json_null());
        json_array_append_new(values, value);
    }
    json_object_set_new(object, "kind", pep_json_text(site->kind == PEP_VALUE_SWITCH ? "switch" : "argument"));
    json_object_set_new(object, "name", pep_json_text(site->name));
    json_object_set_new(object, "function", pep_json_text(s->function->name));
    json_object_set_new(object, "unit", pep_json_text(s->unit));
    json_object_set_new(object, "file", pep_json_text(pep_counted_file(s->origin, site->position.file)));
    json_object_set_new(object, "line", json_integer(site->position.line));
    json_object_set_new(object, "column", json_integer(site->position.column));
    json_object_set_new(object, "bits", json_integer(site->bits));
    json_object_set_new(object, "signed", json_boolean(site->is_signed));
    json_object_set_new(object, "came", pep_json_count(s->total));
    json_object_set_new(object, "others", pep_json_count(s->others));
    json_object_set_new(object, "values", values);
    return object;
}

void pep_values_json(json_t *root, const struct pep_site_counts *c, uint64_t top)
{
    json_t *sites = json_array();
    for (size_t i = 0; i < c->count && i < top; i++)
        json_array_append_new(sites, site_json(&c->at[i], top));
    json_object_set_new(root, "sites", sites);
}
