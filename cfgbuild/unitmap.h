/* unitmap.h - the static map of one translation unit, in memory and as bytes.
 *
 * The rewriter encodes it into the section .pep_map of the object; the tools decode it from there.  Bytes are
 * independent of word size and byte order (LEB128 numbers), hold no absolute path of ours, and are the same for the
 * same text and options.  docs/format.md and mapformat.h give the layout.  Of a function that is not instrumented
 * (PEP_STORE_NONE) all but the graph is written.
 *
 * A record is: "PEPM", u8 version, u32 (little endian) length of all that follows, u64 (little endian) unit hash =
 * pep_hash of the payload, payload.  Records of several objects stand one after the other in a linked file, with zero
 * bytes of alignment between. */
#ifndef PEP_CFGBUILD_UNITMAP_H
#define PEP_CFGBUILD_UNITMAP_H
#include "base/buffer.h"
#include "cfgbuild/cfg.h"

enum { PEP_UNITMAP_VERSION = 5 };
/* CALLS: the blocks that calls stand in, and entries; of paths and edges they follow.
 * KPATHS: sequences of up to k paths of one activation (paper k-BLPP).
 * SUBPATHS: sequences of blocks of a thread (paper OSP). */
enum pep_event {
    PEP_EVENT_PATHS = 1,
    PEP_EVENT_EDGES = 2,
    PEP_EVENT_CALLS = 3,
    PEP_EVENT_KPATHS = 4,
    PEP_EVENT_SUBPATHS = 5
};
enum { PEP_SEQUENCE_LONGEST = 4096 }; /* k at most: who walks a tree of sequences goes down by calling itself */
enum pep_how { PEP_HOW_EXHAUSTIVE, PEP_HOW_SAMPLED, PEP_HOW_DUPLICATED };
enum pep_update { PEP_UPDATE_SINGLE, PEP_UPDATE_THREAD, PEP_UPDATE_ATOMIC };

struct pep_unitmap {
    uint64_t hash;         /* the unit's key; set by encode and decode */
    const char *name;      /* main source file, as the compiler was told */
    const char *directory; /* compilation directory from the line markers, or NULL */
    const char **files;    /* [0] is the main one */
    uint32_t nfiles;
    uint8_t event;              /* enum pep_event */
    uint8_t truncation;         /* enum pep_truncation */
    uint8_t update;             /* enum pep_update */
    uint8_t how;                /* enum pep_how: whether counts are all there were, or samples */
    uint32_t k;                 /* of k-paths: the longest sequences; else 0 */
    uint32_t ncounters;         /* in all */
    uint32_t nsites;            /* whose values are recorded, in all; set by decode, and by who makes the functions */
    uint32_t nblocks;           /* of functions that tell them, in all; likewise */
    struct pep_layout *layouts; /* what its functions' accesses are to */
    uint32_t nlayouts;
    bool calls;                 /* its functions' call sites are listed */
    struct pep_callee *callees; /* that they name, by name */
    uint32_t ncallees;
    struct pep_function **functions; /* by index */
    uint32_t nfunctions;
};

/* Appends one record.  Sets map->hash. */
void pep_unitmap_encode(struct pep_buffer *out, struct pep_unitmap *map);
/* Decodes the record at bytes[*at] and moves *at behind it.  Everything is checked: lengths, hash, indices, numbers
 * against pep_cfg_check.  Gives 1 with a map, 0 at the end (only zero bytes left), -1 with *error telling the rule and
 * *at the byte. Memory comes from the arena; strings are copied. */
int pep_unitmap_decode(struct pep_unitmap *map, const unsigned char *bytes, size_t count, size_t *at,
                       struct pep_arena *arena, const char **error);
#endif
