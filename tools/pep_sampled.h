/* pep_sampled.h - how profiles came to their samples: for a reader, as comments of the text form, and as JSON. */
#ifndef PEP_TOOLS_PEP_SAMPLED_H
#define PEP_TOOLS_PEP_SAMPLED_H
#include "tools/pep_session.h"
#include "base/buffer.h"
#include <jansson.h>

/* Adds ", estimated from 2,301 samples" where some of the session was sampled. */
void pep_sampled_origin(struct pep_buffer *out, const struct pep_session *s);
/* What is to be done where samples are few or none, a sentence; empty where they are enough. */
const char *pep_sampled_advice(const struct pep_session *s);
/* The same as a line. */
void pep_sampled_print_advice(const struct pep_session *s);

/* A line for each sampled binary of each raw profile. */
void pep_sampled_print(const struct pep_session *s);
/* The same as a list of objects. */
json_t *pep_sampled_json(const struct pep_session *s);
#endif
