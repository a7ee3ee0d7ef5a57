#include "tools/pep_log.h"
#include "base/file.h"
#include "base/map.h"
#include <ctype.h>
#include <string.h>

/* How many bytes of a function's name stand at s, with ": " behind; 0 for none. */
static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$' || (unsigned char)s[n] >= 0x80)
        n++;
    return !strncmp(s + n, ": ", 2) ? n : 0;
}

/* split - the file's name may hold ": " as well: the first place where a name and a reason follow is taken */
static bool split(struct pep_log_line *line, struct pep_arena *arena, const char *text)
{
    const char *colon = text;
    size_t length = 0;
    while ((colon = strstr(colon, ": ")) && !(length = name_length(colon + 2)))
        colon++;
    if (!colon || colon == text)
        return false;
    line->file = pep_arena_strndup(arena, text, (size_t)(colon - text));
    line->function = pep_arena_strndup(arena, colon + 2, length);
    line->reason = colon + 2 + length + 2;
    if (!strcmp(line->function, "unit"))
        line->function = NULL;
    return true;
}

int pep_log_read(struct pep_log *log, const char *path)
{
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_map seen = {0};
    int bad = pep_file_read(&bytes, path);
    const char *p = pep_buffer_text(&bytes), *end = p + (bad ? 0 : bytes.count);
    for (size_t length; p < end; p += length + 1) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        struct pep_log_line line;
        length = (size_t)((newline ? newline : end) - p);
        if (!length || (*pep_map_put(&seen, p, length, 0))++)
            continue;
        if (split(&line, &log->arena, pep_arena_strndup(&log->arena, p, length)))
            pep_array_push(&log->lines, line);
        else
            log->strange++;
    }
    pep_map_free(&seen);
    pep_buffer_free(&bytes);
    return bad;
}

/* The name as compiled, behind the folder it was compiled in; a map made without -g does not know that folder. */
static bool is_file_of(const char *file, const struct pep_unitmap *map)
{
    size_t length = strlen(file), name = strlen(map->name), folder = map->directory ? strlen(map->directory) : 0;
    if (map->name[0] == '/')
        return !strcmp(file, map->name);
    if (length <= name || file[length - name - 1] != '/' || strcmp(file + length - name, map->name) != 0)
        return false;
    return !folder || (length - name - 1 == folder && !strncmp(file, map->directory, folder));
}

bool pep_log_is_mapped(const struct pep_log_line *line, const struct pep_mapset *maps)
{
    for (size_t i = 0; i < maps->units.count; i++)
        if (is_file_of(line->file, &maps->units.at[i]->map))
            return true;
    return false;
}

void pep_log_free(struct pep_log *log)
{
    pep_array_free(&log->lines);
    pep_arena_free(&log->arena);
}
