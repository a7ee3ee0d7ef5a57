/* pattern.h - names of profile files.
 *
 * %b base name of the executable, %p pid, %h host name, %t folder for temporary files, %m a number of the executable,
 * the same in all its runs, %Nm that and one of N numbers (N is a digit), so that runs spread over N files; %% a
 * percent.  Any other letter stays as it is. */
#ifndef PEP_RT_PATTERN_H
#define PEP_RT_PATTERN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pep_pattern {
    const char *base, *host, *temporary;
    uint64_t module;
    uint32_t pid;
    /* set by the expansion: */
    bool pool;    /* the name has %m, */
    bool each;    /* or %p */
    char unknown; /* the first letter without a meaning, or 0 */
};

/* Gives 0, or -1 where the name and its NUL do not fit. */
int pep_pattern_expand(char *out, size_t room, const char *text, struct pep_pattern *values);
/* Appends text at *count, which counts on even where it does not fit. */
void pep_text_add(char *out, size_t room, size_t *count, const char *text);
void pep_text_add_number(char *out, size_t room, size_t *count, uint64_t number, unsigned base);
#endif
