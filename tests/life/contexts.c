/* contexts.c SITUATION [ROUNDS] - samples take their callers; N = 10 each, by the counter of who is sampled.  Function
 * 0 is the outermost, and calls those of higher numbers; the unit `demo` takes three callers, `brief` one, `plain`
 * none.
 *
 *     calls        chains of different lengths; a function that calls itself; a path, a target and a loop at its end
 *     units        a chain through units that take one caller and none
 *     threads      eight threads at once, each a chain of its own length; those that end leave nothing to the next;
 *                  ROUNDS times
 *     fork         a child that comes out of the middle of a chain
 *     longjmp      over several functions, back to one that has a frame, and to one that has none
 *     handler      a signal handler, on the stack that was interrupted and on one of its own
 *     swapcontext  a stack that is left in the middle of a chain, and is unmapped
 *     garbage      frames that are anything: unaligned, of no unit, of no function, in a circle, in pages that are gone
 *     full         more contexts than there is room for
 *     written      calls, and the profile through pep_write to standard output */
#define _GNU_SOURCE
#include "pep/pep.h"
#include "sampled.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

CONTEXTS(demo, 0xc8, 8, 3)
CONTEXTS(brief, 0xc9, 8, 1)
SAMPLED(plain, 0xca, 8)

enum { TIMES = 10 };
static long rounds = 3;

static __attribute__((noinline)) void leaf(int counter)
{
    for (int i = 0; i < TIMES; i++)
        POINT(demo, counter);
}

static __attribute__((noinline)) void down(int depth, int counter)
{
    FRAME(demo, 2);
    if (depth)
        down(depth - 1, counter);
    else
        leaf(counter);
}

static __attribute__((noinline)) void middle(int counter)
{
    FRAME(demo, 1);
    leaf(counter);
}

static void calls(void)
{
    leaf(0);
    FRAME(demo, 0);
    leaf(0);
    middle(1);
    down(0, 2);
    down(1, 2);
    down(7, 2);
    POINT_PATH(demo, 3, 77);
    demo.target(&demo, 2, (const void *)0x7000);
    pep_to_points(2, &demo_counters[4], (uint64_t)5, &demo_counters[5], (uint64_t)6);
}

static void units(void)
{
    FRAME(demo, 0);
    {
        FRAME(plain, 1);
        {
            FRAME(brief, 2);
            leaf(0);
            POINT(brief, 1);
            POINT(plain, 2);
        }
    }
}

static void *thread(void *number)
{
    FRAME(demo, 0);
    for (int i = 0; i < 100; i++)
        down((int)(intptr_t)number % 3, (int)(intptr_t)number % 8);
    pthread_exit(NULL); /* with its frame */
}

static void threads(void)
{
    pthread_t all[8];

    FRAME(demo, 1);
    for (long round = 0; round < rounds; round++) {
        for (intptr_t i = 0; i < 8; i++)
            pthread_create(&all[i], NULL, thread, (void *)i);
        for (int i = 0; i < 8; i++)
            pthread_join(all[i], NULL);
    }
}

static void forked(void)
{
    FRAME(demo, 0);
    leaf(0);
    if (fork() == 0) {
        middle(1);
        exit(0);
    }
    wait(NULL);
    leaf(2);
}

static jmp_buf back;

static __attribute__((noinline)) void leap(int depth)
{
    volatile char room[100];

    FRAME(demo, 2);
    room[0] = (char)depth;
    if (depth)
        leap(depth - 1);
    else if (room[0] == depth)
        longjmp(back, 1);
    room[1] = room[0];
}

/* Without a frame, so that nobody gives pep_top anew. */
static __attribute__((noinline)) void plain_catch(void)
{
    if (!setjmp(back))
        leap(5);
    else
        leaf(2);
}

static void jumps(void)
{
    FRAME(demo, 0);
    if (!setjmp(back)) {
        leap(5);
    } else {
        FRAME_AGAIN;
        leaf(0);
        middle(1);
    }
    plain_catch();
    FRAME_AGAIN;
    leaf(3);
}

static void handle(int signal)
{
    FRAME(demo, 3);
    (void)signal;
    leaf(0);
}

static void handlers(void)
{
    stack_t own = {.ss_size = 65536, .ss_sp = malloc(65536)};
    struct sigaction action = {.sa_handler = handle};

    sigaltstack(&own, NULL);
    FRAME(demo, 0);
    sigaction(SIGUSR1, &action, NULL);
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR1);
    {
        FRAME(demo, 1);
        raise(SIGUSR2);
    }
    leaf(1);
}

static ucontext_t outside, inside;

static void elsewhere(void)
{
    FRAME(demo, 2);
    leaf(0);
    swapcontext(&inside, &outside);
}

static void swaps(void)
{
    size_t bytes = 1 << 18;
    void *stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    FRAME(demo, 0);
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = bytes;
    makecontext(&inside, elsewhere, 0);
    swapcontext(&outside, &inside);
    munmap(stack, bytes);
    leaf(1); /* whose innermost frame was there */
    middle(2);
    FRAME_AGAIN;
    leaf(3);
}

/* What lies behind a frame that can be read. */
static void tries(void *up)
{
    struct pep_frame good = {up, &demo, 1}, *was = pep_top;

    pep_top = &good;
    leaf(0);
    pep_top = up;
    leaf(1);
    pep_top = was;
}

static void garbage(void)
{
    char *pages = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct pep_frame f = {NULL, &demo, 4}, circle = {NULL, &demo, 2};
    struct pep_unit stranger = demo;

    tries((void *)8);
    tries((void *)-8);
    tries((void *)0x5555555555555555);
    tries((char *)&f + 4);
    tries(&f); /* its function is none */
    f.function = 0;
    f.unit = &stranger;
    tries(&f);
    f.unit = NULL;
    tries(&f);
    munmap(pages + 4096, 4096);
    memset(pages, 0x41, 4096);
    tries(pages + 4096);
    tries(pages + 4096 - sizeof f);
    tries(pages + 4096 - 8); /* begins on a page that is there */
    mprotect(pages, 4096, PROT_NONE);
    tries(pages);
    circle.up = &circle;
    pep_top = &circle;
    leaf(2);
    pep_top = NULL;
}

static void full(void)
{
    FRAME(demo, 0);
    for (int i = 0; i < 50000; i++)
        POINT_PATH(demo, 3, (uint64_t)i);
}

static int put(const void *bytes, size_t count, void *data)
{
    return fwrite(bytes, 1, count, data) == count ? 0 : -1;
}

static void written(void)
{
    calls();
    pep_write(put, stdout);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } situations[] = {{"calls", calls},   {"units", units},      {"threads", threads},   {"fork", forked},
                      {"longjmp", jumps}, {"handler", handlers}, {"swapcontext", swaps}, {"garbage", garbage},
                      {"full", full},     {"written", written}};

    if (argc > 2)
        rounds = atol(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof situations / sizeof *situations; i++)
        if (!strcmp(argv[1], situations[i].name)) {
            situations[i].run();
            return 0;
        }
    return 2;
}
