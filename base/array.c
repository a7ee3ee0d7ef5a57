#include "base/array.h"
#include "base/error.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *pep_array_grow(void *at, size_t count, size_t *room, size_t more, size_t size)
{
    if (*room - count >= more)
        return at;
    size_t want = count + more;
    if (want < *room + *room / 2)
        want = *room + *room / 2;
    if (want < 8)
        want = 8;
    void *p = want > SIZE_MAX / 2 / size ? NULL : realloc(at, want * size);
    if (!p)
        pep_fatal(PEP_EXIT_MEMORY, "out of memory (%zu elements of %zu bytes wanted)", want, size);
    *room = want;
    return p;
}

void pep_array_zero(void *at, size_t bytes)
{
    if (bytes) /* of none there need be no place */
        memset(at, 0, bytes);
}

void pep_array_release(void *at)
{
    free(at);
}
