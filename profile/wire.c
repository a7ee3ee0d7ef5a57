#include "profile/wire.h"

void pep_wire_open(struct pep_wire *w, const void *bytes, size_t count)
{
    *w = (struct pep_wire){.bytes = bytes, .count = count};
}

void pep_wire_fail(struct pep_wire *w, const char *error)
{
    if (w->error)
        return;
    w->error = error;
    w->failed_at = w->at;
}

const unsigned char *pep_wire_take(struct pep_wire *w, uint64_t n)
{
    if (!w->error && n > w->count - w->at)
        pep_wire_fail(w, "ends too early");
    if (w->error)
        return NULL;
    const unsigned char *p = n ? w->bytes + w->at : w->bytes; /* which is NULL where there is nothing */
    w->at += (size_t)n;
    return p;
}

static uint64_t little_endian(struct pep_wire *w, unsigned size)
{
    const unsigned char *p = pep_wire_take(w, size);
    uint64_t n = 0;
    for (unsigned i = size; p && i--;)
        n = n << 8 | p[i];
    return n;
}

uint32_t pep_wire_u32(struct pep_wire *w)
{
    return (uint32_t)little_endian(w, 4);
}

uint64_t pep_wire_u64(struct pep_wire *w)
{
    return little_endian(w, 8);
}

/* Only the shortest form is taken, so that equal profiles are equal bytes. */
uint64_t pep_wire_leb(struct pep_wire *w)
{
    uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
        const unsigned char *p = pep_wire_take(w, 1);
        if (!p)
            return 0;
        if ((shift == 63 && *p > 1) || (shift && !*p)) {
            pep_wire_fail(w, "holds a number that is too long");
            return 0;
        }
        n |= (uint64_t)(*p & 0x7f) << shift;
        if (*p < 0x80)
            return n;
    }
}

uint32_t pep_wire_leb32(struct pep_wire *w)
{
    uint64_t n = pep_wire_leb(w);
    if (n > UINT32_MAX) {
        pep_wire_fail(w, "holds a number above 32 bits where none belongs");
        return 0;
    }
    return (uint32_t)n;
}

void pep_wire_put_u32(struct pep_buffer *b, uint32_t n)
{
    for (unsigned i = 0; i < 32; i += 8)
        pep_buffer_addc(b, (char)(n >> i));
}

void pep_wire_put_u64(struct pep_buffer *b, uint64_t n)
{
    for (unsigned i = 0; i < 64; i += 8)
        pep_buffer_addc(b, (char)(n >> i));
}

void pep_wire_put_leb(struct pep_buffer *b, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        pep_buffer_addc(b, (char)(n | 0x80));
    pep_buffer_addc(b, (char)n);
}
