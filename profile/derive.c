#include "profile/derive.h"
#include <stdlib.h>

bool pep_derive_is_branch(const struct pep_function *f, const struct pep_edge *e)
{
    return f->blocks.at[e->src].nout > 1;
}

bool pep_derive_knows_entries(const struct pep_function *f)
{
    return f->storage != PEP_STORE_BLOCKS || f->blocks.at[PEP_ENTRY].counter != PEP_NO_COUNTER;
}

static uint64_t *new_counts(size_t n)
{
    uint64_t *counts = pep_array_grow(NULL, 0, &(size_t){0}, n ? n : 1, sizeof *counts);
    pep_array_zero(counts, n * sizeof *counts);
    return counts;
}

/* from_paths - regenerate each path that ran; leaves edges and the list of paths. */
static void from_paths(struct pep_derived *d, const struct pep_function *f, const struct pep_counts *counts)
{
    struct pep_path path = {0};
    path.edges = pep_array_grow(NULL, 0, &(size_t){0}, f->blocks.count + 1, sizeof *path.edges);
    for (size_t i = 0; i < counts->records.count; i++) {
        const struct pep_record *r = &counts->records.at[i];
        if (r->kind != PEP_RECORD_PATH || !r->count)
            continue;
        if (pep_cfg_regenerate(&path, f, r->key)) {
            d->rejected++;
            continue;
        }
        pep_flow_add_path(d->edges, &path, r->count);
        pep_array_push(&d->paths, (struct pep_derived_path){
                                      .number = r->key,
                                      .count = r->count,
                                      .flow = pep_count_multiply(r->count, path.nbranches),
                                      .start = path.start,
                                      .nbranches = path.nbranches,
                                  });
    }
    pep_array_release(path.edges);
}

/* from_edges - the counted edges as they are, the others by conservation of flow. */
static void from_edges(struct pep_derived *d, const struct pep_function *f, const struct pep_counts *counts)
{
    bool *known = pep_array_grow(NULL, 0, &(size_t){0}, f->edges.count + 1, sizeof *known);
    bool any = false;
    pep_array_zero(known, (f->edges.count + 1) * sizeof *known);
    for (size_t i = 0; i < counts->records.count; i++) {
        const struct pep_record *r = &counts->records.at[i];
        if (r->kind != PEP_RECORD_EDGE)
            continue;
        if (r->key >= f->edges.count) {
            d->rejected++;
            continue;
        }
        d->edges[r->key] = r->count;
        known[r->key] = true;
        any = true;
    }
    if (any)
        d->unbalanced = pep_flow_solve(d->edges, known, f);
    pep_array_release(known);
}

/* from_blocks - a counter's count is that of all its blocks. */
static void from_blocks(struct pep_derived *d, const struct pep_function *f, const struct pep_counts *counts)
{
    uint64_t *counters = new_counts(f->ncounters);
    for (size_t i = 0; i < counts->records.count; i++) {
        const struct pep_record *r = &counts->records.at[i];
        if (r->kind != PEP_RECORD_BLOCK)
            continue;
        if (r->key < f->blocks.count && f->blocks.at[r->key].counter < f->ncounters)
            counters[f->blocks.at[r->key].counter] = r->count;
        else
            d->rejected++;
    }
    for (size_t b = 0; b < f->blocks.count; b++)
        if (f->blocks.at[b].counter < f->ncounters)
            d->blocks[b] = counters[f->blocks.at[b].counter];
    pep_array_release(counters);
}

static int hotter(const void *left, const void *right)
{
    const struct pep_derived_path *a = left, *b = right;
    if (a->flow != b->flow)
        return a->flow < b->flow ? 1 : -1;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void pep_derive(struct pep_derived *d, const struct pep_function *f, const struct pep_counts *counts)
{
    d->edges = new_counts(f->edges.count);
    d->blocks = new_counts(f->blocks.count);
    if (!counts || !counts->records.count)
        return;
    if (counts->records.at[0].kind > PEP_RECORD_EDGE) { /* the kinds are sorted: paths first, and they say all */
        from_blocks(d, f, counts);
    } else {
        if (counts->records.at[0].kind == PEP_RECORD_PATH)
            from_paths(d, f, counts);
        else
            from_edges(d, f, counts);
        pep_flow_blocks(d->blocks, d->edges, f);
    }
    d->entries = f->blocks.count ? d->blocks[PEP_ENTRY] : 0;
    for (size_t e = 0; e < f->edges.count; e++) {
        if (pep_derive_is_branch(f, &f->edges.at[e]))
            d->flow = pep_count_add(d->flow, d->edges[e]);
    }
    if (d->paths.count)
        qsort(d->paths.at, d->paths.count, sizeof *d->paths.at, hotter);
}

void pep_derived_free(struct pep_derived *d)
{
    pep_array_release(d->edges);
    pep_array_release(d->blocks);
    pep_array_free(&d->paths);
    *d = (struct pep_derived){0};
}
