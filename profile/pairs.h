/* pairs.h - subpaths of a raw profile (include/pep/raw.h), as a profile has them. */
#ifndef PEP_PROFILE_PAIRS_H
#define PEP_PROFILE_PAIRS_H
#include "profile/mapset.h"
#include "profile/raw.h"

/* What of a segment could not be told. */
struct pep_pairs_lost {
    uint64_t foreign;    /* subpaths that go through blocks of no known function, or whose halves are not there */
    uint64_t weightless; /* of a length that was not recorded */
    bool unknown;        /* the whole segment: of a way or encoding that this version does not know */
};

/* Puts the hash of each unit that a block is of into `units`, with value 0. */
void pep_pairs_units(struct pep_map *units, const struct pep_raw_file *raw, const struct pep_raw_segment *s);
/* Appends the subpaths of a segment of kind PEP_RAW_SUBPATHS with its totals; what is sampled becomes an estimate.
 * Pairs that were being made when the file was read are passed over. */
struct pep_pairs_lost pep_pairs_add(struct pep_subpaths *out, const struct pep_raw_file *raw,
                                    const struct pep_raw_segment *s, const struct pep_mapset *maps);
#endif
