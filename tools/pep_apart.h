/* pep_apart.h - telling apart functions that look the same: of a source that was compiled several times, as for pixels
 * of 8 and of 16 bits, or of several programs that have a source of one name.
 *
 * A name helps more than a hash: what is compiled several times for one program has a function of another name each
 * time, by the macros that make the difference. */
#ifndef PEP_TOOLS_PEP_APART_H
#define PEP_TOOLS_PEP_APART_H
#include "tools/pep_session.h"

/* Fills in `which` of all functions of the session, which are tied to their maps; the words live in its `passing`. */
void pep_apart(struct pep_session *s);
#endif
