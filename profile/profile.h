/* profile.h - what was counted, in memory: the one structure that every reader fills and every writer empties.
 *
 * A profile is a sum.  It holds, for each unit (a translation unit, known by the hash of its static map), each function
 * that was instrumented, and for each function records (kind, key, count):
 *
 *     kind PEP_RECORD_PATH   key = path number    count = how often the path was taken
 *     kind PEP_RECORD_EDGE   key = edge index     count = how often the edge was taken
 *     kind PEP_RECORD_VALUE  key = value, of the function's `site`; count = how often it came by, at least
 *     kind PEP_RECORD_OTHER  key = site           count = how often one came by of which it is not known
 *     kind PEP_RECORD_TARGET key = hash of a function's name, at the function's `site`, which calls through a pointer;
 *                            count = how often that was called, at least
 *     kind PEP_RECORD_BLOCK  key = block index    count = how often it ran, and all that share its counter
 *
 * and the counts of sequences of paths, of units that count such (PEP_EVENT_KPATHS), beside the records of paths.
 *
 * A function without records was instrumented and did not run.  Paths that are not listed did not run.  Edges are
 * listed where they were counted, zeros too, as soon as one of the function's counters is not zero: the others follow
 * from conservation of flow (derive.h).  A function that its callers count (PEP_STORE_DERIVED) is stored as path 0.
 *
 * A function carries its name, the hash of its control flow graph and its number of paths, and a unit its names, so
 * that a later build can find it by name and tell by the hash whether the counts still apply.  Functions of one unit
 * with equal names and unequal CFG hashes stay apart through every merge.
 *
 * Where samples took their callers, `contexts` is the calling context tree: the same counts once more, told apart by
 * callers.  A context is a function and the context of its caller, its index and key as in `units`; it has records of
 * the kinds above.  The outermost function of a chain need not be where the program began: samples take so many callers
 * and no more.
 *
 * Sequences of blocks (subpaths.h) are of no function: they stand in `subpaths`, with the units and functions that they
 * go through, which are in `units` too.
 *
 * The encoded static maps of the units may ride along (`maps`), so that a profile can be read where the program is
 * not; the binaries that were run are known by path (`binaries`).
 *
 * Names of functions that are called through pointers stand once, in `names`, found by their hash (pep_hash of the text
 * without its NUL): "qsort", of a static function "lobject.c:tostringbuff", of code without a symbol
 * "libm.so.6+0x1c40" (symbols.h, gather.h).  Each target has its name there; names that no target has any more may be
 * left, and are written to no file.
 *
 * Order: units by (hash, name, directory), functions by (index, CFG hash, name, paths), records by (kind, site, key),
 * maps and names by hash, contexts by (parent, unit, function) with those without a parent first, so that a context
 * stands behind its parent's whole level, binaries by bytes; no key twice.  Builders push in any order and call
 * pep_profile_sort, which sorts and adds up equal keys; everybody else may rely on the order.
 *
 * Life cycle: zero-initialise (PEP_PROFILE_INIT), fill, pep_profile_free.  Strings and map bytes live in the profile's
 * arena (pep_profile_string copies one there); arrays are the profile's own.  Counts and sums saturate at UINT64_MAX.
 * Merge is associative and commutative; the empty profile is its neutral element. */
#ifndef PEP_PROFILE_PROFILE_H
#define PEP_PROFILE_PROFILE_H
#include "base/arena.h"
#include "base/array.h"
#include "base/count.h"
#include "profile/subpaths.h"
#include <stdbool.h>
#include <stdint.h>

enum pep_record_kind {
    PEP_RECORD_PATH = 1,
    PEP_RECORD_EDGE = 2,
    PEP_RECORD_VALUE = 3,
    PEP_RECORD_OTHER = 4,
    PEP_RECORD_TARGET = 5,
    PEP_RECORD_BLOCK = 6,
};

struct pep_record {
    uint64_t key, count;
    uint32_t kind; /* enum pep_record_kind */
    uint32_t site; /* of a value or target: index in the function; else 0 */
};

struct pep_records {
    PEP_ARRAY(struct pep_record);
};

/* A sequence of paths of one activation: those of its prefix, then this one.  It stands behind its prefix, which is one
 * shorter, and behind what begins with siblings of a smaller path. */
struct pep_sequence {
    uint64_t path, count;
    uint32_t length; /* 1: a single path, with the count of its record; there where something follows, or may have */
    uint32_t pruned; /* counts of those that begin with it and are longer than this may lack, or are not there; or 0 */
};

struct pep_sequences {
    PEP_ARRAY(struct pep_sequence); /* a forest (forest.h) */
    bool pruned;                    /* of all that are longer than one path counts may lack */
};

/* What was counted in one function. */
struct pep_counts {
    const char *name;
    uint64_t cfg_hash, npaths;
    uint32_t index; /* in the unit */
    struct pep_records records;
    struct pep_sequences sequences;
};

enum { PEP_CONTEXT_DEPTH = 256 }; /* functions of a chain, at most */
#define PEP_NO_CONTEXT UINT32_MAX

/* A function with a chain of callers; its records are those of the samples that came by that chain. */
struct pep_context {
    uint64_t unit;     /* hash */
    uint32_t function; /* index in the unit */
    uint32_t parent;   /* index of the caller's context, which stands in front; PEP_NO_CONTEXT: no caller is known */
    struct pep_records records;
};

struct pep_unit_counts {
    uint64_t hash;
    const char *name;      /* main source file */
    const char *directory; /* where it was compiled; "" where that is not known */
    struct {
        PEP_ARRAY(struct pep_counts);
    } functions;
};

/* A static map as pep_unitmap_encode wrote it. */
struct pep_profile_map {
    uint64_t hash;
    const unsigned char *bytes;
    size_t count;
};

struct pep_profile_name {
    uint64_t hash;
    const char *text;
};

struct pep_profile {
    struct {
        PEP_ARRAY(struct pep_unit_counts);
    } units;
    struct {
        PEP_ARRAY(struct pep_profile_map);
    } maps;
    struct {
        PEP_ARRAY(struct pep_profile_name); /* by hash */
    } names;
    struct {
        PEP_ARRAY(struct pep_context);
    } contexts;
    struct pep_subpaths subpaths;
    struct {
        PEP_ARRAY(const char *);
    } binaries;
    uint64_t runs;        /* processes that counted */
    uint64_t lost;        /* units or records that found no room while the programs ran */
    uint64_t samples;     /* points or regions that were taken; 0 where all was counted */
    uint64_t first, last; /* begin of the first run, end of the last: nanoseconds since 1970, 0 where not known */
    struct pep_arena arena;
};
#define PEP_PROFILE_INIT                                                                                               \
    {                                                                                                                  \
        .arena = PEP_ARENA_INIT                                                                                        \
    }

void pep_profile_free(struct pep_profile *p);
/* Copies a string into the profile's arena; NULL gives "". */
const char *pep_profile_string(struct pep_profile *p, const char *s);
/* Appends a unit, a function of the unit, a record, an encoded map (copied), a binary.  Not in order yet. */
struct pep_unit_counts *pep_profile_add_unit(struct pep_profile *p, uint64_t hash, const char *name,
                                             const char *directory);
struct pep_counts *pep_profile_add_function(struct pep_profile *p, struct pep_unit_counts *unit, uint32_t index,
                                            const char *name, uint64_t cfg_hash, uint64_t npaths);
void pep_profile_add_record(struct pep_counts *f, enum pep_record_kind kind, uint64_t key, uint64_t count);
void pep_profile_add_value(struct pep_counts *f, uint32_t site, uint64_t value, uint64_t count);
void pep_profile_add_map(struct pep_profile *p, uint64_t hash, const void *bytes, size_t count);
/* A name, of which the hash is given; and a record of a target, with its name. */
uint64_t pep_profile_add_name(struct pep_profile *p, const char *text);
void pep_profile_add_target(struct pep_profile *p, struct pep_counts *f, uint32_t site, const char *name,
                            uint64_t count);
/* A context without records, below one that was added before; gives its index, which holds until the next sort. */
uint32_t pep_profile_add_context(struct pep_profile *p, uint32_t parent, uint64_t unit, uint32_t function);
void pep_profile_add_binary(struct pep_profile *p, const char *path);
/* Brings everything into the order told above and adds up what has equal keys. */
void pep_profile_sort(struct pep_profile *p);
/* Adds `from` to `into`; both in order, and so is the result.  `from` stays as it is and shares nothing with it. */
void pep_profile_merge(struct pep_profile *into, const struct pep_profile *from);
/* Takes from each count of p what `before`, an earlier look at the same running program, has of it.  A count that
 * became smaller was reset meanwhile and stays as it is. */
void pep_profile_since(struct pep_profile *p, const struct pep_profile *before);
/* The unit's place, or NULL.  Of several units with one hash, the first. */
const struct pep_unit_counts *pep_profile_find(const struct pep_profile *p, uint64_t hash);
/* A function of a unit by its index there, or NULL; of several builds of one name the first. */
const struct pep_counts *pep_profile_find_function(const struct pep_profile *p, uint64_t unit, uint32_t index);
/* A context's place, or NULL. */
const struct pep_context *pep_profile_find_context(const struct pep_profile *p, uint32_t parent, uint64_t unit,
                                                   uint32_t function);
/* The name of a hash, or NULL. */
const char *pep_profile_name(const struct pep_profile *p, uint64_t hash);
#endif
