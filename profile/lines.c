#include "profile/lines.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 1 << 22 }; /* a line beyond is a broken map, not a source file */

static void raise_line(struct pep_lines *lines, uint32_t number, uint64_t count)
{
    if (!number || number > MAX_LINE)
        return;
    if (number >= lines->lines.count) {
        size_t more = number + 1 - lines->lines.count;
        (void)pep_array_push_n(&lines->lines, more);
    }
    struct pep_line *line = &lines->lines.at[number];
    if (line->stamp != lines->stamp) {
        line->count = pep_count_add(line->count, line->current);
        line->current = 0;
        line->stamp = lines->stamp;
    }
    line->has_code = true;
    if (count > line->current)
        line->current = count;
}

static void add_branch(struct pep_lines *lines, const struct pep_function *f, const struct pep_block *b,
                       const struct pep_derived *d)
{
    struct pep_line_branch branch = {.line = b->position.line,
                                     .column = b->position.column,
                                     .block = (uint32_t)(b - f->blocks.at),
                                     .stamp = lines->stamp};
    for (uint32_t i = 0; i < b->nout; i++) {
        const struct pep_edge *e = &f->edges.at[b->out[i]];
        pep_array_push(&branch.ways, (struct pep_line_way){e->kind, e->label, d->edges[b->out[i]]});
    }
    pep_array_push(&lines->branches, branch);
}

void pep_lines_add(struct pep_lines *lines, const struct pep_function *f, const struct pep_derived *d, uint32_t file)
{
    lines->stamp++;
    if (f->position.file == file)
        raise_line(lines, f->position.line, d->entries);
    for (size_t i = 0; i < f->blocks.count; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        for (uint32_t k = 0; k < b->nlines; k++) {
            if (b->lines[k].file == file)
                raise_line(lines, b->lines[k].line, d->blocks[i]);
        }
        if (b->position.file != file || !b->position.line || i == PEP_ENTRY || i == PEP_EXIT)
            continue;
        if (b->kind != PEP_BLOCK_COMPUTED) /* where all computed gotos meet is on the line of the first of them */
            raise_line(lines, b->position.line, d->blocks[i]);
        if (b->nout > 1)
            add_branch(lines, f, b, d);
    }
}

static int order_places(const struct pep_line_branch *a, const struct pep_line_branch *b)
{
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static int order_functions(const void *left, const void *right)
{
    const struct pep_line_branch *a = left, *b = right;
    int order = order_places(a, b);
    if (order)
        return order;
    if (a->stamp != b->stamp)
        return a->stamp < b->stamp ? -1 : 1;
    return a->block < b->block ? -1 : a->block > b->block;
}

/* number_branches - count those of one function that stand at one place, as where it includes a file twice. */
static void number_branches(struct pep_lines *lines)
{
    struct pep_line_branch *b = lines->branches.at;
    qsort(b, lines->branches.count, sizeof *b, order_functions);
    for (size_t i = 1; i < lines->branches.count; i++) {
        if (b[i].stamp == b[i - 1].stamp && !order_places(&b[i], &b[i - 1]))
            b[i].nth = b[i - 1].nth + 1;
    }
}

static int order_branches(const void *left, const void *right)
{
    const struct pep_line_branch *a = left, *b = right;
    int order = order_places(a, b);
    if (order)
        return order;
    if (a->nth != b->nth)
        return a->nth < b->nth ? -1 : 1;
    return a->ways.count < b->ways.count ? -1 : a->ways.count > b->ways.count;
}

/* Whether two entries are one branch, compiled into two units. */
static bool same_branch(const struct pep_line_branch *a, const struct pep_line_branch *b)
{
    if (order_places(a, b) || a->nth != b->nth || a->ways.count != b->ways.count)
        return false;
    for (size_t i = 0; i < a->ways.count; i++) {
        const struct pep_line_way *x = &a->ways.at[i], *y = &b->ways.at[i];
        if (x->kind != y->kind || !x->label != !y->label || (x->label && strcmp(x->label, y->label)))
            return false;
    }
    return true;
}

void pep_lines_finish(struct pep_lines *lines)
{
    for (size_t i = 0; i < lines->lines.count; i++) {
        struct pep_line *line = &lines->lines.at[i];
        line->count = pep_count_add(line->count, line->current);
        line->current = 0;
    }
    struct pep_line_branch *b = lines->branches.at;
    size_t kept = 0;
    if (lines->branches.count > 1) {
        number_branches(lines);
        qsort(b, lines->branches.count, sizeof *b, order_branches);
    }
    for (size_t i = 0; i < lines->branches.count; i++) {
        if (kept && same_branch(&b[kept - 1], &b[i])) {
            for (size_t w = 0; w < b[i].ways.count; w++)
                b[kept - 1].ways.at[w].count = pep_count_add(b[kept - 1].ways.at[w].count, b[i].ways.at[w].count);
            pep_array_free(&b[i].ways);
        } else {
            b[kept++] = b[i];
        }
    }
    lines->branches.count = kept;
}

const struct pep_line_branch *pep_lines_branches(size_t *n, const struct pep_lines *lines, uint32_t line)
{
    size_t low = 0, high = lines->branches.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->branches.at[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < lines->branches.count && lines->branches.at[low + *n].line == line;)
        ++*n;
    return *n ? &lines->branches.at[low] : NULL;
}

void pep_lines_free(struct pep_lines *lines)
{
    for (size_t i = 0; i < lines->branches.count; i++)
        pep_array_free(&lines->branches.at[i].ways);
    pep_array_free(&lines->branches);
    pep_array_free(&lines->lines);
    lines->stamp = 0;
}
