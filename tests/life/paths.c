/* paths.c DISTINCT TIMES - counts many paths, one after the other. */
#include "unit.h"
#include <stdlib.h>

UNIT(demo, 0xa0, 1, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    (void)argc;
    uint64_t distinct = strtoull(argv[1], NULL, 10), i;
    int times = atoi(argv[2]);

    while (times--)
        for (i = 0; i < distinct; i++)
            PATH(demo, (uint32_t)(i & 3), i << 20);
    return 0;
}
