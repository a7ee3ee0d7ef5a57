/* prior.c - counts of an earlier run become frequencies: above ESTIMATE_BITS the count, below it the estimate, and one
 * bit stays free for the doubling in weigh.c. */
#include "cfgbuild/prior.h"
#include "base/count.h"
#include <string.h>

/* A function is hot from this part on of all that was counted in that run. */
enum { HOT_PARTS = 2000 };
enum { ESTIMATE_BITS = 20, COUNT_BITS = 63 - ESTIMATE_BITS };

static struct pep_prior_function *find(const struct pep_prior *prior, const char *name, uint64_t shape, uint32_t nedges)
{
    const uint64_t *first = pep_map_get(&prior->by_name, name, strlen(name));
    for (size_t i = first ? (size_t)*first : 0; i; i = prior->functions.at[i - 1].next) {
        struct pep_prior_function *p = &prior->functions.at[i - 1];
        if (p->shape == shape && p->nedges == nedges)
            return p;
    }
    return NULL;
}

void pep_prior_add(struct pep_prior *prior, const struct pep_function *f, const uint64_t *counts, uint64_t told)
{
    uint64_t shape = pep_cfg_shape(f);
    uint32_t nedges = (uint32_t)f->edges.count;
    struct pep_prior_function *p = find(prior, f->name, shape, nedges);
    if (!p) {
        uint64_t *first = pep_map_put(&prior->by_name, f->name, strlen(f->name), 0);
        pep_array_push(&prior->functions,
                       (struct pep_prior_function){.shape = shape,
                                                   .counts = PEP_NEW_N(&prior->arena, uint64_t, nedges + 1),
                                                   .nedges = nedges,
                                                   .next = (size_t)*first});
        *first = prior->functions.count;
        p = pep_array_last(&prior->functions);
    }
    p->told = pep_count_add(p->told, told);
    for (uint32_t i = 0; i < nedges; i++) {
        p->counts[i] = pep_count_add(p->counts[i], counts[i]);
        prior->events = pep_count_add(prior->events, counts[i]);
    }
}

/* scale - by how many bits the counts have to be shifted to have room. */
static unsigned scale(const struct pep_prior_function *p)
{
    uint64_t most = 0;
    unsigned bits = 0;
    for (uint32_t i = 0; i < p->nedges; i++)
        if (p->counts[i] > most)
            most = p->counts[i];
    while (most >> bits >> COUNT_BITS)
        bits++;
    return bits;
}

void pep_prior_apply(const struct pep_prior *prior, struct pep_function *f)
{
    const struct pep_prior_function *p = find(prior, f->name, pep_cfg_shape(f), (uint32_t)f->edges.count);
    f->guided = p != NULL;
    f->stale = !p && pep_map_get(&prior->by_name, f->name, strlen(f->name));
    if (!p)
        return;
    struct pep_loops loops = {0};
    uint64_t total = 0;
    unsigned bits = scale(p);
    pep_loops_find(&loops, f); /* leaves the estimate */
    pep_loops_free(&loops);
    for (uint32_t i = 0; i < p->nedges; i++) {
        const uint64_t most = (UINT64_C(1) << ESTIMATE_BITS) - 1;
        uint64_t *frequency = &f->edges.at[i].frequency, count = p->counts[i] >> bits;
        if (!count && p->counts[i])
            count = 1;
        total = pep_count_add(total, count);
        *frequency = count << ESTIMATE_BITS | (*frequency < most ? *frequency : most);
    }
    f->idle = !total && prior->ample;
    f->hot = p->told && p->told >= prior->told / HOT_PARTS;
}

uint64_t pep_prior_count(const struct pep_function *f, const struct pep_edge *e)
{
    return f->guided ? e->frequency >> ESTIMATE_BITS : 0;
}

struct pep_turns pep_prior_turns(const struct pep_function *f, uint32_t header)
{
    const struct pep_block *k = &f->blocks.at[header];
    struct pep_turns t = {0};
    for (uint32_t i = 0; i < k->nin; i++) {
        const struct pep_edge *e = &f->edges.at[k->in[i]];
        *(e->cut == PEP_CUT_BACK ? &t.turns : &t.entries) += pep_prior_count(f, e);
    }
    return t;
}

void pep_prior_free(struct pep_prior *prior)
{
    pep_array_free(&prior->functions);
    pep_map_free(&prior->by_name);
    pep_arena_free(&prior->arena);
    memset(prior, 0, sizeof *prior);
}
