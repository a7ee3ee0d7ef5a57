/* pep_compare.h - a perfect profile and the estimates that are compared with it. */
#ifndef PEP_TOOLS_PEP_COMPARE_H
#define PEP_TOOLS_PEP_COMPARE_H
#include "profile/compare.h"
#include "profile/subpath_match.h"
#include "tools/pep_session.h"
#include "tools/pep_source.h"
#include <jansson.h>

/* One profile of the command line. */
struct pep_compare_file {
    const char *path; /* as it was named */
    struct pep_session session;
    struct pep_comparison comparison; /* with the perfect one; of that itself empty */
    struct pep_subpath_match subpaths;
};

struct pep_compare {
    const struct pep_arguments *arguments;
    struct pep_compare_file *perfect;
    struct pep_compare_file *estimates;
    size_t count;                                  /* of estimates */
    struct pep_figures spread[PEP_SPREAD_MAX + 1]; /* of their figures, by enum pep_spread */
    const struct pep_compare_file *typical;        /* the one whose details are told: the (lower) median */
    struct pep_sources sources;
};

/* The function of a comparison as a session has it: the perfect profile's, else the estimate's. */
const struct pep_counted *pep_compare_counted(const struct pep_compare_function *f);
/* "path accuracy" */
extern const char *const pep_figure_names[PEP_FIGURES];

/* Matches the subpaths of an estimate, whose functions are compared, and sets its figure (pep_compare_subpaths.c);
 * shows those of the typical one. */
void pep_compare_subpaths(struct pep_compare_file *e, const struct pep_compare *c);
void pep_compare_subpaths_print(const struct pep_compare *c);
json_t *pep_compare_subpaths_json(const struct pep_compare *c);

void pep_compare_print(struct pep_compare *c);
void pep_compare_json(struct pep_compare *c);
#endif
