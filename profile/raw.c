#define _GNU_SOURCE
#include "profile/raw.h"
#include "base/file.h"
#include "base/map.h"
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define WORD_AT(raw, p, type, field) word(raw, (p) + offsetof(type, field), sizeof(((type *)0)->field))

static uint64_t word(const struct pep_raw_file *raw, const unsigned char *p, size_t size)
{
    uint32_t narrow;
    uint64_t wide;
    if (size == sizeof narrow) {
        memcpy(&narrow, p, sizeof narrow);
        return raw->foreign ? __builtin_bswap32(narrow) : narrow;
    }
    memcpy(&wide, p, sizeof wide);
    return raw->foreign ? __builtin_bswap64(wide) : wide;
}

uint64_t pep_raw_counter(const struct pep_raw_file *raw, const struct pep_raw_segment *s, uint64_t index)
{
    return word(raw, s->at + index * sizeof(uint64_t), sizeof(uint64_t));
}

bool pep_raw_slot(struct pep_raw_path *slot, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                  uint64_t index)
{
    const unsigned char *p = s->at + index * sizeof *slot;
    slot->function = (uint32_t)WORD_AT(raw, p, struct pep_raw_path, function);
    slot->path = WORD_AT(raw, p, struct pep_raw_path, path);
    slot->high = WORD_AT(raw, p, struct pep_raw_path, high);
    slot->count = WORD_AT(raw, p, struct pep_raw_path, count);
    return slot->function && slot->count;
}

bool pep_raw_place(struct pep_raw_value *place, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                   uint64_t index)
{
    const unsigned char *p = s->at + index * sizeof *place;
    place->value = WORD_AT(raw, p, struct pep_raw_value, value);
    place->count = WORD_AT(raw, p, struct pep_raw_value, count);
    place->taken = WORD_AT(raw, p, struct pep_raw_value, taken);
    return place->count != 0;
}

bool pep_raw_context(struct pep_raw_context *place, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                     uint64_t index)
{
    const unsigned char *p = s->at + index * sizeof *place;
    place->kind = (uint32_t)WORD_AT(raw, p, struct pep_raw_context, kind);
    place->parent = (uint32_t)WORD_AT(raw, p, struct pep_raw_context, parent);
    place->unit = WORD_AT(raw, p, struct pep_raw_context, unit);
    place->index = (uint32_t)WORD_AT(raw, p, struct pep_raw_context, index);
    place->key = WORD_AT(raw, p, struct pep_raw_context, key);
    place->count = WORD_AT(raw, p, struct pep_raw_context, count);
    return place->kind != PEP_RAW_CONTEXT_FREE && place->kind < PEP_RAW_CONTEXT_TAKEN;
}

void pep_raw_subpaths(struct pep_raw_subpaths *head, const struct pep_raw_file *raw, const struct pep_raw_segment *s)
{
    const unsigned char *p = s->at;
    *head = (struct pep_raw_subpaths){
        .version = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, version),
        .way = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, way),
        .encoding = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, encoding),
        .scale = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, scale),
        .thinned = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, thinned),
        .used = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, used),
        .aged = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, aged),
        .lost = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, lost),
        .distance = WORD_AT(raw, p, struct pep_raw_subpaths, distance),
        .told = WORD_AT(raw, p, struct pep_raw_subpaths, told),
        .recorded = WORD_AT(raw, p, struct pep_raw_subpaths, recorded),
        .dropped = WORD_AT(raw, p, struct pep_raw_subpaths, dropped),
        .stays = WORD_AT(raw, p, struct pep_raw_subpaths, stays),
        .bytes = WORD_AT(raw, p, struct pep_raw_subpaths, bytes),
        .sample = (uint32_t)WORD_AT(raw, p, struct pep_raw_subpaths, sample),
    };
    for (unsigned i = 0; i <= PEP_RAW_LENGTHS; i++)
        head->weight[i] =
            (uint32_t)word(raw, p + offsetof(struct pep_raw_subpaths, weight) + i * sizeof(uint32_t), sizeof(uint32_t));
}

bool pep_raw_pair(struct pep_raw_pair *pair, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                  uint64_t index)
{
    const unsigned char *p = s->at + sizeof(struct pep_raw_subpaths) + index * sizeof *pair;
    pair->left = (uint32_t)WORD_AT(raw, p, struct pep_raw_pair, left);
    pair->right = (uint32_t)WORD_AT(raw, p, struct pep_raw_pair, right);
    pair->count = (uint32_t)WORD_AT(raw, p, struct pep_raw_pair, count);
    pair->kind = (uint32_t)WORD_AT(raw, p, struct pep_raw_pair, kind) & ((1u << PEP_RAW_PAIR_BITS) - 1);
    return pair->kind != PEP_RAW_PAIR_FREE;
}

/* Which piece has a number that is none of the head's. */
static unsigned piece_of(uint32_t number)
{
    unsigned i = 0;
    while (number >> i >= 2 * PEP_RAW_NODES)
        i++;
    return i;
}

bool pep_raw_node(struct pep_raw_node *node, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                  uint32_t number)
{
    const struct pep_raw_pieces *pieces = &raw->forests.at[s->forest];
    if (number < PEP_RAW_FIRST_NODE || number >= s->count)
        return false;
    unsigned i = piece_of(number);
    uint64_t index = number - ((uint64_t)PEP_RAW_NODES << i);
    if (index >= pieces->count[i])
        return false;
    const unsigned char *p = pieces->at[i] + index * sizeof *node;
    node->path = (uint32_t)WORD_AT(raw, p, struct pep_raw_node, path);
    node->next = (uint32_t)WORD_AT(raw, p, struct pep_raw_node, next);
    node->count = WORD_AT(raw, p, struct pep_raw_node, count);
    /* the heir of the node that is being pruned has its count, or will have, and may go on from there */
    if (pieces->pruned && number == pieces->heir && (node->count | PEP_RAW_PRUNED) < (pieces->sum | PEP_RAW_PRUNED))
        node->count = pieces->sum | (node->count & PEP_RAW_PRUNED);
    return node->next != 0 && number != pieces->pruned;
}

/* The walk over the file: what is left to claim.  Entries that together want more bytes than the file has overlap,
 * which no runtime writes; the bound keeps the work linear in the size of a hostile file. */
struct walk {
    struct pep_raw_file *raw;
    const unsigned char *bytes;
    size_t count;
    uint64_t budget;
    uint64_t taken, entries; /* entries still being filled, and all that were seen */
    struct pep_map replaced; /* offsets whose counts another entry took over */
};

static void take_module(struct walk *w, const struct pep_raw_segment *s, uint64_t offset, size_t entry)
{
    struct pep_raw_module module = {.build = s->unit};
    uint64_t count = s->count;
    if (offset < w->count && count && count <= w->count - offset && count <= w->budget &&
        !w->bytes[offset + count - 1]) {
        module.path = pep_array_grow(NULL, 0, &(size_t){0}, (size_t)count, 1);
        memcpy(module.path, w->bytes + offset, (size_t)count);
        w->budget -= count;
    } else {
        pep_buffer_printf(&w->raw->notes, "the name of a binary is lost: entry at byte %zu\n", entry);
    }
    pep_array_push(&w->raw->modules, module);
}

/* take_piece - piece i of a forest, that has `wanted` nodes; gives how many are there. */
static uint64_t take_piece(struct walk *w, struct pep_raw_pieces *pieces, unsigned i, uint64_t offset, uint64_t wanted)
{
    uint64_t size = sizeof(struct pep_raw_node), room = offset < w->count ? (w->count - offset) / size : 0;
    uint64_t count = wanted < room ? wanted : room;
    if (count > w->budget / size)
        count = 0;
    w->budget -= count * size;
    pieces->at[i] = w->bytes + (count ? offset : 0);
    pieces->count[i] = count;
    return count;
}

/* take_pieces - those behind the first, which is taken, as its head tells. */
static void take_pieces(struct walk *w, struct pep_raw_segment *s)
{
    struct pep_raw_pieces pieces = {.at = {s->at}, .count = {s->count}};
    bool whole = s->count >= PEP_RAW_FIRST_NODE - PEP_RAW_NODES;
    uint64_t used = whole ? WORD_AT(w->raw, s->at, struct pep_raw_forest, used) : 0, lost = s->missing;
    const unsigned char *offsets = s->at + offsetof(struct pep_raw_forest, pieces);
    if (whole) {
        pieces.pruned = (uint32_t)WORD_AT(w->raw, s->at, struct pep_raw_forest, pruned);
        pieces.heir = (uint32_t)WORD_AT(w->raw, s->at, struct pep_raw_forest, heir);
        pieces.sum = WORD_AT(w->raw, s->at, struct pep_raw_forest, sum);
        pieces.lacks = WORD_AT(w->raw, s->at, struct pep_raw_forest, lacks) != 0;
    }
    s->count = PEP_RAW_FIRST_NODE + used;
    for (unsigned i = 1; i < PEP_RAW_PIECES && (uint64_t)PEP_RAW_NODES << i < s->count; i++) {
        uint64_t relative = word(w->raw, offsets + (i - 1) * sizeof(uint64_t), sizeof(uint64_t));
        uint64_t first = (uint64_t)PEP_RAW_NODES << i, wanted = s->count - first < first ? s->count - first : first;
        uint64_t count = relative ? take_piece(w, &pieces, i, s->offset + relative, wanted) : 0;
        lost += wanted - count;
    }
    if (lost > s->missing)
        pep_buffer_printf(&w->raw->notes, "%llu nodes of the forest of unit %016llx are lost\n",
                          (unsigned long long)(lost - s->missing), (unsigned long long)s->unit);
    s->missing = lost;
    s->forest = (uint32_t)w->raw->forests.count;
    pep_array_push(&w->raw->forests, pieces);
}

static void take_segment(struct walk *w, struct pep_raw_segment s, uint64_t offset, size_t entry)
{
    static const struct {
        const char *what;
        uint64_t size, head;
    } kinds[] = {
        [PEP_RAW_COUNTERS] = {"counters", sizeof(uint64_t), 0},
        [PEP_RAW_PATHS] = {"slots of the path table", sizeof(struct pep_raw_path), 0},
        [PEP_RAW_VALUES] = {"places of values", sizeof(struct pep_raw_value), 0},
        [PEP_RAW_FOREST] = {"nodes of the forest", sizeof(struct pep_raw_node), 0},
        [PEP_RAW_SUBPATHS] = {"pairs of subpaths", sizeof(struct pep_raw_pair), sizeof(struct pep_raw_subpaths)},
        [PEP_RAW_CONTEXTS] = {"places of contexts", sizeof(struct pep_raw_context), 0}};
    const char *what = kinds[s.kind].what;
    uint64_t size = kinds[s.kind].size, head = kinds[s.kind].head, space = offset < w->count ? w->count - offset : 0;
    uint64_t wanted = s.count, room = space > head ? (space - head) / size : 0;
    bool headless = space < head;
    s.count = wanted < room ? wanted : room;
    s.missing = wanted - s.count;
    if (w->budget < head || s.count > (w->budget - head) / size) {
        pep_buffer_printf(&w->raw->notes, "%s of unit %016llx are lost: entry at byte %zu overlaps others\n", what,
                          (unsigned long long)s.unit, entry);
        return;
    }
    if (s.missing)
        pep_buffer_printf(&w->raw->notes, "%llu of %llu %s of unit %016llx are lost: the file ends at byte %zu\n",
                          (unsigned long long)s.missing, (unsigned long long)wanted, what, (unsigned long long)s.unit,
                          w->count);
    if (headless)
        return;
    w->budget -= head + s.count * size;
    s.offset = offset;
    s.at = w->bytes + (head + s.count ? offset : 0);
    if (s.kind == PEP_RAW_FOREST)
        take_pieces(w, &s);
    pep_array_push(&w->raw->segments, s);
}

/* take_sampled - what later versions add behind the words we know is passed over, what is not there is 0. */
static void take_sampled(struct walk *w, const struct pep_raw_segment *s, uint64_t offset, size_t entry)
{
    uint64_t words[sizeof(struct pep_raw_sampling) / sizeof(uint64_t)] = {0}, size = sizeof *words, i;
    uint64_t room = offset < w->count ? (w->count - offset) / size : 0;
    if (s->count > room || s->count > w->budget / size) {
        pep_buffer_printf(&w->raw->notes, "how a module was sampled is lost: entry at byte %zu\n", entry);
        return;
    }
    w->budget -= s->count * size;
    for (i = 0; i < s->count && i < sizeof words / sizeof *words; i++)
        words[i] = word(w->raw, w->bytes + offset + i * size, sizeof *words);
    struct pep_raw_sampled sampled = {.module = s->module, .process = s->process};
    memcpy(&sampled.is, words, sizeof sampled.is);
    pep_array_push(&w->raw->sampled, sampled);
}

static void take_entry(struct walk *w, size_t at)
{
    const unsigned char *p = w->bytes + at;
    const struct pep_raw_file *raw = w->raw;
    uint64_t state = WORD_AT(raw, p, struct pep_raw_entry, state);
    uint64_t kind = WORD_AT(raw, p, struct pep_raw_entry, kind);
    uint64_t offset = WORD_AT(raw, p, struct pep_raw_entry, offset);
    struct pep_raw_segment s = {
        .unit = WORD_AT(raw, p, struct pep_raw_entry, unit),
        .kind = (uint32_t)kind,
        .module = (uint32_t)WORD_AT(raw, p, struct pep_raw_entry, module),
        .process = (uint32_t)WORD_AT(raw, p, struct pep_raw_entry, process),
        .count = WORD_AT(raw, p, struct pep_raw_entry, count),
        .space = WORD_AT(raw, p, struct pep_raw_entry, space),
    };
    uint64_t owner = WORD_AT(raw, p, struct pep_raw_entry, owner) & ~PEP_RAW_RELEASED;
    s.owner = (uint32_t)(owner >> 40);
    s.born = owner & ((UINT64_C(1) << 40) - 1);
    w->entries++;
    if (state == PEP_RAW_TAKEN)
        w->taken++;
    if (kind == PEP_RAW_MODULE && state != PEP_RAW_FREE) {
        if (state == PEP_RAW_VALID)
            take_module(w, &s, offset, at);
        else
            pep_array_push(&w->raw->modules, (struct pep_raw_module){0}); /* keeps the numbers of those behind it */
        return;
    }
    if (state != PEP_RAW_VALID)
        return;
    uint64_t replaces = WORD_AT(raw, p, struct pep_raw_entry, replaces);
    if (replaces && replaces != offset)
        pep_map_put(&w->replaced, &replaces, sizeof replaces, 0);
    if (kind == PEP_RAW_COUNTERS || kind == PEP_RAW_PATHS || kind == PEP_RAW_VALUES || kind == PEP_RAW_FOREST ||
        kind == PEP_RAW_SUBPATHS || kind == PEP_RAW_CONTEXTS)
        take_segment(w, s, offset, at);
    else if (kind == PEP_RAW_SAMPLING)
        take_sampled(w, &s, offset, at);
    else
        pep_buffer_printf(&w->raw->notes, "an entry of unknown kind %llu was passed over, at byte %zu\n",
                          (unsigned long long)kind, at);
}

/* take_entries - the entries of one directory page, as many as the file has. */
static void take_entries(struct walk *w, uint64_t first, uint64_t n)
{
    uint64_t room = first < w->count ? (w->count - first) / sizeof(struct pep_raw_entry) : 0;
    if (n > room) {
        pep_buffer_printf(&w->raw->notes, "%llu of %llu directory entries are lost: the file ends at byte %zu\n",
                          (unsigned long long)(n - room), (unsigned long long)n, w->count);
        n = room;
    }
    for (uint64_t i = 0; i < n && w->entries <= w->count / sizeof(struct pep_raw_entry); i++)
        take_entry(w, (size_t)(first + i * sizeof(struct pep_raw_entry)));
}

/* drop_replaced - pass over entries whose counts another one holds too: the process was killed between the two. */
static void drop_replaced(struct walk *w)
{
    struct pep_raw_segment *s = w->raw->segments.at;
    size_t kept = 0;
    for (size_t i = 0; i < w->raw->segments.count; i++) {
        if (!pep_map_get(&w->replaced, &s[i].offset, sizeof s[i].offset))
            s[kept++] = s[i];
    }
    w->raw->segments.count = kept;
    pep_map_free(&w->replaced);
}

int pep_raw_read(struct pep_raw_file *raw, const void *bytes, size_t count, struct pep_fault *fault)
{
    struct walk w = {.raw = raw, .bytes = bytes, .count = count, .budget = count};
    const unsigned char *p = bytes;
    if (count < 8 || memcmp(p, PEP_RAW_MAGIC, 8))
        return pep_fault_set(fault, 0, "is no raw profile: it does not begin with the mark PEPRAW1");
    if (count < sizeof(struct pep_raw_header))
        return pep_fault_set(fault, count, "is truncated: its header is incomplete, nothing can be recovered");
    uint64_t order = WORD_AT(raw, p, struct pep_raw_header, order);
    if (order != PEP_RAW_ORDER) {
        raw->foreign = true;
        if (WORD_AT(raw, p, struct pep_raw_header, order) != PEP_RAW_ORDER)
            return pep_fault_set(fault, offsetof(struct pep_raw_header, order), "has no valid byte order mark");
    }
    uint64_t version = WORD_AT(raw, p, struct pep_raw_header, version);
    if (version != PEP_RAW_VERSION)
        return pep_fault_set(fault, offsetof(struct pep_raw_header, version),
                             "has raw format version %llu, this pep reads version %d", (unsigned long long)version,
                             PEP_RAW_VERSION);
    raw->finished = (uint32_t)WORD_AT(raw, p, struct pep_raw_header, finished);
    raw->processes = (uint32_t)WORD_AT(raw, p, struct pep_raw_header, processes);
    raw->lost = (uint32_t)WORD_AT(raw, p, struct pep_raw_header, lost);
    raw->started = WORD_AT(raw, p, struct pep_raw_header, started);
    raw->ended = WORD_AT(raw, p, struct pep_raw_header, ended);
    raw->pid = WORD_AT(raw, p, struct pep_raw_header, pid);
    raw->born = WORD_AT(raw, p, struct pep_raw_header, born);
    raw->space = WORD_AT(raw, p, struct pep_raw_header, space);
    take_entries(&w, sizeof(struct pep_raw_header), WORD_AT(raw, p, struct pep_raw_header, entries));

    uint64_t next = WORD_AT(raw, p, struct pep_raw_header, next);
    for (uint64_t pages = 0; next; pages++) {
        if (next > count || count - next < sizeof(struct pep_raw_directory) || pages > count / 4096) {
            pep_buffer_printf(&raw->notes, "directory entries are lost: no directory page at byte %llu\n",
                              (unsigned long long)next);
            break;
        }
        p = w.bytes + next;
        take_entries(&w, next + sizeof(struct pep_raw_directory), WORD_AT(raw, p, struct pep_raw_directory, entries));
        next = WORD_AT(raw, p, struct pep_raw_directory, next);
    }
    drop_replaced(&w);
    uint64_t orphans = WORD_AT(raw, (const unsigned char *)bytes, struct pep_raw_header, orphans);
    if (orphans == 1)
        pep_buffer_adds(&raw->notes, "a forked process could not have a profile of its own\n");
    else if (orphans)
        pep_buffer_printf(&raw->notes, "%llu forked processes could not have a profile of their own\n",
                          (unsigned long long)orphans);
    if (w.taken)
        pep_buffer_printf(&raw->notes, "%llu entries were being filled when the file was read or the process ended\n",
                          (unsigned long long)w.taken);
    return 0;
}

struct pep_raw_distance pep_raw_distance(const struct pep_raw_sampling *is)
{
    enum { ENOUGH = 64 };
    uint64_t n = is->samples ? is->samples : 1, step = is->policy == PEP_POLICY_ARNOLD_GROVE ? is->stride : 1;
    uint64_t window = is->policy == PEP_POLICY_INTERVAL ? 0 : is->stride / 2 + (n - 1) * step + 1;
    uint64_t distance = (is->interval + window + n / 2) / n;
    if (is->trigger != PEP_TRIGGER_COUNTER)
        return (struct pep_raw_distance){1, 1};
    if (is->mixed && is->taken >= ENOUGH)
        return (struct pep_raw_distance){is->points, is->taken};
    /* An older file: the program may set the interval while it runs (pep_set_interval), the record has the last one.
     * That the mean is less tells nothing: of short runs and threads only those have a sample that meet it early. */
    if (is->taken >= ENOUGH && is->points / is->taken > distance * 3 / 2)
        distance = is->points / is->taken;
    return (struct pep_raw_distance){distance ? distance : 1, 1};
}

/* is_torn - whether a sample of subpaths was thinned between its head and now.  One that is half thinned is whole where
 * nobody goes on with it. */
static bool is_torn(const struct pep_raw_file *raw, int fd)
{
    for (size_t i = 0; i < raw->segments.count; i++) {
        const struct pep_raw_segment *s = &raw->segments.at[i];
        unsigned char now[sizeof(struct pep_raw_subpaths)];
        size_t version = offsetof(struct pep_raw_subpaths, version), scale = offsetof(struct pep_raw_subpaths, scale);
        if (s->kind == PEP_RAW_SUBPATHS && pread(fd, now, sizeof now, (off_t)s->offset) == (ssize_t)sizeof now &&
            (memcmp(now + version, s->at + version, sizeof(uint32_t)) != 0 ||
             memcmp(now + scale, s->at + scale, 2 * sizeof(uint32_t)) != 0)) /* and how far it is thinned */
            return true;
    }
    return false;
}

int pep_raw_load(struct pep_buffer *bytes, int fd)
{
    enum { TRIES = 8 };
    bool torn = true;
    for (int i = 0; i < TRIES && torn; i++) {
        struct pep_raw_file raw = {0};
        struct pep_fault fault;
        if (i && lseek(fd, 0, SEEK_SET))
            break;
        pep_buffer_clear(bytes);
        if (pep_file_read_fd(bytes, fd))
            return -1;
        torn = !pep_raw_read(&raw, pep_buffer_text(bytes), bytes->count, &fault) && is_torn(&raw, fd);
        pep_raw_free(&raw);
    }
    return 0;
}

void pep_raw_free(struct pep_raw_file *raw)
{
    for (size_t i = 0; i < raw->modules.count; i++)
        pep_array_release(raw->modules.at[i].path);
    pep_array_free(&raw->modules);
    pep_array_free(&raw->segments);
    pep_array_free(&raw->forests);
    pep_array_free(&raw->sampled);
    pep_buffer_free(&raw->notes);
    memset(raw, 0, sizeof *raw);
}
