/* pep export --format=gcc - a sample profile for gcc's -fauto-profile (gcc 12, and later while they read version 2):
 * words of 32 bits in the order of this machine, numbers of 64 as their lower half and the upper.
 *
 *     "gcda" 2 0
 *     0xaa000000 0 names (bytes "name\0")...
 *     0xac000000 0 functions (ENTRIES name lines 0 (line << 16 targets COUNT (0 NAME COUNT)...)...)...
 *     0xae000000 0 0 */
#include "base/map.h"
#include "tools/pep_samples.h"
#include <string.h>

enum { VERSION = 2 };
static const uint32_t MAGIC = 0x67636461, NAMES = 0xaa000000, FUNCTIONS = 0xac000000, MODULES = 0xae000000;

static void word(struct pep_buffer *out, uint32_t value)
{
    pep_buffer_add(out, &value, sizeof value);
}

static void words(struct pep_buffer *out, uint64_t value)
{
    word(out, (uint32_t)value);
    word(out, (uint32_t)(value >> 32));
}

static void add_name(struct pep_map *names, const char *name)
{
    pep_map_put(names, name, strlen(name), names->entries.count);
}

static uint32_t number(const struct pep_map *names, const char *name)
{
    return (uint32_t)*pep_map_get(names, name, strlen(name));
}

static void add_names(struct pep_buffer *out, struct pep_map *names, const struct pep_samples *s)
{
    for (size_t i = 0; i < s->count; i++)
        add_name(names, s->at[i].target ? s->at[i].target : s->at[i].function);
    word(out, (uint32_t)names->entries.count);
    for (size_t i = 0; i < names->entries.count; i++) {
        const struct pep_map_entry *name = &names->entries.at[i];
        word(out, (uint32_t)name->length + 1);
        pep_buffer_add(out, name->key, name->length);
        pep_buffer_addc(out, '\0');
    }
}

/* How many samples of this kind come in a row. */
static uint32_t run_of(const struct pep_samples *s, size_t at, size_t end, enum pep_sample_kind kind)
{
    size_t first = at;
    while (at < end && s->at[at].kind == kind)
        at++;
    return (uint32_t)(at - first);
}

static void add_function(struct pep_buffer *out, const struct pep_map *names, const struct pep_samples *s, size_t first,
                         size_t end)
{
    uint32_t lines = 0;
    for (size_t i = first; i < end; i++)
        lines += s->at[i].kind == PEP_SAMPLE_LINE && s->at[i].is_whole;
    words(out, s->at[first].count);
    word(out, number(names, s->at[first].function));
    word(out, lines);
    word(out, 0); /* calls that were put in place */
    for (size_t i = first + 1; i < end; i++) {
        if (!s->at[i].is_whole)
            continue;
        word(out, s->at[i].kind == PEP_SAMPLE_LINE ? s->at[i].line << 16 : 0);
        if (s->at[i].kind == PEP_SAMPLE_LINE)
            word(out, run_of(s, i + 1, end, PEP_SAMPLE_TARGET));
        else
            words(out, number(names, s->at[i].target));
        words(out, s->at[i].count);
    }
}

void pep_export_gcc(struct pep_buffer *out, const struct pep_export *x)
{
    struct pep_samples s = {0};
    struct pep_map names = {0};
    uint32_t functions = 0;
    uint64_t all;
    pep_samples_of(&s, x);
    word(out, MAGIC);
    word(out, VERSION);
    word(out, 0);
    word(out, NAMES);
    word(out, 0);
    add_names(out, &names, &s);
    for (size_t i = 0; i < s.count; i++)
        functions += s.at[i].kind == PEP_SAMPLE_ENTRY;
    word(out, FUNCTIONS);
    word(out, 0);
    word(out, functions);
    for (size_t i = 0, end; i < s.count; i = end) {
        end = pep_samples_function(&s, i, &all);
        add_function(out, &names, &s, i, end);
    }
    word(out, MODULES);
    word(out, 0);
    word(out, 0);
    pep_map_free(&names);
    pep_samples_free(&s);
}
