/* core.h - the runtime's structures: segments of counts, and the profile that holds them.
 *
 * A segment is a piece of memory that counts of one unit go to: its own counter array, a further array for another
 * thread, a table of paths, places for values, or a forest of sequences.  Normally it is a piece of the profile file
 * mapped into memory, with an entry in the file's directory; without a file it is plain memory.  Readers add up all
 * segments of a unit, so nothing is ever merged: a thread takes a segment that nobody has (or makes one), counts in
 * it, and leaves it with its counts to the next one.  That needs no lock, is safe in signal handlers, and loses
 * nothing when the process is killed.
 *
 * unit->runtime holds: the next unit, the unit's segments, its table where one table will do, its number, its
 * values where one segment will do, and likewise its forest. */
#ifndef PEP_RT_CORE_H
#define PEP_RT_CORE_H
#include "platform.h"

enum {
    PEP_UNIT_NEXT = 0,
    PEP_UNIT_SEGMENTS = 1,
    PEP_UNIT_TABLE = 2,
    PEP_UNIT_NUMBER = 3,
    PEP_UNIT_VALUES = 4,
    PEP_UNIT_FOREST = 5,
};

struct pep_segment {
    struct pep_segment *next; /* of the unit: pushed in front, removed only in the child of a fork */
    struct pep_segment *link; /* of the thread that has it */
    struct pep_unit *unit;
    struct pep_raw_entry *entry;   /* NULL: not in the file */
    void *data;                    /* where the program counts */
    void *view;                    /* where the file shows it: data, or a copy brought up to date at the end, or NULL */
    uint64_t bytes;                /* of data, whole pages */
    uint64_t count;                /* of counters, or of path or value records */
    uint64_t **slot;               /* counters: the thread's pointer to data */
    uint64_t used;                 /* paths: records */
    struct pep_raw_path *recent;   /* paths: those told last, PEP_RAW_RECENT, of a large table; else NULL */
    struct pep_forest *forest;     /* forest: what only this process knows of it */
    struct pep_profiler *profiler; /* subpaths: likewise */
    uint32_t shift;                /* paths: 64 - log2 (places) */
    uint32_t turn;                 /* paths: that many were told to `recent` */
    uint32_t kind;                 /* enum pep_raw_kind */
    uint32_t taken;                /* somebody counts in it */
    uint32_t adopted;              /* counters of the unit: with what they had before */
    uint32_t gone;                 /* paths: replaced by a larger table, */
    uint32_t emptied;              /* and there are zeros in it since */
    uint32_t keep;                 /* in the child of a fork: still somebody's */
    uint32_t stream;               /* the last stream that has it, */
    uint32_t pieces;               /* forest: with so many pieces */
};

/* Space in the file that was made at once, and the file while it is open. */
struct pep_batch {
    struct pep_platform_file file;
    uint64_t offset, end;
    uint64_t orphans, orphans_end; /* entries that nobody owned when the first was to be adopted lie there */
    uint64_t searched;             /* so many entries were looked at for that */
    uint64_t living;               /* an owner that has been seen alive */
    bool open;
};

struct pep_profile {
    struct pep_raw_header *header; /* NULL: no file */
    struct pep_unit *units;
    uint32_t module; /* number of our MODULE entry; 0 without a file */
    uint32_t forks;  /* from the program's start to here */
    uint32_t parts;  /* that units need: enum pep_unit_parts */
    bool begun;      /* the module's units are all known */
    bool ended;      /* units have begun to go */
    bool released;   /* counters without samples have no room in the file any more */
    bool first;      /* of the process's runtimes we opened the file first */
    bool full;       /* the file cannot grow any more */
    bool refused;    /* a unit was met that cannot be counted */
    bool streaming;  /* a stream is being written: what is replaced stays as it is */
};
extern struct pep_profile pep_profile;

static inline bool pep_profile_needs(uint32_t part)
{
    return pep_profile.parts & part;
}

/* What the core asks of a part of the runtime (abi.h), which is there only where some unit needs it.  Each caller says
 * so, and asks for such units alone. */
#define PEP_OF_PART(name) extern __typeof__(name) name __attribute__((__weak__, __visibility__("hidden")))

/* In a file of the part: what units have a common symbol for, and what parts.c has the file by. */
#define PEP_PART_IS(name)                                                                                              \
    char pep_part_##name = 1;                                                                                          \
    extern const char pep_file_of_##name;                                                                              \
    const char pep_file_of_##name = 1

#define PEP_ROUND(n, unit) (((n) + (unit)-1) / (unit) * (unit))

static inline struct pep_unit *pep_unit_next(const struct pep_unit *unit)
{
    return unit->runtime[PEP_UNIT_NEXT];
}

static inline struct pep_segment *pep_unit_segments(const struct pep_unit *unit)
{
    return __atomic_load_n((struct pep_segment *const *)&unit->runtime[PEP_UNIT_SEGMENTS], __ATOMIC_ACQUIRE);
}

/* unit.c */
/* Whether the file's pages can stand in place of the memory itself. */
bool pep_segment_remappable(const struct pep_segment *segment);
/* Opens the profile if need be and gives all that has no place in it one; carry: and brings what was counted there
 * already.  Gives 0, or -1 where not all of it got a place: that goes on counting in memory. */
int pep_profile_place(bool carry);
/* Makes a unit one of the profile's, with a segment for the counters that it has.  The runtime has units of its own,
 * which are of no version. */
void pep_unit_push(struct pep_unit *unit, uint32_t kind);

/* renew.c: every segment that the living thread can reach gets new zero pages, in a file of the child's own. */
void pep_profile_renew(void);

/* segment.c */
/* Small memory for good; NULL where there is none. */
void *pep_memory_take(size_t bytes);
struct pep_segment *pep_segment_new(struct pep_unit *unit, uint32_t kind, void *data, uint64_t count, uint64_t bytes);
void pep_segment_push(struct pep_segment *segment);
/* Gives back one that was made, and is nobody's. */
void pep_segment_drop(struct pep_segment *segment);
/* Takes a free segment of the unit, or makes one of `count`; NULL where there is no memory. */
struct pep_segment *pep_segment_claim(struct pep_unit *unit, uint32_t kind, uint64_t count);
/* Makes a segment of `count` that is taken; its entry is not yet published. */
struct pep_segment *pep_segment_make(struct pep_unit *unit, uint32_t kind, uint64_t count);
void pep_segment_release(struct pep_segment *segment);
/* The one that is the unit's own array; NULL where it has no counters. */
struct pep_segment *pep_segment_own(struct pep_unit *unit);
void pep_segment_publish(struct pep_segment *segment);
/* Puts one with the same records, or more, in place of the old one: at no time does a reader of the file find both, or
 * neither.  False: a stream may be reading the old one's memory, so it must stay as it is. */
bool pep_segment_replace(struct pep_segment *old, struct pep_segment *new);
/* Adds what stands in memory beside the file to the file. */
void pep_segment_fold(struct pep_segment *segment);
/* Of whole pages, and of what is in them. */
uint64_t pep_segment_bytes(uint32_t kind, uint64_t count);
uint64_t pep_segment_content(uint32_t kind, uint64_t count);
/* Bytes of a counter, or of a record. */
uint64_t pep_segment_item(uint32_t kind);

/* Does it hold records, whose places tell nothing?  They cannot be added to others place by place. */
static inline bool pep_segment_has_records(const struct pep_segment *segment)
{
    return segment->kind == PEP_RAW_PATHS || segment->kind == PEP_RAW_VALUES || segment->kind == PEP_RAW_FOREST ||
           segment->kind == PEP_RAW_SUBPATHS || segment->kind == PEP_RAW_CONTEXTS;
}

/* space.c */
int pep_batch_open(struct pep_batch *batch);
int pep_batch_reserve(struct pep_batch *batch, uint64_t bytes);
/* Takes and maps pages of the batch, at `at` if that is not NULL; makes more where it is empty. */
void *pep_batch_take(struct pep_batch *batch, uint64_t *offset, uint64_t bytes, void *at);
void pep_batch_close(struct pep_batch *batch);
/* Pages for one segment, from a stock that grows. */
void *pep_space_take(struct pep_batch *batch, uint64_t *offset, uint64_t bytes);
/* Forgets the stock: in the child of a fork it is the parent's. */
void pep_space_forget(void);

/* directory.c */
/* Forgets all pages but the one that pep_profile.header is in. */
void pep_directory_begin(void);
struct pep_raw_entry *pep_directory_take(struct pep_batch *batch, uint32_t kind);
/* Takes over an entry that nobody owns any more; count 0 stands for any. */
struct pep_raw_entry *pep_directory_adopt(struct pep_batch *batch, uint32_t kind, uint64_t unit, uint64_t count);
/* The number of the module of that path and build, 0 stands for any; -1 where there is none. */
int pep_directory_find_module(struct pep_batch *batch, uint32_t *number, const char *path, uint64_t build);
/* The same; makes the entry where there is none. */
int pep_directory_module(struct pep_batch *batch, uint32_t *number, const char *path, uint64_t build);
/* The MODULE entry of that number, whatever its state; NULL where there is none. */
struct pep_raw_entry *pep_directory_nth_module(struct pep_batch *batch, uint32_t number);
bool pep_directory_knows_us(struct pep_batch *batch);

/* table.c */
/* What is counted in a table, and how often. */
struct pep_tally {
    uint64_t path, high, times;
    uint32_t function;
};

extern struct pep_segment pep_no_table;
/* Counts for a caller that has no table of its own, in one that it takes for a moment. */
void pep_table_count_spare(struct pep_unit *unit, uint32_t function, uint64_t path);
void pep_table_add_spare(struct pep_unit *unit, struct pep_tally tally);
/* One table a unit, for a single thread; paths, and spans. */
void pep_table_count_single(struct pep_unit *unit, uint32_t function, uint64_t path);
void pep_table_span_single(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits,
                           uint64_t times);
void pep_table_span_spare(struct pep_unit *unit, uint32_t function, struct pep_span span, uint32_t bits,
                          uint64_t times);
/* Counts in a table that the caller has; *table is pep_no_table while it is not to be touched, and may be replaced.  It
 * is what was not hit. */
void pep_table_count(struct pep_segment **table, struct pep_unit *unit, struct pep_tally tally);
/* Size to begin with, and what is derived from a table's content. */
#define PEP_TABLE_FIRST 128
void pep_table_attach(struct pep_segment *table);

/* Of as many records as there are the places in the table itself. */
static inline uint64_t pep_table_places(uint64_t count)
{
    return UINT64_C(1) << (63 - __builtin_clzll(count));
}

static inline bool pep_table_valid(uint64_t count)
{
    return count > 1 && (count == pep_table_places(count) || count == pep_table_places(count) + PEP_RAW_RECENT);
}

static inline uint64_t pep_table_hash(struct pep_tally tally)
{
    uint64_t all = tally.path + (tally.high + tally.function) * UINT64_C(0x9E3779B97F4A7C15);

    return (all ^ all >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

/* A handler that made the table larger left zeros in this one, whose records its caller may have been about to count
 * in: what is there now came too late. */
static inline bool pep_table_late(const struct pep_segment *table, struct pep_raw_path *record)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return __builtin_expect(table->gone, 0) && table->emptied &&
           __atomic_exchange_n(&record->count, 0, __ATOMIC_RELAXED);
}

/* The common case: the record is there already, so there is nothing to guard. */
static inline bool pep_table_hit(const struct pep_segment *table, struct pep_tally tally)
{
    struct pep_raw_path *records = table->data, *p;
    uint64_t first = pep_table_hash(tally) >> table->shift, i = first;

    do {
        p = &records[i];
        if (p->path == tally.path && p->high == tally.high && p->function == tally.function + 1) {
            p->count += tally.times;
            return !pep_table_late(table, p);
        }
        i = (i + 1) & (UINT64_MAX >> table->shift);
    } while (p->function && i != first);
    return false;
}

/* The one that was told first of those in `recent`; NULL where it is counted, or there is no `recent`. */
static inline struct pep_raw_path *pep_table_oldest(const struct pep_segment *table)
{
    struct pep_raw_path *p = table->recent ? &table->recent[table->turn % PEP_RAW_RECENT] : NULL;

    return p && p->count ? p : NULL;
}

static inline struct pep_tally pep_table_tally(const struct pep_raw_path *record)
{
    return (struct pep_tally){record->path, record->high, record->count, record->function - 1};
}

/* A table that is larger than the caches would make each caller wait for its memory.  So what is told stays in
 * `recent` while its record is fetched, and is counted when PEP_RAW_RECENT others have been told.  A handler that
 * comes meanwhile finds no `recent`, and counts in the table.  False: in vain, and nothing is changed. */
static inline bool pep_table_turn(struct pep_segment *table, struct pep_tally tally)
{
    struct pep_raw_path *recent = table->recent, *records = table->data, *p = &recent[table->turn % PEP_RAW_RECENT];
    bool hit;

    __builtin_prefetch(&records[pep_table_hash(tally) >> table->shift], 1);
    __atomic_store_n(&table->recent, NULL, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    hit = !table->gone && (!p->count || pep_table_hit(table, pep_table_tally(p)));
    if (hit) {
        __atomic_store_n(&p->count, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&p->function, tally.function + 1, __ATOMIC_RELEASE);
        __atomic_store_n(&p->path, tally.path, __ATOMIC_RELEASE);
        __atomic_store_n(&p->high, tally.high, __ATOMIC_RELEASE);
        __atomic_store_n(&p->count, tally.times, __ATOMIC_RELEASE);
        table->turn++;
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&table->recent, recent, __ATOMIC_RELAXED);
    return hit;
}

/* Is somebody in the middle of that?  Then nobody else may make the table larger. */
static inline bool pep_table_busy(const struct pep_segment *table)
{
    return !table->recent && table->count != pep_table_places(table->count);
}

/* value.c */
static inline uint64_t pep_value_hash(uint64_t value)
{
    return (value * UINT64_C(0xD6E8FEB86659FD93) >> 32) % PEP_RAW_PLACES;
}

/* Takes a segment for the unit's values, or makes one; NULL where there is no memory. */
struct pep_segment *pep_value_claim(struct pep_unit *unit);
/* The common case: the value stands at its own place, and is not lost. */
static inline bool pep_value_hit(const struct pep_segment *values, uint32_t site, uint64_t value)
{
    struct pep_raw_value *p;

    if (!values || !values->entry)
        return false;
    p = (struct pep_raw_value *)values->data + (uint64_t)site * PEP_RAW_PLACES + pep_value_hash(value);
    if (p->value != value || !p->count)
        return false;
    __atomic_store_n(&p->count, p->count + 1, __ATOMIC_RELEASE);
    return true;
}
/* Where the value stands that was recorded just now; NULL where that is not in the file. */
struct pep_raw_value *pep_value_find(const struct pep_segment *values, uint32_t site, uint64_t value);
/* Records in a segment that nobody else touches meanwhile; NULL: tells that it was lost. */
void pep_value_record(struct pep_segment *values, uint32_t site, uint64_t value, uint64_t times);
/* As their namesakes of tables. */
void pep_value_spare(struct pep_unit *unit, uint32_t site, uint64_t value);
void pep_value_add_spare(struct pep_unit *unit, uint32_t site, uint64_t value, uint64_t times);
void pep_value_single(struct pep_unit *unit, uint32_t site, uint64_t value);

/* forest.c */
/* Takes a forest for the unit, or makes one; NULL where there is no memory. */
struct pep_segment *pep_forest_claim(struct pep_unit *unit);
/* A path of an activation has ended.  Several threads may tell one forest at a time; it loses counts then. */
struct pep_stream pep_forest_tell(struct pep_forest *forest, uint32_t function, struct pep_stream stream,
                                  uint64_t path);
/* One forest a unit: for a program that has one thread; for any, with counts that are atomic. */
struct pep_stream pep_forest_single(struct pep_unit *unit, uint32_t function, struct pep_stream stream, uint64_t path);
struct pep_stream pep_forest_atomic(struct pep_unit *unit, uint32_t function, struct pep_stream stream, uint64_t path);
/* Where an activation stands of which nothing is told yet. */
extern const struct pep_stream pep_forest_nothing;
/* A path that is told with this bit does not count. */
#define PEP_FOREST_UNCOUNTED (UINT64_C(1) << 32)
/* The unit has sequences of paths. */
void pep_forest_begin(struct pep_unit *unit);
/* Bytes that all forests together may take, but for a page each and the tables of their roots; 0: as many as they need.
 * Forests that one thread tells are pruned then (prune.c); others stop growing. */
extern uint64_t pep_forest_memory;
/* In the child of a fork: nothing is taken of it. */
void pep_forest_forget(void);
/* Piece i of the forest and its bytes, or NULL where it has none. */
void *pep_forest_piece(const struct pep_segment *segment, unsigned i, uint64_t *bytes);
void pep_forest_reset(struct pep_segment *segment);
/* The first piece lies in the file from now on, where it lay in memory. */
void pep_forest_placed(struct pep_segment *segment);
/* In the child of a fork: what is told from now on goes to a new forest. */
void pep_forest_abandon(struct pep_segment *segment);

/* span.c */
/* For units that have sequences of paths, to which the part that counts paths has given unit->span. */
void pep_span_hook(struct pep_unit *unit);

/* target.c */
/* Our own file has the number pep_profile.module from now on, which is 0 where there is no profile and pep_write makes
 * one; or its number is not known. */
void pep_target_own(bool known);
/* What is recorded of a function that is called. */
uint64_t pep_target_value(const void *function);
/* Records it as a value of the site. */
void pep_target(struct pep_unit *unit, uint32_t site, const void *function);
/* The same where code counts what comes again by itself. */
void pep_target_recent(struct pep_unit *unit, uint32_t site, const void *function);
/* Code no longer counts there by itself, at this site, or (count NULL) at any. */
void pep_target_forget(struct pep_unit *unit, uint32_t site, const uint64_t *count);

/* sampling.c: sampling of the module's sampled units as a whole. */
enum pep_sampling_state {
    PEP_SAMPLING_NONE = 0, /* not yet begun */
    PEP_SAMPLING_RUNNING = 1,
    PEP_SAMPLING_PAUSED = 2,
    PEP_SAMPLING_ENDED = 3,
};
extern volatile uint32_t pep_sampling_state;
/* Its segment is the PEP_RAW_SAMPLING entry; otherwise a unit without functions.  How it records is how the first
 * unit of those that sample does; it counts down where one of them does, and has the largest k.  Its event is theirs:
 * subpaths where one of them has that, else paths where they have different ones. */
extern struct pep_unit pep_sampling_unit;
/* A unit that is sampled or duplicated registers. */
void pep_sampling_hook(struct pep_unit *unit);
/* Reads the policy and begins; called when the units have their place in the profile.  Once more: learns new units. */
void pep_sampling_begin(void);
/* The same in the child of a fork, if its parent had begun. */
void pep_sampling_renew(void);
/* No more ticks; returns when none can come. */
void pep_sampling_end(void);
/* A tick; asked: by the program, or for good.  Touches no thread-local memory. */
void pep_sampling_raise(bool asked);
/* The end of a tick. */
void pep_sampling_lower(void);
/* Adds windows that were completed, and the points they took, to the totals. */
void pep_sampling_completed(uint64_t windows, uint64_t points, uint64_t samples);
/* Sets the totals to zero. */
void pep_sampling_reset(void);

/* point.c */
/* Of these counters in the file what has no sample goes back to the disk; from now on pep_profile.released holds. */
void pep_points_release(const void *counters, uint64_t bytes);
/* A point as generated code offers it, and a turn of a loop that is told at its end, whose samples nobody asks for. */
void pep_point_offer(void);
void pep_turn_offer(void);
/* The functions count, value and target of sampled units, and count of duplicated ones. */
void pep_point_path(struct pep_unit *unit, uint32_t function, uint64_t path);
void pep_tell_path(struct pep_unit *unit, uint32_t function, uint64_t path);
void pep_point_value(struct pep_unit *unit, uint32_t site, uint64_t value);
void pep_point_target(struct pep_unit *unit, uint32_t site, const void *function);
void pep_tell_value(struct pep_unit *unit, uint32_t site, uint64_t value);
void pep_tell_target(struct pep_unit *unit, uint32_t site, const void *function);

/* context.c: by which callers samples came. */
/* Its segment is the PEP_RAW_CONTEXTS entry of the module. */
extern struct pep_unit pep_context_unit;
/* Not 0 where some unit of the module wants contexts. */
extern uint32_t pep_context_wanted;
/* Makes room, and learns the units anew; called when the units have their place in the profile. */
void pep_context_begin(void);
/* Samples of a counter were taken, and stand for so many; of units that want no contexts too.  Uses no vector
 * registers. */
void pep_context_counter(const uint64_t *counter, uint64_t samples);
/* A path of the hash table was, or a value of a site that calls through a pointer. */
void pep_context_path(const struct pep_unit *unit, uint32_t function, uint64_t path, uint64_t samples);
void pep_context_target(const struct pep_unit *unit, uint32_t site, uint64_t value, uint64_t samples);

/* thread.c */
void pep_thread_hook(struct pep_unit *unit);
void pep_thread_exit(void *value);
/* Whether the calling thread has the segment. */
bool pep_thread_has(const struct pep_segment *segment);
/* Sets keep on all that the calling thread has. */
void pep_thread_keep(void);
#endif
