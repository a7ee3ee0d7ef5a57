/* system_posix.c - calls of the kernel under names of our own. */
#define _GNU_SOURCE
#include "system.h"

#if PEP_KERNEL_ALL
#include <errno.h>

long pep_system_answer(long result)
{
    if (result >= 0 || result < -4095)
        return result;
    errno = (int)-result;
    return -1;
}

int pep_system_open(const char *name, int flags, mode_t mode)
{
    return (int)pep_system_call(SYS_openat, AT_FDCWD, name, flags, mode);
}

int pep_system_close(int fd)
{
    return (int)pep_system_call(SYS_close, fd);
}

ssize_t pep_system_read(int fd, void *bytes, size_t count)
{
    return pep_system_call(SYS_read, fd, bytes, count);
}

ssize_t pep_system_write(int fd, const void *bytes, size_t count)
{
    return pep_system_call(SYS_write, fd, bytes, count);
}

ssize_t pep_system_pread(int fd, void *bytes, size_t count, off_t offset)
{
    return pep_system_call(SYS_pread64, fd, bytes, count, offset);
}

int pep_system_fcntl(int fd, int command, int argument)
{
    return (int)pep_system_call(SYS_fcntl, fd, command, argument);
}

int pep_system_flock(int fd, int operation)
{
    return (int)pep_system_call(SYS_flock, fd, operation);
}

int pep_system_stat(const char *name, struct stat *st)
{
    return (int)pep_system_call(SYS_newfstatat, AT_FDCWD, name, st, 0);
}

int pep_system_fstat(int fd, struct stat *st)
{
    return (int)pep_system_call(SYS_fstat, fd, st);
}

int pep_system_mkdir(const char *name, mode_t mode)
{
    return (int)pep_system_call(SYS_mkdirat, AT_FDCWD, name, mode);
}

int pep_system_link(const char *from, const char *to)
{
    return (int)pep_system_call(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int pep_system_unlink(const char *name)
{
    return (int)pep_system_call(SYS_unlinkat, AT_FDCWD, name, 0);
}

ssize_t pep_system_readlink(const char *name, char *text, size_t room)
{
    return pep_system_call(SYS_readlinkat, AT_FDCWD, name, text, room);
}

/* Of a folder that is out of reach of the root the kernel gives "(unreachable)...". */
char *pep_system_getcwd(char *name, size_t room)
{
    return pep_system_call(SYS_getcwd, name, room) > 0 && name[0] == '/' ? name : NULL;
}

/* Pages that nobody has stored to yet are written where the file system cannot reserve them. */
int pep_system_fallocate(int fd, off_t offset, off_t bytes)
{
    static const char zeros[512];
    const off_t end = offset + bytes;
    long written;

    if (pep_system_call(SYS_fallocate, fd, 0, offset, bytes) == 0)
        return 0;
    if (errno != EOPNOTSUPP)
        return errno;
    for (; offset < end; offset += written) {
        written = pep_system_call(SYS_pwrite64, fd, zeros, end - offset < 512 ? end - offset : 512, offset);
        if (written <= 0)
            return written < 0 ? errno : ENOSPC;
    }
    return 0;
}

int pep_system_getrlimit(int resource, struct rlimit *limit)
{
    return (int)pep_system_call(SYS_prlimit64, 0, resource, NULL, limit);
}

void *pep_system_mmap(void *at, size_t bytes, int rights, int flags, int fd, off_t offset)
{
#ifdef __s390x__
    const long arguments[6] = {(long)at, (long)bytes, rights, flags, fd, offset};

    return (void *)pep_system_call(SYS_mmap, arguments);
#else
    return (void *)pep_system_call(SYS_mmap, at, bytes, rights, flags, fd, offset); /* -1 is MAP_FAILED */
#endif
}

int pep_system_munmap(void *at, size_t bytes)
{
    return (int)pep_system_call(SYS_munmap, at, bytes);
}

int pep_system_madvise(void *at, size_t bytes, int advice)
{
    return (int)pep_system_call(SYS_madvise, at, bytes, advice);
}

int pep_system_msync(void *at, size_t bytes, int flags)
{
    return (int)pep_system_call(SYS_msync, at, bytes, flags);
}

int pep_system_mincore(void *at, size_t bytes, unsigned char *pages)
{
    return (int)pep_system_call(SYS_mincore, at, bytes, pages);
}

int pep_system_kill(pid_t pid, int signal)
{
    return (int)pep_system_call(SYS_kill, pid, signal);
}

pid_t pep_system_getpid(void)
{
    return (pid_t)pep_system_call(SYS_getpid);
}

int pep_system_nanosleep(const struct timespec *time, struct timespec *left)
{
    return (int)pep_system_call(SYS_nanosleep, time, left);
}

int pep_system_uname(struct utsname *host)
{
    return (int)pep_system_call(SYS_uname, host);
}

int pep_system_clock_gettime(clockid_t clock, struct timespec *now)
{
    return (int)pep_system_call(SYS_clock_gettime, clock, now);
}
#endif
