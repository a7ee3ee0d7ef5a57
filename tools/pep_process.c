#define _GNU_SOURCE
#include "tools/pep_process.h"
#include "base/array.h"
#include "base/file.h"
#include "profile/raw.h"
#include <pep/raw.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads /proc/PID/stat; false where it tells nothing.  See proc(5). */
static bool read_stat(uint32_t pid, char *state, uint64_t *threads, uint64_t *born)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    char path[32];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%" PRIu32 "/stat", pid);
    if (!pep_file_read(&text, path)) {
        /* the second field is the program's name in parentheses and may hold anything */
        const char *p = strrchr(pep_buffer_text(&text), ')');
        if (p)
            found = sscanf(
                p + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %" SCNu64 " %*s %" SCNu64,
                state, threads, born);
    }
    pep_buffer_free(&text);
    return found == 3;
}

uint64_t pep_process_born(uint32_t pid)
{
    uint64_t threads, born;
    char state;
    return read_stat(pid, &state, &threads, &born) ? born : 0;
}

bool pep_process_alive(uint32_t pid, uint64_t born)
{
    uint64_t threads, found;
    char state;
    if (!pid || pid > INT32_MAX || (kill((pid_t)pid, 0) && errno == ESRCH))
        return false;
    if (!read_stat(pid, &state, &threads, &found))
        return true;
    /* a first thread that has ended looks like a zombie while others live on */
    return (!born || found == born) && !((state == 'Z' || state == 'X') && threads <= 1);
}

uint64_t pep_process_space(void)
{
    char text[64];
    ssize_t n = readlink("/proc/self/ns/pid", text, sizeof text - 1);
    if (n <= 0)
        return 0;
    text[n] = 0;
    const char *number = strchr(text, '[');
    return number ? strtoull(number + 1, NULL, 10) : 0;
}

/* --- the profile among the mapped files --- */

/* Whether a file is a raw profile, and one that the process counts into: it may still have its parent's mapped. */
enum claim { NO_PROFILE, A_PROFILE, ITS_PROFILE };

/* What a look through /proc/PID/maps has found so far. */
struct hunt {
    uint32_t pid;
    struct {
        PEP_ARRAY(uint64_t); /* files that were looked at, by inode */
    } seen;
    int fd;           /* of the best one, or -1 */
    enum claim claim; /* which that has */
    struct pep_buffer name;
    int refused; /* errno of a deleted profile that could not be opened, or 0 */
};

static enum claim claim_of(int fd, uint32_t pid)
{
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    char magic[8];
    enum claim claim = NO_PROFILE;
    if (pread(fd, magic, sizeof magic, 0) != sizeof magic || memcmp(magic, PEP_RAW_MAGIC, sizeof magic))
        return claim;
    if (!pep_file_read_fd(&bytes, fd) && !pep_raw_read(&raw, pep_buffer_text(&bytes), bytes.count, &fault)) {
        claim = raw.pid == pid ? ITS_PROFILE : A_PROFILE;
        for (size_t i = 0; i < raw.segments.count; i++) {
            if (raw.segments.at[i].owner == pid)
                claim = ITS_PROFILE;
        }
    }
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
    return claim;
}

/* Looks at the file, keeps it open where it is the best so far, and gives whether it is the one that is mapped: a name
 * may by now stand for another file, or mean another one to the process. */
static bool consider(struct hunt *h, const char *path, const char *name, uint64_t inode)
{
    struct stat status;
    if (stat(path, &status))
        return false;
    bool same = status.st_ino == inode;
    int fd = S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return same;
    enum claim claim = claim_of(fd, h->pid);
    if (claim > h->claim && (same || claim == ITS_PROFILE)) {
        int worse = h->fd;
        h->fd = fd;
        h->claim = claim;
        pep_buffer_clear(&h->name);
        pep_buffer_adds(&h->name, name);
        fd = worse;
    }
    if (fd >= 0)
        close(fd);
    return same;
}

/* The kernel writes a line end in a name as \012. */
static void unescape(char *name)
{
    for (char *p; (p = strstr(name, "\\012")) != NULL; name = p + 1) {
        *p = '\n';
        memmove(p + 1, p + 4, strlen(p + 4) + 1);
    }
}

/* A line: `7f01c000-7f01d000 rw-s 00001000 08:01 1442   /tmp/prog.17.pepraw` */
static void take_line(struct hunt *h, char *line)
{
    static const char gone[] = " (deleted)";
    char shared, path[4096];
    uint64_t inode;
    int range = 0, at = 0;
    if (sscanf(line, "%*[0-9a-f-]%n %*3s%c %*s %*s %" SCNu64 " %n", &range, &shared, &inode, &at) != 2 || !at)
        return;
    char *name = line + at;
    size_t n = strlen(name);
    if (shared != 's' || !inode || *name != '/' || n > 4000)
        return;
    for (size_t i = 0; i < h->seen.count; i++) {
        if (h->seen.at[i] == inode)
            return;
    }
    pep_array_push(&h->seen, inode);
    bool deleted = n > strlen(gone) && !strcmp(name + n - strlen(gone), gone);
    if (deleted)
        name[n -= strlen(gone)] = 0;
    unescape(name);
    if (!deleted) {
        snprintf(path, sizeof path, "/proc/%" PRIu32 "/root%s", h->pid, name); /* as the process sees it */
        if (consider(h, name, name, inode) || consider(h, path, name, inode))
            return;
    }
    snprintf(path, sizeof path, "/proc/%" PRIu32 "/map_files/%.*s", h->pid, range, line);
    errno = 0;
    if (!consider(h, path, name, inode) && deleted && n > 6 && !strcmp(name + n - 6, "pepraw"))
        h->refused = errno;
}

int pep_process_profile(int *fd, struct pep_buffer *name, uint32_t pid, struct pep_fault *fault)
{
    struct hunt h = {.pid = pid, .fd = -1};
    struct pep_buffer maps = PEP_BUFFER_INIT;
    char path[32];
    int result = PEP_PROCESS_FOUND;
    if (!pep_process_alive(pid, 0))
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "there is no such process, or it has ended");
    snprintf(path, sizeof path, "/proc/%" PRIu32 "/maps", pid);
    if (pep_file_read(&maps, path)) {
        pep_fault_set(fault, PEP_FAULT_NOWHERE, "what it has mapped cannot be read: %s", strerror(errno));
        pep_buffer_free(&maps);
        return -1;
    }
    for (char *save, *line = maps.count ? strtok_r(maps.at, "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save))
        take_line(&h, line);
    if (h.fd >= 0) {
        *fd = h.fd;
        pep_buffer_adds(name, h.name.at);
    } else if (h.refused) {
        result = pep_fault_set(fault, PEP_FAULT_NOWHERE,
                               "its profile was deleted, and /proc/%" PRIu32 "/map_files "
                               "cannot be read: %s",
                               pid, strerror(h.refused));
    } else {
        pep_fault_set(fault, PEP_FAULT_NOWHERE,
                      "has no profile mapped: it was not built with pep-cc, or runs without a profile");
        result = PEP_PROCESS_NONE;
    }
    pep_array_free(&h.seen);
    pep_buffer_free(&h.name);
    pep_buffer_free(&maps);
    return result;
}
