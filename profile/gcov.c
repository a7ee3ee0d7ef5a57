#include "profile/gcov.h"
#include "profile/wire.h"
#include <stdbool.h>
#include <string.h>

static const uint32_t NOTES = 0x67636e6f, DATA = 0x67636461, SUMMARY = 0xa1000000, FUNCTION = 0x01000000,
                      BLOCKS = 0x01410000, ARCS = 0x01430000, LINES = 0x01450000, COUNTS = 0x01a10000;

/* 'A' and the tens of gcc's version, its ones: 12 is "B2".  Before that, lengths are in words. */
static const uint32_t FIRST_VERSION = (uint32_t)'B' << 24 | (uint32_t)'2' << 16;

/* take_string - its length, with the NUL, and its bytes; "" where it has none */
static const char *take_string(struct pep_wire *w)
{
    uint32_t length = pep_wire_u32(w);
    const unsigned char *bytes = length ? pep_wire_take(w, length) : NULL;
    if (!bytes)
        return "";
    if (bytes[length - 1])
        pep_wire_fail(w, "has a string without an end");
    return w->error ? "" : (const char *)bytes;
}

static uint32_t take_block(struct pep_wire *w, const struct pep_gcov_function *f)
{
    uint32_t block = pep_wire_u32(w);
    if (block >= f->nblocks)
        pep_wire_fail(w, "names a block that is not there");
    return block;
}

static void take_arcs(struct pep_gcov_function *f, struct pep_wire *w)
{
    uint32_t src = take_block(w, f);
    while (!w->error && w->at < w->count) {
        struct pep_gcov_arc arc = {.src = src, .dst = take_block(w, f), .flags = pep_wire_u32(w)};
        if (!w->error)
            pep_array_push(&f->arcs, arc);
    }
}

/* take_lines - a line of 0 comes in front of a file's name; no name ends it */
static void take_lines(struct pep_gcov_function *f, struct pep_wire *w, const char *file)
{
    uint32_t block = take_block(w, f);
    bool wanted = false, more = true;
    while (!w->error && more) {
        uint32_t line = pep_wire_u32(w);
        if (!line) {
            const char *name = take_string(w);
            more = *name;
            wanted = !strcmp(name, file);
        } else if (wanted) {
            pep_array_push(&f->lines, (struct pep_gcov_line){block, line});
        }
    }
}

static void take_record(struct pep_gcov *g, uint32_t tag, struct pep_wire *w, const char *file)
{
    struct pep_gcov_function *f = g->functions.count ? pep_array_last(&g->functions) : NULL;
    if (tag == FUNCTION) {
        struct pep_gcov_function new = {.ident = pep_wire_u32(w)};
        new.line_checksum = pep_wire_u32(w);
        new.cfg_checksum = pep_wire_u32(w);
        new.name = take_string(w);
        pep_array_push(&g->functions, new);
    } else if (f && tag == BLOCKS) {
        f->nblocks = pep_wire_u32(w);
    } else if (f && tag == ARCS) {
        take_arcs(f, w);
    } else if (f && tag == LINES) {
        take_lines(f, w, file);
    }
}

const char *pep_gcov_read(struct pep_gcov *g, const struct pep_buffer *bytes, const char *file)
{
    struct pep_wire w;
    *g = (struct pep_gcov){0};
    pep_wire_open(&w, bytes->at, bytes->count);
    if (pep_wire_u32(&w) != NOTES)
        return "is no .gcno of this machine";
    g->version = pep_wire_u32(&w);
    if (g->version < FIRST_VERSION)
        return "is of a gcc before version 12";
    g->stamp = pep_wire_u32(&w);
    pep_wire_u32(&w); /* checksum */
    take_string(&w);  /* folder */
    pep_wire_u32(&w); /* whether blocks that do not run are told */
    while (!w.error && w.at < w.count) {
        uint32_t tag = pep_wire_u32(&w), length = pep_wire_u32(&w);
        const unsigned char *record = pep_wire_take(&w, length);
        struct pep_wire inner;
        if (!record && length)
            break;
        pep_wire_open(&inner, record, length);
        take_record(g, tag, &inner, file);
        if (inner.error)
            pep_wire_fail(&w, inner.error);
    }
    return w.error;
}

void pep_gcov_begin(struct pep_buffer *out, const struct pep_gcov *g, uint32_t most)
{
    const uint32_t words[] = {DATA, g->version, g->stamp, 0, SUMMARY, 8, 1 /* run */, most};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        pep_wire_put_u32(out, words[i]);
}

void pep_gcov_add(struct pep_buffer *out, const struct pep_gcov_function *f, const uint64_t *counts)
{
    uint32_t n = 0;
    for (size_t i = 0; i < f->arcs.count; i++)
        n += !(f->arcs.at[i].flags & PEP_GCOV_DERIVED);
    const uint32_t words[] = {FUNCTION, 12, f->ident, f->line_checksum, f->cfg_checksum, COUNTS, 8 * n};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        pep_wire_put_u32(out, words[i]);
    for (size_t i = 0; i < f->arcs.count; i++)
        if (!(f->arcs.at[i].flags & PEP_GCOV_DERIVED))
            pep_wire_put_u64(out, counts[i]);
}

void pep_gcov_end(struct pep_buffer *out)
{
    pep_wire_put_u32(out, 0);
}

void pep_gcov_free(struct pep_gcov *g)
{
    for (size_t i = 0; i < g->functions.count; i++) {
        pep_array_free(&g->functions.at[i].arcs);
        pep_array_free(&g->functions.at[i].lines);
    }
    pep_array_free(&g->functions);
}
