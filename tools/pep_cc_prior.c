#include "base/error.h"
#include "base/file.h"
#include "profile/mapset.h"
#include "profile/prior.h"
#include "rewrite/prefix.h"
#include "tools/pep_cc.h"
#include <errno.h>
#include <string.h>

/* A profile that does not do is no reason to break a build, nor to say so for each source of the line. */
static void give_up(struct pep_cc *cc, const char *text)
{
    pep_warn("%s: %s; numbering goes on without it", cc->line.options.use, text);
    cc->line.options.use = NULL;
}

bool pep_cc_prior(struct pep_prior *prior, struct pep_cc *cc, const char *unit)
{
    struct pep_words maps = {0};
    struct pep_fault fault = {.at = PEP_FAULT_NOWHERE};
    const char *file = cc->line.options.use;
    long found = -1;
    if (!file)
        return false;
    if (!cc->prior.count && pep_file_read(&cc->prior, file)) {
        give_up(cc, strerror(errno));
        return false;
    }
    pep_cmdline_prefix_maps(&maps, &cc->line);
    const char *name = pep_prefix_map(&cc->arena, pep_words_vector(&maps), unit);
    found = pep_prior_read(prior, name, pep_buffer_text(&cc->prior), cc->prior.count, &fault);
    pep_array_free(&maps);
    if (found < 0) {
        give_up(cc, fault.at == PEP_FAULT_NOWHERE
                        ? fault.text
                        : pep_arena_printf(&cc->arena, "%s, at byte %zu", fault.text, fault.at));
        pep_prior_free(prior);
    }
    return found > 0;
}

void pep_cc_tell_stale(const struct pep_cc *cc, const char *source, bool known, const char *names)
{
    if (!cc->line.options.stale || !cc->line.options.use)
        return;
    if (!known)
        pep_warn("%s: nothing of it is in %s [-Wpep-stale]", source, cc->line.options.use);
    else if (*names)
        pep_warn("%s: changed since %s, or has other options such as -D, and is built as without it: %s [-Wpep-stale]",
                 source, cc->line.options.use, names);
}

void pep_cc_tell_foreign(const struct pep_cc *cc, const char *binary)
{
    struct pep_mapset maps = {0};
    struct pep_fault fault = {.at = PEP_FAULT_NOWHERE};
    size_t known = 0;
    if (!cc->line.options.use || pep_mapset_add_file(&maps, binary, &fault) <= 0)
        return;
    for (size_t u = 0; u < maps.units.count; u++) {
        const struct pep_unitmap *map = &maps.units.at[u]->map;
        for (uint32_t i = 0; i < map->nfunctions; i++)
            known += map->functions[i]->guided || map->functions[i]->stale;
    }
    if (!known)
        pep_warn("%s: nothing of it is in %s; it is built as without it", binary, cc->line.options.use);
    pep_mapset_free(&maps);
}
