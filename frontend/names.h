/* names.h - identifiers as libclang spells them.
 *
 * gcc's preprocessor writes what is no ASCII in an identifier as \UXXXXXXXX, and users may write it so; libclang tells
 * names in UTF-8.  Compilers take one for the other (gcc from version 10 on). */
#ifndef PEP_FRONTEND_NAMES_H
#define PEP_FRONTEND_NAMES_H
#include "base/buffer.h"

/* Writes the universal character names of identifiers in preprocessed text as UTF-8. */
void pep_names_resolve(struct pep_buffer *text);
#endif
