/* control.c WHAT [FILE] - the calls of pep.h: dump, reset, write. */
#include "pep/pep.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

#ifndef MODE
#define MODE PEP_UNIT_SINGLE
#endif
UNIT(demo, 0xc7, 3, MODE)
UNIT(second, 0xc8, 1000, MODE)

static int piece(const void *bytes, size_t count, void *data)
{
    return fwrite(bytes, 1, count, data) == count ? 0 : 5;
}

/* Counts meanwhile: tables grow, and there are more of them. */
static int counting_piece(const void *bytes, size_t count, void *data)
{
    static uint64_t number;
    int i;

    for (i = 0; i < 3000; i++)
        PATH(demo, 0, 1000 + number++);
    PATH(second, 1, number);
    VALUE(second, 2, (int64_t)number);
    return piece(bytes, count, data);
}

static int stop(const void *bytes, size_t count, void *data)
{
    (void)bytes, (void)count, (void)data;
    return 42;
}

int main(int argc, char **argv)
{
    FILE *f;
    int i;

    for (i = 0; i < 6; i++)
        HIT(demo, 1);
    HIT(second, 999);
    for (i = 0; i < 200; i++)
        PATH(demo, 0, (uint64_t)i);
    if (argc > 1 && !strcmp(argv[1], "reset")) {
        pep_reset();
        HIT(demo, 2);
        PATH(demo, 0, 3);
    }
    if (argc > 2 && !strcmp(argv[1], "write-counting")) {
        f = fopen(argv[2], "wb");
        return !f || pep_write(counting_piece, f) != 0 || fclose(f) != 0;
    }
    if (argc > 2 && !strcmp(argv[1], "write")) {
        f = fopen(argv[2], "wb");
        if (!f || pep_write(piece, f) != 0 || fclose(f) != 0)
            return 1;
        return pep_write(stop, NULL) == 42 ? 0 : 2;
    }
    return argc > 1 && !strcmp(argv[1], "dump") ? pep_dump() != 0 : 0;
}
