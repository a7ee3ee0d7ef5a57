#define _GNU_SOURCE
#include "base/file.h"
#include "base/array.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int pep_file_read_fd(struct pep_buffer *out, int fd)
{
    for (;;) {
        out->at = pep_array_grow(out->at, out->count, &out->room, 64 * 1024 + 1, 1);
        ssize_t n = read(fd, out->at + out->count, out->room - out->count - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        out->count += (size_t)n;
        out->at[out->count] = 0;
        if (!n)
            return 0;
    }
}

int pep_file_write_fd(int fd, const void *bytes, size_t count)
{
    const char *p = bytes;
    while (count) {
        ssize_t n = write(fd, p, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        p += n;
        count -= (size_t)n;
    }
    return 0;
}

int pep_file_read(struct pep_buffer *out, const char *path)
{
    if (!strcmp(path, "-"))
        return pep_file_read_fd(out, 0);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int bad = pep_file_read_fd(out, fd), error = errno;
    close(fd);
    errno = error;
    return bad;
}

/* write_through - into what is there and is no file, a device or a pipe; or where a link leads to nothing yet. */
static int write_through(const char *path, const void *bytes, size_t count)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int bad = fd < 0 ? -1 : pep_file_write_fd(fd, bytes, count), error = errno;
    if (fd >= 0 && close(fd) && !bad)
        return -1;
    errno = error;
    return bad;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

int pep_file_write(const char *path, const void *bytes, size_t count)
{
    struct stat status, out, link;
    bool there = !stat(path, &status);
    if (!strcmp(path, "-") || (there && !fstat(1, &out) && is_same(&status, &out))) /* /dev/stdout, whatever that is */
        return pep_file_write_fd(1, bytes, count);
    if (there ? !S_ISREG(status.st_mode) : !lstat(path, &link))
        return write_through(path, bytes, count);
    char *temp = NULL, *file = there ? realpath(path, NULL) : NULL; /* what a link leads to */
    int made = asprintf(&temp, "%s.%ld.tmp", file ? file : path, (long)getpid());
    if (made < 0) {
        free(file);
        return -1;
    }
    mode_t mode = there ? status.st_mode & 0777 : 0666;
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (fd >= 0 && there) /* what the umask took */
        (void)fchmod(fd, mode);
    int bad = fd < 0 ? -1 : pep_file_write_fd(fd, bytes, count);
    if (fd >= 0 && close(fd) && !bad)
        bad = -1;
    if (!bad)
        bad = rename(temp, file ? file : path);
    int error = errno;
    if (bad && fd >= 0)
        unlink(temp);
    free(temp);
    free(file);
    errno = error;
    return bad;
}

bool pep_file_is_regular(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

const char *pep_file_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void pep_file_of_tree(struct pep_buffer *out, const char *name)
{
    char own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0)
        return;
    own[length] = 0;
    for (int i = 0; i < 2; i++) { /* PREFIX/bin/pep-cc -> PREFIX */
        char *slash = strrchr(own, '/');
        if (slash)
            *slash = 0;
    }
    pep_buffer_printf(out, "%s/%s", own, name);
}
