/* mapset.h - the static maps at hand, found by unit hash.
 *
 * Maps come from the sections `.pep_map` of ELF files - executables, shared libraries, objects, and the members of
 * archives - and from profiles that carry them.  A file may hold many maps, and several files the same one; the first
 * that comes stays.
 *
 * Everything lives in the set until pep_mapset_free: maps, functions, strings. */
#ifndef PEP_PROFILE_MAPSET_H
#define PEP_PROFILE_MAPSET_H
#include "base/map.h"
#include "cfgbuild/unitmap.h"
#include "profile/fault.h"
#include "profile/profile.h"

struct pep_mapset_unit {
    struct pep_unitmap map;
    const unsigned char *bytes; /* the record as it was encoded, for pep_profile_add_map */
    size_t count;
    const char *origin; /* the file it was found in */
    bool is_shared;     /* and not in that one alone */
};

struct pep_mapset {
    struct {
        PEP_ARRAY(struct pep_mapset_unit *);
    } units;                /* in the order they were found */
    struct pep_map by_hash; /* unit hash -> index into units */
    struct pep_arena arena;
};

/* Adds the records that stand in bytes, one after the other.  Gives how many, or -1. */
long pep_mapset_add_bytes(struct pep_mapset *set, const void *bytes, size_t count, const char *origin,
                          struct pep_fault *fault);
/* Adds all maps of an ELF file or archive.  Gives how many it holds, 0 for a file without any or that is no ELF file,
 * or -1 where the file cannot be read or a map in it is broken; those before the broken one stay. */
long pep_mapset_add_file(struct pep_mapset *set, const char *path, struct pep_fault *fault);
/* Adds the maps that a profile carries and the set does not know yet; gives how many, or -1. */
long pep_mapset_add_profile(struct pep_mapset *set, const struct pep_profile *p, const char *origin,
                            struct pep_fault *fault);
/* The unit of a hash, or NULL. */
const struct pep_mapset_unit *pep_mapset_find(const struct pep_mapset *set, uint64_t hash);
void pep_mapset_free(struct pep_mapset *set);
#endif
