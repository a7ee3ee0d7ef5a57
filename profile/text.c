#include "profile/text.h"
#include <stdbool.h>
#include <string.h>

static void put_string(struct pep_buffer *out, const char *s)
{
    pep_buffer_addc(out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            pep_buffer_printf(out, "\\%c", c);
        else if (c == '\n')
            pep_buffer_adds(out, "\\n");
        else if (c == '\t')
            pep_buffer_adds(out, "\\t");
        else if (c < 0x20 || c == 0x7f)
            pep_buffer_printf(out, "\\x%02x", c);
        else
            pep_buffer_addc(out, (char)c);
    }
    pep_buffer_addc(out, '"');
}

static void put_way(struct pep_buffer *out, const char *word, const uint64_t *paths, size_t n)
{
    pep_buffer_printf(out, "        %s", word);
    for (size_t i = 0; i < n; i++)
        pep_buffer_printf(out, " %llu", (unsigned long long)paths[i]);
}

/* Whether the reader makes the node of itself: one without a count that another begins with. */
static bool is_implied(const struct pep_sequences *sequences, size_t i)
{
    const struct pep_sequence *s = &sequences->at[i];
    return !s->count && i + 1 < sequences->count && s[1].length > s->length;
}

/* put_sequences - each with all of its paths; single paths are records. */
static void put_sequences(struct pep_buffer *out, const struct pep_sequences *sequences)
{
    struct {
        PEP_ARRAY(uint64_t);
    } way = {0};
    for (size_t i = 0; i < sequences->count; i++) {
        const struct pep_sequence *s = &sequences->at[i];
        way.count = s->length - 1;
        pep_array_push(&way, s->path);
        if (s->length > 1 && !is_implied(sequences, i)) {
            put_way(out, "sequence", way.at, way.count);
            pep_buffer_printf(out, ": %llu;\n", (unsigned long long)s->count);
        }
        if (s->pruned) {
            put_way(out, "pruned", way.at, way.count);
            pep_buffer_printf(out, ": %lu;\n", (unsigned long)s->pruned);
        }
    }
    if (sequences->pruned)
        pep_buffer_adds(out, "        pruned;\n");
    pep_array_free(&way);
}

static void put_record(struct pep_buffer *out, const struct pep_profile *p, const struct pep_record *r, uint32_t indent)
{
    static const char *const words[] = {
        [PEP_RECORD_PATH] = "path",   [PEP_RECORD_EDGE] = "edge",     [PEP_RECORD_VALUE] = "value",
        [PEP_RECORD_OTHER] = "other", [PEP_RECORD_TARGET] = "target", [PEP_RECORD_BLOCK] = "block"};
    pep_buffer_printf(out, "%*s%s ", (int)(4 * indent), "", words[r->kind]);
    if (r->kind == PEP_RECORD_VALUE || r->kind == PEP_RECORD_TARGET)
        pep_buffer_printf(out, "%u ", r->site);
    if (r->kind == PEP_RECORD_TARGET)
        put_string(out, pep_profile_name(p, r->key));
    else
        pep_buffer_printf(out, "%llu", (unsigned long long)r->key);
    pep_buffer_printf(out, ": %llu;\n", (unsigned long long)r->count);
}

static void put_function(struct pep_buffer *out, const struct pep_profile *p, const struct pep_counts *f)
{
    pep_buffer_printf(out, "    function %u ", f->index);
    put_string(out, f->name);
    pep_buffer_printf(out, " cfg 0x%016llx paths %llu {", (unsigned long long)f->cfg_hash,
                      (unsigned long long)f->npaths);
    bool empty = !f->records.count && !f->sequences.count && !f->sequences.pruned;
    pep_buffer_adds(out, empty ? "" : "\n");
    for (size_t i = 0; i < f->records.count; i++)
        put_record(out, p, &f->records.at[i], 2);
    put_sequences(out, &f->sequences);
    pep_buffer_adds(out, empty ? "}\n" : "    }\n");
}

/* Those below a context follow one another: of each parent the first one, its children being those up to where the
 * parents change. */
static void put_contexts(struct pep_buffer *out, const struct pep_profile *p, const uint32_t *first, uint32_t at,
                         uint32_t indent)
{
    uint32_t parent = p->contexts.at[at].parent;
    for (; at < p->contexts.count && p->contexts.at[at].parent == parent; at++) {
        const struct pep_context *c = &p->contexts.at[at];
        const struct pep_counts *f = pep_profile_find_function(p, c->unit, c->function);
        pep_buffer_printf(out, "%*scontext 0x%016llx %u { # ", (int)(4 * indent), "", (unsigned long long)c->unit,
                          c->function);
        put_string(out, f ? f->name : "");
        pep_buffer_addc(out, '\n');
        for (size_t i = 0; i < c->records.count; i++)
            put_record(out, p, &c->records.at[i], indent + 1);
        if (first[at])
            put_contexts(out, p, first, first[at], indent + 1);
        pep_buffer_printf(out, "%*s}\n", (int)(4 * indent), "");
    }
}

/* The tree as it is: a context's callees inside of it. */
static void put_tree(struct pep_buffer *out, const struct pep_profile *p)
{
    size_t n = p->contexts.count;
    uint32_t *first = pep_array_grow(NULL, 0, &(size_t){0}, n + 1, sizeof *first);
    pep_array_zero(first, (n + 1) * sizeof *first);
    for (size_t i = n; i--;)
        if (p->contexts.at[i].parent != PEP_NO_CONTEXT)
            first[p->contexts.at[i].parent] = (uint32_t)i;
    if (n)
        put_contexts(out, p, first, 0, 0);
    pep_array_release(first);
}

static const char *const ways[] = {
    [PEP_RAW_SUBPATH_ALL] = "all", [PEP_RAW_SUBPATH_BLOCKS] = "blocks", [PEP_RAW_SUBPATH_STAYS] = "stays"};
static const char *const encodings[] = {
    [PEP_RAW_ENCODING_EXACT] = "exact", [PEP_RAW_ENCODING_ROTATION] = "rotation", [PEP_RAW_ENCODING_XOR] = "xor"};

static void put_total(struct pep_buffer *out, const struct pep_subpath_total *t)
{
    const struct {
        const char *word;
        uint64_t value;
    } facts[] = {{"told", t->told},   {"recorded", t->recorded}, {"dropped", t->dropped},   {"lost", t->lost},
                 {"stays", t->stays}, {"aged", t->aged},         {"distance", t->distance}, {"bytes", t->bytes}};
    pep_buffer_printf(out, "subpaths %s %s {\n    weights", ways[t->way], encodings[t->encoding]);
    for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++)
        pep_buffer_printf(out, " %u", t->weight[n]);
    pep_buffer_adds(out, ";\n");
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].value)
            pep_buffer_printf(out, "    %s %llu;\n", facts[i].word, (unsigned long long)facts[i].value);
    pep_buffer_adds(out, "}\n");
}

/* put_subpaths - each by its number in the order of the profile, so that halves stand in front. */
static void put_subpaths(struct pep_buffer *out, const struct pep_profile *p)
{
    const struct pep_subpaths *s = &p->subpaths;
    for (size_t i = 0; i < s->totals.count; i++)
        put_total(out, &s->totals.at[i]);
    for (size_t i = 0; i < s->count; i++) {
        const struct pep_subpath *at = &s->at[i];
        const struct pep_place *place = at->n ? NULL : &s->places.at[at->left];
        const struct pep_counts *f = place ? pep_profile_find_function(p, place->unit, place->function) : NULL;
        if (place)
            pep_buffer_printf(out, "place %zu 0x%016llx %u %u", i, (unsigned long long)place->unit, place->function,
                              place->block);
        else
            pep_buffer_printf(out, "halves %zu %u %u", i, at->left, at->right);
        if (at->encoding)
            pep_buffer_printf(out, " %s", encodings[at->encoding]);
        if (at->samples || at->estimate)
            pep_buffer_printf(out, ": %llu %llu %llu", (unsigned long long)at->samples,
                              (unsigned long long)at->estimate, (unsigned long long)at->variance);
        pep_buffer_adds(out, f ? "; # " : ";");
        if (f)
            put_string(out, f->name);
        pep_buffer_addc(out, '\n');
    }
}

static void put_map(struct pep_buffer *out, const struct pep_profile_map *m)
{
    enum { A_LINE = 48 };
    static const char digits[] = "0123456789abcdef";
    pep_buffer_printf(out, "map 0x%016llx", (unsigned long long)m->hash);
    for (size_t i = 0; i < m->count; i++) {
        if (i % A_LINE == 0)
            pep_buffer_adds(out, "\n    \"");
        pep_buffer_addc(out, digits[m->bytes[i] >> 4]);
        pep_buffer_addc(out, digits[m->bytes[i] & 15]);
        if (i % A_LINE == A_LINE - 1 || i + 1 == m->count)
            pep_buffer_addc(out, '"');
    }
    pep_buffer_adds(out, ";\n");
}

void pep_text_write(struct pep_buffer *out, const struct pep_profile *p)
{
    pep_buffer_printf(out, "pep profile %d;\n", PEP_TEXT_VERSION);
    const struct {
        const char *word;
        uint64_t value;
    } facts[] = {{"runs", p->runs}, {"lost", p->lost}, {"samples", p->samples}, {"first", p->first}, {"last", p->last}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (facts[i].value)
            pep_buffer_printf(out, "%s %llu;\n", facts[i].word, (unsigned long long)facts[i].value);
    }
    for (size_t i = 0; i < p->binaries.count; i++) {
        pep_buffer_adds(out, "binary ");
        put_string(out, p->binaries.at[i]);
        pep_buffer_adds(out, ";\n");
    }
    for (size_t i = 0; i < p->units.count; i++) {
        const struct pep_unit_counts *unit = &p->units.at[i];
        pep_buffer_printf(out, "unit 0x%016llx ", (unsigned long long)unit->hash);
        put_string(out, unit->name);
        if (*unit->directory) {
            pep_buffer_adds(out, " in ");
            put_string(out, unit->directory);
        }
        pep_buffer_adds(out, " {\n");
        for (size_t f = 0; f < unit->functions.count; f++)
            put_function(out, p, &unit->functions.at[f]);
        pep_buffer_adds(out, "}\n");
    }
    put_tree(out, p);
    put_subpaths(out, p);
    for (size_t i = 0; i < p->maps.count; i++)
        put_map(out, &p->maps.at[i]);
}

int pep_text_recognise(const char *text, size_t count)
{
    size_t i = 0;
    for (;;) {
        while (i < count && memchr(" \t\r\n", text[i], 4))
            i++;
        if (i == count || text[i] != '#')
            break;
        while (i < count && text[i] != '\n')
            i++;
    }
    if (count - i < 4)
        return -1;
    return !memcmp(text + i, "pep", 3) && memchr(" \t\r\n#", text[i + 3], 5) != NULL;
}
