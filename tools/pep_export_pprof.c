/* pep export --format=pprof - a profile as pprof reads it: a sample an edge, of two locations, the callee's first line
 * and the line of the call. */
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

static void add_sample(struct making *m, const struct pep_call_edge *e)
{
    const struct pep_call_site *site = pep_graph_site(m->g, e);
    const struct pep_function *callee = pep_graph_node(m->g, e->callee)->function;
    Pep__Pprof__Sample *s = MAKE(m, Pep__Pprof__Sample, SAMPLE);
    s->n_location_id = 2;
    s->location_id = PEP_NEW_N(&m->arena, uint64_t, 2);
    s->location_id[0] = location(m, e->callee, callee ? callee->position.line : 0);
    s->location_id[1] = location(m, e->caller, site ? site->position.line : 0);
    s->n_value = 1;
    s->value = PEP_NEW(&m->arena, int64_t);
    s->value[0] = number(e->count);
    pep_array_push(&m->samples, s);
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
    for (size_t i = 0; i < m.g->hottest.count; i++)
        add_sample(&m, m.g->hottest.at[i]);
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
