#include "base/buffer.h"
#include "base/array.h"
#include <stdio.h>
#include <string.h>

static void reserve(struct pep_buffer *b, size_t more)
{
    b->at = pep_array_grow(b->at, b->count, &b->room, more + 1, 1);
}

void pep_buffer_add(struct pep_buffer *b, const void *bytes, size_t count)
{
    reserve(b, count);
    if (count)
        memcpy(b->at + b->count, bytes, count);
    b->count += count;
    b->at[b->count] = 0;
}

void pep_buffer_adds(struct pep_buffer *b, const char *text)
{
    pep_buffer_add(b, text, strlen(text));
}

void pep_buffer_addc(struct pep_buffer *b, char c)
{
    pep_buffer_add(b, &c, 1);
}

void pep_buffer_vprintf(struct pep_buffer *b, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n <= 0)
        return;
    reserve(b, (size_t)n);
    vsnprintf(b->at + b->count, (size_t)n + 1, format, ap);
    b->count += (size_t)n;
}

void pep_buffer_printf(struct pep_buffer *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    pep_buffer_vprintf(b, format, ap);
    va_end(ap);
}

const char *pep_buffer_text(const struct pep_buffer *b)
{
    return b->at ? b->at : "";
}

void pep_buffer_clear(struct pep_buffer *b)
{
    b->count = 0;
    if (b->at)
        b->at[0] = 0;
}

void pep_buffer_free(struct pep_buffer *b)
{
    pep_array_release(b->at);
    *b = (struct pep_buffer)PEP_BUFFER_INIT;
}
