/* pep_fields.h - fields of structs by how often they were accessed. */
#ifndef PEP_TOOLS_PEP_FIELDS_H
#define PEP_TOOLS_PEP_FIELDS_H
#include "profile/fields.h"
#include "tools/pep_session.h"
#include <jansson.h>

/* Derives and ranks the counts of all functions of the session; there are no structs where no map lists any. */
void pep_fields_of(struct pep_field_counts *c, const struct pep_session *s);
/* Prints how much was accessed, a line without its end; and the `top` hottest structs. */
void pep_fields_print_head(const struct pep_field_counts *c);
void pep_fields_print(const struct pep_field_counts *c, uint64_t top);
/* "accesses" and "structs". */
void pep_fields_json(json_t *root, const struct pep_field_counts *c, uint64_t top);
#endif
