/* plan.h - what happens on each edge of a function, before it is known how that is spelled.
 *
 * A mode is a table of callbacks: prepare numbers the graph or places counters, then the walk over the edges asks it
 * for operations on each.  The plan then moves them to where the text has room: an edge without a site hands its
 * operations to the edges in front of it; and since everybody who comes by a label also passes what stands behind its
 * colon, the others take that back beforehand.  Adding a mode touches its own file and the table in modes.c. */
#ifndef PEP_REWRITE_PLAN_H
#define PEP_REWRITE_PLAN_H
#include "base/options.h"
#include "cfgbuild/tree.h"
#include "cfgbuild/unitmap.h"

enum pep_op_kind {
    PEP_OP_ADD,   /* r += value; modulo the register's width, so a negative value is its complement */
    PEP_OP_SET,   /* r = value */
    PEP_OP_END,   /* the path r + value is complete: count it */
    PEP_OP_LAST,  /* likewise, and no other follows it in this activation: told of what is counted in spans alone */
    PEP_OP_COUNT, /* count counter `value` */
    PEP_OP_LOCAL, /* count local counter `value` */
    PEP_OP_TAKE,  /* the path r + value was counted once too often */
    PEP_OP_FLUSH, /* add the local counters of loop `value` to its paths, and clear them */
    PEP_OP_BLOCK, /* block `value` begins */
    PEP_OP_FRAME, /* the function is the innermost active one again (frames.h) */
};

struct pep_op {
    uint8_t kind; /* enum pep_op_kind */
    uint64_t value;
};

struct pep_ops {
    PEP_ARRAY(struct pep_op);
};

/* A way through a collapsed loop: from its header to a back edge or to an edge that leaves the loop. */
struct pep_loop_path {
    uint32_t *edges; /* the last one leads back or out */
    uint32_t count;
    uint32_t begin;   /* block */
    uint32_t counted; /* of a way back: the edge that counts it */
};

/* A loop whose paths are counted in local variables (collapse.c).  In a nest, the ways of the loop around end and begin
 * at the loops inside. */
struct pep_collapsed {
    uint32_t header;            /* block */
    struct pep_loop_path *back; /* ways back */
    struct pep_loop_path *out;  /* ways out */
    uint32_t nback, nout;
    uint32_t first, nlocals; /* its locals: one a way back, or in a nest one for all */
    uint32_t total;          /* local that counts every turn, or PEP_NO_COUNTER */
    uint32_t around;         /* index of the loop around, which flushes for it, or PEP_NO_COUNTER */
    bool keeps_register;     /* ways out share an edge, so that r has to be known there */
    bool wide;               /* may turn more than 2^32 times before it is flushed */
};

/* A local that goes through a door: a copy of it, or where it cannot be copied, its address. */
struct pep_handed {
    uint32_t local; /* its index */
    bool in;        /* what begins at the door may read it; else it only comes back at a door around */
    bool back;      /* its copy comes back with another value */
    bool apart;     /* handed over beside the arguments */
    uint32_t step;  /* a power of two: it differs from `first` by some of them; 0 where nothing is known */
    uint32_t first; /* below `step` */
};

/* A loop that is sampled in strips of turns (strips.h): for (...; counter relation bound; counter += step), or a for
 * without such a bound, or do ... while (--counter). */
struct pep_strip {
    const char *counter;          /* as it is spelled; NULL where each turn is checked */
    const char *relation, *bound; /* NULL where there is none that no turn changes */
    int step;                     /* below 0 where it counts down; 0 of a do */
    bool brief;                   /* compilers know how often it turns, and that is not often enough for many samples */
};

/* Where the duplicate of a function can be entered and left again (duplicate.h). */
struct pep_door {
    struct pep_node *node; /* a loop, whose next turn it is; or the first computed goto, for all of them */
    uint32_t number;       /* from 1 on; 0 is the function's own entry */
    uint32_t block;        /* where the paths begin that are entered here */
    bool closed;           /* who leaves the loop comes back to it by its first turn and the door around, or never */
    uint32_t around;       /* number of the door of a loop around, at whose turns the duplicate ends as well, or 0 */
    uint64_t inside;       /* doors that this one is around, a bit for each number */
    struct pep_handed *locals; /* first those that the door around has apart, in the same order */
    uint32_t nlocals;
    struct pep_strip strip;
};

/* How what the operations count is recorded. */
enum pep_record {
    PEP_RECORD_COUNT,   /* counted */
    PEP_RECORD_OFFER,   /* offered to the policy, at a sample point */
    PEP_RECORD_GUARDED, /* counted in a duplicate, while that is to record */
};

/* Where a block tells that it begins. */
enum pep_told {
    PEP_TOLD_NOWHERE,
    PEP_TOLD_ON_EDGES,     /* on each edge that leads there */
    PEP_TOLD_BEHIND_COLON, /* of its label */
};

struct pep_plan {
    struct pep_function *f;
    struct pep_tree *tree;
    const struct pep_options *options;
    const struct pep_mode *mode;
    uint8_t record;      /* enum pep_record */
    struct pep_ops *ops; /* by edge */
    size_t nops;
    uint8_t *told;     /* by block: enum pep_told; NULL but of PEP_STORE_STREAM */
    bool *skip;        /* by edge: an edge of a label that others jump over */
    bool has_register; /* some path needs r */
    bool has_counters; /* some operation counts */
    bool has_frame;    /* it tells samples that it is active (frames.h) */
    bool quiet;        /* guarded, and recorded when its callers are */
    bool passes;       /* derived from its callers, and its duplicate passes on to others whether to record */
    bool called_back;  /* guarded, and stubs have a text of it without the check on entry (callbacks.h) */
    uint32_t *bare;    /* by callback of the tree: index of the function whose text its stub has, or PEP_NO_FUNCTION */
    struct pep_door *doors;
    uint32_t ndoors;
    bool *handed; /* by local: fixed, and handed over at some door, as a pointer */
    struct {
        PEP_ARRAY(struct pep_collapsed);
    } collapsed;
    uint32_t nlocals;
    struct pep_arena *arena;
};

struct pep_mode {
    const char *name;
    uint8_t event; /* enum pep_event */
    /* Truncates, numbers, places: leaves f->storage, ncounters.  NULL, or why the function must stay as it is. */
    const char *(*prepare)(struct pep_plan *p);
    void (*edge)(struct pep_plan *p, uint32_t e);  /* inside of a path */
    void (*cut)(struct pep_plan *p, uint32_t e);   /* ends a path and begins another */
    void (*leave)(struct pep_plan *p, uint32_t e); /* into EXIT */
};

const struct pep_mode *pep_mode_find(uint8_t event);
extern const struct pep_mode pep_mode_paths, pep_mode_edges, pep_mode_calls, pep_mode_kpaths, pep_mode_subpaths;

/* Plans a function whose graph is built; f->base is the caller's.  NULL, or why it must stay as it is. */
const char *pep_plan_function(struct pep_plan *p, struct pep_function *f, struct pep_tree *tree,
                              const struct pep_options *options, struct pep_arena *arena);
/* Takes the operations out that count this counter. */
void pep_plan_drop(struct pep_plan *p, uint32_t counter);
void pep_plan_free(struct pep_plan *p);

/* Does the operation complete a path? */
static inline bool pep_plan_ends(uint8_t kind)
{
    return kind == PEP_OP_END || kind == PEP_OP_LAST;
}

/* For the modes. */
void pep_plan_op(struct pep_plan *p, uint32_t edge, enum pep_op_kind kind, uint64_t value);
/* May the operations of this edge contain more than additions? */
bool pep_plan_can_end(const struct pep_function *f, const struct pep_edge *e);
/* Is its site behind a colon, where all pass who come into the block? */
bool pep_plan_is_behind_colon(const struct pep_edge *e);
/* Does anybody but the edge itself pass its site behind a colon? */
bool pep_plan_is_shared(const struct pep_function *f, const struct pep_edge *e);

/* collapse.c: picks loops between truncation and numbering, which makes their headers ends of paths; and plans their
 * counters when the operations of all edges are there.  in_order: only those whose turns follow each other and are all
 * the same path, so that their number says in which order paths came. */
void pep_collapse_pick(struct pep_plan *p, const struct pep_loops *loops, bool in_order);
void pep_collapse_plan(struct pep_plan *p);
/* The number of the path that the loop's local counter i counts. */
uint64_t pep_plan_loop_path(const struct pep_plan *p, const struct pep_collapsed *loop, uint32_t i);
#endif
