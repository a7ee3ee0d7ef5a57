/* pep edges - the branches of a function, with the count of each way out. */
#include "tools/pep_function.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The blocks of a function with several ways out, in the order of the source. */
static int in_source_order(const void *left, const void *right)
{
    const struct pep_block *a = *(const struct pep_block *const *)left, *b = *(const struct pep_block *const *)right;
    if (a->position.file != b->position.file)
        return a->position.file < b->position.file ? -1 : 1;
    if (a->position.line != b->position.line)
        return a->position.line < b->position.line ? -1 : 1;
    if (a->position.column != b->position.column)
        return a->position.column < b->position.column ? -1 : 1;
    return a < b ? -1 : a > b;
}

static size_t list_branches(const struct pep_block ***list, const struct pep_function *f)
{
    size_t n = 0;
    *list = pep_array_grow(NULL, 0, &(size_t){0}, f->blocks.count + 1, sizeof **list);
    for (size_t i = 0; i < f->blocks.count; i++) {
        if (f->blocks.at[i].nout > 1)
            (*list)[n++] = &f->blocks.at[i];
    }
    if (n)
        qsort(*list, n, sizeof **list, in_source_order);
    return n;
}

static uint64_t sum_out(const struct pep_counted *c, const struct pep_block *b)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < b->nout; i++)
        sum = pep_count_add(sum, c->derived.edges[b->out[i]]);
    return sum;
}

static void print_source(const struct pep_counted *c, struct pep_position at, struct pep_sources *sources)
{
    size_t length;
    const struct pep_source_file *file = pep_source_open(sources, pep_counted_file(c, at.file), c->match.unit);
    const char *s = pep_source_line(&length, file, at.line);
    while (s && length && (unsigned char)*s <= ' ')
        s++, length--;
    if (s)
        pep_print_cut(s, length, pep_print_width() - 30);
}

static void print_function(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    (void)a;
    const struct pep_function *f = c->match.function;
    const char *never = c->match.unit->map.how == PEP_HOW_EXHAUSTIVE ? "never" : "unseen";
    const struct pep_block **branches;
    size_t n = list_branches(&branches, f);
    pep_function_print_head(c);
    printf(", %zu branch%s%s\n", n, n == 1 ? "" : "es",
           c->derived.unbalanced ? ", flow is not conserved (left by longjmp or exit)" : "");
    for (size_t i = 0; i < n; i++) {
        const struct pep_block *b = branches[i];
        uint64_t whole = sum_out(c, b);
        char place[512];
        snprintf(place, sizeof place, "%s:%u:%u", pep_counted_file(c, b->position.file), b->position.line,
                 b->position.column);
        int width = 24;
        for (uint32_t k = 0; k < b->nout; k++)
            width = pep_print_wide(width, pep_path_outcome(&f->edges.at[b->out[k]]));
        printf("\n  %s%-20s%s  ", pep_style(PEP_STYLE_DIM), place, pep_style(PEP_STYLE_PLAIN));
        print_source(c, b->position, sources);
        putchar('\n');
        for (uint32_t k = 0; k < b->nout; k++) {
            const struct pep_edge *e = &f->edges.at[b->out[k]];
            uint64_t count = c->derived.edges[b->out[k]];
            printf("    %-*s %15s  %7s%s\n", pep_print_field(width, pep_path_outcome(e)), pep_path_outcome(e),
                   pep_print_count(count), whole ? pep_print_share(count, whole) : never,
                   e->cut ? "  ends a path" : "");
        }
    }
    pep_array_release(branches);
}

static json_t *function_json(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    (void)a;
    (void)sources;
    const struct pep_function *f = c->match.function;
    json_t *object = pep_function_json(c), *edges = json_array(), *counted_by = json_array();
    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        const struct pep_block *b = &f->blocks.at[e->src];
        json_t *edge = json_object();
        json_object_set_new(edge, "index", json_integer((json_int_t)i));
        json_object_set_new(edge, "from", json_integer(e->src));
        json_object_set_new(edge, "to", json_integer(e->dst));
        json_object_set_new(edge, "file", pep_json_text(pep_counted_file(c, b->position.file)));
        json_object_set_new(edge, "line", json_integer(b->position.line));
        json_object_set_new(edge, "column", json_integer(b->position.column));
        json_object_set_new(edge, "outcome", pep_json_text(pep_path_outcome(e)));
        json_object_set_new(edge, "branch", json_boolean(pep_derive_is_branch(f, e)));
        json_object_set_new(edge, "ends_path", json_boolean(e->cut != PEP_CUT_NONE));
        json_object_set_new(edge, "count", pep_json_count(c->derived.edges[i]));
        json_array_append_new(edges, edge);
    }
    json_object_set_new(object, "cfg_hash", pep_json_hash(c->counts->cfg_hash));
    json_object_set_new(object, "entries", pep_json_count(c->derived.entries));
    json_object_set_new(object, "unbalanced", json_integer(c->derived.unbalanced));
    json_object_set_new(object, "edges", edges);
    for (uint32_t i = 0; i < f->ncallers; i++)
        json_array_append_new(counted_by, pep_json_text(c->match.unit->map.functions[f->callers[i].function]->name));
    json_object_set_new(object, "counted_by", counted_by);
    return object;
}

int pep_verb_edges(const struct pep_verb *verb, const struct pep_arguments *a)
{
    static const struct pep_function_view view = {
        .print = print_function, .json = function_json, .tells = pep_function_is_counted, .why = "without counts"};
    return pep_function_show(verb, a, &view);
}
