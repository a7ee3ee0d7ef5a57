/* lines.h - counts of source lines: what `pep annotate` prints in the gutter.
 *
 * Of one function a line has the largest count of the blocks that hold it, as a line such as `for (i = 0; i < n; i++)`
 * lies in several; over several functions - an inline function of a header compiled into many units, functions that a
 * macro wrote into one line - the counts are added.  So are those of branches that stand at one line and column of
 * several functions; of one function such branches stay apart, in the order of its blocks.
 *
 * A struct pep_lines is about one file.  Zero-initialise, add functions, pep_lines_finish, read, pep_lines_free. */
#ifndef PEP_PROFILE_LINES_H
#define PEP_PROFILE_LINES_H
#include "profile/derive.h"

/* A way out of a branch or switch. */
struct pep_line_way {
    uint8_t kind;      /* enum pep_edge_kind */
    const char *label; /* of a case; the map's; or NULL */
    uint64_t count;
};

/* A branch or switch that stands on a line. */
struct pep_line_branch {
    uint32_t line, column;
    uint32_t nth, block; /* among those of its function that stand at the same place; its block there */
    uint64_t stamp;      /* which function that is */
    struct {
        PEP_ARRAY(struct pep_line_way);
    } ways;
};

struct pep_line {
    bool has_code;
    uint64_t count;
    uint64_t current; /* of the function being added */
    uint64_t stamp;   /* which function that is */
};

struct pep_lines {
    struct {
        PEP_ARRAY(struct pep_line); /* by line number; [0] is not used */
    } lines;
    struct {
        PEP_ARRAY(struct pep_line_branch); /* by (line, column) after pep_lines_finish */
    } branches;
    uint64_t stamp;
};

/* Adds a function's blocks that lie in file number `file` of its unit. */
void pep_lines_add(struct pep_lines *lines, const struct pep_function *f, const struct pep_derived *d, uint32_t file);
void pep_lines_finish(struct pep_lines *lines);
/* The first branch of a line and how many there are; NULL for none. */
const struct pep_line_branch *pep_lines_branches(size_t *n, const struct pep_lines *lines, uint32_t line);
void pep_lines_free(struct pep_lines *lines);
#endif
