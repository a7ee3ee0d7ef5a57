/* pep export --format=lcov - a tracefile, as geninfo(1) writes it of gcov's data: for genhtml, lcov and what shows
 * coverage.  Of each source file
 *
 *     SF:FILE
 *     FN:LINE,FUNCTION            FNDA:ENTRIES,FUNCTION
 *     BRDA:LINE,BRANCH,WAY,COUNT  branches of a line and their ways by number; - where the branch was not reached
 *     DA:LINE,COUNT
 *     end_of_record
 *
 * with how many of each there are (F) and ran (H).  What never ran is told too: coverage is about that; what the source
 * marks with LCOV_EXCL_LINE and the like, as geninfo's manual has them, is not. */
#define _GNU_SOURCE
#include "profile/lines.h"
#include "tools/pep_export.h"
#include "tools/pep_print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A function of the file; that of a header, which several units compile, is one. */
struct traced_function {
    const char *name;
    uint32_t line;
    uint64_t entries;
};

/* What a function has in a file, by the file's number in its unit. */
struct traced_part {
    const struct pep_counted *of;
    uint32_t file;
};

struct traced_file {
    const char *path;
    const struct pep_source_file *source;
    struct {
        PEP_ARRAY(struct traced_part);
    } parts;
};

struct trace {
    struct pep_report *report;
    struct pep_map known; /* by path: which one of the files */
    struct {
        PEP_ARRAY(struct traced_file);
    } files;
    const struct pep_mapset_unit *unit; /* of the function before, */
    uint32_t nfiles;                    /* how many files it has, or 1: its name stands for one where it names none; */
    uint64_t *numbers;                  /* which of the files each is, from 1 on, or 0: not looked at yet; */
    bool *holds;                        /* which of them hold something of the function */
};

/* --- gathering --- */

/* The whole name: links followed, where the file is found; else as the compiler had it. */
static const char *path_of(struct pep_arena *arena, const struct pep_source_file *source, const char *name,
                           const char *directory)
{
    char *real = source->path ? realpath(source->path, NULL) : NULL;
    const char *path = real                                      ? pep_arena_strdup(arena, real)
                       : directory && *directory && *name != '/' ? pep_arena_printf(arena, "%s/%s", directory, name)
                                                                 : name;
    free(real);
    return path;
}

static struct traced_file *file_of(struct trace *t, const struct pep_counted *c, uint32_t file)
{
    const struct pep_mapset_unit *unit = c->match.unit;
    if (!t->numbers[file]) {
        const char *name = pep_counted_file(c, file);
        const struct pep_source_file *source = pep_source_open(&t->report->sources, name, unit);
        const char *path = path_of(&t->report->session.arena, source, name, unit->map.directory);
        uint64_t *number = pep_map_put(&t->known, path, strlen(path), 0);
        if (!*number) {
            pep_array_push(&t->files, (struct traced_file){.path = path, .source = source});
            *number = t->files.count;
        }
        t->numbers[file] = *number;
    }
    return &t->files.at[t->numbers[file] - 1];
}

/* look_where - which files of its unit hold something of the function, which may include another one. */
static void look_where(struct trace *t, const struct pep_counted *c)
{
    const struct pep_mapset_unit *unit = c->match.unit;
    const struct pep_function *f = c->match.function;
    struct pep_arena *arena = &t->report->session.arena;
    if (t->unit != unit) {
        t->unit = unit;
        t->nfiles = unit->map.nfiles ? unit->map.nfiles : 1;
        t->numbers = PEP_NEW_N(arena, uint64_t, t->nfiles);
        t->holds = PEP_NEW_N(arena, bool, t->nfiles);
    }
    memset(t->holds, 0, t->nfiles * sizeof *t->holds);
    t->holds[f->position.file] = true;
    for (size_t i = 0; i < f->blocks.count; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        t->holds[b->position.file] |= b->position.line != 0;
        for (uint32_t k = 0; k < b->nlines; k++)
            t->holds[b->lines[k].file] = true;
    }
}

static void add_function(struct trace *t, const struct pep_counted *c)
{
    look_where(t, c);
    for (uint32_t i = 0; i < t->nfiles; i++) {
        struct traced_file *file = t->holds[i] ? file_of(t, c, i) : NULL;
        if (file)
            pep_array_push(&file->parts, (struct traced_part){c, i});
    }
}

static int order_files(const void *left, const void *right)
{
    return strcmp(((const struct traced_file *)left)->path, ((const struct traced_file *)right)->path);
}

static void gather(struct trace *t, const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++)
        if (pep_counted_knows_edges(&s->functions.at[i]))
            add_function(t, &s->functions.at[i]);
    qsort(t->files.at, t->files.count, sizeof *t->files.at, order_files);
}

/* --- what the source marks --- */

enum { LEFT_OUT = 1, BRANCHES_LEFT_OUT = 2 };

struct marks {
    PEP_ARRAY(uint8_t); /* by line number, as far as the source goes */
};

static uint8_t mark_of(const struct marks *marks, size_t line)
{
    return line < marks->count ? marks->at[line] : 0;
}

static bool has_mark(const char *line, size_t length, const char *mark)
{
    return memmem(line, length, mark, strlen(mark)) != NULL;
}

/* look_at_marks - a line is left out that says so, and those from one that says START up to one that says STOP. */
static void look_at_marks(struct marks *marks, const struct pep_source_file *source, uint8_t which,
                          const char *line_mark, const char *start, const char *stop)
{
    bool within = false;
    for (uint32_t number = 1; number < marks->count; number++) {
        size_t length;
        const char *line = pep_source_line(&length, source, number);
        if (has_mark(line, length, stop))
            within = false;
        else if (has_mark(line, length, start))
            within = true;
        if (within || has_mark(line, length, line_mark))
            marks->at[number] |= which;
    }
}

static void find_marks(struct marks *marks, const struct pep_source_file *source)
{
    (void)pep_array_push_n(marks, source->lines.count);
    look_at_marks(marks, source, LEFT_OUT, "LCOV_EXCL_LINE", "LCOV_EXCL_START", "LCOV_EXCL_STOP");
    look_at_marks(marks, source, BRANCHES_LEFT_OUT, "LCOV_EXCL_BR_LINE", "LCOV_EXCL_BR_START", "LCOV_EXCL_BR_STOP");
}

/* --- writing --- */

/* How many there are of a kind of record, and how many of these ran. */
struct tally {
    size_t found, hit;
};

static void count(struct tally *t, uint64_t ran)
{
    t->found++;
    t->hit += ran != 0;
}

static void write_tally(struct pep_buffer *out, const char *found, const char *hit, const struct tally *t)
{
    pep_buffer_printf(out, "%s:%zu\n%s:%zu\n", found, t->found, hit, t->hit);
}

/* A function that was seen to run was entered, even where no sample saw it being entered. */
static uint64_t entries_of(const struct pep_counted *c)
{
    bool ran = c->derived.entries != 0;
    for (size_t i = 0; !ran && i < c->match.function->blocks.count; i++)
        ran = c->derived.blocks[i] != 0;
    return ran && !c->derived.entries ? 1 : c->derived.entries;
}

static int order_functions(const void *left, const void *right)
{
    const struct traced_function *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void write_functions(struct pep_buffer *out, const struct traced_file *file, const struct marks *marks)
{
    struct {
        PEP_ARRAY(struct traced_function);
    } all = {0};
    struct tally tally = {0};
    for (size_t i = 0; i < file->parts.count; i++) {
        const struct pep_counted *c = file->parts.at[i].of;
        const struct pep_function *f = c->match.function;
        if (f->position.file == file->parts.at[i].file && !(mark_of(marks, f->position.line) & LEFT_OUT))
            pep_array_push(&all, (struct traced_function){f->name, f->position.line, entries_of(c)});
    }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, order_functions);
    for (size_t i = 0; i < all.count; i++) {
        struct traced_function *f = &all.at[i], *next = f + 1;
        if (i + 1 < all.count && !order_functions(f, next)) {
            next->entries = pep_count_add(f->entries, next->entries);
            continue;
        }
        pep_buffer_printf(out, "FN:%" PRIu32 ",%s\nFNDA:%" PRIu64 ",%s\n", f->line, f->name, f->entries, f->name);
        count(&tally, f->entries);
    }
    write_tally(out, "FNF", "FNH", &tally);
    pep_array_free(&all);
}

static void write_branch(struct pep_buffer *out, const struct pep_line_branch *b, size_t number, struct tally *tally)
{
    bool reached = false;
    for (size_t w = 0; w < b->ways.count; w++)
        reached |= b->ways.at[w].count != 0;
    for (size_t w = 0; w < b->ways.count; w++) {
        pep_buffer_printf(out, "BRDA:%" PRIu32 ",%zu,%zu,", b->line, number, w);
        if (reached)
            pep_buffer_printf(out, "%" PRIu64 "\n", b->ways.at[w].count);
        else
            pep_buffer_adds(out, "-\n");
        count(tally, b->ways.at[w].count);
    }
}

static void write_branches(struct pep_buffer *out, const struct pep_lines *lines, const struct marks *marks)
{
    struct tally tally = {0};
    size_t number = 0;
    for (size_t i = 0; i < lines->branches.count; i++) {
        number = i && lines->branches.at[i - 1].line == lines->branches.at[i].line ? number + 1 : 0;
        if (!mark_of(marks, lines->branches.at[i].line))
            write_branch(out, &lines->branches.at[i], number, &tally);
    }
    write_tally(out, "BRF", "BRH", &tally);
}

static void write_lines(struct pep_buffer *out, const struct pep_lines *lines, const struct marks *marks)
{
    struct tally tally = {0};
    for (size_t number = 1; number < lines->lines.count; number++) {
        const struct pep_line *line = &lines->lines.at[number];
        if (!line->has_code || mark_of(marks, number) & LEFT_OUT)
            continue;
        pep_buffer_printf(out, "DA:%zu,%" PRIu64 "\n", number, line->count);
        count(&tally, line->count);
    }
    write_tally(out, "LF", "LH", &tally);
}

/* write_file - lines of one file at a time: what a damaged map says may be far apart. */
static void write_file(struct pep_buffer *out, const struct traced_file *file)
{
    struct marks marks = {0};
    struct pep_lines lines = {0};
    for (size_t i = 0; i < file->parts.count; i++) {
        const struct pep_counted *c = file->parts.at[i].of;
        pep_lines_add(&lines, c->match.function, &c->derived, file->parts.at[i].file);
    }
    pep_lines_finish(&lines);
    find_marks(&marks, file->source);
    pep_buffer_printf(out, "TN:\nSF:%s\n", file->path);
    write_functions(out, file, &marks);
    write_branches(out, &lines, &marks);
    write_lines(out, &lines, &marks);
    pep_buffer_adds(out, "end_of_record\n");
    pep_lines_free(&lines);
    pep_array_free(&marks);
}

void pep_export_lcov(struct pep_buffer *out, const struct pep_export *x)
{
    struct trace t = {.report = x->report};
    gather(&t, x->session);
    for (size_t i = 0; i < t.files.count; i++) {
        write_file(out, &t.files.at[i]);
        pep_array_free(&t.files.at[i].parts);
    }
    if (pep_session_is_sampled(x->session))
        pep_print_notes(pep_session_title(x->session), "was sampled: what no sample saw is told as what did not run; "
                                                       "-fpep-how=exhaustive counts all");
    pep_array_free(&t.files);
    pep_map_free(&t.known);
}
