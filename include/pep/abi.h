/* abi.h - what generated code and the runtime share.
 *
 * pep-cc writes these declarations, under reserved names and without this header, in front of every unit it
 * instruments (rewrite/unit.c prints them); the runtime includes this file.  The two are held together by `abi` and
 * `bytes`: a runtime that finds another value says one line on standard error and leaves the unit alone.
 *
 * A unit is linked with the runtime of its own executable or shared library; all names are hidden, so each of them
 * has a runtime of its own and they meet in the profile file.  A unit linked by the plain compiler has none: its
 * reference to pep_unit_register is weak (and not hidden: gold would give that an address), its function pointers keep
 * the harmless functions generated with it, and the program runs without a profile. */
#ifndef PEP_ABI_H
#define PEP_ABI_H
#include "raw.h"

#define PEP_ABI_VERSION 14

/* What is counted: paths; edges outside a spanning tree; blocks that calls stand in; sequences of paths; or nothing by
 * code itself, which tells of its blocks instead, for subpaths.  The numbers are those of the static map. */
enum pep_unit_event {
    PEP_UNIT_PATHS = 1,
    PEP_UNIT_EDGES = 2,
    PEP_UNIT_CALLS = 3,
    PEP_UNIT_KPATHS = 4,
    PEP_UNIT_SUBPATHS = 5,
};
/* Whether everything is counted; or the paths that a sampling policy takes (paper PEP, section 4.4); or what runs in
 * duplicated code, to which the policy sends the program for a while (paper Arnold-Ryder, section 2). */
enum pep_unit_how { PEP_UNIT_EXHAUSTIVE = 0, PEP_UNIT_SAMPLED = 1, PEP_UNIT_DUPLICATED = 2 };
/* Whether code looks at pep_tick, or counts pep_countdown down. */
enum pep_unit_trigger { PEP_UNIT_TICK = 0, PEP_UNIT_COUNTDOWN = 1 };
enum pep_unit_update { PEP_UNIT_SINGLE = 0, PEP_UNIT_THREAD = 1, PEP_UNIT_ATOMIC = 2 };
/* What a unit needs of the runtime beside its core: a set, each with a symbol (below). */
enum pep_unit_parts {
    PEP_PART_SAMPLING = 1, /* sampled or duplicated code */
    PEP_PART_FORESTS = 2,  /* sequences of paths */
    PEP_PART_SUBPATHS = 4,
    PEP_PART_THREADS = 8, /* each thread has something of its own */
    PEP_PART_TABLES = 16, /* counts in hash tables */
    PEP_PART_VALUES = 32, /* sites whose values are recorded */
};

/* Sequences of paths.  What an activation has told is where it stands in a forest (raw.h): on a node that is the paths
 * told last, k - 1 at least or all there were.  Before the first path it stands on a node of the unit that stands for
 * its function, all zero at the start: one for all threads, or, where each has its own counts, one a thread.  A stream
 * goes by value, so that nobody has its address and calls at the end of a function stay jumps.
 *
 * Code steps on by itself where the path that ends is the one that is expected: the node that lies `onward` bytes
 * behind the one it stands on has the number of the path, plus 1, and is where the stream stands then; its count goes
 * up by 1.  Else it calls unit->kpath.  Of a node that is all zero `onward` leads to itself, and no path has that
 * number. */
struct pep_stream {
    struct pep_raw_node *at;
    uint64_t generation; /* the runtime's, 0 before the first path */
};

/* Sequences of functions whose paths are few are told several paths at a time: an activation keeps the numbers of its
 * last paths, each plus 1, in so many bits, the last one lowest.  Code adds to them by itself.  When no other fits in,
 * and when the activation ends, it calls unit->span, which counts the span; in a span that is full the last k - 1 paths
 * stay, behind a number that is all ones and says that they are counted.  An activation begins with zero; one that
 * never ends takes what it keeps with it. */
struct pep_span {
    uint64_t low, high;
};

/* The function that a site's calls led to last, and where its count stands; or NULL. */
struct pep_recent {
    const void *function;
    uint64_t *count;
};

/* Without padding: -fpack-struct has to make the same of it. */
struct pep_unit {
    uint32_t abi;       /* PEP_ABI_VERSION */
    uint32_t bytes;     /* sizeof (struct pep_unit) */
    uint64_t hash;      /* key of the unit's static map */
    uint64_t ncounters; /* in use; the array is padded to whole pages of PEP_COUNTER_ALIGN bytes */
    uint64_t *counters; /* static, zero, aligned to PEP_COUNTER_ALIGN; NULL where ncounters is 0 */
    uint32_t update;    /* enum pep_unit_update; single where not exhaustive: a sample is an atomic addition */
    uint32_t nfunctions;
    uint32_t how;     /* enum pep_unit_how */
    uint32_t trigger; /* enum pep_unit_trigger, of units that are sampled or duplicated */
    uint32_t nsites;  /* whose values are recorded */
    uint32_t context; /* callers that a sample takes, of units that are sampled */
    uint32_t k;       /* the longest sequences of paths that are counted, or 0 */
    uint32_t event;   /* enum pep_unit_event */
    uint64_t parts;   /* set of enum pep_unit_parts */
    /* Counts a path of a function whose counts are kept in a hash table; in sampled units offers it to the policy, and
     * is called only while pep_tick is not 0.  Set by the runtime at registration; until then a function of the unit
     * that does nothing. */
    void (*count)(struct pep_unit *unit, uint32_t function, uint64_t path);
    /* update thread: gives the calling thread's counters of this unit and stores them in *slot, a thread-local pointer
     * of the unit that is NULL at thread start and is set back to NULL by the runtime at thread exit.  Until
     * registration a function of the unit that gives `counters` and stores nothing. */
    uint64_t *(*attach)(struct pep_unit *unit, uint64_t **slot);
    /* Records that this value came by the site; all else is as with count. */
    void (*value)(struct pep_unit *unit, uint32_t site, uint64_t value);
    /* The same of a site that calls through a pointer: the function that it is about to call. */
    void (*target)(struct pep_unit *unit, uint32_t site, const void *function);
    /* A path of an activation has ended, and is not the expected one; gives where the activation stands now.  In
     * duplicated units, which always call it, bit 32 of the path says that it does not count: it is told for those that
     * follow it. */
    struct pep_stream (*kpath)(struct pep_unit *unit, uint32_t function, struct pep_stream stream, uint64_t path);
    /* A span of numbers with so many bits each came so many times. */
    void (*span)(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits, uint64_t times);
    /* Adds the same path so many times, of numbers with `form & 63` bits, the last of which begins at bit `form >> 6`;
     * gives the span as it is then.  Until registration a function of the unit that gives the span. */
    struct pep_span (*turns)(struct pep_unit *unit, uint32_t function, struct pep_span span, uint64_t path,
                             uint64_t times, uint32_t form);
    /* Exhaustive and of a single thread: one for each site, zero at the start, NULL where there are none.  Code counts
     * a function that it finds here by itself; the runtime puts it there. */
    struct pep_recent *recent;
    /* A basic block begins: its number in the unit, and how deep the activation is that runs it (below).  Until
     * registration a function of the unit that does nothing. */
    void (*block)(struct pep_unit *unit, uint32_t block, uint32_t level);
    void *runtime[6]; /* the runtime's; zero at start; as many as leave the size a multiple of 8 */
};

/* The counter array is aligned to, and padded to a multiple of, this many bytes, so that its pages can be remapped
 * onto the profile file.  Where the system's page is larger the runtime copies instead. */
#define PEP_COUNTER_ALIGN 4096

/* Called by each unit's constructor and destructor, both of priority 101.  The runtime's own constructor has priority
 * 102: it sets up the profile of all units of the module at once.  A unit that registers later is set up there and
 * then.  After pep_unit_unregister the unit's memory is still counted into, until it is unmapped. */
void pep_unit_register(struct pep_unit *unit);
void pep_unit_unregister(struct pep_unit *unit);

/* Parts of the runtime that only some units need (unit->parts).  A unit defines a common symbol, hidden, of the part's
 * name, and the part the same one: linkers take a member out of an archive for a common symbol that it defines, as they
 * do for one that is not defined, but need none.  So a program has the parts that its units ask for, and a unit that is
 * linked without a runtime its own symbol.  A linker that does not know of this leaves 0 there: then the runtime says
 * so, and leaves the unit alone.  -u pep_parts has it take all of them. */
extern char pep_part_sampling, pep_part_forests, pep_part_subpaths;
extern char pep_part_threads, pep_part_tables, pep_part_values;

/* The profile's name, as in PEP_PROFILE and in place of it where that is not set; weak and hidden in units that give
 * one (-fpep-profile).  Of several names the linker takes that of the first unit. */
extern char pep_profile_default[];

/* Sampling.  Words that code looks at, and pointers to the runtime's functions (pep_to_...), are common and hidden in
 * each unit that needs them, so that it links without a runtime: then they are 0.  Where the runtime has raised such a
 * word, the tick or pep_open, code calls through a pointer.  A countdown comes to its end without a runtime too: the
 * functions that it leads to (pep_..._expired, pep_begin, pep_callback, their entries, pep_block_entry) stand in units
 * as well, weak and hidden, and the runtime's take their place.  A tool may make the symbols of a unit local (objcopy
 * --localize-hidden, --keep-global-symbol) but leaves common ones: so the unit's own go on to the runtime's by a
 * pointer, and where that is 0 set every countdown to INT32_MAX.  They must be noinline and hold an empty asm volatile
 * with a memory clobber: with -flto, gcc inlines the body of a weak function, even though the linker has told it that
 * the runtime's prevails.
 * Where the compiler checks calls through pointers (-fsanitize=cfi, kcfi) functions of the unit make them, which it
 * leaves out; pep_points, whose arguments nobody can hand on, is called by its name, weak and hidden in the unit.
 *
 * The tick: not 0 while the policy wants to see sample points.  Generated code reads it, as volatile, at each end of a
 * path, and calls one of the functions below where it is not 0. */
extern volatile uint32_t pep_tick;
extern void (*pep_to_point)(uint64_t *), (*pep_to_points)(uint32_t, ...), (*pep_to_point_entry)(void);
extern void (*pep_to_target_entry)(void);
/* A sample point: the path whose counter this is has ended.  The policy decides whether it is counted. */
void pep_point(uint64_t *counter);
/* The end of a loop that was counted in locals.  Behind n come n pairs of uint64_t *counter, uint64_t turns: that path
 * ended so many times, in whatever order.  As many sample points are offered, of which the policy takes each with the
 * same chance. */
void pep_points(uint32_t n, ...);
/* x86-64: pep_point for code that calls nothing else.  The counter comes in %rax.  On the stack lie the return address,
 * the caller's %rax, and 128 bytes of red zone; all of it is taken off (ret $136), and every register is left as it
 * was, %rax as it lay on the stack, but for the flags. */
void pep_point_entry(void);

/* x86-64: unit->target of a sampled unit, for code that keeps nothing in vector and x87 registers.  The unit comes in
 * %rax.  On the stack lie the return address, the site, the function, the caller's %rax, and 128 bytes of red zone; all
 * of it is taken off (ret $152), and every general register is left as it was, %rax as it lay on the stack. */
void pep_target_entry(void);

/* Contexts.  A function of a unit that wants them, if it calls another, keeps one of these on its stack while it is
 * active.  The thread-local pep_top, NULL at thread start, points to the innermost; it is weak and hidden in units.
 *
 * Nobody takes back frames that longjmp passes over or that a context of its own leaves behind: pep_top may lead to
 * memory that holds something else, or is there no more.  A function sets it to its own frame where setjmp comes back,
 * and to that of its caller where it ends, so such a state ends by itself. */
struct pep_frame {
    struct pep_frame *up; /* of the function that called; or of one around it, where that has none */
    struct pep_unit *unit;
    uint32_t function; /* index in the unit */
};

/* Duplicated code.  A check stands where a function begins and at each back edge that is not left to the loop around
 * it.  Where the tick is up it asks the policy: 1 sends the program into the duplicate, which records the region from
 * here to the next back edge with a check; 0 lets it go on as it is. */
unsigned pep_check(void);
/* x86-64: pep_check for code that calls nothing else.  On the stack lie the return address and 128 bytes of red zone,
 * all of which is taken off (ret $128); every register is left as it was; the answer is the carry flag. */
void pep_check_entry(void);
extern unsigned (*pep_to_check)(void), (*pep_to_strip)(void);
extern void (*pep_to_check_entry)(void);
/* The same at the end of a strip of turns of an innermost loop (rewrite/strips.h).  A strip takes as long as what is
 * between many checks elsewhere, so it passes for PEP_STRIP_CHECKS of them, and what its region counts for that much
 * less: else samples of such loops would be few and heavy.  Where samples count once it is a check like others. */
#define PEP_STRIP_CHECKS 16
unsigned pep_strip(void);
/* Regions that a check lets the duplicate record one after the other, 1 at least (PEP_BURST).  Where sequences of paths
 * are told (k above 1) these are the regions that are told before one counts, that one included, and 1 stands for k
 * (rewrite/duplicate.h). */
extern volatile uint32_t pep_burst;
/* What each path that it counts stands for, 1 at least: as many checks as the one that was taken last stands for, in
 * whatever thread.  Not volatile, as the functions above are called in between. */
extern uint32_t pep_weight;

/* Subpaths (paper OSP): sequences of blocks of a thread, across back edges, calls and returns.  `block` tells the
 * runtime of blocks that run, in three ways.
 *
 * Exhaustive: of each, with level 0.
 * Sampled (paper, figure 3): each block steps a countdown (pep_countdown), and where that comes to its end tells of
 * itself, with level 0.  While a subpath is recorded the runtime keeps all of them below 0, so that it hears of every
 * block.  On x86-64 most blocks tell of themselves by pep_block_entry, the others by unit->block.
 * Duplicated: checks step a countdown too, and at its end ask pep_begin, which may begin a *stay*: from there on all
 * checks lead into duplicates.  Blocks of duplicates ask --pep_skip < 0, and then tell of themselves.
 *
 * Whatever returns to checking code is not seen any more, so the runtime has to know which activations are still there.
 * The level is that of the activation among those duplicates that call each other directly: 2 where checking code
 * called it, 2 more for each that is called as a duplicate.  1 is added for the block with which an activation begins.
 * PEP_LEVEL_UNKNOWN stands in functions that have no duplicate. */
#define PEP_LEVEL_UNKNOWN UINT32_MAX
/* Stays that are open in the module, of whatever thread. */
extern volatile uint32_t pep_open;
/* Blocks of duplicates up to the next that begins a subpath; below 0 while one is recorded.  What has no duplicate
 * counts only while a stay is open. */
extern volatile int32_t pep_skip;
/* x86-64: unit->block with level 0, of a sampled unit, for code that calls nothing else.  The unit comes in %rax.  On
 * the stack lie the return address, the block, the caller's %rax, and 128 bytes of red zone; all of it is taken off
 * (ret $144), and every register is left as it was, those of vectors too, %rax as it lay on the stack, but for the
 * flags. */
void pep_block_entry(void);
/* A check of checking code, where its countdown is through: 1 leads into the duplicate.  pep_left follows where control
 * comes back from there, unless it never does (longjmp). */
unsigned pep_begin(void);
/* x86-64: the same under the rules of pep_check_entry. */
void pep_begin_entry(void);
void pep_left(void);
/* Where a stay is open: an activation of this level, which a duplicate called directly and which has checks, ends. */
void pep_gone(uint32_t level);
/* Sorts and searches of the C library call back.  They are given a stub of the unit, which has a check of its own and
 * then calls the function: where its countdown is through it says so by pep_callback.  Does the stub have the
 * function's text without the check on entry, `leads` is 1, and so is the answer where it is to call the duplicate,
 * which pep_left follows as behind pep_begin.  pep_callbacks_over follows where such a sort has come back, in checking
 * code and in a duplicate, where a stay is open. */
unsigned pep_callback(unsigned leads);
void pep_callbacks_over(void);
/* A check at a back edge in a duplicate, of an activation of this level, where a stay is open or its countdown is
 * through: 1 where it is to go on in the duplicate. */
unsigned pep_stay(uint32_t level);
extern void (*pep_to_block_entry)(void), (*pep_to_begin_entry)(void), (*pep_to_left)(void);
extern void (*pep_to_gone)(uint32_t), (*pep_to_callbacks_over)(void);
extern unsigned (*pep_to_begin)(void), (*pep_to_callback)(unsigned), (*pep_to_stay)(uint32_t);

/* Units that count down themselves: the trigger `counter`, compiled in (paper Arnold-Ryder, section 2.2, figure 3).
 * Their checks and sample points do not look at the tick; each has one of these countdowns, whichever it likes, asks
 * `--pep_countdown[i] < 0`, and calls one of the functions below where that is so.  Every countdown counts the whole
 * distance between samples, so of as many checks as many are taken, whichever countdown they step; but a step waits
 * for the one before it of the same countdown, and the checks of a loop are to have several.  All of them are in a line
 * of the cache.
 *
 * All threads of a module share them.  The step is not atomic, so threads that make it at once lose or repeat one, and
 * all that find it below 0 before it is set again are samples: still regular enough, and it is one instruction. */
#define PEP_COUNTDOWNS 16
extern volatile int32_t pep_countdown[PEP_COUNTDOWNS];
/* A countdown has come to its end.  Sets it to the checks and points before its next sample and gives 1, as pep_check
 * does; or, where nothing is to be sampled, all of them to INT32_MAX and gives 0. */
unsigned pep_check_expired(void);
/* x86-64: the same under the rules of pep_check_entry. */
void pep_check_expired_entry(void);
/* The same at a sample point, for paths of functions without a duplicate: the counter is that of pep_point. */
void pep_point_expired(uint64_t *counter);
void pep_point_expired_entry(void);
extern void (*pep_to_point_expired)(uint64_t *), (*pep_to_point_expired_entry)(void);
extern unsigned (*pep_to_check_expired)(void);
extern void (*pep_to_check_expired_entry)(void);
#endif
