/* forest.h - the inside of a forest of sequences, for forest.c and prune.c. */
#ifndef PEP_RT_FOREST_H
#define PEP_RT_FOREST_H
#include "core.h"

enum {
    PEP_NODE_BITS = 5,        /* of its size */
    PEP_FOREST_FIRST_BIT = 8, /* the highest of the numbers of the first piece */
};

/* In the depth of a root: it is not there since before the first pruning. */
#define PEP_FOREST_LATE 0x80000000u

struct pep_forest {
    uintptr_t base[32]; /* by the highest bit of a number: where node 0 would lie, or 0 */
    struct pep_raw_forest *head;
    struct pep_segment *segment;
    struct pep_roots *roots;
    uint64_t generation; /* how often it was pruned */
    uint32_t slab;       /* k - 1: a stream that stands deepest goes on from the node of its last so many paths */
    uint32_t deepest;    /* two slabs, 1 at least */
    bool guesses;        /* nodes may tell what is expected behind them */
    bool full;           /* there is no room for another node */
    bool owned;          /* one thread at a time tells it, and its signal handlers */
    bool busy;           /* it is in the middle of that, though not of the common case */
    bool pruning;        /* and of this */
    uint32_t moving;     /* somebody moves a node */
    uint32_t end;        /* of the numbers that pieces are there for */
    /* Nodes that are none any more: those that can be taken, linked by `child`; and those that the last pruning left,
     * which streams may still stand on, linked by `depth`, while `child` is the parent. */
    uint32_t free, nfree, left, nleft;
    uint64_t rare;     /* the count up to which nodes were pruned last */
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

static inline uint64_t pep_forest_count(const struct pep_raw_node *n)
{
    return __atomic_load_n(&n->count, __ATOMIC_RELAXED) & ~PEP_RAW_PRUNED;
}

/* What `child` is of a node that has no children. */
static inline bool pep_forest_is_deepest(const struct pep_forest *f, const struct pep_raw_node *n)
{
    return (n->depth & ~PEP_FOREST_LATE) >= f->deepest;
}

/* The first of its children, or 0. */
static inline uint32_t pep_forest_first(const struct pep_forest *f, const struct pep_raw_node *n)
{
    return pep_forest_is_deepest(f, n) ? 0 : pep_forest_load(&n->child);
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

/* From the node on, no path is expected. */
void pep_forest_expect_nothing(struct pep_raw_node *n);
/* Paths, as nodes have them, are numbers plus 1. */
/* The root; made where it is not there, or 0 where there is no room.  Likewise the child of one that is not deepest. */
uint32_t pep_forest_root_of(struct pep_forest *f, uint32_t function, uint32_t path);
uint32_t pep_forest_child_of(struct pep_forest *f, uint32_t parent, uint32_t path);
/* The parent, or PEP_RAW_ROOT + the function. */
uint32_t pep_forest_above(const struct pep_forest *f, uint32_t i);
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
/* A stream that stands on node i since an earlier generation: the node, made anew where the last pruning has taken it;
 * or 0 where it has to begin anew. */
uint32_t pep_prune_recover(struct pep_forest *f, uint32_t function, uint32_t i, uint64_t generation);
/* A forest that an ended process left: what it was in the middle of, and the nodes that are free. */
void pep_prune_restore(struct pep_forest *f);
#endif
