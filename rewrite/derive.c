#include "rewrite/derive.h"
#include <string.h>

struct callers {
    PEP_ARRAY(struct pep_caller);
};

/* One path, from entry to exit, whatever happens: no branch, no loop, nothing that comes back. */
static bool is_straight(const struct pep_function *f)
{
    for (size_t b = 0; b < f->blocks.count; b++)
        if (f->blocks.at[b].nout > 1 || f->blocks.at[b].nin > 1 || f->blocks.at[b].reload)
            return false;
    for (size_t e = 0; e < f->edges.count; e++)
        if (f->edges.at[e].cut)
            return false;
    return f->blocks.at[PEP_EXIT].nin == 1;
}

/* Values of a site somebody has to look at; and what is told of tells its callers of itself. */
static bool is_derivable(const struct pep_function *f)
{
    return is_straight(f) && !f->nsites && f->storage != PEP_STORE_STREAM;
}

/* Calls that are counted tell of the callee how often it was entered; what else it counts does not matter. */
static bool counts_entry(const struct pep_function *f)
{
    return f->storage == PEP_STORE_BLOCKS && f->blocks.at[PEP_ENTRY].counter != PEP_NO_COUNTER;
}

/* Lists where each candidate is called; a call whose place is not known makes it none. */
static void find_callers(struct callers *callers, bool *candidate, struct pep_function *const *functions,
                         const struct pep_tree *trees, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < trees[i].ncalls; c++) {
            uint32_t callee = trees[i].calls[c].callee, block;
            if (!candidate[callee])
                continue;
            if (functions[i]->reason || !pep_cfg_block_at(&block, &trees[i], trees[i].calls[c].offset))
                candidate[callee] = false;
            else if (block != PEP_NO_BLOCK)
                pep_array_push(&callers[callee], (struct pep_caller){i, block});
        }
    }
}

void pep_derive_callees(struct pep_function *const *functions, const struct pep_tree *trees, uint32_t count,
                        struct pep_arena *arena)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    bool *candidate = PEP_NEW_N(&scratch, bool, count + 1), *known = PEP_NEW_N(&scratch, bool, count + 1);
    struct callers *callers = PEP_NEW_N(&scratch, struct callers, count + 1);
    for (uint32_t i = 0; i < count; i++)
        candidate[i] =
            !functions[i]->reason && trees[i].only_called && (counts_entry(functions[i]) || is_derivable(functions[i]));
    find_callers(callers, candidate, functions, trees, count);
    for (uint32_t i = 0; i < count; i++)
        known[i] = !candidate[i];
    /* A function is known by its callers once they are known; what goes in circles keeps a counter.  Callees stand in
     * front of their callers in most texts: going backwards settles nearly all in the first round. */
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = count; i-- > 0;) {
            bool settled = !known[i];
            for (size_t c = 0; settled && c < callers[i].count; c++) {
                uint32_t caller = callers[i].at[c].function;
                settled = known[caller] || pep_cfg_counts_apart(functions[caller], callers[i].at[c].block);
            }
            if (!settled)
                continue;
            struct pep_function *f = functions[i];
            known[i] = more = true;
            if (is_derivable(f)) {
                f->storage = PEP_STORE_DERIVED;
                f->ncounters = 0;
            }
            for (size_t e = 0; e < f->edges.count; e++)
                f->edges.at[e].counter = PEP_NO_COUNTER;
            f->ncallers = (uint32_t)callers[i].count;
            f->callers = PEP_NEW_N(arena, struct pep_caller, callers[i].count + 1);
            if (callers[i].count)
                memcpy(f->callers, callers[i].at, callers[i].count * sizeof *f->callers);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        pep_array_free(&callers[i]);
    pep_arena_free(&scratch);
}
