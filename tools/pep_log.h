/* pep_log.h - what pep-cc wrote into the file that PEP_LOG names: what it left as it was, and why.
 *
 * A line is "FILE: unit: REASON" for a whole source, "FILE: FUNCTION: REASON" for one function of it; FILE is absolute,
 * and its line ends stand as "\n".  Builds append, so a line may stand there many times: it is kept once. */
#ifndef PEP_TOOLS_PEP_LOG_H
#define PEP_TOOLS_PEP_LOG_H
#include "base/arena.h"
#include "base/array.h"
#include "profile/mapset.h"

struct pep_log_line {
    const char *file, *function; /* function: NULL where it is about the whole file */
    const char *reason;
};

struct pep_log {
    struct {
        PEP_ARRAY(struct pep_log_line); /* in the order of the file */
    } lines;
    size_t strange; /* lines of another form; they are left out */
    struct pep_arena arena;
};

/* Reads into a zero-initialised log.  Gives 0, or -1 with errno set; pep_log_free in any case. */
int pep_log_read(struct pep_log *log, const char *path);
/* Whether a static map at hand is that file's: then it was instrumented, and the map tells what was left out. */
bool pep_log_is_mapped(const struct pep_log_line *line, const struct pep_mapset *maps);
void pep_log_free(struct pep_log *log);
#endif
