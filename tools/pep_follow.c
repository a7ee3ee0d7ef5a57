/* --follow - what a verb tells of a program that runs, printed again and again.
 *
 * The program counts into a file that everybody may read, so it is not stopped and asked nothing.  Each look reads the
 * whole file into memory: what is decoded then does not change meanwhile, and a file that is cut is no SIGBUS. */
#define _GNU_SOURCE
#include "base/file.h"
#include "profile/raw.h"
#include "tools/pep_follow.h"
#include "tools/pep_print.h"
#include "tools/pep_process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct follow {
    const struct pep_arguments *arguments;
    const struct pep_follow_view *view;
    uint32_t pid;                 /* who is followed; 0: whoever counts into the file */
    uint64_t born;                /* that process */
    struct pep_buffer path, name; /* of the profile; of what is followed, as it is told */
    int fd;                       /* the profile */
    int end;                      /* a descriptor that is readable when the process has ended, or -1 */
    bool expected;                /* end was asked for */
    bool ended;
    struct pep_buffer bytes;
    struct pep_profile before; /* with --delta: the look before */
    struct timespec looked;
    double seconds;         /* between this look and the one before */
    uint64_t total, recent; /* the view's, and of it since the look before */
    size_t height;          /* rows of the terminal, or 0 */
};

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

/* Signals that are ignored stay so, as under nohup. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction old, action = {.sa_handler = stop};
    for (int i = 0; i < 2; i++) {
        if (!sigaction(numbers[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

/* Sleeps until the time is over, the process ends or a signal comes. */
static void pause_for(struct follow *f, double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    struct pollfd end = {.fd = f->end, .events = POLLIN};
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before); /* else one that comes right before ppoll would be slept through */
    if (!stopped && ppoll(&end, 1, &time, &before) > 0) {
        close(f->end);
        f->end = -1;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* --- whom to follow --- */

static int fail(const char *name, const struct pep_fault *fault)
{
    pep_print_fault(name, fault);
    return -1;
}

static bool is_number(const char *s)
{
    return *s && !s[strspn(s, "0123456789")];
}

/* find_process - the profile of a process.  One that has just been started gets the time to map it. */
static int find_process(struct follow *f, const char *word)
{
    enum { TRIES = 20 };
    struct pep_fault fault;
    unsigned long pid = strtoul(word, NULL, 10);
    int result = PEP_PROCESS_NONE;
    pep_buffer_printf(&f->name, "process %s", word);
    f->pid = pid > INT32_MAX ? INT32_MAX : (uint32_t)pid;
    f->born = pep_process_born(f->pid);
    for (int i = 0; i < TRIES && result == PEP_PROCESS_NONE && !stopped; i++) {
        if (i)
            pause_for(f, 0.05);
        result = pep_process_profile(&f->fd, &f->path, f->pid, &fault);
    }
    return result == PEP_PROCESS_FOUND ? 0 : fail(f->name.at, &fault);
}

static int find_file(struct follow *f, const char *word)
{
    struct pep_fault fault;
    pep_buffer_adds(&f->name, pep_file_base(word));
    pep_buffer_adds(&f->path, word);
    f->fd = open(word, O_RDONLY | O_CLOEXEC);
    if (f->fd >= 0)
        return 0;
    pep_fault_set(&fault, PEP_FAULT_NOWHERE, "%s", strerror(errno));
    return fail(word, &fault);
}

/* --- a look --- */

/* Whether one of the processes that count into the file still runs.  Of those of another pid namespace only the file
 * tells, and it does not know who was killed. */
static bool anybody(const struct pep_raw_file *raw)
{
    uint64_t here = pep_process_space();
    bool strangers = raw->foreign || (raw->space && raw->space != here);
    if (!strangers && pep_process_alive((uint32_t)raw->pid, raw->born))
        return true;
    for (size_t i = 0; i < raw->segments.count && !raw->foreign; i++) {
        const struct pep_raw_segment *s = &raw->segments.at[i];
        if (s->space && s->space != here)
            strangers = true;
        else if (pep_process_alive(s->owner, s->born))
            return true;
    }
    return strangers && raw->finished < raw->processes;
}

static int read_bytes(struct follow *f)
{
    struct pep_fault fault;
    if (lseek(f->fd, 0, SEEK_SET) >= 0 && !pep_raw_load(&f->bytes, f->fd))
        return 0;
    pep_fault_set(&fault, PEP_FAULT_NOWHERE, "%s", strerror(errno));
    return fail(f->path.at, &fault);
}

/* Without it the end is seen at the next look. */
static void expect_end(struct follow *f, uint64_t pid)
{
#ifdef SYS_pidfd_open
    if (!f->expected && pid <= INT32_MAX)
        f->end = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
#endif
    f->expected = true;
}

/* read_profile - the file as it is now, and whether it will stay so. */
static int read_profile(struct follow *f)
{
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    if (f->pid) {
        expect_end(f, f->pid);
        f->ended = !pep_process_alive(f->pid, f->born);
        return read_bytes(f);
    }
    int bad = read_bytes(f);
    if (bad)
        return bad;
    bad = pep_raw_read(&raw, pep_buffer_text(&f->bytes), f->bytes.count, &fault);
    if (bad) {
        fail(f->path.at, &fault);
    } else if (anybody(&raw)) {
        expect_end(f, raw.pid);
    } else { /* what the last one counted may have come behind our reading */
        f->ended = true;
        bad = read_bytes(f);
    }
    pep_raw_free(&raw);
    return bad;
}

static void take_time(struct follow *f)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    f->seconds = (double)(now.tv_sec - f->looked.tv_sec) + (double)(now.tv_nsec - f->looked.tv_nsec) / 1e9;
    f->looked = now;
}

/* keep_recent - leave in the session what came since the look before. */
static void keep_recent(struct follow *f)
{
    struct pep_profile now = PEP_PROFILE_INIT, *p = &f->view->session->profile;
    pep_profile_merge(&now, p);
    pep_profile_since(p, &f->before);
    pep_profile_free(&f->before);
    f->before = now;
}

static void clear_screen(const struct follow *f)
{
    if (f->height)
        fputs("\033[H\033[2J", stdout);
}

/* A line that is longer than the screen is wide is cut, lest the first ones be scrolled away. */
static void wrap_lines(const struct follow *f, bool wrap)
{
    if (f->height)
        fputs(wrap ? "\033[?7h" : "\033[?7l", stdout);
}

/* look - read the profile and rank what it counted.  What is wrong with it is told at the first look and at the last,
 * each of which a user gets to see. */
static int look(struct follow *f, bool first)
{
    const struct pep_arguments *a = f->arguments;
    struct pep_session *s = f->view->session;
    if (read_profile(f))
        return -1;
    take_time(f);
    f->height = a->json ? 0 : pep_print_height();
    s->quiet = !first && !f->ended;
    if (!s->quiet)
        clear_screen(f);
    if (pep_session_look(s, &f->bytes))
        return -1;
    if (a->delta && !f->ended)
        keep_recent(f);
    uint64_t total = f->view->rank(f->view->data, a);
    f->recent = a->delta || total < f->total ? total : total - f->total;
    f->total = total;
    return 0;
}

/* --- printing --- */

static void print_json(struct follow *f, bool first)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    json_t *root = f->view->json(f->view->data, f->arguments);
    json_object_set_new(root, "time", pep_json_count((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec));
    if (!first) {
        json_object_set_new(root, "seconds", json_real(f->seconds));
        if (!f->ended)
            json_object_set_new(root, f->view->key, pep_json_count(f->recent));
    }
    json_object_set_new(root, "delta", json_boolean(f->arguments->delta && !f->ended));
    json_object_set_new(root, "ended", json_boolean(f->ended));
    pep_json_print_line(root);
}

/* The line above each report: the time, who, and what came of late. */
static void print_status(const struct follow *f, bool first)
{
    char when[16] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(when, sizeof when, "%H:%M:%S", &local);
    printf("%s== %s   %s%s   ", pep_style(PEP_STYLE_NAME), when, f->name.at, pep_style(PEP_STYLE_PLAIN));
    if (f->ended)
        puts("has ended");
    else if (first)
        puts("runs");
    else if (f->arguments->delta)
        printf("counts of the last %.2f s\n", f->seconds);
    else
        printf("%s of the last %.2f s %s\n", f->view->what, f->seconds, pep_print_count(f->recent));
}

static void print(struct follow *f, bool first)
{
    enum { FRAME = 2 }; /* rows: the status, and the one where the cursor stays */
    if (f->arguments->json) {
        print_json(f, first);
        return;
    }
    if (!first && !f->ended)
        clear_screen(f);
    if (!first && !f->height)
        putchar('\n');
    bool whole = f->ended || f->height <= FRAME;
    wrap_lines(f, whole);
    print_status(f, first);
    f->view->print(f->view->data, f->arguments, whole ? PEP_FOLLOW_WHOLE : f->height - FRAME);
    wrap_lines(f, true);
}

/* follow - look and print until it ends.  With --delta the first look is only what the second one is compared to. */
static int follow(struct follow *f)
{
    const struct pep_arguments *a = f->arguments;
    for (bool first = true; !stopped; first = false) {
        if (look(f, first))
            return PEP_TOOL_ERROR;
        if (!a->delta || !first || f->ended)
            print(f, first);
        if (!fflush(stdout) && f->ended)
            return f->view->code(f->view->data);
        if (!stopped && ferror(stdout))
            return PEP_TOOL_ERROR;
        pause_for(f, a->interval > 0 ? a->interval : 1);
    }
    if (ferror(stdout)) { /* the signal came while a report was written: the rest of it is not wanted */
        clearerr(stdout);
        __fpurge(stdout);
    }
    fputs(pep_style(PEP_STYLE_PLAIN), stdout);
    wrap_lines(f, true);
    return PEP_TOOL_OK;
}

int pep_follow(const struct pep_arguments *a, const struct pep_follow_view *view)
{
    struct follow f = {.arguments = a, .view = view, .fd = -1, .end = -1, .before = PEP_PROFILE_INIT};
    int code = PEP_TOOL_ERROR;
    static char screen[1 << 16];
    catch_signals();
    /* a file that has a number for a name is a file */
    bool process = is_number(a->follow) && access(a->follow, F_OK);
    if (!(process ? find_process(&f, a->follow) : find_file(&f, a->follow)) &&
        !pep_session_begin(view->session, a->words, a->nwords, f.path.at)) {
        setvbuf(stdout, screen, _IOFBF, sizeof screen); /* a screen at once */
        code = follow(&f);
    }
    if (f.fd >= 0)
        close(f.fd);
    if (f.end >= 0)
        close(f.end);
    pep_profile_free(&f.before);
    pep_buffer_free(&f.path);
    pep_buffer_free(&f.name);
    pep_buffer_free(&f.bytes);
    return code;
}
