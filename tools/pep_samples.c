#include "tools/pep_samples.h"
#include "profile/parts.h"
#include <stdlib.h>
#include <string.h>

struct adding {
    struct pep_samples *samples;
    const struct pep_counted *of;
    const struct pep_graph *graph;
};

/* The targets of calls that stand in that part. */
static void add_targets(const struct adding *a, const struct pep_part *part, struct pep_sample sample)
{
    const struct pep_graph *g = a->graph;
    sample.kind = PEP_SAMPLE_TARGET;
    for (size_t i = 0; i < g->sites.count; i++) {
        const struct pep_graph_site *site = &g->sites.at[i];
        const struct pep_call_site *call = pep_graph_site(g, site->edges);
        if (pep_graph_node(g, site->edges->caller)->function != a->of->match.function || call->block != part->block ||
            call->position.line != part->at->line)
            continue;
        for (size_t k = 0; k < site->count; k++) {
            const struct pep_function *callee = pep_graph_node(g, site->edges[k].callee)->function;
            sample.target = callee ? callee->name : NULL;
            sample.count = site->edges[k].count;
            if (callee)
                pep_array_push(a->samples, sample);
        }
    }
}

static void add_part(const struct pep_part *part, void *data)
{
    const struct adding *a = data;
    struct pep_sample sample = {.function = a->of->match.function->name,
                                .kind = PEP_SAMPLE_LINE,
                                .line = part->line,
                                .part = part->part,
                                .is_whole = part->is_whole,
                                .count = part->count};
    pep_array_push(a->samples, sample);
    add_targets(a, part, sample);
}

static void add_function(struct pep_samples *s, const struct pep_counted *c, const struct pep_graph *g)
{
    const struct pep_function *f = c->match.function;
    struct adding a = {s, c, g};
    pep_array_push(s, (struct pep_sample){.function = f->name, .kind = PEP_SAMPLE_ENTRY, .count = c->derived.entries});
    pep_parts_of(f, c->derived.edges, add_part, &a);
}

static int order(const void *left, const void *right)
{
    const struct pep_sample *a = left, *b = right;
    int names = strcmp(a->function, b->function);
    bool entry = a->kind == PEP_SAMPLE_ENTRY;
    if (names || entry != (b->kind == PEP_SAMPLE_ENTRY))
        return names ? names : entry ? -1 : 1;
    if (a->line != b->line || a->part != b->part)
        return (a->line != b->line ? a->line < b->line : a->part < b->part) ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind - b->kind;
    return a->kind == PEP_SAMPLE_TARGET ? strcmp(a->target, b->target) : 0;
}

/* Adds up what is the same in several units. */
static void merge(struct pep_samples *s)
{
    size_t kept = 0;
    qsort(s->at, s->count, sizeof *s->at, order);
    for (size_t i = 0; i < s->count; i++) {
        if (kept && !order(&s->at[kept - 1], &s->at[i]))
            s->at[kept - 1].count = pep_count_add(s->at[kept - 1].count, s->at[i].count);
        else
            s->at[kept++] = s->at[i];
    }
    s->count = kept;
}

static void drop_idle(struct pep_samples *s)
{
    size_t kept = 0;
    for (size_t i = 0, end; i < s->count; i = end) {
        uint64_t all;
        end = pep_samples_function(s, i, &all);
        if (!all)
            continue;
        memmove(&s->at[kept], &s->at[i], (end - i) * sizeof *s->at);
        kept += end - i;
    }
    s->count = kept;
}

void pep_samples_of(struct pep_samples *s, const struct pep_export *x)
{
    for (size_t i = 0; i < x->session->functions.count; i++)
        if (pep_counted_knows_edges(&x->session->functions.at[i]))
            add_function(s, &x->session->functions.at[i], x->graph);
    if (s->count)
        merge(s);
    drop_idle(s);
}

size_t pep_samples_function(const struct pep_samples *s, size_t first, uint64_t *all)
{
    size_t end = first;
    for (*all = 0; end < s->count && !strcmp(s->at[first].function, s->at[end].function); end++)
        if (s->at[end].kind == PEP_SAMPLE_LINE)
            *all = pep_count_add(*all, s->at[end].count);
    return end;
}

void pep_samples_free(struct pep_samples *s)
{
    pep_array_free(s);
}
