/* name_posix.c - the name of the profile file, and files of that name. */
#define _GNU_SOURCE
#include "pattern.h"
#include "pep/abi.h"
#include "posix.h"
#include "system.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define TRIES           16
#define DEFAULT_PATTERN "%b.%p.pepraw"

/* Stands behind those of units, which the linker takes first.  Left undefined, gold would give it an address. */
__attribute__((__weak__, __visibility__("hidden"))) char pep_profile_default[1];

static char folder[PATH_MAX]; /* at start: relative names count from there, whatever the program does later */
static char pattern[PATH_MAX];
char pep_posix_path[PATH_MAX];
static bool verbose;
static bool each; /* the name has %p */

void pep_posix_name_start(const char *text, bool talk)
{
    size_t count = 0;

    verbose = talk;
    if (!text || !*text)
        text = *pep_profile_default ? pep_profile_default : DEFAULT_PATTERN;
    if (!pep_system_getcwd(folder, sizeof folder))
        folder[0] = 0;
    pep_text_add(pattern, sizeof pattern, &count, text);
    if (count < sizeof pattern && pattern[count - 1] == '/')
        pep_text_add(pattern, sizeof pattern, &count, DEFAULT_PATTERN);
    if (count >= sizeof pattern)
        pattern[0] = 0; /* expands to nothing: a name too long */
}

int pep_posix_name_expand(void)
{
    static char name[PATH_MAX];
    static uint64_t number; /* asked for once: in the child of a fork the loader's lock may be another thread's */
    const char *base = strrchr(pep_facts.executable, '/'), *temporary = getenv("TMPDIR");
    struct pep_pattern values = {0};
    struct utsname host;
    char unknown[] = "PEP_PROFILE: %? has no meaning and is kept";
    size_t count = 0;

    values.base = base ? base + 1 : pep_facts.executable;
    values.temporary = temporary && *temporary ? temporary : "/tmp";
    values.pid = pep_facts.pid;
    values.host = pep_system_uname(&host) == 0 ? host.nodename : "localhost";
    if (!number && strchr(pattern, 'm'))
        number = pep_posix_number();
    values.module = number;
    pep_posix_path[0] = 0;
    if (pep_pattern_expand(name, sizeof name, pattern, &values) < 0)
        return ENAMETOOLONG;
    pep_facts.pool = values.pool;
    each = values.each;
    if (values.unknown && verbose) {
        *strchr(unknown, '?') = values.unknown;
        pep_platform_say(unknown);
        verbose = false;
    }
    if (name[0] != '/' && !folder[0])
        return ENOENT;
    if (name[0] != '/') {
        pep_text_add(pep_posix_path, sizeof pep_posix_path, &count, folder);
        pep_text_add(pep_posix_path, sizeof pep_posix_path, &count, "/");
    }
    pep_text_add(pep_posix_path, sizeof pep_posix_path, &count, name);
    return count < sizeof pep_posix_path ? 0 : ENAMETOOLONG;
}

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

/* Fills the holes that a program left when it closed its standard streams, with files that cannot be written to. */
static int plug_holes(int plugs[3])
{
    int n = 0, i;

    for (i = 0; i < 3; i++) {
        if (pep_system_fcntl(i, F_GETFD, 0) >= 0 || errno != EBADF)
            continue;
        plugs[n] = pep_system_open("/", O_PATH | O_CLOEXEC, 0);
        if (plugs[n] > 2)
            pep_system_close(plugs[n]);
        else if (plugs[n] >= 0)
            n++;
    }
    return n;
}

/* Another thread may have put a file of its own there meanwhile, by dup2. */
static bool is_plug(int fd)
{
    return O_PATH == O_RDONLY || (pep_system_fcntl(fd, F_GETFL, 0) & O_PATH);
}

/* Daemons have no umask; what steers a later build is still not for everybody to write. */
int pep_posix_open(const char *name, int flags)
{
    int plugs[3], n = plug_holes(plugs), fd = pep_system_open(name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0664);
    int error = errno;

    while (n-- > 0)
        if (is_plug(plugs[n]))
            pep_system_close(plugs[n]);
    errno = error;
    return fd;
}

static bool header_sound(const struct pep_raw_header *h, uint64_t size)
{
    return h->version == PEP_RAW_VERSION && h->order == PEP_RAW_ORDER && h->page == pep_facts.page && size >= h->page;
}

enum pep_found pep_posix_examine(int fd)
{
    struct stat st = {0};
    struct pep_raw_header h;

    if (pep_system_fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
        return S_ISCHR(st.st_mode) ? PEP_FOUND_DEVICE : PEP_FOUND_FOREIGN;
    if (st.st_size == 0 && !pep_facts.pool)
        return PEP_FOUND_STALE;
    if (pep_system_pread(fd, &h, sizeof h, 0) != sizeof h || memcmp(h.magic, PEP_RAW_MAGIC, sizeof h.magic) != 0)
        return PEP_FOUND_FOREIGN;
    if (pep_facts.pool)
        return header_sound(&h, (uint64_t)st.st_size) ? PEP_FOUND_OURS : PEP_FOUND_FOREIGN;
    if (h.pid == pep_facts.pid && h.born == pep_facts.born && h.space == pep_facts.space)
        return header_sound(&h, (uint64_t)st.st_size) ? PEP_FOUND_OURS : PEP_FOUND_LIVE;
    if (h.space != pep_facts.space)
        return each ? PEP_FOUND_ELSEWHERE : PEP_FOUND_STALE;
    return pep_posix_alive((uint32_t)h.pid, h.born) ? PEP_FOUND_LIVE : PEP_FOUND_STALE;
}

void pep_posix_name_follow(void)
{
    const char *start = getenv("PWD");
    static char name[PATH_MAX];
    int fd;

    if (pep_facts.main || pattern[0] == '/' || (start && strcmp(start, folder) == 0))
        return;
    if (pep_posix_find_mapping(name, sizeof name, strrchr(pep_posix_path, '/')) < 0)
        return;
    fd = pep_posix_open(name, O_RDWR);
    if (fd < 0)
        return;
    if (pep_posix_examine(fd) == PEP_FOUND_OURS)
        memcpy(pep_posix_path, name, sizeof name);
    pep_system_close(fd);
}

/* Makes the folders of the path. */
static void make_folders(void)
{
    char *p;

    for (p = pep_posix_path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            pep_system_mkdir(pep_posix_path, 0775);
            *p = '/';
        }
}

int pep_posix_open_new(char *name, size_t room)
{
    static unsigned serial;
    size_t folders = (size_t)(strrchr(pep_posix_path, '/') + 1 - pep_posix_path), begin = 0, count;
    int fd, tries;

    pep_text_add(name, folders + 1 < room ? folders + 1 : room, &begin, pep_posix_path);
    begin = strlen(name);
    pep_text_add(name, room, &begin, ".pep.");
    pep_text_add_number(name, room, &begin, pep_facts.space, 10);
    pep_text_add(name, room, &begin, ".");
    pep_text_add_number(name, room, &begin, pep_facts.pid, 10);
    pep_text_add(name, room, &begin, ".");
    for (tries = 0; tries < TRIES; tries++) {
        count = begin;
        pep_text_add_number(name, room, &count, __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED), 10);
        if (count >= room) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = pep_posix_open(name, O_RDWR | O_CREAT | O_EXCL);
        if (fd >= 0)
            return fd;
        if (errno == ENOENT)
            make_folders();
        else if (errno != EEXIST) /* of another copy of the runtime; or of a process long gone that had our pid */
            break;
    }
    return -1;
}
