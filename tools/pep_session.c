#define _GNU_SOURCE
#include "tools/pep_session.h"
#include "base/file.h"
#include "profile/binary.h"
#include "profile/debugfile.h"
#include "profile/raw.h"
#include "profile/text.h"
#include "tools/pep_apart.h"
#include "tools/pep_libtool.h"
#include "tools/pep_print.h"
#include <pep/raw.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- what a file is --- */

/* read_begin - the first bytes; all where these are a comment, which a text profile may have in front. */
static int read_begin(struct pep_buffer *out, int fd)
{
    char head[4096];
    ssize_t n = read(fd, head, sizeof head);
    if (n < 0)
        return -1;
    pep_buffer_add(out, head, (size_t)n);
    return pep_text_recognise(head, (size_t)n) < 0 ? pep_file_read_fd(out, fd) : 0;
}

/* begin_of - reads the first bytes of a file; what is no file and comes but once, a pipe, whole. */
static int begin_of(struct pep_input *in, struct pep_fault *fault)
{
    struct stat status;
    int fd = strcmp(in->path, "-") ? open(in->path, O_RDONLY | O_CLOEXEC) : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "%s", strerror(errno));
    if (!fstat(fd, &status) && S_ISDIR(status.st_mode)) {
        close(fd);
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "is a folder");
    }
    in->piped = !S_ISREG(status.st_mode) || !strcmp(in->path, "-");
    int bad = in->piped ? pep_file_read_fd(&in->bytes, fd) : read_begin(&in->bytes, fd), error = errno;
    close(fd);
    if (bad)
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "%s", strerror(error));
    return in->bytes.count ? 0 : pep_fault_set(fault, PEP_FAULT_NOWHERE, "is empty");
}

/* Gives an enum pep_input_kind, or -1 with the fault. */
static int recognise(const char *head, size_t n, struct pep_fault *fault)
{
    if (n >= 4 && (!memcmp(head, "\177ELF", 4) || (n >= 8 && !memcmp(head, "!<arch>\n", 8))))
        return PEP_INPUT_PROGRAM;
    if (n >= 8 && !memcmp(head, PEP_RAW_MAGIC, 8))
        return PEP_INPUT_RAW;
    if (n >= 8 && !memcmp(head, PEP_BINARY_MAGIC, 8))
        return PEP_INPUT_MERGED;
    if (pep_text_recognise(head, n) > 0)
        return PEP_INPUT_TEXT;
    return pep_fault_set(fault, PEP_FAULT_NOWHERE, "is neither a program nor a profile");
}

static void fail(struct pep_session *s, const char *path, const struct pep_fault *fault)
{
    pep_print_fault(path, fault);
    s->failed++;
}

static const char *follow_links(struct pep_arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = pep_arena_strdup(arena, real ? real : path);
    free(real);
    return copy;
}

static void add_input(struct pep_session *s, const char *path)
{
    struct pep_fault fault;
    struct pep_input in = {.path = pep_arena_strdup(&s->arena, path), .notes = ""};
    int kind = begin_of(&in, &fault);
    const char *program = kind ? NULL : pep_libtool_binary(&s->arena, path, in.bytes.at, in.bytes.count);
    if (program) {
        pep_buffer_free(&in.bytes);
        add_input(s, program);
        return;
    }
    in.real = in.piped ? NULL : follow_links(&s->arena, path);
    if (!kind)
        kind = recognise(in.bytes.at, in.bytes.count, &fault);
    if (kind == PEP_INPUT_PROGRAM && in.piped)
        kind = pep_fault_set(&fault, PEP_FAULT_NOWHERE, "is a program, which cannot be read from a pipe");
    in.kind = (uint8_t)kind;
    if (kind == PEP_INPUT_PROGRAM)
        in.build = pep_debugfile_build(path);
    if (kind < 0 || !in.piped)
        pep_buffer_free(&in.bytes);
    if (kind < 0)
        fail(s, path, &fault);
    else
        pep_array_push(&s->inputs, in);
}

static void add_quoted(struct pep_buffer *pattern, const char *name)
{
    for (const char *p = name; *p; p++) {
        if (strchr("*?[\\", *p))
            pep_buffer_addc(pattern, '\\');
        pep_buffer_addc(pattern, *p);
    }
}

/* The pattern of raw profiles in a folder, "" being the current one: a program's, NAME.*pepraw, or all where the name
 * is NULL. */
static const char *pattern_of(struct pep_session *s, const char *folder, const char *name)
{
    struct pep_buffer pattern = PEP_BUFFER_INIT;
    add_quoted(&pattern, folder);
    if (*folder && folder[strlen(folder) - 1] != '/')
        pep_buffer_addc(&pattern, '/');
    if (name)
        add_quoted(&pattern, name);
    pep_buffer_adds(&pattern, name ? ".*pepraw" : "*.pepraw");
    const char *text = pep_arena_strdup(&s->arena, pep_buffer_text(&pattern));
    pep_buffer_free(&pattern);
    return text;
}

static bool has_input(const struct pep_session *s, const char *real)
{
    for (size_t i = 0; i < s->inputs.count; i++)
        if (s->inputs.at[i].real && !strcmp(s->inputs.at[i].real, real))
            return true;
    return false;
}

/* add_found - what a folder has, unless it was named, or found for another program of that name. */
static void add_found(struct pep_session *s, const char *path, const char *name)
{
    size_t inputs = s->inputs.count;
    if (!has_input(s, follow_links(&s->arena, path)))
        add_input(s, path);
    if (s->inputs.count > inputs)
        s->inputs.at[inputs].by_name_of = name;
}

/* find_profiles - a process that finds its name taken puts its number behind (rt/file_posix.c). */
static void find_profiles(glob_t *found, struct pep_session *s, const char *pattern)
{
    glob(pattern, 0, NULL, found);
    glob(pep_arena_printf(&s->arena, "%s.[0-9]*", pattern), GLOB_APPEND, NULL, found);
}

/* add_by_name - those of a program, or all where the name is NULL.  Gives how many there are. */
static size_t add_by_name(struct pep_session *s, const char *folder, const char *name)
{
    glob_t found = {0};
    find_profiles(&found, s, pattern_of(s, folder, name));
    for (size_t k = 0; k < found.gl_pathc; k++)
        add_found(s, found.gl_pathv[k], name);
    size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

static int read_raw_file(struct pep_buffer *bytes, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int bad = pep_raw_load(bytes, fd), error = errno;
    close(fd);
    errno = error;
    return bad;
}

/* The program on the command line that a binary is: their build ids tell or, where one has none, their names; or
 * NULL. */
static const char *program_of(const struct pep_session *s, const struct pep_raw_module *binary)
{
    for (size_t i = 0; i < s->inputs.count && binary->path; i++) {
        const struct pep_input *in = &s->inputs.at[i];
        if (in->kind == PEP_INPUT_PROGRAM &&
            (in->build && binary->build ? in->build == binary->build
                                        : !strcmp(pep_file_base(in->real), pep_file_base(binary->path))))
            return in->path;
    }
    return NULL;
}

/* tells_of_programs - whether one of those on the command line counted in a raw profile. */
static bool tells_of_programs(const struct pep_session *s, const char *profile)
{
    struct pep_buffer bytes = PEP_BUFFER_INIT;
    struct pep_raw_file raw = {0};
    struct pep_fault fault;
    bool found = false;
    if (!read_raw_file(&bytes, profile) && !pep_raw_read(&raw, pep_buffer_text(&bytes), bytes.count, &fault))
        for (size_t i = 0; i < raw.segments.count && !found; i++) {
            uint32_t module = raw.segments.at[i].module;
            found = module < raw.modules.count && program_of(s, &raw.modules.at[module]);
        }
    pep_raw_free(&raw);
    pep_buffer_free(&bytes);
    return found;
}

/* The base name of the first program on the command line, or NULL. */
static const char *first_program(const struct pep_session *s)
{
    for (size_t i = 0; i < s->inputs.count; i++)
        if (s->inputs.at[i].kind == PEP_INPUT_PROGRAM)
            return pep_file_base(s->inputs.at[i].real);
    return NULL;
}

/* add_from - the raw profiles in a folder: those of each program, or all.  Gives whether there are any. */
static bool add_from(struct pep_session *s, const char *folder)
{
    size_t words = s->inputs.count, found = 0;
    glob_t all = {0};
    for (size_t i = 0; i < words; i++)
        if (s->inputs.at[i].kind == PEP_INPUT_PROGRAM)
            found += add_by_name(s, folder, pep_file_base(s->inputs.at[i].real));
    if (!first_program(s))
        return add_by_name(s, folder, NULL) != 0;
    if (found)
        return true;
    find_profiles(&all, s, pattern_of(s, folder, NULL)); /* PEP_PROFILE gave them other names */
    for (size_t k = 0; k < all.gl_pathc; k++)
        if (tells_of_programs(s, all.gl_pathv[k])) {
            add_found(s, all.gl_pathv[k], NULL);
            found++;
        }
    globfree(&all);
    return found != 0;
}

/* report_none - a folder, "" being the current one, that add_from found nothing in.  A plugin's profile has the name of
 * the program that opened it, so that who looks for NAME.*pepraw alone thinks that those there were passed over. */
static void report_none(struct pep_session *s, const char *at, const char *folder)
{
    struct pep_fault none;
    const char *program = first_program(s);
    glob_t others = {0};
    if (access(*folder ? folder : ".", R_OK)) {
        pep_fault_set(&none, PEP_FAULT_NOWHERE, "%s", strerror(errno));
        pep_print_fault(at, &none);
        return;
    }
    if (program)
        find_profiles(&others, s, pattern_of(s, folder, NULL));
    pep_fault_set(&none, PEP_FAULT_NOWHERE, "no profile (%s) in %s folder%s%s", pattern_of(s, "", program),
                  *folder ? "this" : "the current", others.gl_pathc ? ", and none of the others there tells of it" : "",
                  *folder ? "" : "; name one");
    globfree(&others);
    pep_print_fault(at, &none);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* add_words - what the command line names; folders last, as they are searched for the profiles of its programs, if all
 * of these are known. */
static void add_words(struct pep_session *s, const char *const *words, size_t nwords)
{
    for (size_t i = 0; i < nwords; i++)
        if (!is_folder(words[i]))
            add_input(s, words[i]);
    bool known = !s->failed;
    for (size_t i = 0; i < nwords && known; i++)
        if (is_folder(words[i]) && !add_from(s, words[i])) {
            report_none(s, words[i], words[i]);
            s->failed++;
        }
}

/* --- maps --- */

static void read_program(struct pep_session *s, struct pep_input *in)
{
    struct pep_fault fault;
    in->maps = pep_mapset_add_file(&s->maps, in->path, &fault);
    if (in->maps < 0)
        fail(s, in->path, &fault);
}

/* tell_mapless - where nothing at all has a map: a plain program may have libraries that were built with pep-cc. */
static void tell_mapless(const struct pep_session *s)
{
    for (size_t i = 0; i < s->inputs.count && !s->maps.units.count && !s->quiet; i++)
        if (s->inputs.at[i].kind == PEP_INPUT_PROGRAM && !s->inputs.at[i].maps)
            pep_print_notes(s->inputs.at[i].path,
                            "holds no static map: it was not built with pep-cc, or was stripped of .pep_map");
}

static const char *exists(const char *path)
{
    return pep_file_is_regular(path) ? path : NULL;
}

/* A file beside the profile that has the binary's name, or NULL. */
static const char *beside(struct pep_arena *arena, const char *path, const char *profile)
{
    const char *base = pep_file_base(path), *slash = strrchr(profile, '/');
    return exists(slash ? pep_arena_printf(arena, "%.*s/%s", (int)(slash - profile), profile, base) : base);
}

/* Where a binary is now that ran at this path: there, else beside the profile; or NULL. */
static const char *place_of(struct pep_arena *arena, const char *path, const char *profile)
{
    const char *found = exists(path);
    return found ? found : beside(arena, path, profile);
}

/* The binary that a profile names, wherever it is now. */
static struct pep_binary *find_binary(struct pep_session *s, const char *path, const char *profile)
{
    for (size_t i = 0; i < s->binaries.count; i++) {
        if (!strcmp(s->binaries.at[i].path, path))
            return &s->binaries.at[i];
    }
    path = pep_arena_strdup(&s->arena, path);
    struct pep_binary b = {.path = path, .found = place_of(&s->arena, path, profile)};
    struct pep_fault fault;
    if (b.found)
        b.maps = pep_mapset_add_file(&s->maps, b.found, &fault);
    if (b.maps < 0) {
        fail(s, b.found, &fault);
        b.maps = 0;
    }
    pep_array_push(&s->binaries, b);
    return pep_array_last(&s->binaries);
}

/* find_kept - what was built anew may have been kept beside its profile; what has its name there may be no program. */
static void find_kept(struct pep_session *s, const char *binary, const char *profile)
{
    const char *kept = beside(&s->arena, binary, profile);
    struct pep_fault fault;
    if (kept)
        (void)pep_mapset_add_file(&s->maps, kept, &fault);
}

/* find_maps - load the binaries of those units that no program on the command line knows. */
static void find_maps(struct pep_session *s, const struct pep_raw_file *raw, const char *profile)
{
    for (size_t i = 0; i < raw->segments.count; i++) {
        const struct pep_raw_segment *segment = &raw->segments.at[i];
        const char *binary = segment->module < raw->modules.count ? raw->modules.at[segment->module].path : NULL;
        if (!binary || pep_mapset_find(&s->maps, segment->unit))
            continue;
        bool built_anew = find_binary(s, binary, profile)->found;
        if (built_anew && !pep_mapset_find(&s->maps, segment->unit))
            find_kept(s, binary, profile);
    }
}

/* The file if it is, for all that is known, of the build that ran. */
static const char *of_build(const char *path, uint64_t build)
{
    uint64_t its = path && build ? pep_debugfile_build(path) : 0;
    return its && its != build ? NULL : path;
}

/* find_modules - where each binary is now that the profile names, libraries without maps too.  One on the command line
 * comes first: its owner knows best which one it was. */
static const char *const *find_modules(struct pep_session *s, const struct pep_raw_file *raw, const char *profile)
{
    const char **found = PEP_NEW_N(&s->passing, const char *, raw->modules.count + 1);
    for (size_t i = 0; i < raw->modules.count; i++) {
        const char *path = raw->modules.at[i].path;
        uint64_t build = raw->modules.at[i].build;
        found[i] = program_of(s, &raw->modules.at[i]);
        if (path && !found[i])
            found[i] = of_build(exists(path), build);
        if (path && !found[i])
            found[i] = of_build(beside(&s->passing, path, profile), build);
    }
    return found;
}

/* tell_missing - count the units without a map for each binary, and say so once for each; of many, as where a program
 * compiles and loads what it runs, a few are named. */
static void tell_missing(struct pep_session *s, const struct pep_gathered *gathered, const char *profile)
{
    struct pep_buffer notes = PEP_BUFFER_INIT;
    for (size_t i = 0; i < gathered->missing.count; i++) {
        const char *path = gathered->missing.at[i].binary;
        struct pep_binary *b = path ? find_binary(s, path, profile) : NULL;
        bool told = b ? b->missing++ > 0 : i > 0;
        if (told || s->quiet)
            continue;
        if (!b)
            pep_buffer_adds(&notes, "units without a static map are left out; their binary is not named\n");
        else
            pep_buffer_printf(&notes, "%s %s\n", b->path,
                              !b->found ? "is gone: its counts are left out; name it where it is now"
                              : b->maps ? "was built anew since: its counts are left out; try 'pep doctor'"
                                        : "holds no static map, and may have started the program that ran: name that");
    }
    if (notes.count)
        pep_print_notes(profile, notes.at);
    pep_buffer_free(&notes);
}

/* --- profiles --- */

static void add_sampled(struct pep_session *s, const struct pep_raw_file *raw, const char *profile)
{
    for (size_t i = 0; i < raw->sampled.count; i++) {
        const struct pep_raw_sampled *r = &raw->sampled.at[i];
        const char *binary = r->module < raw->modules.count ? raw->modules.at[r->module].path : NULL;
        struct pep_sampled sampled = {profile, pep_arena_strdup(&s->passing, binary ? binary : ""), r->is};
        pep_array_push(&s->sampled, sampled);
    }
}

/* A file that was taken for the program's by its name, and is that of another program: "tool.test.7.pepraw" is not of
 * "tool". */
static bool is_of_another(const struct pep_input *in, const struct pep_raw_file *raw)
{
    const char *profile = pep_file_base(in->path);
    for (size_t i = 0; in->by_name_of && i < raw->modules.count; i++) {
        const char *name = raw->modules.at[i].path ? pep_file_base(raw->modules.at[i].path) : "";
        size_t n = strlen(name);
        if (n > strlen(in->by_name_of) && !strncmp(profile, name, n) && profile[n] == '.')
            return true;
    }
    return false;
}

/* tell_foreign - the programs on the command line were named in vain for this profile: it may be the wrong one. */
static void tell_foreign(const struct pep_session *s, const struct pep_raw_file *raw, const char *profile)
{
    bool maps = false, known = !raw->segments.count;
    for (size_t i = 0; i < s->inputs.count; i++)
        maps |= s->inputs.at[i].maps > 0;
    for (size_t i = 0; i < raw->segments.count && !known; i++) {
        const struct pep_raw_segment *segment = &raw->segments.at[i];
        known = pep_mapset_find(&s->maps, segment->unit) || segment->module >= raw->modules.count ||
                program_of(s, &raw->modules.at[segment->module]);
    }
    if (maps && !known && !s->quiet)
        pep_print_notes(profile, "is of another program than what is named, and added all the same");
}

static int read_raw(struct pep_session *s, struct pep_profile *p, struct pep_input *in, const struct pep_buffer *bytes,
                    struct pep_fault *fault)
{
    static const char no_room[] =
        "no room while the program ran: disk, memory or a limit, or a user that may not write the file";
    struct pep_raw_file raw = {0};
    struct pep_gathered gathered = {0};
    int bad = pep_raw_read(&raw, pep_buffer_text(bytes), bytes->count, fault);
    if (!bad && !is_of_another(in, &raw)) {
        if (raw.notes.count) /* something is lost: what is left is told, and the verb fails */
            s->failed++;
        tell_foreign(s, &raw, in->path);
        find_maps(s, &raw, in->path);
        add_sampled(s, &raw, in->path);
        pep_gather(p, &gathered, &raw, &s->maps, &s->symbols, find_modules(s, &raw, in->path));
        if (gathered.notes.count)
            pep_buffer_adds(&raw.notes, gathered.notes.at);
        if (raw.lost == 1)
            pep_buffer_printf(&raw.notes, "a unit or record found %s\n", no_room);
        else if (raw.lost)
            pep_buffer_printf(&raw.notes, "%u units or records found %s\n", raw.lost, no_room);
        in->notes = raw.notes.count ? pep_arena_strdup(&s->passing, raw.notes.at) : "";
        in->missing = gathered.missing.count;
        s->missing += in->missing;
        if (!s->quiet)
            pep_print_notes(in->path, in->notes);
        tell_missing(s, &gathered, in->path);
    }
    pep_gathered_free(&gathered);
    pep_raw_free(&raw);
    return bad;
}

static int load(struct pep_input *in)
{
    if (in->piped)
        return 0;
    return in->kind == PEP_INPUT_RAW ? read_raw_file(&in->bytes, in->path) : pep_file_read(&in->bytes, in->path);
}

static int read_profile(struct pep_session *s, struct pep_input *in)
{
    struct pep_profile p = PEP_PROFILE_INIT;
    struct pep_fault fault;
    int bad;
    if (load(in))
        bad = pep_fault_set(&fault, PEP_FAULT_NOWHERE, "%s", strerror(errno));
    else if (in->kind == PEP_INPUT_RAW)
        bad = read_raw(s, &p, in, &in->bytes, &fault);
    else if (in->kind == PEP_INPUT_MERGED)
        bad = pep_binary_read(&p, pep_buffer_text(&in->bytes), in->bytes.count, &fault);
    else
        bad = pep_text_read(&p, pep_buffer_text(&in->bytes), in->bytes.count, &fault);
    if (!bad && in->kind != PEP_INPUT_RAW && pep_mapset_add_profile(&s->maps, &p, in->path, &fault) < 0)
        bad = -1;
    if (bad)
        fail(s, in->path, &fault);
    else
        pep_profile_merge(&s->profile, &p);
    in->units = p.units.count;
    pep_profile_free(&p);
    pep_buffer_free(&in->bytes);
    return bad;
}

int pep_session_load(struct pep_session *s, const char *const *words, size_t nwords)
{
    bool profiles = false;
    add_words(s, words, nwords);
    for (size_t i = 0; i < s->inputs.count; i++)
        profiles |= s->inputs.at[i].kind != PEP_INPUT_PROGRAM;
    if (!profiles && !s->failed)
        (void)add_from(s, "");
    for (size_t i = 0; i < s->inputs.count; i++) {
        if (s->inputs.at[i].kind == PEP_INPUT_PROGRAM)
            read_program(s, &s->inputs.at[i]);
    }
    profiles = false;
    for (size_t i = 0; i < s->inputs.count; i++) {
        pep_print_progress("reading file", i, s->inputs.count);
        if (s->inputs.at[i].kind != PEP_INPUT_PROGRAM)
            profiles |= !read_profile(s, &s->inputs.at[i]);
    }
    pep_print_progress("", 0, 0);
    tell_mapless(s);
    if (profiles || s->quiet)
        return 0;
    if (!s->failed) {
        const char *program = s->inputs.count ? s->inputs.at[0].path : NULL;
        report_none(s, program ? program : ".", "");
        if (program && pep_symbols_lack_runtime(&s->symbols, program))
            pep_print_notes(program,
                            "has no runtime: not linked by pep-cc or pep-c++, or with -nostdlib, it counts nothing");
    }
    return -1;
}

/* --- one profile, again and again --- */

int pep_session_begin(struct pep_session *s, const char *const *words, size_t nwords, const char *profile)
{
    struct pep_fault fault;
    for (size_t i = 0; i < nwords && !s->failed; i++)
        add_input(s, words[i]);
    for (size_t i = 0; i < s->inputs.count && !s->failed; i++) {
        if (s->inputs.at[i].kind == PEP_INPUT_PROGRAM) {
            read_program(s, &s->inputs.at[i]);
            continue;
        }
        pep_fault_set(&fault, PEP_FAULT_NOWHERE, "is a profile: to the one that is followed no other is added");
        fail(s, s->inputs.at[i].path, &fault);
    }
    tell_mapless(s);
    pep_array_push(&s->inputs, (struct pep_input){
                                   .path = pep_arena_strdup(&s->arena, profile), .kind = PEP_INPUT_RAW, .notes = ""});
    return s->failed ? -1 : 0;
}

static void drop_functions(struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++)
        pep_derived_free(&s->functions.at[i].derived);
    s->functions.count = 0;
    s->flow = 0;
}

int pep_session_look(struct pep_session *s, const struct pep_buffer *bytes)
{
    struct pep_fault fault;
    struct pep_input *in = pep_array_last(&s->inputs);
    drop_functions(s);
    pep_profile_free(&s->profile);
    pep_arena_free(&s->passing);
    s->failed = s->missing = s->sampled.count = 0;
    for (size_t i = 0; i < s->binaries.count; i++)
        s->binaries.at[i].missing = 0;
    if (!read_raw(s, &s->profile, in, bytes, &fault))
        return 0;
    fail(s, in->path, &fault);
    return -1;
}

/* --- functions --- */

static void tell_count(const struct pep_session *s, size_t n, const char *what)
{
    struct pep_fault message;
    if (!n)
        return;
    pep_fault_set(&message, PEP_FAULT_NOWHERE, "%zu function%s %s", n, n == 1 ? "" : "s", what);
    pep_print_fault(s->inputs.count == 1 ? s->inputs.at[0].path : "profile", &message);
}

/* tell_unmatched - a line for the functions whose counts apply to nothing at hand. */
static void tell_unmatched(const struct pep_session *s)
{
    size_t stale = 0, missing = 0;
    for (size_t i = 0; i < s->functions.count; i++) {
        stale += s->functions.at[i].match.kind == PEP_MATCH_STALE;
        missing += s->functions.at[i].match.kind == PEP_MATCH_MISSING;
    }
    tell_count(s, stale, "left out as stale: the code has changed since it ran; 'pep doctor' lists them");
    tell_count(s, missing, "left out, as no static map is at hand; name the program that ran");
}

/* find_folder - names begin with it where the build has given them whole, as CMake's do.  There is none where some name
 * is not whole: the reader would take it for one below the folder. */
static void find_folder(struct pep_session *s)
{
    s->folder.length = 0;
    s->folder.name = NULL;
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_mapset_unit *unit = s->functions.at[i].match.unit;
        const char *name = unit ? unit->map.name : "";
        if (!*name)
            continue;
        if (*name != '/') {
            s->folder.length = 0;
            return;
        }
        if (!s->folder.name) {
            s->folder.name = name;
            s->folder.length = (size_t)(pep_file_base(name) - name);
        }
        while (strncmp(s->folder.name, name, s->folder.length) != 0)
            do
                s->folder.length--;
            while (s->folder.name[s->folder.length - 1] != '/');
    }
}

void pep_session_functions(struct pep_session *s, const char *pattern)
{
    const struct pep_profile *p = &s->profile;
    struct pep_matches matches = {0};
    size_t next = 0;
    drop_functions(s);
    pep_match_profile(&matches, &s->maps, p);
    for (size_t u = 0; u < p->units.count; u++) {
        const struct pep_unit_counts *unit = &p->units.at[u];
        pep_print_progress("deriving counts, unit", u, p->units.count);
        for (size_t i = 0; i < unit->functions.count; i++) {
            struct pep_counted c = {
                .unit = unit, .counts = &unit->functions.at[i], .match = matches.at[next++], .which = ""};
            if (pattern && fnmatch(pattern, c.counts->name, 0))
                continue;
            if (c.match.kind == PEP_MATCH_EXACT || c.match.kind == PEP_MATCH_MOVED)
                pep_derive(&c.derived, c.match.function, c.counts);
            s->flow = pep_count_add(s->flow, c.derived.flow);
            pep_array_push(&s->functions, c);
        }
    }
    pep_print_progress("", 0, 0);
    pep_array_free(&matches);
    find_folder(s);
    pep_apart(s);
    if (!s->quiet)
        tell_unmatched(s);
}

bool pep_counted_is_calls(const struct pep_counted *c)
{
    return c->derived.edges && c->match.unit->map.event == PEP_EVENT_CALLS;
}

bool pep_counted_is_subpaths(const struct pep_counted *c)
{
    return c->derived.edges && c->match.unit->map.event == PEP_EVENT_SUBPATHS;
}

bool pep_counted_knows_edges(const struct pep_counted *c)
{
    return c->derived.edges && !pep_counted_is_calls(c) && !pep_counted_is_subpaths(c);
}

/* Whether all functions that have counts are of units that count such; where none has, all units that there are. */
static bool all_are(const struct pep_session *s, uint8_t event)
{
    size_t known = 0, those = 0;
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *c = &s->functions.at[i];
        known += c->derived.edges != NULL;
        those += c->derived.edges && c->match.unit->map.event == event;
    }
    for (size_t i = 0; !known && i < s->maps.units.count; i++)
        those += s->maps.units.at[i]->map.event == event;
    return those && those == (known ? known : s->maps.units.count);
}

bool pep_session_is_calls(const struct pep_session *s)
{
    return all_are(s, PEP_EVENT_CALLS);
}

bool pep_session_is_subpaths(const struct pep_session *s)
{
    return all_are(s, PEP_EVENT_SUBPATHS);
}

const char *pep_counted_file(const struct pep_counted *c, uint32_t file)
{
    const struct pep_unitmap *map = &c->match.unit->map;
    return file < map->nfiles ? map->files[file] : map->name;
}

/* The binary that a profile is of: rather the program than a library of it. */
static const char *first_binary(const struct pep_profile *p)
{
    for (size_t i = 0; i < p->binaries.count; i++)
        if (!strstr(pep_file_base(p->binaries.at[i]), ".so"))
            return p->binaries.at[i];
    return p->binaries.at[0];
}

/* tells_of - whether anything that was counted is of the program, or nothing was */
static bool tells_of(const struct pep_session *s, const char *program)
{
    bool found = !s->functions.count;
    for (size_t i = 0; i < s->functions.count && !found; i++) {
        const struct pep_mapset_unit *unit = s->functions.at[i].match.unit;
        found = unit && !strcmp(unit->origin, program);
    }
    return found;
}

const char *pep_session_title(struct pep_session *s)
{
    const char *name = NULL;
    size_t programs = 0;
    for (size_t i = 0; i < s->inputs.count; i++) {
        const struct pep_input *in = &s->inputs.at[i];
        if (in->kind == PEP_INPUT_PROGRAM && tells_of(s, in->path) && !programs++)
            name = in->path;
    }
    if (!programs) {
        programs = s->profile.binaries.count;
        name = programs ? first_binary(&s->profile) : s->inputs.count ? s->inputs.at[0].path : "profile";
    }
    name = pep_file_base(name);
    if (programs < s->profile.binaries.count) /* those that were not named are shown too */
        programs = s->profile.binaries.count;
    if (programs > 1)
        return pep_arena_printf(&s->passing, "%s and %zu more", name, programs - 1);
    return name;
}

void pep_session_free(struct pep_session *s)
{
    drop_functions(s);
    pep_array_free(&s->functions);
    pep_array_free(&s->inputs);
    pep_array_free(&s->binaries);
    pep_array_free(&s->sampled);
    pep_profile_free(&s->profile);
    pep_mapset_free(&s->maps);
    pep_symbols_free(&s->symbols);
    pep_arena_free(&s->passing);
    pep_arena_free(&s->arena);
}

const char *pep_session_how(const struct pep_session *s)
{
    size_t sampled = 0, known = 0;
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *c = &s->functions.at[i];
        known += c->derived.edges != NULL;
        sampled += c->derived.edges && c->match.unit->map.how != PEP_HOW_EXHAUSTIVE;
    }
    if (!known)
        return "empty";
    if (!sampled && s->profile.samples) /* of another build */
        return "sampled";
    return !sampled ? "exhaustive" : sampled == known ? "sampled" : "partly sampled";
}

bool pep_session_is_sampled(const struct pep_session *s)
{
    return strstr(pep_session_how(s), "sampled") != NULL;
}
