/* maps_posix.c - what the process has in memory, by /proc/self/maps.
 *
 *     55d0a8c00000-55d0a8c01000 r--p 00000000 08:01 131072                     /home/me/prog
 *     7f1c2e000000-7f1c2e001000 rw-s 00000000 08:01 131090                     /home/me/prog.4711.pepraw
 *     7ffd5b5f2000-7ffd5b5f4000 r-xp 00000000 00:00 0                          [vdso] */
#define _GNU_SOURCE
#include "posix.h"
#include "system.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct line {
    uintptr_t begin, end;
    const char *rights;
    unsigned long long offset;
    const char *path; /* "" where it is no file's */
};

/* Room for one line at least. */
#define TEXT (2 * PATH_MAX)

static void line_take(struct line *l, char *text)
{
    char *p;

    l->begin = (uintptr_t)strtoull(text, &p, 16);
    l->end = (uintptr_t)strtoull(p + 1, &p, 16);
    l->rights = p + 1;
    l->offset = strtoull(p + 6, &p, 16);
    p = strchr(p + 1, ' ');
    if (p)
        strtoull(p, &p, 10);
    while (p && *p == ' ')
        p++;
    l->path = p && *p == '/' ? p : "";
}

/* Shows the lines one after the other until one is the last that is wanted; 0, or -1 where none was. */
static int lines_read(bool (*last)(const struct line *line, void *data), void *data)
{
    int fd = pep_posix_open("/proc/self/maps", O_RDONLY), result = -1;
    char *text = pep_platform_memory(TEXT, NULL), *at, *end;
    struct line line;
    size_t have = 0;
    ssize_t count;

    while (fd >= 0 && text && result < 0 && (count = pep_system_read(fd, text + have, TEXT - 1 - have)) > 0) {
        have += (size_t)count;
        text[have] = 0;
        for (at = text; result < 0 && (end = strchr(at, '\n')); at = end + 1) {
            *end = 0;
            line_take(&line, at);
            if (last(&line, data))
                result = 0;
        }
        have -= (size_t)(at - text);
        memmove(text, at, have);
    }
    if (text)
        pep_platform_forget(text, TEXT);
    if (fd >= 0)
        pep_system_close(fd);
    return result;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), wanted = strlen(ending);

    return length >= wanted && strcmp(text + length - wanted, ending) == 0;
}

struct shared {
    char *out;
    size_t room;
    const char *ending;
};

static bool find_shared(const struct line *line, void *data)
{
    struct shared *s = data;

    if (strncmp(line->rights, "rw-s", 4) != 0 || line->offset || !ends_with(line->path, s->ending) ||
        strlen(line->path) >= s->room)
        return false;
    memcpy(s->out, line->path, strlen(line->path) + 1);
    return true;
}

int pep_posix_find_mapping(char *out, size_t room, const char *ending)
{
    struct shared shared = {out, room, ending};

    return lines_read(find_shared, &shared);
}

struct search {
    struct pep_mapping *mapping;
    uintptr_t address;
};

/* A program or library lies in one run of lines, pages without a file among them.  The first byte of its file is in the
 * first of them; small files have it once more where the code or the data begin.  It is another run where the same
 * file's pages that were only read end and the library begins. */
static bool find_address(const struct line *line, void *data)
{
    const struct search *s = data;
    struct pep_mapping *m = s->mapping;
    bool file = line->path[0];

    if (file && strcmp(line->path, m->path) != 0) {
        m->file = 0;
        m->path[0] = 0;
        if (strlen(line->path) < sizeof m->path)
            memcpy(m->path, line->path, strlen(line->path) + 1);
    }
    if (file && !line->offset && (!m->file || !strncmp(line->rights, "r--", 3)))
        m->file = line->begin;
    if (s->address >= line->end)
        return false;
    m->begin = line->begin;
    m->end = line->end;
    /* Of what is deleted, or never had a name, nothing will be found: memory that code was generated into. */
    if (!file || !m->path[0] || ends_with(m->path, " (deleted)"))
        m->file = 0;
    return true;
}

int pep_platform_mapping(struct pep_mapping *mapping, uintptr_t address)
{
    struct search search = {mapping, address};

    mapping->file = 0;
    mapping->path[0] = 0;
    if (lines_read(find_address, &search) < 0 || mapping->begin > address)
        return -1;
    mapping->build = mapping->file ? pep_posix_build_at(mapping->file) : 0;
    return 0;
}
