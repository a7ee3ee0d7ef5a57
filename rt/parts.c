/* parts.c - all parts of the runtime, for linkers that take nothing for common symbols: -u pep_parts (abi.h). */
#include "core.h"

extern const char *const pep_parts[];
const char *const pep_parts[] = {&pep_part_sampling, &pep_part_forests, &pep_part_subpaths,
                                 &pep_part_threads,  &pep_part_tables,  &pep_part_values};
