/* pep annotate - a source file with the counts of its lines and branches in the gutter. */
#define _GNU_SOURCE
#include "base/file.h"
#include "profile/lines.h"
#include "tools/pep_branch.h"
#include "tools/pep_print.h"
#include "tools/pep_session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- which files of which units are meant --- */

/* _ELSEWHERE: of a binary that is not named, while another one is, in a folder that its build mapped away. */
enum nearness { OTHER_FILE, SAME_END_ELSEWHERE, SAME_END, SAME_FILE_ELSEWHERE, SAME_FILE };

static const char *without_dot(const char *path)
{
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        while (*path == '/')
            path++;
    }
    return path;
}

/* Whether one path is the end of the other, whole components only: "lvm.c" and "src/lvm.c". */
static bool same_end(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m > n)
        return same_end(b, a);
    return m && !memcmp(b + n - m, a, m) && (m == n || b[n - m - 1] == '/');
}

/* The whole name, as far as it is known, of a file whose last part is that of one of the two; NULL of others. */
static const char *whole_name(struct pep_arena *arena, const char *wanted, const char *resolved, const char *file,
                              const char *directory)
{
    const char *base = pep_file_base(file);
    if (strcmp(base, pep_file_base(wanted)) != 0 && (!resolved || strcmp(base, pep_file_base(resolved)) != 0))
        return NULL;
    if (directory && *directory && *file != '/')
        file = pep_arena_printf(arena, "%s/%s", directory, without_dot(file));
    char *real = realpath(file, NULL);
    const char *whole = real ? pep_arena_strdup(arena, real) : file;
    free(real);
    return whole;
}

/* resolved: the wanted one's whole name, or NULL.  A file that is there is the one that is wanted or another one of the
 * same name. */
static enum nearness nearness(const char *wanted, const char *resolved, const char *file, const char *whole)
{
    bool known = resolved && !access(whole, F_OK);
    if (known ? !strcmp(whole, resolved) : !strcmp(wanted, file))
        return SAME_FILE;
    return same_end(without_dot(wanted), whole) ? SAME_END : OTHER_FILE;
}

/* A file of a package is "./util.c" (-ffile-prefix-map), and so is another one's. */
static bool is_mapped_away(const struct pep_unitmap *map, uint32_t file)
{
    return map->files[file][0] != '/' && map->directory && map->directory[0] == '.';
}

struct annotation {
    struct pep_session session;
    struct pep_sources sources;
    struct pep_lines lines;
    const struct pep_source_file *source;
    const char *name;
    const struct pep_mapset_unit *unit; /* whose files were looked at last, */
    const enum nearness *near;          /* what was found, */
    const char *const *whole;           /* and their whole names */
    struct {
        PEP_ARRAY(const char *);
    } found; /* whole names of the files that are as near */
    struct {
        PEP_ARRAY(const char *);
    } origins;                           /* binaries with such a file in a folder that was mapped away */
    const struct pep_source_file *first; /* of these; */
    bool differ;                         /* one has another text */
    int width;                           /* of the counts */
    bool sampled;                        /* what has no count may have run all the same */
    bool calls, subpaths;                /* functions of the file had their calls counted alone, or subpaths */
};

/* Whether binaries are named on the command line, and this is none of them. */
static bool is_elsewhere(const struct pep_session *s, const char *origin)
{
    bool named = false;
    for (size_t i = 0; i < s->inputs.count; i++)
        if (s->inputs.at[i].kind == PEP_INPUT_PROGRAM) {
            named = true;
            if (!strcmp(s->inputs.at[i].path, origin))
                return false;
        }
    return named;
}

/* How near the files of a unit are to the one that is wanted, by number; NULL where none is it.  Functions of one unit
 * come one after the other. */
static const enum nearness *files_of(struct annotation *a, const char *wanted, const char *resolved,
                                     const struct pep_mapset_unit *unit)
{
    const struct pep_unitmap *map = &unit->map;
    bool some = false;
    if (unit == a->unit)
        return a->near;
    enum nearness *near = PEP_NEW_N(&a->session.arena, enum nearness, map->nfiles + 1);
    const char **whole = PEP_NEW_N(&a->session.arena, const char *, map->nfiles + 1);
    for (uint32_t file = 0; file < map->nfiles; file++) {
        whole[file] = whole_name(&a->session.arena, wanted, resolved, map->files[file], map->directory);
        near[file] = whole[file] ? nearness(wanted, resolved, map->files[file], whole[file]) : OTHER_FILE;
        if (near[file] != OTHER_FILE && is_mapped_away(map, file) && is_elsewhere(&a->session, unit->origin))
            near[file]--;
        some |= near[file] != OTHER_FILE;
    }
    a->unit = unit;
    a->whole = whole;
    a->near = some ? near : NULL;
    return a->near;
}

static void collect_origin(struct annotation *a, const char *origin)
{
    for (size_t i = 0; i < a->origins.count; i++)
        if (!strcmp(a->origins.at[i], origin))
            return;
    pep_array_push(&a->origins, origin);
}

static void collect_name(struct annotation *a, const struct pep_mapset_unit *unit, uint32_t file)
{
    if (is_mapped_away(&unit->map, file))
        collect_origin(a, unit->origin);
    for (size_t i = 0; i < a->found.count; i++)
        if (!strcmp(a->found.at[i], a->whole[file]))
            return;
    const struct pep_source_file *source = pep_source_open(&a->sources, unit->map.files[file], unit);
    if (!a->first)
        a->first = source;
    a->differ |= a->first != source && !pep_source_same(a->first, source);
    if (!a->source->path)
        a->source = source;
    pep_array_push(&a->found, a->whole[file]);
}

static void collect_function(struct annotation *a, const struct pep_counted *c, uint32_t file)
{
    if (pep_counted_is_calls(c)) {
        a->calls = true;
    } else if (pep_counted_is_subpaths(c)) {
        a->subpaths = true;
    } else {
        pep_lines_add(&a->lines, c->match.function, &c->derived, file);
        collect_name(a, c->match.unit, file);
    }
}

/* collect - add the functions of the units that hold the file: of those that name it best. */
static void collect(struct annotation *a, const char *wanted)
{
    struct pep_session *s = &a->session;
    char *resolved = realpath(wanted, NULL);
    enum nearness best = SAME_END_ELSEWHERE;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < s->functions.count; i++) {
            const struct pep_counted *c = &s->functions.at[i];
            const enum nearness *near = c->derived.edges ? files_of(a, wanted, resolved, c->match.unit) : NULL;
            for (uint32_t file = 0; near && file < c->match.unit->map.nfiles; file++)
                if (pass && near[file] >= best)
                    collect_function(a, c, file);
                else if (near[file] > best)
                    best = near[file];
        }
    }
    free(resolved);
    pep_lines_finish(&a->lines);
}

/* --- printing --- */

static const char *never(const struct annotation *a)
{
    return a->sampled ? "unseen" : "never";
}

static void print_way(const char *count, const char *share, const char *text, void *data)
{
    const struct annotation *a = data;
    printf("%s%*s  %12s  %6s |   > %s%s\n", pep_style(PEP_STYLE_DIM), a->width, count, share, "", text,
           pep_style(PEP_STYLE_PLAIN));
}

static void print_line(struct annotation *a, uint32_t number, const char *text, size_t length)
{
    static const struct pep_line none = {0};
    const struct pep_line *line = number < a->lines.lines.count ? &a->lines.lines.at[number] : &none;
    size_t n;
    const struct pep_line_branch *branches = pep_lines_branches(&n, &a->lines, number);
    enum pep_style style = !line->has_code ? PEP_STYLE_DIM
                           : line->count   ? PEP_STYLE_HEAD
                           : a->sampled    ? PEP_STYLE_PLAIN
                                           : PEP_STYLE_BAD;
    printf("%s%*s%s", pep_style(style), a->width,
           !line->has_code ? "-"
           : line->count   ? pep_print_count(line->count)
           : a->sampled    ? "?"
                           : "#####",
           pep_style(PEP_STYLE_PLAIN));
    printf("  %12s  %6u | ", pep_branch_column(branches, n, never(a)), number);
    for (size_t i = 0; i < length; i++)
        putchar(text[i] != '\t' && ((unsigned char)text[i] < ' ' || text[i] == 0x7f) ? ' ' : text[i]);
    putchar('\n');
    pep_branch_ways(branches, n, length, never(a), print_way, a);
}

static void print_text(struct annotation *a)
{
    uint64_t most = 0;
    size_t code = 0, ran = 0;
    for (size_t i = 0; i < a->lines.lines.count; i++) {
        const struct pep_line *line = &a->lines.lines.at[i];
        code += line->has_code;
        ran += line->has_code && line->count;
        most = line->count > most ? line->count : most;
    }
    a->width = (int)strlen(pep_print_count(most));
    if (a->width < 5)
        a->width = 5;
    a->sampled = pep_session_is_sampled(&a->session);
    printf("%s%s%s   %zu of %zu lines with code %s, %s\n\n", pep_style(PEP_STYLE_HEAD), a->name,
           pep_style(PEP_STYLE_PLAIN), ran, code, a->sampled ? "were seen" : "ran", pep_print_share(ran, code));
    printf("%s%*s  %12s  %6s |%s\n", pep_style(PEP_STYLE_HEAD), a->width, "count", "branch", "line",
           pep_style(PEP_STYLE_PLAIN));
    for (uint32_t number = 1; number < a->source->lines.count; number++) {
        size_t length;
        const char *text = pep_source_line(&length, a->source, number);
        print_line(a, number, text, length);
    }
}

static void print_json(struct annotation *a)
{
    json_t *root = json_object(), *lines = json_array();
    for (uint32_t number = 1; number < a->lines.lines.count; number++) {
        const struct pep_line *line = &a->lines.lines.at[number];
        size_t n;
        const struct pep_line_branch *b = pep_lines_branches(&n, &a->lines, number);
        if (!line->has_code)
            continue;
        json_t *object = json_object(), *branches = json_array();
        for (size_t i = 0; i < n; i++) {
            json_t *branch = json_object(), *ways = json_array();
            for (size_t w = 0; w < b[i].ways.count; w++) {
                json_t *way = json_object();
                json_object_set_new(way, "outcome", pep_json_text(pep_branch_outcome(&b[i].ways.at[w])));
                json_object_set_new(way, "count", pep_json_count(b[i].ways.at[w].count));
                json_array_append_new(ways, way);
            }
            json_object_set_new(branch, "column", json_integer(b[i].column));
            json_object_set_new(branch, "ways", ways);
            json_array_append_new(branches, branch);
        }
        json_object_set_new(object, "line", json_integer(number));
        json_object_set_new(object, "count", pep_json_count(line->count));
        json_object_set_new(object, "branches", branches);
        json_array_append_new(lines, object);
    }
    json_object_set_new(root, "file", pep_json_text(a->name));
    json_object_set_new(root, "lines", lines);
    pep_json_print(root);
}

static void tell_found(const struct annotation *a)
{
    pep_print_notes(a->name, a->differ ? "is the end of several files; name one of them by more of its path:"
                                       : "is the end of several files of the same text, which are added up:");
    for (size_t i = 0; i < a->found.count; i++)
        pep_print_notes(a->name, a->found.at[i]);
}

static void tell_origins(const struct annotation *a)
{
    pep_print_notes(a->name,
                    "is in several binaries whose builds mapped their folders away, maybe another file in each; "
                    "lines are added up, name one of the binaries for its own:");
    for (size_t i = 0; i < a->origins.count; i++)
        pep_print_notes(a->name, a->origins.at[i]);
}

int pep_verb_annotate(const struct pep_verb *verb, const struct pep_arguments *arguments)
{
    struct annotation a = {.sources = {.folders = &arguments->sources}};
    int code = PEP_TOOL_ERROR;
    if (!arguments->nwords)
        return pep_verb_usage(verb, "name the source file");
    a.name = arguments->words[0];
    if (!pep_session_load(&a.session, arguments->words + 1, arguments->nwords - 1)) {
        pep_session_functions(&a.session, arguments->function);
        a.source = pep_source_open(&a.sources, a.name, NULL);
        collect(&a, a.name);
        if (a.found.count > 1)
            tell_found(&a);
        else if (a.origins.count > 1)
            tell_origins(&a);
        if (a.differ) {
            code = PEP_TOOL_ERROR;
        } else if (!a.lines.stamp) {
            pep_print_notes(a.name, a.calls               ? "calls were counted, no lines; 'pep calls' shows them"
                                    : a.subpaths          ? "subpaths were counted, no lines; 'pep subpaths' shows them"
                                    : arguments->function ? "no counted function of that name stands in this file"
                                                          : "no counted function stands in this file");
        } else if (arguments->json) {
            print_json(&a);
            code = PEP_TOOL_OK;
        } else if (a.source->path) {
            print_text(&a);
            code = PEP_TOOL_OK;
        }
        if (a.lines.stamp)
            pep_sources_tell(&a.sources, &a.session.profile);
        if (a.session.failed)
            code = PEP_TOOL_ERROR;
    }
    pep_array_free(&a.found);
    pep_array_free(&a.origins);
    pep_lines_free(&a.lines);
    pep_sources_free(&a.sources);
    pep_session_free(&a.session);
    return code;
}
