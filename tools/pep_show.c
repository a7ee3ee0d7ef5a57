/* pep show - profiles as text or JSON. */
#include "profile/text.h"
#include "tools/pep_print.h"
#include "tools/pep_sampled.h"
#include "tools/pep_session.h"
#include "tools/pep_subpaths.h"
#include <fnmatch.h>
#include <stdio.h>

/* keep_functions - drop what does not match; the order stays.  Contexts are chains of functions and go as a whole, and
 * so do subpaths. */
static void keep_functions(struct pep_profile *p, const char *glob)
{
    for (size_t u = 0; u < p->units.count; u++) {
        struct pep_unit_counts *unit = &p->units.at[u];
        size_t kept = 0;
        for (size_t i = 0; i < unit->functions.count; i++) {
            if (!fnmatch(glob, unit->functions.at[i].name, 0)) {
                unit->functions.at[kept++] = unit->functions.at[i];
                continue;
            }
            pep_array_free(&unit->functions.at[i].records);
            pep_array_free(&unit->functions.at[i].sequences);
        }
        unit->functions.count = kept;
    }
    for (size_t i = 0; i < p->contexts.count; i++)
        pep_array_free(&p->contexts.at[i].records);
    p->contexts.count = 0;
    pep_subpaths_free(&p->subpaths);
}

/* [[path, ...], count] of each that has two paths at least. */
static json_t *sequences_json(const struct pep_sequences *s)
{
    json_t *list = json_array(), *way = json_array();
    for (size_t i = 0; i < s->count; i++) {
        while (json_array_size(way) >= s->at[i].length)
            json_array_remove(way, json_array_size(way) - 1);
        json_array_append_new(way, pep_json_count(s->at[i].path));
        if (s->at[i].length > 1) {
            json_t *row = json_array();
            json_array_append_new(row, json_copy(way));
            json_array_append_new(row, pep_json_count(s->at[i].count));
            json_array_append_new(list, row);
        }
    }
    json_decref(way);
    return list;
}

/* What stands in front of the count: site, and key or name. */
static json_t *record_json(const struct pep_profile *p, const struct pep_record *r)
{
    json_t *row = json_array();
    if (r->kind == PEP_RECORD_VALUE || r->kind == PEP_RECORD_TARGET)
        json_array_append_new(row, json_integer(r->site));
    json_array_append_new(row, r->kind == PEP_RECORD_TARGET ? pep_json_text(pep_profile_name(p, r->key))
                                                            : pep_json_count(r->key));
    json_array_append_new(row, pep_json_count(r->count));
    return row;
}

/* A list a kind. */
static void set_records(json_t *object, const struct pep_profile *p, const struct pep_records *records)
{
    static const char *const lists[] = {
        [PEP_RECORD_PATH] = "paths",   [PEP_RECORD_EDGE] = "edges",     [PEP_RECORD_VALUE] = "values",
        [PEP_RECORD_OTHER] = "others", [PEP_RECORD_TARGET] = "targets", [PEP_RECORD_BLOCK] = "blocks"};
    for (uint32_t kind = PEP_RECORD_PATH; kind <= PEP_RECORD_BLOCK; kind++)
        json_object_set_new(object, lists[kind], json_array());
    for (size_t i = 0; i < records->count; i++) {
        const struct pep_record *r = &records->at[i];
        json_array_append_new(json_object_get(object, lists[r->kind]), record_json(p, r));
    }
}

static json_t *function_json(const struct pep_profile *p, const struct pep_counts *f)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", pep_json_text(f->name));
    json_object_set_new(object, "index", json_integer(f->index));
    json_object_set_new(object, "cfg_hash", pep_json_hash(f->cfg_hash));
    json_object_set_new(object, "possible", pep_json_count(f->npaths));
    set_records(object, p, &f->records);
    json_object_set_new(object, "sequences", sequences_json(&f->sequences));
    return object;
}

/* In the order of the profile: of a single block its place, of others the indices of the halves. */
static json_t *subpaths_json(const struct pep_subpaths *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->count; i++) {
        const struct pep_subpath *at = &s->at[i];
        json_t *object = json_object();
        if (at->n) {
            json_object_set_new(object, "left", json_integer(at->left));
            json_object_set_new(object, "right", json_integer(at->right));
        } else {
            json_object_set_new(object, "unit", pep_json_hash(s->places.at[i].unit));
            json_object_set_new(object, "function", json_integer(s->places.at[i].function));
            json_object_set_new(object, "block", json_integer(s->places.at[i].block));
        }
        json_object_set_new(object, "samples", pep_json_count(at->samples));
        json_object_set_new(object, "count", pep_json_count(at->estimate));
        json_object_set_new(object, "variance", pep_json_count(at->variance));
        json_array_append_new(list, object);
    }
    return list;
}

/* In the order of the profile: a caller by its index, which is less. */
static json_t *contexts_json(const struct pep_profile *p)
{
    json_t *list = json_array();
    for (size_t i = 0; i < p->contexts.count; i++) {
        const struct pep_context *c = &p->contexts.at[i];
        const struct pep_counts *f = pep_profile_find_function(p, c->unit, c->function);
        json_t *object = json_object();
        if (c->parent != PEP_NO_CONTEXT)
            json_object_set_new(object, "parent", json_integer(c->parent));
        json_object_set_new(object, "name", pep_json_text(f ? f->name : ""));
        json_object_set_new(object, "unit", pep_json_hash(c->unit));
        json_object_set_new(object, "function", json_integer(c->function));
        set_records(object, p, &c->records);
        json_array_append_new(list, object);
    }
    return list;
}

static void print_json(const struct pep_session *s)
{
    const struct pep_profile *p = &s->profile;
    json_t *root = json_object(), *units = json_array(), *binaries = json_array();
    for (size_t i = 0; i < p->binaries.count; i++)
        json_array_append_new(binaries, pep_json_text(p->binaries.at[i]));
    for (size_t u = 0; u < p->units.count; u++) {
        const struct pep_unit_counts *unit = &p->units.at[u];
        json_t *object = json_object(), *functions = json_array();
        for (size_t i = 0; i < unit->functions.count; i++)
            json_array_append_new(functions, function_json(p, &unit->functions.at[i]));
        json_object_set_new(object, "hash", pep_json_hash(unit->hash));
        json_object_set_new(object, "name", pep_json_text(unit->name));
        json_object_set_new(object, "directory", pep_json_text(unit->directory));
        json_object_set_new(object, "functions", functions);
        json_array_append_new(units, object);
    }
    json_object_set_new(root, "runs", pep_json_count(p->runs));
    json_object_set_new(root, "lost", pep_json_count(p->lost));
    json_object_set_new(root, "samples", pep_json_count(p->samples));
    json_object_set_new(root, "first", pep_json_count(p->first));
    json_object_set_new(root, "last", pep_json_count(p->last));
    json_object_set_new(root, "binaries", binaries);
    json_object_set_new(root, "sampling", pep_sampled_json(s));
    json_object_set_new(root, "units", units);
    if (p->contexts.count)
        json_object_set_new(root, "contexts", contexts_json(p));
    if (p->subpaths.totals.count) {
        json_object_set_new(root, "subpath_totals", pep_subpaths_totals_json(&p->subpaths));
        json_object_set_new(root, "subpaths", subpaths_json(&p->subpaths));
    }
    pep_json_print(root);
}

int pep_verb_show(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct pep_session session = {0};
    int code = PEP_TOOL_ERROR;
    if (a->json && a->text)
        return pep_verb_usage(verb, "--text or --json, not both");
    if (!pep_session_load(&session, a->words, a->nwords)) {
        if (a->function)
            keep_functions(&session.profile, a->function);
        if (!a->maps)
            session.profile.maps.count = 0;
        if (a->json) {
            print_json(&session);
        } else {
            struct pep_buffer out = PEP_BUFFER_INIT;
            pep_text_write(&out, &session.profile);
            fwrite(out.at, 1, out.count, stdout);
            pep_buffer_free(&out);
            pep_sampled_print(&session);
        }
        code = session.failed ? PEP_TOOL_ERROR : PEP_TOOL_OK;
    }
    pep_session_free(&session);
    return code;
}
