/* opens a library, calls it, closes it, and does so again
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 0; i < 2 && argc > 1; i++) { /*= 3 2:1 2:0 */
        void *library = dlopen(argv[1], RTLD_NOW);
        if (!library) { /*= 2 0:2 */
            puts(dlerror());
            return 1;
        }
        int (*work)(int) = (int (*)(int))dlsym(library, "work");
        printf("%d\n", work(3 + i)); /*= 2 */
        dlclose(library);
    }
    return 0;
}
