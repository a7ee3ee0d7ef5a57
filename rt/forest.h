/* forest.h - the inside of a forest of sequences, for forest.c and prune.c. */
#ifndef PEP_RT_FOREST_H
#define PEP_RT_FOREST_H
#include "core.h"

#ifndef PEP_FOREST_COUNT_MAX
#define PEP_FOREST_COUNT_MAX ((uint32_t)1 << 30) /* room for all threads that come at once */
#endif

enum {
    PEP_NODE_BITS = 4,        /* of its size */
    PEP_FOREST_FIRST_BIT = 8, /* the highest of the numbers of the first piece */
};

struct pep_forest {
    uintptr_t base[32]; /* by the highest bit of a number: where node 0 would lie, or 0 */
    struct pep_raw_forest *head;
    struct pep_segment *segment;
    struct pep_roots *roots;
    uint64_t begun;  /* the state of a stream behind a root: above, the forest's number, which is not 0 and tells whose
                        nodes the stream has; below, the steps that are left of the slab */
    uint64_t before; /* the same before the last pruning, or 0 */
    bool shallow;    /* k is 1: nothing stands below a slab */
    bool full;       /* there is no room for another node */
    bool owned;      /* one thread at a time tells it, and its signal handlers */
    bool busy;       /* it is in the middle of that, though not of the common case */
    bool pruning;    /* and of this */
    bool pruned;     /* at some time */
    uint32_t moving; /* somebody moves a node */
    uint32_t end;    /* of the numbers that pieces are there for */
    /* Nodes that are none any more: those that can be taken, linked by `child`; and those that the last pruning left,
     * which streams may still stand on, linked by `count`, while `child` is the parent. */
    uint32_t free, nfree, left, nleft;
    uint32_t rare;     /* the count up to which nodes were pruned last */
    uint32_t patience; /* steps before the next pruning, since the last one gained little */
};

static inline struct pep_raw_node *pep_forest_node(const struct pep_forest *f, uint32_t i)
{
    return (struct pep_raw_node *)(f->base[31 ^ __builtin_clz(i)] + ((uintptr_t)i << PEP_NODE_BITS));
}

static inline uint32_t pep_forest_load(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void pep_forest_store(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline uint32_t pep_forest_count(const struct pep_raw_node *n)
{
    return n->count & ~PEP_RAW_PRUNED;
}

enum { PEP_FOREST_SHARE = 4 }; /* of all nodes one is kept for roots, or pruned at a time */

/* Nodes that pieces are there for, and those that can be taken. */
static inline uint32_t pep_forest_capacity(const struct pep_forest *f)
{
    return f->end - PEP_RAW_FIRST_NODE;
}

static inline uint32_t pep_forest_room(const struct pep_forest *f)
{
    uint32_t used = pep_forest_load(&f->head->used);

    return f->nfree + (used < pep_forest_capacity(f) ? pep_forest_capacity(f) - used : 0);
}

/* A number for `begun` that no forest of the process had. */
uint64_t pep_forest_number(void);
/* The root; made where it is not there, or 0 where there is no room.  Likewise the child. */
uint32_t pep_forest_root_of(struct pep_forest *f, uint32_t function, uint32_t path);
uint32_t pep_forest_child_of(struct pep_forest *f, uint32_t parent, uint32_t path);
/* Would all forests together have too much memory, if this one took another piece? */
bool pep_forest_is_full(const struct pep_forest *f);

/* prune.c */
/* Below this node counts may lack, or nodes. */
static inline void pep_forest_mark(struct pep_raw_node *n)
{
    __atomic_fetch_or(&n->count, PEP_RAW_PRUNED, __ATOMIC_RELAXED);
}
/* Sequences of the function may lack anywhere. */
void pep_prune_mark_all(struct pep_forest *f, uint32_t function);
/* Prunes, if there is need and nobody in the middle of a step. */
void pep_prune(struct pep_forest *f);
/* A stream that stands on nodes of another number: its own ones where it was begun before the last pruning, else it
 * begins anew. */
struct pep_stream pep_prune_recover(struct pep_forest *f, uint32_t function, struct pep_stream stream);
/* A forest that an ended process left: what it was in the middle of, and the nodes that are free. */
void pep_prune_restore(struct pep_forest *f);
#endif
