/* subpaths.h - subpaths: sequences of 2^n blocks of a thread (paper OSP; include/pep/abi.h).
 *
 * Each thread that tells of its blocks has a profiler: a segment with the pairs that its subpaths are made of (raw.h),
 * and private memory beside it: an index of the pairs, and the blocks that were told last.  Both together take no more
 * than PEP_MEMORY at any moment, but for pages that are larger.  What else a thread has is a struct listener, a few
 * words of thread-local memory.  At the end of the thread the next one takes its profiler over, counts included. */
#ifndef PEP_RT_SUBPATHS_H
#define PEP_RT_SUBPATHS_H
#include "core.h"

#define PEP_SUBPATH_BLOCKS     ((uint32_t)1 << PEP_RAW_LENGTHS) /* of the longest subpath */
#define PEP_SUBPATH_WEIGHT_MAX ((uint64_t)1 << 20)
#define PEP_SUBPATH_MEMORY_MIN ((uint64_t)24 << 10)
#define PEP_SUBPATH_MEMORY_MAX ((uint64_t)4 << 30)

/* lengths.c - what is drawn. */
/* Steele, Lea and Flood's splitmix: any state will do. */
struct pep_random {
    uint64_t state;
};
uint64_t pep_random_next(struct pep_random *r);
/* A number below `limit`, which is not 0. */
uint32_t pep_random_below(struct pep_random *r, uint32_t limit);
/* How many of `n` things stay where each does with the chance 1/2. */
uint32_t pep_random_half(struct pep_random *r, uint32_t n);
/* Whether something with the chance 2^-scale happens. */
bool pep_random_scaled(struct pep_random *r, uint32_t scale);

/* What the user wants of subpaths. */
struct pep_subpath_law {
    uint32_t weight[PEP_RAW_LENGTHS + 1]; /* by n; 0: that length is not recorded; their sum is not 0 */
    uint32_t encoding;                    /* enum pep_raw_encoding */
    uint32_t stride;                      /* in a stay, of so many blocks one begins a subpath */
    uint32_t aging;                       /* all counts are halved after so many recorded subpaths; 0: never */
    uint64_t memory;                      /* bytes that a profiler may take; 0: what is usual */
};
extern struct pep_subpath_law pep_subpath_law;
uint64_t pep_law_total(const struct pep_subpath_law *law);
/* A length n, drawn by the weights. */
uint32_t pep_law_draw(const struct pep_subpath_law *law, struct pep_random *r);

/* pairs.c - the pairs of a segment.  Nobody else touches them meanwhile; a reader may look, and the process be killed,
 * at any moment. */
#define PEP_PAIR_NONE UINT32_MAX

struct pep_pairs {
    struct pep_raw_subpaths *head;
    struct pep_raw_pair *pairs;
    uint32_t *chains;  /* by hash: the number plus 1 of the first pair; further ones by the bits above `kind` */
    uint32_t capacity; /* of the pairs */
    uint32_t shift;    /* 32 - log2 of the number of chains */
    uint32_t free;     /* the first free pair below `used`, plus 1 */
    uint32_t nfree;    /* of these */
    struct pep_random random;
};

/* Chains for so many pairs: a power of two. */
uint32_t pep_pairs_chains(uint64_t pairs);
/* Ties pairs, which a process may have left at any moment, to the chains behind `chains`; finishes its thinning. */
void pep_pairs_attach(struct pep_pairs *p, uint32_t nchains);
/* The number of the pair that says so, which is made if need be; PEP_PAIR_NONE where there is no room. */
uint32_t pep_pairs_block(struct pep_pairs *p, uint64_t unit, uint32_t block);
uint32_t pep_pairs_halves(struct pep_pairs *p, uint32_t left, uint32_t right);
uint32_t pep_pairs_one(struct pep_pairs *p, uint32_t block);
/* Adds to its count; false where it is full and there is no room for another. */
bool pep_pairs_count(struct pep_pairs *p, uint32_t pair, uint32_t times);
/* Makes a quarter of the pairs free at least: of those that nobody counted needs, and by thinning (paper OSP, 2.3:
 * resampling; Gibbons and Matias, concise samples) until that suffices. */
void pep_pairs_make_room(struct pep_pairs *p);
/* Halves all counts. */
void pep_pairs_age(struct pep_pairs *p);

/* profiler.c - the profilers of the threads, and who hears all. */
struct pep_told {
    uint32_t unit, unit_above, number; /* as a pair has them */
};

/* A subpath that has begun. */
struct pep_recording {
    uint64_t other; /* activation of another check that it belongs to while that is there (stays.c) */
    uint32_t end;   /* when its last block is told */
    uint32_t n;
    uint32_t times; /* to be counted */
    uint32_t scale; /* that it was drawn with */
};

#define PEP_RECORDINGS 64

struct pep_profiler {
    struct pep_pairs pairs;
    struct pep_segment *segment;
    uint64_t bytes;     /* of this */
    uint32_t at;        /* blocks that were told, modulo 2^32 */
    uint32_t run;       /* blocks in a row, up to those of the longest subpath; what hears all knows no more */
    bool grown;         /* what hears all can become no larger */
    uint32_t unaged;    /* subpaths since the last aging */
    uint32_t recorders; /* of the recordings, those under way */
    struct pep_recording recordings[PEP_RECORDINGS];
    union {
        struct pep_told blocks[PEP_SUBPATH_BLOCKS]; /* by `at` */
        uint32_t names[PEP_SUBPATH_BLOCKS];         /* behind 2^n: by `at`, those of length n */
    } last;
    uint32_t chains[];
};

/* What a thread has; all zero before its first block. */
struct pep_listener {
    struct pep_profiler *profiler;
    struct pep_random random;
    uint32_t busy; /* it is in the middle of something that no handler may see */
    uint32_t torn; /* a handler came, and what it told is missing */
};
/* The calling thread's; NULL where there are too many threads in a library. */
struct pep_listener *pep_listener_find(void);
/* True: nobody else may touch it.  Otherwise somebody is in the middle of something, and is told so. */
static inline bool pep_listener_enter(struct pep_listener *l)
{
    if (!__atomic_exchange_n(&l->busy, 1, __ATOMIC_ACQUIRE))
        return true;
    __atomic_store_n(&l->torn, 1, __ATOMIC_RELAXED);
    return false;
}
static inline void pep_listener_leave(struct pep_listener *l)
{
    __atomic_store_n(&l->busy, 0, __ATOMIC_RELEASE);
}
/* Of so many blocks one begins a subpath, on average. */
uint64_t pep_subpath_distance(void);
/* Takes a profiler for the calling thread, or makes one; NULL where there is no memory. */
struct pep_profiler *pep_profiler_claim(struct pep_listener *l);

/* Its segments are PEP_RAW_SUBPATHS entries; `how` is that of the units, stream not 0 where there are any. */
extern struct pep_unit pep_subpath_unit;
/* A unit that tells of its blocks registers.  Units that tell in another way than the first are not heard. */
void pep_subpath_hook(struct pep_unit *unit);
/* Listens from now on; called when the units have their place in the profile. */
void pep_subpath_begin(void);
/* The thread ends that has the segment. */
void pep_subpath_leave(struct pep_segment *segment);
/* In the child of a fork: threads begin new profilers. */
void pep_subpath_renew(struct pep_segment *segment);
void pep_subpath_reset(struct pep_segment *segment);
#endif
