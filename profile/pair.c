/* pair.c - which functions of two profiles belong together. */
#include "base/buffer.h"
#include "base/file.h"
#include "profile/compare.h"
#include "profile/partner.h"
#include <string.h>

struct pairing {
    struct pep_comparison *c;
    struct pep_map by_identity; /* unit, name, hash -> index into functions */
    struct pep_map partners;    /* unit of the estimate -> a function of the perfect profile in its partner */
    struct pep_map by_name;     /* unit, name -> first function without an estimate + 1 */
    bool by_partner;            /* the unit is a partner's (partner.h), else the last component of its name */
    size_t *next;               /* of each function: the next with that name, + 1 */
    size_t *into;               /* of each function: itself, or the one it was joined to */
};

static void add_text(struct pep_buffer *key, const char *text)
{
    pep_buffer_add(key, text, strlen(text) + 1);
}

/* What makes a function the same one.  Sizes stand beside the hash, as a damaged map may lie. */
static void identity(struct pep_buffer *key, const struct pep_compare_input *in)
{
    uint64_t numbers[] = {in->graph->cfg_hash, in->graph->npaths, in->graph->blocks.count, in->graph->edges.count};
    pep_buffer_clear(key);
    pep_buffer_add(key, numbers, sizeof numbers);
    add_text(key, in->unit);
    add_text(key, in->graph->name);
}

/* pair_by_identity - one function for each identity; leaves EXTRA, MISSING or SAME. */
static void pair_by_identity(struct pairing *p)
{
    struct pep_comparison *c = p->c;
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < c->inputs.count; i++) {
        struct pep_compare_input *in = &c->inputs.at[i];
        identity(&key, in);
        in->function = (size_t)*pep_map_put(&p->by_identity, key.at, key.count, c->functions.count);
        if (in->function == c->functions.count)
            pep_array_push(&c->functions, (struct pep_compare_function){
                                              .unit = in->unit, .name = in->graph->name, .graph = in->graph});
        struct pep_compare_function *f = &c->functions.at[in->function];
        if (!f->origin[in->side]) {
            f->origin[in->side] = in->origin;
            if (in->side == PEP_COMPARE_PERFECT)
                f->graph = in->graph;
        }
        if (!f->origin[PEP_COMPARE_PERFECT])
            f->kind = PEP_COMPARE_EXTRA;
        else
            f->kind = f->origin[PEP_COMPARE_ESTIMATE] ? PEP_COMPARE_SAME : PEP_COMPARE_MISSING;
    }
    pep_buffer_free(&key);
}

static void add_unit(struct pep_partner_files *files, struct pep_map *known, const char *unit, size_t function)
{
    size_t before = known->entries.count;
    pep_map_put(known, unit, strlen(unit), function);
    if (known->entries.count > before)
        pep_array_push(files, (struct pep_partner_file){unit, unit, function, PEP_NO_PARTNER});
}

static void find_partners(struct pairing *p)
{
    struct pep_partner_files perfect = {0}, estimate = {0};
    struct pep_map in_perfect = {0}, in_estimate = {0};
    for (size_t i = 0; i < p->c->functions.count; i++) {
        const struct pep_compare_function *f = &p->c->functions.at[i];
        if (f->kind != PEP_COMPARE_EXTRA)
            add_unit(&perfect, &in_perfect, f->unit, i);
        if (f->kind != PEP_COMPARE_MISSING)
            add_unit(&estimate, &in_estimate, f->unit, i);
    }
    pep_partner_find(&estimate, &perfect, true);
    for (size_t i = 0; i < estimate.count; i++)
        if (estimate.at[i].partner != PEP_NO_PARTNER)
            pep_map_put(&p->partners, estimate.at[i].name, strlen(estimate.at[i].name), estimate.at[i].partner);
    pep_map_free(&in_perfect);
    pep_map_free(&in_estimate);
    pep_array_free(&perfect);
    pep_array_free(&estimate);
}

/* What a function goes by while leftovers are joined. */
static void loose_name(const struct pairing *p, struct pep_buffer *key, const struct pep_compare_function *f)
{
    const char *unit = f->unit;
    const uint64_t *partner = f->kind == PEP_COMPARE_EXTRA ? pep_map_get(&p->partners, unit, strlen(unit)) : NULL;
    if (!p->by_partner)
        unit = pep_file_base(unit);
    else if (partner)
        unit = p->c->functions.at[*partner].unit;
    pep_buffer_clear(key);
    add_text(key, unit);
    add_text(key, f->name);
}

/* chain_missing - list the functions that still want an estimate, by name. */
static void chain_missing(struct pairing *p)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    pep_map_free(&p->by_name);
    for (size_t i = p->c->functions.count; i-- > 0;) {
        if (p->c->functions.at[i].kind != PEP_COMPARE_MISSING)
            continue;
        loose_name(p, &key, &p->c->functions.at[i]);
        uint64_t *first = pep_map_put(&p->by_name, key.at, key.count, 0);
        p->next[i] = (size_t)*first;
        *first = i + 1;
    }
    pep_buffer_free(&key);
}

static bool same_shape(const struct pep_function *a, const struct pep_function *b)
{
    if (a->blocks.count != b->blocks.count || a->edges.count != b->edges.count)
        return false;
    for (size_t i = 0; i < a->blocks.count; i++) {
        if (a->blocks.at[i].kind != b->blocks.at[i].kind)
            return false;
    }
    for (size_t i = 0; i < a->edges.count; i++) {
        const struct pep_edge *x = &a->edges.at[i], *y = &b->edges.at[i];
        if (x->src != y->src || x->dst != y->dst || x->kind != y->kind)
            return false;
    }
    return true;
}

static enum pep_compare_kind how_alike(const struct pep_function *a, const struct pep_function *b)
{
    if (!same_shape(a, b))
        return PEP_COMPARE_CHANGED;
    return a->cfg_hash == b->cfg_hash && a->npaths == b->npaths ? PEP_COMPARE_SAME : PEP_COMPARE_SHAPE;
}

/* The missing function that is as much like this extra one as `kind` says. */
static struct pep_compare_function *find(struct pairing *p, const struct pep_compare_function *extra,
                                         enum pep_compare_kind kind, struct pep_buffer *key)
{
    loose_name(p, key, extra);
    const uint64_t *first = pep_map_get(&p->by_name, key->at, key->count);
    for (size_t i = first ? (size_t)*first : 0; i; i = p->next[i - 1]) {
        struct pep_compare_function *f = &p->c->functions.at[i - 1];
        if (f->kind == PEP_COMPARE_MISSING && how_alike(f->graph, extra->graph) == kind)
            return f;
    }
    return NULL;
}

static void join_leftovers(struct pairing *p, enum pep_compare_kind kind)
{
    struct pep_comparison *c = p->c;
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t i = 0; i < c->functions.count; i++) {
        struct pep_compare_function *extra = &c->functions.at[i];
        if (extra->kind != PEP_COMPARE_EXTRA || p->into[i] != i)
            continue;
        struct pep_compare_function *f = find(p, extra, kind, &key);
        if (!f)
            continue;
        f->kind = (uint8_t)kind;
        f->origin[PEP_COMPARE_ESTIMATE] = extra->origin[PEP_COMPARE_ESTIMATE];
        p->into[i] = (size_t)(f - c->functions.at);
    }
    pep_buffer_free(&key);
}

/* join_by_name - of partners first: who is left may have moved to another file of the same last name. */
static void join_by_name(struct pairing *p)
{
    for (size_t i = 0; i < p->c->functions.count; i++)
        p->into[i] = i;
    for (int pass = 0; pass < 2; pass++) {
        p->by_partner = !pass;
        chain_missing(p);
        join_leftovers(p, PEP_COMPARE_SAME);
        join_leftovers(p, PEP_COMPARE_SHAPE);
        join_leftovers(p, PEP_COMPARE_CHANGED);
    }
}

/* drop_joined - close the gaps that joining left, and tell the inputs. */
static void drop_joined(struct pairing *p)
{
    struct pep_comparison *c = p->c;
    size_t *place = p->next, n = 0; /* the chains are done with */
    for (size_t i = 0; i < c->functions.count; i++) {
        if (p->into[i] != i)
            continue;
        place[i] = n;
        c->functions.at[n++] = c->functions.at[i];
    }
    c->functions.count = n;
    for (size_t i = 0; i < c->inputs.count; i++)
        c->inputs.at[i].function = place[p->into[c->inputs.at[i].function]];
}

void pep_compare_pair(struct pep_comparison *c)
{
    struct pairing p = {.c = c};
    pair_by_identity(&p);
    size_t n = c->functions.count + 1;
    p.next = pep_array_grow(NULL, 0, &(size_t){0}, n, sizeof *p.next);
    p.into = pep_array_grow(NULL, 0, &(size_t){0}, n, sizeof *p.into);
    find_partners(&p);
    join_by_name(&p);
    drop_joined(&p);
    pep_array_release(p.next);
    pep_array_release(p.into);
    pep_map_free(&p.by_identity);
    pep_map_free(&p.by_name);
    pep_map_free(&p.partners);
}
