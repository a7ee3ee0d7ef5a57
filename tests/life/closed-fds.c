/* closed-fds.c - the standard streams closed, then itself again: what the program opens then must be number 0. */
#include "unit.h"
#include <fcntl.h>
#include <unistd.h>

UNIT(demo, 0xfd, 1, PEP_UNIT_SINGLE)

int main(int argc, char **argv)
{
    char *again[] = {argv[0], "again", NULL};
    int fd;

    if (argc < 2) {
        for (fd = 0; fd < 64; fd++)
            close(fd);
        execv("/proc/self/exe", again);
        return 9;
    }
    HIT(demo, 0);
    PATH(demo, 0, 1);
    for (fd = 0; fd < 4; fd++)
        if (open("/dev/null", O_RDWR) != fd)
            return 1;
    return 0;
}
