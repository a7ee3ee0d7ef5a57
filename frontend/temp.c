#define _GNU_SOURCE
#include "frontend/temp.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A list that the signal handler may walk at any moment: a node is complete before the head points to it, and nodes
 * are never freed nor taken out: a path that was removed before does no harm. */
struct temp_file {
    char *path;
    struct temp_file *next;
};
static struct temp_file *volatile files;
static char folder[4096]; /* "" where there is none */
static pid_t owner;       /* the process that made the folder */
static bool kept;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
enum { NSIGNALS = sizeof signals / sizeof *signals };
static bool watched[NSIGNALS], watching;
static volatile pid_t child;

/* remove_all - async-signal-safe: unlink and rmdir are */
static void remove_all(void)
{
    if (kept || !folder[0] || getpid() != owner)
        return;
    for (struct temp_file *f = files; f; f = f->next)
        unlink(f->path);
    rmdir(folder);
}

/* ends_by_itself - a terminal sends its signals to all; a second one would end clang amid its own removing */
static bool ends_by_itself(pid_t pid)
{
    const struct timespec pause = {0, 2000000};
    pid_t ended = 0;
    for (int tries = 0; tries < 50 && !ended; tries++) {
        nanosleep(&pause, NULL);
        ended = waitpid(pid, NULL, WNOHANG);
    }
    return ended;
}

static void on_signal(int number)
{
    pid_t pid = child;
    if (pid > 0 && !ends_by_itself(pid)) {
        kill(pid, number);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    remove_all();
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
}

void pep_temp_watch(void)
{
    if (watching)
        return;
    watching = true;
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < NSIGNALS; i++)
        sigaddset(&action.sa_mask, signals[i]);
    for (int i = 0; i < NSIGNALS; i++) {
        if (sigaction(signals[i], NULL, &old) || old.sa_handler == SIG_IGN)
            continue;
        watched[i] = !sigaction(signals[i], &action, NULL);
    }
}

void pep_temp_unwatch(void)
{
    for (int i = 0; i < NSIGNALS; i++) {
        if (watched[i])
            signal(signals[i], SIG_DFL);
        watched[i] = false;
    }
    watching = false;
}

void pep_temp_watched(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < NSIGNALS; i++) {
        if (watched[i])
            sigaddset(set, signals[i]);
    }
}

void pep_temp_child(pid_t pid)
{
    pep_temp_watch();
    child = pid;
}

void pep_temp_hold(sigset_t *old)
{
    pep_temp_watch();
    sigset_t set;
    pep_temp_watched(&set);
    sigprocmask(SIG_BLOCK, &set, old);
}

void pep_temp_release(const sigset_t *old)
{
    sigprocmask(SIG_SETMASK, old, NULL);
}

/* Signals are held so that no folder is ever left without an owner. */
bool pep_temp_ready(void)
{
    static bool registered;
    const char *places[] = {getenv("TMPDIR"), "/tmp", "."};
    sigset_t old;
    pep_temp_hold(&old);
    for (size_t i = 0; i < sizeof places / sizeof *places && !folder[0]; i++) {
        char path[sizeof folder];
        if (!places[i] || !*places[i])
            continue;
        if ((size_t)snprintf(path, sizeof path, "%s/pep-XXXXXX", places[i]) >= sizeof path || !mkdtemp(path))
            continue;
        owner = getpid();
        memcpy(folder, path, sizeof folder);
    }
    pep_temp_release(&old);
    if (folder[0] && !registered)
        registered = !atexit(pep_temp_remove);
    return folder[0];
}

const char *pep_temp_path(const char *name)
{
    if (!pep_temp_ready())
        pep_fatal(PEP_EXIT_TEMP, "no temporary folder can be made in /tmp: %s", strerror(errno));
    struct pep_buffer path = PEP_BUFFER_INIT;
    pep_buffer_printf(&path, "%s/%s", folder, name);
    struct temp_file *file = pep_array_grow(NULL, 0, &(size_t){0}, 1, sizeof *file);
    file->path = path.at;
    file->next = files;
    files = file;
    return file->path;
}

void pep_temp_remove(void)
{
    if (kept && folder[0] && getpid() == owner)
        fprintf(stderr, "%s: temporary files are kept in %s\n", pep_program_name, folder);
    sigset_t old;
    pep_temp_hold(&old);
    remove_all();
    if (getpid() == owner)
        folder[0] = 0;
    pep_temp_release(&old);
}

void pep_temp_keep(bool keep)
{
    kept = keep;
}
