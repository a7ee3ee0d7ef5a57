/* buffer.h - the text buffer: bytes with a length, always followed by a NUL.
 *
 * Zero-initialise (PEP_BUFFER_INIT) before use, pep_buffer_free at the end.  `at` is NULL only while nothing was ever
 * added; pep_buffer_text gives "" then.  Memory that runs out ends the process through pep_fatal(PEP_EXIT_MEMORY). */
#ifndef PEP_BASE_BUFFER_H
#define PEP_BASE_BUFFER_H
#include <stdarg.h>
#include <stddef.h>

struct pep_buffer {
    char *at;
    size_t count, room;
};
#define PEP_BUFFER_INIT                                                                                                \
    {                                                                                                                  \
        NULL, 0, 0                                                                                                     \
    }

void pep_buffer_add(struct pep_buffer *b, const void *bytes, size_t count);
void pep_buffer_adds(struct pep_buffer *b, const char *text);
void pep_buffer_addc(struct pep_buffer *b, char c);
void pep_buffer_printf(struct pep_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pep_buffer_vprintf(struct pep_buffer *b, const char *format, va_list ap);
const char *pep_buffer_text(const struct pep_buffer *b);
void pep_buffer_clear(struct pep_buffer *b); /* keeps the memory */
void pep_buffer_free(struct pep_buffer *b);
#endif
