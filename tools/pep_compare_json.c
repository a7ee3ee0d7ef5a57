/* pep compare - for programs. */
#include "tools/pep_compare.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"

/* A share; null where it cannot be told. */
static json_t *share(double figure)
{
    return figure < 0 ? json_null() : json_real(figure);
}

static json_t *part(long double part, long double whole)
{
    return json_real(whole > 0 ? (double)(part / whole) : 0);
}

/* The first `count` figures. */
static void set_figures(json_t *object, const struct pep_figures *f, int count)
{
    static const char *const keys[PEP_FIGURES] = {"path_accuracy",    "edge_accuracy",     "edge_absolute",
                                                  "field_accuracy",   "value_accuracy",    "call_accuracy",
                                                  "subpath_accuracy", "iteration_accuracy"};
    for (int k = 0; k < count; k++)
        json_object_set_new(object, keys[k], share(f->at[k]));
}

static json_t *profile_json(const struct pep_compare_file *file)
{
    json_t *object = json_object();
    json_object_set_new(object, "file", pep_json_text(file->path));
    json_object_set_new(object, "how", pep_json_text(pep_session_how(&file->session)));
    json_object_set_new(object, "runs", pep_json_count(file->session.profile.runs));
    json_object_set_new(object, "flow", pep_json_count(file->session.flow));
    return object;
}

static json_t *estimate_json(const struct pep_compare_file *e)
{
    static const char *const kinds[PEP_COMPARE_KINDS] = {
        [PEP_COMPARE_SAME] = "compared",   [PEP_COMPARE_SHAPE] = "other_paths", [PEP_COMPARE_CHANGED] = "changed",
        [PEP_COMPARE_MISSING] = "missing", [PEP_COMPARE_EXTRA] = "extra",
    };
    const struct pep_comparison *c = &e->comparison;
    json_t *object = profile_json(e), *functions = json_object();
    set_figures(object, &c->figures, PEP_FIGURES);
    json_object_set_new(object, "hot_paths", pep_json_count(c->nhot));
    json_object_set_new(object, "hot_paths_hit", pep_json_count(c->nhit));
    json_object_set_new(object, "hot_share", part(c->hot, c->path_flow[0]));
    json_object_set_new(object, "tied", pep_json_count(c->tied));
    json_object_set_new(object, "hot_subpaths", pep_json_count(e->subpaths.nhot));
    json_object_set_new(object, "hot_subpaths_hit", pep_json_count(e->subpaths.nhit));
    for (int k = 0; k < PEP_COMPARE_KINDS; k++) {
        json_t *kind = json_object();
        json_object_set_new(kind, "functions", pep_json_count(c->nkind[k]));
        json_object_set_new(kind, "share", part(c->lost[k], k == PEP_COMPARE_EXTRA ? c->flow[1] : c->all));
        json_object_set_new(functions, kinds[k], kind);
    }
    json_object_set_new(object, "matching", functions);
    return object;
}

static json_t *function_json(const struct pep_comparison *c, const struct pep_compare_function *f)
{
    const struct pep_counted *counted = pep_compare_counted(f);
    json_t *object = json_object();
    json_object_set_new(object, "name", pep_json_text(f->name));
    json_object_set_new(object, "unit", pep_json_text(f->unit));
    json_object_set_new(object, "file", pep_json_text(pep_counted_file(counted, f->graph->position.file)));
    json_object_set_new(object, "line", json_integer(f->graph->position.line));
    json_object_set_new(object, "share", part(f->flow[0], c->flow[0]));
    json_object_set_new(object, "estimated_share", part(f->flow[1], c->flow[1]));
    set_figures(object, &f->figures, PEP_FUNCTION_FIGURES);
    return object;
}

static json_t *functions_json(const struct pep_compare *c)
{
    const struct pep_comparison *of = &c->typical->comparison;
    json_t *list = json_array();
    for (size_t i = 0; i < of->hottest.count && json_array_size(list) < c->arguments->top; i++) {
        const struct pep_compare_function *f = of->hottest.at[i];
        if (f->kind != PEP_COMPARE_CHANGED && f->flow[0] > 0)
            json_array_append_new(list, function_json(of, f));
    }
    return list;
}

static json_t *changed_json(const struct pep_comparison *c)
{
    json_t *list = json_array();
    for (size_t i = 0; i < c->hottest.count; i++) {
        const struct pep_compare_function *f = c->hottest.at[i];
        json_t *object;
        if (f->kind != PEP_COMPARE_CHANGED)
            continue;
        object = json_object();
        json_object_set_new(object, "name", pep_json_text(f->name));
        json_object_set_new(object, "unit", pep_json_text(f->unit));
        json_object_set_new(object, "share", part(f->flow[0], c->all));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *path_json(struct pep_compare *c, const struct pep_compare_path *p)
{
    const struct pep_comparison *of = &c->typical->comparison;
    const struct pep_derived_path path = {.number = p->number,
                                          .count = p->count[0],
                                          .flow = pep_count_multiply(p->count[0], p->nbranches),
                                          .nbranches = p->nbranches};
    json_t *object = pep_path_json(pep_compare_counted(&of->functions.at[p->function]), &path, UINT64_MAX, &c->sources);
    json_object_set_new(object, "share", part(p->flow[0], of->path_flow[0]));
    json_object_set_new(object, "estimated_count", pep_json_count(p->count[1]));
    json_object_set_new(object, "estimated_share", part(p->flow[1], of->path_flow[1]));
    return object;
}

void pep_compare_json(struct pep_compare *c)
{
    static const char *const names[] = {"median", "min", "max"};
    const struct pep_comparison *of = &c->typical->comparison;
    json_t *root = json_object(), *estimates = json_array(), *missed = json_array(), *wrong = json_array();
    for (size_t i = 0; i < c->count; i++)
        json_array_append_new(estimates, estimate_json(&c->estimates[i]));
    for (size_t i = 0; i < of->missed.count && i < c->arguments->top; i++)
        json_array_append_new(missed, path_json(c, &of->paths.at[of->missed.at[i]]));
    for (size_t i = 0; i < of->wrong.count && i < c->arguments->top; i++)
        json_array_append_new(wrong, path_json(c, &of->paths.at[of->wrong.at[i]]));
    json_object_set_new(root, "perfect", profile_json(c->perfect));
    json_object_set_new(root, "threshold", json_real(c->arguments->threshold));
    json_object_set_new(root, "estimates", estimates);
    for (int which = 0; which <= PEP_SPREAD_MAX; which++) {
        json_t *figures = json_object();
        set_figures(figures, &c->spread[which], PEP_FIGURES);
        json_object_set_new(root, names[which], figures);
    }
    json_object_set_new(root, "detail", pep_json_text(c->typical->path));
    json_object_set_new(root, "functions", functions_json(c));
    json_object_set_new(root, "changed", changed_json(of));
    json_object_set_new(root, "missed", missed);
    json_object_set_new(root, "wrong", wrong);
    json_object_set_new(root, "subpaths", pep_compare_subpaths_json(c));
    pep_json_print(root);
}
