/* paths.c DISTINCT TIMES [kill] - counts many paths; with kill it ends there by SIGKILL. */
#include "unit.h"
#include <signal.h>
#include <stdlib.h>

UNIT(demo, 0xa0, 1, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    uint64_t distinct = strtoull(argv[1], NULL, 10), i;
    int times = atoi(argv[2]);

    while (times--)
        for (i = 0; i < distinct; i++)
            PATH(demo, (uint32_t)(i & 3), i << (i % 40));
    if (argc > 3)
        raise(SIGKILL);
    return 0;
}
