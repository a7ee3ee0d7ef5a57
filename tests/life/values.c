/* values.c HOW N - values that come by sites: by the unit's four, and by one of a unit for threads.
 *
 *     few          N times 1, 2, 3 by the sites 0, 1, 2
 *     many         N values that come once, and between them 7 as often, by site 3
 *     killed       few, and it ends there by SIGKILL
 *     handler      few, while a signal handler that comes all the time records 1 by site 0; says how often it did
 *     forked       few, and the same once more in a child
 *     threads      few, in four threads one after the other and four at once, of the other unit
 *     reset        few, pep_reset, and N times 5 by site 0
 *     written      few, and the profile through pep_write to standard output */
#include "pep/pep.h"
#include "unit.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0xb0, 1, PEP_UNIT_SINGLE)
UNIT(threaded, 0xb1, 1, PEP_UNIT_THREAD)

static uint64_t times;
static volatile unsigned long handled;

static void few(void)
{
    for (uint64_t i = 0; i < times; i++)
        for (uint32_t site = 0; site < 3; site++)
            VALUE(demo, site, site + 1);
}

static void many(void)
{
    for (uint64_t i = 0; i < times; i++) {
        VALUE(demo, 3, 1000 + i);
        VALUE(demo, 3, 7);
    }
}

static void *work(void *unused)
{
    (void)unused;
    for (uint64_t i = 0; i < times; i++)
        for (uint32_t site = 0; site < 3; site++)
            VALUE(threaded, site, site + 1);
    return NULL;
}

static void threads(int at_once)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&t[i], NULL, work, NULL);
        if (!at_once)
            pthread_join(t[i], NULL);
    }
    for (int i = 0; i < 4 && at_once; i++)
        pthread_join(t[i], NULL);
}

static void on_alarm(int signal)
{
    (void)signal;
    handled++;
    VALUE(demo, 0, 1);
}

static void disturbed(void)
{
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &often, NULL);
    few();
    setitimer(ITIMER_REAL, &never, NULL);
    signal(SIGALRM, SIG_IGN);
    printf("%lu\n", handled);
}

static int put(const void *bytes, size_t count, void *unused)
{
    (void)unused;
    return fwrite(bytes, 1, count, stdout) == count ? 0 : -1;
}

int main(int argc, char **argv)
{
    const char *how = argc > 2 ? argv[1] : "";
    times = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (!strcmp(how, "many"))
        many();
    else if (!strcmp(how, "handler"))
        disturbed();
    else if (!strcmp(how, "threads"))
        threads(0), threads(1);
    else
        few();
    if (!strcmp(how, "killed"))
        raise(SIGKILL);
    if (!strcmp(how, "forked")) {
        if (!fork()) {
            few();
            return 0;
        }
        wait(NULL);
    }
    if (!strcmp(how, "reset")) {
        pep_reset();
        for (uint64_t i = 0; i < times; i++)
            VALUE(demo, 0, 5);
    }
    return !strcmp(how, "written") && pep_write(put, NULL);
}
