/* paths.c DISTINCT TIMES [closed] - counts many paths, one after the other; closed: at first some others, while there
 * is no descriptor left. */
#include "unit.h"
#include <stdlib.h>
#include <unistd.h>

UNIT(demo, 0xa0, 1, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    uint64_t distinct = strtoull(argv[1], NULL, 10), i;
    int times = atoi(argv[2]), file, last = 0;

    if (argc > 3) {
        while ((file = dup(0)) >= 0)
            last = file;
        for (i = 0; i < 1000; i++)
            PATH(demo, 4, i);
        while (last > 2)
            close(last--);
    }
    while (times--)
        for (i = 0; i < distinct; i++)
            PATH(demo, (uint32_t)(i & 3), i << 20);
    return 0;
}
