/* fork.c - the child counts anew from its first instruction on; a pointer taken before the fork stays good. */
#include "unit.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0xf0, 4, PEP_UNIT_SINGLE)
UNIT(threaded, 0xf1, 4, PEP_UNIT_THREAD)

int main(void)
{
    volatile uint64_t *held;
    int i, status = 1;
    pid_t pid;

    for (i = 0; i < 300; i++)
        PATH(demo, 0, (uint64_t)i);
    HIT(demo, 0);
    HIT(demo, 0);
    held = COUNTERS(threaded);
    held[0]++;
    pid = fork();
    if (pid == 0) {
        HIT(demo, 1);
        held[1]++;
        HIT_THREAD(threaded, 1);
        PATH(demo, 0, 5);
        PATH(demo, 0, 1000);
        if (fork() == 0) {
            HIT(demo, 3);
            _exit(0);
        }
        wait(NULL);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    held[0]++;
    HIT(demo, 0);
    PATH(demo, 0, 5);
    return status;
}
