/* outrun.c POINTS - two threads come to points by turns: at each tick the second one to so many, then the first one to
 * as many as a tick may want.  The second one's counters are those from SECOND on. */
#include "pep/pep.h"
#include "sampled.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#define LAST   8192
#define SECOND 4096
#define TICKS  8
#define ENOUGH 500

SAMPLED(demo, 0x91, LAST)

static sem_t begins, ended;

static void *second(void *points)
{
    long n = SECOND, tick, i;

    for (tick = 0; tick < TICKS; tick++) {
        sem_wait(&begins);
        for (i = 0; i < (long)points; i++)
            POINT(demo, n++);
        sem_post(&ended);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    long n = 1, tick, i;

    sem_init(&begins, 0, 0);
    sem_init(&ended, 0, 0);
    if (pthread_create(&thread, NULL, second, (void *)(argc > 1 ? atol(argv[1]) : 0)))
        return 1;
    for (tick = 0; tick < TICKS; tick++) {
        pep_tick_now();
        sem_post(&begins);
        sem_wait(&ended);
        for (i = 0; i < ENOUGH; i++)
            POINT(demo, n++);
    }
    return pthread_join(thread, NULL);
}
