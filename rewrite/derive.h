/* derive.h - functions that need no counter because their callers' counts give theirs (see PEP_STORE_DERIVED). */
#ifndef PEP_REWRITE_DERIVE_H
#define PEP_REWRITE_DERIVE_H
#include "cfgbuild/tree.h"

/* trees and functions go together by index; functions[i]->reason is set where one stays as it is.  Marks with storage
 * PEP_STORE_DERIVED, and fills the callers of, each static function with a single path whose calls are all known; and
 * fills the callers of those whose blocks are counted, that of ENTRY too (PEP_STORE_BLOCKS). */
void pep_derive_callees(struct pep_function *const *functions, const struct pep_tree *trees, uint32_t count,
                        struct pep_arena *arena);
#endif
