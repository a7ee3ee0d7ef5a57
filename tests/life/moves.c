/* moves.c - goes to another folder and into another root, then needs more room in its file and forks. */
#define _GNU_SOURCE
#include "unit.h"
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0x30, 1, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    uint64_t i;
    pid_t pid;

    HIT(demo, 0);
    if (chdir("/") < 0)
        return 9;
    if (argc > 1 && !strcmp(argv[1], "chroot") && chroot("/proc/self/fdinfo") < 0)
        return 77;
    for (i = 0; i < 5000; i++)
        PATH(demo, 0, i);
    pid = fork();
    if (pid == 0) {
        HIT(demo, 0);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    return 0;
}
