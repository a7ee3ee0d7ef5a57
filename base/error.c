#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *pep_program_name = "pep";
static void (*fatal_hook)(void);

static void say(const char *kind, const char *format, va_list ap)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s: ", pep_program_name, kind);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
}

void pep_fatal(int code, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    say("error", format, ap);
    va_end(ap);
    if (fatal_hook)
        fatal_hook();
    exit(code);
}

void pep_warn(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    say("warning", format, ap);
    va_end(ap);
}

void pep_error_at(const char *file, const char *text, size_t offset, const char *format, ...)
{
    size_t line = 1, start = 0;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    size_t length = strcspn(text + start, "\n");
    fprintf(stderr, "%s:%zu:%zu: error: ", file, line, offset - start + 1);
    va_list ap;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fprintf(stderr, "\n    %.*s\n    %*s^\n", (int)length, text + start, (int)(offset - start), "");
}

void pep_at_fatal(void (*hook)(void))
{
    fatal_hook = hook;
}
