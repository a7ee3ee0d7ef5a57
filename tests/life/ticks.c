/* ticks.c WHAT [MORE] - where the timer has to tick, and where it has to stop; counts in counter 0 what was offered
 * before, in counter 1 what was offered after WHAT has happened. */
#define _GNU_SOURCE
#include "pep/pep.h"
#include "sampled.h"
#include <dirent.h>
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 16 };
SAMPLED(demo, 0x71, 4)
SAMPLED(parts, 0x72, PARTS)

static double seconds(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return seconds(CLOCK_MONOTONIC);
}

static uint64_t taken(int counter)
{
    return __atomic_load_n(&demo_counters[counter], __ATOMIC_RELAXED);
}

/* A machine that is busy otherwise may keep the tick waiting for long. */
static void spin(double seconds, int counter)
{
    double end = now() + seconds;
    int i;

    while (now() < end || (!taken(counter) && now() < end + 5))
        for (i = 0; i < 1000; i++)
            POINT(demo, counter);
}

static int tasks(void)
{
    DIR *folder = opendir("/proc/self/task");
    int count = -2;

    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* A task that has ended stays in the folder for a moment, as a thread does that has been joined. */
static int tasks_become(int wanted)
{
    double end = now() + 5;

    while (tasks() != wanted && now() < end)
        usleep(100);
    return tasks() == wanted;
}

/* Switches of the task that libc does not know of; -1 where there is none. */
static long ticker_says(const char *what)
{
    DIR *folder = opendir("/proc/self/task");
    struct dirent *entry;
    char name[300], line[256];
    long number = -1;
    FILE *f;

    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.' || atoi(entry->d_name) == getpid())
            continue;
        snprintf(name, sizeof name, "/proc/self/task/%s/status", entry->d_name);
        f = fopen(name, "r");
        while (f && fgets(line, sizeof line, f))
            if (strncmp(line, what, strlen(what)) == 0)
                number = strtol(line + strlen(what), NULL, 16);
        if (f)
            fclose(f);
    }
    closedir(folder);
    return number;
}

static long ticker_switches(void)
{
    return ticker_says("voluntary_ctxt_switches:");
}

/* It needs no rights, and keeps none where the program gives up its own. */
static int rights(void)
{
    long kept = ticker_says("CapPrm:"), gained = ticker_says("NoNewPrivs:");

    spin(0.03, 0);
    spin(0.03, 1);
    if (kept == 0 && gained == 1)
        return 0;
    printf("the ticker may do %lx, new rights %ld\n", kept, gained);
    return 1;
}

static int in_fork(void)
{
    int status;

    spin(0.03, 0);
    if (fork() == 0) {
        spin(0.05, 1);
        if (fork() == 0) {
            spin(0.05, 2);
            exit(0);
        }
        wait(NULL);
        exit(0);
    }
    wait(&status);
    spin(0.03, 0);
    return status;
}

static void *fork_here(void *data)
{
    *(int *)data = in_fork();
    return NULL;
}

static void *outlive(void *data)
{
    spin(0.1, 1);
    return data;
}

/* Rounds of which the ticker waits for the first part, longer than a tick, where no point is passed: those of the
 * second come right after it has waited, those of the third before the next tick if that is a whole one away. */
static int in_step(void)
{
    double part;
    int round, i;

    for (round = 0; round < 300; round++) {
        for (part = now() + 0.0025; now() < part;)
            ;
        for (i = 0; i < 200; i++)
            POINT(demo, 0);
        for (part = now() + 0.0005; now() < part;)
            POINT(demo, 1);
    }
    if (taken(1) * 10 >= taken(0))
        return 0;
    printf("%d samples before, %d after\n", (int)taken(0), (int)taken(1));
    return 1;
}

/* A point every 50 us, so that a tick is over before its pace is known. */
static int slow(void)
{
    double last;
    int i;

    for (i = 0; i < 6000; i++) {
        for (last = now(); now() < last + 50e-6;)
            ;
        POINT(demo, 0);
    }
    if (taken(0) >= 1500 && taken(0) <= 9000)
        return 0;
    printf("%d counted\n", (int)taken(0));
    return 1;
}

/* Waits, then comes by 16 parts: what follows the wait is not to have all samples. */
static int waits(void)
{
    double end = now() + 20;
    uint64_t sum = 0, most = 0;
    int met = 0, i, k;

    while ((met < PARTS / 2 || most > sum / 2) && now() < end) {
        usleep(500);
        for (k = 0; k < PARTS; k++)
            for (i = 0; i < 400; i++)
                POINT(parts, k);
        for (sum = most = 0, met = k = 0; k < PARTS; k++) {
            met += parts_counters[k] != 0;
            sum += parts_counters[k];
            most = parts_counters[k] > most ? parts_counters[k] : most;
        }
    }
    printf("%d parts met, one with %d %% of the points\n", met, (int)(100 * most / (sum + !sum)));
    return met < PARTS / 2 || most > sum / 2;
}

static double ran(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

/* Points come by the end of loops alone, many at once, and are still of the order of what there were. */
static int bulk(double length)
{
    double begin = ran(), next = begin;
    uint64_t points = 0;

    while (ran() < begin + length) {
        for (next += 20e-6; ran() < next;)
            continue;
        if (pep_tick)
            pep_to_points(1, &demo_counters[0], (uint64_t)20000);
        points += 20000;
    }
    if (taken(0) >= points / 10 && taken(0) <= points * 10)
        return 0;
    printf("%.0f counted of %.0f\n", (double)taken(0), (double)points);
    return 1;
}

/* The ticker must not keep the process. */
static int main_ends(void)
{
    pthread_t thread;

    spin(0.03, 0);
    pthread_create(&thread, NULL, outlive, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}

static int idle(void)
{
    long before, after;

    spin(0.05, 0);
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    before = ticker_switches();
    nanosleep(&(struct timespec){0, 500000000}, NULL);
    after = ticker_switches();
    if (before < 0 || after - before > 2) {
        printf("the ticker woke up from %ld to %ld\n", before, after);
        return 1;
    }
    spin(0.05, 1);
    return 0;
}

static int pause_resume(void)
{
    uint64_t before;
    int i;

    spin(0.03, 0);
    pep_pause();
    before = demo_counters[0];
    spin(0.03, 0);
    /* who has seen the tick before */
    for (i = 0; i < 1000; i++)
        pep_to_point(&demo_counters[0]);
    if (demo_counters[0] != before || !before)
        return 1;
    pep_pause();
    pep_resume();
    spin(0.03, 1);
    return demo_counters[1] == 0;
}

/* An interval of 0 sends the ticker home. */
static int ends(void)
{
    spin(0.03, 0);
    pep_set_interval(0);
    pep_resume();
    return !tasks_become(1) || pep_tick;
}

/* The library's own ticker goes with it, at any moment of its work. */
static int plugins(const char *name, int rounds)
{
    int round, i;

    for (round = 0; round < rounds; round++) {
        void *library = dlopen(name, RTLD_NOW);
        uint64_t (*work)(int) = library ? (uint64_t(*)(int))(uintptr_t)dlsym(library, "sampled_work") : NULL;

        if (!work) {
            fprintf(stderr, "%s\n", dlerror());
            return 9;
        }
        for (i = 0; i < round % 20; i++)
            work(2000);
        /* on a machine that is busy otherwise all of this may have passed between two ticks */
        for (i = 0; round == rounds - 1 && work(100000) == 0 && i < 100000; i++)
            continue;
        dlclose(library);
        if (!tasks_become(2)) {
            printf("%d tasks after round %d\n", tasks(), round);
            return 1;
        }
    }
    spin(0.02, 0);
    return 0;
}

/* A library of a namespace of its own, which it is the first one of, is no program. */
static int namespaces(const char *name, int rounds)
{
    while (rounds--) {
        void *library = dlmopen(LM_ID_NEWLM, name, RTLD_NOW | RTLD_LOCAL);
        uint64_t (*work)(int) = library ? (uint64_t(*)(int))(uintptr_t)dlsym(library, "sampled_work") : NULL;

        if (!work) {
            fprintf(stderr, "%s\n", dlerror());
            return 9;
        }
        work(200000);
        dlclose(library);
        if (!tasks_become(2))
            return 1;
    }
    spin(0.02, 0);
    return 0;
}

/* The only thread ends alone, or is killed by its sandbox: that is the end of the process, and says how it ended. */
static void ends_alone(bool killed)
{
    const struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_uname, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, (struct sock_filter *)filter};

    spin(0.02, 0);
    if (killed && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        syscall(SYS_uname, NULL);
    syscall(SYS_exit, killed ? 4 : 3);
}

static void *library_offer(void *work)
{
    ((uint64_t(*)(int))(uintptr_t)work)(100000);
    return NULL;
}

/* In each round 300 threads: more than the library has places for. */
static int library_threads(const char *name)
{
    void *library = dlopen(name, RTLD_NOW), *work = dlsym(library, "sampled_work");
    pthread_t all[300];
    int round, i;

    for (round = 0; round < 2; round++) {
        for (i = 0; i < 300; i++)
            if (pthread_create(&all[i], NULL, library_offer, work) != 0)
                return 9;
        for (i = 0; i < 300; i++)
            pthread_join(all[i], NULL);
    }
    return 0;
}

/* A child that libc's fork did not make has no ticker, and its end waits for none. */
static int raw_fork(const char *name)
{
    void *library = dlopen(name, RTLD_NOW);
    int status = 1;

    spin(0.02, 0);
    if (syscall(SYS_fork) == 0) {
        dlclose(library);
        exit(0);
    }
    wait(&status);
    dlclose(library);
    return status;
}

static int gate[2], reply[2];

static void *blocked(void *data)
{
    char c;
    int i;

    for (i = 0; i < 10; i++)
        POINT(demo, 1);
    if (write(reply[1], "x", 1) != 1 || read(gate[0], &c, 1) != 1)
        abort();
    for (i = 0; i < 100; i++)
        POINT(demo, 2);
    return data;
}

/* PEP(64,1), ticks by hand: a thread that waits in the middle of its window keeps nobody from theirs. */
static int half_done(void)
{
    pthread_t thread;
    char c;
    int i, n;

    if (pipe(gate) < 0 || pipe(reply) < 0)
        return 9;
    pep_tick_now();
    pthread_create(&thread, NULL, blocked, NULL);
    if (read(reply[0], &c, 1) != 1 || taken(1) != 10)
        return 1;
    for (n = 0; n < 5; n++) {
        for (i = 0; i < 1000; i++)
            POINT(demo, 0);
        if (taken(0) != 64 * (uint64_t)(n + 1) || pep_tick)
            return 2;
        pep_tick_now();
    }
    if (write(gate[1], "x", 1) != 1)
        return 9;
    pthread_join(thread, NULL);
    return taken(2) != 54 || pep_tick;
}

static void *offer(void *data)
{
    uint64_t i;

    for (i = 0; i < 100000; i++) {
        POINT(demo, 0);
        POINT_PATH(demo, 1, i % 300);
    }
    return data;
}

/* Every thread takes as many samples as the policy has it, in arrays and in tables. */
static int threads(int n)
{
    pthread_t *all = calloc((size_t)n, sizeof *all);
    int i;

    for (i = 0; i < n; i++)
        if (pthread_create(&all[i], NULL, offer, NULL) != 0)
            return 9;
    for (i = 0; i < n; i++)
        pthread_join(all[i], NULL);
    free(all);
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t thread;
    int result = 9;

    if (strcmp(what, "spin") == 0)
        spin(0.05, 0), result = 0;
    else if (strcmp(what, "fork") == 0)
        result = in_fork();
    else if (strcmp(what, "thread-fork") == 0)
        pthread_create(&thread, NULL, fork_here, &result), pthread_join(thread, NULL);
    else if (strcmp(what, "exec") == 0)
        spin(0.03, 0), execl(argv[2], argv[2], "spin", (char *)NULL);
    else if (strcmp(what, "main-ends") == 0)
        result = main_ends();
    else if (strcmp(what, "rights") == 0)
        result = rights();
    else if (strcmp(what, "idle") == 0)
        result = idle();
    else if (strcmp(what, "slow") == 0)
        result = slow();
    else if (strcmp(what, "waits") == 0)
        result = waits();
    else if (strcmp(what, "bulk") == 0)
        result = bulk(atof(argv[2]));
    else if (strcmp(what, "in-step") == 0)
        result = in_step();
    else if (strcmp(what, "pause") == 0)
        result = pause_resume();
    else if (strcmp(what, "ends") == 0)
        result = ends();
    else if (strcmp(what, "plugins") == 0)
        result = plugins(argv[2], atoi(argv[3]));
    else if (strcmp(what, "namespaces") == 0)
        result = namespaces(argv[2], atoi(argv[3]));
    else if (strcmp(what, "exits") == 0 || strcmp(what, "killed") == 0)
        ends_alone(strcmp(what, "killed") == 0);
    else if (strcmp(what, "library-threads") == 0)
        result = library_threads(argv[2]);
    else if (strcmp(what, "raw-fork") == 0)
        result = raw_fork(argv[2]);
    else if (strcmp(what, "half-done") == 0)
        result = half_done();
    else if (strcmp(what, "threads") == 0)
        result = threads(atoi(argv[2]));
    else if (strcmp(what, "tasks") == 0)
        printf("%d\n", tasks()), result = 0;
    return result;
}
