/* error.h - the three reporters and the exit codes.
 *
 * Messages are lower case and say the rule that was broken:
 *     pep-cc: error: unknown option '-fpep-upd', did you mean '-fpep-update='?
 *     filter:1:12: error: a name or a string belongs after '~'
 *         function ~ and
 *                    ^
 * pep_program_name names the program in front ("pep-cc", "pep"). */
#ifndef PEP_BASE_ERROR_H
#define PEP_BASE_ERROR_H
#include <stddef.h>
#include <stdnoreturn.h>

/* Exit codes of the wrapper's own failures; those below 100 are the compiler's. */
enum pep_exit {
    PEP_EXIT_USAGE = 100,    /* the command line cannot be understood */
    PEP_EXIT_COMPILER = 101, /* the compiler behind could not be started */
    PEP_EXIT_MEMORY = 102,   /* out of memory */
    PEP_EXIT_IO = 103,       /* a file could not be read or written */
    PEP_EXIT_TEMP = 104,     /* no temporary folder could be made */
    PEP_EXIT_INTERNAL = 105, /* a contract of our own was broken */
    PEP_EXIT_SIGNAL = 106,   /* the compiler behind was ended by a signal that could not be passed on */
};

extern const char *pep_program_name;

/* Prints "NAME: error: ..." and ends the process with the code, after pep_at_fatal's hook. */
noreturn void pep_fatal(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints "NAME: warning: ...". */
void pep_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints "file:line:col: error: ...", the source line and a caret; `text` is the whole source, offset a byte of it. */
void pep_error_at(const char *file, const char *text, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Sets what pep_fatal calls before it exits (removal of temporary files); NULL for none. */
void pep_at_fatal(void (*hook)(void));
#endif
