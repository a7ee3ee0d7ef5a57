/* subpaths_wire.h - the section SUBP of a merged profile (docs/format.md). */
#ifndef PEP_PROFILE_SUBPATHS_WIRE_H
#define PEP_PROFILE_SUBPATHS_WIRE_H
#include "profile/subpaths.h"
#include "profile/wire.h"

/* Appends nothing where there are no subpaths. */
void pep_subpaths_put(struct pep_buffer *out, const struct pep_subpaths *s);
/* Fills empty ones, up to the end of the section; what is wrong is w->error. */
void pep_subpaths_take(struct pep_subpaths *s, struct pep_wire *w);
#endif
