/* cfg.h - a function's control flow graph, its path numbers and its place in the counters.
 *
 * This one structure is filled step by step and never copied: the builder makes blocks and edges from the control
 * tree; pep_cfg_truncate marks the edges that end a path; pep_cfg_number gives every edge its value; the plan gives
 * counters; pep_unitmap_encode writes it beside the code and pep_unitmap_decode gives it back to the tools, which
 * regenerate paths from numbers on the very same graph.
 *
 * The P-DAG (paper PEP, sections 3.1 and 3.3) is not a second graph.  A real edge that is `cut` stands for two dummy
 * edges: its source -> EXIT, whose value is the edge's `value`, and ENTRY -> its target, whose value is the target
 * block's `start`.  All cut edges into one block share that start; each keeps an end of its own, so that a path tells
 * which cut edge ended it.  Every other edge is an edge of the DAG with its own value.
 *
 * A path number is the sum of: the start of the block where it begins (0 for function entry), the values of the edges
 * it takes, and the value of the cut edge that ends it (nothing when it runs into EXIT).  Numbers are 0..npaths-1.
 *
 * Memory: all lists, blocks and edges too, live in f->arena, which is set before the first block is added; they are
 * released with it and never one by one. */
#ifndef PEP_CFGBUILD_CFG_H
#define PEP_CFGBUILD_CFG_H
#include "base/arena.h"
#include "base/array.h"
#include "cfgbuild/layout.h"
#include <stdbool.h>
#include <stdint.h>

#define PEP_NO_COUNTER  UINT32_MAX
#define PEP_NO_BLOCK    UINT32_MAX
#define PEP_NO_FUNCTION UINT32_MAX
#define PEP_NO_CALLEE   UINT32_MAX
#define PEP_NO_SITE     UINT32_MAX

/* A place in the user's source, as the line markers tell it; file is an index into the unit's files, line is 1-based,
 * column is 1-based and counts bytes of the preprocessed line, of all its pieces where markers cut it (it orders the
 * branches of one line). */
struct pep_position {
    uint32_t file, line, column;
};

enum pep_block_kind {
    PEP_BLOCK_ENTRY,    /* block 0; no predecessors */
    PEP_BLOCK_EXIT,     /* block 1; no successors */
    PEP_BLOCK_PLAIN,    /* at most one successor, or setjmp's several */
    PEP_BLOCK_BRANCH,   /* two successors: first the true edge, then the false one */
    PEP_BLOCK_SWITCH,   /* one successor for each distinct group of labels, or for each way out of an asm goto */
    PEP_BLOCK_COMPUTED, /* computed goto, and asm goto to labels that are not its own: one for each such label */
};

enum pep_edge_kind {
    PEP_EDGE_FALL,     /* to the next block in program order */
    PEP_EDGE_TRUE,     /* the condition held */
    PEP_EDGE_FALSE,    /* it did not */
    PEP_EDGE_CASE,     /* case label, or a group of them; `label` tells which */
    PEP_EDGE_DEFAULT,  /* default label, or past a switch without one */
    PEP_EDGE_JUMP,     /* goto, break, continue */
    PEP_EDGE_COMPUTED, /* computed goto or asm goto; `label` names the target */
    PEP_EDGE_RETURN,   /* to EXIT by return or by the closing brace */
    PEP_EDGE_NORETURN, /* to EXIT because a callee does not return */
};

/* Why an edge ends a path; 0 where it does not. */
enum pep_cut {
    PEP_CUT_NONE,
    PEP_CUT_BACK,   /* back edge, or any retreating edge of an irreducible graph */
    PEP_CUT_HEADER, /* edge into a loop header (paper PEP, figure 3) */
    PEP_CUT_JUMP,   /* computed goto, asm goto, return of setjmp */
    PEP_CUT_LIMIT,  /* more paths than the limit */
};

struct pep_site;

struct pep_edge {
    uint32_t src, dst;     /* blocks */
    uint8_t kind;          /* enum pep_edge_kind */
    uint8_t cut;           /* enum pep_cut */
    bool unlikely;         /* the source says so; known while building, not in the static map */
    bool unordered;        /* of an operand that may be evaluated before or after others: no path ends here; likewise */
    uint64_t value;        /* added to the path register; of a cut edge: added when the path ends here */
    uint32_t counter;      /* edge mode: index into the function's counters, or PEP_NO_COUNTER */
    const char *label;     /* "case 3", "case 'a' ... 'z'", "default", a label's name; or NULL */
    uint64_t frequency;    /* how often, as a prior profile or an estimate says; any unit */
    uint64_t cost;         /* what a value on it costs (pep_cfg_weigh) */
    struct pep_site *site; /* where in the text it can carry code (tree.h), or NULL; always NULL in the tools */
};

struct pep_block {
    uint8_t kind;       /* enum pep_block_kind */
    bool is_start;      /* some cut edge leads here */
    bool calls;         /* calls a function; known while building, not in the static map */
    bool reload;        /* setjmp comes back here: the path register is lost; not in the static map */
    uint32_t origin;    /* its number before pep_cfg_finish; the builder's */
    bool impossible;    /* begins by saying that it is not reached; known while building */
    bool short_trip;    /* a loop header that cannot be passed 2^32 times before the loop is left */
    bool unordered;     /* its branches are evaluated in no fixed order: nothing is hoisted from here */
    uint32_t counter;   /* PEP_STORE_BLOCKS: index into the function's counters, or PEP_NO_COUNTER */
    uint64_t start;     /* path register's value at a start (dummy edge ENTRY -> this block) */
    uint64_t npaths;    /* NumPaths: paths from here to EXIT in the DAG */
    uint32_t *out, *in; /* edges, by index; out in the order of the source */
    uint32_t nout, nin;
    struct pep_position position; /* of the condition, the switch operand, or the first statement */
    struct pep_position *lines;   /* where statements of this block begin, in order, without repeats in a row */
    uint32_t nlines;
};

/* How the function's counts are kept. */
#define PEP_REASON_ELSEWHERE "inline, and another unit holds its code"
enum pep_storage {
    PEP_STORE_NONE,    /* not instrumented; `reason` says why */
    PEP_STORE_ARRAY,   /* path n is counter base + n */
    PEP_STORE_HASH,    /* the runtime's hash table, by path number */
    PEP_STORE_EDGES,   /* counter base + edge.counter; the other edges follow by conservation of flow */
    PEP_STORE_DERIVED, /* one path, counted by its callers: the sum of the counts of the blocks in `callers` */
    PEP_STORE_BLOCKS,  /* counter base + block.counter; blocks that run equally often share one, the others are
                          unknown.  That of ENTRY stays 0 where there are callers, which count it */
    PEP_STORE_FOREST,  /* the runtime's forest of sequences of paths, by path numbers, which fit 32 bits */
    PEP_STORE_STREAM,  /* its blocks are told; block b has the number first_block + b in the unit */
    PEP_STORE_SPANS,   /* the runtime's hash table, by spans of path numbers (span.h) */
};

/* A call that counts where a function is entered: a block of a function of the unit. */
struct pep_caller {
    uint32_t function, block;
};

/* A place whose values are recorded, by number: the argument of a function where it is entered, the operand of a switch
 * where that is reached, the function that a call through a pointer leads to (include/pep/raw.h tells how such a value
 * is written). */
enum pep_value_kind { PEP_VALUE_ARGUMENT = 1, PEP_VALUE_SWITCH = 2, PEP_VALUE_TARGET = 3 };

/* A case label, as numbers of 64 bits like those that are recorded. */
struct pep_value_label {
    uint64_t low, high; /* what it stands for */
    const char *text;   /* "case RED" */
};

struct pep_value_site {
    uint8_t kind;      /* enum pep_value_kind */
    uint8_t bits;      /* of its type: 1 to 64 */
    bool is_signed;    /* its values are written as numbers of 64 bits with that sign */
    bool is_bit_field; /* known while building, not in the static map */
    const char *name;  /* the parameter; the operand, or what gives the pointer, as it is written */
    struct pep_position position;
    struct pep_value_label *labels; /* of a switch, in order of the source */
    uint32_t nlabels;
};

/* A function that a unit calls by its name. */
struct pep_callee {
    const char *name;
    uint32_t function; /* index in the unit, or PEP_NO_FUNCTION where the unit does not define it */
};

/* Where a function calls another.  An edge of the call graph is a caller, a call site in it, and a callee (paper
 * Arnold-Grove, section 2).  A call is made as often as its block runs, so that direct calls need no code: whatever
 * gives counts of blocks gives theirs.  Of a call through a pointer it tells how often it is made; the values of `site`
 * tell where to. */
struct pep_call_site {
    uint32_t block;
    uint32_t callee;              /* index in the unit's callees; PEP_NO_CALLEE: it goes through a pointer */
    uint32_t site;                /* of such: the function's site with the targets; PEP_NO_SITE: they are not known */
    struct pep_position position; /* of the callee's name, or where the expression that gives the pointer begins */
};

struct pep_function {
    const char *name;
    struct pep_position position; /* of the name */
    uint32_t end_line;            /* of the closing brace */
    uint32_t index;               /* in the unit */
    uint64_t cfg_hash;            /* of shape, kinds, cuts and values, without positions: equal means same ids */
    uint8_t storage;              /* enum pep_storage */
    bool is_static, is_inline, calls_setjmp;
    bool only_called;         /* static, and every mention of it is a call in this unit: nobody else can enter it */
    bool guided;              /* its frequencies come from a prior profile (prior.h) */
    bool idle;                /* guided, and of the many counts of that run none is its own */
    bool hot;                 /* guided, and that run spent its time in this function and few others */
    bool stale;               /* a prior profile knows its name, but with another graph */
    const char *reason;       /* why it is not instrumented, or NULL; of one that is, in the static map of a duplicated
                                   unit, why it is not duplicated as others are */
    uint32_t base, ncounters; /* its part of the unit's counters */
    uint32_t first_block;     /* PEP_STORE_STREAM: as many blocks as functions of that kind have in front of it; set by
                             decode, and by who makes functions */
    struct pep_caller *callers; /* PEP_STORE_DERIVED, PEP_STORE_BLOCKS: all, or none */
    uint32_t ncallers;
    struct pep_access *accesses; /* to members of structs, by block, layout and field; no two alike */
    uint32_t naccesses;
    struct pep_value_site *sites; /* arguments first, in order of the source */
    uint32_t nsites;
    uint32_t first_site;         /* its number in the unit; those of a function follow one another */
    struct pep_call_site *calls; /* by block, then in order of the source */
    uint32_t ncalls;

    struct {
        PEP_ARRAY(struct pep_block);
    } blocks;
    struct {
        PEP_ARRAY(struct pep_edge);
    } edges;
    uint64_t npaths; /* in all; 0 before numbering */
    struct pep_arena *arena;
};

enum { PEP_ENTRY = 0, PEP_EXIT = 1 };

/* --- truncation and cut points (truncate.c, limit.c) --- */
enum pep_truncation {
    PEP_TRUNCATE_BACKEDGE, /* paths end at back edges (Ball-Larus; paper PEP, figure 1) */
    PEP_TRUNCATE_HEADER,   /* paths end at loop headers (paper PEP, figure 3) */
};
/* Marks what ends a path: jumps the program makes by itself (what the builder marked JUMP; computed edges out of a
 * block, unless all edges into it are marked), retreating edges, and with HEADER every other edge into a loop header.
 * Leaves a DAG.  Irreducible graphs are handled: a retreating edge of the depth-first walk is a back edge.  May be
 * called again: cuts other than JUMP are made anew. */
void pep_cfg_truncate(struct pep_function *f, enum pep_truncation how);
/* Cuts further edges until the function has at most `limit` paths: none that is hotter by edge.frequency than it has to
 * be, and few.  Requires values of pep_cfg_number; numbers again.  Only edges for which may_cut gives true are taken;
 * where they do not suffice the fewest paths found are left, so look at f->npaths.  A limit of edges.count + 2 can be
 * held where all edges may be cut. */
void pep_cfg_limit(struct pep_function *f, uint64_t limit,
                   bool (*may_cut)(const struct pep_function *f, const struct pep_edge *e, void *data), void *data);

/* --- numbering (weigh.c, number.c) --- */
/* Sets what a value costs on each edge, from frequencies, cuts and sites: nothing where the path ends with the edge,
 * since the value melts into the count; double where the code would need a jump to where others come too; most where
 * there is no room for code. */
void pep_cfg_weigh(struct pep_function *f);
/* Ball-Larus numbering (paper PEP, figure 2).  Out-edges are visited in the order of `cost`, highest first, equal ones
 * in source order; the first gets 0 (figure 4 where the frequencies come from a profile).  Sets value, start,
 * npaths of blocks and function.  Counts saturate at UINT64_MAX: then the values mean nothing and the function must be
 * limited. */
void pep_cfg_number(struct pep_function *f);
/* Reverse topological order of the DAG: EXIT first.  order has room for all blocks; gives how many are reachable. */
uint32_t pep_cfg_order(const struct pep_function *f, uint32_t *order);

/* --- regeneration (regenerate.c) --- */
struct pep_path {
    uint32_t start;  /* the block where it begins; PEP_ENTRY for function entry */
    uint32_t *edges; /* in order; the last one is cut or leads to EXIT */
    uint32_t nedges;
    uint32_t nbranches; /* edges out of blocks with more than one successor: b of the branch-flow metric */
};
/* The path of a number, by the greedy walk over the P-DAG (paper PEP, section 3.3).  path->edges needs room for
 * blocks.count edges.  Gives 0, or -1 where number >= npaths. */
int pep_cfg_regenerate(struct pep_path *path, const struct pep_function *f, uint64_t number);
/* The path begun with this partial number that has come to the start of block `at`.  Gives -1 where no such path. */
int pep_cfg_regenerate_partial(struct pep_path *path, const struct pep_function *f, uint64_t number, uint32_t at);
/* The number of a path: the inverse of pep_cfg_regenerate. */
uint64_t pep_cfg_path_number(const struct pep_function *f, const struct pep_path *path);

/* --- counts (flow.c, place.c, classes.c) --- */
/* Adds count to each edge of the path: edge_counts has room for edges.count.  Saturates. */
void pep_flow_add_path(uint64_t *edge_counts, const struct pep_path *path, uint64_t count);
/* Fills all edge counts from the known ones (known[i] true, which is set for those found) by conservation of flow at
 * all blocks but ENTRY and EXIT.  Gives the number of blocks where flow is not conserved (frames left by longjmp or
 * exit); counts that would be negative become 0.  Edges that cannot be found get 0, stay unknown, and count against
 * their blocks: there are none where pep_flow_place chose the known ones. */
uint32_t pep_flow_solve(uint64_t *edge_counts, bool *known, const struct pep_function *f);
/* Counts of blocks from those of edges: the larger of what comes in and what goes out. */
void pep_flow_blocks(uint64_t *block_counts, const uint64_t *edge_counts, const struct pep_function *f);
/* Picks the edges that carry a counter in edge mode: those outside a maximum spanning tree of the graph closed by
 * EXIT -> ENTRY (Knuth; Ball and Larus 1994).  Edges that cannot carry are kept in the tree where they fit; one that
 * gets a counter all the same closes a cycle of such edges, and the function cannot be counted.  can_carry may be NULL.
 * Sets edge.counter and gives their number. */
uint32_t pep_flow_place(struct pep_function *f, bool (*can_carry)(const struct pep_edge *e, void *data), void *data);
/* Numbers classes of blocks that run equally often whatever happens, from 0 in order of the blocks (classes.c): calls
 * that never come back aside.  classes has room for all blocks.  false where some block leads to no EXIT. */
bool pep_flow_classes(uint32_t *classes, struct pep_function *f);

/* --- structure (loops.c) --- */
/* A natural loop, or the part of an irreducible one that its header dominates. */
struct pep_loop {
    uint32_t header, parent; /* parent: index of the enclosing loop or PEP_NO_BLOCK */
    uint32_t depth;          /* 1 for an outermost one */
    bool innermost;
};
struct pep_loops {
    PEP_ARRAY(struct pep_loop);
    uint32_t *of_block; /* innermost loop of each block, or PEP_NO_BLOCK; in the function's arena */
};
/* Finds the loops, whether edges are cut or not, and, where no edge has one yet, estimates edge.frequency from their
 * depth.  loops->at is freed by pep_loops_free; outer loops come before those inside. */
void pep_loops_find(struct pep_loops *loops, struct pep_function *f);
void pep_loops_free(struct pep_loops *loops);

/* --- building by hand, checks (cfg.c, check.c) --- */
/* Of PEP_STORE_BLOCKS: is the block's count known even where that of the function's entry is not? */
bool pep_cfg_counts_apart(const struct pep_function *f, uint32_t block);
uint32_t pep_cfg_add_block(struct pep_function *f, enum pep_block_kind kind);
uint32_t pep_cfg_add_edge(struct pep_function *f, uint32_t src, uint32_t dst, enum pep_edge_kind kind);
/* Fills the blocks' edge lists after the last edge was added; drops blocks that ENTRY does not reach, with their edges
 * (EXIT always stays), and renumbers. */
void pep_cfg_finish(struct pep_function *f);
/* Hash of blocks, edges, kinds, cuts and values: the values tell numberings of one graph apart. */
uint64_t pep_cfg_hash(const struct pep_function *f);
/* Hash of blocks, edges, kinds and labels alone: equal means that edges have the same indices, whatever ends paths and
 * however they are numbered. */
uint64_t pep_cfg_shape(const struct pep_function *f);
/* Checks the graph, and after numbering the values: NULL where all is well, else the rule that is broken. */
const char *pep_cfg_check(const struct pep_function *f);
#endif
