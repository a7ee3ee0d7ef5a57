/* subpaths.h - subpaths: sequences of 2^n blocks of a thread (paper OSP; include/pep/abi.h).
 *
 * Each thread that tells of its blocks has a profiler: a segment with the pairs that its subpaths are made of (raw.h),
 * and private memory beside it: an index of the pairs, and the blocks that were told last.  Both together take no more
 * than PEP_MEMORY at any moment, but for pages that are larger.  What else a thread has is a struct listener, a few
 * words of thread-local memory.  At the end of the thread the next one takes its profiler over, counts included. */
#ifndef PEP_RT_SUBPATHS_H
#define PEP_RT_SUBPATHS_H
#include "core.h"
#include "random.h"

#define PEP_SUBPATH_BLOCKS     ((uint32_t)1 << PEP_RAW_LENGTHS) /* of the longest subpath */
#define PEP_SUBPATH_WEIGHT_MAX ((uint64_t)1 << 20)
#define PEP_SUBPATH_MEMORY_MIN ((uint64_t)24 << 10)
#define PEP_SUBPATH_MEMORY_MAX ((uint64_t)4 << 30)

/* lengths.c - what is drawn. */
/* A number below `limit`, which is not 0. */
uint32_t pep_random_below(struct pep_random *r, uint32_t limit);
/* How many of `n` things stay where each does with the chance 1/2. */
uint32_t pep_random_half(struct pep_random *r, uint32_t n);
/* How many things there are to the next that happens, that one included, where each does with the chance 1/mean. */
#define PEP_DISTANCE_MAX 32 /* times the mean */
uint32_t pep_random_distance(struct pep_random *r, uint32_t mean);
/* Whether something with the chance 2^-scale happens. */
bool pep_random_scaled(struct pep_random *r, uint32_t scale);
/* What `n` things count where none counts less than 2^scale: so much with a chance in proportion, or else 0. */
uint32_t pep_random_held(struct pep_random *r, uint32_t n, uint32_t scale);

/* What the user wants of subpaths. */
struct pep_subpath_law {
    uint32_t weight[PEP_RAW_LENGTHS + 1]; /* by n; 0: that length is not recorded; their sum is not 0 */
    uint32_t encoding;                    /* enum pep_raw_encoding */
    uint32_t sample;                      /* enum pep_raw_sample */
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

static inline uint32_t pep_pair_kind(const struct pep_raw_pair *pair)
{
    return pair->kind & ((1 << PEP_RAW_PAIR_BITS) - 1);
}

struct pep_pairs {
    struct pep_raw_subpaths *head;
    struct pep_raw_pair *pairs;
    uint32_t *chains;  /* by hash: the number plus 1 of the first pair; further ones by the bits above `kind` */
    uint32_t capacity; /* of the pairs */
    uint32_t shift;    /* 32 - log2 of the number of chains */
    uint32_t free;     /* the first free pair below `used`, plus 1 */
    uint32_t nfree;    /* of these */
    bool is_sealed;    /* no pair is made */
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
/* Whether there is one that is in the sample. */
bool pep_pairs_has(const struct pep_pairs *p, uint32_t pair);
/* What a sample holds counts 2^that at least, where it needs so many pairs of its own: what takes much room comes in
 * more seldom. */
uint32_t pep_pairs_least(uint32_t scale, uint32_t pairs);
/* Adds to its count; false where it is full and there is no room for another. */
bool pep_pairs_count(struct pep_pairs *p, uint32_t pair, uint32_t times);
/* Makes a quarter of the pairs free at least: of those that nobody counted needs, and by thinning (paper OSP, 2.3:
 * resampling; Gibbons and Matias) until that suffices. */
void pep_pairs_make_room(struct pep_pairs *p);
/* Halves all counts. */
void pep_pairs_age(struct pep_pairs *p);

/* A profiler: what a thread has of subpaths that others may go on with. */
struct pep_told {
    uint32_t unit, unit_above, number; /* as a pair has them */
};

/* An activation whose check comes before a subpath (stays.c), and how often the subpath counts if that owns it. */
struct pep_owner {
    uint64_t depth;
    uint32_t times; /* 0: its check was not taken */
};

#define PEP_OWNERS 4

/* A subpath that has begun. */
struct pep_recording {
    struct pep_owner owners[PEP_OWNERS]; /* from the outermost on; the last that is there when it ends owns it */
    uint32_t nowners;
    uint32_t end; /* when its last block is told */
    uint32_t n;
    uint32_t scale; /* that it was drawn with */
};

#define PEP_RECORDINGS 32

struct pep_profiler {
    struct pep_pairs pairs;
    struct pep_segment *segment;
    uint64_t bytes;     /* of this */
    uint32_t at;        /* blocks that were told, modulo 2^32 */
    uint32_t run;       /* those in a row, up to PEP_SUBPATH_BLOCKS: what hears all may be torn */
    uint32_t longest;   /* the longest of the law has 2^longest blocks */
    uint32_t unaged;    /* subpaths since the last aging */
    uint32_t next;      /* when a subpath ends: not before */
    uint32_t recorders; /* subpaths under way */
    struct pep_recording recordings[PEP_RECORDINGS];
    union {                      /* as many as the longest subpath has blocks */
        struct pep_told *blocks; /* by `at` */
        uint32_t *names;         /* behind 2^n: by `at`, those of length n */
    } last;
    uint32_t last_mask;
    uint32_t *slots; /* encoding.c */
    uint32_t slots_mask;
    bool grown; /* what hears all can become no larger */
    uint32_t chains[];
};

/* A thread's part in what is held (stays.c). */
struct pep_hold {
    uint32_t release; /* number of the release that is to come */
    bool is_held;
};

/* listener.c - what a thread has that is its own; all zero before its first block. */
struct pep_listener {
    struct pep_profiler *profiler;
    struct pep_random random;
    uint32_t busy;             /* it is in the middle of something that no handler may see */
    uint32_t torn;             /* a handler came, and what it told is missing */
    struct pep_hold stay;      /* is heard; holds points */
    struct pep_hold recording; /* of blocks of duplicates */
    uint32_t scale;            /* of the subpath that begins */
    uint32_t nest;             /* duplicates that checking code called */
    uint32_t credit;           /* by how many checks regions were shorter than they might have been */
    uint32_t stays;            /* that the head does not know of */
    uint32_t nowners;
    struct pep_owner owners[PEP_OWNERS]; /* of what begins now; the first is that with whose check the stay began */
    struct pep_region {
        uint32_t passed; /* checks of activations below */
        uint32_t passes; /* how many of them may be */
        uint32_t sure;   /* how many of them may be in any case */
    } regions[PEP_OWNERS];
    uintptr_t stack; /* where the stay's check was; of a sort its last one */
    bool is_deaf;    /* there was no memory for a profiler */
    bool begins;     /* subpaths may begin: there is an owner who has taken a check */
};

/* The calling thread's; NULL where there are too many threads in a library. */
struct pep_listener *pep_listener_find(void);
/* The thread ends. */
void pep_listener_drop(struct pep_listener *l);
/* In the child of a fork: there are no others. */
void pep_listener_alone(void);

/* True: no handler may touch it until it is left.  Otherwise somebody is in the middle of something, and will know. */
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

/* encoding.c - 2^n blocks from `from` on, which were told last: the number of the pair that stands for them to the
 * sample, which is made if need be; PEP_PAIR_NONE where there is no room.  The same where none is made, and how many
 * would have to be.  Pairs were taken away or come from another process: it learns them anew. */
uint32_t pep_encoding_name(struct pep_profiler *p, uint32_t from, uint32_t n);
uint32_t pep_encoding_find(struct pep_profiler *p, uint32_t from, uint32_t n, uint32_t *missing);
void pep_encoding_restore(struct pep_profiler *p);

/* recording.c - a subpath begins with the block that is told next; of those under way some end with the block that was
 * told last; none of them does. */
void pep_recording_begin(struct pep_profiler *p, struct pep_random *r, uint32_t scale, const struct pep_owner *owners,
                         uint32_t nowners);
void pep_recording_end(struct pep_profiler *p);
void pep_recording_drop(struct pep_profiler *p);

/* stays.c - the functions `block` of sampled and of duplicated units. */
void pep_hear_sampled(struct pep_unit *unit, uint32_t block, uint32_t level);
void pep_hear_stays(struct pep_unit *unit, uint32_t block, uint32_t level);
/* Draws the first of all, by the law and the policy. */
void pep_stays_settle(void);
/* The thread is heard no more, or no thread is; and in the child of a fork. */
void pep_stays_leave(struct pep_listener *l);
void pep_stays_release(void);
void pep_stays_renew(void);

/* profiler.c - profilers, and the function `block` of exhaustive units. */
/* Takes a profiler for the calling thread, or makes one; NULL where there is no memory. */
struct pep_profiler *pep_profiler_claim(struct pep_listener *l);
/* Its segments are PEP_RAW_SUBPATHS entries; `how` is that of the units, event not 0 where there are any. */
extern struct pep_unit pep_subpath_unit;
/* A unit that tells of its blocks registers.  Units that tell in another way than the first are not heard. */
void pep_subpath_hook(struct pep_unit *unit);
/* Listens from now on; called when the units have their place in the profile. */
void pep_subpath_begin(void);
/* Sets what subpaths want of the policy where the user asks for nothing else; and takes what concerns them from what
 * the user asks for. */
struct pep_policy;
void pep_subpath_usual(struct pep_policy *policy);
void pep_subpath_settle(struct pep_policy *policy);
/* Of so many blocks one begins a subpath, on average. */
uint64_t pep_subpath_distance(void);
/* The thread ends that has the segment. */
void pep_subpath_leave(struct pep_segment *segment);
/* In the child of a fork: threads begin new profilers. */
void pep_subpath_renew(struct pep_segment *segment);
void pep_subpath_reset(struct pep_segment *segment);
#endif
