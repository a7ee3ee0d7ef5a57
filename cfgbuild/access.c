/* access.c - from the members of a tree to the accesses of its blocks. */
#include "cfgbuild/tree.h"
#include <stdlib.h>

static int by_place(const void *left, const void *right)
{
    const struct pep_access *a = left, *b = right;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->layout != b->layout)
        return a->layout < b->layout ? -1 : 1;
    return a->field < b->field ? -1 : a->field > b->field;
}

void pep_cfg_list_accesses(struct pep_function *f, const struct pep_tree *tree)
{
    struct pep_access *list = PEP_NEW_N(f->arena, struct pep_access, tree->nmembers + 1);
    uint32_t found = 0, n = 0;
    for (uint32_t i = 0; i < tree->nmembers; i++) {
        const struct pep_member *m = &tree->members[i];
        uint32_t block;
        if (pep_cfg_block_at(&block, tree, m->offset) && block != PEP_NO_BLOCK)
            list[found++] = (struct pep_access){block, m->layout, m->field, m->use & PEP_USE_READ ? 1 : 0,
                                                m->use & PEP_USE_WRITE ? 1 : 0};
    }
    qsort(list, found, sizeof *list, by_place);
    for (uint32_t i = 0; i < found; i++) {
        if (!n || by_place(&list[n - 1], &list[i])) {
            list[n++] = list[i];
            continue;
        }
        list[n - 1].reads += list[i].reads;
        list[n - 1].writes += list[i].writes;
    }
    f->accesses = list;
    f->naccesses = n;
}
