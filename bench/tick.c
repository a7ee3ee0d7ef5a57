/* tick.c HOW [MICROSECONDS] - what raising a flag from time to time costs a program, and whether its calls see it.
 *
 *     none      nothing raises it
 *     ticker    the runtime's ticker, whose time from tick to tick is PEP_TICK
 *     timer     a timer on the thread's CPU time that sends it a signal (SIGEV_THREAD_ID), the handler with SA_RESTART
 *
 * Four lines: two seconds of work (ticks, CPU time of the ticker a second), the time of a read() of one byte, how
 * many of 20000 short sleeps between pieces of work were interrupted, and how many of 4000 writes of 1 MB to a pipe
 * came back half done.  Built and run from the top by
 *
 *     gcc -O2 -Iinclude -Itests/life -o tick bench/tick.c -Wl,-u,pep_unit_register build/lib/pep/libpep_rt.a
 *     for t in 1 4 10; do PEP_TICK=${t}ms ./tick ticker; PEP_OFF=1 ./tick timer ${t}000; done; PEP_OFF=1 ./tick none */
#define _GNU_SOURCE
#include "sampled.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

SAMPLED(demo, 0xbe, 4)

static volatile sig_atomic_t signals;
static volatile uint32_t *flag;

static void on_tick(int signal)
{
    (void)signal;
    signals++;
    *flag = 1;
}

static double seconds(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long ticks;

/* A piece of work: so many points, a tick taken down by 64 of them. */
static void work(int points)
{
    static int taken;

    while (points--) {
        if (!*flag)
            continue;
        if (flag == &pep_tick) {
            pep_to_point(&demo_counters[1]);
            ticks += !pep_tick;
        } else if (++taken == 64) {
            taken = 0;
            *flag = 0;
            ticks++;
        }
    }
}

static void timer_begin(long microseconds)
{
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
    struct itimerspec when = {{0, microseconds * 1000}, {0, microseconds * 1000}};
    timer_t id;

    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    sigaction(SIGPROF, &action, NULL);
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &id) < 0 || timer_settime(id, 0, &when, NULL) < 0)
        exit(9);
}

/* To a child that reads as fast as it can. */
static long short_writes(void)
{
    static char bytes[1 << 20];
    long halves = 0, i;
    int fds[2];

    if (pipe(fds) < 0)
        exit(9);
    if (fork() == 0) {
        close(fds[1]);
        while (read(fds[0], bytes, sizeof bytes) > 0)
            continue;
        _exit(0);
    }
    close(fds[0]);
    for (i = 0; i < 4000; i++)
        halves += write(fds[1], bytes, sizeof bytes) != sizeof bytes;
    return halves;
}

int main(int argc, char **argv)
{
    static volatile uint32_t own;
    double cpu, thread, start, busy;
    long interrupted = 0, i, before;
    struct timespec nap = {0, 100000};
    char c;
    int fd = open("/dev/zero", O_RDONLY);

    if (argc < 2)
        return 2;
    flag = strcmp(argv[1], "ticker") == 0 ? &pep_tick : &own;
    if (strcmp(argv[1], "timer") == 0)
        timer_begin(argc > 2 ? atol(argv[2]) : 4000);
    start = seconds(CLOCK_MONOTONIC);
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    thread = seconds(CLOCK_THREAD_CPUTIME_ID);
    while (seconds(CLOCK_MONOTONIC) < start + 2)
        work(10000);
    thread = seconds(CLOCK_THREAD_CPUTIME_ID) - thread;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("%s: %ld ticks in %.2f s of work; the ticker's CPU time %.0f us a second\n", argv[1], ticks, thread,
           (cpu - thread) / thread * 1e6);
    busy = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (i = 0; i < 2000000; i++)
        if (read(fd, &c, 1) != 1)
            return 9;
    printf("  read %.0f ns\n", (seconds(CLOCK_THREAD_CPUTIME_ID) - busy) / 2e6 * 1e9);
    before = signals;
    for (i = 0; i < 20000; i++) {
        work(50000);
        if (nanosleep(&nap, NULL) < 0)
            interrupted += errno == EINTR;
    }
    printf("  %ld of 20000 sleeps interrupted, by %ld signals\n", interrupted, signals - before);
    printf("  %ld of 4000 writes half done\n", short_writes());
    return 0;
}
