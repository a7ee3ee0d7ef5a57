#include "tests/profile/sample.h"
#include <pep/raw.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

uint64_t sample_random(uint64_t *state, uint64_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % below;
}

/* --- the unit --- */

struct block_plan {
    uint8_t kind;
    uint32_t line, column;
};
struct edge_plan {
    uint32_t src, dst;
    uint8_t kind;
    const char *label;
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct pep_function *make_function(struct sample *s, uint32_t index, const char *name, uint32_t line,
                                          const struct block_plan *blocks, size_t nblocks,
                                          const struct edge_plan *edges, size_t nedges)
{
    struct pep_function *f = PEP_NEW(&s->arena, struct pep_function);
    f->name = name;
    f->position = (struct pep_position){0, line, 5};
    f->end_line = line + 4;
    f->index = index;
    f->arena = &s->arena;
    for (size_t i = 0; i < nblocks; i++) {
        (void)pep_cfg_add_block(f, blocks[i].kind); /* may move the blocks */
        struct pep_block *b = &f->blocks.at[i];
        b->position = (struct pep_position){0, blocks[i].line, blocks[i].column};
        if (blocks[i].line) {
            b->lines = PEP_NEW(&s->arena, struct pep_position);
            b->lines[0] = b->position;
            b->nlines = 1;
        }
    }
    for (size_t i = 0; i < nedges; i++) {
        uint32_t e = pep_cfg_add_edge(f, edges[i].src, edges[i].dst, edges[i].kind);
        f->edges.at[e].label = edges[i].label;
    }
    pep_cfg_finish(f);
    pep_cfg_truncate(f, PEP_TRUNCATE_BACKEDGE);
    pep_cfg_number(f);
    f->cfg_hash = pep_cfg_hash(f);
    return f;
}

static struct pep_function *make_clamp(struct sample *s)
{
    static const struct block_plan blocks[] = {
        {PEP_BLOCK_ENTRY, 0, 0}, {PEP_BLOCK_EXIT, 0, 0}, {PEP_BLOCK_PLAIN, 4, 5}};
    static const struct edge_plan edges[] = {{0, 2, PEP_EDGE_FALL, NULL}, {2, 1, PEP_EDGE_RETURN, NULL}};
    return make_function(s, SAMPLE_CLAMP, "clamp", 2, blocks, COUNT(blocks), edges, COUNT(edges));
}

static struct pep_function *make_scan(struct sample *s, uint32_t index, const char *name, uint32_t line)
{
    const uint32_t l = line;
    const struct block_plan blocks[] = {
        {PEP_BLOCK_ENTRY, 0, 0},       {PEP_BLOCK_EXIT, 0, 0},        {PEP_BLOCK_PLAIN, l + 2, 5},
        {PEP_BLOCK_BRANCH, l + 3, 21}, {PEP_BLOCK_BRANCH, l + 4, 13}, {PEP_BLOCK_BRANCH, l + 4, 25},
        {PEP_BLOCK_PLAIN, l + 5, 13},  {PEP_BLOCK_SWITCH, l + 7, 21}, {PEP_BLOCK_PLAIN, l + 9, 17},
        {PEP_BLOCK_PLAIN, l + 11, 17}, {PEP_BLOCK_PLAIN, l + 3, 28},  {PEP_BLOCK_PLAIN, l + 14, 5},
    };
    static const struct edge_plan edges[] = {
        {0, 2, PEP_EDGE_FALL, NULL},      {2, 3, PEP_EDGE_FALL, NULL},         {3, 4, PEP_EDGE_TRUE, NULL},
        {3, 11, PEP_EDGE_FALSE, NULL},    {4, 5, PEP_EDGE_TRUE, NULL},         {4, 7, PEP_EDGE_FALSE, NULL},
        {5, 6, PEP_EDGE_TRUE, NULL},      {5, 7, PEP_EDGE_FALSE, NULL},        {6, 10, PEP_EDGE_FALL, NULL},
        {7, 8, PEP_EDGE_CASE, "case -1"}, {7, 9, PEP_EDGE_DEFAULT, "default"}, {8, 1, PEP_EDGE_RETURN, NULL},
        {9, 10, PEP_EDGE_FALL, NULL},     {10, 3, PEP_EDGE_FALL, NULL},        {11, 1, PEP_EDGE_RETURN, NULL},
    };
    return make_function(s, index, name, line, blocks, COUNT(blocks), edges, COUNT(edges));
}

/* Structs that the functions access, though no line of the source shows it.  Of struct cell the ends are hot. */
static void make_accesses(struct pep_unitmap *m)
{
    static struct pep_field cell[] = {
        {"next", "struct cell *", 0, 64, false},    {"mark", "unsigned int", 64, 3, true},
        {"odd", "unsigned int", 67, 1, true},       {"name", "char[112]", 128, 896, false},
        {"value", "union number", 1024, 64, false},
    };
    static struct pep_field number[] = {{"whole", "long", 0, 64, false}, {"half", "int[2]", 0, 64, false}};
    static struct pep_layout layouts[] = {{"struct cell", 136, cell, COUNT(cell)},
                                          {"union number", 8, number, COUNT(number)}};
    static struct pep_access clamp[] = {{2, 0, 4, 0, 1}, {2, 1, 0, 0, 1}};
    static struct pep_access scan[] = {{4, 0, 0, 1, 0}, {5, 0, 0, 1, 1}, {5, 0, 4, 2, 0}, {8, 0, 1, 0, 1}};
    static struct pep_access find[] = {{6, 0, 4, 1, 0}};
    static struct pep_access mix[] = {{9, 1, 0, 1, 0}, {11, 0, 1, 1, 0}};
    struct pep_function **f = m->functions;
    m->layouts = layouts;
    m->nlayouts = COUNT(layouts);
    f[SAMPLE_CLAMP]->accesses = clamp;
    f[SAMPLE_CLAMP]->naccesses = COUNT(clamp);
    f[SAMPLE_SCAN]->accesses = scan;
    f[SAMPLE_SCAN]->naccesses = COUNT(scan);
    f[SAMPLE_FIND]->accesses = find;
    f[SAMPLE_FIND]->naccesses = COUNT(find);
    f[SAMPLE_MIX]->accesses = mix;
    f[SAMPLE_MIX]->naccesses = COUNT(mix);
}

/* Sites whose values are recorded: two of scan, one of mix. */
static void make_sites(struct pep_unitmap *m)
{
    static struct pep_value_label label = {UINT64_MAX, UINT64_MAX, "case -1"};
    static struct pep_value_site scan[] = {
        {.kind = PEP_VALUE_ARGUMENT, .bits = 32, .is_signed = true, .name = "n", .position = {0, 7, 25}},
        {PEP_VALUE_SWITCH, 32, true, false, "a[i]", {0, 14, 13}, &label, 1},
    };
    static struct pep_value_site mix[] = {
        {.kind = PEP_VALUE_ARGUMENT, .bits = 8, .name = "kind", .position = {0, 41, 25}}};
    m->functions[SAMPLE_SCAN]->sites = scan;
    m->functions[SAMPLE_SCAN]->nsites = COUNT(scan);
    m->functions[SAMPLE_MIX]->sites = mix;
    m->functions[SAMPLE_MIX]->nsites = COUNT(mix);
    m->functions[SAMPLE_MIX]->first_site = COUNT(scan);
    m->nsites = COUNT(scan) + COUNT(mix);
}

/* Calls: of the unit's own function, of one that nobody knows, and through a pointer whose targets are not known. */
static void make_calls(struct pep_unitmap *m)
{
    static struct pep_callee callees[] = {{"clamp", SAMPLE_CLAMP}, {"log_odd", PEP_NO_FUNCTION}};
    static struct pep_call_site scan[] = {{6, 0, PEP_NO_SITE, {0, 12, 20}}};
    static struct pep_call_site find[] = {{6, 1, PEP_NO_SITE, {0, 29, 20}}, {8, 1, PEP_NO_SITE, {0, 33, 24}}};
    static struct pep_call_site mix[] = {{6, PEP_NO_CALLEE, PEP_NO_SITE, {0, 46, 20}}};
    m->calls = true;
    m->callees = callees;
    m->ncallees = COUNT(callees);
    m->functions[SAMPLE_CLAMP]->is_static = m->functions[SAMPLE_CLAMP]->only_called = true;
    m->functions[SAMPLE_SCAN]->calls = scan;
    m->functions[SAMPLE_SCAN]->ncalls = COUNT(scan);
    m->functions[SAMPLE_FIND]->calls = find;
    m->functions[SAMPLE_FIND]->ncalls = COUNT(find);
    m->functions[SAMPLE_MIX]->calls = mix;
    m->functions[SAMPLE_MIX]->ncalls = COUNT(mix);
}

static bool everywhere(const struct pep_edge *e, void *data)
{
    (void)e;
    (void)data;
    return true;
}

static void make_unit(struct sample *s)
{
    struct pep_unitmap *m = &s->map;
    static const char *files[] = {"sample.c"};
    struct pep_function **f = PEP_NEW_N(&s->arena, struct pep_function *, SAMPLE_FUNCTIONS);
    f[SAMPLE_CLAMP] = make_clamp(s);
    f[SAMPLE_SCAN] = make_scan(s, SAMPLE_SCAN, "scan", 7);
    f[SAMPLE_FIND] = make_scan(s, SAMPLE_FIND, "find", 24);
    f[SAMPLE_MIX] = make_scan(s, SAMPLE_MIX, "mix", 41);
    f[SAMPLE_ODD] = make_scan(s, SAMPLE_ODD, "odd", 58);

    f[SAMPLE_CLAMP]->storage = PEP_STORE_DERIVED;
    f[SAMPLE_CLAMP]->callers = PEP_NEW(&s->arena, struct pep_caller);
    f[SAMPLE_CLAMP]->callers[0] = (struct pep_caller){SAMPLE_SCAN, 6};
    f[SAMPLE_CLAMP]->ncallers = 1;
    f[SAMPLE_SCAN]->storage = PEP_STORE_ARRAY;
    f[SAMPLE_SCAN]->ncounters = (uint32_t)f[SAMPLE_SCAN]->npaths;
    f[SAMPLE_FIND]->storage = PEP_STORE_EDGES;
    f[SAMPLE_FIND]->base = f[SAMPLE_SCAN]->ncounters;
    f[SAMPLE_FIND]->ncounters = pep_flow_place(f[SAMPLE_FIND], everywhere, NULL);
    f[SAMPLE_MIX]->storage = PEP_STORE_HASH;
    f[SAMPLE_MIX]->reason = "not duplicated: it looks at its own frame";
    f[SAMPLE_ODD]->storage = PEP_STORE_NONE;
    f[SAMPLE_ODD]->reason = "asm goto in a statement expression";
    *m = (struct pep_unitmap){
        .name = files[0],
        .directory = "/home/ada/sample",
        .files = files,
        .nfiles = 1,
        .event = PEP_EVENT_PATHS,
        .ncounters = f[SAMPLE_FIND]->base + f[SAMPLE_FIND]->ncounters,
        .functions = f,
        .nfunctions = SAMPLE_FUNCTIONS,
    };
    make_accesses(m);
    make_sites(m);
    make_calls(m);
}

/* --- the run --- */

void sample_walk(uint64_t *edges, const struct pep_function *f, uint64_t *random,
                 void (*count)(uint64_t path, void *data), void *data)
{
    uint64_t r = 0;
    for (uint32_t at = PEP_ENTRY; at != PEP_EXIT;) {
        const struct pep_block *b = &f->blocks.at[at];
        uint32_t i = b->out[sample_random(random, b->nout)];
        const struct pep_edge *e = &f->edges.at[i];
        edges[i]++;
        at = e->dst;
        r += e->value;
        if (e->cut) {
            count(r, data);
            r = f->blocks.at[at].start;
        } else if (at == PEP_EXIT) {
            count(r, data);
        }
    }
}

static void count_array(uint64_t path, void *data)
{
    ((uint64_t *)data)[path]++;
}
static void count_mixed(uint64_t path, void *data)
{
    struct sample *s = data;
    for (size_t i = 0; i < s->mixed.count; i++) {
        if (s->mixed.at[i].key == path) {
            s->mixed.at[i].count++;
            return;
        }
    }
    pep_array_push(&s->mixed, (struct pep_record){.key = path, .count = 1, .kind = PEP_RECORD_PATH});
}
static void count_nothing(uint64_t path, void *data)
{
    (void)path;
    (void)data;
}

/* One value of the switch came to a place that others had before. */
static void make_values(struct sample *s, unsigned entries)
{
    const uint64_t *ways = &s->edges[SAMPLE_SCAN][9], few = sample_random(&s->random, entries / 10);
    struct pep_raw_value *site = s->places;
    site[0] = (struct pep_raw_value){8, entries - few, 0};
    site[7] = (struct pep_raw_value){(uint64_t)-3, few, 0};
    site += PEP_RAW_PLACES;
    site[0] = (struct pep_raw_value){UINT64_MAX, ways[0], 0};
    site[1] = (struct pep_raw_value){2, ways[1] - few, few};
    site[2] = (struct pep_raw_value){12, few, few};
    site += PEP_RAW_PLACES;
    site[31] = (struct pep_raw_value){255, entries, 0};
}

void sample_make(struct sample *s, uint64_t seed, unsigned entries)
{
    memset(s, 0, sizeof *s);
    s->random = seed;
    make_unit(s);
    pep_unitmap_encode(&s->record, &s->map);
    s->counters = PEP_NEW_N(&s->arena, uint64_t, s->map.ncounters + 1);
    for (uint32_t i = 0; i < SAMPLE_FUNCTIONS; i++)
        s->edges[i] = PEP_NEW_N(&s->arena, uint64_t, s->map.functions[i]->edges.count);
    struct pep_function **f = s->map.functions;
    for (unsigned i = 0; i < entries; i++) {
        sample_walk(s->edges[SAMPLE_SCAN], f[SAMPLE_SCAN], &s->random, count_array, s->counters);
        sample_walk(s->edges[SAMPLE_FIND], f[SAMPLE_FIND], &s->random, count_nothing, NULL);
        sample_walk(s->edges[SAMPLE_MIX], f[SAMPLE_MIX], &s->random, count_mixed, s);
    }
    for (size_t e = 0; e < f[SAMPLE_FIND]->edges.count; e++) {
        uint32_t counter = f[SAMPLE_FIND]->edges.at[e].counter;
        if (counter != PEP_NO_COUNTER)
            s->counters[f[SAMPLE_FIND]->base + counter] = s->edges[SAMPLE_FIND][e];
    }
    make_values(s, entries);
}

void sample_contexts(struct sample *s)
{
    const struct pep_function *const *f = (const struct pep_function *const *)s->map.functions;
    const uint64_t unit = s->map.hash;
    const struct pep_raw_context all[] = {
        {PEP_RAW_CONTEXT_FUNCTION, 0, unit, SAMPLE_FIND, 0, 0, 0},
        {0},
        {PEP_RAW_CONTEXT_FUNCTION, 1, unit, SAMPLE_SCAN, 0, 0, 0},
        {PEP_RAW_CONTEXT_COUNTER, 3, unit, f[SAMPLE_SCAN]->base + 5, 0, 0, 30},
        {PEP_RAW_CONTEXT_COUNTER, 1, unit, f[SAMPLE_SCAN]->base + 5, 0, 0, 4}, /* of one that calls nobody */
        {PEP_RAW_CONTEXT_PATH, 3, unit, SAMPLE_MIX, 0, 9, 7},
        {PEP_RAW_CONTEXT_COUNTER, 0, unit, f[SAMPLE_SCAN]->base + 2, 0, 0, 2},
        {PEP_RAW_CONTEXT_TAKEN, 3, unit, SAMPLE_SCAN, 0, 0, 0},
        {PEP_RAW_CONTEXT_COUNTER, 8, unit, f[SAMPLE_SCAN]->base + 2, 0, 0, 1},
        {PEP_RAW_CONTEXT_FUNCTION, 10, unit, SAMPLE_SCAN, 0, 0, 0}, /* in a circle */
        {PEP_RAW_CONTEXT_COUNTER, 10, unit, f[SAMPLE_SCAN]->base + 3, 0, 0, 5},
        {PEP_RAW_CONTEXT_COUNTER, 999, unit, f[SAMPLE_SCAN]->base + 3, 0, 0, 6},
        {PEP_RAW_CONTEXT_COUNTER, 1, unit, s->map.ncounters, 0, 0, 8},  /* of no function */
        {PEP_RAW_CONTEXT_PATH, 1, unit, SAMPLE_MIX, 0, UINT64_MAX, 16}, /* it has fewer paths */
        {PEP_RAW_CONTEXT_COUNTER, 1, unit + 1, 0, 0, 0, 32},            /* of a unit without a map */
        {PEP_RAW_CONTEXT_TARGET, 1, unit, 0, 0, 7, 64},                 /* at a site of another kind */
    };
    memcpy(s->contexts, all, sizeof all);
    s->ncontexts = COUNT(all);
}

void sample_free(struct sample *s)
{
    pep_array_free(&s->pairs);
    pep_array_free(&s->mixed);
    pep_buffer_free(&s->record);
    pep_arena_free(&s->arena);
}

/* --- raw files --- */

static void put(struct pep_buffer *out, uint64_t n, unsigned size, int swapped)
{
    unsigned char bytes[8];
    uint32_t narrow = (uint32_t)n;
    if (size == 4)
        memcpy(bytes, &narrow, 4);
    else
        memcpy(bytes, &n, 8);
    for (unsigned i = 0; i < size; i++)
        pep_buffer_addc(out, (char)bytes[swapped ? size - 1 - i : i]);
}

enum { PAGE = 4096 };

static void put_entry(struct pep_buffer *out, uint32_t kind, uint64_t unit, uint64_t offset, uint64_t count,
                      int swapped)
{
    put(out, PEP_RAW_VALID, 4, swapped);
    put(out, kind, 4, swapped);
    put(out, unit, 8, swapped);
    put(out, offset, 8, swapped);
    put(out, count, 8, swapped);
    put(out, 0, 4, swapped);
    put(out, 4711, 4, swapped);
    for (int i = 0; i < 3; i++)
        put(out, 0, 8, swapped);
}

static void pad_to(struct pep_buffer *out, size_t begin, size_t size)
{
    while (out->count - begin < size)
        pep_buffer_addc(out, 0);
}

/* put_header - and the begin of the directory, of one module with its name behind all else. */
static void put_header(struct pep_buffer *out, unsigned entries, size_t names, const char *module, int swapped)
{
    size_t begin = out->count;
    pep_buffer_add(out, PEP_RAW_MAGIC, 8);
    put(out, PEP_RAW_VERSION, 4, swapped);
    put(out, PEP_RAW_ORDER, 4, swapped);
    put(out, PAGE, 4, swapped);
    put(out, 1, 4, swapped);
    put(out, 1, 4, swapped);
    put(out, 0, 4, swapped);
    put(out, 4711, 8, swapped);
    put(out, 1700000000000000000u, 8, swapped);
    put(out, 1700000003000000000u, 8, swapped);
    put(out, names + strlen(module) + 1, 8, swapped);
    put(out, entries, 8, swapped);
    put(out, 0, 8, swapped);
    pad_to(out, begin, sizeof(struct pep_raw_header));
    put_entry(out, PEP_RAW_MODULE, 0, names, strlen(module) + 1, swapped);
}

void sample_raw(struct pep_buffer *out, const struct sample *s, const char *module, int swapped)
{
    enum { SLOTS = 64 };
    size_t begin = out->count, contexts = 4 * PAGE, names = s->ncontexts ? 5 * PAGE : contexts;
    put_header(out, s->ncontexts ? 5 : 4, names, module, swapped);
    put_entry(out, PEP_RAW_COUNTERS, s->map.hash, PAGE, s->map.ncounters, swapped);
    put_entry(out, PEP_RAW_PATHS, s->map.hash, 2 * PAGE, SLOTS, swapped);
    put_entry(out, PEP_RAW_VALUES, s->map.hash, 3 * PAGE, COUNT(s->places), swapped);
    if (s->ncontexts)
        put_entry(out, PEP_RAW_CONTEXTS, 0, contexts, s->ncontexts, swapped);
    pad_to(out, begin, PAGE);
    for (uint32_t i = 0; i < s->map.ncounters; i++)
        put(out, s->counters[i], 8, swapped);
    pad_to(out, begin, 2 * PAGE);
    for (size_t i = 0; i < SLOTS; i++) {
        bool used = i % 2 && i / 2 < s->mixed.count;
        put(out, used ? SAMPLE_MIX + 1 : 0, 4, swapped);
        put(out, 0, 4, swapped);
        put(out, used ? s->mixed.at[i / 2].key : 0, 8, swapped);
        put(out, 0, 8, swapped);
        put(out, used ? s->mixed.at[i / 2].count : 0, 8, swapped);
    }
    pad_to(out, begin, 3 * PAGE);
    for (size_t i = 0; i < COUNT(s->places); i++) {
        put(out, s->places[i].value, 8, swapped);
        put(out, s->places[i].count, 8, swapped);
        put(out, s->places[i].taken, 8, swapped);
    }
    pad_to(out, begin, contexts);
    for (uint32_t i = 0; i < s->ncontexts; i++) {
        const struct pep_raw_context *c = &s->contexts[i];
        put(out, c->kind, 4, swapped);
        put(out, c->parent, 4, swapped);
        put(out, c->unit, 8, swapped);
        put(out, c->index, 4, swapped);
        put(out, 0, 4, swapped);
        put(out, c->key, 8, swapped);
        put(out, c->count, 8, swapped);
    }
    pad_to(out, begin, names);
    pep_buffer_add(out, module, strlen(module) + 1);
}

void sample_raw_subpaths(struct pep_buffer *out, const struct sample *s, const char *module, int swapped)
{
    const struct pep_raw_subpaths *h = &s->subpaths;
    size_t begin = out->count, bytes = sizeof *h + s->pairs.count * sizeof *s->pairs.at;
    size_t names = PAGE + (bytes + PAGE - 1) / PAGE * PAGE;
    put_header(out, 2, names, module, swapped);
    put_entry(out, PEP_RAW_SUBPATHS, 0, PAGE, s->pairs.count, swapped);
    pad_to(out, begin, PAGE);
    const uint32_t words[] = {h->version, h->way, h->scale, h->thinned, h->encoding, h->used, h->aged, h->lost};
    for (size_t i = 0; i < COUNT(words); i++)
        put(out, words[i], 4, swapped);
    const uint64_t totals[] = {h->distance, h->told, h->recorded, h->dropped, h->stays, h->bytes};
    for (size_t i = 0; i < COUNT(totals); i++)
        put(out, totals[i], 8, swapped);
    for (size_t i = 0; i <= PEP_RAW_LENGTHS; i++)
        put(out, h->weight[i], 4, swapped);
    put(out, h->sample, 4, swapped);
    pad_to(out, begin, PAGE + sizeof *h);
    for (size_t i = 0; i < s->pairs.count; i++) {
        const struct pep_raw_pair *p = &s->pairs.at[i];
        put(out, p->left, 4, swapped);
        put(out, p->right, 4, swapped);
        put(out, p->count, 4, swapped);
        put(out, p->kind, 4, swapped);
    }
    pad_to(out, begin, names);
    pep_buffer_add(out, module, strlen(module) + 1);
}

void sample_gather(struct pep_profile *p, struct pep_gathered *result, const struct pep_raw_file *raw,
                   const struct pep_mapset *maps)
{
    struct pep_symbols symbols = {0};
    const char **found = pep_array_grow(NULL, 0, &(size_t){0}, raw->modules.count + 1, sizeof *found);
    for (size_t i = 0; i < raw->modules.count; i++)
        found[i] = raw->modules.at[i].path;
    pep_gather(p, result, raw, maps, &symbols, found);
    pep_array_release(found);
    pep_symbols_free(&symbols);
}

/* --- object files --- */

static int add_section(Elf *elf, const void *bytes, size_t count, uint32_t name, uint32_t type)
{
    Elf_Scn *section = elf_newscn(elf);
    Elf_Data *data = section ? elf_newdata(section) : NULL;
    GElf_Shdr header;
    if (!data || !gelf_getshdr(section, &header))
        return -1;
    data->d_buf = (void *)(uintptr_t)bytes;
    data->d_size = count;
    data->d_align = 1;
    header.sh_name = name;
    header.sh_type = type;
    return gelf_update_shdr(section, &header) ? (int)elf_ndxscn(section) : -1;
}

static int fill_elf(Elf *elf, const struct pep_buffer *maps, int narrow, int big_endian)
{
    static const char names[] = "\0.pep_map\0.shstrtab";
    GElf_Ehdr header;
    if (!gelf_newehdr(elf, narrow ? ELFCLASS32 : ELFCLASS64) || !gelf_getehdr(elf, &header))
        return -1;
    header.e_ident[EI_DATA] = big_endian ? ELFDATA2MSB : ELFDATA2LSB;
    header.e_type = ET_REL;
    header.e_version = EV_CURRENT;
    if (!gelf_update_ehdr(elf, &header) || add_section(elf, maps->at, maps->count, 1, SHT_PROGBITS) < 0)
        return -1;
    int index = add_section(elf, names, sizeof names, 10, SHT_STRTAB);
    if (index < 0 || !gelf_getehdr(elf, &header))
        return -1;
    header.e_shstrndx = (uint16_t)index;
    return gelf_update_ehdr(elf, &header) && elf_update(elf, ELF_C_WRITE) >= 0 ? 0 : -1;
}

int sample_elf(const char *path, const struct sample *s, int narrow, int big_endian)
{
    static const char zeros[3];
    struct pep_buffer maps = PEP_BUFFER_INIT;
    pep_buffer_add(&maps, s->record.at, s->record.count);
    pep_buffer_add(&maps, zeros, sizeof zeros); /* a linker's alignment */
    pep_buffer_add(&maps, s->record.at, s->record.count);
    int fd = elf_version(EV_CURRENT) == EV_NONE ? -1 : open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_WRITE, NULL);
    int bad = elf ? fill_elf(elf, &maps, narrow, big_endian) : -1;
    if (elf)
        elf_end(elf);
    if (fd >= 0)
        close(fd);
    pep_buffer_free(&maps);
    return bad;
}

/* --- profiles --- */

/* Pairs of whatever is of one length and no encoding but EXACT; not all of them have samples. */
static void random_subpaths(struct pep_subpaths *s, uint64_t *seed)
{
    uint64_t blocks = sample_random(seed, 5), pairs = blocks ? sample_random(seed, 40) : 0;
    for (uint64_t i = 0; i < blocks; i++)
        pep_subpaths_add_block(s, sample_random(seed, 3) * 77777777777u, (uint32_t)sample_random(seed, 2),
                               (uint32_t)sample_random(seed, 3));
    for (uint64_t i = 0; i < pairs; i++) {
        uint32_t left = (uint32_t)sample_random(seed, s->count), right = (uint32_t)sample_random(seed, s->count);
        if (s->at[left].n != s->at[right].n || s->at[left].n == PEP_RAW_LENGTHS || s->at[left].encoding ||
            s->at[right].encoding)
            continue;
        uint32_t at = pep_subpaths_add_halves(s, left, right, PEP_RAW_ENCODING_EXACT);
        if (sample_random(seed, 2))
            continue;
        s->at[at].encoding = (uint8_t)sample_random(seed, 3);
        s->at[at].samples = 1 + sample_random(seed, 100);
        s->at[at].estimate = sample_random(seed, 3) ? s->at[at].samples * 64 : UINT64_MAX - 5;
        s->at[at].variance = s->at[at].samples * 64 * 63;
    }
    for (uint64_t i = sample_random(seed, 4); i--;) {
        struct pep_subpath_total t = {.way = 1 + (uint32_t)sample_random(seed, 3),
                                      .encoding = (uint32_t)sample_random(seed, 3)};
        t.weight[1 + sample_random(seed, 3)] = 1 + (uint32_t)sample_random(seed, 2);
        t.told = sample_random(seed, 3) ? sample_random(seed, 10000) : UINT64_MAX - 7;
        t.recorded = sample_random(seed, 1000);
        t.distance = sample_random(seed, 50);
        t.bytes = sample_random(seed, 2) * 65536;
        pep_array_push(&s->totals, t);
    }
}

void sample_profile(struct pep_profile *p, uint64_t seed)
{
    static const char *const names[] = {"alpha", "be\"ta\\", "gam\nma", "\xce\xb4", "", "tab\there\x01"};
    *p = (struct pep_profile)PEP_PROFILE_INIT;
    for (uint64_t u = 0, n = sample_random(&seed, 6); u < n; u++) {
        uint64_t which = sample_random(&seed, 5);
        struct pep_unit_counts *unit = pep_profile_add_unit(p, which * 77777777777u, names[which], names[which / 2]);
        for (uint64_t f = 0, m = sample_random(&seed, 6); f < m; f++) {
            uint64_t index = sample_random(&seed, 4), hash = sample_random(&seed, 2);
            struct pep_counts *c =
                pep_profile_add_function(p, unit, (uint32_t)index, names[index], hash ? UINT64_MAX : index, 1000);
            for (uint64_t r = 0, k = sample_random(&seed, 9); r < k; r++) {
                enum pep_record_kind kind = PEP_RECORD_PATH + sample_random(&seed, 6);
                uint64_t key = sample_random(&seed, 12), big = sample_random(&seed, 3);
                uint64_t count = big ? sample_random(&seed, 1000) : UINT64_MAX / 2 + big;
                if (kind == PEP_RECORD_VALUE)
                    pep_profile_add_value(c, (uint32_t)sample_random(&seed, 3), key ? key : UINT64_MAX, count);
                else if (kind == PEP_RECORD_TARGET)
                    pep_profile_add_target(p, c, (uint32_t)sample_random(&seed, 3), names[key / 2], count);
                else
                    pep_profile_add_record(c, kind, key, count);
            }
        }
    }
    for (uint64_t i = 0, n = sample_random(&seed, 12); i < n; i++) {
        uint64_t parent = sample_random(&seed, i + 2), unit = sample_random(&seed, 3) * 77777777777u;
        pep_profile_add_context(p, parent < i ? (uint32_t)parent : PEP_NO_CONTEXT, unit,
                                (uint32_t)sample_random(&seed, 3));
        for (uint64_t r = sample_random(&seed, 4); r--;) {
            struct pep_record record = {.kind = sample_random(&seed, 2) ? PEP_RECORD_BLOCK : PEP_RECORD_TARGET};
            record.key = sample_random(&seed, 6);
            record.count = sample_random(&seed, 3) ? sample_random(&seed, 100) : UINT64_MAX - 5;
            if (record.kind == PEP_RECORD_TARGET)
                record.key = pep_profile_add_name(p, names[record.key]);
            pep_array_push(&pep_array_last(&p->contexts)->records, record);
        }
    }
    random_subpaths(&p->subpaths, &seed);
    for (uint64_t i = sample_random(&seed, 3); i--;)
        pep_profile_add_binary(p, names[sample_random(&seed, 4)]);
    for (uint64_t i = sample_random(&seed, 3); i--;) {
        unsigned char bytes[100];
        uint64_t hash = sample_random(&seed, 4);
        memset(bytes, (int)hash, sizeof bytes);
        pep_profile_add_map(p, hash, bytes, (size_t)hash * 33);
    }
    p->runs = sample_random(&seed, 5);
    p->lost = sample_random(&seed, 2);
    p->samples = sample_random(&seed, 3) * 20000;
    p->first = sample_random(&seed, 3) * 1000;
    p->last = sample_random(&seed, 9) * 1000;
    pep_profile_sort(p);
}
