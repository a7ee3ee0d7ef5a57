/* calls.c - from the calls of a tree to the call sites of its blocks. */
#include "cfgbuild/tree.h"
#include <stdlib.h>

static int by_block(const void *left, const void *right)
{
    const struct pep_call_site *a = left, *b = right;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->position.line != b->position.line)
        return a->position.line < b->position.line ? -1 : 1;
    return a->position.column < b->position.column ? -1 : a->position.column > b->position.column;
}

void pep_cfg_list_calls(struct pep_function *f, const struct pep_tree *tree)
{
    f->calls = PEP_NEW_N(f->arena, struct pep_call_site, tree->ncall_expressions + 1);
    for (uint32_t i = 0; i < tree->ncall_expressions; i++) {
        const struct pep_call_expression *c = &tree->call_expressions[i];
        uint32_t block;
        if (pep_cfg_block_at(&block, tree, c->begin) && block != PEP_NO_BLOCK)
            f->calls[f->ncalls++] =
                (struct pep_call_site){block, c->callee, c->name ? PEP_NO_SITE : c->site, c->position};
    }
    qsort(f->calls, f->ncalls, sizeof *f->calls, by_block);
}
