#include "profile/match.h"
#include "base/buffer.h"
#include "profile/partner.h"
#include <string.h>

/* A function that nothing belongs to so far. */
struct spare {
    const struct pep_mapset_unit *unit;
    const struct pep_function *function;
    size_t next; /* with the same key: index + 1, or 0 */
};

struct matching {
    struct pep_matches *matches;
    const struct pep_mapset *maps;
    const struct pep_profile *profile;
    const struct pep_mapset_unit **partners; /* of each unit, or NULL */
    struct pep_map named;                    /* address of a partner, name -> index of the function */
    struct pep_map taken;                    /* address of a function that counts belong to */
    size_t left;                             /* functions that none was found for */
    struct pep_map spare;                    /* name of the unit or nothing, and graph -> first of `spares`, + 1 */
    struct {
        PEP_ARRAY(struct spare);
    } spares;
    struct pep_arena arena;
    struct pep_buffer key;
};

static bool same_graph(const struct pep_function *f, const struct pep_counts *counts)
{
    return f->storage != PEP_STORE_NONE && f->cfg_hash == counts->cfg_hash && f->npaths == counts->npaths &&
           !strcmp(f->name, counts->name);
}

/* --- units --- */

static void add_file(struct matching *m, struct pep_partner_files *files, const char *name, const char *directory,
                     size_t index)
{
    bool is_whole = *name == '/' || !directory || !*directory;
    const char *path = is_whole ? name : pep_arena_printf(&m->arena, "%s/%s", directory, name);
    pep_array_push(files, (struct pep_partner_file){name, path, index, PEP_NO_PARTNER});
}

/* find_partners - by hash; for those without by name, beside the others, whose partners they are not to get. */
static void find_partners(struct matching *m)
{
    const struct pep_profile *p = m->profile;
    struct pep_partner_files files = {0}, others = {0};
    size_t unknown = 0;
    m->partners = PEP_NEW_N(&m->arena, const struct pep_mapset_unit *, p->units.count + 1);
    for (size_t i = 0; i < p->units.count; i++) {
        unknown += !(m->partners[i] = pep_mapset_find(m->maps, p->units.at[i].hash));
        add_file(m, &files, p->units.at[i].name, p->units.at[i].directory, i);
    }
    for (size_t i = 0; unknown && i < m->maps->units.count; i++)
        add_file(m, &others, m->maps->units.at[i]->map.name, m->maps->units.at[i]->map.directory, i);
    pep_partner_find(&files, &others, false);
    for (size_t i = 0; i < files.count; i++)
        if (!m->partners[files.at[i].index] && files.at[i].partner != PEP_NO_PARTNER)
            m->partners[files.at[i].index] = m->maps->units.at[files.at[i].partner];
    pep_array_free(&files);
    pep_array_free(&others);
}

/* --- functions --- */

static void function_key(struct matching *m, const struct pep_mapset_unit *unit, const char *name)
{
    pep_buffer_clear(&m->key);
    pep_buffer_add(&m->key, &unit, sizeof unit);
    pep_buffer_adds(&m->key, name);
}

static void name_functions(struct matching *m, const struct pep_mapset_unit *unit)
{
    for (uint32_t i = 0; i < unit->map.nfunctions; i++) {
        function_key(m, unit, unit->map.functions[i]->name);
        pep_map_put(&m->named, m->key.at, m->key.count, i);
    }
}

static const struct pep_function *find_named(struct matching *m, const struct pep_mapset_unit *unit, const char *name)
{
    function_key(m, unit, name);
    const uint64_t *index = pep_map_get(&m->named, m->key.at, m->key.count);
    return index ? unit->map.functions[*index] : NULL;
}

/* match_unit - its functions to those of its partner. */
static void match_unit(struct matching *m, const struct pep_unit_counts *unit, const struct pep_mapset_unit *partner)
{
    bool is_exact = partner && partner->map.hash == unit->hash;
    if (partner && !is_exact)
        name_functions(m, partner);
    for (size_t i = 0; i < unit->functions.count; i++) {
        const struct pep_counts *c = &unit->functions.at[i];
        const struct pep_function *f = NULL;
        struct pep_match match = {PEP_MATCH_MISSING, NULL, NULL};
        if (is_exact)
            f = c->index < partner->map.nfunctions ? partner->map.functions[c->index] : NULL;
        else if (partner)
            f = find_named(m, partner, c->name);
        if (f && same_graph(f, c))
            match = (struct pep_match){is_exact ? PEP_MATCH_EXACT : PEP_MATCH_MOVED, partner, f};
        else if (f && !strcmp(f->name, c->name))
            match = (struct pep_match){PEP_MATCH_STALE, partner, f};
        if (match.kind == PEP_MATCH_EXACT || match.kind == PEP_MATCH_MOVED)
            pep_map_put(&m->taken, &f, sizeof f, 0);
        else
            m->left++;
        pep_array_push(m->matches, match);
    }
}

/* --- what is left --- */

static void spare_key(struct matching *m, const char *unit, const char *name, uint64_t cfg_hash, uint64_t npaths)
{
    const uint64_t numbers[] = {cfg_hash, npaths};
    pep_buffer_clear(&m->key);
    pep_buffer_add(&m->key, numbers, sizeof numbers);
    pep_buffer_add(&m->key, unit, strlen(unit) + 1);
    pep_buffer_adds(&m->key, name);
}

static void add_spare(struct matching *m, const struct pep_mapset_unit *unit, const struct pep_function *f,
                      const char *name)
{
    spare_key(m, name, f->name, f->cfg_hash, f->npaths);
    uint64_t *first = pep_map_put(&m->spare, m->key.at, m->key.count, 0);
    pep_array_push(&m->spares, (struct spare){unit, f, (size_t)*first});
    *first = m->spares.count;
}

static void find_spares(struct matching *m)
{
    for (size_t i = m->maps->units.count; i--;) {
        const struct pep_mapset_unit *unit = m->maps->units.at[i];
        for (uint32_t k = unit->map.nfunctions; k--;) {
            const struct pep_function *f = unit->map.functions[k];
            if (f->storage == PEP_STORE_NONE || pep_map_get(&m->taken, &f, sizeof f))
                continue;
            add_spare(m, unit, f, unit->map.name);
            add_spare(m, unit, f, "");
        }
    }
}

/* take_spare - the first one of the function's name and graph; of a unit of that name, if it is not empty. */
static void take_spare(struct matching *m, struct pep_match *match, const char *unit, const struct pep_counts *c)
{
    spare_key(m, unit, c->name, c->cfg_hash, c->npaths);
    uint64_t *first = pep_map_get(&m->spare, m->key.at, m->key.count);
    while (first && *first) {
        const struct spare *s = &m->spares.at[*first - 1];
        size_t known = m->taken.entries.count;
        *first = s->next;
        pep_map_put(&m->taken, &s->function, sizeof s->function, 0);
        if (m->taken.entries.count == known) /* by the other of its two keys */
            continue;
        *match = (struct pep_match){PEP_MATCH_MOVED, s->unit, s->function};
        return;
    }
}

static void match_rest(struct matching *m)
{
    struct pep_match *match = m->matches->at;
    for (size_t u = 0; u < m->profile->units.count; u++) {
        const struct pep_unit_counts *unit = &m->profile->units.at[u];
        for (size_t i = 0; i < unit->functions.count; i++, match++) {
            if (match->kind == PEP_MATCH_STALE)
                take_spare(m, match, unit->name, &unit->functions.at[i]);
            else if (match->kind == PEP_MATCH_MISSING)
                take_spare(m, match, "", &unit->functions.at[i]);
        }
    }
}

void pep_match_profile(struct pep_matches *matches, const struct pep_mapset *maps, const struct pep_profile *p)
{
    struct matching m = {.matches = matches, .maps = maps, .profile = p};
    find_partners(&m);
    for (size_t u = 0; u < p->units.count; u++)
        match_unit(&m, &p->units.at[u], m.partners[u]);
    if (m.left) {
        find_spares(&m);
        match_rest(&m);
    }
    pep_map_free(&m.named);
    pep_map_free(&m.taken);
    pep_map_free(&m.spare);
    pep_array_free(&m.spares);
    pep_buffer_free(&m.key);
    pep_arena_free(&m.arena);
}
