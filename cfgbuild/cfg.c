/* cfg.c - the graph itself: building by hand, edge lists, removal of what cannot be reached, identity. */
#include "base/buffer.h"
#include "base/map.h"
#include "cfgbuild/cfg.h"
#include <assert.h>
#include <string.h>

/* grow - room for one more element; the old copy stays behind in the arena, which costs at most as much again. */
static void *grow(struct pep_arena *arena, void *at, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return at;
    *room = *room ? *room * 2 : 16;
    void *more = pep_arena_alloc(arena, *room * size);
    if (count)
        memcpy(more, at, count * size);
    return more;
}

bool pep_cfg_counts_apart(const struct pep_function *f, uint32_t block)
{
    return f->storage == PEP_STORE_BLOCKS && f->blocks.at[block].counter != f->blocks.at[PEP_ENTRY].counter;
}

uint32_t pep_cfg_add_block(struct pep_function *f, enum pep_block_kind kind)
{
    f->blocks.at = grow(f->arena, f->blocks.at, f->blocks.count, &f->blocks.room, sizeof *f->blocks.at);
    f->blocks.at[f->blocks.count] = (struct pep_block){.kind = (uint8_t)kind, .counter = PEP_NO_COUNTER};
    return (uint32_t)f->blocks.count++;
}

uint32_t pep_cfg_add_edge(struct pep_function *f, uint32_t src, uint32_t dst, enum pep_edge_kind kind)
{
    assert(src < f->blocks.count && dst < f->blocks.count);
    f->edges.at = grow(f->arena, f->edges.at, f->edges.count, &f->edges.room, sizeof *f->edges.at);
    f->edges.at[f->edges.count] =
        (struct pep_edge){.src = src, .dst = dst, .kind = (uint8_t)kind, .counter = PEP_NO_COUNTER};
    return (uint32_t)f->edges.count++;
}

/* link_edges - gives every block its lists, in the order of the edges; both kinds share two arrays. */
static void link_edges(struct pep_function *f)
{
    uint32_t *out = PEP_NEW_N(f->arena, uint32_t, f->edges.count + 1);
    uint32_t *in = PEP_NEW_N(f->arena, uint32_t, f->edges.count + 1);
    for (size_t i = 0; i < f->blocks.count; i++)
        f->blocks.at[i].nout = f->blocks.at[i].nin = 0;
    for (size_t i = 0; i < f->edges.count; i++) {
        f->blocks.at[f->edges.at[i].src].nout++;
        f->blocks.at[f->edges.at[i].dst].nin++;
    }
    for (size_t i = 0; i < f->blocks.count; i++) {
        struct pep_block *b = &f->blocks.at[i];
        b->out = out;
        b->in = in;
        out += b->nout;
        in += b->nin;
        b->nout = b->nin = 0;
    }
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_block *src = &f->blocks.at[f->edges.at[i].src], *dst = &f->blocks.at[f->edges.at[i].dst];
        src->out[src->nout++] = (uint32_t)i;
        dst->in[dst->nin++] = (uint32_t)i;
    }
    for (size_t i = 0; i < f->blocks.count; i++) { /* true before false, whichever was added first */
        struct pep_block *b = &f->blocks.at[i];
        if (b->kind == PEP_BLOCK_BRANCH && b->nout == 2 && f->edges.at[b->out[0]].kind == PEP_EDGE_FALSE) {
            uint32_t first = b->out[0];
            b->out[0] = b->out[1];
            b->out[1] = first;
        }
    }
}

/* reach - sets place[b] to 1 for the blocks that ENTRY reaches and for EXIT, and leaves 0 elsewhere. */
static void reach(uint32_t *place, const struct pep_function *f)
{
    struct {
        PEP_ARRAY(uint32_t);
    } stack = {0};
    place[PEP_ENTRY] = place[PEP_EXIT] = 1;
    pep_array_push(&stack, PEP_ENTRY);
    while (stack.count) {
        const struct pep_block *b = &f->blocks.at[stack.at[--stack.count]];
        for (uint32_t i = 0; i < b->nout; i++) {
            uint32_t dst = f->edges.at[b->out[i]].dst;
            if (!place[dst]) {
                place[dst] = 1;
                pep_array_push(&stack, dst);
            }
        }
    }
    pep_array_free(&stack);
}

void pep_cfg_finish(struct pep_function *f)
{
    assert(f->blocks.count >= 2);
    struct pep_arena scratch = PEP_ARENA_INIT;
    uint32_t *place = PEP_NEW_N(&scratch, uint32_t, f->blocks.count);
    link_edges(f);
    reach(place, f);

    size_t blocks = 0, edges = 0;
    for (size_t i = 0; i < f->blocks.count; i++) {
        if (place[i]) {
            place[i] = (uint32_t)blocks + 1;
            f->blocks.at[blocks++] = f->blocks.at[i];
        }
    }
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_edge *e = &f->edges.at[i];
        if (place[e->src]) { /* then its target is reached as well */
            e->src = place[e->src] - 1;
            e->dst = place[e->dst] - 1;
            f->edges.at[edges++] = *e;
        }
    }
    if (blocks < f->blocks.count) {
        f->blocks.count = blocks;
        f->edges.count = edges;
        link_edges(f);
    }
    pep_arena_free(&scratch);
}

static void add_number(struct pep_buffer *b, uint32_t n)
{
    unsigned char bytes[4] = {n & 255, n >> 8 & 255, n >> 16 & 255, n >> 24};
    pep_buffer_add(b, bytes, sizeof bytes);
}

static void add_label(struct pep_buffer *b, const struct pep_edge *e)
{
    pep_buffer_addc(b, e->label != NULL);
    if (e->label)
        pep_buffer_add(b, e->label, strlen(e->label) + 1);
}

static void add_number_of_path(struct pep_buffer *b, const struct pep_edge *e)
{
    pep_buffer_addc(b, (char)e->cut);
    add_number(b, (uint32_t)e->value);
    add_number(b, (uint32_t)(e->value >> 32));
}

/* Hash of blocks and edges, and of what `add` says of each edge. */
static uint64_t hash_graph(const struct pep_function *f, void (*add)(struct pep_buffer *b, const struct pep_edge *e))
{
    struct pep_buffer b = PEP_BUFFER_INIT;
    add_number(&b, (uint32_t)f->blocks.count);
    add_number(&b, (uint32_t)f->edges.count);
    for (size_t i = 0; i < f->blocks.count; i++)
        pep_buffer_addc(&b, (char)f->blocks.at[i].kind);
    for (size_t i = 0; i < f->edges.count; i++) {
        const struct pep_edge *e = &f->edges.at[i];
        add_number(&b, e->src);
        add_number(&b, e->dst);
        pep_buffer_addc(&b, (char)e->kind);
        add(&b, e);
    }
    uint64_t hash = pep_hash(b.at, b.count);
    pep_buffer_free(&b);
    return hash;
}

uint64_t pep_cfg_shape(const struct pep_function *f)
{
    return hash_graph(f, add_label);
}

uint64_t pep_cfg_hash(const struct pep_function *f)
{
    return hash_graph(f, add_number_of_path);
}
