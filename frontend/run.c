#define _GNU_SOURCE
#include "frontend/run.h"
#include "base/array.h"
#include "base/error.h"
#include "base/file.h"
#include "frontend/temp.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* open_capture - an anonymous file: unlike a pipe it needs no reader while the child runs, and two writers cannot block
 * each other */
static int open_capture(const char *name)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0)
        return fd;
    const char *path = pep_temp_path(name);
    FILE *file = fopen(path, "w+e");
    if (!file)
        return -1;
    fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
    fclose(file);
    return fd;
}

static void close_capture(struct pep_buffer *out, int fd)
{
    if (fd < 0)
        return;
    if (!lseek(fd, 0, SEEK_SET))
        pep_file_read_fd(out, fd);
    close(fd);
}

static bool is_named(const char *variable, const char *const *names)
{
    for (; names && *names; names++) {
        size_t length = strlen(*names);
        if (!strncmp(variable, *names, length) && variable[length] == '=')
            return true;
    }
    return false;
}

int pep_run_wait(pid_t child)
{
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    /* The child is reaped while signals are held, so that the handler never sends one to a number that is free. */
    sigset_t old;
    int status = 0;
    pep_temp_hold(&old);
    if (waitpid(child, &status, 0) < 0)
        status = -1;
    pep_temp_child(0);
    pep_temp_release(&old);
    return status;
}

int pep_run(struct pep_run *run)
{
    struct {
        PEP_ARRAY(char *);
    } environment = {0};
    for (char **e = environ; *e; e++) {
        if (!is_named(*e, run->without))
            pep_array_push(&environment, *e);
    }
    pep_array_push(&environment, NULL);

    int out = run->capture ? open_capture("out") : -1, err = run->capture ? open_capture("err") : -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (out >= 0)
        posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (err >= 0)
        posix_spawn_file_actions_adddup2(&actions, err, 2);

    fflush(NULL);
    sigset_t old, ours;
    pid_t child = 0;
    pep_temp_hold(&old);
    pep_temp_watched(&ours);
    posix_spawnattr_setsigmask(&attributes, &old);
    posix_spawnattr_setsigdefault(&attributes, &ours);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawnp(&child, run->argv[0], &actions, &attributes, (char *const *)run->argv, environment.at);
    if (!error)
        pep_temp_child(child);
    pep_temp_release(&old);

    int status = error ? -1 : pep_run_wait(child);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    pep_array_free(&environment);
    close_capture(&run->out, out);
    close_capture(&run->err, err);
    if (error)
        errno = error;
    return status;
}

void pep_run_replay(const struct pep_run *run)
{
    fflush(NULL);
    bool lost = pep_file_write_fd(1, pep_buffer_text(&run->out), run->out.count) != 0;
    int error = errno;
    pep_file_write_fd(2, pep_buffer_text(&run->err), run->err.count);
    if (lost) /* assembly, for -S -o - */
        pep_fatal(PEP_EXIT_IO, "standard output: %s", strerror(error));
}

void pep_run_free(struct pep_run *run)
{
    pep_buffer_free(&run->out);
    pep_buffer_free(&run->err);
}

bool pep_run_interrupted(int status)
{
    if (status == -1 || !WIFSIGNALED(status))
        return false;
    int number = WTERMSIG(status);
    return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || number == SIGPIPE;
}

void pep_run_leave(int status)
{
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    pep_temp_remove();
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none); /* the child has left a core already */
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    exit(PEP_EXIT_SIGNAL);
}

void pep_run_become(const char *const *argv)
{
    fflush(NULL);
    pep_temp_remove();
    pep_temp_unwatch();
    execvp(argv[0], (char *const *)argv);
    pep_fatal(PEP_EXIT_COMPILER, "the compiler '%s' cannot be started: %s", argv[0], strerror(errno));
}
