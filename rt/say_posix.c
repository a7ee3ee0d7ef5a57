/* say_posix.c - the few lines that the runtime says. */
#define _GNU_SOURCE
#include "pattern.h"
#include "posix.h"
#include "system.h"
#include <errno.h>
#include <limits.h>
#include <string.h>

static struct stat error_file; /* standard error at start */

/* A set of signals as the kernel has it. */
struct signals {
    unsigned long word[8 / sizeof(unsigned long)];
};

void pep_posix_say_start(void)
{
    if (pep_system_fstat(2, &error_file) < 0)
        error_file.st_ino = 0;
}

/* One write, so that lines of several processes stay whole; none where the host has put another file at 2. */
static void say_line(char *line, size_t room, size_t count)
{
    const struct signals pipe = {{1ul << (SIGPIPE - 1)}};
    const struct timespec at_once = {0, 0};
    struct signals pending, before;
    struct stat now;

    if (count > room - 2)
        count = room - 2;
    line[count++] = '\n';
    if (!error_file.st_ino || pep_system_fstat(2, &now) < 0)
        return;
    if (now.st_dev != error_file.st_dev || now.st_ino != error_file.st_ino)
        return;
    /* A reader that has gone is none of the host's business here: its SIGPIPE is taken back. */
    if (pep_system_call(SYS_rt_sigpending, &pending, sizeof pending) < 0 ||
        pep_system_call(SYS_rt_sigprocmask, SIG_BLOCK, &pipe, &before, sizeof pipe) < 0)
        return;
    if (pep_system_write(2, line, count) < 0 && errno == EPIPE && !(pending.word[0] & pipe.word[0]))
        pep_system_call(SYS_rt_sigtimedwait, &pipe, NULL, &at_once, sizeof pipe);
    pep_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
}

void pep_platform_say(const char *what)
{
    char line[PATH_MAX];
    size_t count = 0;

    pep_text_add(line, sizeof line, &count, "pep: ");
    pep_text_add(line, sizeof line, &count, pep_facts.module[0] ? pep_facts.module : "profile");
    pep_text_add(line, sizeof line, &count, ": ");
    pep_text_add(line, sizeof line, &count, what);
    say_line(line, sizeof line, count);
}

/* strerror would translate, and may allocate. */
static const char *error_text(int error)
{
    static const struct {
        int error;
        const char *text;
    } texts[] = {
        {EACCES, "Permission denied"},
        {EPERM, "Operation not permitted"},
        {ENOENT, "No such file or directory"},
        {ENOTDIR, "Not a directory"},
        {EISDIR, "Is a directory"},
        {ENOSPC, "No space left on device"},
        {EDQUOT, "Disk quota exceeded"},
        {EROFS, "Read-only file system"},
        {EFBIG, "File too large"},
        {EMFILE, "Too many open files"},
        {ENFILE, "Too many open files in system"},
        {ENAMETOOLONG, "File name too long"},
        {EINVAL, "Not a profile of this program"},
        {EIO, "Input/output error"},
        {ELOOP, "Too many levels of symbolic links"},
        {ENOMEM, "Cannot allocate memory"},
        {EBUSY, "Device or resource busy"},
        {EEXIST, "File exists"},
        {ENOSYS, "Function not implemented"},
        {EINTR, "Interrupted system call"},
    };
    size_t i;

    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error)
            return texts[i].text;
    return NULL;
}

void pep_posix_say_failure(const char *path, int error)
{
    char line[PATH_MAX + 128];
    const char *text = error_text(error), *name = strrchr(pep_facts.module, '/');
    size_t count = 0;

    pep_text_add(line, sizeof line, &count, "pep: ");
    pep_text_add(line, PATH_MAX, &count, path);
    pep_text_add(line, sizeof line, &count, ": ");
    pep_text_add(line, sizeof line, &count, text ? text : "error ");
    if (!text)
        pep_text_add_number(line, sizeof line, &count, (uint64_t)error, 10);
    pep_text_add(line, sizeof line, &count, "; ");
    pep_text_add(line, sizeof line, &count, pep_facts.main ? "the program" : name ? name + 1 : pep_facts.module);
    pep_text_add(line, sizeof line, &count, " runs without a profile");
    say_line(line, sizeof line, count);
}
