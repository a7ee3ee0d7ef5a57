#include "cfgbuild/live.h"

void pep_live_begin(struct pep_live *l, const struct pep_function *f, uint32_t things, struct pep_arena *arena)
{
    l->words = things / 64 + 1;
    l->used = PEP_NEW_N(arena, uint64_t, f->blocks.count * l->words);
    l->set = PEP_NEW_N(arena, uint64_t, f->blocks.count * l->words);
    l->in = PEP_NEW_N(arena, uint64_t, f->blocks.count * l->words);
}

static bool has(const struct pep_live *l, const uint64_t *sets, uint32_t block, uint32_t thing)
{
    return sets[(size_t)block * l->words + thing / 64] >> thing % 64 & 1;
}

static void put(const struct pep_live *l, uint64_t *sets, uint32_t block, uint32_t thing)
{
    sets[(size_t)block * l->words + thing / 64] |= (uint64_t)1 << thing % 64;
}

void pep_live_use(struct pep_live *l, uint32_t block, uint32_t thing)
{
    if (!has(l, l->set, block, thing))
        put(l, l->used, block, thing);
}

void pep_live_set(struct pep_live *l, uint32_t block, uint32_t thing)
{
    if (!has(l, l->used, block, thing))
        put(l, l->set, block, thing);
}

bool pep_live_in(const struct pep_live *l, uint32_t block, uint32_t thing)
{
    return has(l, l->in, block, thing);
}

/* flow - what is alive at the block's beginning by what is at those of its successors; gives whether that is news. */
static bool flow(struct pep_live *l, const struct pep_function *f, uint32_t block)
{
    const struct pep_block *k = &f->blocks.at[block];
    bool news = false;
    for (size_t w = 0, at = (size_t)block * l->words; w < l->words; w++, at++) {
        uint64_t out = 0;
        for (uint32_t i = 0; i < k->nout; i++)
            out |= l->in[(size_t)f->edges.at[k->out[i]].dst * l->words + w];
        uint64_t in = l->used[at] | (out & ~l->set[at]);
        news |= in != l->in[at];
        l->in[at] = in;
    }
    return news;
}

/* Blocks stand about in program order, so that a round from the last to the first carries most of it. */
void pep_live_solve(struct pep_live *l, const struct pep_function *f)
{
    for (bool news = true; news;) {
        news = false;
        for (size_t b = f->blocks.count; b-- > 0;)
            news |= flow(l, f, (uint32_t)b);
    }
}

void pep_cfg_reach(bool *reached, const struct pep_function *f, uint32_t block, bool backwards)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    uint32_t *stack = PEP_NEW_N(&scratch, uint32_t, f->blocks.count), depth = 0;
    reached[block] = true;
    stack[depth++] = block;
    while (depth) {
        const struct pep_block *k = &f->blocks.at[stack[--depth]];
        for (uint32_t i = 0; i < (backwards ? k->nin : k->nout); i++) {
            uint32_t next = backwards ? f->edges.at[k->in[i]].src : f->edges.at[k->out[i]].dst;
            if (!reached[next]) {
                reached[next] = true;
                stack[depth++] = next;
            }
        }
    }
    pep_arena_free(&scratch);
}
