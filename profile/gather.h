/* gather.h - from raw counters to a profile: what a raw file counted, by the maps of its units.
 *
 * Counters of a unit come in several segments (threads, processes); they are added up.  A function takes its part of
 * them as its storage says (enum pep_storage): path counters, edge counters, counters of blocks, records of the hash
 * table, or nothing of its own where its callers' blocks count it; those come after their callers, whatever the order
 * in the unit.
 *
 * Where a call through a pointer led to, the raw file tells as a place in memory (include/pep/raw.h); it becomes the
 * name of the function there: its symbol, else the binary's with the place in it, "libm.so.6+0x1c40", else the address,
 * "0x7f0300001c40".  A binary that is gone or of another build gives no names, and is noted.
 *
 * A unit without a map cannot be told apart into functions: its counts are left out and it is listed in `missing`. */
#ifndef PEP_PROFILE_GATHER_H
#define PEP_PROFILE_GATHER_H
#include "profile/mapset.h"
#include "profile/profile.h"
#include "profile/raw.h"
#include "profile/symbols.h"

struct pep_gather_missing {
    uint64_t unit;
    const char *binary; /* where it ran, or NULL; the raw file's */
};

struct pep_gathered {
    struct {
        PEP_ARRAY(struct pep_gather_missing);
    } missing;
    struct pep_buffer notes; /* counts that fit no map, a line each */
};

/* Fills an empty profile; it is in order then, carries the maps of its units, and names the binaries that have units in
 * the raw file.  `result` is zero-initialised.  found: where each of raw->modules is now, or NULL where that build is
 * gone; the symbols that are read may stay for the next raw file. */
void pep_gather(struct pep_profile *p, struct pep_gathered *result, const struct pep_raw_file *raw,
                const struct pep_mapset *maps, struct pep_symbols *symbols, const char *const *found);
void pep_gathered_free(struct pep_gathered *result);
#endif
