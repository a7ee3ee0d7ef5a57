/* decode.c - the static map of a unit from bytes, which may be damaged or forged: nothing is believed. */
#include "base/map.h"
#include "cfgbuild/mapformat.h"
#include "cfgbuild/unitmap.h"
#include <string.h>

/* Reads stop at the first thing that is wrong: from then on all of them give 0 and move nothing. */
struct reader {
    const unsigned char *bytes;
    size_t at, end;
    struct pep_arena *arena;
    struct pep_unitmap *map;
    const char *error;
};

static uint64_t fail(struct reader *r, const char *error)
{
    if (!r->error)
        r->error = error;
    return 0;
}

static uint8_t get_byte(struct reader *r)
{
    if (r->error || r->at == r->end)
        return (uint8_t)fail(r, "the map ends in the middle of something");
    return r->bytes[r->at++];
}

static uint64_t get_number(struct reader *r)
{
    uint64_t n = 0;
    for (int shift = 0; !r->error; shift += 7) {
        uint8_t byte = get_byte(r);
        if (shift == 63 && byte > 1)
            return fail(r, "a number has more than 64 bits");
        n |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            break;
    }
    return r->error ? 0 : n;
}

/* get_below - a number of 32 bits that is below the limit. */
static uint32_t get_below(struct reader *r, uint64_t limit, const char *error)
{
    uint64_t n = get_number(r);
    if (!r->error && (n >= limit || n > UINT32_MAX))
        return (uint32_t)fail(r, error);
    return (uint32_t)n;
}

/* get_count - how many elements follow; each of them takes `bytes` at least, so no memory is taken for a lie. */
static uint32_t get_count(struct reader *r, size_t bytes)
{
    return get_below(r, (r->end - r->at) / bytes + 1, "more elements are announced than there is room for");
}

static uint64_t get_fixed(const unsigned char *bytes, int count)
{
    uint64_t n = 0;
    for (int i = 0; i < count; i++)
        n |= (uint64_t)bytes[i] << 8 * i;
    return n;
}

static const char *get_bytes(struct reader *r, uint64_t count)
{
    if (r->error || count > r->end - r->at || memchr(r->bytes + r->at, 0, (size_t)count)) {
        fail(r, "a string is longer than the map, or has a zero byte in it");
        return "";
    }
    r->at += (size_t)count;
    return pep_arena_strndup(r->arena, (const char *)r->bytes + r->at - count, (size_t)count);
}

static const char *get_string(struct reader *r)
{
    return get_bytes(r, get_number(r));
}

static const char *get_optional(struct reader *r)
{
    uint64_t length = get_number(r);
    return length && !r->error ? get_bytes(r, length - 1) : NULL;
}

/* get_difference - the number whose difference to `from` was written. */
static uint32_t get_difference(struct reader *r, uint32_t from, uint64_t coded)
{
    uint64_t n = from + ((coded >> 1) ^ (0 - (coded & 1)));
    if (n > UINT32_MAX)
        return (uint32_t)fail(r, "a line number is out of range");
    return (uint32_t)n;
}

static struct pep_position get_position(struct reader *r, struct pep_position *last)
{
    uint64_t head = get_number(r);
    last->line = get_difference(r, last->line, head >> 1);
    if (head & 1)
        last->file = get_below(r, r->map->nfiles, "a position is in no file of the unit");
    last->column = get_below(r, UINT64_MAX, "a column is out of range");
    return *last;
}

static void get_block(struct reader *r, struct pep_function *f, struct pep_position *last)
{
    uint32_t index = pep_cfg_add_block(f, (enum pep_block_kind)get_byte(r));
    struct pep_position position = get_position(r, last);
    uint32_t counter = PEP_NO_COUNTER;
    if (f->storage == PEP_STORE_BLOCKS)
        counter = get_below(r, (uint64_t)f->ncounters + 1, "a block has a counter that the function has not") - 1;
    uint32_t nlines = get_count(r, 2);
    struct pep_position *lines = nlines ? PEP_NEW_N(r->arena, struct pep_position, nlines) : NULL;
    for (uint32_t i = 0; i < nlines && !r->error; i++)
        lines[i] = get_position(r, last);
    struct pep_block *b = &f->blocks.at[index];
    b->position = position;
    b->counter = counter;
    b->lines = lines;
    b->nlines = nlines;
}

static void get_edge(struct reader *r, struct pep_function *f, bool numbered)
{
    uint8_t head = get_byte(r);
    uint32_t src = get_below(r, f->blocks.count, "an edge ends at no block");
    uint32_t dst = get_below(r, f->blocks.count, "an edge ends at no block");
    if (!r->error && (src == PEP_EXIT || dst == PEP_ENTRY))
        fail(r, "an edge leaves the exit or enters the entry");
    if (r->error)
        return;
    uint32_t index = pep_cfg_add_edge(f, src, dst, (enum pep_edge_kind)(head & 15));
    struct pep_edge *e = &f->edges.at[index];
    e->cut = head >> 4;
    if (e->cut)
        f->blocks.at[dst].is_start = true;
    if (numbered)
        e->value = get_number(r);
    if (f->storage == PEP_STORE_EDGES)
        e->counter = get_below(r, (uint64_t)f->ncounters + 1, "an edge has a counter that the function has not") - 1;
    e->label = get_optional(r);
}

/* renumber - NumPaths and starts are not written, because numbering the graph once more, each block's edges in the
 * order of the values read, gives them; and it has to give these values again. */
static void renumber(struct reader *r, struct pep_function *f)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    uint64_t *values = PEP_NEW_N(&scratch, uint64_t, f->edges.count);
    for (size_t i = 0; i < f->edges.count; i++) {
        values[i] = f->edges.at[i].value;
        f->edges.at[i].cost = UINT64_MAX - values[i];
    }
    pep_cfg_number(f);
    for (size_t i = 0; i < f->edges.count; i++) {
        f->edges.at[i].cost = 0;
        if (f->edges.at[i].value != values[i])
            fail(r, "the values of a function's edges are not those of its paths");
    }
    if (f->npaths == UINT64_MAX || !f->npaths)
        fail(r, "the paths of a function cannot be numbered");
    pep_arena_free(&scratch);
}

static void get_graph(struct reader *r, struct pep_function *f, bool numbered, struct pep_position last)
{
    uint32_t nblocks = get_count(r, 4), nedges = get_count(r, 4);
    for (uint32_t i = 0; i < nblocks && !r->error; i++)
        get_block(r, f, &last);
    for (uint32_t i = 0; i < nedges && !r->error; i++)
        get_edge(r, f, numbered);
    if (r->error)
        return;
    if (nblocks < 2) {
        fail(r, "a graph has an entry and an exit");
        return;
    }
    pep_cfg_finish(f);
    if (f->blocks.count != nblocks)
        fail(r, "a block is not reached from the entry");
    else if (numbered)
        renumber(r, f);
    const char *broken = r->error ? NULL : pep_cfg_check(f);
    if (broken)
        fail(r, broken);
}

/* get_accesses - in the order of block, layout and field, so that no two are alike. */
static void get_accesses(struct reader *r, struct pep_function *f)
{
    const struct pep_access *last = NULL;
    f->naccesses = get_count(r, 5);
    f->accesses = f->naccesses ? PEP_NEW_N(r->arena, struct pep_access, f->naccesses) : NULL;
    for (uint32_t i = 0; i < f->naccesses && !r->error; i++) {
        struct pep_access *a = &f->accesses[i];
        uint32_t before = last ? last->block : 0;
        a->block = before + get_below(r, f->blocks.count - before, "an access is in no block of its function");
        a->layout = get_below(r, r->map->nlayouts, "an access is to no struct of the unit");
        if (r->error)
            return;
        a->field = get_below(r, r->map->layouts[a->layout].nfields, "an access is to no member of its struct");
        a->reads = get_below(r, UINT64_MAX, "an access is made too often");
        a->writes = get_below(r, UINT64_MAX, "an access is made too often");
        bool grows = !last || a->block > last->block || a->layout > last->layout ||
                     (a->layout == last->layout && a->field > last->field);
        if (!r->error && (!grows || !(a->reads || a->writes)))
            fail(r, "the accesses of a function are not in order, or one of them never happens");
        last = a;
    }
}

static void get_site(struct reader *r, struct pep_value_site *s, struct pep_position *last)
{
    s->kind = get_byte(r);
    s->name = get_string(r);
    s->position = get_position(r, last);
    uint64_t type = get_number(r);
    s->bits = (uint8_t)(type >> 1);
    s->is_signed = type & 1;
    if (!r->error && (s->kind < PEP_VALUE_ARGUMENT || s->kind > PEP_VALUE_TARGET))
        fail(r, "a site is of no known kind");
    else if (!r->error && (!(type >> 1) || type >> 1 > 64))
        fail(r, "the values of a site do not fit 64 bits");
    s->nlabels = get_count(r, 3);
    s->labels = s->nlabels ? PEP_NEW_N(r->arena, struct pep_value_label, s->nlabels) : NULL;
    for (uint32_t i = 0; i < s->nlabels && !r->error; i++) {
        s->labels[i].low = get_number(r);
        s->labels[i].high = s->labels[i].low + get_number(r);
        s->labels[i].text = get_string(r);
    }
}

static void get_sites(struct reader *r, struct pep_function *f, struct pep_position last)
{
    f->nsites = get_count(r, 6);
    f->sites = f->nsites ? PEP_NEW_N(r->arena, struct pep_value_site, f->nsites) : NULL;
    f->first_site = r->map->nsites;
    r->map->nsites += f->nsites;
    for (uint32_t i = 0; i < f->nsites && !r->error; i++)
        get_site(r, &f->sites[i], &last);
}

/* get_calls - in the order of blocks. */
static void get_calls(struct reader *r, struct pep_function *f, struct pep_position last)
{
    uint32_t before = 0;
    f->ncalls = get_count(r, 4);
    f->calls = f->ncalls ? PEP_NEW_N(r->arena, struct pep_call_site, f->ncalls) : NULL;
    for (uint32_t i = 0; i < f->ncalls && !r->error; i++) {
        struct pep_call_site *c = &f->calls[i];
        *c = (struct pep_call_site){.callee = PEP_NO_CALLEE, .site = PEP_NO_SITE};
        c->block = before + get_below(r, f->blocks.count - before, "a call is in no block of its function");
        uint64_t target = get_number(r);
        if (!(target & 1) && target >> 1 < r->map->ncallees)
            c->callee = (uint32_t)(target >> 1);
        else if (!(target & 1))
            fail(r, "a call is to no callee of the unit");
        else if (target >> 1 > f->nsites || (target > 1 && f->sites[(target >> 1) - 1].kind != PEP_VALUE_TARGET))
            fail(r, "the targets of a call are at no site of its function");
        else if (target > 1)
            c->site = (uint32_t)(target >> 1) - 1;
        c->position = get_position(r, &last);
        before = c->block;
    }
}

static void check_storage(struct reader *r, const struct pep_function *f)
{
    if (f->storage > PEP_STORE_SPANS)
        fail(r, "a function's counts are kept in no known way");
    else if ((uint64_t)f->base + f->ncounters > r->map->ncounters)
        fail(r, "a function has counters that the unit has not");
    else if ((f->storage == PEP_STORE_ARRAY || f->storage == PEP_STORE_HASH || f->storage == PEP_STORE_FOREST ||
              f->storage == PEP_STORE_SPANS) &&
             !f->npaths)
        fail(r, "a function whose paths are counted has no numbers");
    else if (f->storage == PEP_STORE_ARRAY && f->ncounters < f->npaths)
        fail(r, "a function has fewer counters than paths");
    else if (f->storage == PEP_STORE_BLOCKS && f->ncounters > f->blocks.count)
        fail(r, "a function has more counters than blocks");
    else if (f->storage == PEP_STORE_DERIVED && f->npaths > 1)
        fail(r, "a function that its callers count has one path");
}

static struct pep_function *get_function(struct reader *r, uint32_t index)
{
    struct pep_function *f = PEP_NEW(r->arena, struct pep_function);
    struct pep_position last = {0, 0, 0};
    f->arena = r->arena;
    f->index = index;
    f->name = get_string(r);
    f->position = get_position(r, &last);
    f->end_line = get_difference(r, f->position.line, get_number(r));
    if (r->end - r->at < 8)
        fail(r, "the map ends in the middle of something");
    if (r->error)
        return f;
    f->cfg_hash = get_fixed(r->bytes + r->at, 8);
    r->at += 8;
    f->storage = get_byte(r);
    uint8_t flags = get_byte(r);
    if (flags > (PEP_MAP_STATIC | PEP_MAP_INLINE | PEP_MAP_SETJMP | PEP_MAP_NUMBERED | PEP_MAP_GUIDED | PEP_MAP_STALE |
                 PEP_MAP_ONLY_CALLED))
        fail(r, "a function has unknown flags");
    if ((flags & PEP_MAP_GUIDED) && (flags & PEP_MAP_STALE))
        fail(r, "a function is numbered by a profile that does not fit it");
    f->is_static = flags & PEP_MAP_STATIC;
    f->is_inline = flags & PEP_MAP_INLINE;
    f->calls_setjmp = flags & PEP_MAP_SETJMP;
    f->guided = flags & PEP_MAP_GUIDED;
    f->stale = flags & PEP_MAP_STALE;
    f->only_called = flags & PEP_MAP_ONLY_CALLED;
    f->reason = get_optional(r);
    f->base = get_below(r, UINT64_MAX, "a counter is out of range");
    f->ncounters = get_below(r, UINT64_MAX, "a counter is out of range");
    f->ncallers = get_count(r, 2);
    f->callers = f->ncallers ? PEP_NEW_N(r->arena, struct pep_caller, f->ncallers) : NULL;
    for (uint32_t i = 0; i < f->ncallers && !r->error; i++) {
        f->callers[i].function = get_below(r, r->map->nfunctions, "a caller is not in the unit");
        f->callers[i].block = get_below(r, UINT64_MAX, "a caller's block is out of range");
    }
    if (f->storage != PEP_STORE_NONE) {
        get_graph(r, f, flags & PEP_MAP_NUMBERED, last);
        get_accesses(r, f);
        get_sites(r, f, last);
        get_calls(r, f, last);
    }
    if (!r->error)
        check_storage(r, f);
    if (!r->error && f->storage == PEP_STORE_STREAM) {
        f->first_block = r->map->nblocks;
        r->map->nblocks += (uint32_t)f->blocks.count; /* no more than the map has bytes */
    }
    return f;
}

/* check_callers - of derived functions, and the callees; possible when all functions are there. */
static void check_callers(struct reader *r)
{
    for (uint32_t i = 0; i < r->map->nfunctions && !r->error; i++) {
        const struct pep_function *f = r->map->functions[i];
        for (uint32_t k = 0; k < f->ncallers; k++)
            if (f->callers[k].block >= r->map->functions[f->callers[k].function]->blocks.count)
                fail(r, "a caller's block is out of range");
    }
    for (uint32_t i = 0; i < r->map->ncallees && !r->error; i++)
        if (r->map->callees[i].function != PEP_NO_FUNCTION && r->map->callees[i].function >= r->map->nfunctions)
            fail(r, "a callee is not in the unit");
}

static void get_field(struct reader *r, struct pep_field *f, uint64_t bits)
{
    f->name = get_string(r);
    f->type = get_string(r);
    f->offset = get_number(r);
    uint64_t size = get_number(r);
    f->size = size >> 1;
    f->is_bit_field = size & 1;
    if (!r->error && (f->offset > bits || f->size > bits - f->offset))
        fail(r, "a member lies outside of its struct");
}

static void get_layout(struct reader *r, struct pep_layout *l)
{
    l->name = get_string(r);
    l->size = get_number(r);
    if (l->size > UINT64_MAX / 16)
        fail(r, "a struct is larger than any memory");
    l->nfields = get_count(r, 4);
    l->fields = PEP_NEW_N(r->arena, struct pep_field, l->nfields + 1);
    for (uint32_t i = 0; i < l->nfields && !r->error; i++)
        get_field(r, &l->fields[i], 8 * l->size);
}

static void get_callees(struct reader *r)
{
    struct pep_unitmap *map = r->map;
    uint32_t n = get_count(r, 1);
    map->calls = n;
    map->ncallees = n ? n - 1 : 0;
    map->callees = PEP_NEW_N(r->arena, struct pep_callee, n + 1);
    for (uint32_t i = 0; i < map->ncallees && !r->error; i++) {
        map->callees[i].name = get_string(r);
        uint64_t function = get_number(r);
        map->callees[i].function = (uint32_t)(function - 1); /* 0 gives PEP_NO_FUNCTION */
        if (!r->error && function > UINT32_MAX)
            fail(r, "a callee is not in the unit");
        if (!r->error && i && strcmp(map->callees[i - 1].name, map->callees[i].name) >= 0)
            fail(r, "the callees of a unit are not in order");
    }
}

static void get_unit(struct reader *r)
{
    struct pep_unitmap *map = r->map;
    map->name = get_string(r);
    map->directory = get_optional(r);
    map->nfiles = get_count(r, 1);
    map->files = PEP_NEW_N(r->arena, const char *, map->nfiles + 1);
    for (uint32_t i = 0; i < map->nfiles; i++)
        map->files[i] = get_string(r);
    map->event = get_byte(r);
    map->truncation = get_byte(r);
    map->update = get_byte(r);
    map->how = get_byte(r);
    if (map->event < PEP_EVENT_PATHS || map->event > PEP_EVENT_SUBPATHS)
        fail(r, "the unit counts no known event");
    if (map->truncation > PEP_TRUNCATE_HEADER || map->update > PEP_UPDATE_ATOMIC || map->how > PEP_HOW_DUPLICATED)
        fail(r, "the unit counts in no known way");
    if (map->event == PEP_EVENT_KPATHS)
        map->k = get_below(r, PEP_SEQUENCE_LONGEST + 1, "no sequence of paths is so long");
    if (map->event == PEP_EVENT_KPATHS && !map->k)
        fail(r, "the unit counts sequences of no path");
    map->ncounters = get_below(r, UINT64_MAX, "a counter is out of range");
    map->nlayouts = get_count(r, 3);
    map->layouts = PEP_NEW_N(r->arena, struct pep_layout, map->nlayouts + 1);
    for (uint32_t i = 0; i < map->nlayouts && !r->error; i++)
        get_layout(r, &map->layouts[i]);
    get_callees(r);
    map->nfunctions = get_count(r, 16);
    map->functions = PEP_NEW_N(r->arena, struct pep_function *, map->nfunctions + 1);
    for (uint32_t i = 0; i < map->nfunctions && !r->error; i++)
        map->functions[i] = get_function(r, i);
    check_callers(r);
    if (r->at < r->end)
        fail(r, "bytes are left behind the last function");
}

static int refuse(const char **error, const char *rule)
{
    *error = rule;
    return -1;
}

int pep_unitmap_decode(struct pep_unitmap *map, const unsigned char *bytes, size_t count, size_t *at,
                       struct pep_arena *arena, const char **error)
{
    while (*at < count && !bytes[*at])
        ++*at;
    if (*at == count)
        return 0;
    const unsigned char *record = bytes + *at;
    size_t left = count - *at;
    uint64_t length = left < PEP_MAP_HEADER ? 0 : get_fixed(record + PEP_MAP_LENGTH, 4);
    struct reader r = {bytes, *at + PEP_MAP_HEADER, *at + PEP_MAP_FOLLOWS + (size_t)length, arena, map, NULL};
    if (left < 4 || memcmp(record, PEP_MAP_MAGIC, 4))
        return refuse(error, "a map begins with PEPM");
    if (left < PEP_MAP_HEADER)
        return refuse(error, "the map ends in the middle of its header");
    if (record[4] != PEP_UNITMAP_VERSION)
        return refuse(error, "the map is of another version");
    if (length < PEP_MAP_HEADER - PEP_MAP_FOLLOWS || length > left - PEP_MAP_FOLLOWS)
        return refuse(error, "the map is longer than its section");
    *map = (struct pep_unitmap){.hash = get_fixed(record + PEP_MAP_FOLLOWS, 8)};
    if (pep_hash(bytes + r.at, r.end - r.at) != map->hash)
        return refuse(error, "the map's bytes do not have its hash");
    get_unit(&r);
    *at = r.at;
    return r.error ? refuse(error, r.error) : 1;
}
