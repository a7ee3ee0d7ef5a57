/* spin - runs until a file `stop` is here, then prints how often step was entered; where a file `plugin` is here it
 * takes in the library of that name, whose function counts too. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static volatile unsigned long sum;

static unsigned step(unsigned long n)
{
    if (n % 3)
        return n % 7 ? 2 : 1;
    return 0;
}

int main(void)
{
    unsigned long n = 0;
    unsigned (*plugged)(unsigned long) = NULL;
    while (access("stop", F_OK)) {
        if (!plugged && !access("plugin", F_OK)) {
            void *library = dlopen("./plugin", RTLD_NOW);
            if (library)
                *(void **)&plugged = dlsym(library, "plugged");
        }
        for (int i = 0; i < 1000; i++)
            sum += step(n++);
        if (plugged)
            sum += plugged(n);
    }
    printf("%lu\n", n);
    return 0;
}
