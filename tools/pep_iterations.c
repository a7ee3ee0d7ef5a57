/* pep iterations - which paths follow which, over the turns of a function's loops. */
#include "tools/pep_iterations.h"
#include "profile/forest.h"
#include "tools/pep_function.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEFT 0.1 /* as in the paper's figure 4 */

double pep_trees_threshold(const struct pep_arguments *a)
{
    return a->threshold_given ? a->threshold : LEFT;
}

/* "4 4 3", good until the next call */
static const char *numbers_text(const uint64_t *paths, uint32_t n)
{
    static struct pep_buffer text;
    pep_buffer_clear(&text);
    for (uint32_t i = 0; i < n; i++)
        pep_buffer_printf(&text, "%s%llu", i ? " " : "", (unsigned long long)paths[i]);
    return pep_buffer_text(&text);
}

/* What there is to be done about a pattern. */
static const char *meaning(char *text, size_t size, uint32_t period)
{
    if (period == 1)
        snprintf(text, size, "the same way turn after turn");
    else if (period == 2)
        snprintf(text, size, "alternates: unrolled by 2, each turn goes one way");
    else
        snprintf(text, size, "repeats after %u: unrolled by %u, each turn goes one way", period, period);
    return text;
}

/* --- the roots --- */

static int by_count(const void *left, const void *right)
{
    const struct pep_tree *a = left, *b = right;
    if (a->at->count != b->at->count)
        return a->at->count < b->at->count ? 1 : -1;
    return a->at->path < b->at->path ? -1 : a->at->path > b->at->path;
}

void pep_trees_find(struct pep_trees *trees, const struct pep_sequences *s, const struct pep_arguments *a)
{
    trees->bound = pep_forest_bounds(s);
    trees->left = pep_iterations_left(s, pep_trees_threshold(a));
    for (size_t i = 0, next; i < s->count; i = next) {
        struct pep_tree tree = {
            .at = &s->at[i], .bound = trees->bound + i, .left = trees->left + i, .whole = pep_iterations_whole(s, i)};
        for (next = i + 1; next < s->count && s->at[next].length > 1; next++)
            ;
        tree.count = next - i;
        if (tree.whole)
            pep_array_push(trees, tree);
    }
    if (trees->count)
        qsort(trees->at, trees->count, sizeof *trees->at, by_count);
}

void pep_trees_free(struct pep_trees *trees)
{
    pep_array_release(trees->bound);
    pep_array_release(trees->left);
    pep_array_free(trees);
}

/* --- for people --- */

static int digits(uint64_t n)
{
    return snprintf(NULL, 0, "%s", pep_print_count(n));
}

#define AT_LEAST "at least "

static void print_tree(const struct pep_tree *t)
{
    int width = digits(t->whole);
    bool any = memchr(t->bound, true, t->count * sizeof *t->bound) != NULL;
    for (size_t i = 0; i < t->count; i++) {
        const struct pep_sequence *s = &t->at[i];
        if (!t->left[i])
            continue;
        printf("  %s%7s%s  %s%*s  %*s%s%llu%s\n", pep_style(PEP_STYLE_HOT), pep_print_share(s->count, t->whole),
               pep_style(PEP_STYLE_PLAIN),
               !any          ? ""
               : t->bound[i] ? AT_LEAST
                             : "         ",
               width, pep_print_count(s->count), 2 * (int)(s->length - 1), "",
               s->length == 1 ? pep_style(PEP_STYLE_NAME) : "", (unsigned long long)s->path,
               pep_style(PEP_STYLE_PLAIN));
    }
}

static void print_trees(const struct pep_trees *trees, const struct pep_arguments *a)
{
    if (trees->count)
        printf("\n%swhat follows a path, at least %.6g %% of the time%s\n", pep_style(PEP_STYLE_HEAD),
               100 * pep_trees_threshold(a), pep_style(PEP_STYLE_PLAIN));
    for (size_t i = 0; i < trees->count && i < a->top; i++)
        print_tree(&trees->at[i]);
    if (trees->count > a->top)
        printf("%s%zu further path%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM), trees->count - (size_t)a->top,
               trees->count - a->top == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
}

static void print_patterns(const struct pep_iterations *found, uint32_t k, const struct pep_arguments *a)
{
    uint64_t repeated = 0;
    size_t shown = 0;
    char text[80];
    for (size_t i = 0; i < found->patterns.count; i++)
        repeated = pep_count_add(repeated, found->patterns.at[i].count);
    printf("\n%s%s%s of the paths repeat%s what came before them, in patterns of up to %u path%s\n",
           pep_style(PEP_STYLE_HEAD), found->pruned ? AT_LEAST : "", pep_print_share(repeated, found->paths),
           pep_style(PEP_STYLE_PLAIN), k / 2, k / 2 == 1 ? "" : "s");
    for (; shown < found->patterns.count && shown < a->top; shown++) {
        const struct pep_pattern *p = &found->patterns.at[shown];
        if (!pep_iterations_is_part(p->count, found->paths, pep_trees_threshold(a)))
            break;
        printf("  %s%7s%s  %s%s%s  %s\n", pep_style(PEP_STYLE_HOT), pep_print_share(p->count, found->paths),
               pep_style(PEP_STYLE_PLAIN), pep_style(PEP_STYLE_NAME), numbers_text(p->paths, p->length),
               pep_style(PEP_STYLE_PLAIN), meaning(text, sizeof text, p->length));
    }
    if (shown < found->patterns.count)
        printf("%s%zu rarer pattern%s%s\n", pep_style(PEP_STYLE_DIM), found->patterns.count - shown,
               found->patterns.count - shown == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
}

static void print_hot(const struct pep_iterations *found, const struct pep_counted *c, const struct pep_arguments *a,
                      struct pep_sources *sources)
{
    for (size_t i = 0; i < found->hot.count && i < a->top; i++) {
        const struct pep_hot_sequence *h = &found->hot.at[i];
        printf("\n%s%s%s of %s   freq %s%s   %s%s%s of path %llu\n", pep_style(PEP_STYLE_NAME),
               numbers_text(h->paths, h->length), pep_style(PEP_STYLE_PLAIN), c->counts->name, h->bound ? AT_LEAST : "",
               pep_print_count(h->count), pep_style(PEP_STYLE_HOT), pep_print_share(h->count, h->whole),
               pep_style(PEP_STYLE_PLAIN), (unsigned long long)h->paths[0]);
        pep_path_print_sequence(c, h->paths, h->length, sources);
    }
    if (found->hot.count > a->top)
        printf("\n%s%zu further sequence%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM),
               found->hot.count - (size_t)a->top, found->hot.count - a->top == 1 ? "" : "s",
               pep_style(PEP_STYLE_PLAIN));
}

static void print_function(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    uint32_t k = c->match.unit->map.k;
    struct pep_iterations found = {0};
    struct pep_trees trees = {0};
    pep_trees_find(&trees, &c->counts->sequences, a);
    pep_iterations_find(&found, c->counts, &c->derived, k, pep_trees_threshold(a));
    pep_function_print_head(c);
    printf(", %s path%s ended", pep_print_count(found.paths), found.paths == 1 ? "" : "s");
    if (!k)
        puts("; built without -fpep=kpaths");
    else if (!trees.count)
        puts("; none follows another");
    else
        printf(", sequences of up to %u%s\n", k, found.pruned ? "; some were pruned, for want of memory" : "");
    print_trees(&trees, a);
    if (trees.count && k > 1)
        print_patterns(&found, k, a);
    print_hot(&found, c, a, sources);
    pep_trees_free(&trees);
    pep_iterations_free(&found);
}

/* Whether any path follows another. */
static bool has_sequences(const struct pep_counted *c)
{
    for (size_t i = 0; i < c->counts->sequences.count; i++)
        if (c->counts->sequences.at[i].length > 1)
            return true;
    return false;
}

static const char *lacks_sequences(const struct pep_counted *c, const struct pep_arguments *a)
{
    (void)a;
    return c->match.unit->map.k ? NULL : "no sequences are counted; build with -fpep=kpaths";
}

static void print_dot(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    (void)sources;
    pep_iterations_dot(c, a);
}

/* --- for programs --- */

static json_t *numbers_json(const uint64_t *paths, uint32_t n)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(list, pep_json_count(paths[i]));
    return list;
}

/* A count that is a lower bound says so. */
static void set_bound(json_t *object, bool bound)
{
    if (bound)
        json_object_set_new(object, "at_least", json_true());
}

/* node_json - the node at *i, and all below it that are left; *i moves behind them. */
static json_t *node_json(const struct pep_tree *t, size_t *i)
{
    const struct pep_sequence *s = &t->at[*i];
    bool bound = t->bound[(*i)++];
    json_t *object = json_object(), *followed = json_array();
    while (*i < t->count && t->at[*i].length > s->length) {
        if (t->left[*i])
            json_array_append_new(followed, node_json(t, i));
        else
            ++*i;
    }
    json_object_set_new(object, "path", pep_json_count(s->path));
    json_object_set_new(object, "count", pep_json_count(s->count));
    json_object_set_new(object, "share", json_real(pep_share(s->count, t->whole)));
    set_bound(object, bound);
    json_object_set_new(object, "followed", followed);
    return object;
}

static json_t *patterns_json(const struct pep_iterations *found, const struct pep_arguments *a)
{
    json_t *list = json_array();
    for (size_t i = 0; i < found->patterns.count && i < a->top; i++) {
        const struct pep_pattern *p = &found->patterns.at[i];
        json_t *object = json_object();
        json_object_set_new(object, "paths", numbers_json(p->paths, p->length));
        json_object_set_new(object, "count", pep_json_count(p->count));
        json_object_set_new(object, "share", json_real(pep_share(p->count, found->paths)));
        set_bound(object, found->pruned);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *hot_json(const struct pep_iterations *found, const struct pep_counted *c, const struct pep_arguments *a,
                        struct pep_sources *sources)
{
    json_t *list = json_array();
    for (size_t i = 0; i < found->hot.count && i < a->top; i++) {
        const struct pep_hot_sequence *h = &found->hot.at[i];
        json_t *object = json_object();
        json_object_set_new(object, "paths", numbers_json(h->paths, h->length));
        json_object_set_new(object, "count", pep_json_count(h->count));
        json_object_set_new(object, "share", json_real(pep_share(h->count, h->whole)));
        set_bound(object, h->bound);
        json_object_set_new(object, "flow", pep_json_count(h->flow));
        json_object_set_new(object, "steps", pep_path_steps(c, h->paths, h->length, sources));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *function_json(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    struct pep_iterations found = {0};
    struct pep_trees trees = {0};
    json_t *object = pep_function_json(c), *roots = json_array();
    pep_trees_find(&trees, &c->counts->sequences, a);
    pep_iterations_find(&found, c->counts, &c->derived, c->match.unit->map.k, pep_trees_threshold(a));
    for (size_t i = 0, n = 0; i < trees.count && i < a->top; i++, n = 0)
        json_array_append_new(roots, node_json(&trees.at[i], &n));
    json_object_set_new(object, "k", json_integer(c->match.unit->map.k));
    json_object_set_new(object, "entries", pep_json_count(c->derived.entries));
    json_object_set_new(object, "ended", pep_json_count(found.paths));
    json_object_set_new(object, "threshold", json_real(pep_trees_threshold(a)));
    json_object_set_new(object, "roots", roots);
    json_object_set_new(object, "patterns", patterns_json(&found, a));
    json_object_set_new(object, "sequences", hot_json(&found, c, a, sources));
    pep_trees_free(&trees);
    pep_iterations_free(&found);
    return object;
}

int pep_verb_iterations(const struct pep_verb *verb, const struct pep_arguments *a)
{
    static const struct pep_function_view dot = {.print = print_dot, .json = function_json, .lacks = lacks_sequences};
    static const struct pep_function_view view = {.print = print_function,
                                                  .json = function_json,
                                                  .tells = has_sequences,
                                                  .why = "no path follows another, or built without -fpep=kpaths",
                                                  .lacks = lacks_sequences};
    if (a->format && strcmp(a->format, "dot") != 0)
        return pep_verb_usage(verb, "--format is dot, not '%s'", a->format);
    if (a->format && a->json)
        return pep_verb_usage(verb, "--format or --json, not both");
    return pep_function_show(verb, a, a->format ? &dot : &view);
}
