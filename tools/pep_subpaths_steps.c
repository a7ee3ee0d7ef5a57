/* pep_subpaths_steps.c - a subpath as people read it: source lines through functions, what repeats folded. */
#include "tools/pep_path.h"
#include "tools/pep_subpaths.h"

struct folding {
    struct pep_steps *steps;
    const struct pep_hot_subpaths *hot;
    uint32_t places[PEP_SUBPATH_LONGEST], count;
    uint16_t *same; /* of each distance and place: so many from there on are those that are as far behind them */
    bool fresh;     /* the next block begins a row */
};

static uint16_t *same_at(const struct folding *f, uint32_t distance, uint32_t at)
{
    return &f->same[(size_t)(distance - 1) * (f->count + 1) + at];
}

static void find_same(struct folding *f)
{
    f->same = pep_array_grow(NULL, 0, &(size_t){0}, (size_t)(f->count / 2 + 1) * (f->count + 1), sizeof *f->same);
    for (uint32_t d = 1; d <= f->count / 2; d++) {
        *same_at(f, d, f->count) = 0;
        for (uint32_t i = f->count; i--;) {
            bool same = i + d < f->count && f->places[i] == f->places[i + d];
            *same_at(f, d, i) = same ? (uint16_t)(*same_at(f, d, i + 1) + 1) : 0;
        }
    }
}

static const struct pep_counted *function_at(const struct folding *f, uint32_t at)
{
    return f->hot->counted[f->places[at]];
}

static uint32_t block_at(const struct folding *f, uint32_t at)
{
    return f->hot->subpaths->places.at[f->places[at]].block;
}

/* The edge that leads to the block that came next; NULL where that is not of this activation, as far as one can see. */
static const struct pep_edge *edge_from(const struct folding *f, uint32_t at)
{
    if (at + 1 >= f->count || function_at(f, at) != function_at(f, at + 1))
        return NULL;
    const struct pep_function *graph = function_at(f, at)->match.function;
    const struct pep_block *b = &graph->blocks.at[block_at(f, at)];
    for (uint32_t i = 0; i < b->nout; i++)
        if (graph->edges.at[b->out[i]].dst == block_at(f, at + 1))
            return &graph->edges.at[b->out[i]];
    return NULL;
}

/* The line that shows what a block does: behind the function's head. */
static struct pep_position first_line(const struct pep_function *f, const struct pep_block *b,
                                      struct pep_position first)
{
    bool head = first.line == f->position.line && b->nlines > 1 && b->lines[1].file == first.file;
    return head ? b->lines[1] : first;
}

/* add_block - a row, or more of the row before where that ends on the line that the block begins on. */
static void add_block(struct folding *f, uint32_t at)
{
    const struct pep_counted *c = function_at(f, at);
    const struct pep_function *graph = c->match.function;
    const struct pep_block *b = &graph->blocks.at[block_at(f, at)];
    const struct pep_edge *e = edge_from(f, at);
    struct pep_position first = b->nlines ? b->lines[0] : b->position; /* of a branch its condition, which is behind */
    struct pep_position text = b->nout > 1 && b->position.line ? b->position : first_line(graph, b, first);
    struct pep_step *last = f->fresh ? NULL : pep_array_last(f->steps);
    if (!first.line)
        return;
    f->steps->in = c;
    if (!last || last->function != c || last->position.file != first.file || last->last != first.line) {
        last = pep_steps_add(f->steps, text);
        last->first = first.line;
    }
    for (uint32_t i = 0; i < b->nlines; i++)
        if (b->lines[i].file == text.file && b->lines[i].line > last->last)
            last->last = b->lines[i].line;
    if (text.file == last->position.file && text.line > last->last)
        last->last = text.line;
    if (last->first > last->last)
        last->first = last->last;
    if (e && pep_derive_is_branch(graph, e)) {
        last->position = text;
        pep_buffer_printf(&last->outcome, "%s%s", last->outcome.count ? ", " : "", pep_path_outcome(e));
    }
    f->fresh = false;
}

/* fold - the blocks from `at` up to `end`: where some repeat themselves, those that take the most room. */
static void fold(struct folding *f, uint32_t at, uint32_t end)
{
    while (at < end) {
        uint32_t length = 0, times = 1;
        for (uint32_t d = 1; d <= (end - at) / 2; d++) {
            uint32_t same = *same_at(f, d, at), room = end - at - d;
            uint32_t turns = 1 + (same < room ? same : room) / d;
            if (turns > 1 && turns * d > times * length) {
                length = d;
                times = turns;
            }
        }
        f->fresh |= times > 1;
        if (times == 1) {
            add_block(f, at++);
            continue;
        }
        pep_steps_repeat(f->steps, times);
        fold(f, at, at + length);
        pep_steps_end(f->steps);
        f->fresh = true;
        at += length * times;
    }
}

void pep_subpaths_steps(struct pep_steps *steps, const struct pep_hot_subpaths *hot, uint32_t at)
{
    struct folding f = {.steps = steps, .hot = hot, .fresh = true};
    steps->named = true;
    f.count = pep_subpaths_expand(f.places, hot->subpaths, at);
    find_same(&f);
    fold(&f, 0, f.count);
    pep_array_release(f.same);
}
