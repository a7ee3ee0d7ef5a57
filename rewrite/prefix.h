/* prefix.h - -ffile-prefix-map=OLD=NEW: paths in what is built that do not tell where it was built. */
#ifndef PEP_REWRITE_PREFIX_H
#define PEP_REWRITE_PREFIX_H
#include "base/arena.h"

/* The path with the prefix OLD of the last rule that fits replaced by NEW; the path itself where none fits, or where
 * path is NULL.  rules is NULL-terminated, each "OLD=NEW", as the command line gives them; NULL for none. */
const char *pep_prefix_map(struct pep_arena *arena, const char *const *rules, const char *path);
#endif
