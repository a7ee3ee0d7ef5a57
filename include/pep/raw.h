/* raw.h - the raw profile: the file a running program counts into.
 *
 * The file is mapped shared by the program, so it is complete at every moment up to the last store, whatever ends the
 * process.  All numbers are in the machine's own byte order, which `order` tells.  Everything starts on a multiple
 * of `page` bytes except directory entries.
 *
 *     page 0            struct pep_raw_header, then directory entries up to the end of the page
 *     further pages     counters, hash tables, module names, more directory pages; in any order
 *
 * An entry is published by storing its `state` last.  Several runtimes of one process (executable and shared
 * libraries), and in a merge pool several processes, add entries to one file; they take space by adding to `end` and
 * entries, first free one first, by compare-and-swap on `state` and `kind` together; there is no lock that a killed
 * process could leave behind.  An entry's kind never changes once it is taken.  A reader takes entries whose state is
 * PEP_RAW_VALID and adds up what several entries say of one unit.
 *
 * Counts are never moved from one process to another.  An entry has an owner; when that process has ended, however it
 * ended, the next process of the pool becomes the owner and counts on from the values it finds. */
#ifndef PEP_RAW_H
#define PEP_RAW_H
#include <stdint.h>

#define PEP_RAW_MAGIC   "PEPRAW1\n"
#define PEP_RAW_VERSION 2
#define PEP_RAW_ORDER   0x01020304u

struct pep_raw_header {
    char magic[8];
    uint32_t version;
    uint32_t order;     /* PEP_RAW_ORDER as the writer's machine stores it */
    uint32_t page;      /* alignment of offsets, bytes: a power of two, 4096 at least */
    uint32_t finished;  /* processes that ended in an orderly way */
    uint32_t processes; /* processes that counted into the file */
    uint32_t lost;      /* units or records that found no room */
    uint64_t pid;       /* of the first process */
    uint64_t started;   /* CLOCK_REALTIME, nanoseconds */
    uint64_t ended;     /* of the last orderly end, or 0 */
    uint64_t end;       /* first byte that nobody has asked for; behind the file's end where growing it failed */
    uint64_t entries;   /* directory entries in page 0, behind this header */
    uint64_t next;      /* offset of the next directory page (struct pep_raw_directory), or 0 */
    uint64_t born;      /* start of the first process in clock ticks since boot, or 0: tells it from a later process
                            that has its pid */
    uint64_t space;     /* the pid's namespace, or 0 */
    uint64_t released;  /* entries ever released, see owner */
    uint64_t orphans;   /* forked processes that could not have a profile of their own */
    uint64_t unused[1];
}; /* 120 bytes */

struct pep_raw_directory {
    uint64_t entries; /* that follow */
    uint64_t next;    /* offset of the next directory page, or 0 */
    uint64_t unused[6];
}; /* 64 bytes */

enum pep_raw_state {
    PEP_RAW_FREE = 0,
    PEP_RAW_TAKEN = 1, /* being filled: a reader passes over it */
    PEP_RAW_VALID = 2,
    PEP_RAW_GONE = 3, /* replaced (a hash table that grew, a thread that ended): a reader passes over it */
};

#define PEP_RAW_RELEASED ((uint64_t)1 << 63)

enum pep_raw_kind {
    PEP_RAW_COUNTERS = 1,  /* count uint64_t counters of the unit */
    PEP_RAW_PATHS = 2,     /* an open-addressing table of count struct pep_raw_path, a power of two of them, or that
                              and PEP_RAW_RECENT more behind it, which add to those in the table */
    PEP_RAW_MODULE = 3,    /* count bytes: the path of the executable or shared library, NUL-terminated */
    PEP_RAW_SAMPLING = 4,  /* count uint64_t words, those of struct pep_raw_sampling first; a reader may pass over it */
    PEP_RAW_VALUES = 5,    /* count struct pep_raw_value, PEP_RAW_PLACES for each of the unit's sites */
    PEP_RAW_FOREST = 6,    /* PEP_RAW_NODES nodes, of which the first are a struct pep_raw_forest */
    PEP_RAW_SUBPATHS = 8,  /* a struct pep_raw_subpaths, then count struct pep_raw_pair: of a thread */
    PEP_RAW_CONTEXTS = 16, /* an open-addressing table of count struct pep_raw_context, a power of two of them */
};

struct pep_raw_entry {
    uint32_t state;    /* enum pep_raw_state; stored last, with release order */
    uint32_t kind;     /* enum pep_raw_kind */
    uint64_t unit;     /* the unit's hash; of a module that of its build id, FNV-1a in 64 bits, 0 where it has none or
                            the file is older than this; of sampling, subpaths and contexts 0 */
    uint64_t offset;   /* of the data in the file */
    uint64_t count;    /* what it counts depends on the kind */
    uint32_t module;   /* number of the unit's module entry, counted from 0 over the MODULE entries in directory
                            order, whatever their state; of a module 1 where it has a runtime, else 0 */
    uint32_t process;  /* the process's pid */
    uint64_t owner;    /* process << 40 | its `born`; PEP_RAW_RELEASED added where the unit was unloaded */
    uint64_t space;    /* namespace of the owner's pid, or 0 */
    uint64_t replaces; /* `offset` of an entry whose counts this one took over, or 0: where both are VALID, because
                            the process was killed just there, a reader passes over that other entry */
};                     /* 64 bytes */

struct pep_raw_path {
    uint32_t function; /* index in the unit, plus 1; 0 marks a free slot; stored last */
    uint32_t unused;
    uint64_t path; /* or a span (abi.h), the lower half */
    uint64_t high; /* its upper half; else 0 */
    uint64_t count;
}; /* 32 bytes */

#define PEP_RAW_RECENT 32 /* a power of two */

#define PEP_RAW_PLACES 32 /* a power of two */

/* The value of a site that calls through a pointer: the function called.  Above PEP_RAW_TARGET_BITS the number of the
 * MODULE entry of the file that it is in, plus 1, or 0 where that is not known; below, how many bytes it lies behind
 * the begin of that file in memory, or the address itself. */
#define PEP_RAW_TARGET_BITS 48

/* A value that came by a site.  Where all places are taken, a new value takes that of the rarest and counts on from
 * there; so the counts of a site are all that came by. */
struct pep_raw_value {
    uint64_t value;
    uint64_t count; /* 0: a free place */
    uint64_t taken; /* of these were the values' that had the place before */
};                  /* 24 bytes */

/* A place of the calling context tree: an active function below the one that called it, or what was sampled below all
 * that were active.  Several places may say the same: a reader adds them up. */
enum pep_raw_context_kind {
    PEP_RAW_CONTEXT_FREE = 0,
    PEP_RAW_CONTEXT_FUNCTION = 1, /* index is a function of the unit; its count is 0 */
    PEP_RAW_CONTEXT_COUNTER = 2,  /* index is a counter of the unit; its function need not be the one above */
    PEP_RAW_CONTEXT_PATH = 3,     /* key is a path of the function `index` of the unit; likewise */
    PEP_RAW_CONTEXT_TARGET = 4,   /* key is a value of the site `index` of the unit; likewise */
    PEP_RAW_CONTEXT_TAKEN = 5,    /* being filled: a reader passes over it */
};

struct pep_raw_context {
    uint32_t kind;   /* enum pep_raw_context_kind; stored last */
    uint32_t parent; /* place of the function that called, plus 1; 0: it is not known */
    uint64_t unit;   /* hash */
    uint32_t index;
    uint32_t unused;
    uint64_t key; /* 0 where that has no meaning */
    uint64_t count;
}; /* 40 bytes */

#define PEP_RAW_NODES  256u
#define PEP_RAW_PIECES 22
#define PEP_RAW_LAST   0x80000000u
#define PEP_RAW_ROOT   0x40000000u
#define PEP_RAW_PRUNED 0x8000000000000000u
#define PEP_RAW_EVERY  0xfffffffeu
/* A child of a node of that depth (a root has 1), where sequences of up to k paths count: pruned, it counts as the last
 * so many paths. */
#define PEP_RAW_PRUNED_MAX              4
#define PEP_RAW_PRUNED_LENGTH(depth, k) PEP_RAW_PRUNED_LESS((depth) + 1 < (k) ? (depth) + 1 : (k))
#define PEP_RAW_PRUNED_LESS(n)          ((n) < 3 ? 1 : (n)-1 < PEP_RAW_PRUNED_MAX ? (n)-1 : PEP_RAW_PRUNED_MAX)

/* Sequences of paths as a k-slab forest (paper k-BLPP, definition 3): a node is the path that ended last, behind those
 * of the nodes above it.  Nodes lie in pieces, piece i has those with the numbers PEP_RAW_NODES << i up to twice that.
 * The next of the last child names its parent, so that whoever reads all nodes finds the parent of each by the nexts
 * behind it, whatever is being linked or moved.  How often a sequence of up to k paths came is the sum of the counts of
 * all nodes that end it.
 *
 * Where memory is short nodes are pruned that have no children (rt/prune.c): what counted there counts as a shorter
 * sequence, of the last PEP_RAW_PRUNED_LENGTH paths, from then on.  Marks, PEP_RAW_PRUNED, tell which counts lack: that
 * of a sequence is right unless a shorter beginning of it ends at a node with the mark, and it has more paths than that
 * length, by the depth of the marked node; then it is the least that it came.  A root of the path PEP_RAW_EVERY is
 * none: with the mark it says so of all sequences of its function. */
struct pep_raw_node {
    uint64_t count; /* and the mark PEP_RAW_PRUNED */
    uint32_t path;  /* its number, plus 1 */
    uint32_t next; /* a sibling; PEP_RAW_LAST + the parent; of a root PEP_RAW_LAST + PEP_RAW_ROOT + the function's index
                       in the unit; 0: there is no node yet */
    /* For the process itself, as all of a node that is none: */
    int64_t onward; /* where the node lies that follows most likely, from here, in bytes (abi.h, struct pep_stream) */
    uint32_t child; /* one of them, or 0; where none can be, the node that a stream goes on from, or 0 */
    uint32_t depth;
}; /* 32 bytes */

/* Where the first nodes would lie. */
struct pep_raw_forest {
    uint32_t used;   /* numbers that were given out, behind this head */
    uint32_t pruned; /* not 0: this node is being pruned: it is none any more, and the count of node `heir` is `sum` */
    uint32_t heir;
    uint32_t lacks;                      /* not 0: sequences of all functions may lack */
    uint64_t sum;                        /* with the heir's mark */
    uint64_t pieces[PEP_RAW_PIECES - 1]; /* where piece i + 1 lies, from here on, modulo 2^64; 0: there is none */
};                                       /* 192 bytes */

#define PEP_RAW_FIRST_NODE (PEP_RAW_NODES + sizeof(struct pep_raw_forest) / sizeof(struct pep_raw_node))

/* Subpaths: sequences of 2^n blocks, n from 0 to PEP_RAW_LENGTHS.  Each is a pair of its two halves, so whatever they
 * have in common is there once: a loop of one block takes n pairs, whatever its turns.  A single block is a pair too,
 * of another kind.  No two pairs say the same, but where a count was full.  A half may have a larger number than the
 * pair. */
#define PEP_RAW_LENGTHS 10

enum pep_raw_pair_kind {
    PEP_RAW_PAIR_FREE = 0,
    PEP_RAW_PAIR_BLOCK = 1, /* left and right are the unit's hash, low half first; count is the block's number in it */
    PEP_RAW_PAIR_HALVES = 2,
    PEP_RAW_PAIR_ONE = 3, /* a subpath of one block, which is the pair `left`; right is 0 */
};

struct pep_raw_pair {
    uint32_t left, right; /* HALVES: numbers of the halves, from 0 on, both smaller than `used` and of one length */
    uint32_t count;       /* HALVES, ONE: how often it is in the sample */
    uint32_t kind;        /* enum pep_raw_pair_kind, stored last; the bits above PEP_RAW_PAIR_BITS are the runtime's */
};                        /* 16 bytes */
#define PEP_RAW_PAIR_BITS 2

enum pep_raw_subpath_way {
    PEP_RAW_SUBPATH_ALL = 1,    /* all are counted */
    PEP_RAW_SUBPATH_BLOCKS = 2, /* each block counts down (paper OSP, figure 3) */
    PEP_RAW_SUBPATH_STAYS = 3,  /* in stays in duplicated code (abi.h) */
};

/* What is one and the same subpath to the sample; a pair stands for all that are, by one of them. */
enum pep_raw_encoding {
    PEP_RAW_ENCODING_EXACT = 0,
    PEP_RAW_ENCODING_ROTATION = 1, /* those that are rotations of each other, by the least one of them */
    PEP_RAW_ENCODING_XOR = 2,      /* those of one length whose block numbers have the same exclusive or (paper OSP,
                                      section 3), by the first that was met */
};

/* Concise (paper OSP, 2.3): of the subpaths that begin each is counted with the chance 2^-scale.  Held (Estan and
 * Varghese, New directions in traffic measurement and accounting, SIGCOMM 2002): what is in the sample is always
 * counted, what is not comes in with a chance of at most 2^-scale, half of that where it needs two pairs, a quarter
 * where it needs three or four, and so on, and counts the inverse of that. */
enum pep_raw_sample { PEP_RAW_SAMPLE_CONCISE = 0, PEP_RAW_SAMPLE_HOLD = 1 };

/* A subpath of 2^n blocks that is in the sample came about times * distance * (sum of all weights) / weight[n] times;
 * where `way` is ALL, count times.  In a concise sample times are count * 2^scale; within a thinning, of numbers
 * smaller than `thinned` the scale is one more.  Where it is held times are the low bits of count; those above
 * PEP_RAW_HELD_BITS are s where 2^s of them are the most that were counted at once. */
#define PEP_RAW_HELD_BITS 27
#define PEP_RAW_HELD      (((uint32_t)1 << PEP_RAW_HELD_BITS) - 1)

struct pep_raw_subpaths {
    uint32_t version; /* odd while a thinning is under way: who reads a living program's reads again where it changed */
    uint32_t way;     /* enum pep_raw_subpath_way; stored last, 0 before */
    uint32_t scale, thinned; /* both are stored at once */
    uint32_t encoding;       /* enum pep_raw_encoding */
    uint32_t used;           /* pairs that were ever in use, from the first on */
    uint32_t aged;     /* times that all counts were halved, so that what is recent counts more (paper OSP, 2.4) */
    uint32_t lost;     /* subpaths that found no room */
    uint64_t distance; /* of so many blocks one begins a subpath before all thinning, on average */
    uint64_t told;     /* blocks that were told */
    uint64_t recorded; /* subpaths that were added to the sample */
    uint64_t dropped;  /* that could not be followed to their end, or belonged to another check */
    uint64_t stays;
    uint64_t bytes;                       /* that the sample may take, all told (PEP_MEMORY) */
    uint32_t weight[PEP_RAW_LENGTHS + 1]; /* by n; 0: that length is not recorded */
    uint32_t sample;                      /* enum pep_raw_sample */
    uint32_t unused[8];
}; /* 160 bytes */

enum pep_raw_policy { PEP_POLICY_PEP = 0, PEP_POLICY_ARNOLD_GROVE = 1, PEP_POLICY_TIMER = 2, PEP_POLICY_INTERVAL = 3 };
enum pep_raw_skip { PEP_SKIP_ROTATE = 0, PEP_SKIP_RANDOM = 1, PEP_SKIP_NONE = 2 };
enum pep_raw_trigger { PEP_TRIGGER_TIMER = 0, PEP_TRIGGER_COUNTER = 1 };

/* How a module's sampled units were sampled: by the last process that had the entry, with totals over all of them. */
struct pep_raw_sampling {
    uint64_t policy;   /* enum pep_raw_policy */
    uint64_t skip;     /* enum pep_raw_skip */
    uint64_t trigger;  /* enum pep_raw_trigger */
    uint64_t tick;     /* trigger timer: nanoseconds from tick to tick; 0 where only the program itself ticks */
    uint64_t interval; /* trigger counter: points from one window to the next; policy interval: to the next sample */
    uint64_t samples;  /* of a window */
    uint64_t stride;   /* points */
    uint64_t ticks;    /* that opened windows; from here on totals */
    uint64_t windows;  /* completed; points and taken are those of completed windows */
    uint64_t points;   /* seen while the tick was up, interval and pace included */
    uint64_t taken;    /* samples */
    uint64_t jitter;   /* policy interval: points that a distance may be shorter or longer */
    uint64_t pace;     /* trigger timer: points after a tick that were timed, so that a sample counts for all that it
                            stands for; 0: each counts once */
    uint64_t mixed;    /* 1: some of the samples came by another policy, trigger or interval than stand here */
    uint64_t unused[2];
}; /* 128 bytes */
#endif
