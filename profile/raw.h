/* raw.h - reading a raw profile (include/pep/raw.h), of either byte order, whole or damaged.
 *
 * A program may be killed at any moment and its file cut at any byte, so the reader takes all that is complete and
 * says in `notes` what it had to leave, a line each.  Only a file that is no raw profile at all, or of another
 * version, is a failure.
 *
 * A segment points into the bytes that were given to the reader: they have to stay. */
#ifndef PEP_PROFILE_RAW_H
#define PEP_PROFILE_RAW_H
#include "base/array.h"
#include "base/buffer.h"
#include "profile/fault.h"
#include <pep/raw.h>
#include <stdbool.h>
#include <stdint.h>

/* Where the pieces of a forest lie, and how many nodes of each are there; and what else its head tells. */
struct pep_raw_pieces {
    const unsigned char *at[PEP_RAW_PIECES];
    uint64_t count[PEP_RAW_PIECES];
    uint32_t pruned, heir;
    uint64_t sum;
    bool lacks;
};

/* Counters or a hash table of one unit, as far as they are in the file. */
struct pep_raw_segment {
    uint64_t unit;
    uint32_t kind;   /* enum pep_raw_kind: PEP_RAW_COUNTERS, _PATHS, _VALUES, _FOREST, _SUBPATHS or _CONTEXTS */
    uint32_t module; /* index into modules */
    uint32_t process;
    uint64_t count;   /* counters, slots or places that are there; of a forest, where the numbers of its nodes end; of
                         subpaths the pairs behind their head, which is there */
    uint32_t forest;  /* of such: index into forests */
    uint64_t offset;  /* of the data in the file */
    uint64_t missing; /* those that are not, because the file ends before */
    uint64_t born;    /* of the process that counts in it now: `owner` and `space` of include/pep/raw.h */
    uint32_t owner;
    uint64_t space;
    const unsigned char *at;
};

/* How the sampled units of a module were sampled, in numbers of our own byte order. */
struct pep_raw_sampled {
    uint32_t module; /* index into modules */
    uint32_t process;
    struct pep_raw_sampling is;
};

/* So many samples stand for so many points, 1 or more each. */
struct pep_raw_distance {
    uint64_t points, samples;
};

/* Where points tell when a sample is taken, those from one to the next, on the mean where not all were taken alike;
 * with a timer 1, as a sample counts there for all that it stands for, or once where nobody knows how much that is. */
struct pep_raw_distance pep_raw_distance(const struct pep_raw_sampling *is);

struct pep_raw_module {
    char *path;     /* of the binary, or NULL where the entry is unreadable; the file's own */
    uint64_t build; /* hash of its build id, 0: not known */
};

struct pep_raw_file {
    bool foreign; /* written in the other byte order */
    uint32_t finished, processes, lost;
    uint64_t started, ended;
    uint64_t pid, born, space; /* of the first process */
    struct {
        PEP_ARRAY(struct pep_raw_segment);
    } segments;
    struct {
        PEP_ARRAY(struct pep_raw_pieces);
    } forests;
    struct {
        PEP_ARRAY(struct pep_raw_sampled);
    } sampled;
    struct {
        PEP_ARRAY(struct pep_raw_module);
    } modules;
    struct pep_buffer notes; /* what was lost, a line each; empty where all is there */
};

/* Reads into a zero-initialised structure; pep_raw_free whatever the result. */
int pep_raw_read(struct pep_raw_file *raw, const void *bytes, size_t count, struct pep_fault *fault);
/* The bytes of an open file, from where it stands.  Where it is a raw profile in which a running program thinned a
 * sample of subpaths meanwhile, so that what was read is partly of before and partly of after, it is read again, a few
 * times at most.  Gives 0, or -1 with errno. */
int pep_raw_load(struct pep_buffer *bytes, int fd);
void pep_raw_free(struct pep_raw_file *raw);

/* One counter of a segment of kind PEP_RAW_COUNTERS. */
uint64_t pep_raw_counter(const struct pep_raw_file *raw, const struct pep_raw_segment *s, uint64_t index);
/* One slot of a segment of kind PEP_RAW_PATHS; false where it is free, or counts nothing yet. */
bool pep_raw_slot(struct pep_raw_path *slot, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                  uint64_t index);
/* One place of a segment of kind PEP_RAW_VALUES; false where it is free. */
bool pep_raw_place(struct pep_raw_value *place, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                   uint64_t index);
/* One place of a segment of kind PEP_RAW_CONTEXTS; false where it is free, or was being filled. */
bool pep_raw_context(struct pep_raw_context *place, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                     uint64_t index);
/* The head of a segment of kind PEP_RAW_SUBPATHS, and one of its pairs; false where it is free. */
void pep_raw_subpaths(struct pep_raw_subpaths *head, const struct pep_raw_file *raw, const struct pep_raw_segment *s);
bool pep_raw_pair(struct pep_raw_pair *pair, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                  uint64_t index);
/* The node of that number in a segment of kind PEP_RAW_FOREST; false where there is none. */
bool pep_raw_node(struct pep_raw_node *node, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                  uint32_t number);
#endif
