/* match.h - to which function of the maps at hand the counts of a profile belong.
 *
 * By unit hash: the very text that ran.  Else by name: a function of the same name, out of a unit of the same name
 * where several have it, whose CFG hash and number of paths are the same: its counts apply, though lines may have
 * moved.  A function of that name with another graph is stale: its counts apply to nothing. */
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

struct pep_match pep_match_function(const struct pep_mapset *maps, const struct pep_unit_counts *unit,
                                    const struct pep_counts *counts);
#endif
