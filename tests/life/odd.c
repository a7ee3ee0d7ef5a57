/* odd.c - units that the runtime cannot take as they are; built with one of these. */
#include "unit.h"

#ifdef VERSION
UNIT_ALIGNED(odd, 0x0d, 2, PEP_UNIT_SINGLE, PEP_COUNTER_ALIGN, VERSION)
UNIT_ALIGNED(odder, 0x0e, 2, PEP_UNIT_SINGLE, PEP_COUNTER_ALIGN, VERSION)
#else
/* Pages of the file cannot stand in for an array that shares its pages with other data. */
static uint64_t neighbours[2][520] __attribute__((aligned(4096)));
static struct pep_unit odd = {PEP_ABI_VERSION,   sizeof odd,      0x0d, 512,
                              neighbours[0] + 3, PEP_UNIT_SINGLE, 1,    PEP_UNIT_EXHAUSTIVE};
#define odd_counters (neighbours[0] + 3)
static __attribute__((constructor(101))) void begin(void)
{
    pep_unit_register(&odd);
}
static __attribute__((destructor(101))) void end(void)
{
    pep_unit_unregister(&odd);
}
#endif

int main(void)
{
    HIT(odd, 0);
    HIT(odd, 1);
    HIT(odd, 1);
    return 4;
}
