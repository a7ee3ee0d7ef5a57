/* unit.c - units come, get their place in the profile, and go.
 *
 * The units of a module register one after the other, before any other constructor of the module; then the runtime's
 * own constructor places all of them at once, so that the profile file is created in one piece or not at all. */
#include "subpaths.h"

PEP_OF_PART(pep_forest_begin);
PEP_OF_PART(pep_forest_placed);
PEP_OF_PART(pep_forest_single);
PEP_OF_PART(pep_no_table);
PEP_OF_PART(pep_sampling_begin);
PEP_OF_PART(pep_sampling_end);
PEP_OF_PART(pep_sampling_hook);
PEP_OF_PART(pep_subpath_begin);
PEP_OF_PART(pep_subpath_hook);
PEP_OF_PART(pep_table_attach);
PEP_OF_PART(pep_table_count_single);
PEP_OF_PART(pep_table_span_single);
PEP_OF_PART(pep_target);
PEP_OF_PART(pep_target_own);
PEP_OF_PART(pep_target_recent);
PEP_OF_PART(pep_thread_hook);
PEP_OF_PART(pep_value_single);
PEP_OF_PART(pep_part_forests);
PEP_OF_PART(pep_part_sampling);
PEP_OF_PART(pep_points_release);
PEP_OF_PART(pep_part_subpaths);
PEP_OF_PART(pep_part_tables);
PEP_OF_PART(pep_part_threads);
PEP_OF_PART(pep_part_values);

struct pep_profile pep_profile;

static uintptr_t numbered;
static struct pep_unit *newest;

bool pep_segment_remappable(const struct pep_segment *s)
{
    if (s->data != s->unit->counters)
        return true;
    return pep_facts.page == PEP_COUNTER_ALIGN && (uintptr_t)s->data % PEP_COUNTER_ALIGN == 0;
}

/* A hash table, or a forest, which is one piece then, goes as it is into pages that are new. */
static bool moves_whole(const struct pep_segment *s)
{
    return s->kind == PEP_RAW_PATHS || s->kind == PEP_RAW_FOREST;
}

/* Other records that came to be in memory because the file was full stay there: they cannot be added page by page. */
static bool unplaced(const struct pep_segment *s, bool carry)
{
    return !s->view && !s->gone && !(carry && pep_segment_has_records(s) && !moves_whole(s));
}

/* What a new directory page takes, where the entries do not fit behind the header; as directory.c makes them. */
static uint64_t directory_bytes(uint64_t entries)
{
    uint64_t page = pep_facts.page, entry = sizeof(struct pep_raw_entry), bytes = 0, more;
    uint64_t last = (page - sizeof(struct pep_raw_header)) / entry, room = last;

    for (; room < entries; room += last) {
        more = PEP_ROUND(sizeof(struct pep_raw_directory) + 2 * last * entry, page);
        last = (more - sizeof(struct pep_raw_directory)) / entry;
        bytes += more;
    }
    return bytes;
}

/* Space for all that has none, and for our name. */
static uint64_t bytes_wanted(bool carry)
{
    uint64_t bytes = 0, entries = 1, name = 1;
    struct pep_segment *s;
    struct pep_unit *u;

    while (pep_facts.module[name - 1])
        name++;
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (unplaced(s, carry)) {
                bytes += s->bytes;
                entries++;
            }
    return bytes + PEP_ROUND(name, pep_facts.page) + directory_bytes(entries);
}

/* Adds counts made before the file was there. */
static void carry_over(struct pep_segment *s, struct pep_batch *batch, struct pep_core *core)
{
    uint64_t *from = s->data, *to, i, words = pep_segment_has_records(s) ? s->bytes / sizeof *from : s->count;

    if (!pep_platform_touched(core, from, s->bytes))
        return;
    to = pep_platform_map(&batch->file, s->entry->offset, s->bytes, NULL);
    if (!to)
        return;
    for (i = 0; i < words; i++)
        to[i] += from[i];
    pep_platform_forget(to, s->bytes);
}

/* Counters that lie behind each other, in the file as in memory: they are mapped at once, since a program may have
 * hundreds of units and run for a moment. */
struct run {
    char *data;
    uint64_t offset, bytes;
};

/* What fails leaves the segments counting in memory. */
static void run_map(struct run *run, struct pep_batch *batch)
{
    struct pep_segment *s;
    struct pep_unit *u;

    if (run->bytes && !pep_platform_map(&batch->file, run->offset, run->bytes, run->data)) {
        pep_platform_memory(run->bytes, run->data);
        for (u = pep_profile.units; u; u = pep_unit_next(u))
            for (s = pep_unit_segments(u); s; s = s->next)
                if ((uintptr_t)s->data - (uintptr_t)run->data < run->bytes) {
                    s->entry = NULL;
                    s->view = NULL;
                }
    }
    run->bytes = 0;
}

static bool is_run(const struct pep_segment *s)
{
    return pep_segment_remappable(s) && !pep_segment_has_records(s);
}

/* Whether the segment goes on where the run ends; one that is empty begins with it. */
static bool run_take(struct run *run, const struct pep_segment *s)
{
    if (!run->bytes) {
        run->data = s->data;
        run->offset = s->entry->offset;
    }
    if (s->data != run->data + run->bytes || s->entry->offset != run->offset + run->bytes)
        return false;
    run->bytes += s->bytes;
    return true;
}

/* Shows the segment's entry in memory, counters at the end of their run. */
static void segment_map(struct pep_segment *s, struct pep_batch *batch, struct run *run)
{
    bool remap = pep_segment_remappable(s);

    if (is_run(s)) {
        if (!run_take(run, s)) {
            run_map(run, batch);
            run_take(run, s);
        }
        s->view = s->data;
        return;
    }
    s->view = pep_platform_map(&batch->file, s->entry->offset, s->bytes, remap ? s->data : NULL);
    if (!s->view) {
        s->entry = NULL;
        if (remap)
            pep_platform_memory(s->bytes, s->data);
    } else if (s->kind == PEP_RAW_PATHS)
        pep_table_attach(s);
    else if (s->kind == PEP_RAW_FOREST)
        pep_forest_placed(s);
}

static int segment_enter(struct pep_segment *s, struct pep_batch *batch)
{
    if (pep_batch_reserve(batch, s->bytes) < 0)
        return -1;
    s->entry = pep_directory_take(batch, s->kind);
    if (!s->entry || pep_batch_reserve(batch, s->bytes) < 0)
        return -1;
    s->entry->offset = batch->offset;
    batch->offset += s->bytes;
    return 0;
}

/* Opens the profile, unless it is open. */
static int profile_open(struct pep_batch *batch, bool carry)
{
    uint64_t bytes = bytes_wanted(carry);
    int how;

    if (pep_profile.header)
        return 0;
    how = pep_platform_begin(&batch->file, &pep_profile.header, bytes);
    if (how < 0) {
        pep_profile.header = NULL;
        return -1;
    }
    batch->open = true;
    pep_directory_begin();
    if (how == PEP_PLATFORM_NEW) {
        batch->offset = pep_facts.page;
        batch->end = pep_facts.page + bytes;
    } else if (pep_facts.pool && !pep_directory_knows_us(batch)) {
        __atomic_fetch_add(&pep_profile.header->processes, 1, __ATOMIC_RELAXED);
        pep_profile.first = true;
    }
    pep_profile.first |= how == PEP_PLATFORM_NEW;
    return 0;
}

/* Calls through pointers tell of files by their numbers in the profile. */
static void modules_number(bool known)
{
    if (pep_profile_needs(PEP_PART_VALUES))
        pep_target_own(known);
}

int pep_profile_place(bool carry)
{
    struct pep_batch batch = {0};
    struct pep_core core = {0};
    struct run run = {0};
    struct pep_segment *s;
    struct pep_unit *u;
    int result = profile_open(&batch, carry);

    if (result < 0) {
        modules_number(true);
        return -1;
    }
    result = pep_directory_module(&batch, &pep_profile.module, pep_facts.module, pep_facts.build);
    if (result == 0)
        pep_directory_nth_module(&batch, pep_profile.module)->module = 1;
    modules_number(result == 0);
    for (u = pep_profile.units; u && !result; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (unplaced(s, carry) && s->kind != PEP_RAW_FOREST && !(carry && moves_whole(s))) {
                s->entry = pep_directory_adopt(&batch, s->kind, u->hash, s->count);
                s->adopted = s->entry != NULL;
            }
    for (u = pep_profile.units; u && !result; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s && !result; s = s->next)
            if (unplaced(s, carry) && (s->entry || (result = segment_enter(s, &batch)) == 0)) {
                if (carry && pep_segment_remappable(s))
                    carry_over(s, &batch, &core);
                segment_map(s, &batch, &run);
            }
    run_map(&run, &batch);
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (s->view && s->entry && s->entry->state == PEP_RAW_TAKEN)
                pep_segment_publish(s);
    pep_batch_close(&batch);
    if (result < 0) {
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
        pep_platform_say_lost();
    }
    return result;
}

/* The units have their place. */
static void parts_begin(void)
{
    if (pep_profile_needs(PEP_PART_SUBPATHS))
        pep_subpath_begin();
    if (pep_profile_needs(PEP_PART_SAMPLING))
        pep_sampling_begin();
}

static __attribute__((__constructor__(102))) void profile_begin(void)
{
    struct pep_host saved = pep_platform_enter();

    pep_profile.begun = true;
    if (pep_profile.units)
        pep_profile_place(true);
    parts_begin();
    pep_platform_leave(saved);
}

void pep_unit_push(struct pep_unit *unit, uint32_t kind)
{
    struct pep_segment *s;

    unit->runtime[PEP_UNIT_NUMBER] = (void *)++numbered;
    unit->runtime[PEP_UNIT_TABLE] = &pep_no_table;
    unit->runtime[PEP_UNIT_NEXT] = NULL;
    if (unit->ncounters) {
        s = pep_segment_new(unit, kind, unit->counters, unit->ncounters, pep_segment_bytes(kind, unit->ncounters));
        if (!s)
            return;
        s->taken = unit->how != PEP_UNIT_EXHAUSTIVE || unit->update != PEP_UNIT_THREAD;
        pep_segment_push(s);
    }
    if (newest)
        newest->runtime[PEP_UNIT_NEXT] = unit;
    else
        pep_profile.units = unit;
    newest = unit;
}

static void single_hook(struct pep_unit *unit)
{
    unit->count = pep_table_count_single;
    unit->span = pep_table_span_single;
    unit->value = pep_value_single;
    unit->kpath = pep_forest_single;
}

static void unit_add(struct pep_unit *unit)
{
    if (unit->parts & PEP_PART_THREADS)
        pep_thread_hook(unit);
    else
        single_hook(unit);
    if (unit->k)
        pep_forest_begin(unit);
    unit->target = unit->recent ? pep_target_recent : pep_target;
    if (unit->how != PEP_UNIT_EXHAUSTIVE)
        pep_sampling_hook(unit);
    if (unit->event == PEP_UNIT_SUBPATHS)
        pep_subpath_hook(unit);
    pep_profile.parts |= unit->parts;
    pep_unit_push(unit, PEP_RAW_COUNTERS);
    if (!pep_profile.begun)
        return;
    pep_profile_place(true);
    parts_begin();
}

/* Has the linker left out a part that the unit needs?  Of those each is 1, or the unit's own 0. */
static bool lacks_part(const struct pep_unit *unit)
{
    static const struct {
        uint32_t part;
        const char *is;
    } parts[] = {
        {PEP_PART_SAMPLING, &pep_part_sampling}, {PEP_PART_FORESTS, &pep_part_forests},
        {PEP_PART_SUBPATHS, &pep_part_subpaths}, {PEP_PART_THREADS, &pep_part_threads},
        {PEP_PART_TABLES, &pep_part_tables},     {PEP_PART_VALUES, &pep_part_values},
    };
    size_t i;

    for (i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((unit->parts & parts[i].part) && !*parts[i].is)
            return true;
    return false;
}

/* Why the unit cannot be counted, or NULL. */
static const char *objection(const struct pep_unit *unit)
{
    if (unit->abi != PEP_ABI_VERSION || unit->bytes != sizeof *unit)
        return "an object was compiled by another version of pep-cc than the runtime it is linked with; "
               "it is not counted";
    if (lacks_part(unit))
        return "the linker left out what an object needs of the runtime, so it is not counted; link with "
               "-Wl,-u,pep_parts";
    return NULL;
}

void pep_unit_register(struct pep_unit *unit)
{
    struct pep_host saved = pep_platform_enter();
    const char *why;

    if (!pep_facts.pid)
        pep_platform_start();
    why = pep_facts.off ? NULL : objection(unit);
    if (why && !pep_profile.refused)
        pep_platform_say(why);
    pep_profile.refused |= why != NULL;
    if (!why && !pep_facts.off)
        unit_add(unit);
    pep_platform_leave(saved);
}

/* Counts stay where they are.  A copy of the module that is loaded later in this process takes the places over. */
static void unit_release(struct pep_unit *unit)
{
    struct pep_segment *s;

    for (s = pep_unit_segments(unit); s; s = s->next) {
        if (s->view != s->data && pep_profile.header)
            pep_segment_fold(s);
        if (!s->entry || s->gone)
            continue;
        __atomic_fetch_or(&s->entry->owner, PEP_RAW_RELEASED, __ATOMIC_RELEASE);
        __atomic_fetch_add(&pep_profile.header->released, 1, __ATOMIC_RELAXED);
    }
}

/* One runtime of a process tells the file that the process has ended: the executable's, if it has one. */
static bool tells_end(void)
{
    struct pep_batch batch = {0};
    uint32_t number;
    bool other;

    if (pep_facts.main || !pep_profile.first)
        return pep_facts.main;
    other = pep_directory_find_module(&batch, &number, pep_facts.executable, 0) == 0 &&
            pep_directory_nth_module(&batch, number)->module;
    pep_batch_close(&batch);
    return !other;
}

/* Does all that the segment has in the file come from samples that were taken here? */
static bool is_ours(const struct pep_segment *s)
{
    return s->unit->how == PEP_UNIT_SAMPLED && s->entry && !s->adopted && s->view == s->data && is_run(s);
}

/* Nobody joins the file: counters without samples need no room on the disk any more. */
static void room_release(void)
{
    struct run run = {0};
    struct pep_segment *s;
    struct pep_unit *u;

    if (!pep_profile.header || pep_facts.pool)
        return;
    pep_profile.released = true;
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        for (s = pep_unit_segments(u); s; s = s->next)
            if (is_ours(s) && !run_take(&run, s)) {
                pep_points_release(run.data, run.bytes);
                run.bytes = 0;
                run_take(&run, s);
            }
    pep_points_release(run.data, run.bytes);
}

static void profile_end(void)
{
    struct pep_raw_header *h = pep_profile.header;
    struct pep_unit *u;

    pep_profile.ended = true;
    if (pep_profile_needs(PEP_PART_SAMPLING)) {
        pep_sampling_end();
        room_release();
    }
    for (u = pep_profile.units; u; u = pep_unit_next(u))
        if (!u->abi)
            unit_release(u);
    pep_platform_end();
    if (!h || !tells_end())
        return;
    __atomic_store_n(&h->ended, pep_platform_now(), __ATOMIC_RELAXED);
    if (pep_facts.pool)
        __atomic_fetch_add(&h->finished, 1, __ATOMIC_RELEASE);
    else
        __atomic_store_n(&h->finished, 1, __ATOMIC_RELEASE);
}

/* They go in the opposite order to that in which they came, and each is looked for from the first one on. */
static void units_reverse(void)
{
    struct pep_unit *u = pep_profile.units, *before = NULL, *next;

    for (newest = u; u; u = next) {
        next = pep_unit_next(u);
        u->runtime[PEP_UNIT_NEXT] = before;
        before = u;
    }
    pep_profile.units = before;
}

/* What leads to it, and the one in front; what leads to nothing where it is none of ours. */
static struct pep_unit **unit_find(const struct pep_unit *unit, struct pep_unit **before)
{
    struct pep_unit **u = &pep_profile.units;

    for (*before = NULL; *u && *u != unit; u = (struct pep_unit **)&(*before)->runtime[PEP_UNIT_NEXT])
        *before = *u;
    return u;
}

void pep_unit_unregister(struct pep_unit *unit)
{
    struct pep_unit **u, *before;
    struct pep_host saved;

    if (!*unit_find(unit, &before))
        return;
    saved = pep_platform_enter();
    if (!pep_profile.ended) {
        profile_end();
        units_reverse();
    }
    unit_release(unit);
    u = unit_find(unit, &before);
    *u = pep_unit_next(unit);
    newest = newest == unit ? before : newest;
    pep_platform_leave(saved);
}
