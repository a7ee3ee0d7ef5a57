/* linked.c - counts here and in a library that is linked with it: one profile file for both. */
#include "unit.h"

UNIT(demo, 0x11, 1, PEP_UNIT_SINGLE)

void library_work(int times);

int main(void)
{
    HIT(demo, 0);
    library_work(4);
    return 0;
}
