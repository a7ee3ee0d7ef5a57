/* target.c - which function a call through a pointer leads to. */
#include "core.h"

void pep_target(struct pep_unit *unit, uint32_t site, const void *function)
{
    unit->value(unit, site, (uintptr_t)function & (((uint64_t)1 << PEP_RAW_TARGET_BITS) - 1));
}
