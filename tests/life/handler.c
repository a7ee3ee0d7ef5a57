/* handler.c [thread] - a signal handler counts new and old paths in the middle of the runtime's slow ways.
 * Prints what it counted in all.
 *
 * handler forks - the handler forks now and then, and the child comes back from it and goes on for a while; fails where
 * one does not end well. */
#include "unit.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(single, 0x51, 1, PEP_UNIT_SINGLE)
UNIT(threaded, 0x52, 1, PEP_UNIT_THREAD)

static struct pep_unit *unit = &single;
static volatile uint64_t handled;
static volatile int over;

/* Only once: where a handler takes longer than that, one that came again and again would leave the program no time. */
static void again(void)
{
    struct itimerval once = {{0, 0}, {0, 50}};

    setitimer(ITIMER_REAL, &once, NULL);
}

static void handler(int number)
{
    int i;

    (void)number;
    for (i = 0; i < 20; i++) {
        unit->count(unit, 2, handled % 500000);
        unit->count(unit, 3, 1);
        handled++;
    }
    if (unit == &threaded)
        HIT_THREAD(threaded, 0);
    else
        HIT(single, 0);
    if (!over)
        again();
}

enum { CHILDREN = 200 };
static volatile uint64_t children;
static volatile int is_child;

static void soon(void)
{
    struct itimerval once = {{0, 0}, {0, 20 + rand() % 200}};

    setitimer(ITIMER_REAL, &once, NULL);
}

static void forking_handler(int number)
{
    int status;
    pid_t pid = fork();

    (void)number;
    if (!pid) {
        is_child = 1;
        return;
    }
    if (waitpid(pid, &status, 0) != pid || status)
        _exit(9);
    children++;
    soon();
}

/* New paths all the time: mostly the runtime is in the middle of one. */
static int fork_often(void)
{
    uint64_t i, done = 0;

    signal(SIGALRM, forking_handler);
    soon();
    for (i = 0; children < CHILDREN && done < 1000; i++, done += is_child != 0)
        single.count(&single, 1, i);
    return 0;
}

int main(int argc, char **argv)
{
    struct itimerval never = {{0, 0}, {0, 0}};
    struct sigaction action;
    uint64_t i, n = 400000;

    if (argc > 1 && !strcmp(argv[1], "forks"))
        return fork_often();
    if (argc > 1 && !strcmp(argv[1], "thread"))
        unit = &threaded;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGALRM, &action, NULL);
    again();
    errno = 77;
    for (i = 0; i < n; i++)
        unit->count(unit, 1, i * 7 % 300007);
    if (errno != 77)
        return 7;
    over = 1;
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%llu\n", (unsigned long long)(n + 2 * handled + handled / 20));
    return handled ? 0 : 8;
}
