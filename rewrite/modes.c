#include "rewrite/plan.h"

const struct pep_mode *pep_mode_find(uint8_t event)
{
    static const struct pep_mode *const modes[] = {&pep_mode_paths, &pep_mode_edges, &pep_mode_calls, &pep_mode_kpaths,
                                                   &pep_mode_subpaths};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (modes[i]->event == event)
            return modes[i];
    return modes[0];
}
