/* steps.c single|thread SITUATION N - a signal comes after instruction N of counting.  Its handler counts so much that
 * tables are replaced by larger ones, and forks, and the child comes back to where it was.  Prints the file's name and
 * what was counted in all.  Exit code 3 where counting takes fewer instructions, 9 where the child fails, 77 where the
 * processor cannot step.  The situations:
 *
 *     small, large   a path that has a record in a small table, or in one that keeps what was told last
 *     new            a path that has no record
 *     value          a value of a site; the handler's values too
 *
 * The others block signals at times, and a step there would be the program's end. */
#define _GNU_SOURCE
#include "unit.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#if defined __x86_64__

UNIT(single, 0x51, 1, PEP_UNIT_SINGLE)
UNIT(threaded, 0x52, 1, PEP_UNIT_THREAD)

static struct pep_unit *unit = &single;
static uint64_t counted;
static long steps, last;

enum { STEP = 0x100 }; /* the trap flag */

static const struct situation {
    const char *name;
    uint64_t before, after; /* so many are counted before it, and by the handler */
    uint64_t what;
    bool value;
} situations[] = {
    {"small", 50, 200, 7, false},
    {"large", 7000, 28000, 7, false},
    {"new", 50, 200, 7000, false},
    {"value", 50, 50, 7, true},
};
static const struct situation *now = situations;

static void count(uint64_t what)
{
    counted++;
    if (now->value)
        unit->value(unit, 3, what % 8);
    else
        unit->count(unit, 1, what);
}

static void count_new(uint64_t n)
{
    while (n--)
        count(counted);
}

static void handler(int number, siginfo_t *info, void *context)
{
    int status;
    pid_t pid;

    (void)number, (void)info;
    if (++steps < last)
        return;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~STEP;
    count_new(now->after);
    pid = fork();
    if (pid && (waitpid(pid, &status, 0) != pid || status))
        _exit(9);
}

int main(int argc, char **argv)
{
    struct sigaction action;
    pid_t self = getpid();

    if (argc < 4)
        return 2;
    if (!strcmp(argv[1], "thread"))
        unit = &threaded;
    last = atol(argv[3]);
    while (strcmp(now->name, argv[2]))
        if (++now == situations + sizeof situations / sizeof *situations)
            return 2;
    count_new(now->before);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, NULL);
    __asm__ volatile("lea -256(%%rsp), %%rsp\n\tpushfq\n\torq %0, (%%rsp)\n\tpopfq\n\tlea 256(%%rsp), %%rsp"
                     :
                     : "i"(STEP)
                     : "memory", "cc");
    count(now->what);
    __asm__ volatile("lea -256(%%rsp), %%rsp\n\tpushfq\n\tandq %0, (%%rsp)\n\tpopfq\n\tlea 256(%%rsp), %%rsp"
                     :
                     : "i"(~STEP)
                     : "memory", "cc");
    if (getpid() != self)
        return 0;
    printf("steps.%ld.pepraw %llu\n", (long)self, (unsigned long long)counted);
    return steps < last ? 3 : 0;
}

#else

int main(void)
{
    return 77;
}

#endif
