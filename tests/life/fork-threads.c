/* fork-threads.c - forks 40 times while threads count, begin and end.  Prints what parent and children have counted. */
#include "unit.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0xff, 700, PEP_UNIT_THREAD)

static int stop;
static uint64_t counted;

static void *brief(void *data)
{
    HIT_THREAD(demo, 2);
    return data;
}

static void *work(void *data)
{
    uint64_t own = 0;
    pthread_t thread;

    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        HIT_THREAD(demo, 0);
        PATH(demo, 0, own % 1000);
        own += 2;
        if (own % 1024 == 0 && pthread_create(&thread, NULL, brief, NULL) == 0) {
            pthread_join(thread, NULL);
            own++;
        }
    }
    __atomic_fetch_add(&counted, own, __ATOMIC_RELAXED);
    return data;
}

int main(void)
{
    pthread_t threads[4];
    uint64_t children = 0;
    int i, n;

    for (i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (n = 0; n < 40; n++) {
        if (fork() == 0) {
            for (i = 0; i < 100; i++)
                HIT_THREAD(demo, 1);
            PATH(demo, 3, (uint64_t)n);
            _exit(0);
        }
        children += 101;
    }
    while (wait(NULL) > 0)
        continue;
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%llu\n", (unsigned long long)(counted + children));
    return 0;
}
