/* fork-loader.c - forks while another thread is in the loader, whose lock the child has for ever. */
#define _GNU_SOURCE
#include "unit.h"
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(demo, 0xf7, 4, PEP_UNIT_SINGLE)

static int inside;

static int stay(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)info, (void)size, (void)data;
    __atomic_store_n(&inside, 1, __ATOMIC_RELEASE);
    pause();
    return 1;
}

static void *look(void *data)
{
    dl_iterate_phdr(stay, NULL);
    return data;
}

int main(void)
{
    pthread_t thread;
    int status = 1;
    pid_t child;

    HIT(demo, 0);
    pthread_create(&thread, NULL, look, NULL);
    while (!__atomic_load_n(&inside, __ATOMIC_ACQUIRE))
        usleep(1000);
    child = fork();
    if (!child) {
        HIT(demo, 1);
        _exit(0);
    }
    waitpid(child, &status, 0);
    _exit(status != 0);
}
