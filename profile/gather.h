/* gather.h - from raw counters to a profile: what a raw file counted, by the maps of its units.
 *
 * Counters of a unit come in several segments (threads, processes); they are added up.  A function takes its part of
 * them as its storage says (enum pep_storage): path counters, edge counters, records of the hash table, or nothing of
 * its own where its callers' blocks count it; those come after their callers, whatever the order in the unit.
 *
 * A unit without a map cannot be told apart into functions: its counts are left out and it is listed in `missing`. */
#ifndef PEP_PROFILE_GATHER_H
#define PEP_PROFILE_GATHER_H
#include "profile/mapset.h"
#include "profile/profile.h"
#include "profile/raw.h"

struct pep_gather_missing {
    uint64_t unit;
    const char *binary; /* where it ran, or NULL; the raw file's */
};

struct pep_gathered {
    struct {
        PEP_ARRAY(struct pep_gather_missing);
    } missing;
    struct pep_buffer notes; /* counts that fit no map, a line each */
};

/* Fills an empty profile; it is in order then and carries the maps of its units.  `result` is zero-initialised. */
void pep_gather(struct pep_profile *p, struct pep_gathered *result, const struct pep_raw_file *raw,
                const struct pep_mapset *maps);
void pep_gathered_free(struct pep_gathered *result);
#endif
