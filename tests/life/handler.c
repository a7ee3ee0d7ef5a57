/* handler.c [thread] - a signal handler counts new and old paths in the middle of the runtime's slow ways.
 * Prints what it counted in all. */
#include "unit.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

UNIT(single, 0x51, 1, PEP_UNIT_SINGLE)
UNIT(threaded, 0x52, 1, PEP_UNIT_THREAD)

static struct pep_unit *unit = &single;
static volatile uint64_t handled;

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
}

int main(int argc, char **argv)
{
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    struct sigaction action;
    uint64_t i, n = 400000;

    if (argc > 1 && !strcmp(argv[1], "thread"))
        unit = &threaded;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    errno = 77;
    for (i = 0; i < n; i++)
        unit->count(unit, 1, i * 7 % 300007);
    if (errno != 77)
        return 7;
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%llu\n", (unsigned long long)(n + 2 * handled + handled / 20));
    return handled ? 0 : 8;
}
