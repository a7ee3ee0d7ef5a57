/* threads.c THREADS ROUNDS TIMES [detach] - ROUNDS times THREADS threads count one counter and some paths TIMES times.
 * With detach the threads still count when main returns, each for a while already. */
#define _GNU_SOURCE
#include "unit.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef ATOMIC
UNIT(demo, 0x7d, 8, PEP_UNIT_ATOMIC)
#undef HIT_THREAD
#define HIT_THREAD(name, index) __atomic_fetch_add(&name##_counters[index], 1, __ATOMIC_RELAXED)
#else
UNIT(demo, 0x7d, 8, PEP_UNIT_THREAD)
#endif

static long times;
static int endless, busy;
static pthread_key_t late;

/* Another library's destructor may run instrumented code after the runtime has ended the thread. */
static void count_late(void *value)
{
    (void)value;
    if (demo_slot)
        abort(); /* they are another thread's by now */
    HIT_THREAD(demo, 1);
    PATH(demo, 2, 1);
}

static void *work(void *data)
{
    long i;

    if (demo_slot)
        abort(); /* a thread begins without counters */
    pthread_setspecific(late, data);
    for (i = 0; i < times || endless; i++) {
        HIT_THREAD(demo, 0);
        PATH(demo, 1, (uint64_t)i % 700);
        if (i == 1000)
            __atomic_fetch_add(&busy, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, rounds = argc > 2 ? atoi(argv[2]) : 1, r, i;
    struct timespec pause = {0, 5000000};
    pthread_t *threads = calloc((size_t)n, sizeof *threads);

    times = argc > 3 ? atol(argv[3]) : 10000;
    endless = argc > 4;
    pthread_key_create(&late, count_late);
    HIT_THREAD(demo, 2);
    for (r = 0; r < rounds; r++) {
        for (i = 0; i < n; i++)
            if (pthread_create(&threads[i], NULL, work, &late) != 0)
                return 9;
        for (i = 0; i < n && !endless; i++)
            pthread_join(threads[i], NULL);
    }
    while (endless && __atomic_load_n(&busy, __ATOMIC_RELAXED) < n)
        nanosleep(&pause, NULL);
    HIT_THREAD(demo, 2);
    free(threads);
    return 0;
}
