/* fork.c - the child counts anew from its first instruction on; a pointer taken before the fork stays good.  A thread
 * that is not the first forks, so that its counters are not the unit's own array.
 *
 * fork namespace [COMMAND...]: the child begins a namespace of numbers, which stays while the command runs.
 * fork clone: the child is made without libc's knowing; it counts 500 paths, where its parent counts 2000. */
#define _GNU_SOURCE
#include "unit.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0xf0, 4, PEP_UNIT_SINGLE)
UNIT(threaded, 0xf1, 4, PEP_UNIT_THREAD)

static int status = 1;

static void *work(void *data)
{
    volatile uint64_t *held = COUNTERS(threaded);
    pid_t pid;

    held[0]++;
    PATH(threaded, 0, 8);
    pid = fork();
    if (pid == 0) {
        HIT(demo, 1);
        held[1]++;
        HIT_THREAD(threaded, 1);
        PATH(demo, 0, 5);
        PATH(demo, 0, 1000);
        PATH(threaded, 0, 8);
        if (fork() == 0) {
            HIT(demo, 3);
            _exit(0);
        }
        wait(NULL);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    held[0]++;
    return data;
}

static void count(uint64_t from, uint64_t to)
{
    for (; from < to; from++)
        PATH(demo, 1, from);
}

/* The namespace that children were born into stays, without anybody in it. */
static int go_on(char **command)
{
    int space = open("/proc/self/ns/pid_for_children", O_RDONLY), own = open("/proc/self/ns/pid", O_RDONLY);

    if (space < 0 || setns(own, CLONE_NEWPID) < 0)
        return 1;
    execv(command[0], command);
    return 1;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int i;

    if (argc > 1 && !strcmp(argv[1], "clone")) {
        count(0, 1000);
        if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
            count(5000, 5500);
            exit(0);
        }
        wait(NULL);
        count(1000, 2000);
        return 0;
    }
    if (argc > 1) {
        if (unshare(CLONE_NEWPID) < 0)
            return 77;
        HIT(demo, 0);
        if (fork() == 0) {
            HIT(demo, 1);
            _exit(0);
        }
        wait(NULL);
        return argc > 2 ? go_on(argv + 2) : 0;
    }

    for (i = 0; i < 300; i++)
        PATH(demo, 0, (uint64_t)i);
    HIT(demo, 0);
    HIT_THREAD(threaded, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    HIT(demo, 0);
    PATH(demo, 0, 5);
    return status;
}
