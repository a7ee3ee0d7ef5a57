/* match.h - to which functions of the maps at hand the counts of a profile belong.
 *
 * By unit hash: the very text that ran.  Else by name, in the unit's partner (partner.h): a function of the same name
 * whose CFG hash and number of paths are the same: its counts apply, though lines may have moved.  A function of that
 * name with another graph is stale: its counts apply to nothing.  Where the partner does not have it, or there is none,
 * it is one of the same name and graph that nothing else belongs to, since its file may have another name now; where
 * the partner's has another graph, one of a further unit of the same name, since a file may be compiled twice. */
#ifndef PEP_PROFILE_MATCH_H
#define PEP_PROFILE_MATCH_H
#include "profile/mapset.h"

enum pep_match_kind {
    PEP_MATCH_EXACT,   /* the unit itself */
    PEP_MATCH_MOVED,   /* another build, same graph */
    PEP_MATCH_STALE,   /* another build, another graph */
    PEP_MATCH_MISSING, /* no map knows the function */
};

struct pep_match {
    enum pep_match_kind kind;
    const struct pep_mapset_unit *unit; /* EXACT, MOVED, and of STALE the one that replaced it; else NULL */
    const struct pep_function *function;
};

/* One for each function of each unit, in their order; pep_array_free them. */
struct pep_matches {
    PEP_ARRAY(struct pep_match);
};

/* Fills zero-initialised matches. */
void pep_match_profile(struct pep_matches *matches, const struct pep_mapset *maps, const struct pep_profile *p);
#endif
