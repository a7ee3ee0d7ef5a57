/* cancel.c - a thread that is to be cancelled counts where it cannot be: POSIX has no cancellation point there. */
#include "unit.h"
#include <pthread.h>

UNIT(demo, 0xca, 8, PEP_UNIT_THREAD)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counted, cancelled;

static void *work(void *data)
{
    int i;

    pthread_cancel(pthread_self());
    pthread_mutex_lock(&mutex);
    HIT_THREAD(demo, 0);
    for (i = 0; i < 700; i++)
        PATH(demo, 1, (uint64_t)i);
    VALUE(demo, 3, 5);
    counted++;
    pthread_mutex_unlock(&mutex);
    pthread_testcancel();
    cancelled--;
    return data;
}

int main(void)
{
    pthread_t threads[4];
    void *result;
    int i;

    for (i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, work, NULL))
            return 1;
    for (i = 0; i < 4; i++) {
        if (pthread_join(threads[i], &result))
            return 2;
        cancelled += result == PTHREAD_CANCELED;
    }
    return counted == 4 && cancelled == 4 ? 0 : 3;
}
