#define _GNU_SOURCE
#include "tools/pep_source.h"
#include "base/buffer.h"
#include "base/file.h"
#include "tools/pep_print.h"
#include <string.h>
#include <sys/stat.h>

enum { MAX_BYTES = 1 << 28 };

static const char *try_file(const char *path)
{
    struct stat s;
    return !stat(path, &s) && S_ISREG(s.st_mode) && s.st_size < MAX_BYTES ? path : NULL;
}

/* When it was changed, and which file it is. */
static void look_at(struct pep_source_file *file)
{
    struct stat s;
    if (stat(file->path, &s))
        return;
    file->changed = (uint64_t)s.st_mtim.tv_sec * 1000000000u + (uint64_t)s.st_mtim.tv_nsec;
    file->device = s.st_dev;
    file->inode = s.st_ino;
}

static const char *try_in(struct pep_sources *s, const char *folder, int length, const char *name)
{
    return try_file(pep_arena_printf(&s->arena, "%.*s/%s", length, folder, name));
}

/* Where the compiler was comes first, and then what the user says: the current folder may have another file of that
 * name. */
static const char *locate(struct pep_sources *s, const char *name, const struct pep_mapset_unit *unit)
{
    const char *directory = unit ? unit->map.directory : NULL, *origin = unit ? unit->origin : "";
    const char *slash = strrchr(origin, '/'), *path = NULL;
    if (directory && *directory && *name != '/')
        path = try_in(s, directory, (int)strlen(directory), name);
    if (!path && *name == '/')
        path = try_file(name);
    /* -ffile-prefix-map=TOP=. has made the compiler's folder one of TOP, which the user names */
    const char *below = directory && *directory && *directory != '/' && *name != '/'
                            ? pep_arena_printf(&s->arena, "%s/%s", directory, name)
                            : name;
    for (size_t i = 0; !path && i < s->folders->count; i++) {
        const char *folder = s->folders->at[i];
        path = try_in(s, folder, (int)strlen(folder), below);
        if (!path)
            path = try_in(s, folder, (int)strlen(folder), name);
        if (!path)
            path = try_in(s, folder, (int)strlen(folder), pep_file_base(name));
    }
    if (!path && *name != '/')
        path = try_file(name);
    int length = slash ? (int)(slash - origin) : 0;
    if (!path && slash && *name != '/')
        path = try_in(s, origin, length, name);
    if (!path && length > 6 && !strncmp(slash - 6, "/.libs", 6) && *name != '/') /* libtool's */
        path = try_in(s, origin, length - 6, name);
    return path;
}

static void split_lines(struct pep_source_file *file, const char *text, size_t count)
{
    const char *end = text + count;
    for (const char *p = text; p < end;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        pep_array_push(&file->lines, p);
        p = newline ? newline + 1 : end;
    }
    pep_array_push(&file->lines, end);
}

const struct pep_source_file *pep_source_open(struct pep_sources *s, const char *name,
                                              const struct pep_mapset_unit *unit)
{
    struct pep_buffer key = PEP_BUFFER_INIT;
    pep_buffer_printf(&key, "%s\n%s\n%s", unit && unit->map.directory ? unit->map.directory : "",
                      unit ? unit->origin : "", name);
    uint64_t *known = pep_map_put(&s->known, key.at, key.count, 0);
    pep_buffer_free(&key);
    if (*known)
        return s->files.at[*known - 1];
    struct pep_source_file *file = PEP_NEW(&s->arena, struct pep_source_file);
    struct pep_buffer text = PEP_BUFFER_INIT;
    pep_array_push(&s->files, file);
    *known = s->files.count;
    file->name = pep_arena_strdup(&s->arena, name);
    file->path = locate(s, name, unit);
    if (file->path && !pep_file_read(&text, file->path))
        split_lines(file, pep_arena_strndup(&s->arena, pep_buffer_text(&text), text.count), text.count);
    else
        file->path = NULL;
    if (file->path)
        look_at(file);
    pep_buffer_free(&text);
    return file;
}

const char *pep_source_line(size_t *length, const struct pep_source_file *file, uint32_t line)
{
    if (!line || line >= file->lines.count)
        return NULL;
    const char *begin = file->lines.at[line - 1], *end = file->lines.at[line];
    while (end > begin && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    *length = (size_t)(end - begin);
    return begin;
}

bool pep_source_same(const struct pep_source_file *a, const struct pep_source_file *b)
{
    size_t m = a->lines.count, n = b->lines.count;
    if (!a->path || !b->path || m != n)
        return false;
    size_t length = (size_t)(a->lines.at[n - 1] - a->lines.at[0]);
    return (size_t)(b->lines.at[n - 1] - b->lines.at[0]) == length && !memcmp(a->lines.at[0], b->lines.at[0], length);
}

/* Was the file told of under another name in front of this one? */
static bool is_told(const struct pep_sources *s, size_t i)
{
    const struct pep_source_file *file = s->files.at[i];
    for (size_t k = 0; k < i; k++)
        if (s->files.at[k]->path && s->files.at[k]->device == file->device && s->files.at[k]->inode == file->inode)
            return true;
    return false;
}

void pep_sources_tell(const struct pep_sources *s, const struct pep_profile *profile)
{
    uint64_t ran = !profile ? 0 : profile->last ? profile->last : profile->first;
    size_t found = 0;
    for (size_t i = 0; i < s->files.count; i++) {
        const struct pep_source_file *file = s->files.at[i];
        found += file->path != NULL;
        if (ran && file->changed > ran && !is_told(s, i))
            pep_print_notes(file->path, "has changed since the program ran: its lines may be others");
    }
    if (s->files.count && !found)
        pep_print_notes(s->files.at[0]->name, "the source file is not found; --source=DIR tells where it is");
}

void pep_sources_free(struct pep_sources *s)
{
    for (size_t i = 0; i < s->files.count; i++)
        pep_array_free(&s->files.at[i]->lines);
    pep_array_free(&s->files);
    pep_map_free(&s->known);
    pep_arena_free(&s->arena);
}
