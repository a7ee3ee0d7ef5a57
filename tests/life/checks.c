/* checks.c COUNT [WHAT AT]... - passes COUNT regions of duplicated code; the n-th one is counted in counter n where the
 * duplicate records it, by what that stands for.  Does WHAT in front of the AT-th:
 *
 *     pause  resume  interval=N  tick
 *     strips                        from here on each is a strip of turns
 *     fork                          from here on the child goes the same way
 *     threads=N  queue=N            N threads at once, or one after the other, pass COUNT checks each, counter 0
 *
 * With COUNTS_DOWN the unit counts down itself. */
#include "pep/pep.h"
#include "sampled.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LAST 8192
#ifdef COUNTS_DOWN
COUNTDOWN(demo, 0xc5, LAST)
#define ASK   COUNTDOWN_CHECK
#define STRIP COUNTDOWN_CHECK
#else
DUPLICATED(demo, 0xc5, LAST)
#define ASK   CHECK
#define STRIP STRIP_CHECK
#endif

static long count;
static int strips;

static void *pass_all(void *data)
{
    long n;

    for (n = 0; n < count; n++)
        if (ASK)
            __atomic_fetch_add(&demo_counters[0], 1, __ATOMIC_RELAXED);
    return data;
}

static void run_threads(int n, int at_once)
{
    pthread_t all[64];
    int i;

    for (i = 0; i < n; i++) {
        if (pthread_create(&all[i], NULL, pass_all, NULL) != 0)
            abort();
        if (!at_once)
            pthread_join(all[i], NULL);
    }
    for (i = 0; i < n && at_once; i++)
        pthread_join(all[i], NULL);
}

static void do_it(const char *what)
{
    const char *value = strchr(what, '=');
    long number = value ? atol(value + 1) : 0;

    switch (*what) {
    case 'p': pep_pause(); break;
    case 'r': pep_resume(); break;
    case 'i': pep_set_interval((uint64_t)number); break;
    case 's': strips = 1; break;
    case 't':
        if (value)
            run_threads((int)number, 1);
        else
            pep_tick_now();
        break;
    case 'q': run_threads((int)number, 0); break;
    case 'f':
        if (fork() > 0)
            wait(NULL);
        break;
    }
}

int main(int argc, char **argv)
{
    uint32_t burst = 0;
    long n;
    int i;

    count = argc > 1 ? atol(argv[1]) : 0;
    for (n = 1; n <= count && n < LAST; n++) {
        for (i = 2; i + 1 < argc; i += 2)
            if (atol(argv[i + 1]) == n)
                do_it(argv[i]);
        if (!burst && (strips ? STRIP : ASK))
            burst = pep_burst;
        if (!burst)
            continue;
        burst--;
        __atomic_fetch_add(&demo_counters[n], pep_weight, __ATOMIC_RELAXED);
    }
    return 0;
}
