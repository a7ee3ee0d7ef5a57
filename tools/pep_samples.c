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
    return at->file == f->position.file && at->line >= f->position.line && at->line <= f->end_line &&
           at->line - f->position.line <= UINT16_MAX;
}

/* Whether the block is a loop's header, and how often the loop was entered. */
static bool is_header(const struct pep_counted *c, const struct pep_block *k, uint64_t *entered)
{
    const struct pep_function *f = c->match.function;
    bool any = false;
    *entered = 0;
    for (uint32_t i = 0; i < k->nin; i++) {
        bool back = f->edges.at[k->in[i]].cut == PEP_CUT_BACK;
        any |= back;
        *entered = pep_count_add(*entered, back ? 0 : c->derived.edges[k->in[i]]);
    }
    return any;
}

/* The targets of calls that stand in that block and line. */
static void add_targets(struct pep_samples *s, const struct pep_graph *g, struct pep_sample at, uint32_t block,
                        const struct pep_counted *c, uint32_t line)
{
    for (size_t i = 0; i < g->sites.count; i++) {
        const struct pep_graph_site *site = &g->sites.at[i];
        const struct pep_call_site *call = pep_graph_site(g, site->edges);
        if (pep_graph_node(g, site->edges->caller)->function != c->match.function || call->block != block ||
            call->position.line != line)
            continue;
        for (size_t k = 0; k < site->count; k++) {
            const struct pep_function *callee = pep_graph_node(g, site->edges[k].callee)->function;
            at.kind = PEP_SAMPLE_TARGET;
            at.target = callee ? callee->name : NULL;
            at.count = site->edges[k].count;
            if (callee)
                pep_array_push(s, at);
        }
    }
}

/* clang counts the blocks that a line lies in, in order, and the line of a loop's condition lies in the block in front
 * of the loop as well, which jumps there. */
static void add_function(struct pep_samples *s, const struct pep_counted *c, const struct pep_graph *g)
{
    const struct pep_function *f = c->match.function;
    struct pep_arena arena = {0};
    uint32_t lines = f->end_line > f->position.line ? f->end_line - f->position.line + 1 : 1;
    struct {
        uint32_t parts, block; /* how many, and which was last */
    } *seen = pep_arena_alloc(&arena, lines * sizeof *seen);
    struct pep_sample sample = {.function = f->name, .kind = PEP_SAMPLE_ENTRY, .count = c->derived.entries};
    pep_array_push(s, sample);
    sample.kind = PEP_SAMPLE_LINE;
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        if (b == PEP_ENTRY || b == PEP_EXIT || k->kind == PEP_BLOCK_COMPUTED)
            continue;
        for (uint32_t i = 0; i <= k->nlines; i++) {
            const struct pep_position *at = i < k->nlines ? &k->lines[i] : &k->position;
            sample.line = at->line - f->position.line;
            if (!is_kept(f, at) || seen[sample.line].block == b)
                continue;
            uint32_t *part = &seen[sample.line].parts;
            seen[sample.line].block = b;
            sample.is_whole = false;
            if (!i && !*part && is_header(c, k, &sample.count)) {
                sample.part = (*part)++;
                pep_array_push(s, sample);
                sample.is_whole = true;
            }
            sample.is_whole |= !*part;
            sample.part = (*part)++;
            sample.count = c->derived.blocks[b];
            pep_array_push(s, sample);
            add_targets(s, g, sample, b, c, at->line);
        }
    }
    pep_arena_free(&arena);
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
        if (knows_lines(&x->session->functions.at[i]))
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
