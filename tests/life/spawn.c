/* spawn.c HOW PROGRAM ARGUMENT - starts another instrumented program in one of the ways there are. */
#define _GNU_SOURCE
#include "unit.h"
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

UNIT(demo, 0x5a, 2, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    char command[4096];
    pid_t pid = -1;

    if (argc < 4)
        return 9;
    HIT(demo, 0);
    snprintf(command, sizeof command, "'%s' %s", argv[2], argv[3]);
    if (!strcmp(argv[1], "exec"))
        execv(argv[2], argv + 2);
    if (!strcmp(argv[1], "vfork-exec") && (pid = vfork()) == 0) {
        HIT(demo, 1); /* the parent's memory and the parent's count */
        execv(argv[2], argv + 2);
        _exit(9);
    }
    if (!strcmp(argv[1], "posix-spawn"))
        posix_spawn(&pid, argv[2], NULL, NULL, argv + 2, environ);
    if (!strcmp(argv[1], "popen"))
        pclose(popen(command, "r"));
    if (!strcmp(argv[1], "daemon")) {
        if (daemon(1, 1) < 0)
            return 9;
        HIT(demo, 1);
        return 0;
    }
    if (pid > 0)
        waitpid(pid, NULL, 0);
    HIT(demo, 0);
    return 0;
}
