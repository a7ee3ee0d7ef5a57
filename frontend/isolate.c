#define _GNU_SOURCE
#include "frontend/isolate.h"
#include "base/file.h"
#include "frontend/run.h"
#include "frontend/temp.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What follows the bytes of `out` in the pipe.  It comes last, so that an answer cut short shows itself. */
struct trailer {
    uint64_t magic, count;
    int64_t result;
};
#define MAGIC UINT64_C(0x7065702d646f6e65) /* "pep-done" */

/* The kernel keeps 128 MB free behind the stack of a process that began with less. */
enum { STACK_BYTES = 120 << 20 };

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* grow_stack - trees are built and walked along their depth: that of case labels in a row, of operands, of else after
 * else.  libclang has a thread of its own for it, with less, where it is not told otherwise. */
static void grow_stack(void)
{
    struct rlimit limit;
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= STACK_BYTES)
        return;
    limit.rlim_cur = limit.rlim_max < STACK_BYTES ? limit.rlim_max : STACK_BYTES;
    setrlimit(RLIMIT_STACK, &limit);
}

/* end_alone - bounds the processor time too: the parent, which was to end the child, may itself be killed before */
static void end_alone(unsigned seconds)
{
    struct rlimit limit;
    if (!seconds || getrlimit(RLIMIT_CPU, &limit) || limit.rlim_cur <= seconds)
        return;
    limit.rlim_cur = seconds + 1;
    setrlimit(RLIMIT_CPU, &limit);
}

static noreturn void be_child(const struct pep_isolate *job, int answer, const sigset_t *mask)
{
    pep_temp_unwatch();
    pep_temp_release(mask);
    signal(SIGPIPE, SIG_IGN); /* the parent may be gone: write then fails */
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    grow_stack();
    end_alone(job->seconds);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, 1);
        if (job->quiet)
            dup2(null, 2);
    }
    struct pep_buffer out = PEP_BUFFER_INIT;
    int result = job->work(&out, job->data);
    fflush(NULL);
    struct trailer end = {.magic = MAGIC, .count = out.count, .result = result};
    if (pep_file_write_fd(answer, pep_buffer_text(&out), out.count))
        _exit(1);
    _exit(pep_file_write_fd(answer, &end, sizeof end) ? 1 : 0);
}

/* read_answer - reads up to the end or the deadline; gives false at the deadline */
static bool read_answer(struct pep_buffer *out, int fd, unsigned seconds)
{
    int64_t deadline = milliseconds() + (int64_t)seconds * 1000;
    for (;;) {
        int64_t left = seconds ? deadline - milliseconds() : -1;
        if (seconds && left <= 0)
            return false;
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int n = poll(&ready, 1, left > INT32_MAX ? INT32_MAX : (int)left);
        if (n < 0 && errno != EINTR)
            return true;
        if (n <= 0)
            continue;
        char piece[65536];
        ssize_t got = read(fd, piece, sizeof piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return true;
        pep_buffer_add(out, piece, (size_t)got);
    }
}

enum pep_isolate_end pep_isolate(struct pep_isolate *job)
{
    job->out = (struct pep_buffer)PEP_BUFFER_INIT;
    job->result = job->signal = 0;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return PEP_ISOLATE_FAILED;
    fflush(NULL);
    sigset_t old;
    pep_temp_hold(&old);
    pid_t child = fork();
    if (!child) {
        close(ends[0]);
        be_child(job, ends[1], &old);
    }
    if (child > 0)
        pep_temp_child(child);
    pep_temp_release(&old);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return PEP_ISOLATE_FAILED;
    }

    bool in_time = read_answer(&job->out, ends[0], job->seconds);
    close(ends[0]);
    if (!in_time)
        kill(child, SIGKILL);
    int status = pep_run_wait(child);
    if (WIFSIGNALED(status))
        job->signal = WTERMSIG(status);
    if (!in_time)
        return PEP_ISOLATE_TIMEOUT;
    if (pep_run_interrupted(status))
        pep_run_leave(status);

    struct trailer end;
    if (status || job->out.count < sizeof end)
        return PEP_ISOLATE_CRASHED;
    memcpy(&end, job->out.at + job->out.count - sizeof end, sizeof end);
    if (end.magic != MAGIC || end.count != job->out.count - sizeof end)
        return PEP_ISOLATE_CRASHED;
    job->out.count = (size_t)end.count;
    job->out.at[job->out.count] = 0;
    job->result = (int)end.result;
    return PEP_ISOLATE_DONE;
}
