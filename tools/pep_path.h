/* pep_path.h - a path as people read it: where it begins, which way each branch went, where it ends. */
#ifndef PEP_TOOLS_PEP_PATH_H
#define PEP_TOOLS_PEP_PATH_H
#include "base/buffer.h"
#include "tools/pep_session.h"
#include "tools/pep_source.h"
#include <jansson.h>

/* What an edge means to a reader: "true", "case 3", "default", "goto again", "returns".  Good for the next
 * few calls. */
const char *pep_path_outcome(const struct pep_edge *e);
/* Prints "path N of F  freq ...  branches ...  flow ...", and which F that is (pep_session.h), unless it is "". */
void pep_path_print_head(const struct pep_counted *c, const struct pep_derived_path *path, uint64_t whole,
                         const char *which);
/* Prints the path, a source line a row, at most `limit` rows and then one that tells so; gives how many it printed. */
size_t pep_path_print(const struct pep_counted *c, const struct pep_derived_path *path, struct pep_sources *sources,
                      size_t limit);
/* The same of paths that follow one another, all rows: where one ends and the next begins is told once. */
void pep_path_print_sequence(const struct pep_counted *c, const uint64_t *numbers, size_t n,
                             struct pep_sources *sources);
/* The rows as a JSON array. */
json_t *pep_path_steps(const struct pep_counted *c, const uint64_t *numbers, size_t n, struct pep_sources *sources);
/* The path as a JSON object. */
json_t *pep_path_json(const struct pep_counted *c, const struct pep_derived_path *path, uint64_t whole,
                      struct pep_sources *sources);
#endif
