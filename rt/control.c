/* control.c - what the program itself can ask for. */
#include "core.h"
#include "pep/pep.h"
#include "subpaths.h"

PEP_OF_PART(pep_forest_piece);
PEP_OF_PART(pep_forest_reset);
PEP_OF_PART(pep_sampling_reset);
PEP_OF_PART(pep_subpath_reset);
PEP_OF_PART(pep_thread_has);

static int segment_sync(const struct pep_segment *s)
{
    uint64_t bytes;
    unsigned i;
    void *piece;

    for (i = 1; s->kind == PEP_RAW_FOREST && (piece = pep_forest_piece(s, i, &bytes)); i++)
        if (pep_platform_sync(piece, bytes) < 0)
            return -1;
    return pep_platform_sync(s->view, s->bytes);
}

/* Is another thread counting there?  Its next step would undo what is added, and bring back what is taken away. */
static bool is_others(const struct pep_segment *s)
{
    return s && s->unit->update == PEP_UNIT_THREAD && __atomic_load_n(&s->taken, __ATOMIC_RELAXED) &&
           !pep_thread_has(s);
}

/* Shows in the file what stands beside it, but for what other threads have: that follows when the program ends. */
static void segment_show(struct pep_segment *s)
{
    if (s->view != s->data && !is_others(s) && (s->view || !is_others(pep_segment_own(s->unit))))
        pep_segment_fold(s);
}

int pep_dump(void)
{
    struct pep_host saved = pep_platform_enter();
    int result = pep_profile.header ? 0 : -1;
    struct pep_segment *s;
    struct pep_unit *u;

    for (u = pep_profile.units; u && !result; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next) {
            segment_show(s);
            if (s->view && segment_sync(s) < 0)
                result = -1;
        }
    if (!result && pep_platform_sync(pep_profile.header, pep_facts.page) < 0)
        result = -1;
    pep_platform_leave(saved);
    return result;
}

/* Records keep their places: a table's records are only set to zero. */
static void segment_reset(struct pep_segment *s)
{
    struct pep_raw_path *paths = s->data;
    struct pep_raw_value *values = s->data;
    struct pep_raw_context *contexts = s->data;
    uint64_t *data = s->data, *view = s->view, i;

    if (s->kind == PEP_RAW_SAMPLING) {
        pep_sampling_reset();
        return;
    }
    if (s->kind == PEP_RAW_FOREST) {
        pep_forest_reset(s);
        return;
    }
    if (s->kind == PEP_RAW_SUBPATHS) {
        pep_subpath_reset(s);
        return;
    }
    for (i = 0; i < s->count; i++)
        if (s->kind == PEP_RAW_PATHS)
            __atomic_store_n(&paths[i].count, 0, __ATOMIC_RELAXED);
        else if (s->kind == PEP_RAW_VALUES) {
            if (values[i].count) {
                __atomic_store_n(&values[i].taken, 0, __ATOMIC_RELAXED);
                __atomic_store_n(&values[i].count, 0, __ATOMIC_RELAXED);
            }
        } else if (s->kind == PEP_RAW_CONTEXTS) {
            if (contexts[i].count)
                __atomic_store_n(&contexts[i].count, 0, __ATOMIC_RELAXED);
        } else {
            if (data[i])
                __atomic_store_n(&data[i], 0, __ATOMIC_RELAXED);
            if (view && view[i])
                __atomic_store_n(&view[i], 0, __ATOMIC_RELAXED);
        }
}

void pep_reset(void)
{
    struct pep_segment *s;
    struct pep_unit *u;

    for (u = pep_profile.units; u; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (!s->gone)
                segment_reset(s);
}
