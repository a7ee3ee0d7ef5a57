/* gcov.h - gcc's own files of graphs and counts, from version 12 on: what -ftest-coverage says of a unit (.gcno), and
 * what -fprofile-use reads (.gcda).  Both are written and read by the same gcc, so numbers are as on this machine.
 *
 * A graph has, for each block, the lines in it of one file alone.  Counts are by arc, of those arcs that gcc would
 * count itself (PEP_GCOV_DERIVED is not set); the others follow. */
#ifndef PEP_PROFILE_GCOV_H
#define PEP_PROFILE_GCOV_H
#include "base/array.h"
#include "base/buffer.h"
#include <stdint.h>

enum { PEP_GCOV_DERIVED = 1, PEP_GCOV_FAKE = 2 };

struct pep_gcov_arc {
    uint32_t src, dst, flags; /* blocks; 0 is the entry, 1 the exit */
};

struct pep_gcov_line {
    uint32_t block, line;
};

struct pep_gcov_function {
    const char *name; /* as the assembler has it; in the bytes that were read */
    uint32_t ident, line_checksum, cfg_checksum;
    uint32_t nblocks;
    struct {
        PEP_ARRAY(struct pep_gcov_arc);
    } arcs;
    struct {
        PEP_ARRAY(struct pep_gcov_line); /* by block */
    } lines;
};

struct pep_gcov {
    uint32_t version, stamp;
    struct {
        PEP_ARRAY(struct pep_gcov_function);
    } functions;
};

/* Reads a .gcno with the lines of that file.  NULL, or what is wrong with it.  pep_gcov_free either way. */
const char *pep_gcov_read(struct pep_gcov *g, const struct pep_buffer *bytes, const char *file);
/* The head of a .gcda; `most`: the largest count of the program, by which gcc tells what is hot. */
void pep_gcov_begin(struct pep_buffer *out, const struct pep_gcov *g, uint32_t most);
/* A function; counts are by arc, all of them. */
void pep_gcov_add(struct pep_buffer *out, const struct pep_gcov_function *f, const uint64_t *counts);
void pep_gcov_end(struct pep_buffer *out);
void pep_gcov_free(struct pep_gcov *g);
#endif
