/* settings_posix.c - what the environment asks for, word by word.
 *
 *     PEP_MEMORY=1m */
#define _GNU_SOURCE
#include "core.h"
#include "pattern.h"
#include "posix.h"
#include <stdlib.h>
#include <string.h>

/* A few pages of nodes. */
#define FORESTS_MIN ((uint64_t)16 << 10)

void pep_posix_ignore(const char *name, const char *value, const char *taken)
{
    char line[256];
    size_t count = 0;

    if (!pep_posix_flag("PEP_VERBOSE"))
        return;
    pep_text_add(line, sizeof line, &count, name);
    pep_text_add(line, sizeof line, &count, "=");
    pep_text_add(line, sizeof line - 64, &count, value);
    if (count > sizeof line - 64)
        count = sizeof line - 65;
    pep_text_add(line, sizeof line, &count, " has no meaning; ");
    pep_text_add(line, sizeof line, &count, taken);
    pep_text_add(line, sizeof line, &count, " is taken");
    pep_platform_say(line);
}

int pep_posix_number_of(uint64_t *number, const char *text, const char **end)
{
    *number = 0;
    if (*text < '0' || *text > '9')
        return -1;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (*number > UINT64_MAX / 10 - 1)
            return -1;
        *number = *number * 10 + (uint64_t)(*text - '0');
    }
    *end = text;
    return 0;
}

void pep_posix_read_number(uint32_t *out, const char *name, uint64_t least, uint64_t most)
{
    const char *text = getenv(name), *end;
    char taken[24];
    uint64_t number;
    size_t count = 0;

    if (!text || !*text)
        return;
    if (pep_posix_number_of(&number, text, &end) == 0 && !*end && number >= least && number <= most) {
        *out = (uint32_t)number;
        return;
    }
    pep_text_add_number(taken, sizeof taken, &count, *out, 10);
    pep_posix_ignore(name, text, taken);
}

unsigned pep_posix_read_word(const char *name, const char *const *words, unsigned taken)
{
    const char *text = getenv(name);
    unsigned i;

    if (!text || !*text)
        return taken;
    for (i = 0; words[i]; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    pep_posix_ignore(name, text, words[taken]);
    return taken;
}

void pep_posix_read_bytes(uint64_t *out, const char *name, uint64_t least, uint64_t most)
{
    const char *text = getenv(name), *end;
    uint64_t number, unit = 1;

    if (!text || !*text)
        return;
    if (pep_posix_number_of(&number, text, &end) == 0) {
        if (*end == 'k' || *end == 'm')
            unit = *end++ == 'k' ? 1 << 10 : 1 << 20;
        if (!*end && number <= most / unit && number * unit >= least) {
            *out = number * unit;
            return;
        }
    }
    pep_posix_ignore(name, text, "what is usual");
}

void pep_platform_forests(uint64_t *bytes)
{
    pep_posix_read_bytes(bytes, "PEP_MEMORY", FORESTS_MIN, UINT64_MAX);
}
