/* prior.h - the edge counts of one unit out of a merged profile, for a build that numbers by them (cfgbuild/prior.h).
 *
 * Counts belong to the graph that was counted, so the profile has to carry the static maps of its units, as `pep merge`
 * makes it.  Of all else in the file nothing is kept or decoded: this is done again for each source of a build. */
#ifndef PEP_PROFILE_PRIOR_H
#define PEP_PROFILE_PRIOR_H
#include "cfgbuild/prior.h"
#include "profile/fault.h"

/* Adds the counts of the units with this name, as their maps tell it, or of those that it had in another folder
 * (binary.h), to a prior.  Gives how many there are, or -1. */
long pep_prior_read(struct pep_prior *prior, const char *unit, const void *bytes, size_t count,
                    struct pep_fault *fault);
#endif
