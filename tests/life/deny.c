/* deny.c WHAT PROGRAM... - runs a program under a filter that makes some system calls fail, as a sandbox does:
 * open (EPERM), shared mappings of files (map, ENODEV), or to reserve room in a file (reserve, EOPNOTSUPP); low: kills
 * the program when it makes room in one of the files 0 to 2; thread: kills a thread that gives up capabilities. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field)         BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_NOT(value, jump) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (jump))
#define RETURN(value)       BPF_STMT(BPF_RET | BPF_K, (value))

static struct sock_filter open_filter[] = {
    LOAD(nr),
#ifdef SYS_open
    IF_NOT(SYS_open, 1),
    RETURN(SECCOMP_RET_ERRNO | EPERM),
#endif
    IF_NOT(SYS_openat, 1),
    RETURN(SECCOMP_RET_ERRNO | EPERM),
    RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter map_filter[] = {
    LOAD(nr),
    IF_NOT(SYS_mmap, 3),
    LOAD(args[3]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1),
    RETURN(SECCOMP_RET_ERRNO | ENODEV),
    RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter reserve_filter[] = {
    LOAD(nr),
    IF_NOT(SYS_fallocate, 1),
    RETURN(SECCOMP_RET_ERRNO | EOPNOTSUPP),
    RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter low_filter[] = {
    LOAD(nr),
    IF_NOT(SYS_fallocate, 3),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter thread_filter[] = {
    LOAD(nr),
    IF_NOT(SYS_capset, 1),
    RETURN(SECCOMP_RET_KILL_THREAD),
    RETURN(SECCOMP_RET_ALLOW),
};

int main(int argc, char **argv)
{
    struct sock_fprog program = {sizeof open_filter / sizeof *open_filter, open_filter};

    if (argc < 3)
        return 77;
    if (!strcmp(argv[1], "map"))
        program = (struct sock_fprog){sizeof map_filter / sizeof *map_filter, map_filter};
    if (!strcmp(argv[1], "reserve"))
        program = (struct sock_fprog){sizeof reserve_filter / sizeof *reserve_filter, reserve_filter};
    if (!strcmp(argv[1], "low"))
        program = (struct sock_fprog){sizeof low_filter / sizeof *low_filter, low_filter};
    if (!strcmp(argv[1], "thread"))
        program = (struct sock_fprog){sizeof thread_filter / sizeof *thread_filter, thread_filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
        return 77;
    execv(argv[2], argv + 2);
    return 78;
}
