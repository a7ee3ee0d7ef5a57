/* system.h - what the POSIX files ask of the kernel: as the functions of libc whose names these end with.
 *
 * They are not called by those names where that can be avoided: ISO C leaves all but its own to the program (C11,
 * 7.1.3), and one that has an `open` or a `read` of its own, or a variable called `link`, is not to find it called or
 * stored over by us.  ISO C's own names, pthread_ and what only the loader can answer are called as they are.
 *
 * errno tells of errors, as with libc; none is a point of cancellation. */
#ifndef PEP_RT_SYSTEM_H
#define PEP_RT_SYSTEM_H
#include "kernel.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if PEP_KERNEL_ALL
/* pep_system_call(SYS_gettid): any other. */
#define pep_system_call(...) pep_system_answer(pep_kernel(__VA_ARGS__))
long pep_system_answer(long result);
int pep_system_open(const char *name, int flags, mode_t mode);
int pep_system_close(int fd);
ssize_t pep_system_read(int fd, void *bytes, size_t count);
ssize_t pep_system_write(int fd, const void *bytes, size_t count);
ssize_t pep_system_pread(int fd, void *bytes, size_t count, off_t offset);
int pep_system_fcntl(int fd, int command, int argument);
int pep_system_flock(int fd, int operation);
int pep_system_stat(const char *name, struct stat *st);
int pep_system_fstat(int fd, struct stat *st);
int pep_system_mkdir(const char *name, mode_t mode);
int pep_system_link(const char *from, const char *to);
int pep_system_unlink(const char *name);
ssize_t pep_system_readlink(const char *name, char *text, size_t room);
char *pep_system_getcwd(char *name, size_t room);
/* Gives the error, as posix_fallocate does. */
int pep_system_fallocate(int fd, off_t offset, off_t bytes);
int pep_system_getrlimit(int resource, struct rlimit *limit);
void *pep_system_mmap(void *at, size_t bytes, int rights, int flags, int fd, off_t offset);
int pep_system_munmap(void *at, size_t bytes);
int pep_system_madvise(void *at, size_t bytes, int advice);
int pep_system_msync(void *at, size_t bytes, int flags);
int pep_system_mincore(void *at, size_t bytes, unsigned char *pages);
int pep_system_kill(pid_t pid, int signal);
pid_t pep_system_getpid(void);
int pep_system_nanosleep(const struct timespec *time, struct timespec *left);
int pep_system_uname(struct utsname *host);
int pep_system_clock_gettime(clockid_t clock, struct timespec *now);
#else
#define pep_system_call          syscall
#define pep_system_open          open
#define pep_system_close         close
#define pep_system_read          read
#define pep_system_write         write
#define pep_system_pread         pread
#define pep_system_fcntl         fcntl
#define pep_system_flock         flock
#define pep_system_stat          stat
#define pep_system_fstat         fstat
#define pep_system_mkdir         mkdir
#define pep_system_link          link
#define pep_system_unlink        unlink
#define pep_system_readlink      readlink
#define pep_system_getcwd        getcwd
#define pep_system_fallocate     posix_fallocate
#define pep_system_getrlimit     getrlimit
#define pep_system_mmap          mmap
#define pep_system_munmap        munmap
#define pep_system_madvise       madvise
#define pep_system_msync         msync
#define pep_system_mincore       mincore
#define pep_system_kill          kill
#define pep_system_getpid        getpid
#define pep_system_nanosleep     nanosleep
#define pep_system_uname         uname
#define pep_system_clock_gettime clock_gettime
#endif
#endif
