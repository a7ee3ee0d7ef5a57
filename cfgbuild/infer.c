/* infer.c - minimum cost flow by shortest augmenting paths with potentials (Edmonds and Karp 1972, section 3; Tomizawa
 * 1971).
 *
 * Each block is two nodes, where control comes in and where it goes on, with a line between that holds its count at
 * first, as if all counts were right.  So much is then missing at one node, and too much at the other; it is sent from
 * where it is too much to where it is missing along the arcs, free of charge where the counts agree, else through other
 * blocks, which have more for it, or back through the block itself, which has less. */
#include "cfgbuild/infer.h"
#include "base/arena.h"
#include <stdbool.h>

/* Prices of one execution.  A count that is told is rather too small than too large, as blocks that were joined have
 * the counts of the parts; one of 0 is mostly right. */
enum { MORE = 10, MORE_THAN_NONE = 11, LESS = 20, LESS_AT_ENTRY = 40, UNTOLD = 1, RARE = 15 };

static const uint64_t NO_LIMIT = UINT64_MAX / 2;
enum { NO_LINE = UINT32_MAX };

/* Lines come in pairs, of which one takes back what went along the other: line ^ 1. */
struct line {
    uint32_t to, next; /* the next line from the same node, or NO_LINE */
    int32_t price;
    uint64_t room;
};

struct node {
    uint32_t first;      /* line from here, or NO_LINE */
    uint32_t by;         /* the line by which the shortest way comes */
    int64_t potential;   /* prices less these are never below 0 */
    int64_t distance;    /* of the way that is being looked for */
    uint64_t more, less; /* what is too much here, and what is missing */
    uint32_t place;      /* in the heap, from 1 on; 0: it is in none */
    bool done;
};

struct network {
    struct node *nodes;
    struct line *lines;
    uint32_t nnodes, nlines;
    uint32_t *heap, nheap; /* nodes by distance; [0] is not used */
    uint32_t *seen, nseen; /* nodes that have a distance */
};

static void add_line(struct network *n, uint32_t from, uint32_t to, int32_t price, uint64_t room, uint64_t room_back)
{
    n->lines[n->nlines] = (struct line){to, n->nodes[from].first, price, room};
    n->nodes[from].first = n->nlines++;
    n->lines[n->nlines] = (struct line){from, n->nodes[to].first, -price, room_back};
    n->nodes[to].first = n->nlines++;
}

static uint32_t into(uint32_t block)
{
    return 2 * block;
}

static uint32_t out_of(uint32_t block)
{
    return 2 * block + 1;
}

/* add_block - two lines, since what a block has more has another price than what it has less */
static void add_block(struct network *n, uint32_t block, uint64_t count)
{
    if (count == PEP_INFER_UNKNOWN) {
        add_line(n, into(block), out_of(block), UNTOLD, NO_LIMIT, 0);
        return;
    }
    add_line(n, into(block), out_of(block), count ? MORE : MORE_THAN_NONE, NO_LIMIT, 0);
    if (count) {
        add_line(n, out_of(block), into(block), block ? LESS : LESS_AT_ENTRY, count, 0);
        n->nodes[out_of(block)].more = count;
        n->nodes[into(block)].less = count;
    }
}

/* --- the heap --- */
static void put(struct network *n, uint32_t place, uint32_t node)
{
    n->heap[place] = node;
    n->nodes[node].place = place;
}

static int64_t distance_at(const struct network *n, uint32_t place)
{
    return n->nodes[n->heap[place]].distance;
}

static void rise(struct network *n, uint32_t place)
{
    uint32_t node = n->heap[place];
    for (; place > 1 && distance_at(n, place / 2) > n->nodes[node].distance; place /= 2)
        put(n, place, n->heap[place / 2]);
    put(n, place, node);
}

static uint32_t take_nearest(struct network *n)
{
    uint32_t nearest = n->heap[1], last = n->heap[n->nheap--], place = 1;
    for (uint32_t kid = 2; kid <= n->nheap; kid = 2 * place) {
        kid += kid < n->nheap && distance_at(n, kid + 1) < distance_at(n, kid);
        if (n->nodes[last].distance <= distance_at(n, kid))
            break;
        put(n, place, n->heap[kid]);
        place = kid;
    }
    if (n->nheap)
        put(n, place, last);
    n->nodes[nearest].place = 0;
    return nearest;
}

/* reach - a way to the node, which may be the shortest */
static void reach(struct network *n, uint32_t node, int64_t distance, uint32_t by)
{
    struct node *k = &n->nodes[node];
    if (k->distance >= 0 && k->distance <= distance)
        return;
    if (k->distance < 0)
        n->seen[n->nseen++] = node;
    k->distance = distance;
    k->by = by;
    if (!k->place)
        put(n, ++n->nheap, node);
    rise(n, k->place);
}

/* find_way - the shortest way from `source` to a node where something is missing (Dijkstra); potentials follow */
static uint32_t find_way(struct network *n, uint32_t source)
{
    uint32_t end = NO_LINE;
    reach(n, source, 0, NO_LINE);
    while (n->nheap && end == NO_LINE) {
        uint32_t at = take_nearest(n);
        struct node *k = &n->nodes[at];
        k->done = true;
        if (k->less)
            end = at;
        for (uint32_t i = k->first; end == NO_LINE && i != NO_LINE; i = n->lines[i].next)
            if (n->lines[i].room && !n->nodes[n->lines[i].to].done)
                reach(n, n->lines[i].to,
                      k->distance + n->lines[i].price + k->potential - n->nodes[n->lines[i].to].potential, i);
    }
    for (uint32_t i = 0; i < n->nseen; i++) {
        struct node *k = &n->nodes[n->seen[i]];
        if (k->done && end != NO_LINE)
            k->potential += k->distance - n->nodes[end].distance;
    }
    for (uint32_t i = 0; i < n->nseen; i++) {
        struct node *k = &n->nodes[n->seen[i]];
        k->distance = -1;
        k->place = 0;
        k->done = false;
    }
    n->nseen = n->nheap = 0;
    return end;
}

/* send - as much as there is room for, from `source` to `end` by the way that was found */
static void send(struct network *n, uint32_t source, uint32_t end)
{
    uint64_t most = n->nodes[source].more < n->nodes[end].less ? n->nodes[source].more : n->nodes[end].less;
    for (uint32_t at = end; at != source; at = n->lines[n->nodes[at].by ^ 1].to)
        if (n->lines[n->nodes[at].by].room < most)
            most = n->lines[n->nodes[at].by].room;
    for (uint32_t at = end; at != source; at = n->lines[n->nodes[at].by ^ 1].to) {
        n->lines[n->nodes[at].by].room -= most;
        n->lines[n->nodes[at].by ^ 1].room += most;
    }
    n->nodes[source].more -= most;
    n->nodes[end].less -= most;
}

void pep_infer_flow(struct pep_infer_arc *arcs, size_t narcs, const uint64_t *blocks, uint32_t nblocks)
{
    struct pep_arena arena = PEP_ARENA_INIT;
    struct network n = {.nnodes = 2 * nblocks};
    n.nodes = PEP_NEW_N(&arena, struct node, n.nnodes);
    n.lines = PEP_NEW_N(&arena, struct line, 2 * (2 * nblocks + narcs + 1));
    n.heap = PEP_NEW_N(&arena, uint32_t, n.nnodes + 1);
    n.seen = PEP_NEW_N(&arena, uint32_t, n.nnodes);
    for (uint32_t i = 0; i < n.nnodes; i++) {
        n.nodes[i].first = NO_LINE;
        n.nodes[i].distance = -1;
    }
    uint32_t first = n.nlines;
    for (size_t i = 0; i < narcs; i++)
        add_line(&n, out_of(arcs[i].src), into(arcs[i].dst), arcs[i].rare ? RARE : 0, NO_LIMIT, 0);
    add_line(&n, out_of(1), into(0), 0, NO_LIMIT, 0); /* who leaves is called again */
    for (uint32_t b = 0; b < nblocks; b++)
        add_block(&n, b, blocks[b]);
    for (uint32_t at = 0; at < n.nnodes; at++) {
        uint32_t end = 0;
        while (n.nodes[at].more && end != NO_LINE) {
            end = find_way(&n, at);
            if (end != NO_LINE)
                send(&n, at, end);
        }
    }
    for (size_t i = 0; i < narcs; i++)
        arcs[i].count = n.lines[first + 2 * i + 1].room;
    pep_arena_free(&arena);
}
