#include "profile/match.h"
#include "base/file.h"
#include <string.h>

static bool same_graph(const struct pep_function *f, const struct pep_counts *counts)
{
    return f->storage != PEP_STORE_NONE && f->cfg_hash == counts->cfg_hash && f->npaths == counts->npaths &&
           !strcmp(f->name, counts->name);
}

/* How near a unit of the maps is to the profile's: the same name, the same last component, or neither. */
static int nearness(const struct pep_mapset_unit *candidate, const struct pep_unit_counts *unit)
{
    if (!strcmp(candidate->map.name, unit->name))
        return 2;
    return !strcmp(pep_file_base(candidate->map.name), pep_file_base(unit->name));
}

struct pep_match pep_match_function(const struct pep_mapset *maps, const struct pep_unit_counts *unit,
                                    const struct pep_counts *counts)
{
    const struct pep_mapset_unit *known = pep_mapset_find(maps, unit->hash);
    if (known && counts->index < known->map.nfunctions) {
        const struct pep_function *f = known->map.functions[counts->index];
        if (same_graph(f, counts))
            return (struct pep_match){PEP_MATCH_EXACT, known, f};
    }
    struct pep_match best = {PEP_MATCH_MISSING, NULL, NULL};
    int best_score = 0;
    const uint64_t *first = pep_map_get(&maps->by_name, counts->name, strlen(counts->name));
    for (size_t i = first ? (size_t)*first : 0; i; i = maps->named.at[i - 1].next) {
        const struct pep_mapset_name *n = &maps->named.at[i - 1];
        int near = nearness(n->unit, unit);
        bool same = same_graph(n->function, counts);
        int score = 2 * near + same; /* a unit of another name with another graph is another function: 0 */
        if (score > best_score) {
            best_score = score;
            best = (struct pep_match){same ? PEP_MATCH_MOVED : PEP_MATCH_STALE, n->unit, n->function};
        }
    }
    return best;
}
