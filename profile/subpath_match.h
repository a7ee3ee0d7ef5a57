/* subpath_match.h - how near the subpaths of an estimate come to those of a perfect profile (paper OSP, table 5).
 *
 * The two come from two builds, so blocks are known by what pairs their functions (compare.h) and their number there;
 * subpaths through functions without a partner, or that changed, are left out.  So are lengths that only one of both
 * recorded, and subpaths that were encoded in another way.
 *
 * Hot is a subpath that came more than once in the perfect profile, and in which at least a part, the threshold, of all
 * blocks ran - so many times as it came, a turn of it each time.  The accuracy is the overlap of those: what share of
 * all blocks each has in either profile, the sum of the lesser shares, in parts of the sum in the perfect one;
 * PEP_FIGURE_NONE where none is hot.
 *
 * Ranks are by that share or by counts, from 1 on.  Whoever has none, 0, is below the threshold, where they are by
 * share; or came once; or is in fewer samples than `fewest`, where those do not tell all: of such rare ones too many
 * seem hot by chance.  Equally hot ones are ordered by what they are.
 *
 * Life cycle: zero-initialise, pep_subpath_match, read, pep_subpath_match_free. */
#ifndef PEP_PROFILE_SUBPATH_MATCH_H
#define PEP_PROFILE_SUBPATH_MATCH_H
#include "profile/compare.h"

struct pep_matched_subpath {
    uint32_t at[2];        /* index in the subpaths of each side, or PEP_NO_SUBPATH */
    uint32_t blocks, turn; /* how many, and after how many it repeats itself; turn 0 where it is not hot in either */
    size_t rank[2];
    bool hot;
};

struct pep_subpath_match {
    struct pep_subpaths side[2]; /* by enum pep_compare_side: of places the function is what the caller called it */
    uint64_t whole[2];           /* blocks that ran */
    struct {
        PEP_ARRAY(struct pep_matched_subpath);
    } matched; /* those that may have ranks, by rank in the perfect profile, then in the estimate, then those without */
    size_t nhot, nhit; /* hot ones; and how many of the nhot of the first ranks are so in the estimate too */
    double accuracy;
};

/* Compares.  names: of each place of a side's subpaths what its function is called in both profiles, or UINT32_MAX
 * where it is to be left out. */
void pep_subpath_match(struct pep_subpath_match *m, const struct pep_subpaths *const side[2],
                       const uint32_t *const names[2], double threshold, uint64_t fewest, bool by_count);
void pep_subpath_match_free(struct pep_subpath_match *m);
#endif
