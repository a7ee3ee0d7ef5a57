/* pep export --format=pprof - a profile as pprof reads it: where samples took callers, a sample a context, a location
 * for each function on its first line; else a sample an edge, of two locations, the callee's first line and the line of
 * the call. */
#include "tools/pep_export.h"
#include "base/error.h"
#include "tools/pprof.pb-c.h"
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

/* Messages are made one by one and handed over as arrays of pointers. */
struct making {
    const struct pep_graph *g;
    struct pep_map strings, locations; /* text; node and line: their numbers */
    struct {
        PEP_ARRAY(char *);
    } texts;
    struct {
        PEP_ARRAY(Pep__Pprof__Location *);
    } places;
    struct {
        PEP_ARRAY(Pep__Pprof__Function *);
    } functions;
    struct {
        PEP_ARRAY(Pep__Pprof__Sample *);
    } samples;
    struct pep_arena arena;
};

#define MAKE(m, type, NAME)                                                                                            \
    ((type *)memcpy(PEP_NEW(&(m)->arena, type), &(const type)PEP__PPROF__##NAME##__INIT, sizeof(type)))

/* The number of a text in the table. */
static int64_t text(struct making *m, const char *s)
{
    uint64_t number = *pep_map_put(&m->strings, s, strlen(s), m->texts.count);
    if (number == m->texts.count)
        pep_array_push(&m->texts, pep_arena_strdup(&m->arena, s));
    return (int64_t)number;
}

static int64_t number(uint64_t count)
{
    return count > INT64_MAX ? INT64_MAX : (int64_t)count;
}

/* Functions are numbered as the nodes, from 1 on. */
static void add_function(struct making *m, uint32_t node)
{
    const struct pep_call_node *n = pep_graph_node(m->g, node);
    Pep__Pprof__Function *f = MAKE(m, Pep__Pprof__Function, FUNCTION);
    f->id = node + 1;
    f->name = f->system_name = text(m, m->g->names[node]);
    if (n->function) {
        f->filename = text(m, pep_graph_file(n, n->function->position.file));
        f->start_line = n->function->position.line;
    }
    pep_array_push(&m->functions, f);
}

static uint64_t location(struct making *m, uint32_t node, uint32_t line)
{
    const uint32_t key[2] = {node, line};
    uint64_t id = *pep_map_put(&m->locations, key, sizeof key, m->places.count + 1);
    if (id <= m->places.count)
        return id;
    Pep__Pprof__Location *l = MAKE(m, Pep__Pprof__Location, LOCATION);
    l->id = id;
    l->n_line = 1;
    l->line = PEP_NEW(&m->arena, Pep__Pprof__Line *);
    l->line[0] = MAKE(m, Pep__Pprof__Line, LINE);
    l->line[0]->function_id = node + 1;
    l->line[0]->line = line;
    pep_array_push(&m->places, l);
    return id;
}

static uint64_t first_line(struct making *m, uint32_t node)
{
    const struct pep_function *f = pep_graph_node(m->g, node)->function;
    return location(m, node, f ? f->position.line : 0);
}

/* A sample of so many locations, which the caller fills in, innermost first. */
static uint64_t *add_sample(struct making *m, size_t locations, uint64_t count)
{
    Pep__Pprof__Sample *s = MAKE(m, Pep__Pprof__Sample, SAMPLE);
    s->n_location_id = locations;
    s->location_id = PEP_NEW_N(&m->arena, uint64_t, locations);
    s->n_value = 1;
    s->value = PEP_NEW(&m->arena, int64_t);
    s->value[0] = number(count);
    pep_array_push(&m->samples, s);
    return s->location_id;
}

static void add_edge(struct making *m, const struct pep_call_edge *e)
{
    const struct pep_call_site *site = pep_graph_site(m->g, e);
    uint64_t *locations = add_sample(m, 2, e->count);
    locations[0] = first_line(m, e->callee);
    locations[1] = location(m, e->caller, site ? site->position.line : 0);
}

static void add_context(struct making *m, uint32_t context)
{
    const struct pep_context_node *c = m->g->contexts.at;
    size_t n = 0;
    for (uint32_t i = context; i != PEP_NO_CONTEXT; i = c[i].parent)
        n++;
    uint64_t *locations = add_sample(m, n, c[context].called);
    for (uint32_t i = context; i != PEP_NO_CONTEXT; i = c[i].parent)
        *locations++ = first_line(m, c[i].node);
}

static void add_samples(struct making *m)
{
    const struct pep_contexts *contexts = &m->g->contexts;
    for (uint32_t i = 0; i < contexts->count; i++)
        if (contexts->at[i].called)
            add_context(m, i);
    for (size_t i = 0; i < m->g->hottest.count && !contexts->count; i++)
        add_edge(m, m->g->hottest.at[i]);
}

/* The same bytes for the same profile: the head of the stream holds neither name nor time. */
static void add_gzip(struct pep_buffer *out, const unsigned char *bytes, size_t count)
{
    enum { WINDOW = 15, GZIP = 16, MEMORY = 8 };
    unsigned char piece[16384];
    z_stream z = {0};
    int state = deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW + GZIP, MEMORY, Z_DEFAULT_STRATEGY);
    if (state != Z_OK)
        pep_fatal(PEP_EXIT_MEMORY, "out of memory");
    while (state == Z_OK) {
        if (!z.avail_in && count) { /* in steps that its counter of 32 bits can hold */
            z.avail_in = count < UINT_MAX ? (unsigned)count : UINT_MAX;
            z.next_in = (unsigned char *)(uintptr_t)bytes;
            bytes += z.avail_in;
            count -= z.avail_in;
        }
        z.next_out = piece;
        z.avail_out = sizeof piece;
        state = deflate(&z, count ? Z_NO_FLUSH : Z_FINISH);
        pep_buffer_add(out, piece, sizeof piece - z.avail_out);
    }
    deflateEnd(&z);
}

void pep_export_pprof(struct pep_buffer *out, const struct pep_export *x)
{
    const struct pep_profile *p = &x->session->profile;
    struct making m = {.g = x->graph};
    Pep__Pprof__Profile profile = PEP__PPROF__PROFILE__INIT;
    Pep__Pprof__ValueType type = PEP__PPROF__VALUE_TYPE__INIT, *types = &type;
    (void)text(&m, ""); /* has to be the first */
    type.type = text(&m, "calls");
    type.unit = text(&m, "count");
    int64_t comment = text(&m, pep_session_title(x->session));
    for (uint32_t node = 0; node < m.g->calls.nodes.count; node++)
        add_function(&m, node);
    add_samples(&m);
    profile.n_sample_type = 1;
    profile.sample_type = &types;
    profile.default_sample_type = type.type;
    profile.n_sample = m.samples.count;
    profile.sample = m.samples.at;
    profile.n_location = m.places.count;
    profile.location = m.places.at;
    profile.n_function = m.functions.count;
    profile.function = m.functions.at;
    profile.n_string_table = m.texts.count;
    profile.string_table = m.texts.at;
    profile.n_comment = 1;
    profile.comment = &comment;
    profile.time_nanos = number(p->first);
    profile.duration_nanos = p->last > p->first ? number(p->last - p->first) : 0;
    size_t size = pep__pprof__profile__get_packed_size(&profile);
    unsigned char *bytes = PEP_NEW_N(&m.arena, unsigned char, size);
    pep__pprof__profile__pack(&profile, bytes);
    add_gzip(out, bytes, size);
    pep_map_free(&m.strings);
    pep_map_free(&m.locations);
    pep_array_free(&m.texts);
    pep_array_free(&m.places);
    pep_array_free(&m.functions);
    pep_array_free(&m.samples);
    pep_arena_free(&m.arena);
}
