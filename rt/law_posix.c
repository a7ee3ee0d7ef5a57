/* law_posix.c - what the environment asks for of subpaths.
 *
 *     PEP_LENGTHS=4,2,1  PEP_MEMORY=1m  PEP_SAMPLE=concise  PEP_ENCODING=rotation  PEP_AGING=10000 */
#define _GNU_SOURCE
#include "posix.h"
#include "subpaths.h"
#include <stdlib.h>
#include <string.h>

/* "4,2,1": the weights of n = 1, 2, 3; with "0:1" they go on from n = 0. */
static int weights_read(uint32_t *weight, const char *text)
{
    uint64_t number, n = 1, total = 0;

    for (;; text++) {
        if (pep_posix_number_of(&number, text, &text) < 0)
            return -1;
        if (*text == ':') {
            n = number;
            if (pep_posix_number_of(&number, text + 1, &text) < 0)
                return -1;
        }
        if (n > PEP_RAW_LENGTHS || number > PEP_SUBPATH_WEIGHT_MAX)
            return -1;
        weight[n++] = (uint32_t)number;
        total += number;
        if (*text != ',')
            return *text || !total ? -1 : 0;
    }
}

static void read_weights(uint32_t *weight, const char *name)
{
    uint32_t read[PEP_RAW_LENGTHS + 1] = {0};
    const char *text = getenv(name);

    if (!text || !*text)
        return;
    if (weights_read(read, text) == 0)
        memcpy(weight, read, sizeof read);
    else
        pep_posix_ignore(name, text, "what is usual");
}

void pep_platform_subpaths(struct pep_subpath_law *law)
{
    /* In the order of the enumerations. */
    static const char *const encodings[] = {"exact", "rotation", "xor", NULL};
    static const char *const samples[] = {"concise", "hold", NULL};

    read_weights(law->weight, "PEP_LENGTHS");
    pep_posix_read_bytes(&law->memory, "PEP_MEMORY", PEP_SUBPATH_MEMORY_MIN, PEP_SUBPATH_MEMORY_MAX);
    law->sample = pep_posix_read_word("PEP_SAMPLE", samples, law->sample);
    law->encoding = pep_posix_read_word("PEP_ENCODING", encodings, law->encoding);
    pep_posix_read_number(&law->aging, "PEP_AGING", 0, UINT32_MAX);
}
