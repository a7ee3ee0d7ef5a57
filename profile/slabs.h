/* slabs.h - the nodes of the forests of a raw profile, as those of one unit. */
#ifndef PEP_PROFILE_SLABS_H
#define PEP_PROFILE_SLABS_H
#include "cfgbuild/unitmap.h"
#include "profile/forest.h"
#include "profile/raw.h"

/* Appends the nodes of a segment of kind PEP_RAW_FOREST.  Gives how many there are that belong to no function of the
 * map or have no parent: those are left out, with all below them. */
uint64_t pep_slabs_add(struct pep_slabs *slabs, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                       const struct pep_unitmap *map);
#endif
