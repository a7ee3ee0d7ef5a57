/* write.c - the profile as a stream of bytes, in the format of raw.h, from what is in memory.
 *
 * For platforms without files, and where the pages of a file cannot be shared.  Other threads may go on counting, and
 * so may what takes the bytes: the stream has the segments that are there when it begins. */
#include "core.h"
#include "pep/pep.h"

PEP_OF_PART(pep_forest_piece);

#define PIECE 64 /* words */

struct output {
    int (*write)(const void *bytes, size_t count, void *data);
    void *data;
    uint64_t offset;
    struct pep_batch batch;
    uint32_t modules;
    uint32_t number; /* of the stream */
};

static uint32_t streams;

/* Bytes of a module's path.  Targets have the numbers of the file's modules, so all of them are written, one that is
 * still being entered without its path; without a file there is our own. */
static uint64_t module_bytes(struct output *out, uint32_t number)
{
    const struct pep_raw_entry *e = pep_profile.header ? pep_directory_nth_module(&out->batch, number) : NULL;
    uint64_t count = 1;

    if (e)
        return __atomic_load_n(&e->state, __ATOMIC_ACQUIRE) == PEP_RAW_VALID && e->count <= UINT32_MAX ? e->count : 1;
    while (!pep_profile.header && pep_facts.module[count - 1])
        count++;
    return count;
}

/* The next segment of the stream. */
static struct pep_segment *next_segment(const struct output *out, struct pep_unit **unit, struct pep_segment *s)
{
    if (s)
        s = s->next;
    for (;;) {
        for (; s; s = s->next)
            if (s->stream == out->number)
                return s;
        if (s || !(*unit = *unit ? (*unit)->runtime[PEP_UNIT_NEXT] : pep_profile.units))
            return NULL;
        s = (*unit)->runtime[PEP_UNIT_SEGMENTS];
    }
}

static int put(struct output *out, const void *bytes, uint64_t count)
{
    out->offset += count;
    return count ? out->write(bytes, (size_t)count, out->data) : 0;
}

static int put_padding(struct output *out)
{
    static const uint64_t zero[PIECE];
    uint64_t rest = (pep_facts.page - out->offset % pep_facts.page) % pep_facts.page, count;
    int result = 0;

    for (; rest && !result; rest -= count) {
        count = rest < sizeof zero ? rest : sizeof zero;
        result = put(out, zero, count);
    }
    return result;
}

static int put_module(struct output *out, uint32_t number)
{
    uint64_t count = module_bytes(out, number), bytes = PEP_ROUND(count, pep_facts.page);
    const struct pep_raw_entry *e;
    char *path = NULL;
    int result;

    if (!pep_profile.header)
        return put(out, pep_facts.module, count);
    e = pep_directory_nth_module(&out->batch, number);
    if (count > 1 && pep_batch_open(&out->batch) == 0)
        path = pep_platform_map(&out->batch.file, e->offset, bytes, NULL);
    result = path ? put(out, path, count) : put(out, "", 1);
    if (path)
        pep_platform_forget(path, bytes);
    return result;
}

static int put_modules(struct output *out)
{
    uint32_t i;
    int result = 0;

    for (i = 0; i < out->modules && !result; i++) {
        result = put_module(out, i);
        if (!result)
            result = put_padding(out);
    }
    return result;
}

/* Counters of an array that has a second copy stand for the sum of both. */
static int put_counters(struct output *out, const struct pep_segment *s)
{
    const uint64_t *data = s->data, *view = s->view != s->data ? s->view : NULL;
    uint64_t piece[PIECE], i, n;
    int result = 0;

    for (i = 0; i < s->count && !result; i += n) {
        for (n = 0; n < PIECE && i + n < s->count; n++)
            piece[n] = data[i + n] + (view ? view[i + n] : 0);
        result = put(out, piece, n * sizeof *piece);
    }
    return result;
}

static uint64_t segment_bytes(const struct pep_segment *s)
{
    uint64_t bytes = s->bytes, more;
    unsigned i;

    for (i = 1; i < s->pieces; i++) {
        pep_forest_piece(s, i, &more);
        bytes += more;
    }
    return bytes;
}

/* Takes the segments that count now into the stream. */
static void take_segments(const struct output *out)
{
    struct pep_unit *unit;
    struct pep_segment *s;
    uint64_t bytes;

    for (unit = pep_profile.units; unit; unit = unit->runtime[PEP_UNIT_NEXT])
        for (s = unit->runtime[PEP_UNIT_SEGMENTS]; s; s = s->next) {
            if (s->gone)
                continue;
            for (s->pieces = 1; s->kind == PEP_RAW_FOREST && pep_forest_piece(s, s->pieces, &bytes);)
                s->pieces++;
            s->stream = out->number;
        }
}

/* A forest's pieces follow one another: so its head says. */
static int put_forest(struct output *out, const struct pep_segment *s)
{
    struct pep_raw_forest head = *(const struct pep_raw_forest *)s->data;
    uint64_t bytes, offset = s->bytes;
    const char *piece;
    unsigned i;
    int result;

    for (i = 1; i < PEP_RAW_PIECES; i++) {
        head.pieces[i - 1] = i < s->pieces && pep_forest_piece(s, i, &bytes) ? offset : 0;
        offset += head.pieces[i - 1] ? bytes : 0;
    }
    result = put(out, &head, sizeof head);
    if (!result)
        result = put(out, (const char *)s->data + sizeof head, s->bytes - sizeof head);
    for (i = 1; !result && i < s->pieces && (piece = pep_forest_piece(s, i, &bytes)); i++)
        result = put(out, piece, bytes);
    return result;
}

static int put_segments(struct output *out)
{
    struct pep_unit *unit = NULL;
    struct pep_segment *s = NULL;
    int result = 0;

    while (!result && (s = next_segment(out, &unit, s))) {
        result = s->kind == PEP_RAW_FOREST    ? put_forest(out, s)
                 : pep_segment_has_records(s) ? put(out, s->data, pep_segment_content(s->kind, s->count))
                                              : put_counters(out, s);
        if (!result)
            result = put_padding(out);
    }
    return result;
}

static void describe_module(struct pep_raw_entry *e, struct output *out, uint32_t number)
{
    const struct pep_raw_entry *known = pep_profile.header ? pep_directory_nth_module(&out->batch, number) : NULL;

    e->unit = known ? known->unit : pep_facts.build;
    e->module = known ? known->module : 1;
    e->count = module_bytes(out, number);
}

/* The modules' entries, then one a segment; a directory of its own takes those beyond `room`. */
static int put_entries(struct output *out, uint64_t total, uint64_t room, uint64_t offset)
{
    struct pep_raw_directory directory = {0};
    struct pep_raw_entry e = {0};
    struct pep_unit *unit = NULL;
    struct pep_segment *s = NULL;
    uint64_t i;
    int result = 0;

    e.state = PEP_RAW_VALID;
    e.process = pep_facts.pid;
    e.owner = pep_facts.owner;
    e.space = pep_facts.space;
    e.kind = PEP_RAW_MODULE;
    for (i = 0; i < total && !result; i++) {
        if (i == room) {
            directory.entries = total - room;
            result = put_padding(out);
            if (!result)
                result = put(out, &directory, sizeof directory);
        }
        e.offset = offset;
        if (i < out->modules) {
            describe_module(&e, out, (uint32_t)i);
            offset += PEP_ROUND(e.count, pep_facts.page);
        } else {
            s = next_segment(out, &unit, s);
            if (!s)
                break;
            e.kind = s->kind;
            e.module = pep_profile.module;
            e.unit = unit->hash;
            e.count = s->count;
            offset += segment_bytes(s);
        }
        if (!result)
            result = put(out, &e, sizeof e);
    }
    return result ? result : put_padding(out);
}

static void header_fill(struct pep_raw_header *h)
{
    static const char magic[] = PEP_RAW_MAGIC;
    const struct pep_raw_header *file = pep_profile.header;
    int i;

    for (i = 0; i < 8; i++)
        h->magic[i] = magic[i];
    h->version = PEP_RAW_VERSION;
    h->order = PEP_RAW_ORDER;
    h->page = pep_facts.page;
    h->processes = 1;
    h->pid = pep_facts.pid;
    h->born = pep_facts.born;
    h->space = pep_facts.space;
    h->started = file ? file->started : pep_platform_now();
    h->lost = file ? file->lost : 0;
}

int pep_write(int (*write)(const void *bytes, size_t count, void *data), void *data)
{
    struct output out = {.write = write, .data = data};
    struct pep_raw_header h = {0};
    struct pep_unit *unit = NULL;
    struct pep_segment *s = NULL;
    uint64_t total, room, content, bytes = 0;
    struct pep_host saved = pep_platform_enter();
    int result;

    if (!pep_facts.page)
        pep_platform_start();
    out.number = ++streams;
    __atomic_store_n(&pep_profile.streaming, true, __ATOMIC_SEQ_CST);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    take_segments(&out);
    do
        bytes += PEP_ROUND(module_bytes(&out, out.modules), pep_facts.page);
    while (++out.modules && pep_profile.header && pep_directory_nth_module(&out.batch, out.modules));
    total = out.modules;
    while ((s = next_segment(&out, &unit, s))) {
        bytes += segment_bytes(s);
        total++;
    }
    header_fill(&h);
    h.entries = room = (h.page - sizeof h) / sizeof(struct pep_raw_entry);
    h.end = h.page;
    if (total > room) {
        h.next = h.page;
        h.end += PEP_ROUND(sizeof(struct pep_raw_directory) + (total - room) * sizeof(struct pep_raw_entry), h.page);
    }
    content = h.end;
    h.end += bytes;
    result = put(&out, &h, sizeof h);
    if (!result)
        result = put_entries(&out, total, room, content);
    if (!result)
        result = put_modules(&out);
    if (!result)
        result = put_segments(&out);
    pep_batch_close(&out.batch);
    pep_profile.streaming = false;
    pep_platform_leave(saved);
    return result;
}
