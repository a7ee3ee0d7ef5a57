/* pep_values.h - the values of arguments and operands of switches by how often they came. */
#ifndef PEP_TOOLS_PEP_VALUES_H
#define PEP_TOOLS_PEP_VALUES_H
#include "profile/values.h"
#include "tools/pep_session.h"
#include <jansson.h>

/* Ranks the sites of all functions of the session; there are none where no map lists any. */
void pep_values_of(struct pep_site_counts *c, const struct pep_session *s);
/* Prints how much came, a line without its end; and the `top` busiest sites, of each the `top` most frequent values. */
void pep_values_print_head(const struct pep_site_counts *c);
void pep_values_print(const struct pep_site_counts *c, uint64_t top);
/* "sites" */
void pep_values_json(json_t *root, const struct pep_site_counts *c, uint64_t top);
#endif
