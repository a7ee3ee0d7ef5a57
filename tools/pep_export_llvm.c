/* pep export --format=llvm - a sample profile in LLVM's text form, for clang's -fprofile-sample-use and llvm-profdata:
 * of each function that ran how often it was entered, how often its lines ran, counted from the line of its name, and
 * where calls through pointers led.  Functions of one name are one, as they are there. */
#include "tools/pep_export.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum kind { ENTRY, LINE, TARGET }; /* in the order in which they are written */

struct sample {
    const char *function, *target;
    uint32_t line; /* from that of the function's name */
    uint8_t kind;
    uint64_t count;
};

struct samples {
    PEP_ARRAY(struct sample);
};

static bool knows_lines(const struct pep_counted *c)
{
    return c->derived.edges && !pep_counted_is_calls(c) && !pep_counted_is_subpaths(c);
}

/* LLVM knows the lines of a function alone, and keeps 16 bits of them. */
static bool is_kept(const struct pep_function *f, const struct pep_position *at)
{
    return at->file == f->position.file && at->line >= f->position.line && at->line - f->position.line <= UINT16_MAX;
}

static void add(struct samples *s, enum kind kind, const struct pep_function *f, const struct pep_position *at,
                const char *target, uint64_t count)
{
    if (is_kept(f, at))
        pep_array_push(s, (struct sample){f->name, target, at->line - f->position.line, (uint8_t)kind, count});
}

static bool has_line(const struct samples *s, size_t from, uint32_t line)
{
    while (from < s->count && s->at[from].line != line)
        from++;
    return from < s->count;
}

/* Of a line in several blocks the first one counts: where a line goes on in further blocks, clang gives those numbers
 * that no source tells (discriminators), and takes their counts from the blocks around. */
static void add_lines(struct samples *s, const struct pep_counted *c)
{
    const struct pep_function *f = c->match.function;
    add(s, ENTRY, f, &f->position, NULL, c->derived.entries);
    size_t first = s->count;
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        if (b == PEP_ENTRY || b == PEP_EXIT || k->kind == PEP_BLOCK_COMPUTED)
            continue;
        for (uint32_t i = 0; i <= k->nlines; i++) {
            const struct pep_position *at = i < k->nlines ? &k->lines[i] : &k->position;
            if (is_kept(f, at) && !has_line(s, first, at->line - f->position.line))
                add(s, LINE, f, at, NULL, c->derived.blocks[b]);
        }
    }
}

static void add_targets(struct samples *s, const struct pep_graph *g)
{
    for (size_t i = 0; i < g->sites.count; i++) {
        const struct pep_graph_site *site = &g->sites.at[i];
        for (size_t k = 0; k < site->count; k++) {
            const struct pep_call_edge *e = &site->edges[k];
            const struct pep_function *callee = pep_graph_node(g, e->callee)->function;
            if (callee)
                add(s, TARGET, pep_graph_node(g, e->caller)->function, &pep_graph_site(g, e)->position, callee->name,
                    e->count);
        }
    }
}

static int order(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    int names = strcmp(a->function, b->function);
    if (names || (a->kind == ENTRY) != (b->kind == ENTRY))
        return names ? names : a->kind == ENTRY ? -1 : 1;
    if (a->line != b->line || a->kind != b->kind)
        return a->line != b->line ? (a->line < b->line ? -1 : 1) : a->kind - b->kind;
    return a->kind == TARGET ? strcmp(a->target, b->target) : 0;
}

/* Adds up what is the same in several units. */
static void merge(struct samples *s)
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

/* NAME:COUNT OF ALL LINES:ENTRIES, and " LINE: COUNT [TARGET:COUNT]..." for each line */
static void write_function(struct pep_buffer *out, const struct sample *first, const struct sample *end)
{
    uint64_t all = 0;
    for (const struct sample *s = first + 1; s < end; s++)
        if (s->kind == LINE)
            all = pep_count_add(all, s->count);
    if (!all) /* nobody knows that it never runs */
        return;
    pep_buffer_printf(out, "%s:%" PRIu64 ":%" PRIu64, first->function, all, first->count);
    for (const struct sample *s = first + 1; s < end; s++) {
        if (s->kind == LINE)
            pep_buffer_printf(out, "\n %" PRIu32 ": %" PRIu64, s->line, s->count);
        else if (s[-1].line == s->line)
            pep_buffer_printf(out, " %s:%" PRIu64, s->target, s->count);
    }
    pep_buffer_addc(out, '\n');
}

void pep_export_llvm(struct pep_buffer *out, const struct pep_export *x)
{
    struct samples s = {0};
    for (size_t i = 0; i < x->session->functions.count; i++)
        if (knows_lines(&x->session->functions.at[i]))
            add_lines(&s, &x->session->functions.at[i]);
    add_targets(&s, x->graph);
    merge(&s);
    for (size_t i = 0, end; i < s.count; i = end) {
        for (end = i + 1; end < s.count && !strcmp(s.at[i].function, s.at[end].function); end++)
            continue;
        write_function(out, &s.at[i], &s.at[end]);
    }
    pep_array_free(&s);
}
