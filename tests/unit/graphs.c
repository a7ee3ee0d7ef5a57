#include "tests/unit/graphs.h"
#include "base/array.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64, by Sebastiano Vigna: small, and good from any seed */
uint32_t test_random(struct test_random *r, uint32_t below)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * below >> 32);
}

struct pep_function *test_function(struct pep_arena *arena)
{
    struct pep_function *f = PEP_NEW(arena, struct pep_function);
    f->name = "made";
    f->position = (struct pep_position){0, 1, 1};
    f->end_line = 100;
    f->arena = arena;
    uint32_t entry = pep_cfg_add_block(f, PEP_BLOCK_ENTRY), leave = pep_cfg_add_block(f, PEP_BLOCK_EXIT);
    assert(entry == PEP_ENTRY && leave == PEP_EXIT);
    (void)entry, (void)leave;
    return f;
}

static enum pep_block_kind kind_for(uint32_t successors)
{
    return successors < 2 ? PEP_BLOCK_PLAIN : successors == 2 ? PEP_BLOCK_BRANCH : PEP_BLOCK_SWITCH;
}

/* Adds successor `which` of `of` with the edge kind that such a block has. */
static void connect(struct pep_function *f, uint32_t src, uint32_t dst, uint32_t which, uint32_t of)
{
    enum pep_edge_kind kind;
    switch (f->blocks.at[src].kind) {
    case PEP_BLOCK_BRANCH: kind = which ? PEP_EDGE_FALSE : PEP_EDGE_TRUE; break;
    case PEP_BLOCK_SWITCH: kind = which + 1 == of ? PEP_EDGE_DEFAULT : PEP_EDGE_CASE; break;
    case PEP_BLOCK_COMPUTED: kind = PEP_EDGE_COMPUTED; break;
    default: kind = dst == PEP_EXIT ? PEP_EDGE_RETURN : PEP_EDGE_FALL; break;
    }
    pep_cfg_add_edge(f, src, dst, kind);
}

struct pep_function *test_graph(struct pep_arena *arena, struct test_random *r, uint32_t blocks, enum test_shape shape)
{
    struct pep_function *f = test_function(arena);
    uint32_t inner = 1 + test_random(r, blocks), *successors = PEP_NEW_N(arena, uint32_t, inner + 2);
    for (uint32_t i = 0; i < inner; i++) {
        uint32_t n = 1 + test_random(r, 3);
        if (test_random(r, 8) == 0)
            n = 3 + test_random(r, 4);
        enum pep_block_kind kind = kind_for(n);
        /* a computed goto ends paths, which makes a graph of many starts */
        if (shape == TEST_LOOPS && n > 2 && test_random(r, 4) == 0)
            kind = PEP_BLOCK_COMPUTED;
        uint32_t b = pep_cfg_add_block(f, kind);
        b -= 2;
        assert(b == i);
        successors[b] = n;
    }
    pep_cfg_add_edge(f, PEP_ENTRY, 2, PEP_EDGE_FALL);
    for (uint32_t i = 0; i < inner; i++) {
        uint32_t b = i + 2, n = successors[i];
        /* one successor goes forward, so that EXIT is reached from everywhere; which one is left to chance */
        uint32_t forward = test_random(r, n);
        for (uint32_t s = 0; s < n; s++) {
            bool onward = s == forward || shape == TEST_DAG || test_random(r, 3) > 0;
            uint32_t lowest = onward ? b + 1 : 2;
            uint32_t dst = lowest + test_random(r, inner + 3 - lowest);
            connect(f, b, dst >= inner + 2 ? PEP_EXIT : dst, s, n);
        }
    }
    pep_cfg_finish(f);
    return f;
}

struct pep_function *test_graph_of(struct pep_arena *arena, const char *edges)
{
    struct pep_function *f = test_function(arena);
    struct {
        PEP_ARRAY(uint32_t);
    } ends = {0};
    uint32_t last = 1, taken[64] = {0}, successors[64] = {0};
    for (char *at = (char *)edges; *at; at += strspn(at, " ")) {
        uint32_t src = (uint32_t)strtoul(at, &at, 10);
        assert(*at == '>');
        uint32_t dst = (uint32_t)strtoul(at + 1, &at, 10);
        pep_array_push(&ends, src);
        pep_array_push(&ends, dst);
        assert(src < 64 && dst < 64);
        last = src > last ? src : last;
        last = dst > last ? dst : last;
        successors[src]++;
    }
    for (uint32_t b = 2; b <= last; b++)
        pep_cfg_add_block(f, kind_for(successors[b]));
    for (size_t i = 0; i < ends.count; i += 2) {
        uint32_t src = ends.at[i];
        connect(f, src, ends.at[i + 1], taken[src]++, successors[src]);
    }
    pep_array_free(&ends);
    pep_cfg_finish(f);
    return f;
}

void test_graph_free(struct pep_function *f)
{
    (void)f; /* all of it lies in the arena */
}

static bool is_branch(const struct pep_function *f, uint32_t edge)
{
    return f->blocks.at[f->edges.at[edge].src].nout > 1;
}

uint32_t test_walk(uint64_t *edge_counts, const struct pep_function *f, struct test_random *r, uint32_t steps,
                   test_on_path *on_path, void *data)
{
    uint32_t at = PEP_ENTRY;
    struct pep_path path = {PEP_ENTRY, calloc(f->blocks.count + 1, sizeof *path.edges), 0, 0};
    while (at != PEP_EXIT && steps--) {
        const struct pep_block *b = &f->blocks.at[at];
        uint32_t e = b->out[test_random(r, b->nout)];
        edge_counts[e]++;
        if (on_path)
            path.edges[path.nedges++] = e;
        path.nbranches += is_branch(f, e);
        at = f->edges.at[e].dst;
        if (on_path && (f->edges.at[e].cut || at == PEP_EXIT)) {
            on_path(&path, data);
            path.start = at;
            path.nedges = path.nbranches = 0;
        }
    }
    free(path.edges);
    return at;
}

static uint64_t enumerate_from(const struct pep_function *f, struct pep_path *path, uint32_t at, uint64_t limit,
                               test_on_path *on_path, void *data)
{
    uint64_t found = 0;
    const struct pep_block *b = &f->blocks.at[at];
    for (uint32_t i = 0; i < b->nout && found < limit; i++) {
        uint32_t e = b->out[i], dst = f->edges.at[e].dst, branch = is_branch(f, e);
        path->edges[path->nedges++] = e;
        path->nbranches += branch;
        if (f->edges.at[e].cut || dst == PEP_EXIT) {
            on_path(path, data);
            found++;
        } else {
            found += enumerate_from(f, path, dst, limit - found, on_path, data);
        }
        path->nbranches -= branch;
        path->nedges--;
    }
    return found;
}

uint64_t test_enumerate(const struct pep_function *f, uint64_t limit, test_on_path *on_path, void *data)
{
    struct pep_path path = {PEP_ENTRY, calloc(f->blocks.count + 1, sizeof *path.edges), 0, 0};
    uint64_t found = enumerate_from(f, &path, PEP_ENTRY, limit, on_path, data);
    for (uint32_t b = 0; b < f->blocks.count && found < limit; b++)
        if (f->blocks.at[b].is_start) {
            path.start = b;
            found += enumerate_from(f, &path, b, limit - found, on_path, data);
        }
    free(path.edges);
    return found;
}
