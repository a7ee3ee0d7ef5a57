/* wire.h - numbers as bytes: little-endian words and LEB128, into a buffer and out of untrusted bytes.
 *
 * A struct pep_wire walks over bytes and never leaves them.  The first thing that does not fit sets `error` (the rule,
 * static text) and from then on every read gives zero, so that a decoder checks once at the end of a step instead of
 * after each number.  `failed_at` is the offset of that first failure. */
#ifndef PEP_PROFILE_WIRE_H
#define PEP_PROFILE_WIRE_H
#include "base/buffer.h"
#include <stdint.h>

struct pep_wire {
    const unsigned char *bytes;
    size_t count, at;
    const char *error;
    size_t failed_at;
};

void pep_wire_open(struct pep_wire *w, const void *bytes, size_t count);
/* Sets the error unless one is set already. */
void pep_wire_fail(struct pep_wire *w, const char *error);
uint32_t pep_wire_u32(struct pep_wire *w);
uint64_t pep_wire_u64(struct pep_wire *w);
uint64_t pep_wire_leb(struct pep_wire *w);
/* A LEB128 number that has to fit 32 bits. */
uint32_t pep_wire_leb32(struct pep_wire *w);
/* The next n bytes, or NULL. */
const unsigned char *pep_wire_take(struct pep_wire *w, uint64_t n);

void pep_wire_put_u32(struct pep_buffer *b, uint32_t n);
void pep_wire_put_u64(struct pep_buffer *b, uint64_t n);
void pep_wire_put_leb(struct pep_buffer *b, uint64_t n);
#endif
