#include "tools/pep_apart.h"
#include <inttypes.h>

/* looks_of - all that is printed of a function to tell which one it is, and the file its map was found in. */
static void looks_of(struct pep_buffer *key, const struct pep_counted *c, const char *origin)
{
    const struct pep_position *at = &c->match.function->position;
    pep_buffer_clear(key);
    pep_buffer_printf(key, "%s\n%s\n%s:%u\n%s", c->counts->name, c->unit->name, pep_counted_file(c, at->file), at->line,
                      origin);
}

static void name_of(struct pep_buffer *key, const struct pep_unitmap *map, uint32_t function)
{
    pep_buffer_clear(key);
    pep_buffer_printf(key, "%s\n%s", map->name, map->functions[function]->name);
}

/* count_names - how many units of one source have a function of that name. */
static void count_names(struct pep_map *names, const struct pep_session *s)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (size_t u = 0; u < s->maps.units.count; u++) {
        const struct pep_unitmap *map = &s->maps.units.at[u]->map;
        for (uint32_t i = 0; i < map->nfunctions; i++) {
            name_of(&key, map, i);
            ++*pep_map_put(names, key.at, key.count, 0);
        }
    }
    pep_buffer_free(&key);
}

/* own_name - a function that no other unit of this source has, or NULL; one of the source itself where there is one,
 * since those of headers say less. */
static const char *own_name(const struct pep_map *names, const struct pep_unitmap *map)
{
    const struct pep_function *found = NULL;
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < map->nfunctions && !(found && !found->position.file); i++) {
        const struct pep_function *f = map->functions[i];
        name_of(&key, map, i);
        if (*pep_map_get(names, key.at, key.count) == 1 && (!found || !f->position.file))
            found = f;
    }
    pep_buffer_free(&key);
    return found ? found->name : NULL;
}

/* which_of - the words for one that looks like others.  Those that were found in one file have names tell. */
static const char *which_of(struct pep_session *s, const struct pep_counted *c, bool of_one_file, struct pep_map *names)
{
    const char *name = NULL;
    if (of_one_file) {
        if (!names->entries.count)
            count_names(names, s);
        name = own_name(names, &c->match.unit->map);
    }
    return name ? pep_arena_printf(&s->passing, "unit with %s", name)
                : pep_arena_printf(&s->passing, "unit 0x%016" PRIx64 " in %s%s", c->unit->hash, c->match.unit->origin,
                                   c->match.unit->is_shared ? " and others" : "");
}

void pep_apart(struct pep_session *s)
{
    struct pep_map looks = {0}, names = {0};
    struct pep_buffer key = PEP_BUFFER_INIT;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < s->functions.count; i++) {
            struct pep_counted *c = &s->functions.at[i];
            if (!c->derived.edges)
                continue;
            looks_of(&key, c, "");
            uint64_t alike = *pep_map_put(&looks, key.at, key.count, 0) += !pass;
            looks_of(&key, c, c->match.unit->origin);
            uint64_t here = *pep_map_put(&looks, key.at, key.count, 0) += !pass;
            if (pass && alike > 1)
                c->which = which_of(s, c, here > 1, &names);
        }
    pep_buffer_free(&key);
    pep_map_free(&looks);
    pep_map_free(&names);
}
