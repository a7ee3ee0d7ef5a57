/* save_posix.c - writes the whole profile at the end, where pages of files cannot be shared. */
#define _GNU_SOURCE
#include "pattern.h"
#include "pep/pep.h"
#include "posix.h"
#include "system.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h> /* rename */
#include <string.h>

static int count_piece(const void *bytes, size_t count, void *data)
{
    (void)bytes;
    *(uint64_t *)data += count;
    return 0;
}

static int save_piece(const void *bytes, size_t count, void *data)
{
    const char *p = bytes;
    ssize_t written;

    while (count) {
        written = pep_system_write(*(int *)data, p, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        p += written;
        count -= (size_t)written;
    }
    return 0;
}

/* Writes the profile under its name; a second module of this process appends its own name to that. */
int pep_posix_save(void)
{
    struct pep_raw_header h;
    char name[PATH_MAX];
    const char *own = strrchr(pep_facts.module, '/');
    size_t count = strlen(pep_posix_path);
    struct pep_platform_file file;
    uint64_t bytes = 0;
    int fd, error = 0;

    fd = pep_posix_open(pep_posix_path, O_RDONLY);
    if (fd >= 0) {
        if (pep_system_pread(fd, &h, sizeof h, 0) == sizeof h && h.pid == pep_facts.pid && h.born == pep_facts.born) {
            pep_text_add(pep_posix_path, sizeof pep_posix_path, &count, ".");
            pep_text_add(pep_posix_path, sizeof pep_posix_path, &count, own ? own + 1 : "module");
        }
        pep_system_close(fd);
    }
    fd = file.handle = pep_posix_open_new(name, sizeof name);
    if (fd < 0)
        return errno;
    pep_write(count_piece, &bytes);
    if (pep_platform_reserve(&file, 0, bytes) < 0 || pep_write(save_piece, &fd) != 0)
        error = errno;
    if (pep_system_close(fd) < 0 && !error)
        error = errno;
    if (!error && rename(name, pep_posix_path) < 0)
        error = errno;
    if (error)
        pep_system_unlink(name);
    return error;
}
