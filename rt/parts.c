/* parts.c - all parts of the runtime, for linkers that take nothing for common symbols: -u pep_parts (abi.h).  Not by
 * those symbols: to gold a unit's own is a definition. */
#include "core.h"

extern const char pep_file_of_sampling, pep_file_of_forests, pep_file_of_subpaths;
extern const char pep_file_of_threads, pep_file_of_tables, pep_file_of_values;
extern const char *const pep_parts[];
const char *const pep_parts[] = {&pep_file_of_sampling, &pep_file_of_forests, &pep_file_of_subpaths,
                                 &pep_file_of_threads,  &pep_file_of_tables,  &pep_file_of_values};
