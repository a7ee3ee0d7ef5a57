/* pep_sampled.h - how raw profiles came to their samples: as comments of the text form, and as JSON. */
#ifndef PEP_TOOLS_PEP_SAMPLED_H
#define PEP_TOOLS_PEP_SAMPLED_H
#include "tools/pep_session.h"
#include <jansson.h>

/* A line for each sampled binary of each raw profile. */
void pep_sampled_print(const struct pep_session *s);
/* The same as a list of objects. */
json_t *pep_sampled_json(const struct pep_session *s);
#endif
