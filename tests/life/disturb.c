/* disturb.c - what a program sees of itself and of its system calls.  It passes sample points all the time, or sleeps;
 * what it prints must not depend on whether it is sampled. */
#define _GNU_SOURCE
#include "sampled.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

SAMPLED(demo, 0xd0, 4)

static volatile sig_atomic_t profiled;

static void on_prof(int signal)
{
    (void)signal;
    profiled++;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void spin(double seconds)
{
    double end = now() + seconds;
    int i;

    while (now() < end)
        for (i = 0; i < 1000; i++)
            POINT(demo, i & 3);
}

static void *busy(void *data)
{
    spin(*(double *)data);
    return NULL;
}

/* Each of them is interrupted by any signal that has a handler, whatever SA_RESTART says - but for read. */
static void sleepers(void)
{
    struct timespec t = {0, 60000000};
    struct pollfd none = {-1, 0, 0};
    struct timeval v = {0, 60000};
    sigset_t usr;
    int fds[2], i;
    char c;

    printf("nanosleep %d", nanosleep(&t, NULL));
    printf(" poll %d", poll(&none, 1, 60));
    printf(" select %d", select(0, NULL, NULL, NULL, &v));
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    errno = 0;
    i = sigtimedwait(&usr, NULL, &t);
    printf(" sigtimedwait %d %d", i, errno == EAGAIN);
    if (pipe(fds) < 0)
        exit(9);
    if (fork() == 0) {
        nanosleep(&t, NULL);
        _exit(write(fds[1], "x", 1) != 1);
    }
    printf(" read %zd", read(fds[0], &c, 1));
    printf(" fds %d %d", fds[0], fds[1]);
    wait(&i);
    printf(" wait %d, then %d %d\n", i, wait(NULL), errno == ECHILD);
    close(fds[0]);
    close(fds[1]);
}

static void signals(void)
{
    struct sigaction action;
    sigset_t set;
    int i, handlers = 0, blocked = 0, pending = 0;

    for (i = 1; i < NSIG; i++)
        if (sigaction(i, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
            handlers++;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    for (i = 1; i < NSIG; i++)
        blocked += sigismember(&set, i) == 1;
    sigpending(&set);
    for (i = 1; i < NSIG; i++)
        pending += sigismember(&set, i) == 1;
    printf("handlers %d blocked %d pending %d\n", handlers, blocked, pending);
}

/* A signal that all threads block stays with the process until one asks for it. */
static void blocked(void)
{
    struct timespec zero = {0, 0};
    struct sigaction action;
    sigset_t usr, old;
    int got;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_prof;
    sigaction(SIGUSR1, &action, NULL);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr, &old);
    kill(getpid(), SIGUSR1);
    spin(0.01);
    got = sigtimedwait(&usr, NULL, &zero) == SIGUSR1;
    printf("blocked %d handled %d\n", got, (int)profiled);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    profiled = 0;
}

static double cpu_time(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6 + (double)usage.ru_stime.tv_sec +
           (double)usage.ru_stime.tv_usec * 1e-6;
}

/* The host's own timer and profiler: its signals reach the handler, one for 2 ms of CPU time at most.  How many fewer
 * is the kernel's matter: it looks at such a timer at its own ticks, and on a busy machine misses some. */
static void profiler(void)
{
    struct itimerval timer = {{0, 2000}, {0, 2000}}, zero = {{0, 0}, {0, 0}}, old;
    double start, limit = now() + 20;
    struct sigaction action;
    timer_t id;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_prof;
    sigaction(SIGPROF, &action, NULL);
    getitimer(ITIMER_REAL, &old);
    printf("alarm %ld", (long)old.it_value.tv_usec + old.it_value.tv_sec);
    start = cpu_time();
    setitimer(ITIMER_PROF, &timer, NULL);
    while (profiled < 30 && now() < limit)
        spin(0.01);
    setitimer(ITIMER_PROF, &zero, NULL);
    printf(" prof %d", profiled >= 30 && profiled <= (cpu_time() - start) / 0.002 + 3);
    printf(" timer %d", timer_create(CLOCK_MONOTONIC, NULL, &id));
    printf(" %d\n", (int)(long)id);
}

static int entries(const char *name)
{
    DIR *folder = opendir(name);
    int count = 0;

    if (!folder)
        return -1;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

int main(void)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    double seconds = 0.5;
    pthread_t thread;
    int fd;

    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("fds %d", entries("/proc/self/fd"));
    fd = open("locked", O_RDWR | O_CREAT, 0600);
    printf(" next %d lock %d\n", fd, fcntl(fd, F_SETLK, &lock));
    signals();
    sleepers();
    pthread_create(&thread, NULL, busy, &seconds);
    sleepers();
    pthread_join(thread, NULL);
    if (fork() == 0) {
        printf("child: lock %d\n", fcntl(fd, F_SETLK, &lock));
        sleepers();
        exit(0);
    }
    wait(NULL);
    blocked();
    profiler();
    unlink("locked");
    return 0;
}
