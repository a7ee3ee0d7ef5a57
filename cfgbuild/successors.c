/* successors.c - edges in the order of the text. */
#include "cfgbuild/successors.h"

void pep_successors_sort(struct pep_successors *s, const struct pep_function *f, bool with_cut, struct pep_arena *arena)
{
    uint32_t n = 0;
    bool *seen = PEP_NEW_N(arena, bool, f->blocks.count);
    *s = (struct pep_successors){.order = PEP_NEW_N(arena, uint32_t, f->blocks.count),
                                 .out = PEP_NEW_N(arena, uint32_t, f->edges.count),
                                 .first = PEP_NEW_N(arena, uint32_t, f->blocks.count),
                                 .end = PEP_NEW_N(arena, uint32_t, f->blocks.count)};
    /* A block stands where the first of its edges was added: the builder adds edges as it walks the text, while it
     * makes a label's block at the first goto. */
    for (size_t i = 0; i < f->edges.count; i++) {
        uint32_t src = f->edges.at[i].src;
        if (!seen[src]) {
            seen[src] = true;
            s->order[s->norder++] = src;
            s->first[src] = s->end[src] = n;
            n += f->blocks.at[src].nout;
        }
    }
    /* Each target in its turn tells its sources: so their lists come out sorted. */
    for (uint32_t i = 0; i < s->norder; i++) {
        const struct pep_block *b = &f->blocks.at[s->order[i]];
        for (uint32_t k = 0; k < b->nin; k++) {
            const struct pep_edge *e = &f->edges.at[b->in[k]];
            if (with_cut || !e->cut)
                s->out[s->end[e->src]++] = b->in[k];
        }
    }
}
