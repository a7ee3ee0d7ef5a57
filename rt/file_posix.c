/* file_posix.c - the profile file on POSIX systems: found, created, joined, replaced, grown.
 *
 * The file is open only while something is done with it, at a number above 2, and never in a program that is executed
 * later.  A new file is complete before it gets its name.  The name belongs to the first process that took it while
 * that process lives; another one appends its pid. */
#define _GNU_SOURCE
#include "core.h"
#include "pattern.h"
#include "pep/pep.h"
#include "posix.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h> /* rename */
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_PATTERN "%b.%p.pepraw"
#define TRIES 200

/* What another file at our name is to us. */
enum finding { FOUND_OURS, FOUND_LIVE, FOUND_STALE, FOUND_FOREIGN, FOUND_DEVICE };

static char folder[PATH_MAX]; /* at start: relative names count from there, whatever the program does later */
static char pattern[PATH_MAX];
static char path[PATH_MAX];
static dev_t path_device;
static ino_t path_inode;
static bool verbose;
static bool saving; /* pages of files cannot be shared here: write at the end */
static struct pep_raw_header *mapped; /* the last header: in the child of a fork at first the parent's */

/* Pages of the file are mapped over this, the header over its first page, so that they go with the module. */
#define HOME ((uint64_t)256 << 10)
static char home[HOME] __attribute__((__aligned__(PEP_COUNTER_ALIGN)));
static uint64_t home_used = PEP_COUNTER_ALIGN;

void pep_posix_files_start(const char *text, bool talk)
{
    size_t count = 0;

    verbose = talk;
    if (!getcwd(folder, sizeof folder))
        folder[0] = 0;
    pep_text_add(pattern, sizeof pattern, &count, text && *text ? text : DEFAULT_PATTERN);
    if (count >= sizeof pattern)
        pattern[0] = 0; /* expands to nothing: a name too long */
}

/* The name for this process.  0, or the error. */
static int path_expand(void)
{
    static char name[PATH_MAX];
    const char *base = strrchr(pep_facts.executable, '/'), *temporary = getenv("TMPDIR");
    struct pep_pattern values = {0};
    struct utsname host;
    char unknown[] = "PEP_PROFILE: %? has no meaning and is kept";
    size_t count = 0;

    values.base = base ? base + 1 : pep_facts.executable;
    values.temporary = temporary && *temporary ? temporary : "/tmp";
    values.pid = pep_facts.pid;
    values.host = uname(&host) == 0 ? host.nodename : "localhost";
    if (strstr(pattern, "m"))
        values.module = pep_posix_number();
    path[0] = 0;
    if (pep_pattern_expand(name, sizeof name, pattern, &values) < 0)
        return ENAMETOOLONG;
    pep_facts.pool = values.pool;
    if (values.unknown && verbose) {
        *strchr(unknown, '?') = values.unknown;
        pep_platform_say(unknown);
        verbose = false;
    }
    if (name[0] != '/' && !folder[0])
        return ENOENT;
    if (name[0] != '/') {
        pep_text_add(path, sizeof path, &count, folder);
        pep_text_add(path, sizeof path, &count, "/");
    }
    pep_text_add(path, sizeof path, &count, name);
    return count < sizeof path ? 0 : ENAMETOOLONG;
}

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

/* Fills the holes that a program left when it closed its standard streams, with files that cannot be written to. */
static int plug_holes(int plugs[3])
{
    int n = 0, i;

    for (i = 0; i < 3; i++) {
        if (fcntl(i, F_GETFD) >= 0 || errno != EBADF)
            continue;
        plugs[n] = open("/", O_PATH | O_CLOEXEC);
        if (plugs[n] > 2)
            close(plugs[n]);
        else if (plugs[n] >= 0)
            n++;
    }
    return n;
}

/* Opens above the standard streams, even for a moment: a line that the program prints may not go into the profile. */
static int open_above(const char *name, int flags)
{
    int plugs[3], n = plug_holes(plugs), fd = open(name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    int error = errno;

    while (n > 0)
        close(plugs[--n]);
    errno = error;
    return fd;
}

int pep_platform_open(struct pep_platform_file *file)
{
    struct stat st;
    int fd = open_above(path, O_RDWR);

    if (fd < 0)
        return -1;
    /* After chroot, or when someone moved the file, the name means another one. */
    if (fstat(fd, &st) < 0 || st.st_dev != path_device || st.st_ino != path_inode) {
        close(fd);
        return -1;
    }
    file->handle = fd;
    return 0;
}

void pep_platform_close(struct pep_platform_file *file)
{
    close(file->handle);
}

uint64_t pep_platform_size(struct pep_platform_file *file)
{
    struct stat st;

    return fstat(file->handle, &st) < 0 ? 0 : (uint64_t)st.st_size;
}

int pep_platform_reserve(struct pep_platform_file *file, uint64_t offset, uint64_t bytes)
{
    struct rlimit limit;
    int error, tries;

    /* Beyond the limit there would be a signal, not an error. */
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && offset + bytes > limit.rlim_cur) {
        errno = EFBIG;
        return -1;
    }
    for (tries = 0; tries < TRIES; tries++) {
        error = posix_fallocate(file->handle, (off_t)offset, (off_t)bytes);
        if (error != EINTR)
            break;
    }
    errno = error;
    return error ? -1 : 0;
}

void *pep_platform_map(struct pep_platform_file *file, uint64_t offset, uint64_t bytes, void *at)
{
    void *data = mmap(at, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0), file->handle,
                      (off_t)offset);

    return data == MAP_FAILED ? NULL : data;
}

void *pep_platform_home(uint64_t bytes)
{
    uint64_t used;

    if (pep_facts.page != PEP_COUNTER_ALIGN || bytes > HOME)
        return NULL;
    used = __atomic_fetch_add(&home_used, bytes, __ATOMIC_RELAXED);
    if (used <= HOME - bytes)
        return home + used;
    __atomic_fetch_sub(&home_used, bytes, __ATOMIC_RELAXED);
    return NULL;
}

static struct pep_raw_header *header_map(struct pep_platform_file *file)
{
    return pep_platform_map(file, 0, pep_facts.page, pep_facts.page == PEP_COUNTER_ALIGN ? home : NULL);
}

static bool header_sound(const struct pep_raw_header *h, uint64_t size)
{
    return h->version == PEP_RAW_VERSION && h->order == PEP_RAW_ORDER && h->page == pep_facts.page && size >= h->page;
}

static enum finding examine(int fd)
{
    struct pep_raw_header h;
    struct stat st;

    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
        return S_ISCHR(st.st_mode) ? FOUND_DEVICE : FOUND_FOREIGN;
    if (st.st_size == 0 && !pep_facts.pool)
        return FOUND_STALE;
    if (pread(fd, &h, sizeof h, 0) != sizeof h || memcmp(h.magic, PEP_RAW_MAGIC, sizeof h.magic) != 0)
        return FOUND_FOREIGN;
    if (pep_facts.pool)
        return header_sound(&h, (uint64_t)st.st_size) ? FOUND_OURS : FOUND_FOREIGN;
    if (h.pid == pep_facts.pid && h.born == pep_facts.born && h.space == pep_facts.space)
        return header_sound(&h, (uint64_t)st.st_size) ? FOUND_OURS : FOUND_LIVE;
    return h.space == pep_facts.space && pep_posix_alive((uint32_t)h.pid, h.born) ? FOUND_LIVE : FOUND_STALE;
}

/* A plugin may be loaded after the program went to another folder: a relative name means the file that the other
 * runtimes of the process have. */
static void path_follow(void)
{
    const char *start = getenv("PWD");
    char name[PATH_MAX];
    int fd;

    if (pep_facts.main || pattern[0] == '/' || (start && strcmp(start, folder) == 0))
        return;
    if (pep_posix_find_mapping(name, sizeof name, strrchr(path, '/')) < 0)
        return;
    fd = open_above(name, O_RDWR);
    if (fd < 0)
        return;
    if (examine(fd) == FOUND_OURS)
        memcpy(path, name, sizeof name);
    close(fd);
}

/* Makes the folders of the path. */
static void make_folders(void)
{
    char *p;

    for (p = path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            mkdir(path, 0777);
            *p = '/';
        }
}

/* A new file beside the path, without a lasting name yet. */
static int temporary_open(char *name, size_t room)
{
    static unsigned serial;
    const char *slash = strrchr(path, '/');
    size_t count = 0;
    int fd, tries;

    pep_text_add(name, (size_t)(slash - path) + 2 < room ? (size_t)(slash - path) + 2 : room, &count, path);
    count = strlen(name);
    pep_text_add(name, room, &count, ".pep.");
    pep_text_add_number(name, room, &count, pep_facts.pid, 10);
    pep_text_add(name, room, &count, ".");
    pep_text_add_number(name, room, &count, __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED), 10);
    if (count >= room) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (tries = 0; tries < 3; tries++) {
        fd = open_above(name, O_RDWR | O_CREAT | O_EXCL);
        if (fd >= 0)
            return fd;
        if (errno == ENOENT)
            make_folders();
        else if (errno == EEXIST)
            unlink(name); /* of a process long gone that had our pid */
        else
            break;
    }
    return -1;
}

/* Gives the file its name where the name is free; 0, or the error, EEXIST among them. */
static int name_take(const char *name)
{
#if defined SYS_renameat2 && defined RENAME_NOREPLACE
    if (syscall(SYS_renameat2, AT_FDCWD, name, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
#endif
    if (link(name, path) == 0) {
        unlink(name);
        return 0;
    }
    if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP && errno != EMLINK)
        return errno;
    /* A file system without links. */
    return rename(name, path) == 0 ? 0 : errno;
}

/* Puts the file in the place of the stale one, which is open.  Of several who try one at a time does; the lock ends
 * with its holder, and who comes late finds another file at the path. */
static int name_replace(const char *name, int stale)
{
    const struct timespec pause = {0, 1000000};
    struct stat there, old;

    if (flock(stale, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
        nanosleep(&pause, NULL);
        return EEXIST;
    }
    if (fstat(stale, &old) < 0 || stat(path, &there) < 0 || old.st_ino != there.st_ino || old.st_dev != there.st_dev)
        return EEXIST;
    return rename(name, path) == 0 ? 0 : errno;
}

static void header_fill(struct pep_raw_header *h, uint64_t bytes)
{
    h->version = PEP_RAW_VERSION;
    h->order = PEP_RAW_ORDER;
    h->page = pep_facts.page;
    h->processes = 1;
    h->pid = pep_facts.pid;
    h->born = pep_facts.born;
    h->space = pep_facts.space;
    h->started = pep_platform_now();
    h->end = h->page + bytes;
    h->entries = (h->page - sizeof *h) / sizeof(struct pep_raw_entry);
    memcpy(h->magic, PEP_RAW_MAGIC, sizeof h->magic);
}

static int identify(int fd)
{
    struct stat st;

    if (fstat(fd, &st) < 0)
        return errno;
    path_device = st.st_dev;
    path_inode = st.st_ino;
    return 0;
}

/* Creates the file; stale is the one to replace, or -1.  0, or the error. */
static int create(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes, int stale)
{
    char name[PATH_MAX];
    int error;

    file->handle = temporary_open(name, sizeof name);
    if (file->handle < 0)
        return errno;
    if (pep_platform_reserve(file, 0, pep_facts.page + bytes) < 0) {
        error = errno;
    } else if (!(*header = header_map(file))) {
        error = errno;
        saving = true;
    } else {
        header_fill(*header, bytes);
        error = identify(file->handle);
        if (!error)
            error = stale < 0 ? name_take(name) : name_replace(name, stale);
        if (!error)
            return 0;
    }
    unlink(name);
    close(file->handle);
    return error;
}

static int join(struct pep_platform_file *file, struct pep_raw_header **header)
{
    int error = identify(file->handle);

    if (!error && (*header = header_map(file)))
        return 0;
    error = error ? error : errno;
    close(file->handle);
    return error;
}

/* Tries once; EEXIST: the file changed meanwhile.  *how is for pep_platform_begin's caller. */
static int begin(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes, int *how, bool *busy)
{
    enum finding found;
    int fd = open_above(path, O_RDWR), error;
    size_t count = strlen(path);

    *how = PEP_PLATFORM_NEW;
    if (fd < 0)
        return errno == ENOENT ? create(file, header, bytes, -1) : errno;
    found = examine(fd);
    if (found == FOUND_OURS) {
        *how = PEP_PLATFORM_JOINED;
        file->handle = fd;
        return join(file, header);
    }
    if (found == FOUND_LIVE && !*busy) {
        pep_text_add(path, sizeof path, &count, ".");
        pep_text_add_number(path, sizeof path, &count, pep_facts.pid, 10);
        *busy = true;
        error = count < sizeof path ? EEXIST : ENAMETOOLONG;
    } else if (found == FOUND_STALE || found == FOUND_LIVE) {
        error = create(file, header, bytes, fd);
    } else {
        error = found == FOUND_DEVICE ? ENODEV : EINVAL;
    }
    close(fd);
    return error;
}

int pep_platform_begin(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes)
{
    int error = path_expand(), tries = 0, how = PEP_PLATFORM_NEW;
    bool busy = false;

    saving = false;
    if (!error) {
        path_follow();
        do
            error = begin(file, header, bytes, &how, &busy);
        while (error == EEXIST && ++tries < TRIES);
    }
    if (!error) {
        mapped = *header;
        return how;
    }
    /* PEP_PROFILE=/dev/null asks for no profile.  Of a thousand children that all fail the first one says it. */
    if (!saving && error != ENODEV && (!mapped || !__atomic_fetch_add(&mapped->orphans, 1, __ATOMIC_RELAXED)))
        pep_posix_say_failure(path[0] ? path : pattern[0] ? pattern : "PEP_PROFILE", error);
    return -1;
}

void pep_platform_say_lost(void)
{
    pep_posix_say_failure(path, errno ? errno : ENOMEM);
}

static int count_piece(const void *bytes, size_t count, void *data)
{
    (void)bytes;
    *(uint64_t *)data += count;
    return 0;
}

static int save_piece(const void *bytes, size_t count, void *data)
{
    const char *p = bytes;
    ssize_t written;

    while (count) {
        written = write(*(int *)data, p, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        p += written;
        count -= (size_t)written;
    }
    return 0;
}

/* Writes the profile under its name; a second module of this process appends its own name to that. */
static int save(void)
{
    struct pep_raw_header h;
    char name[PATH_MAX];
    const char *own = strrchr(pep_facts.module, '/');
    size_t count = strlen(path);
    struct pep_platform_file file;
    uint64_t bytes = 0;
    int fd, error = 0;

    fd = open_above(path, O_RDONLY);
    if (fd >= 0) {
        if (pread(fd, &h, sizeof h, 0) == sizeof h && h.pid == pep_facts.pid && h.born == pep_facts.born) {
            pep_text_add(path, sizeof path, &count, ".");
            pep_text_add(path, sizeof path, &count, own ? own + 1 : "module");
        }
        close(fd);
    }
    fd = file.handle = temporary_open(name, sizeof name);
    if (fd < 0)
        return errno;
    pep_write(count_piece, &bytes);
    if (pep_platform_reserve(&file, 0, bytes) < 0 || pep_write(save_piece, &fd) != 0)
        error = errno;
    if (close(fd) < 0 && !error)
        error = errno;
    if (!error && rename(name, path) < 0)
        error = errno;
    if (error)
        unlink(name);
    return error;
}

void pep_platform_end(void)
{
    int error = saving ? save() : 0;

    if (error)
        pep_posix_say_failure(path, error);
    pep_posix_threads_end();
}
