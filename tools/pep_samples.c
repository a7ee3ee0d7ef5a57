#include "tools/pep_samples.h"
#include <stdlib.h>
#include <string.h>

static bool knows_lines(const struct pep_counted *c)
{
    return c->derived.edges && !pep_counted_is_calls(c) && !pep_counted_is_subpaths(c);
}

/* Compilers look for a function's own lines, and keep 16 bits of them. */
static bool is_kept(const struct pep_function *f, const struct pep_position *at)
{
    return at->file == f->position.file && at->line >= f->position.line && at->line - f->position.line <= UINT16_MAX;
}

static void add(struct pep_samples *s, enum pep_sample_kind kind, const struct pep_function *f,
                const struct pep_position *at, const char *target, uint64_t count)
{
    if (is_kept(f, at))
        pep_array_push(s, (struct pep_sample){f->name, (uint8_t)kind, at->line - f->position.line, target, count});
}

static bool has_line(const struct pep_samples *s, size_t from, uint32_t line)
{
    while (from < s->count && s->at[from].line != line)
        from++;
    return from < s->count;
}

/* Of a line in several blocks the first one counts.  Compilers find the others by numbers of their own, which no source
 * tells (discriminators), or not at all, and take their counts from the blocks around. */
static void add_lines(struct pep_samples *s, const struct pep_counted *c)
{
    const struct pep_function *f = c->match.function;
    add(s, PEP_SAMPLE_ENTRY, f, &f->position, NULL, c->derived.entries);
    size_t first = s->count;
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        if (b == PEP_ENTRY || b == PEP_EXIT || k->kind == PEP_BLOCK_COMPUTED)
            continue;
        for (uint32_t i = 0; i <= k->nlines; i++) {
            const struct pep_position *at = i < k->nlines ? &k->lines[i] : &k->position;
            if (is_kept(f, at) && !has_line(s, first, at->line - f->position.line))
                add(s, PEP_SAMPLE_LINE, f, at, NULL, c->derived.blocks[b]);
        }
    }
}

static void add_targets(struct pep_samples *s, const struct pep_graph *g)
{
    for (size_t i = 0; i < g->sites.count; i++) {
        const struct pep_graph_site *site = &g->sites.at[i];
        for (size_t k = 0; k < site->count; k++) {
            const struct pep_call_edge *e = &site->edges[k];
            const struct pep_function *callee = pep_graph_node(g, e->callee)->function;
            if (callee)
                add(s, PEP_SAMPLE_TARGET, pep_graph_node(g, e->caller)->function, &pep_graph_site(g, e)->position,
                    callee->name, e->count);
        }
    }
}

static int order(const void *left, const void *right)
{
    const struct pep_sample *a = left, *b = right;
    int names = strcmp(a->function, b->function);
    bool entry = a->kind == PEP_SAMPLE_ENTRY;
    if (names || entry != (b->kind == PEP_SAMPLE_ENTRY))
        return names ? names : entry ? -1 : 1;
    if (a->line != b->line || a->kind != b->kind)
        return a->line != b->line ? (a->line < b->line ? -1 : 1) : a->kind - b->kind;
    return a->kind == PEP_SAMPLE_TARGET ? strcmp(a->target, b->target) : 0;
}

/* Whether a target, which comes right behind it, is one of this line's. */
static bool has_target(const struct pep_sample *line, const struct pep_sample *target)
{
    return line->kind != PEP_SAMPLE_ENTRY && line->line == target->line && !strcmp(line->function, target->function);
}

/* Adds up what is the same in several units; a target whose line is not told is left out. */
static void merge(struct pep_samples *s)
{
    size_t kept = 0;
    qsort(s->at, s->count, sizeof *s->at, order);
    for (size_t i = 0; i < s->count; i++) {
        if (kept && !order(&s->at[kept - 1], &s->at[i]))
            s->at[kept - 1].count = pep_count_add(s->at[kept - 1].count, s->at[i].count);
        else if (s->at[i].kind != PEP_SAMPLE_TARGET || (kept && has_target(&s->at[kept - 1], &s->at[i])))
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
        if (knows_lines(&x->session->functions.at[i]))
            add_lines(s, &x->session->functions.at[i]);
    add_targets(s, x->graph);
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
