/* pep_source.h - source files, by line, for reports.
 *
 * A name is looked for in the unit's compilation directory, or as it stands if it is absolute; then, with and without
 * its folders, in each folder of --source; then in the current folder and in that of the file where the unit's map was
 * found, or above it where that is libtool's.  A file that is not found has no lines: reports then show positions only.
 * Files are read once and kept. */
#ifndef PEP_TOOLS_PEP_SOURCE_H
#define PEP_TOOLS_PEP_SOURCE_H
#include "base/arena.h"
#include "base/array.h"
#include "base/map.h"
#include "profile/mapset.h"
#include "profile/profile.h"
#include <stdbool.h>
#include <stdint.h>

struct pep_source_file {
    const char *name; /* as it was looked for */
    const char *path; /* where it was found, or NULL */
    uint64_t changed; /* when it was last: nanoseconds since 1970 */
    uint64_t device, inode;
    struct {
        PEP_ARRAY(const char *); /* begin of each line; [0] is line 1; one more at the end */
    } lines;
};

struct pep_source_folders {
    PEP_ARRAY(const char *);
};

struct pep_sources {
    const struct pep_source_folders *folders; /* of --source */
    struct pep_map known;
    struct {
        PEP_ARRAY(struct pep_source_file *);
    } files;
    struct pep_arena arena;
};

/* The file of that name, never NULL.  unit: whose file it is, or NULL for a name of the command line. */
const struct pep_source_file *pep_source_open(struct pep_sources *s, const char *name,
                                              const struct pep_mapset_unit *unit);
/* Whether they hold the same text; false where one of them was not found. */
bool pep_source_same(const struct pep_source_file *a, const struct pep_source_file *b);
/* Says on stderr where to look if no file that was looked for is there, and which were changed after the program ran;
 * profile: of that, or NULL. */
void pep_sources_tell(const struct pep_sources *s, const struct pep_profile *profile);
/* A line without its end and how long it is; NULL where there is none. */
const char *pep_source_line(size_t *length, const struct pep_source_file *file, uint32_t line);
void pep_sources_free(struct pep_sources *s);
#endif
