#include "tests/profile/damage.h"
#include "profile/binary.h"
#include "profile/derive.h"
#include "profile/gather.h"
#include "profile/match.h"
#include "profile/prior.h"
#include "profile/text.h"
#include "profile/values.h"
#include "tests/profile/sample.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool law, const char *text)
{
    if (law)
        return;
    fprintf(stderr, "broken law: %s\n", text);
    abort();
}

/* Derives all functions that find a map, and counts their values, as reports do. */
static void derive_all(const struct pep_profile *p, const struct pep_mapset *maps)
{
    struct pep_site_counts sites = {0};
    struct pep_matches matches = {0};
    size_t next = 0;
    pep_match_profile(&matches, maps, p);
    for (size_t u = 0; u < p->units.count; u++) {
        for (size_t i = 0; i < p->units.at[u].functions.count; i++) {
            struct pep_derived d = {0};
            const struct pep_counts *c = &p->units.at[u].functions.at[i];
            struct pep_match m = matches.at[next++];
            if (m.kind == PEP_MATCH_EXACT || m.kind == PEP_MATCH_MOVED) {
                pep_derive(&d, m.function, c);
                pep_values_add(&sites, p->units.at[u].name, m.function, c, NULL);
            }
            pep_derived_free(&d);
        }
    }
    pep_values_rank(&sites);
    pep_values_free(&sites);
    pep_array_free(&matches);
}

static void expand_all(const struct pep_subpaths *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t places[PEP_SUBPATH_LONGEST], n = pep_subpaths_expand(places, s, i);
        double low, high;
        must(n == 1u << s->at[i].n, "a subpath has as many blocks as its length says");
        must(pep_subpaths_period(places, n) <= n, "it repeats itself behind its end at the latest");
        pep_subpaths_interval(&low, &high, &s->at[i]);
        must(low >= 0 && low <= high, "an interval has a begin and an end");
    }
}

static void round_trips(const struct pep_profile *p)
{
    struct pep_buffer first = PEP_BUFFER_INIT, text = PEP_BUFFER_INIT, second = PEP_BUFFER_INIT;
    struct pep_profile again = PEP_PROFILE_INIT, from_text = PEP_PROFILE_INIT;
    struct pep_fault fault;
    pep_binary_write(&first, p);
    must(!pep_binary_read(&again, first.at, first.count, &fault), "what is written can be read");
    pep_text_write(&text, &again);
    must(!pep_text_read(&from_text, text.at, text.count, &fault), "what is written as text can be read");
    pep_binary_write(&second, &from_text);
    must(first.count == second.count && !memcmp(first.at, second.at, first.count), "all forms hold the same");
    pep_profile_free(&again);
    pep_profile_free(&from_text);
    pep_buffer_free(&first);
    pep_buffer_free(&text);
    pep_buffer_free(&second);
}

static int as_raw(const void *bytes, size_t count, const struct pep_mapset *maps)
{
    struct pep_raw_file raw = {0};
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_gathered g = {0};
    struct pep_fault fault;
    int taken = !pep_raw_read(&raw, bytes, count, &fault);
    if (taken) {
        sample_gather(&p, &g, &raw, maps);
        derive_all(&p, maps);
        expand_all(&p.subpaths);
        round_trips(&p);
    }
    pep_gathered_free(&g);
    pep_raw_free(&raw);
    pep_profile_free(&p);
    return taken;
}

static int as_profile(const void *bytes, size_t count, const struct pep_mapset *maps, bool text)
{
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_mapset own = {0};
    struct pep_fault fault = {.at = 0};
    int taken = !(text ? pep_text_read(&p, bytes, count, &fault) : pep_binary_read(&p, bytes, count, &fault));
    if (taken) {
        derive_all(&p, maps);
        expand_all(&p.subpaths);
        round_trips(&p);
        if (pep_mapset_add_profile(&own, &p, "input", &fault) >= 0)
            derive_all(&p, &own);
    } else {
        must(fault.text[0] && (fault.at == PEP_FAULT_NOWHERE || fault.at <= count), "a fault has a text and a place");
    }
    pep_mapset_free(&own);
    pep_profile_free(&p);
    return taken;
}

static void as_prior(const void *bytes, size_t count)
{
    struct pep_prior prior = {0};
    struct pep_fault fault = {.at = 0};
    long found = pep_prior_read(&prior, "sample.c", bytes, count, &fault);
    must(found >= 0 || (fault.text[0] && (fault.at == PEP_FAULT_NOWHERE || fault.at <= count)),
         "a fault has a text and a place");
    pep_prior_free(&prior);
}

static int as_map(const void *bytes, size_t count)
{
    struct pep_mapset set = {0};
    struct pep_fault fault;
    long found = pep_mapset_add_bytes(&set, bytes, count, "input", &fault);
    pep_mapset_free(&set);
    return found > 0;
}

int damage_read(const unsigned char *bytes, size_t count, const struct pep_mapset *maps)
{
    /* A copy of the exact size, so that the sanitizers see a read beyond its end; and a NUL behind the text form's. */
    char *exact = malloc(count ? count : 1), *text = malloc(count + 1);
    must(exact && text, "there is memory");
    if (count) {
        memcpy(exact, bytes, count);
        memcpy(text, bytes, count);
    }
    text[count] = 0;
    int taken = as_raw(exact, count, maps) + as_profile(exact, count, maps, false) +
                as_profile(text, count, maps, true) + as_map(exact, count);
    as_prior(exact, count);
    free(exact);
    free(text);
    return taken;
}

/* --- repair --- */

static uint64_t get(const unsigned char *p, unsigned size)
{
    uint64_t n = 0;
    for (unsigned i = size; i--;)
        n = n << 8 | p[i];
    return n;
}

static void set(unsigned char *p, uint64_t n)
{
    for (unsigned i = 0; i < 8; i++, n >>= 8)
        p[i] = (unsigned char)n;
}

static void repair_profile(unsigned char *bytes, size_t count)
{
    uint64_t sections = get(bytes + 12, 4);
    if (sections > 64 || count < 32 + sections * 32)
        return;
    set(bytes + 16, count);
    for (uint64_t i = 0; i < sections; i++) {
        unsigned char *entry = bytes + 32 + i * 32;
        uint64_t offset = get(entry + 8, 8), size = get(entry + 16, 8);
        if (offset <= count && size <= count - offset)
            set(entry + 24, pep_hash(bytes + offset, (size_t)size));
    }
    struct pep_buffer head = PEP_BUFFER_INIT;
    pep_buffer_add(&head, bytes, 24);
    pep_buffer_add(&head, bytes + 32, (size_t)sections * 32);
    set(bytes + 24, pep_hash(head.at, head.count));
    pep_buffer_free(&head);
}

void damage_repair(unsigned char *bytes, size_t count)
{
    if (count >= 32 && !memcmp(bytes, PEP_BINARY_MAGIC, 8))
        repair_profile(bytes, count);
    if (count >= 17 && !memcmp(bytes, "PEPM", 4)) {
        uint64_t length = count - 9;
        for (int i = 0; i < 4; i++)
            bytes[5 + i] = (unsigned char)(length >> 8 * i);
        set(bytes + 9, pep_hash(bytes + 17, count - 17));
    }
}
