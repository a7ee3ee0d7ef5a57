/* renew.c - the child of a fork counts anew.
 *
 * It shares its parent's mapped pages, so before anything else of it runs every segment that it can reach gets zero
 * pages of its own at the same address: code that is in the middle of a function keeps its pointers. */
#include "subpaths.h"

PEP_OF_PART(pep_forest_abandon);
PEP_OF_PART(pep_forest_forget);
PEP_OF_PART(pep_sampling_renew);
PEP_OF_PART(pep_stays_renew);
PEP_OF_PART(pep_subpath_renew);
PEP_OF_PART(pep_target_forget);
PEP_OF_PART(pep_thread_keep);

/* Has a thread the segment for long?  Tables and values of sampled units are nobody's for long. */
static bool is_kept(const struct pep_segment *s)
{
    return s->unit->how == PEP_UNIT_EXHAUSTIVE;
}

/* Is the only thread there is in the middle of counting there?  A signal handler may have forked, and come back. */
static bool is_amid(const struct pep_segment *s)
{
    return s->taken && !(s->unit->parts & PEP_PART_THREADS);
}

/* In the child only the thread that forked lives on, and what it has; and what it may be in the middle of. */
static void unit_renew(struct pep_unit *unit)
{
    struct pep_segment *s = pep_unit_segments(unit), *next;

    unit->runtime[PEP_UNIT_SEGMENTS] = NULL;
    if (unit->parts & PEP_PART_VALUES)
        pep_target_forget(unit, 0, NULL);
    for (; s; s = next) {
        next = s->next;
        if (s->profiler && !s->gone) {
            pep_subpath_renew(s);
            continue;
        }
        if (s->forest && !s->gone) {
            pep_forest_abandon(s);
            continue;
        }
        if (s->gone || (s->data != unit->counters && s != unit->runtime[PEP_UNIT_TABLE] &&
                        s != unit->runtime[PEP_UNIT_VALUES] && !s->keep && !is_amid(s) && is_kept(s))) {
            pep_platform_forget(s->data, s->bytes);
            continue;
        }
        if (s->view && s->view != s->data)
            pep_platform_forget(s->view, s->bytes);
        /* A thread that is no more may have had the unit's own counters. */
        if (is_kept(s) && (unit->update == PEP_UNIT_THREAD || unit->how != PEP_UNIT_EXHAUSTIVE))
            s->taken = s->keep;
        s->keep = 0;
        s->entry = NULL;
        s->view = NULL;
        pep_segment_push(s);
    }
}

static void segment_clear(struct pep_segment *s)
{
    uint64_t *words = s->data, i, count = s->bytes / sizeof *words;
    bool remaps = pep_segment_remappable(s);

    if (remaps && pep_platform_memory(s->bytes, s->data)) {
        s->used = 0;
        return;
    }
    if (remaps) /* these may be its parent's still */
        return;
    if (!pep_segment_has_records(s))
        count = s->count;
    for (i = 0; i < count; i++)
        words[i] = 0;
    s->used = 0;
}

void pep_profile_renew(void)
{
    struct pep_segment *s;
    struct pep_unit *u;
    struct pep_host saved = pep_platform_enter();

    if (pep_profile_needs(PEP_PART_THREADS))
        pep_thread_keep();
    if (pep_profile_needs(PEP_PART_SUBPATHS))
        pep_stays_renew();
    if (pep_profile_needs(PEP_PART_FORESTS))
        pep_forest_forget();
    pep_space_forget();
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        unit_renew(u);
    pep_profile.header = NULL;
    pep_profile.module = 0;
    pep_profile.forks++;
    pep_profile.first = pep_profile.full = pep_profile.ended = pep_profile.released = false;
    /* What the child cannot place, it must not count in its parent's pages. */
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (!pep_segment_remappable(s))
                segment_clear(s);
    pep_profile_place(false);
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (!s->view)
                segment_clear(s);
    if (pep_profile_needs(PEP_PART_SAMPLING))
        pep_sampling_renew();
    pep_platform_leave(saved);
}
