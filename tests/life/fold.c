/* fold.c ends|dump - the file cannot grow, so that further threads count beside it.  They come and go while the first
 * one counts; or go on while it brings everything to the disk.  Prints what is counted in all. */
#define _GNU_SOURCE
#include "pep/pep.h"
#include "unit.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

UNIT(demo, 0xf7, 4, PEP_UNIT_THREAD)

enum { THREADS = 4, TIMES = 5000000, ROUNDS = 3000, EACH = 1000 };

static volatile uint32_t running;

static void count(long times)
{
    while (times--)
        HIT_THREAD(demo, 1);
}

static void *short_work(void *data)
{
    count(EACH);
    return data;
}

static void *come_and_go(void *data)
{
    pthread_t thread;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        pthread_create(&thread, NULL, short_work, NULL);
        pthread_join(thread, NULL);
    }
    running = 0;
    return data;
}

static void *long_work(void *data)
{
    count(TIMES);
    __atomic_fetch_sub(&running, 1, __ATOMIC_SEQ_CST);
    return data;
}

int main(int argc, char **argv)
{
    bool dump = argc > 1 && !strcmp(argv[1], "dump");
    struct rlimit limit = {4096, RLIM_INFINITY};
    pthread_t threads[THREADS];
    long own = 0;
    int n = dump ? THREADS : 1, i;

    count(1);
    setrlimit(RLIMIT_FSIZE, &limit);
    running = (uint32_t)n;
    for (i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, dump ? long_work : come_and_go, NULL);
    while (running)
        if (dump) {
            pep_dump();
        } else {
            count(1);
            own++;
        }
    for (i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    printf("%ld\n", 1 + (dump ? (long)THREADS * TIMES : own + (long)ROUNDS * EACH));
    return 0;
}
