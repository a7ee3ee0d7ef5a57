#include "profile/binary.h"
#include "base/map.h"
#include "cfgbuild/unitmap.h"
#include "profile/subpaths_wire.h"
#include "profile/wire.h"
#include <stdbool.h>
#include <string.h>

enum { HEADER = 32, ENTRY = 32, MAX_SECTIONS = 64 };
/* The groups behind those of records, which have no kind of record. */
enum { SEQUENCES = 7, PRUNED = 8 };
enum section { INFO, STRINGS, UNITS, MAPS, NAMES, CONTEXTS, SUBPATHS, NSECTIONS };

static const char tags[NSECTIONS][5] = {"INFO", "STRS", "UNIT", "MAPS", "NAME", "CTXT", "SUBP"};

/* --- write --- */

struct writer {
    struct pep_buffer section[NSECTIONS];
    struct pep_map strings; /* text -> offset in the section STRS */
};

static void put_string(struct writer *w, enum section where, const char *s)
{
    struct pep_buffer *table = &w->section[STRINGS];
    size_t length = strlen(s), known = w->strings.entries.count;
    uint64_t *offset = pep_map_put(&w->strings, s, length, table->count);
    if (w->strings.entries.count > known)
        pep_buffer_add(table, s, length + 1);
    pep_wire_put_leb(&w->section[where], *offset);
}

static bool has_site(uint64_t kind)
{
    return kind == PEP_RECORD_VALUE || kind == PEP_RECORD_TARGET;
}

/* put_sequences - a group where there are any: the nodes of the forest, length, path, and the count of those that are
 * no records of paths. */
static void put_sequences(struct pep_buffer *out, const struct pep_sequences *sequences)
{
    if (!sequences->count)
        return;
    pep_wire_put_leb(out, SEQUENCES);
    pep_wire_put_leb(out, sequences->count);
    for (size_t i = 0; i < sequences->count; i++) {
        pep_wire_put_leb(out, sequences->at[i].length);
        pep_wire_put_leb(out, sequences->at[i].path);
        if (sequences->at[i].length > 1)
            pep_wire_put_leb(out, sequences->at[i].count);
    }
}

/* put_pruned - a group where there is any: 1 where all may lack, else 0, the number of marked nodes, and of each how
 * far it stands behind the one before, and its mark. */
static void put_pruned(struct pep_buffer *out, const struct pep_sequences *sequences)
{
    uint64_t n = 0, before = 0;
    for (size_t i = 0; i < sequences->count; i++)
        n += sequences->at[i].pruned != 0;
    if (!n && !sequences->pruned)
        return;
    pep_wire_put_leb(out, PRUNED);
    pep_wire_put_leb(out, sequences->pruned);
    pep_wire_put_leb(out, n);
    for (size_t i = 0; i < sequences->count; i++) {
        if (!sequences->at[i].pruned)
            continue;
        pep_wire_put_leb(out, i + 1 - before);
        pep_wire_put_leb(out, sequences->at[i].pruned);
        before = i + 1;
    }
}

/* put_records - one group a kind, of values and targets one a site: kind, site, number, then the distance from the key
 * before and the count of each. */
static void put_records(struct pep_buffer *out, const struct pep_records *records)
{
    const struct pep_record *r = records->at;
    for (size_t i = 0, n; i < records->count; i += n) {
        for (n = 1; i + n < records->count && r[i + n].kind == r[i].kind && r[i + n].site == r[i].site;)
            n++;
        pep_wire_put_leb(out, r[i].kind);
        if (has_site(r[i].kind))
            pep_wire_put_leb(out, r[i].site);
        pep_wire_put_leb(out, n);
        for (size_t k = 0; k < n; k++) {
            pep_wire_put_leb(out, k ? r[i + k].key - r[i + k - 1].key : r[i].key);
            pep_wire_put_leb(out, r[i + k].count);
        }
    }
}

static void put_unit(struct writer *w, const struct pep_unit_counts *unit)
{
    struct pep_buffer *out = &w->section[UNITS];
    pep_wire_put_u64(out, unit->hash);
    put_string(w, UNITS, unit->name);
    put_string(w, UNITS, unit->directory);
    pep_wire_put_leb(out, unit->functions.count);
    for (size_t i = 0; i < unit->functions.count; i++) {
        const struct pep_counts *f = &unit->functions.at[i];
        pep_wire_put_leb(out, f->index);
        put_string(w, UNITS, f->name);
        pep_wire_put_u64(out, f->cfg_hash);
        pep_wire_put_leb(out, f->npaths);
        put_records(out, &f->records);
        put_sequences(out, &f->sequences);
        put_pruned(out, &f->sequences);
        pep_wire_put_leb(out, 0);
    }
}

static void put_info(struct writer *w, const struct pep_profile *p)
{
    struct pep_buffer *out = &w->section[INFO];
    pep_wire_put_leb(out, p->runs);
    pep_wire_put_leb(out, p->lost);
    pep_wire_put_leb(out, p->first);
    pep_wire_put_leb(out, p->last);
    pep_wire_put_leb(out, p->binaries.count);
    for (size_t i = 0; i < p->binaries.count; i++)
        put_string(w, INFO, p->binaries.at[i]);
    pep_wire_put_leb(out, p->samples);
}

static void put_map(struct writer *w, const struct pep_profile_map *m)
{
    pep_wire_put_u64(&w->section[MAPS], m->hash);
    pep_wire_put_leb(&w->section[MAPS], m->count);
    pep_buffer_add(&w->section[MAPS], m->bytes, m->count);
}

static void mark_targets(struct pep_map *used, const struct pep_records *records)
{
    for (size_t r = 0; r < records->count; r++)
        if (records->at[r].kind == PEP_RECORD_TARGET)
            pep_map_put(used, &records->at[r].key, sizeof records->at[r].key, 0);
}

/* mark_names - those that a target has. */
static void mark_names(struct pep_map *used, const struct pep_profile *p)
{
    for (size_t u = 0; u < p->units.count; u++)
        for (size_t i = 0; i < p->units.at[u].functions.count; i++)
            mark_targets(used, &p->units.at[u].functions.at[i].records);
    for (size_t i = 0; i < p->contexts.count; i++)
        mark_targets(used, &p->contexts.at[i].records);
}

static void put_names(struct writer *w, const struct pep_profile *p)
{
    struct pep_map used = {0};
    mark_names(&used, p);
    for (size_t i = 0; i < p->names.count; i++)
        if (pep_map_get(&used, &p->names.at[i].hash, sizeof p->names.at[i].hash))
            put_string(w, NAMES, p->names.at[i].text);
    pep_map_free(&used);
}

/* Old profiles have no names, contexts and subpaths; who has none is written as they are. */
static bool is_written(const struct writer *w, int section)
{
    return section < NAMES || w->section[section].count;
}

/* put_contexts - the hashes of their units once, then of each context the distance of its parent from that of the one
 * before, its unit's index in that list, its function, and its records. */
static void put_contexts(struct pep_buffer *out, const struct pep_profile *p)
{
    struct pep_map units = {0};
    struct pep_buffer list = PEP_BUFFER_INIT;
    uint32_t before = 0;
    for (size_t i = 0; i < p->contexts.count; i++) {
        const struct pep_context *c = &p->contexts.at[i];
        uint64_t known = units.entries.count, unit = *pep_map_put(&units, &c->unit, sizeof c->unit, known);
        pep_wire_put_leb(&list, c->parent + 1 - before);
        pep_wire_put_leb(&list, unit);
        pep_wire_put_leb(&list, c->function);
        put_records(&list, &c->records);
        pep_wire_put_leb(&list, 0);
        before = c->parent + 1;
    }
    if (p->contexts.count) {
        pep_wire_put_leb(out, units.entries.count);
        for (size_t i = 0; i < units.entries.count; i++)
            pep_buffer_add(out, units.entries.at[i].key, sizeof(uint64_t));
        pep_buffer_add(out, list.at, list.count);
    }
    pep_buffer_free(&list);
    pep_map_free(&units);
}

void pep_binary_write(struct pep_buffer *out, const struct pep_profile *p)
{
    struct writer w = {0};
    put_info(&w, p);
    pep_wire_put_leb(&w.section[UNITS], p->units.count);
    for (size_t i = 0; i < p->units.count; i++)
        put_unit(&w, &p->units.at[i]);
    for (size_t i = 0; i < p->maps.count; i++)
        put_map(&w, &p->maps.at[i]);
    put_names(&w, p);
    put_contexts(&w.section[CONTEXTS], p);
    pep_subpaths_put(&w.section[SUBPATHS], &p->subpaths);

    struct pep_buffer head = PEP_BUFFER_INIT, directory = PEP_BUFFER_INIT;
    int sections = 0;
    for (int s = 0; s < NSECTIONS; s++)
        sections += is_written(&w, s);
    uint64_t offset = HEADER + (uint64_t)sections * ENTRY;
    for (int s = 0; s < NSECTIONS; s++) {
        if (!is_written(&w, s))
            continue;
        pep_buffer_add(&directory, tags[s], 4);
        pep_wire_put_u32(&directory, 0);
        pep_wire_put_u64(&directory, offset);
        pep_wire_put_u64(&directory, w.section[s].count);
        pep_wire_put_u64(&directory, pep_hash(pep_buffer_text(&w.section[s]), w.section[s].count));
        offset += w.section[s].count;
    }
    pep_buffer_add(&head, PEP_BINARY_MAGIC, 8);
    pep_wire_put_u32(&head, PEP_BINARY_VERSION);
    pep_wire_put_u32(&head, (uint32_t)sections);
    pep_wire_put_u64(&head, offset);
    pep_buffer_add(&head, directory.at, directory.count);
    uint64_t hash = pep_hash(head.at, head.count);
    pep_buffer_add(out, head.at, HEADER - 8);
    pep_wire_put_u64(out, hash);
    pep_buffer_add(out, directory.at, directory.count);
    for (int s = 0; s < NSECTIONS; s++) {
        pep_buffer_add(out, pep_buffer_text(&w.section[s]), w.section[s].count);
        pep_buffer_free(&w.section[s]);
    }
    pep_map_free(&w.strings);
    pep_buffer_free(&head);
    pep_buffer_free(&directory);
}

/* --- read --- */

struct reader {
    struct pep_profile *profile;
    const char *only;  /* name of the units that are wanted, or NULL for all */
    const char *moved; /* of the others, the name that ends most like that one, where both are absolute; or NULL */
    struct pep_told told;
    struct pep_wire section[NSECTIONS];
    size_t offset[NSECTIONS]; /* of the section in the file */
    bool present[NSECTIONS];
};

static const char *take_string(struct reader *r, struct pep_wire *w)
{
    const struct pep_wire *table = &r->section[STRINGS];
    uint64_t offset = pep_wire_leb(w);
    if (w->error)
        return "";
    if (offset >= table->count) { /* the table's last byte is known to be NUL */
        pep_wire_fail(w, "names a string outside the string table");
        return "";
    }
    return (const char *)table->bytes + offset;
}

/* fault_of - what is wrong with a record, or NULL. */
static const char *fault_of(const struct pep_record *r, uint64_t npaths)
{
    if (r->kind == PEP_RECORD_PATH && npaths && r->key >= npaths)
        return "holds a path number above the function's number of paths";
    if (r->kind == PEP_RECORD_OTHER && r->key > UINT32_MAX)
        return "holds values of a site that no function can have";
    return NULL;
}

static void take_sequences(struct pep_sequences *sequences, struct pep_wire *w, uint64_t npaths)
{
    uint64_t n = pep_wire_leb(w);
    struct {
        PEP_ARRAY(uint64_t);
    } way = {0}; /* to the node before */
    for (uint64_t i = 0; i < n && !w->error; i++) {
        uint64_t length = pep_wire_leb(w), path = pep_wire_leb(w), count = length > 1 ? pep_wire_leb(w) : 0;
        if (!length || length > way.count + 1 || (length <= way.count && path <= way.at[length - 1]))
            pep_wire_fail(w, "holds sequences out of order");
        else if (length > PEP_SEQUENCE_LONGEST)
            pep_wire_fail(w, "holds a longer sequence of paths than there can be");
        else if (npaths && path >= npaths)
            pep_wire_fail(w, "holds a sequence of a path number above the function's number of paths");
        if (w->error)
            break;
        way.count = (size_t)length - 1;
        pep_array_push(&way, path);
        if (sequences)
            pep_array_push(sequences, (struct pep_sequence){.path = path, .count = count, .length = (uint32_t)length});
    }
    pep_array_free(&way);
}

/* take_pruned - the marks, which stand behind the sequences */
static void take_pruned(struct pep_sequences *sequences, struct pep_wire *w)
{
    uint64_t all = pep_wire_leb(w), n = pep_wire_leb(w), at = 0;
    if (all > 1)
        pep_wire_fail(w, "holds marks of sequences that this version does not know");
    for (uint64_t i = 0; i < n && !w->error; i++) {
        uint64_t step = pep_wire_leb(w), mark = pep_wire_leb32(w);
        if (!step || !mark || (sequences && step > sequences->count - at))
            pep_wire_fail(w, "holds marks of sequences that are not there");
        else if (sequences)
            sequences->at[(at += step) - 1].pruned = (uint32_t)mark;
    }
    if (sequences && !w->error)
        sequences->pruned = all != 0;
}

/* take_records - records and sequences are NULL where they are passed over.  Gives how often paths and edges were
 * counted, all together. */
static uint64_t take_records(struct pep_records *records, struct pep_sequences *sequences, struct pep_wire *w,
                             uint64_t npaths)
{
    uint64_t met = 0, told = 0;
    for (uint64_t kind; !w->error && (kind = pep_wire_leb(w)) != 0;) {
        if (kind >= SEQUENCES && kind <= PRUNED) {
            if (met >= kind)
                pep_wire_fail(w, "holds sequences of a function twice");
            else if (kind == SEQUENCES)
                take_sequences(sequences, w, npaths);
            else
                take_pruned(sequences, w);
            met = kind;
            continue;
        }
        struct pep_record r = {.kind = (uint32_t)kind, .site = has_site(kind) ? pep_wire_leb32(w) : 0};
        uint64_t n = pep_wire_leb(w);
        if (kind > PEP_RECORD_BLOCK)
            pep_wire_fail(w, "holds records of a kind that this version does not know");
        for (uint64_t i = 0; i < n && !w->error; i++) {
            uint64_t step = pep_wire_leb(w);
            if (i && (!step || r.key + step < r.key))
                pep_wire_fail(w, "holds records out of order");
            r.key += step;
            r.count = pep_wire_leb(w);
            const char *fault = w->error ? NULL : fault_of(&r, npaths);
            if (fault)
                pep_wire_fail(w, fault);
            if (records && !w->error)
                pep_array_push(records, r);
            if (kind == PEP_RECORD_PATH || kind == PEP_RECORD_EDGE)
                told = pep_count_add(told, r.count);
        }
    }
    return told;
}

/* names_in_common - how many names absolute paths end in that are the same */
static unsigned names_in_common(const char *one, const char *other)
{
    unsigned names = 0;
    if (*one == '/' && *other == '/')
        for (size_t a = strlen(one), b = strlen(other); a-- && b-- && one[a] == other[b];)
            names += one[a] == '/';
    return names;
}

static void take_units(struct reader *r)
{
    struct pep_wire *w = &r->section[UNITS];
    uint64_t n = pep_wire_leb(w);
    for (uint64_t i = 0; i < n && !w->error; i++) {
        uint64_t hash = pep_wire_u64(w);
        const char *name = take_string(r, w), *directory = take_string(r, w);
        uint64_t functions = pep_wire_leb(w);
        if (w->error)
            return;
        bool wanted = !r->only || !strcmp(name, r->only);
        if (r->only && names_in_common(name, r->only) > (r->moved ? names_in_common(r->moved, r->only) : 0))
            r->moved = name;
        struct pep_unit_counts *unit = wanted ? pep_profile_add_unit(r->profile, hash, name, directory) : NULL;
        for (uint64_t k = 0; k < functions && !w->error; k++) {
            uint32_t index = pep_wire_leb32(w);
            const char *function = take_string(r, w);
            uint64_t cfg_hash = pep_wire_u64(w), npaths = pep_wire_leb(w);
            struct pep_counts *f = NULL;
            if (unit && !w->error)
                f = pep_profile_add_function(r->profile, unit, index, function, cfg_hash, npaths);
            uint64_t told = take_records(f ? &f->records : NULL, f ? &f->sequences : NULL, w, npaths);
            r->told.all = pep_count_add(r->told.all, told);
            r->told.most = told > r->told.most ? told : r->told.most;
        }
    }
    if (!w->error && w->at != w->count)
        pep_wire_fail(w, "goes on behind its last unit");
}

static void take_info(struct reader *r)
{
    struct pep_wire *w = &r->section[INFO];
    struct pep_profile *p = r->profile;
    p->runs = pep_wire_leb(w);
    p->lost = pep_wire_leb(w);
    p->first = pep_wire_leb(w);
    p->last = pep_wire_leb(w);
    uint64_t n = pep_wire_leb(w);
    for (uint64_t i = 0; i < n && !w->error; i++)
        pep_profile_add_binary(p, take_string(r, w));
    if (!w->error && w->at < w->count) /* files of earlier versions do not say */
        p->samples = pep_wire_leb(w);
}

static bool wants_map(const struct reader *r, uint64_t hash)
{
    bool wanted = !r->only;
    for (size_t i = 0; i < r->profile->units.count && !wanted; i++) /* few, and not in order yet */
        wanted = r->profile->units.at[i].hash == hash;
    return wanted;
}

static void take_maps(struct reader *r)
{
    struct pep_wire *w = &r->section[MAPS];
    while (!w->error && w->at < w->count) {
        uint64_t hash = pep_wire_u64(w), size = pep_wire_leb(w);
        const unsigned char *bytes = pep_wire_take(w, size);
        if (bytes && wants_map(r, hash))
            pep_profile_add_map(r->profile, hash, bytes, (size_t)size);
    }
}

static void take_names(struct reader *r)
{
    struct pep_wire *w = &r->section[NAMES];
    while (!w->error && w->at < w->count)
        (void)pep_profile_add_name(r->profile, take_string(r, w));
}

/* A context's place in the order. */
static bool stands_behind(const struct pep_context *c, const struct pep_context *before)
{
    if (c->parent != before->parent)
        return c->parent + 1 > before->parent + 1;
    return c->unit != before->unit ? c->unit > before->unit : c->function > before->function;
}

static void take_contexts(struct reader *r)
{
    struct pep_wire *w = &r->section[CONTEXTS];
    struct pep_profile *p = r->profile;
    uint64_t n = w->count ? pep_wire_leb(w) : 0, parent = 0;
    const unsigned char *bytes = n <= w->count ? pep_wire_take(w, n * sizeof(uint64_t)) : NULL;
    struct {
        PEP_ARRAY(uint32_t);
    } depth = {0};
    struct pep_wire units;
    if (n && !bytes)
        pep_wire_fail(w, "ends too early");
    while (!w->error && w->at < w->count) {
        parent += pep_wire_leb(w);
        uint64_t unit = pep_wire_leb(w);
        uint32_t function = pep_wire_leb32(w), deep = 1;
        if (!w->error && (parent > p->contexts.count || unit >= n))
            pep_wire_fail(w, "names a context or unit that is not there");
        if (!w->error && parent)
            deep = depth.at[parent - 1] + 1;
        if (deep > PEP_CONTEXT_DEPTH)
            pep_wire_fail(w, "holds a longer chain of callers than there can be");
        if (w->error)
            break;
        pep_wire_open(&units, bytes + unit * sizeof(uint64_t), sizeof(uint64_t));
        uint32_t at = pep_profile_add_context(p, (uint32_t)parent - 1, pep_wire_u64(&units), function);
        if (at && !stands_behind(&p->contexts.at[at], &p->contexts.at[at - 1]))
            pep_wire_fail(w, "holds contexts out of order");
        pep_array_push(&depth, deep);
        (void)take_records(&p->contexts.at[at].records, NULL, w, 0);
    }
    pep_array_free(&depth);
}

/* has_names - whether each target has one; the profile is in order. */
static bool has_names(const struct pep_profile *p)
{
    struct pep_map used = {0};
    bool all = true;
    mark_names(&used, p);
    for (size_t i = 0; i < used.entries.count && all; i++) {
        uint64_t hash;
        memcpy(&hash, used.entries.at[i].key, sizeof hash);
        all = pep_profile_name(p, hash) != NULL;
    }
    pep_map_free(&used);
    return all;
}

/* take_directory - find the sections and check their hashes; tags of later versions are passed over. */
static int take_directory(struct reader *r, const unsigned char *bytes, size_t count, struct pep_fault *fault)
{
    struct pep_wire w;
    pep_wire_open(&w, bytes, count);
    const unsigned char *magic = pep_wire_take(&w, 8);
    if (!magic || memcmp(magic, PEP_BINARY_MAGIC, 8))
        return pep_fault_set(fault, 0, "is no merged profile: it does not begin with the mark PEPPROF");
    uint32_t version = pep_wire_u32(&w), sections = pep_wire_u32(&w);
    uint64_t size = pep_wire_u64(&w), hash = pep_wire_u64(&w);
    if (w.error)
        return pep_fault_set(fault, count, "is truncated: its header is incomplete");
    if (version != PEP_BINARY_VERSION)
        return pep_fault_set(fault, 8, "has format version %u, this pep reads version %d", version, PEP_BINARY_VERSION);
    if (size != count)
        return pep_fault_set(fault, count, "is %s: it should have %llu bytes and has %zu",
                             count < size ? "truncated" : "too long", (unsigned long long)size, count);
    if (sections > MAX_SECTIONS || !pep_wire_take(&w, (uint64_t)sections * ENTRY))
        return pep_fault_set(fault, 12, "has a directory of %u sections, which does not fit", sections);

    struct pep_buffer head = PEP_BUFFER_INIT;
    pep_buffer_add(&head, bytes, HEADER - 8);
    pep_buffer_add(&head, bytes + HEADER, (size_t)sections * ENTRY);
    bool intact = pep_hash(head.at, head.count) == hash;
    pep_buffer_free(&head);
    if (!intact)
        return pep_fault_set(fault, HEADER - 8, "has a header that does not match its hash");

    w.at = HEADER;
    for (uint32_t i = 0; i < sections; i++) {
        size_t here = w.at;
        const unsigned char *tag = pep_wire_take(&w, 4);
        (void)pep_wire_u32(&w);
        uint64_t offset = pep_wire_u64(&w), length = pep_wire_u64(&w), sum = pep_wire_u64(&w);
        if (offset > count || length > count - offset)
            return pep_fault_set(fault, here, "has a section %.4s that lies outside the file", (const char *)tag);
        if (pep_hash(bytes + offset, (size_t)length) != sum)
            return pep_fault_set(fault, (size_t)offset, "has a section %.4s that does not match its hash",
                                 (const char *)tag);
        for (int s = 0; s < NSECTIONS; s++) {
            if (memcmp(tag, tags[s], 4))
                continue;
            if (r->present[s])
                return pep_fault_set(fault, here, "has two sections %.4s", tags[s]);
            pep_wire_open(&r->section[s], bytes + offset, (size_t)length);
            r->offset[s] = (size_t)offset;
            r->present[s] = true;
        }
    }
    for (int s = 0; s < NSECTIONS; s++) {
        if (!r->present[s] && s < MAPS)
            return pep_fault_set(fault, HEADER, "has no section %s", tags[s]);
    }
    const struct pep_wire *table = &r->section[STRINGS];
    if (table->count && table->bytes[table->count - 1])
        return pep_fault_set(fault, r->offset[STRINGS] + table->count, "has a string table without an end");
    return 0;
}

int pep_binary_read_unit(struct pep_profile *p, const char *name, struct pep_told *told, const void *bytes,
                         size_t count, struct pep_fault *fault)
{
    struct reader r = {.profile = p, .only = name};
    if (take_directory(&r, bytes, count, fault))
        return -1;
    take_units(&r);
    if (!p->units.count && r.moved)
        return pep_binary_read_unit(p, r.moved, told, bytes, count, fault);
    take_info(&r);
    take_maps(&r);
    take_names(&r);
    if (!name) { /* they are of all units */
        take_contexts(&r);
        pep_subpaths_take(&p->subpaths, &r.section[SUBPATHS]);
    }
    for (int s = 0; s < NSECTIONS; s++) {
        const struct pep_wire *w = &r.section[s];
        if (w->error)
            return pep_fault_set(fault, r.offset[s] + w->failed_at, "has a section %s that %s", tags[s], w->error);
    }
    *told = r.told;
    pep_profile_sort(p);
    if (!has_names(p))
        return pep_fault_set(fault, r.offset[UNITS], "has a section %s that holds a target without a name",
                             tags[UNITS]);
    return 0;
}

int pep_binary_read(struct pep_profile *p, const void *bytes, size_t count, struct pep_fault *fault)
{
    return pep_binary_read_unit(p, NULL, &(struct pep_told){0}, bytes, count, fault);
}
