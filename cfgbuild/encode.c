/* encode.c - the static map of a unit into bytes. */
#include "base/map.h"
#include "cfgbuild/mapformat.h"
#include "cfgbuild/unitmap.h"
#include <assert.h>
#include <string.h>

static void put_number(struct pep_buffer *out, uint64_t n)
{
    unsigned char bytes[10];
    size_t count = 0;
    do {
        bytes[count++] = (unsigned char)((n & 127) | (n > 127 ? 128 : 0));
    } while (n >>= 7);
    pep_buffer_add(out, bytes, count);
}

static uint64_t zigzag(int64_t n)
{
    return n < 0 ? ~((uint64_t)n << 1) : (uint64_t)n << 1;
}

static void put_fixed(unsigned char *bytes, uint64_t n, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(n >> 8 * i);
}

static void put_string(struct pep_buffer *out, const char *s)
{
    size_t length = s ? strlen(s) : 0;
    put_number(out, length);
    pep_buffer_add(out, s, length);
}

static void put_optional(struct pep_buffer *out, const char *s)
{
    size_t length = s ? strlen(s) : 0;
    put_number(out, s ? length + 1 : 0);
    pep_buffer_add(out, s, length);
}

static void put_position(struct pep_buffer *out, struct pep_position *last, struct pep_position p)
{
    put_number(out, zigzag((int64_t)p.line - last->line) << 1 | (p.file != last->file));
    if (p.file != last->file)
        put_number(out, p.file);
    put_number(out, p.column);
    *last = p;
}

static void put_graph(struct pep_buffer *out, const struct pep_function *f, bool numbered, struct pep_position last)
{
    put_number(out, f->blocks.count);
    put_number(out, f->edges.count);
    for (size_t i = 0; i < f->blocks.count; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        pep_buffer_addc(out, (char)b->kind);
        put_position(out, &last, b->position);
        if (f->storage == PEP_STORE_BLOCKS)
            put_number(out, b->counter == PEP_NO_COUNTER ? 0 : (uint64_t)b->counter + 1);
        put_number(out, b->nlines);
        for (uint32_t k = 0; k < b->nlines; k++)
            put_position(out, &last, b->lines[k]);
    }
    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        pep_buffer_addc(out, (char)(e->kind | e->cut << 4));
        put_number(out, e->src);
        put_number(out, e->dst);
        if (numbered)
            put_number(out, e->value);
        if (f->storage == PEP_STORE_EDGES)
            put_number(out, e->counter == PEP_NO_COUNTER ? 0 : (uint64_t)e->counter + 1);
        put_optional(out, e->label);
    }
}

static void put_layout(struct pep_buffer *out, const struct pep_layout *l)
{
    put_string(out, l->name);
    put_number(out, l->size);
    put_number(out, l->nfields);
    for (uint32_t i = 0; i < l->nfields; i++) {
        put_string(out, l->fields[i].name);
        put_string(out, l->fields[i].type);
        put_number(out, l->fields[i].offset);
        put_number(out, l->fields[i].size << 1 | l->fields[i].is_bit_field);
    }
}

static void put_accesses(struct pep_buffer *out, const struct pep_function *f)
{
    uint32_t last = 0;
    put_number(out, f->naccesses);
    for (uint32_t i = 0; i < f->naccesses; i++) {
        const struct pep_access *a = &f->accesses[i];
        put_number(out, a->block - last);
        put_number(out, a->layout);
        put_number(out, a->field);
        put_number(out, a->reads);
        put_number(out, a->writes);
        last = a->block;
    }
}

static void put_sites(struct pep_buffer *out, const struct pep_function *f, struct pep_position last)
{
    put_number(out, f->nsites);
    for (uint32_t i = 0; i < f->nsites; i++) {
        const struct pep_value_site *s = &f->sites[i];
        pep_buffer_addc(out, (char)s->kind);
        put_string(out, s->name);
        put_position(out, &last, s->position);
        put_number(out, (uint64_t)s->bits << 1 | s->is_signed);
        put_number(out, s->nlabels);
        for (uint32_t k = 0; k < s->nlabels; k++) {
            put_number(out, s->labels[k].low);
            put_number(out, s->labels[k].high - s->labels[k].low);
            put_string(out, s->labels[k].text);
        }
    }
}

static void put_calls(struct pep_buffer *out, const struct pep_function *f, struct pep_position last)
{
    uint32_t block = 0;
    put_number(out, f->ncalls);
    for (uint32_t i = 0; i < f->ncalls; i++) {
        const struct pep_call_site *c = &f->calls[i];
        put_number(out, c->block - block);
        if (c->callee != PEP_NO_CALLEE)
            put_number(out, (uint64_t)c->callee << 1);
        else
            put_number(out, (c->site == PEP_NO_SITE ? 0 : (uint64_t)c->site + 1) << 1 | 1);
        put_position(out, &last, c->position);
        block = c->block;
    }
}

static void put_callees(struct pep_buffer *out, const struct pep_unitmap *map)
{
    put_number(out, map->calls ? (uint64_t)map->ncallees + 1 : 0);
    for (uint32_t i = 0; map->calls && i < map->ncallees; i++) {
        put_string(out, map->callees[i].name);
        put_number(out, map->callees[i].function == PEP_NO_FUNCTION ? 0 : (uint64_t)map->callees[i].function + 1);
    }
}

static void put_function(struct pep_buffer *out, const struct pep_function *f)
{
    struct pep_position last = {0, 0, 0};
    bool numbered = f->npaths && f->npaths != UINT64_MAX;
    unsigned char hash[8];
    put_string(out, f->name);
    put_position(out, &last, f->position);
    put_number(out, zigzag((int64_t)f->end_line - f->position.line));
    put_fixed(hash, f->cfg_hash, sizeof hash);
    pep_buffer_add(out, hash, sizeof hash);
    pep_buffer_addc(out, (char)f->storage);
    pep_buffer_addc(out, (char)((f->is_static ? PEP_MAP_STATIC : 0) | (f->is_inline ? PEP_MAP_INLINE : 0) |
                                (f->calls_setjmp ? PEP_MAP_SETJMP : 0) | (numbered ? PEP_MAP_NUMBERED : 0) |
                                (f->guided ? PEP_MAP_GUIDED : 0) | (f->stale ? PEP_MAP_STALE : 0) |
                                (f->only_called ? PEP_MAP_ONLY_CALLED : 0)));
    put_optional(out, f->reason);
    put_number(out, f->base);
    put_number(out, f->ncounters);
    put_number(out, f->ncallers);
    for (uint32_t i = 0; i < f->ncallers; i++) {
        put_number(out, f->callers[i].function);
        put_number(out, f->callers[i].block);
    }
    if (f->storage != PEP_STORE_NONE) {
        put_graph(out, f, numbered, last);
        put_accesses(out, f);
        put_sites(out, f, last);
        put_calls(out, f, last);
    }
}

void pep_unitmap_encode(struct pep_buffer *out, struct pep_unitmap *map)
{
    size_t at = out->count;
    pep_buffer_add(out, (unsigned char[PEP_MAP_HEADER]){0}, PEP_MAP_HEADER);
    put_string(out, map->name);
    put_optional(out, map->directory);
    put_number(out, map->nfiles);
    for (uint32_t i = 0; i < map->nfiles; i++)
        put_string(out, map->files[i]);
    pep_buffer_addc(out, (char)map->event);
    pep_buffer_addc(out, (char)map->truncation);
    pep_buffer_addc(out, (char)map->update);
    pep_buffer_addc(out, (char)map->how);
    if (map->event == PEP_EVENT_KPATHS)
        put_number(out, map->k);
    put_number(out, map->ncounters);
    put_number(out, map->nlayouts);
    for (uint32_t i = 0; i < map->nlayouts; i++)
        put_layout(out, &map->layouts[i]);
    put_callees(out, map);
    put_number(out, map->nfunctions);
    for (uint32_t i = 0; i < map->nfunctions; i++)
        put_function(out, map->functions[i]);

    unsigned char *record = (unsigned char *)out->at + at;
    uint64_t length = out->count - at - PEP_MAP_FOLLOWS;
    assert(length <= UINT32_MAX);
    map->hash = pep_hash(record + PEP_MAP_HEADER, out->count - at - PEP_MAP_HEADER);
    memcpy(record, PEP_MAP_MAGIC, 4);
    record[4] = PEP_UNITMAP_VERSION;
    put_fixed(record + PEP_MAP_LENGTH, length, 4);
    put_fixed(record + PEP_MAP_FOLLOWS, map->hash, 8);
}
