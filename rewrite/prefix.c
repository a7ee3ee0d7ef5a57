#include "rewrite/prefix.h"
#include <string.h>

const char *pep_prefix_map(struct pep_arena *arena, const char *const *rules, const char *path)
{
    const char *mapped = path;
    for (; path && rules && *rules; rules++) {
        /* OLD ends at the last '=' for gcc before 13 and at the first for clang; paths seldom hold one. */
        const char *equals = strchr(*rules, '=');
        size_t length = equals ? (size_t)(equals - *rules) : 0;
        if (equals && !strncmp(path, *rules, length))
            mapped = pep_arena_printf(arena, "%s%s", equals + 1, path + length);
    }
    return mapped;
}
