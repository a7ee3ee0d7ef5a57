/* end.c - counts in an array and in a table, then ends as its first argument says. */
#include "unit.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

UNIT(demo, 0xe1, 3, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "exit";
    int i;

    for (i = 0; i < 7; i++)
        HIT(demo, 0);
    HIT(demo, 2);
    for (i = 0; i < 5; i++)
        PATH(demo, 1, 1000);
    if (!strcmp(how, "exit"))
        exit(3);
    if (!strcmp(how, "_exit"))
        _exit(3);
    if (!strcmp(how, "quick-exit"))
        quick_exit(3);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "sigterm"))
        raise(SIGTERM);
    if (!strcmp(how, "sigkill"))
        raise(SIGKILL);
    if (!strcmp(how, "sigsegv"))
        *(volatile int *)8 = 0;
    return 99;
}
