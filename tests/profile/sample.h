/* sample.h - a small program that never was: its unit map, what a run counted, and raw files of it.
 *
 * The source it speaks of is golden/sample.c; the graph of each function is built by hand.  A walk takes the graphs as
 * the instrumented program would, path register and all, so that the counts are true ones and tests can compare what
 * is derived with what was walked. */
#ifndef PEP_TESTS_PROFILE_SAMPLE_H
#define PEP_TESTS_PROFILE_SAMPLE_H
#include "base/buffer.h"
#include "cfgbuild/unitmap.h"
#include "profile/gather.h"
#include <pep/raw.h>

enum { SAMPLE_CLAMP, SAMPLE_SCAN, SAMPLE_FIND, SAMPLE_MIX, SAMPLE_ODD, SAMPLE_FUNCTIONS };

struct sample {
    struct pep_unitmap map;
    struct pep_buffer record; /* the encoded map */
    uint64_t *counters;       /* map.ncounters */
    struct {
        PEP_ARRAY(struct pep_record); /* paths of SAMPLE_MIX, for the hash table */
    } mixed;
    struct pep_raw_value places[3 * PEP_RAW_PLACES];
    struct pep_raw_context contexts[16]; /* of which `ncontexts` are written; none unless sample_contexts was called */
    uint32_t ncontexts;
    struct pep_raw_subpaths subpaths; /* of sample_subpaths, which makes the unit another */
    struct {
        PEP_ARRAY(struct pep_raw_pair);
    } pairs;
    uint64_t *edges[SAMPLE_FUNCTIONS]; /* what was walked: how often each edge */
    uint64_t random;
    struct pep_arena arena;
};

/* Builds the unit and walks each function `entries` times; the same seed gives the same walk. */
void sample_make(struct sample *s, uint64_t seed, unsigned entries);
void sample_free(struct sample *s);
/* Lets the run have taken contexts: sound ones, and such as a killed process and a damaged file leave. */
void sample_contexts(struct sample *s);

/* Lets the unit tell its blocks, and the run, of a thread that enters scan, find and mix `entries` times, have recorded
 * subpaths of 2 to 32 blocks: all, or of about every eighth block one (sample_subpaths.c).  The stream of blocks, by
 * their numbers in the unit, is the caller's to free; NULL where it is not wanted. */
struct sample_stream {
    PEP_ARRAY(uint32_t);
};
void sample_subpaths(struct sample_stream *stream, struct sample *s, enum pep_raw_subpath_way way,
                     enum pep_raw_encoding encoding, unsigned entries);
/* Appends a raw file of them. */
void sample_raw_subpaths(struct pep_buffer *out, const struct sample *s, const char *module, int swapped);

/* Appends a raw file with one module, the counters and the hash table; swapped: of the other byte order. */
void sample_raw(struct pep_buffer *out, const struct sample *s, const char *module, int swapped);
/* pep_gather with all binaries where they were. */
void sample_gather(struct pep_profile *p, struct pep_gathered *result, const struct pep_raw_file *raw,
                   const struct pep_mapset *maps);
/* Writes an object file that holds the map twice, as two objects of a program would; 0 or -1. */
int sample_elf(const char *path, const struct sample *s, int narrow, int big_endian);
/* A profile without maps, with names and records chosen by the seed; in order. */
void sample_profile(struct pep_profile *p, uint64_t seed);
/* A number below `below`, from a small generator of its own. */
uint64_t sample_random(uint64_t *state, uint64_t below);

/* Walks f once from ENTRY: adds to edges, and each path that ends to count(path, data). */
void sample_walk(uint64_t *edges, const struct pep_function *f, uint64_t *random,
                 void (*count)(uint64_t path, void *data), void *data);
#endif
