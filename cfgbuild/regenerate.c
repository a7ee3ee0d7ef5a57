/* regenerate.c - from numbers to paths and back. */
#include "cfgbuild/cfg.h"
#include <assert.h>

/* start_of - the block where a path of this number begins.  Starts were given in block order, so the last one that is
 * not above the number is it. */
static uint32_t start_of(const struct pep_function *f, uint64_t number)
{
    uint32_t start = PEP_ENTRY;
    if (number < f->blocks.at[PEP_ENTRY].npaths)
        return start;
    for (size_t i = 0; i < f->blocks.count; i++)
        if (f->blocks.at[i].is_start && f->blocks.at[i].start <= number)
            start = (uint32_t)i;
    return start;
}

/* step - the edge with the largest value that fits into what is left of the number. */
static uint32_t step(const struct pep_function *f, const struct pep_block *b, uint64_t left)
{
    uint32_t best = b->out[0];
    for (uint32_t i = 1; i < b->nout; i++) {
        uint64_t value = f->edges.at[b->out[i]].value;
        if (value <= left && (value > f->edges.at[best].value || f->edges.at[best].value > left))
            best = b->out[i];
    }
    return best;
}

/* regenerate - walks until the path ends, or until nothing is left of the number at the start of block `until`, which
 * the greedy walk cannot miss: from there on the path of this number takes edges of value 0 alone. */
static int regenerate(struct pep_path *path, const struct pep_function *f, uint64_t number, uint32_t until)
{
    path->nedges = path->nbranches = 0;
    if (number >= f->npaths)
        return -1;
    uint32_t at = path->start = start_of(f, number);
    uint64_t left = at == PEP_ENTRY ? number : number - f->blocks.at[at].start;
    while (at != PEP_EXIT) {
        const struct pep_block *b = &f->blocks.at[at];
        if (at == until)
            return left ? -1 : 0;
        assert(b->nout && path->nedges < f->blocks.count);
        uint32_t edge = step(f, b, left);
        const struct pep_edge *e = &f->edges.at[edge];
        assert(e->value <= left);
        left -= e->value;
        path->edges[path->nedges++] = edge;
        path->nbranches += b->nout > 1;
        if (e->cut)
            return until == PEP_NO_BLOCK ? 0 : -1;
        at = e->dst;
    }
    assert(!left);
    return until == PEP_NO_BLOCK || until == PEP_EXIT ? 0 : -1;
}

int pep_cfg_regenerate(struct pep_path *path, const struct pep_function *f, uint64_t number)
{
    return regenerate(path, f, number, PEP_NO_BLOCK);
}

int pep_cfg_regenerate_partial(struct pep_path *path, const struct pep_function *f, uint64_t number, uint32_t at)
{
    return regenerate(path, f, number, at);
}

uint64_t pep_cfg_path_number(const struct pep_function *f, const struct pep_path *path)
{
    uint64_t number = path->start == PEP_ENTRY ? 0 : f->blocks.at[path->start].start;
    for (uint32_t i = 0; i < path->nedges; i++)
        number += f->edges.at[path->edges[i]].value;
    return number;
}
