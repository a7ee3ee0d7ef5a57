/* maps_posix.c - files that the process has mapped, by /proc/self/maps.
 *
 *     7f1c2e000000-7f1c2e001000 rw-s 00000000 08:01 131090                     /home/me/prog.4711.pepraw */
#define _GNU_SOURCE
#include "posix.h"
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The path in the line where it is a shared mapping of a file's first page and ends with `ending`; else NULL. */
static const char *shared_path(const char *line, const char *ending)
{
    const char *blank = strchr(line, ' '), *path = strchr(line, '/');
    size_t length = path ? strlen(path) : 0, wanted = strlen(ending);

    if (!blank || strncmp(blank, " rw-s 00000000 ", 15) != 0 || length < wanted)
        return NULL;
    return strcmp(path + length - wanted, ending) == 0 ? path : NULL;
}

int pep_posix_find_mapping(char *out, size_t room, const char *ending)
{
    static char text[2 * PATH_MAX];
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), result = -1;
    char *line, *end;
    const char *path;
    size_t have = 0;
    ssize_t count;

    if (fd < 0)
        return -1;
    while (result < 0 && (count = read(fd, text + have, sizeof text - 1 - have)) > 0) {
        have += (size_t)count;
        text[have] = 0;
        for (line = text; result < 0 && (end = strchr(line, '\n')); line = end + 1) {
            *end = 0;
            path = shared_path(line, ending);
            if (path && strlen(path) < room) {
                memcpy(out, path, strlen(path) + 1);
                result = 0;
            }
        }
        have -= (size_t)(line - text);
        memmove(text, line, have);
    }
    close(fd);
    return result;
}
