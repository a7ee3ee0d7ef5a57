/* unit.h - what a translation unit gets beside the code in its functions: declarations in front, the static map behind.
 *
 * The emitted unit descriptor mirrors struct pep_unit of include/pep/abi.h. */
#ifndef PEP_REWRITE_UNIT_H
#define PEP_REWRITE_UNIT_H
#include "base/options.h"
#include "cfgbuild/unitmap.h"

/* The declarations: counters, descriptor, constructor.  has_inline: some instrumented function is inline without
 * static; such a function may not name static objects and uses hidden aliases of them. */
void pep_unit_prologue(struct pep_buffer *out, const struct pep_unitmap *map, const struct pep_options *options,
                       bool has_inline);
/* The record as an assembler block that puts it into the section .pep_map, which is not loaded. */
void pep_unit_map(struct pep_buffer *out, const struct pep_buffer *record);
#endif
