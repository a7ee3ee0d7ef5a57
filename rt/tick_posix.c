/* tick_posix.c - what raises the tick: a task of the kernel that libc does not know of.
 *
 * It shares the process's memory, has a stack of its own in ours, blocks every signal and sleeps on a futex from tick
 * to tick.  So no signal is spent, no call of the host is interrupted, no timer or descriptor is taken; the kernel
 * ends it with the process, exec included.  Where the tick is still up after one more sleep nobody passes by any
 * sample point: then it waits for the tick to come down, so that an idle program is not woken for nothing, but looks
 * once a second whether anybody is left.
 *
 * Sleeps are of any length from half a period to one and a half, and after a wait for the program from nothing to a
 * period: of one that goes round in step with the ticks, or that the ticks began in step with, some parts would never
 * be seen.
 *
 * It has no thread-local memory - the register that leads there still holds what it held in the thread that made it -
 * so nothing in it may touch errno, a stack protector's canary, or libc.
 *
 * The alternative, a timer on each thread's CPU time (SIGEV_THREAD_ID), ticks only when the thread works and needs no
 * task; but it costs the host a signal and a system call that is interrupted now and then, and every thread a timer.
 * bench/tick.c measures both; docs/hacking.md has the figures. */
#define _GNU_SOURCE
#include "core.h"
#include "kernel.h"
#include "policy.h"
#include "random.h"
#include "task.h"

#if PEP_KERNEL
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
/* The kernel's own headers need not be there. */
#define UNSHARE_FILES        2u /* CLOSE_RANGE_UNSHARE */
#define WAIT                 0  /* FUTEX_WAIT */
#define WAIT_PRIVATE         128
#define WAKE_PRIVATE         129
#define TRYLOCK_PI_PRIVATE   136
#define CAPABILITIES_VERSION 0x20080522 /* _LINUX_CAPABILITY_VERSION_3, of three masks in two words each */

static struct {
    volatile uint32_t task; /* its id; the kernel sets it to 0 and wakes who waits for that when it has ended */
    volatile uint32_t ready;
    uint32_t process; /* that it is part of */
    uint64_t period;  /* nanoseconds */
    struct pep_random random;
} ticker;

static uint64_t stack[512] __attribute__((__aligned__(16)));

/* Sleeps while *word is `value`, so long if there is a time: seconds and nanoseconds, as the kernel has them. */
static void wait_while(volatile uint32_t *word, uint32_t value, const long *time)
{
    pep_kernel(SYS_futex, word, WAIT_PRIVATE, value, time);
}

/* As long as one of the ticker's sleeps: `least` nanoseconds, and up to a period more. */
static void sleep_while(volatile uint32_t *word, uint32_t value, uint64_t least)
{
    uint64_t nanoseconds;
    long time[2];

    nanoseconds = least + pep_random_next(&ticker.random) % ticker.period;
    time[0] = (long)(nanoseconds / 1000000000);
    time[1] = (long)(nanoseconds % 1000000000);
    wait_while(word, value, time);
}

/* Whether the thread that the process began with has ended: then it can own no lock.  No other call tells that which a
 * sandbox is as sure to allow. */
static bool first_has_ended(void)
{
    volatile uint32_t lock = ticker.process;

    return pep_kernel(SYS_futex, &lock, TRYLOCK_PI_PRIVATE) == -ESRCH;
}

/* A field of a line of /proc/self/stat, of which the second may hold anything and ends with the last parenthesis. */
static long field_of(const char *line, long count, int field)
{
    long i, value = 0;

    for (i = count - 1; i > 0 && line[i] != ')'; i--)
        ;
    for (field -= 2; i < count && field; i++)
        field -= line[i] == ' ';
    for (; i < count && line[i] >= '0' && line[i] <= '9'; i++)
        value = 10 * value + line[i] - '0';
    return value;
}

/* Ends the process where no thread is left but that one and ours, in the way in which that one ended: the last one's is
 * what the parent sees. */
static void end_if_alone(void)
{
    enum { THREADS = 20, EXIT_CODE = 52 };
    static const uint64_t none[4], all = UINT64_MAX; /* struct sigaction of the kernel: the default */
    char line[640];
    long file = pep_kernel(SYS_openat, -1, "/proc/self/stat", O_RDONLY), count, status;

    if (file < 0)
        return;
    count = pep_kernel(SYS_read, file, line, sizeof line);
    pep_kernel(SYS_close, file);
    if (field_of(line, count, THREADS) != 2)
        return;
    status = field_of(line, count, EXIT_CODE);
    if (status & 127) {
        pep_kernel(SYS_rt_sigaction, status & 127, none, 0, sizeof all);
        pep_kernel(SYS_rt_sigprocmask, 1 /* SIG_UNBLOCK */, &all, 0, sizeof all);
        pep_kernel(SYS_tgkill, ticker.process, pep_kernel(SYS_gettid), status & 127);
    }
    pep_kernel(SYS_exit, status >> 8);
}

/* Waits while *word is `value`, for nobody knows how long.  A process whose only thread ended by itself, or was killed
 * by its sandbox, would not end while we are there. */
static void wait_idle(volatile uint32_t *word, uint32_t value)
{
    const long time[2] = {1, 0};

    wait_while(word, value, time);
    if (*word == value && first_has_ended())
        end_if_alone();
}

/* Raises the tick; or waits until it is down, and gives false. */
static bool tick(void)
{
    uint32_t up = PEP_TICK_UP;

    if (pep_tick == PEP_TICK_DOWN) {
        pep_sampling_raise(false);
        return true;
    }
    if (pep_tick == PEP_TICK_AWAITED ||
        __atomic_compare_exchange_n(&pep_tick, &up, PEP_TICK_AWAITED, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        wait_idle(&pep_tick, PEP_TICK_AWAITED);
    return false;
}

/* Of a program that begins as root and later gives that up, the ticker would keep what root may: it needs nothing. */
static void give_up_rights(void)
{
    static const uint32_t none[6];
    uint32_t head[2] = {CAPABILITIES_VERSION, 0};

    pep_kernel(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1);
    pep_kernel(SYS_capset, head, none);
}

static void run(void)
{
    uint64_t least = 0; /* the first tick comes at any time: of many short runs each part can be seen */
    uint32_t state;

    pep_kernel(SYS_prctl, PR_SET_NAME, "pep-tick");
    pep_kernel(SYS_prctl, PR_SET_TIMERSLACK, 1); /* no tick waits for a timer that wakes the program */
    give_up_rights();
    /* A table of descriptors that is shared makes each read and write of the host dearer, by a fifth and more; we need
     * none.  This leaves the host's alone. */
    pep_kernel(SYS_close_range, 0, ~0u, UNSHARE_FILES);
    __atomic_store_n(&ticker.ready, 1, __ATOMIC_RELEASE);
    pep_platform_wake(&ticker.ready);
    while ((state = pep_sampling_state) != PEP_SAMPLING_ENDED) {
        if (state == PEP_SAMPLING_RUNNING)
            sleep_while(&pep_sampling_state, state, least);
        else
            wait_idle(&pep_sampling_state, state);
        least = ticker.period / 2;
        if (pep_sampling_state == PEP_SAMPLING_RUNNING && state == PEP_SAMPLING_RUNNING && !tick())
            least = 0;
    }
    pep_kernel(SYS_exit);
    __builtin_unreachable();
}

int pep_platform_tick_begin(uint64_t nanoseconds)
{
    const long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                       CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
    const long moment[2] = {0, 10000000};
    uint64_t all = UINT64_MAX, before = 0;
    long result;

    ticker.period = nanoseconds;
    ticker.random.state = pep_platform_now() ^ pep_facts.pid;
    ticker.process = pep_facts.pid;
    ticker.ready = 0;
    pep_kernel(SYS_rt_sigprocmask, 0 /* SIG_BLOCK */, &all, &before, sizeof all);
    result = pep_task_start(run, (char *)stack + sizeof stack, flags, &ticker.task);
    pep_kernel(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &before, 0, sizeof before);
    if (result < 0) {
        ticker.task = 0;
        return -1;
    }
    /* For the moment that it takes to leave the table, descriptors that the host closes would stay open.  A sandbox may
     * kill the ticker before. */
    while (!__atomic_load_n(&ticker.ready, __ATOMIC_ACQUIRE) && ticker.task)
        wait_while(&ticker.ready, 0, moment);
    return __atomic_load_n(&ticker.ready, __ATOMIC_ACQUIRE) ? 0 : -1;
}

void pep_platform_tick_end(void)
{
    uint32_t task;

    /* A process that was forked behind libc's back has none. */
    if (pep_kernel(SYS_getpid) != (long)ticker.process)
        return;
    while ((task = ticker.task))
        pep_kernel(SYS_futex, &ticker.task, WAIT, task);
}

static uint64_t clock_read(int32_t clock)
{
    long time[2];

    if (pep_kernel(SYS_clock_gettime, clock, time) < 0)
        return 0;
    return (uint64_t)time[0] * 1000000000 + (unsigned long)time[1];
}

uint64_t pep_platform_clock(void)
{
    return clock_read(1 /* CLOCK_MONOTONIC */);
}

uint32_t pep_platform_thread(void)
{
    return (uint32_t)pep_kernel(SYS_gettid);
}

/* The clock of a thread is its number upside down, and that it is one of a thread (4) that runs (2). */
uint64_t pep_platform_ran(uint32_t thread)
{
    return clock_read((int32_t)(~thread << 3 | 6));
}

void pep_platform_wake(volatile uint32_t *word)
{
    pep_kernel(SYS_futex, word, WAKE_PRIVATE, INT32_MAX);
}

#else
#include "tick_none.h"
#endif
