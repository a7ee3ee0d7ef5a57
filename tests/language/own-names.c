/* functions and variables that have names of POSIX's, which ISO C leaves to the program
 */
#ifndef __LP64__
#error "the runtime asks libc there"
#endif
#include <stdio.h>
#include <string.h>

static int calls;

#define OWN(name)                                                                                                      \
    int name(int value)                                                                                                \
    {                                                                                                                  \
        calls++;                                                                                                       \
        return value > 0 ? value - 1 : -1;                                                                             \
    }
/* clang-format off */
OWN(open) OWN(close) OWN(read) OWN(write) OWN(pread) OWN(fcntl) OWN(flock) OWN(fstat) OWN(mkdir) OWN(unlink)
OWN(readlink) OWN(getcwd) OWN(posix_fallocate) OWN(getrlimit) OWN(mmap) OWN(munmap) OWN(msync) OWN(mincore)
OWN(getpid) OWN(nanosleep) OWN(uname) OWN(clock_gettime) OWN(syscall) OWN(sysconf) OWN(gettid) OWN(lseek)
OWN(madvise)
    /* clang-format on */
    int link = 1,
        stat = 2, kill = 3;
const char sigpending[] = "pending", sigwait[] = "wait", sigaddset[] = "add";

int main(void)
{
    int (*const all[])(int) = {open,   close,     read,    write,         pread,           fcntl,  flock,
                               fstat,  mkdir,     unlink,  getcwd,        munmap,          msync,  mincore,
                               mmap,   getrlimit, syscall, readlink,      getpid,          uname,  sysconf,
                               gettid, nanosleep, lseek,   clock_gettime, posix_fallocate, madvise};
    int sum = 0;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)                                        /*= 28 27:1 */
        if (i % 2)                                                                                 /*= 27 13:14 */
            sum += all[i]((int)i);                                                                 /*= 13 */
    if (strlen(sigpending) + strlen(sigwait) + strlen(sigaddset) != 14 || link + stat + kill != 6) /*= - */
        return 1;
    printf("%d calls: %d\n", calls, sum);
    return calls == 13 && sum == 156 ? 0 : 2; /*= - */
}
