/* directory.c - entries of the profile file: taking, taking over, those of modules.
 *
 * Directory pages are mapped as they are met and stay so.  Everything is compare-and-swap; who loses a race for a new
 * page leaves its own unused. */
#include "core.h"

/* state and kind of an entry as one word. */
typedef uint64_t __attribute__((__may_alias__)) pep_word;

struct directory {
    struct directory *next;
    struct pep_raw_entry *entries;
    uint64_t count;
    uint64_t *link; /* where the file says which page is next */
    int depth;      /* pages before it: each doubles the directory, so in a sound file they are few */
};

#define DEPTH_MAX 40

static struct directory first;
/* All entries before this number are taken. */
static uint64_t free_hint;
/* Behind the last one that was taken over: the next is probably its neighbour. */
static uint64_t adopt_hint;

/* So many claims do not search, after one that found nothing among REST times as many entries; and how many had been
 * released then.  A thousand threads that claim a segment each would look at a million. */
static uint64_t resting, known_released;
#define REST 16

void pep_directory_begin(void)
{
    struct pep_raw_header *h = pep_profile.header;
    uint64_t room = (pep_facts.page - sizeof *h) / sizeof *first.entries;

    first.next = NULL;
    first.entries = (struct pep_raw_entry *)(h + 1);
    first.count = h->entries < room ? h->entries : room;
    first.link = &h->next;
    free_hint = adopt_hint = resting = 0;
}

static bool page_valid(struct pep_batch *batch, uint64_t offset, uint64_t bytes)
{
    uint64_t size = pep_platform_size(&batch->file);

    return offset % pep_facts.page == 0 && offset < size && bytes <= size - offset;
}

/* Maps the page that d links to; NULL where there is none, or no sound one. */
static struct directory *directory_map(struct pep_batch *batch, struct directory *d)
{
    uint64_t offset = __atomic_load_n(d->link, __ATOMIC_ACQUIRE), bytes = pep_facts.page, count;
    struct pep_raw_directory *raw;
    struct directory *new, *none = NULL;

    if (!offset || d->depth == DEPTH_MAX || pep_batch_open(batch) < 0 || !page_valid(batch, offset, bytes))
        return NULL;
    raw = pep_platform_map(&batch->file, offset, bytes, NULL);
    if (!raw)
        return NULL;
    count = raw->entries;
    pep_platform_forget(raw, bytes);
    if (count > UINT32_MAX)
        return NULL;
    bytes = PEP_ROUND(sizeof *raw + count * sizeof *new->entries, pep_facts.page);
    if (!page_valid(batch, offset, bytes))
        return NULL;
    raw = pep_platform_map(&batch->file, offset, bytes, pep_platform_home(bytes));
    if (!raw)
        return NULL;
    new = pep_memory_take(sizeof *new);
    if (!new)
        return NULL;
    new->entries = (struct pep_raw_entry *)(raw + 1);
    new->count = count;
    new->link = &raw->next;
    new->depth = d->depth + 1;
    if (!__atomic_compare_exchange_n(&d->next, &none, new, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return none;
    return new;
}

static struct directory *directory_next(struct pep_batch *batch, struct directory *d)
{
    struct directory *next = __atomic_load_n(&d->next, __ATOMIC_ACQUIRE);

    return next ? next : directory_map(batch, d);
}

/* Adds a page behind d, the last one; it doubles the directory. */
static struct directory *directory_extend(struct pep_batch *batch, struct directory *d)
{
    uint64_t bytes =
        PEP_ROUND(sizeof(struct pep_raw_directory) + 2 * d->count * sizeof(struct pep_raw_entry), pep_facts.page);
    uint64_t offset, none = 0;
    struct pep_raw_directory *raw = pep_batch_take(batch, &offset, bytes, NULL);

    if (!raw)
        return NULL;
    raw->entries = (bytes - sizeof *raw) / sizeof(struct pep_raw_entry);
    __atomic_compare_exchange_n(d->link, &none, offset, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    pep_platform_forget(raw, bytes);
    return directory_next(batch, d);
}

static bool entry_take(struct pep_raw_entry *e, uint32_t kind)
{
    union {
        struct {
            uint32_t state, kind;
        } part;
        uint64_t word;
    } expected = {{PEP_RAW_FREE, 0}}, desired = {{PEP_RAW_TAKEN, 0}};

    if (__atomic_load_n(&e->state, __ATOMIC_RELAXED) != PEP_RAW_FREE)
        return false;
    desired.part.kind = kind;
    return __atomic_compare_exchange_n((pep_word *)e, &expected.word, desired.word, 0, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

struct pep_raw_entry *pep_directory_take(struct pep_batch *batch, uint32_t kind)
{
    uint64_t hint = __atomic_load_n(&free_hint, __ATOMIC_RELAXED), before = 0, i;
    struct directory *d = &first, *next;

    for (;; before += d->count, d = next) {
        for (i = hint > before ? hint - before : 0; i < d->count; i++)
            if (entry_take(&d->entries[i], kind)) {
                __atomic_store_n(&free_hint, before + i + 1, __ATOMIC_RELAXED);
                return &d->entries[i];
            }
        next = directory_next(batch, d);
        if (!next)
            next = directory_extend(batch, d);
        if (!next)
            return NULL;
    }
}

/* A table whose owner was killed between the last two steps of growing it stands beside its successor. */
static bool entry_replaced(struct pep_batch *batch, const struct pep_raw_entry *e)
{
    struct directory *d;
    uint64_t i;

    for (d = &first; d; d = directory_next(batch, d))
        for (i = 0; i < d->count; i++)
            if (d->entries[i].kind == e->kind && d->entries[i].replaces == e->offset &&
                __atomic_load_n(&d->entries[i].state, __ATOMIC_ACQUIRE) == PEP_RAW_VALID)
                return true;
    return false;
}

/* Does what is left to do of growing a table whose owner was killed meanwhile: the one it replaces would count again
 * once this one is replaced. */
static void finish_replacing(struct pep_batch *batch, struct pep_raw_entry *e)
{
    struct directory *d;
    uint64_t i;

    for (d = &first; d; d = directory_next(batch, d))
        for (i = 0; i < d->count; i++)
            if (d->entries[i].offset == e->replaces && d->entries[i].kind == e->kind)
                __atomic_store_n(&d->entries[i].state, PEP_RAW_GONE, __ATOMIC_RELEASE);
    e->replaces = 0;
}

/* Whether that owner has left what it owned.  Entries of one process lie together, so the system is asked once for all
 * of them. */
static bool owner_gone(struct pep_batch *batch, uint64_t owner)
{
    if (owner == (pep_facts.owner | PEP_RAW_RELEASED))
        return true;
    if (!pep_facts.pool || owner == batch->living)
        return false;
    if (!pep_platform_alive(owner & ~PEP_RAW_RELEASED))
        return true;
    batch->living = owner;
    return false;
}

static bool entry_ours(const struct pep_raw_entry *e)
{
    return __atomic_load_n(&e->state, __ATOMIC_ACQUIRE) == PEP_RAW_VALID && e->module == pep_profile.module &&
           e->space == pep_facts.space;
}

/* Finds where the entries lie that may be adopted: a thousand units need not look at those of all living processes. */
static void orphans_find(struct pep_batch *batch)
{
    uint64_t before = 0, i;
    struct directory *d;

    for (d = &first; d; before += d->count, d = directory_next(batch, d))
        for (i = 0; i < d->count; i++)
            if (entry_ours(&d->entries[i]) &&
                owner_gone(batch, __atomic_load_n(&d->entries[i].owner, __ATOMIC_RELAXED))) {
                if (!batch->orphans_end)
                    batch->orphans = before + i;
                batch->orphans_end = before + i + 1;
            }
    batch->searched = before;
}

static bool rests(uint64_t released)
{
    uint64_t left = __atomic_load_n(&resting, __ATOMIC_RELAXED);

    if (!left || released != __atomic_load_n(&known_released, __ATOMIC_RELAXED))
        return false;
    __atomic_store_n(&resting, left - 1, __ATOMIC_RELAXED);
    return true;
}

static bool entry_adopt(struct pep_batch *batch, struct pep_raw_entry *e, uint32_t kind, uint64_t unit, uint64_t count)
{
    uint64_t owner, bytes;

    if (!entry_ours(e) || e->kind != kind || e->unit != unit || (count && e->count != count))
        return false;
    owner = __atomic_load_n(&e->owner, __ATOMIC_RELAXED);
    if (!owner_gone(batch, owner))
        return false;
    if (pep_batch_open(batch) < 0 || e->count > UINT32_MAX)
        return false;
    bytes = pep_segment_bytes(kind, e->count);
    if (!page_valid(batch, e->offset, bytes))
        return false;
    /* Of a module that was unloaded: some may have gone back to the disk. */
    if (!pep_facts.pool && pep_platform_reserve(&batch->file, e->offset, bytes) < 0)
        return false;
    if (kind == PEP_RAW_PATHS && !pep_table_valid(e->count))
        return false;
    if (kind != PEP_RAW_COUNTERS && entry_replaced(batch, e))
        return false;
    if (!__atomic_compare_exchange_n(&e->owner, &owner, pep_facts.owner, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return false;
    e->process = pep_facts.pid;
    if (e->replaces)
        finish_replacing(batch, e);
    return true;
}

/* Looks at the entries from..to - 1. */
static struct pep_raw_entry *adopt_between(struct pep_batch *batch, uint64_t from, uint64_t to, uint32_t kind,
                                           uint64_t unit, uint64_t count)
{
    uint64_t before = 0, i;
    struct directory *d;

    for (d = &first; d && before < to; before += d->count, d = directory_next(batch, d))
        for (i = from > before ? from - before : 0; i < d->count && before + i < to; i++)
            if (entry_adopt(batch, &d->entries[i], kind, unit, count)) {
                __atomic_store_n(&adopt_hint, before + i + 1, __ATOMIC_RELAXED);
                return &d->entries[i];
            }
    return NULL;
}

struct pep_raw_entry *pep_directory_adopt(struct pep_batch *batch, uint32_t kind, uint64_t unit, uint64_t count)
{
    uint64_t hint = __atomic_load_n(&adopt_hint, __ATOMIC_RELAXED);
    uint64_t released = __atomic_load_n(&pep_profile.header->released, __ATOMIC_RELAXED);
    struct pep_raw_entry *e;

    if ((!pep_facts.pool && !released) || (!batch->searched && rests(released)))
        return NULL;
    if (!batch->searched)
        orphans_find(batch);
    if (hint < batch->orphans || hint > batch->orphans_end)
        hint = batch->orphans;
    e = adopt_between(batch, hint, batch->orphans_end, kind, unit, count);
    e = e ? e : adopt_between(batch, batch->orphans, hint, kind, unit, count);
    __atomic_store_n(&known_released, released, __ATOMIC_RELAXED);
    __atomic_store_n(&resting, e ? 0 : batch->searched / REST, __ATOMIC_RELAXED);
    return e;
}

static bool text_equal(const char *a, const char *b, uint64_t count)
{
    uint64_t i;

    for (i = 0; i < count; i++)
        if (a[i] != b[i])
            return false;
        else if (!a[i])
            return true;
    return false;
}

static bool module_equal(struct pep_batch *batch, const struct pep_raw_entry *e, const char *path)
{
    uint64_t bytes = PEP_ROUND(e->count, pep_facts.page);
    bool equal;
    char *name;

    if (e->count > UINT32_MAX || pep_batch_open(batch) < 0 || !page_valid(batch, e->offset, bytes))
        return false;
    name = pep_platform_map(&batch->file, e->offset, bytes, NULL);
    if (!name)
        return false;
    equal = text_equal(name, path, e->count);
    pep_platform_forget(name, bytes);
    return equal;
}

static struct pep_raw_entry *module_add(struct pep_batch *batch, const char *path, uint64_t build)
{
    struct pep_raw_entry *e;
    uint64_t i, count = 1, offset, bytes;
    char *name;

    while (path[count - 1])
        count++;
    bytes = PEP_ROUND(count, pep_facts.page);
    name = pep_batch_take(batch, &offset, bytes, NULL);
    if (!name)
        return NULL;
    for (i = 0; i < count; i++)
        name[i] = path[i];
    pep_platform_forget(name, bytes);
    e = pep_directory_take(batch, PEP_RAW_MODULE);
    if (!e)
        return NULL;
    e->unit = build;
    e->offset = offset;
    e->count = count;
    e->owner = pep_facts.owner;
    e->space = pep_facts.space;
    e->process = pep_facts.pid;
    __atomic_store_n(&e->state, PEP_RAW_VALID, __ATOMIC_RELEASE);
    return e;
}

int pep_directory_find_module(struct pep_batch *batch, uint32_t *number, const char *path, uint64_t build)
{
    struct pep_raw_entry *e;
    struct directory *d;
    uint32_t state, before = 0;
    uint64_t i;

    for (d = &first; d; d = directory_next(batch, d))
        for (i = 0; i < d->count; i++) {
            e = &d->entries[i];
            state = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE);
            if (state == PEP_RAW_FREE || e->kind != PEP_RAW_MODULE)
                continue;
            if (state == PEP_RAW_VALID && (!build || e->unit == build) && module_equal(batch, e, path)) {
                *number = before;
                return 0;
            }
            before++;
        }
    return -1;
}

struct pep_raw_entry *pep_directory_nth_module(struct pep_batch *batch, uint32_t number)
{
    struct directory *d;
    uint64_t i;

    for (d = &first; d; d = directory_next(batch, d))
        for (i = 0; i < d->count; i++)
            if (__atomic_load_n(&d->entries[i].state, __ATOMIC_ACQUIRE) != PEP_RAW_FREE &&
                d->entries[i].kind == PEP_RAW_MODULE && !number--)
                return &d->entries[i];
    return NULL;
}

int pep_directory_module(struct pep_batch *batch, uint32_t *number, const char *path, uint64_t build)
{
    if (pep_directory_find_module(batch, number, path, build) == 0)
        return 0;
    if (!module_add(batch, path, build))
        return -1;
    return pep_directory_find_module(batch, number, path, build);
}

bool pep_directory_knows_us(struct pep_batch *batch)
{
    struct directory *d;
    uint64_t i;

    for (d = &first; d; d = directory_next(batch, d))
        for (i = 0; i < d->count; i++)
            if ((d->entries[i].owner & ~PEP_RAW_RELEASED) == pep_facts.owner && d->entries[i].space == pep_facts.space)
                return true;
    return false;
}
