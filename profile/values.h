/* values.h - which values came by each site: by an argument of a function, by the operand of a switch.
 *
 * A site has a few places for values (include/pep/raw.h), so that of one with many values the rare ones are not told:
 * `others` counts what came and had no place, or had it for a while.  Each count is the least that it can be; of a site
 * without others it is exact, or as good an estimate as samples are.
 *
 * Life cycle: zero-initialise, pep_values_add for each function, pep_values_rank, read, pep_values_free.  Maps, strings
 * and origins have to stay. */
#ifndef PEP_PROFILE_VALUES_H
#define PEP_PROFILE_VALUES_H
#include "cfgbuild/cfg.h"
#include "profile/compare.h"
#include "profile/profile.h"

struct pep_value_count {
    uint64_t value, count;
};

struct pep_site_count {
    const char *unit; /* its name */
    const struct pep_function *function;
    uint32_t site; /* index in the function */
    uint64_t total, others;
    struct {
        PEP_ARRAY(struct pep_value_count);
    } values; /* by count, then value */
    const void *origin;
};

struct pep_site_counts {
    PEP_ARRAY(struct pep_site_count); /* those of the functions that were added, by total, then name, then number */
};

/* Adds the sites of a function; those of calls through pointers belong to calls.h. */
void pep_values_add(struct pep_site_counts *c, const char *unit, const struct pep_function *f,
                    const struct pep_counts *counts, const void *origin);
void pep_values_rank(struct pep_site_counts *c);
/* The text of the case label that a value comes to, or NULL. */
const char *pep_values_label(const struct pep_value_site *site, uint64_t value);
/* A weight for each value of each site, known by the names of unit and function and the site's number. */
void pep_values_weigh(struct pep_weights *weights, const struct pep_site_counts *c);
void pep_values_free(struct pep_site_counts *c);
#endif
