/* subpaths.c WHAT N - blocks tell of themselves as generated code would, in one of the ways WAY (enum pep_unit_how).
 *
 * A turn is the blocks 0 to 9, one after the other; `handler` has a signal tell 100 to 104 meanwhile.  `many` tells of
 * a thousand blocks at random.  Prints how many turns there were. */
#include "pep/pep.h"
#include "unit.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef WAY
#define WAY PEP_UNIT_EXHAUSTIVE
#endif
#ifndef KEY
#define KEY 0xd0
#endif

__attribute__((common, visibility("hidden"))) volatile int32_t pep_countdown[PEP_COUNTDOWNS], pep_skip;
__attribute__((common, visibility("hidden"))) volatile uint32_t pep_open;

static void nothing(struct pep_unit *unit, uint32_t block, uint32_t level)
{
    (void)unit, (void)block, (void)level;
}

static struct pep_unit demo = {.abi = PEP_ABI_VERSION,
                               .bytes = sizeof(struct pep_unit),
                               .hash = KEY,
                               .how = WAY,
                               .trigger = PEP_UNIT_COUNTDOWN,
                               .nfunctions = 1,
                               .event = PEP_UNIT_SUBPATHS,
                               .parts = PEP_PART_SUBPATHS | PEP_PART_THREADS | (WAY ? PEP_PART_SAMPLING : 0),
                               .block = nothing};
UNIT_LIFE(demo)

static void tell(uint32_t block, uint32_t level)
{
#if WAY == 1
    (void)level;
    if (--*pep_countdown < 0)
        demo.block(&demo, block, 0);
#elif WAY == 2
    if (level && --pep_skip < 0)
        demo.block(&demo, block, level);
#else
    (void)level;
    demo.block(&demo, block, 0);
#endif
}

static void loop(uint64_t n, uint32_t level)
{
    uint64_t i, b;

    for (i = 0; i < n; i++)
        for (b = 0; b < 10; b++)
            tell((uint32_t)b, level + (!i && !b));
}

/* A function with checks: one at its entry, and one where each of `n` turns ends. */
static void turns(uint64_t n)
{
#if WAY == 2
    uint64_t i;
    uint32_t into = --*pep_countdown < 0 && pep_begin();

    for (i = 0; i < n; i++) {
        loop(1, into ? 2 : 0);
        if (into && !((pep_open || --*pep_countdown < 0) && pep_stay(2))) {
            pep_left();
            into = 0;
        } else if (!into)
            into = --*pep_countdown < 0 && pep_begin();
    }
    if (into)
        pep_left();
#else
    loop(n, 0);
#endif
}

#ifdef PLUGIN
void work(uint64_t n);
void work(uint64_t n)
{
    turns(n);
}
#else

static volatile uint64_t handled;

static void handler(int number)
{
    uint32_t b;

    (void)number;
    for (b = 100; b < 105; b++)
        tell(b, PEP_LEVEL_UNKNOWN);
    handled++;
}

static void *thread(void *n)
{
    turns(*(uint64_t *)n);
    return NULL;
}

static void threads(uint64_t count, uint64_t n)
{
    pthread_t each[64];
    uint64_t i;

    for (i = 0; i < count; i++)
        if (pthread_create(&each[i], NULL, thread, &n))
            abort();
    for (i = 0; i < count; i++)
        pthread_join(each[i], NULL);
}

static void many(uint64_t n)
{
    uint32_t x = 1;

    for (; n; n--) {
        x = x * 1103515245u + 12345u;
        tell(x >> 16 & 1023, 2);
    }
}

/* A thread that is to be cancelled tells as many, and more room is made, where nothing cancels and nothing fails. */
static void *undisturbed(void *data)
{
    pthread_cancel(pthread_self());
    errno = ENOENT;
    many(*(uint64_t *)data);
    *(uint64_t *)data = errno == ENOENT;
    return data;
}

#if WAY == 2
static jmp_buf out_of_sort;

/* The blocks 100 to 104, behind a check at the entry. */
static void other(void)
{
    uint32_t into = --*pep_countdown < 0 && pep_begin(), b;

    for (b = 100; b < 105; b++)
        tell(b, into ? 2 : 0);
    if (into)
        pep_left();
}

/* A sort, whose stack is deep, calls what leaves it by longjmp. */
__attribute__((noinline)) static void sort(void)
{
    volatile char deep[8192];

    deep[0] = 0;
    if (--*pep_countdown < 0)
        pep_callback(0);
    loop(1, --*pep_countdown < 0 && pep_begin() ? 2 : deep[0]);
    longjmp(out_of_sort, 1);
}

static void jumps(volatile uint64_t n)
{
    for (; n; n--) {
        if (!setjmp(out_of_sort))
            sort();
        other();
        other();
    }
}

static pthread_barrier_t asleep, awake;

/* Sleeps in the middle of a stay. */
static void *sleeper(void *data)
{
    while (!(--*pep_countdown < 0 && pep_begin()))
        continue;
    pthread_barrier_wait(&asleep);
    pthread_barrier_wait(&awake);
    pep_left();
    return data;
}

/* A duplicate that goes on for ever: each turn ends with a check. */
static void beside_sleeper(uint64_t n)
{
    pthread_t one;
    uint32_t on = 0;

    pthread_barrier_init(&asleep, NULL, 2);
    pthread_barrier_init(&awake, NULL, 2);
    pthread_create(&one, NULL, sleeper, NULL);
    pthread_barrier_wait(&asleep);
    for (; n; n--) {
        loop(1, on ? 2 : 0);
        on = (pep_open || --*pep_countdown < 0) && pep_stay(2);
    }
    pthread_barrier_wait(&awake);
    pthread_join(one, NULL);
}
#endif

static int put(const void *bytes, size_t count, void *file)
{
    return fwrite(bytes, 1, count, file) != count;
}

/* Reads all of the program's own variables, as a conservative collector of garbage does. */
static void collect(void)
{
    extern const char __bss_start[], _end[];
    const volatile char *at;

    for (at = __bss_start; at < _end; at += 1024)
        (void)*at;
}

int main(int argc, char **argv)
{
    struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};
    uint64_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 0, i;
    const char *what = argc > 1 ? argv[1] : "";
    int status = 1;

    if (!strcmp(what, "turns"))
        turns(n);
    else if (!strcmp(what, "killed")) {
        turns(n);
        raise(SIGKILL);
    } else if (!strcmp(what, "threads"))
        threads(32, n);
    else if (!strcmp(what, "one-by-one"))
        for (i = 0; i < 100; i++)
            threads(1, n);
    else if (!strcmp(what, "forked")) {
        turns(n);
        if (!fork()) {
            turns(n);
            collect();
            return 0;
        }
        wait(&status);
        if (status)
            return 1;
        turns(n);
    } else if (!strcmp(what, "reset")) {
        turns(3 * n);
        pep_reset();
        turns(n);
    } else if (!strcmp(what, "paused")) {
        turns(n);
        pep_pause();
        many(100 * n);
        pep_resume();
        turns(n);
    } else if (!strcmp(what, "written")) {
        turns(n);
        return pep_write(put, stdout);
    } else if (!strcmp(what, "handler")) {
        signal(SIGALRM, handler);
        setitimer(ITIMER_REAL, &often, NULL);
        turns(n);
        setitimer(ITIMER_REAL, &never, NULL);
        printf("%llu\n", (unsigned long long)handled);
    } else if (!strcmp(what, "undisturbed")) {
        pthread_t one;

        pthread_create(&one, NULL, undisturbed, &n);
        pthread_join(one, NULL);
        return n != 1;
    } else if (!strcmp(what, "many"))
        many(n);
#if WAY == 2
    else if (!strcmp(what, "sleeper"))
        beside_sleeper(n);
    else if (!strcmp(what, "jumps"))
        jumps(n);
#endif
    else if (!strcmp(what, "plugins"))
        for (i = 0; i < n; i++) {
            void *library = dlopen(argv[3], RTLD_NOW);
            void (*work)(uint64_t);

            if (!library || !(*(void **)&work = dlsym(library, "work")))
                return 3;
            work(100);
            dlclose(library);
        }
    else
        return 2;
    return 0;
}
#endif
