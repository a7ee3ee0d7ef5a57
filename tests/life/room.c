/* room.c [LIBRARY [kill]] - has samples on one of a thousand pages of counters, and on another when the runtime has
 * ended; with LIBRARY, which is this file as one, opens it three times, and may be killed while it is open. */
#include "sampled.h"
#include <dlfcn.h>
#include <signal.h>

#ifdef LIBRARY
SAMPLED(wide, 0xa1, 1000 * 512)
#else
SAMPLED(wide, 0xa0, 1000 * 512)
#endif

static __attribute__((destructor(100))) void late(void)
{
    POINT(wide, 900 * 512);
}

void library_work(int n);

void library_work(int n)
{
    POINT(wide, (300 + 100 * n) * 512);
    POINT(wide, (301 + 100 * n) * 512 - 1);
}

#ifndef LIBRARY
int main(int argc, char **argv)
{
    void *library, *work;
    int i;

    library_work(0);
    for (i = 0; i < 3 && argc > 1; i++) {
        library = dlopen(argv[1], RTLD_NOW);
        work = library ? dlsym(library, "library_work") : NULL;
        if (!work)
            return 9;
        ((void (*)(int))(uintptr_t)work)(i);
        if (i == 2 && argc > 2)
            raise(SIGKILL);
        dlclose(library);
    }
    return 0;
}
#endif
