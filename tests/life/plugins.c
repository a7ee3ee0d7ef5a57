/* plugins.c ROUNDS LIBRARY... - opens and closes the libraries, from another folder than it was started in where their
 * names allow; the number of mappings may not grow with that.  ROUNDS below 0: as many, and the profile is so large
 * that its directory has further pages. */
#include "unit.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

UNIT(demo, 0xd1, 1, PEP_UNIT_SINGLE)
UNIT(crowd, 0xd2, 1, PEP_UNIT_THREAD)
#define CROWD 80
static pthread_barrier_t all;

static int mappings(void)
{
    FILE *f = fopen("/proc/self/maps", "r");
    int c, lines = 0;

    while ((c = getc(f)) != EOF)
        lines += c == '\n';
    fclose(f);
    return lines;
}

static void *call(void *work)
{
    ((void (*)(int))(uintptr_t)work)(1);
    return NULL;
}

/* Run in a thread of its own, which ends after the library is gone. */
static void *use(void *name)
{
    void *library = dlopen(name, RTLD_NOW), *work = library ? dlsym(library, "library_work") : NULL;
    pthread_t thread;

    if (!work) {
        fprintf(stderr, "%s\n", dlerror());
        exit(9);
    }
    call(work);
    pthread_create(&thread, NULL, call, work);
    pthread_join(thread, NULL);
    dlclose(library);
    return NULL;
}

static void *stand(void *data)
{
    HIT_THREAD(crowd, 0);
    pthread_barrier_wait(&all);
    return data;
}

/* Each has counters of its own. */
static void gather(void)
{
    pthread_t threads[CROWD];
    int i;

    pthread_barrier_init(&all, NULL, CROWD);
    for (i = 0; i < CROWD; i++)
        if (pthread_create(&threads[i], NULL, stand, NULL) != 0)
            exit(9);
    for (i = 0; i < CROWD; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    int rounds = atoi(argv[1]), r, i, first = 0;
    pthread_t thread;

    if (rounds < 0) {
        gather();
        rounds = -rounds;
    }
    if (argc > 2 && argv[2][0] == '/' && chdir("/") < 0)
        return 9;
    for (r = 0; r < rounds; r++) {
        HIT(demo, 0);
        for (i = 2; i < argc; i++)
            if (pthread_create(&thread, NULL, use, argv[i]) != 0 || pthread_join(thread, NULL) != 0)
                return 9;
        if (r == 1)
            first = mappings();
    }
    return rounds > 2 && mappings() > first + 4;
}
