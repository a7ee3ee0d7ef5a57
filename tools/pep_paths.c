/* pep paths - the paths of a function that ran. */
#include "tools/pep_function.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include <stdio.h>

enum { ALL_ROWS = 1 << 30 };

static bool wanted(const struct pep_arguments *a, const struct pep_derived_path *path, uint64_t shown)
{
    return a->path_given ? path->number == a->path : shown < a->top;
}

/* Of a function with one path the edges tell how often it ran. */
static bool tells_edges(const struct pep_counted *c)
{
    return c->match.unit->map.event == PEP_EVENT_EDGES && !c->derived.paths.count;
}

static void print_function(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    const struct pep_derived *d = &c->derived;
    uint64_t shown = 0;
    pep_function_print_head(c);
    if (tells_edges(c)) {
        puts("; edges were counted, no paths");
        return;
    }
    printf(", %s of %s paths %s, branch flow %s\n", pep_print_count(d->paths.count), pep_print_count(c->counts->npaths),
           c->match.unit->map.how == PEP_HOW_EXHAUSTIVE ? "ran" : "were seen", pep_print_count(d->flow));
    for (size_t i = 0; i < d->paths.count; i++) {
        if (!wanted(a, &d->paths.at[i], shown))
            continue;
        shown++;
        putchar('\n');
        pep_path_print_head(c, &d->paths.at[i], d->flow, "");
        pep_path_print(c, &d->paths.at[i], sources, ALL_ROWS);
    }
    if (a->path_given && !shown)
        printf("path %llu %s\n", (unsigned long long)a->path,
               c->match.unit->map.how == PEP_HOW_EXHAUSTIVE ? "did not run" : "was not seen to run");
    if (!a->path_given && shown < d->paths.count)
        printf("\n%s%zu further path%s; --top=0 lists all%s\n", pep_style(PEP_STYLE_DIM),
               d->paths.count - (size_t)shown, d->paths.count - shown == 1 ? "" : "s", pep_style(PEP_STYLE_PLAIN));
}

static json_t *function_json(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources)
{
    json_t *object = pep_function_json(c), *paths = json_array();
    uint64_t shown = 0;
    for (size_t i = 0; i < c->derived.paths.count; i++) {
        if (!wanted(a, &c->derived.paths.at[i], shown))
            continue;
        shown++;
        json_array_append_new(paths, pep_path_json(c, &c->derived.paths.at[i], c->derived.flow, sources));
    }
    json_object_set_new(object, "entries", pep_json_count(c->derived.entries));
    json_object_set_new(object, "possible", pep_json_count(c->counts->npaths));
    json_object_set_new(object, "flow", pep_json_count(c->derived.flow));
    json_object_set_new(object, "paths", paths);
    return object;
}

static const char *lacks_path(const struct pep_counted *c, const struct pep_arguments *a)
{
    if (tells_edges(c))
        return "edges were counted, no paths; 'pep edges' shows them";
    for (size_t i = 0; a->path_given && i < c->derived.paths.count; i++)
        if (c->derived.paths.at[i].number == a->path)
            return NULL;
    return a->path_given ? "no path of that number ran" : NULL;
}

int pep_verb_paths(const struct pep_verb *verb, const struct pep_arguments *a)
{
    static const struct pep_function_view view = {.print = print_function,
                                                  .json = function_json,
                                                  .tells = pep_function_is_counted,
                                                  .why = "without counts",
                                                  .lacks = lacks_path};
    return pep_function_show(verb, a, &view);
}
