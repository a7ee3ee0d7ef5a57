/* dominate.c - depth-first numbers and dominators (Lengauer and Tarjan, A Fast Algorithm for Finding Dominators in a
 * Flowgraph, TOPLAS 1979, the simple version), without recursion. */
#include "cfgbuild/dominate.h"
#include "cfgbuild/successors.h"

/* A block on the way of the walk, by number, and the next of its edges to look at. */
struct visit {
    uint32_t number, next;
};

static uint32_t meet(struct pep_dominators *d, uint32_t block, uint32_t parent)
{
    d->number[block] = d->count;
    d->block[d->count] = block;
    d->parent[d->count] = parent;
    return d->count++;
}

/* walk - numbers, blocks and parents. */
static void walk(struct pep_dominators *d, const struct pep_function *f, struct pep_arena *scratch)
{
    struct pep_successors next;
    struct visit *stack = PEP_NEW_N(scratch, struct visit, f->blocks.count);
    uint32_t depth = 0;
    pep_successors_sort(&next, f, true, scratch);
    for (size_t i = 0; i < f->blocks.count; i++)
        d->number[i] = PEP_NO_BLOCK;
    stack[depth++] = (struct visit){meet(d, PEP_ENTRY, 0), next.first[PEP_ENTRY]};
    while (depth) {
        struct visit *v = &stack[depth - 1];
        if (v->next == next.end[d->block[v->number]]) {
            depth--;
            continue;
        }
        uint32_t dst = f->edges.at[next.out[v->next++]].dst;
        if (d->number[dst] == PEP_NO_BLOCK)
            stack[depth++] = (struct visit){meet(d, dst, v->number), next.first[dst]};
    }
}

/* The paper's arrays, by number. */
struct forest {
    uint32_t *semi, *label, *ancestor, *dominator;
    uint32_t *bucket, *next; /* blocks by semidominator, as lists */
    uint32_t *stack;
};

/* evaluate - the block of least semidominator on the way up from v in the forest, which gets shorter by that. */
static uint32_t evaluate(struct forest *t, uint32_t v)
{
    uint32_t depth = 0, u = v;
    if (t->ancestor[v] == PEP_NO_BLOCK)
        return v;
    while (t->ancestor[t->ancestor[u]] != PEP_NO_BLOCK) {
        t->stack[depth++] = u;
        u = t->ancestor[u];
    }
    while (depth) {
        u = t->stack[--depth];
        uint32_t above = t->ancestor[u];
        if (t->semi[t->label[above]] < t->semi[t->label[u]])
            t->label[u] = t->label[above];
        t->ancestor[u] = t->ancestor[above];
    }
    return t->label[v];
}

/* find_immediate - fills dominator[v] for every number v but 0. */
static void find_immediate(struct forest *t, const struct pep_dominators *d, const struct pep_function *f)
{
    for (uint32_t v = 0; v < d->count; v++) {
        t->semi[v] = t->label[v] = v;
        t->ancestor[v] = t->bucket[v] = PEP_NO_BLOCK;
    }
    for (uint32_t w = d->count; w-- > 1;) {
        const struct pep_block *b = &f->blocks.at[d->block[w]];
        for (uint32_t i = 0; i < b->nin; i++) {
            uint32_t u = evaluate(t, d->number[f->edges.at[b->in[i]].src]);
            if (t->semi[u] < t->semi[w])
                t->semi[w] = t->semi[u];
        }
        t->next[w] = t->bucket[t->semi[w]];
        t->bucket[t->semi[w]] = w;
        uint32_t parent = t->ancestor[w] = d->parent[w];
        for (uint32_t v = t->bucket[parent]; v != PEP_NO_BLOCK; v = t->next[v]) {
            uint32_t u = evaluate(t, v);
            t->dominator[v] = t->semi[u] < t->semi[v] ? u : parent;
        }
        t->bucket[parent] = PEP_NO_BLOCK;
    }
    for (uint32_t w = 1; w < d->count; w++)
        if (t->dominator[w] != t->semi[w])
            t->dominator[w] = t->dominator[t->dominator[w]];
}

/* place - makes intervals of the tree.  A dominator's number is below those of what it dominates, so sizes come from
 * one pass down and places from one pass up. */
static void place(struct pep_dominators *d, const uint32_t *dominator, struct pep_arena *scratch)
{
    uint32_t *size = PEP_NEW_N(scratch, uint32_t, d->count), *free_place = PEP_NEW_N(scratch, uint32_t, d->count);
    for (uint32_t v = d->count; v-- > 0;) {
        size[v]++;
        if (v)
            size[dominator[v]] += size[v];
    }
    for (uint32_t v = 0; v < d->count; v++) {
        d->first[v] = v ? free_place[dominator[v]] : 0;
        d->end[v] = d->first[v] + size[v];
        free_place[v] = d->first[v] + 1;
        if (v)
            free_place[dominator[v]] += size[v];
    }
}

void pep_dominators_find(struct pep_dominators *d, const struct pep_function *f, struct pep_arena *arena)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    size_t n = f->blocks.count;
    *d = (struct pep_dominators){.number = PEP_NEW_N(arena, uint32_t, n),
                                 .block = PEP_NEW_N(arena, uint32_t, n),
                                 .parent = PEP_NEW_N(arena, uint32_t, n),
                                 .first = PEP_NEW_N(arena, uint32_t, n),
                                 .end = PEP_NEW_N(arena, uint32_t, n)};
    walk(d, f, &scratch);
    struct forest t = {.semi = PEP_NEW_N(&scratch, uint32_t, d->count),
                       .label = PEP_NEW_N(&scratch, uint32_t, d->count),
                       .ancestor = PEP_NEW_N(&scratch, uint32_t, d->count),
                       .dominator = PEP_NEW_N(&scratch, uint32_t, d->count),
                       .bucket = PEP_NEW_N(&scratch, uint32_t, d->count),
                       .next = PEP_NEW_N(&scratch, uint32_t, d->count),
                       .stack = PEP_NEW_N(&scratch, uint32_t, d->count)};
    find_immediate(&t, d, f);
    place(d, t.dominator, &scratch);
    pep_arena_free(&scratch);
}
