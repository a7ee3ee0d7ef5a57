/* pep_report_rank.c - the order of a report, in which a function of a header is one, whatever units hold it. */
#include "base/map.h"
#include "tools/pep_print.h"
#include "tools/pep_report.h"
#include <stdlib.h>
#include <string.h>

static int hotter(const struct pep_counted *a, uint64_t a_flow, uint64_t a_entries, const struct pep_counted *b,
                  uint64_t b_flow, uint64_t b_entries)
{
    if (a_flow != b_flow)
        return a_flow < b_flow ? 1 : -1;
    if (a_entries != b_entries)
        return a_entries < b_entries ? 1 : -1;
    int order = strcmp(a->counts->name, b->counts->name);
    return order ? order : strcmp(a->unit->name, b->unit->name);
}

static int hotter_function(const void *left, const void *right)
{
    const struct pep_hot_function *a = left, *b = right;
    return hotter(a->hottest, a->flow, a->entries, b->hottest, b->flow, b->entries);
}

static int hotter_path(const void *left, const void *right)
{
    const struct pep_hot_path *a = left, *b = right;
    int order = hotter(a->function, a->path.flow, a->path.count, b->function, b->path.flow, b->path.count);
    if (order)
        return order;
    return a->path.number < b->path.number ? -1 : a->path.number > b->path.number;
}

static bool ran(const struct pep_counted *c)
{
    return c->derived.edges && (c->derived.entries || c->derived.flow || c->derived.paths.count);
}

/* add_file - the name of a file from the root on, as far as names tell: without "." and "..". */
static void add_file(struct pep_buffer *key, const char *directory, const char *name)
{
    size_t first = key->count;
    if (name[0] != '/')
        pep_buffer_adds(key, directory);
    while (*name) {
        size_t length = strcspn(name, "/");
        if (length == 2 && !memcmp(name, "..", 2)) {
            while (key->count > first && key->at[--key->count] != '/')
                ;
        } else if (length && !(length == 1 && *name == '.')) {
            pep_buffer_addc(key, '/');
            pep_buffer_add(key, name, length);
        }
        name += length + (name[length] == '/');
    }
    pep_buffer_addc(key, '\0');
}

/* Whether the function stands in the unit's own file, of which it is not known which folder it is in: programs have
 * files of one name. */
static bool is_nowhere(const struct pep_counted *c)
{
    const char *file = pep_counted_file(c, c->match.function->position.file);
    return *file != '/' && !*c->unit->directory && !strcmp(file, c->match.unit->map.name);
}

/* identity - what makes two the copies of one function: the same text, of the same shape under each unit's macros. */
static void identity(struct pep_buffer *key, const struct pep_counted *c)
{
    const struct pep_function *f = c->match.function;
    uint64_t numbers[] = {c->counts->npaths, f->blocks.count, f->edges.count,
                          f->position.line,  c->match.kind,   is_nowhere(c) ? c->match.unit->map.hash : 0};
    pep_buffer_clear(key);
    pep_buffer_add(key, numbers, sizeof numbers);
    pep_buffer_add(key, c->counts->name, strlen(c->counts->name) + 1);
    add_file(key, c->unit->directory, pep_counted_file(c, f->position.file));
}

static void add_copy(struct pep_hot_function *f, const struct pep_counted *c)
{
    if (!f->copies++ || c->derived.flow > f->hottest->derived.flow ||
        (c->derived.flow == f->hottest->derived.flow && c->derived.entries > f->hottest->derived.entries))
        f->hottest = c;
    f->flow = pep_count_add(f->flow, c->derived.flow);
    f->entries = pep_count_add(f->entries, c->derived.entries);
    f->ran |= ran(c);
}

/* group - the functions, each once; `of` tells of each one that was counted which it is. */
static void group(struct pep_report *r, size_t *of)
{
    struct pep_map known = {0};
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < r->session.functions.count; i++) {
        const struct pep_counted *c = &r->session.functions.at[i];
        of[i] = r->functions.count;
        if (c->match.function && c->derived.edges) {
            identity(&key, c);
            of[i] = (size_t)*pep_map_put(&known, key.at, key.count, r->functions.count);
        }
        if (of[i] == r->functions.count)
            pep_array_push(&r->functions, (struct pep_hot_function){.number = of[i]});
        add_copy(&r->functions.at[of[i]], c);
    }
    pep_buffer_free(&key);
    pep_map_free(&known);
}

static int by_number(const void *left, const void *right)
{
    const struct pep_hot_path *a = left, *b = right;
    uint64_t x = a->function->counts->cfg_hash, y = b->function->counts->cfg_hash;
    if (a->of != b->of)
        return a->of < b->of ? -1 : 1;
    if (x != y)
        return x < y ? -1 : 1;
    return a->path.number < b->path.number ? -1 : a->path.number > b->path.number;
}

static void place_of(struct pep_buffer *key, const struct pep_counted *c)
{
    const struct pep_position *at = &c->match.function->position;
    pep_buffer_clear(key);
    pep_buffer_printf(key, "%s\n%u\n", c->counts->name, at->line);
    add_file(key, c->unit->directory, pep_counted_file(c, at->file));
}

/* count_places - of how many functions each name and place is: macros make several of what stands in a header. */
static void count_places(struct pep_map *places, const struct pep_report *r)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < r->functions.count; i++)
        if (r->functions.at[i].ran) {
            place_of(&key, r->functions.at[i].hottest);
            ++*pep_map_put(places, key.at, key.count, 0);
        }
    pep_buffer_free(&key);
}

/* which_of - what a path's name leaves open of its function. */
static const char *which_of(struct pep_report *r, const struct pep_hot_function *f, const struct pep_map *places)
{
    const struct pep_counted *c = f->hottest;
    const char *which = f->copies == 1 ? c->which : "";
    struct pep_buffer text = PEP_BUFFER_INIT;
    place_of(&text, c);
    if (!*which && *pep_map_get(places, text.at, text.count) > 1) {
        pep_buffer_clear(&text);
        pep_report_units(&text, f);
        which = pep_arena_strndup(&r->session.passing, text.at, text.count);
    }
    pep_buffer_free(&text);
    return which;
}

/* join_paths - those that have one number in all copies that number alike. */
static void join_paths(struct pep_report *r, const size_t *of)
{
    size_t n = 0;
    struct pep_map places = {0};
    count_places(&places, r);
    for (size_t i = 0; i < r->session.functions.count; i++) {
        const struct pep_counted *c = &r->session.functions.at[i];
        const char *which = ran(c) ? which_of(r, &r->functions.at[of[i]], &places) : "";
        bool numbers = ran(c) && c->match.unit->map.event != PEP_EVENT_EDGES; /* there, what has one path alone */
        for (size_t p = 0; numbers && p < c->derived.paths.count; p++)
            pep_array_push(&r->paths, (struct pep_hot_path){c, c->derived.paths.at[p], of[i], which});
    }
    if (r->paths.count)
        qsort(r->paths.at, r->paths.count, sizeof *r->paths.at, by_number);
    for (size_t i = 0; i < r->paths.count; i++) {
        struct pep_hot_path *path = &r->paths.at[i], *last = n ? &r->paths.at[n - 1] : NULL;
        if (last && by_number(last, path) == 0) {
            last->path.count = pep_count_add(last->path.count, path->path.count);
            last->path.flow = pep_count_add(last->path.flow, path->path.flow);
        } else {
            r->functions.at[path->of].paths++;
            r->paths.at[n++] = *path;
        }
    }
    r->paths.count = r->npaths = n;
    pep_map_free(&places);
}

static void keep_those_that_ran(struct pep_report *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->functions.count; i++)
        if (r->functions.at[i].ran)
            r->functions.at[n++] = r->functions.at[i];
    r->functions.count = n;
}

void pep_report_rank(struct pep_report *r, uint64_t top)
{
    pep_array_release(r->of);
    size_t *of = r->of = pep_array_grow(NULL, 0, &(size_t){0}, r->session.functions.count + 1, sizeof *of);
    r->functions.count = r->paths.count = r->tied = 0;
    for (size_t i = 0; i < r->session.functions.count; i++)
        r->tied += r->session.functions.at[i].derived.edges != NULL;
    group(r, of);
    r->nfunctions = r->functions.count;
    join_paths(r, of);
    keep_those_that_ran(r);
    if (r->functions.count)
        qsort(r->functions.at, r->functions.count, sizeof *r->functions.at, hotter_function);
    if (r->paths.count)
        qsort(r->paths.at, r->paths.count, sizeof *r->paths.at, hotter_path);
    if (r->paths.count > top)
        r->paths.count = (size_t)top;
}
