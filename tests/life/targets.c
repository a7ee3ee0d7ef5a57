/* targets.c HOW [LIBRARY...] - calls through pointers, by the sites of the unit's four; each function is called N = 100
 * times.
 *
 *     own          ours by site 0, another of ours by site 1
 *     foreign      the same, and libc's qsort by site 2
 *     nowhere      code in memory of no file by site 0, and in the page of the vdso by site 1 where there is one
 *     plugins      library_work of each library by site 0: it is opened, called through a pointer, and closed
 *     forked       foreign, and the same once more in a child
 *     threads      foreign, in eight threads at once, of a unit for threads
 *     handler      foreign, while a signal handler that comes all the time calls libc's qsort by site 2; says how often
 *     many         code in a hundred places of no file by site 0, then foreign
 *     sampled      foreign, of a sampled unit
 *     chroot       own, and foreign where there is no /proc
 *     written      foreign, and the profile through pep_write to standard output */
#define _GNU_SOURCE
#include "pep/pep.h"
#include "sampled.h"
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0xb4, 1, PEP_UNIT_SINGLE)
UNIT(threaded, 0xb5, 1, PEP_UNIT_THREAD)
SAMPLED(sampled, 0xb6, 1)

enum { TIMES = 100 };

static struct pep_unit *unit = &demo;
static volatile unsigned long handled;

static void calls(uint32_t site, uintptr_t function)
{
    for (int i = 0; i < TIMES; i++)
        if (unit != &sampled || pep_tick)
            unit->target(unit, site, (const void *)function);
}

void mine(void);
void mine(void) {}
static void mine_too(void) {}

static void own(void)
{
    calls(0, (uintptr_t)mine);
    calls(1, (uintptr_t)mine_too);
}

static void foreign(void)
{
    own();
    calls(2, (uintptr_t)qsort);
}

static void nowhere(void)
{
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    calls(0, (uintptr_t)code + 16);
    calls(1, getauxval(AT_SYSINFO_EHDR) + 64);
}

/* Every second page is code: no two lie in one mapping. */
static void many(void)
{
    char *code = mmap(NULL, 200 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    for (int i = 0; i < 200; i += 2) {
        mprotect(code + 4096 * i, 4096, PROT_READ | PROT_EXEC);
        unit->target(unit, 0, code + 4096 * i);
    }
    foreign();
}

static void plugin(const char *name)
{
    void *library = dlopen(name, RTLD_NOW), *work = library ? dlsym(library, "library_work") : NULL;

    if (!work) {
        fprintf(stderr, "%s\n", dlerror());
        exit(9);
    }
    ((void (*)(int))(uintptr_t)work)(1);
    calls(0, (uintptr_t)work);
    printf("%p\n", work);
    dlclose(library);
}

static void *work(void *unused)
{
    (void)unused;
    foreign();
    return NULL;
}

static void threads(void)
{
    pthread_t t[8];

    unit = &threaded;
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
}

static void on_alarm(int signal)
{
    (void)signal;
    handled++;
    unit->target(unit, 2, (const void *)(uintptr_t)qsort);
}

static void disturbed(void)
{
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};

    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &often, NULL);
    foreign();
    while (handled < 100)
        continue;
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
    const char *how = argc > 1 ? argv[1] : "";

    if (!strcmp(how, "own"))
        own();
    else if (!strcmp(how, "nowhere"))
        nowhere();
    else if (!strcmp(how, "many"))
        many();
    else if (!strcmp(how, "threads"))
        threads();
    else if (!strcmp(how, "handler"))
        disturbed();
    else if (!strcmp(how, "plugins"))
        for (int i = 2; i < argc; i++)
            plugin(argv[i]);
    else {
        if (!strcmp(how, "sampled"))
            unit = &sampled;
        if (!strcmp(how, "chroot"))
            own();
        if (!strcmp(how, "chroot") && (chdir("/proc/self/fdinfo") < 0 || chroot(".") < 0))
            return 77;
        foreign();
    }
    if (!strcmp(how, "forked")) {
        if (!fork()) {
            foreign();
            return 0;
        }
        wait(NULL);
    }
    return !strcmp(how, "written") && pep_write(put, NULL);
}
