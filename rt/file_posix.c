/* file_posix.c - the profile file on POSIX systems: found, created, joined, replaced, grown.
 *
 * The file is open only while something is done with it, at a number above 2, and never in a program that is executed
 * later.  A new file is complete before it gets its name.  The name belongs to the first process that took it while
 * that process lives; another one appends its pid, as one does that may not write to it. */
#define _GNU_SOURCE
#include "core.h"
#include "pattern.h"
#include "posix.h"
#include "system.h"
#include <errno.h>
#include <stdio.h> /* rename */
#include <string.h>

#define TRIES 200

static dev_t path_device;
static ino_t path_inode;
static bool saving;                   /* pages of files cannot be shared here: write at the end */
static struct pep_raw_header *mapped; /* the last header: in the child of a fork at first the parent's */

/* Pages of the file are mapped over this, the header over its first page, so that they go with the module. */
#define HOME ((uint64_t)256 << 10)
static char home[HOME] __attribute__((__aligned__(PEP_COUNTER_ALIGN)));
static uint64_t home_used = PEP_COUNTER_ALIGN;

int pep_platform_open(struct pep_platform_file *file)
{
    struct stat st;
    int fd = pep_posix_open(pep_posix_path, O_RDWR);

    if (fd < 0)
        return -1;
    /* After chroot, or when someone moved the file, the name means another one. */
    if (pep_system_fstat(fd, &st) < 0 || st.st_dev != path_device || st.st_ino != path_inode) {
        pep_system_close(fd);
        return -1;
    }
    file->handle = fd;
    return 0;
}

void pep_platform_close(struct pep_platform_file *file)
{
    pep_system_close(file->handle);
}

uint64_t pep_platform_size(struct pep_platform_file *file)
{
    struct stat st;

    return pep_system_fstat(file->handle, &st) < 0 ? 0 : (uint64_t)st.st_size;
}

int pep_platform_reserve(struct pep_platform_file *file, uint64_t offset, uint64_t bytes)
{
    struct rlimit limit;
    int error, tries;

    /* Beyond the limit there would be a signal, not an error. */
    if (pep_system_getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        offset + bytes > limit.rlim_cur) {
        errno = EFBIG;
        return -1;
    }
    for (tries = 0; tries < TRIES; tries++) {
        error = pep_system_fallocate(file->handle, (off_t)offset, (off_t)bytes);
        if (error != EINTR)
            break;
    }
    errno = error;
    return error ? -1 : 0;
}

/* Without advice a page that is touched for the first time brings the read-ahead of its disk with it, 128 KB or several
 * MB: of the counters of a large program that is most. */
void *pep_platform_map(struct pep_platform_file *file, uint64_t offset, uint64_t bytes, void *at)
{
    void *data = pep_system_mmap(at, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0),
                                 file->handle, (off_t)offset);

    if (data == MAP_FAILED)
        return NULL;
    pep_system_madvise(data, (size_t)bytes, MADV_RANDOM);
    return data;
}

void pep_platform_dense(void *data, uint64_t bytes)
{
    pep_system_madvise(data, (size_t)bytes, MADV_NORMAL);
}

void pep_platform_release(void *data, uint64_t bytes)
{
#ifdef MADV_REMOVE
    pep_system_madvise(data, (size_t)bytes, MADV_REMOVE);
#else
    (void)data, (void)bytes;
#endif
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

/* Home stays readable memory of the module: a collector of garbage, for one, reads all of that. */
void pep_platform_forget(void *data, uint64_t bytes)
{
    bool at_home = (uintptr_t)data - (uintptr_t)home < HOME;

    if (!at_home || !pep_platform_memory(bytes, data))
        pep_system_munmap(data, (size_t)bytes);
}

static struct pep_raw_header *header_map(struct pep_platform_file *file)
{
    return pep_platform_map(file, 0, pep_facts.page, pep_facts.page == PEP_COUNTER_ALIGN ? home : NULL);
}

/* Gives the file its name where the name is free; 0, or the error, EEXIST among them. */
static int name_take(const char *name)
{
#if defined SYS_renameat2 && defined RENAME_NOREPLACE
    if (pep_system_call(SYS_renameat2, AT_FDCWD, name, AT_FDCWD, pep_posix_path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
#endif
    if (pep_system_link(name, pep_posix_path) == 0) {
        pep_system_unlink(name);
        return 0;
    }
    if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP && errno != EMLINK)
        return errno;
    /* A file system without links. */
    return rename(name, pep_posix_path) == 0 ? 0 : errno;
}

/* Puts the file in the place of the stale one, which is open.  Of several who try one at a time does; the lock ends
 * with its holder, and who comes late finds another file at the path. */
static int name_replace(const char *name, int stale)
{
    const struct timespec pause = {0, 1000000};
    struct stat there, old;

    if (pep_system_flock(stale, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
        pep_system_nanosleep(&pause, NULL);
        return EEXIST;
    }
    if (pep_system_fstat(stale, &old) < 0 || pep_system_stat(pep_posix_path, &there) < 0)
        return EEXIST;
    if (old.st_ino != there.st_ino || old.st_dev != there.st_dev)
        return EEXIST;
    return rename(name, pep_posix_path) == 0 ? 0 : errno;
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

    if (pep_system_fstat(fd, &st) < 0)
        return errno;
    path_device = st.st_dev;
    path_inode = st.st_ino;
    return 0;
}

/* Creates the file; stale is the one to replace, or -1.  0, or the error. */
static int create(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes, int stale)
{
    static char name[PATH_MAX]; /* static, as others: a signal handler that forks may have a small stack */
    int error;

    file->handle = pep_posix_open_new(name, sizeof name);
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
    pep_system_unlink(name);
    pep_system_close(file->handle);
    return error;
}

static int join(struct pep_platform_file *file, struct pep_raw_header **header)
{
    int error = identify(file->handle);

    if (!error && (*header = header_map(file)))
        return 0;
    error = error ? error : errno;
    pep_system_close(file->handle);
    return error;
}

/* Somebody else has the name: we try another one with a number that is ours, once. */
static int name_change(bool *changed, uint64_t number)
{
    size_t count = strlen(pep_posix_path);

    *changed = true;
    pep_text_add(pep_posix_path, sizeof pep_posix_path, &count, ".");
    pep_text_add_number(pep_posix_path, sizeof pep_posix_path, &count, number, 10);
    return count < sizeof pep_posix_path ? EEXIST : ENAMETOOLONG;
}

/* Tries once; EEXIST: the file changed meanwhile.  *how is for pep_platform_begin's caller. */
static int begin(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes, int *how,
                 bool *changed)
{
    enum pep_found found;
    int fd = pep_posix_open(pep_posix_path, O_RDWR), error;

    *how = PEP_PLATFORM_NEW;
    if (fd < 0 && errno == EACCES && !*changed) /* a user's that the process was before */
        return name_change(changed, pep_facts.pid);
    if (fd < 0)
        return errno == ENOENT ? create(file, header, bytes, -1) : errno;
    found = pep_posix_examine(fd);
    if (found == PEP_FOUND_OURS) {
        *how = PEP_PLATFORM_JOINED;
        file->handle = fd;
        return join(file, header);
    }
    if (found == PEP_FOUND_DEVICE || found == PEP_FOUND_FOREIGN)
        error = found == PEP_FOUND_DEVICE ? ENODEV : EINVAL;
    else if (found == PEP_FOUND_STALE || *changed)
        error = create(file, header, bytes, fd);
    else
        error = name_change(changed, found == PEP_FOUND_ELSEWHERE ? pep_facts.space : pep_facts.pid);
    pep_system_close(fd);
    return error;
}

int pep_platform_begin(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes)
{
    int error = pep_posix_name_expand(), tries = 0, how = PEP_PLATFORM_NEW;
    bool changed = false;

    saving = false;
    if (!error) {
        pep_posix_name_follow();
        do
            error = begin(file, header, bytes, &how, &changed);
        while (error == EEXIST && ++tries < TRIES);
    }
    if (!error) {
        mapped = *header;
        return how;
    }
    /* PEP_PROFILE=/dev/null asks for no profile.  Of a thousand children that all fail the first one says it. */
    if (!saving && error != ENODEV && (!mapped || !__atomic_fetch_add(&mapped->orphans, 1, __ATOMIC_RELAXED)))
        pep_posix_say_failure(pep_posix_path[0] ? pep_posix_path : "PEP_PROFILE", error);
    return -1;
}

void pep_platform_say_lost(void)
{
    pep_posix_say_failure(pep_posix_path, errno ? errno : ENOMEM);
}

void pep_platform_end(void)
{
    int error = saving ? pep_posix_save() : 0;

    if (error)
        pep_posix_say_failure(pep_posix_path, error);
    pep_posix_threads_end();
}
