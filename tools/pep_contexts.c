/* pep calls --contexts - calls told apart by the chain of their callers. */
#include "tools/pep_calls.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The contexts that are shown: those that match and are hottest, with all of their callers. */
struct view {
    const struct pep_graph *g;
    bool *shown;     /* of each context */
    uint32_t *order; /* contexts by parent, the hottest first, then by name */
    size_t count;
    size_t left; /* that match and are not shown */
};

static const struct pep_graph *ranked;

static uint32_t depth_of(const struct pep_contexts *c, uint32_t at)
{
    uint32_t depth = 0;
    for (; c->at[at].parent != PEP_NO_CONTEXT; at = c->at[at].parent)
        depth++;
    return depth;
}

static int by_heat(uint32_t a, uint32_t b)
{
    const struct pep_context_node *x = &ranked->contexts.at[a], *y = &ranked->contexts.at[b];
    if (x->all != y->all)
        return x->all < y->all ? 1 : -1;
    int order = strcmp(ranked->names[x->node], ranked->names[y->node]);
    return order ? order : a < b ? -1 : a > b;
}

static int by_parent(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint32_t x = ranked->contexts.at[a].parent + 1, y = ranked->contexts.at[b].parent + 1;
    return x != y ? (x < y ? -1 : 1) : by_heat(a, b);
}

static int hotter(const void *left, const void *right)
{
    return by_heat(*(const uint32_t *)left, *(const uint32_t *)right);
}

/* find_view - gives false where no context matches. */
static bool find_view(struct view *v, struct pep_arena *arena, const struct pep_graph *g, const char *glob,
                      uint64_t top, uint64_t depth)
{
    uint32_t n = (uint32_t)g->contexts.count, matches = 0;
    uint32_t *found = PEP_NEW_N(arena, uint32_t, n + 1);
    *v = (struct view){g, PEP_NEW_N(arena, bool, n + 1), PEP_NEW_N(arena, uint32_t, n + 1), n, 0};
    for (uint32_t i = 0; i < n; i++) {
        v->order[i] = i;
        if (pep_graph_matches(g, g->contexts.at[i].node, glob) && depth_of(&g->contexts, i) < depth)
            found[matches++] = i;
    }
    ranked = g;
    qsort(v->order, n, sizeof *v->order, by_parent);
    qsort(found, matches, sizeof *found, hotter);
    for (uint32_t i = 0; i < matches && i < top; i++)
        for (uint32_t k = found[i]; k != PEP_NO_CONTEXT && !v->shown[k]; k = g->contexts.at[k].parent)
            v->shown[k] = true;
    for (uint32_t i = 0; i < matches; i++)
        v->left += !v->shown[found[i]];
    return matches;
}

/* The place in order[] of the first context below this one; those that are follow it. */
static size_t first_below(const struct view *v, uint32_t parent)
{
    size_t low = 0, high = v->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->g->contexts.at[v->order[middle]].parent + 1 < parent + 1)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_below(const struct view *v, size_t at, uint32_t parent)
{
    return at < v->count && v->g->contexts.at[v->order[at]].parent == parent;
}

static void print_below(const struct view *v, uint32_t parent, int width, int depth)
{
    for (size_t i = first_below(v, parent); is_below(v, i, parent); i++) {
        const struct pep_context_node *c = &v->g->contexts.at[v->order[i]];
        if (!v->shown[v->order[i]])
            continue;
        printf("%s%7s%s  %*s  %*s%s%s%s\n", pep_style(PEP_STYLE_HOT), pep_print_share(c->all, v->g->contexts.total),
               pep_style(PEP_STYLE_PLAIN), width, c->called ? pep_print_count(c->called) : "-", 2 * depth, "",
               pep_style(PEP_STYLE_NAME), v->g->names[c->node], pep_style(PEP_STYLE_PLAIN));
        print_below(v, v->order[i], width, depth + 1);
    }
}

bool pep_contexts_print(const struct pep_graph *g, const char *glob, uint64_t top, uint64_t depth)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct view v;
    int width = 6;
    bool found = find_view(&v, &arena, g, glob, top, depth), unseen = false;
    for (size_t i = 0; i < g->contexts.count; i++) {
        int n = (int)strlen(pep_print_count(g->contexts.at[i].called));
        width = v.shown[i] && n > width ? n : width;
        unseen |= v.shown[i] && !g->contexts.at[i].called;
    }
    if (found) {
        printf("\n%s  share  %*s  context%s\n", pep_style(PEP_STYLE_HEAD), width, "called", pep_style(PEP_STYLE_PLAIN));
        print_below(&v, PEP_NO_CONTEXT, width, 0);
    }
    if (unseen)
        printf("%s- it was active, and no sample tells here how often it was called%s\n", pep_style(PEP_STYLE_DIM),
               pep_style(PEP_STYLE_PLAIN));
    if (v.left)
        printf("%s%zu further context%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), v.left,
               v.left == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
    pep_arena_free(&arena);
    return found;
}

static json_t *below_json(const struct view *v, uint32_t parent)
{
    json_t *list = json_array();
    for (size_t i = first_below(v, parent); is_below(v, i, parent); i++) {
        const struct pep_context_node *c = &v->g->contexts.at[v->order[i]];
        const struct pep_call_node *n = pep_graph_node(v->g, c->node);
        if (!v->shown[v->order[i]])
            continue;
        json_t *object = json_object();
        json_object_set_new(object, "name", pep_json_text(n->name));
        json_object_set_new(object, "unit", n->map ? pep_json_text(n->map->name) : json_null());
        json_object_set_new(object, "called", pep_json_count(c->called));
        json_object_set_new(object, "all", pep_json_count(c->all));
        json_object_set_new(object, "share", json_real(pep_share(c->all, v->g->contexts.total)));
        json_object_set_new(object, "callees", below_json(v, v->order[i]));
        json_array_append_new(list, object);
    }
    return list;
}

bool pep_contexts_json(json_t *root, const struct pep_graph *g, const char *glob, uint64_t top, uint64_t depth)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct view v;
    bool found = find_view(&v, &arena, g, glob, top, depth);
    json_object_set_new(root, "contexts", below_json(&v, PEP_NO_CONTEXT));
    pep_arena_free(&arena);
    return found;
}
