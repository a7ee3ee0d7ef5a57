/* pool.c PROCESSES TIMES [kill] - that many processes at once count into one pool; with kill each third one is killed
 * after it has counted.  Prints how much all of them have counted for certain. */
#include "unit.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT(one, 0x901, 3, PEP_UNIT_SINGLE)
UNIT(two, 0x902, 600, PEP_UNIT_THREAD)

static int work(int times, int die)
{
    while (times--) {
        HIT(one, 0);
        HIT_THREAD(two, 599);
        PATH(one, 0, 0x12345);
    }
    if (die)
        raise(SIGKILL);
    return 0;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), times = atoi(argv[2]), kill = argc > 3 && !strcmp(argv[3], "kill"), i;
    char text[16];

    if (argc > 4)
        return work(times, atoi(argv[4]));
    for (i = 0; i < n; i++)
        if (fork() == 0) {
            snprintf(text, sizeof text, "%d", kill && i % 3 == 0);
            execl("/proc/self/exe", argv[0], "1", argv[2], "x", text, (char *)NULL);
            _exit(9);
        }
    while (wait(NULL) > 0)
        continue;
    printf("%d\n", 3 * n * times);
    return 0;
}
