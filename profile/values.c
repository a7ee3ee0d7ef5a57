#include "profile/values.h"
#include "base/buffer.h"
#include "base/file.h"
#include <stdlib.h>
#include <string.h>

void pep_values_add(struct pep_site_counts *c, const char *unit, const struct pep_function *f,
                    const struct pep_counts *counts, const void *origin)
{
    size_t first = c->count;
    for (uint32_t i = 0; i < f->nsites; i++)
        pep_array_push(c, (struct pep_site_count){.unit = unit, .function = f, .site = i, .origin = origin});
    for (size_t i = 0; i < counts->records.count; i++) {
        const struct pep_record *r = &counts->records.at[i];
        uint64_t site = r->kind == PEP_RECORD_OTHER ? r->key : r->site;
        if ((r->kind != PEP_RECORD_VALUE && r->kind != PEP_RECORD_OTHER) || site >= f->nsites)
            continue;
        struct pep_site_count *s = &c->at[first + site];
        if (r->kind == PEP_RECORD_OTHER)
            s->others = r->count;
        else if (r->count)
            pep_array_push(&s->values, (struct pep_value_count){r->key, r->count});
        s->total = pep_count_add(s->total, r->count);
    }
    size_t kept = first;
    for (size_t i = first; i < c->count; i++) {
        if (f->sites[c->at[i].site].kind != PEP_VALUE_TARGET)
            c->at[kept++] = c->at[i];
        else
            pep_array_free(&c->at[i].values);
    }
    c->count = kept;
}

static int by_count(const void *left, const void *right)
{
    const struct pep_value_count *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return a->value < b->value ? -1 : a->value > b->value;
}

static int by_total(const void *left, const void *right)
{
    const struct pep_site_count *a = left, *b = right;
    if (a->total != b->total)
        return a->total < b->total ? 1 : -1;
    int order = strcmp(a->function->name, b->function->name);
    if (!order)
        order = strcmp(a->unit, b->unit);
    return order ? order : a->site < b->site ? -1 : a->site > b->site;
}

void pep_values_rank(struct pep_site_counts *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->at[i].values.count)
            qsort(c->at[i].values.at, c->at[i].values.count, sizeof *c->at[i].values.at, by_count);
    if (c->count)
        qsort(c->at, c->count, sizeof *c->at, by_total);
}

const char *pep_values_label(const struct pep_value_site *site, uint64_t value)
{
    for (uint32_t i = 0; i < site->nlabels; i++)
        if (value - site->labels[i].low <= site->labels[i].high - site->labels[i].low)
            return site->labels[i].text;
    return NULL;
}

static void add_text(struct pep_buffer *key, const char *text)
{
    pep_buffer_add(key, text, strlen(text) + 1);
}

void pep_values_weigh(struct pep_weights *weights, const struct pep_site_counts *c)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < c->count; i++) {
        const struct pep_site_count *s = &c->at[i];
        for (size_t k = 0; k < s->values.count; k++) {
            uint64_t numbers[] = {s->site, s->values.at[k].value};
            pep_buffer_clear(&key);
            pep_buffer_add(&key, numbers, sizeof numbers);
            add_text(&key, pep_file_base(s->unit));
            add_text(&key, s->function->name);
            pep_array_push(weights, (struct pep_weight){pep_hash(key.at, key.count), s->values.at[k].count});
        }
    }
    pep_buffer_free(&key);
}

void pep_values_free(struct pep_site_counts *c)
{
    for (size_t i = 0; i < c->count; i++)
        pep_array_free(&c->at[i].values);
    pep_array_free(c);
}
