/* pep doctor - what is instrumented, what is left out and why; what a profile lacks. */
#include "tools/pep_log.h"
#include "tools/pep_print.h"
#include "tools/pep_session.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { STORAGES = PEP_STORE_SPANS + 1 };

static const char *const storage_words[STORAGES] = {"left out",    "in arrays",        "in the hash table",
                                                    "by edges",    "by their callers", "by blocks",
                                                    "in a forest", "in subpaths",      "in spans"};

/* What a unit, or all of them, come to. */
struct tally {
    uint64_t functions, storage[STORAGES], counters, paths;
    uint64_t elsewhere;                 /* of what is left out */
    const struct pep_function *largest; /* with most paths */
};

static bool is_elsewhere(const struct pep_function *f)
{
    return f->storage == PEP_STORE_NONE && f->reason && !strcmp(f->reason, PEP_REASON_ELSEWHERE);
}

static void count_unit(struct tally *t, const struct pep_unitmap *map)
{
    for (uint32_t i = 0; i < map->nfunctions; i++) {
        const struct pep_function *f = map->functions[i];
        t->functions++;
        t->storage[f->storage < STORAGES ? f->storage : PEP_STORE_NONE]++;
        t->elsewhere += is_elsewhere(f);
        t->paths = pep_count_add(t->paths, f->npaths);
        if (f->storage != PEP_STORE_NONE && (!t->largest || f->npaths > t->largest->npaths))
            t->largest = f;
    }
    t->counters += map->ncounters;
}

static void print_tally(const struct tally *t)
{
    const char *between = "";
    printf("%s %s: ", pep_print_count(t->functions), t->functions == 1 ? "function" : "functions");
    for (int i = 1; i <= STORAGES; i++) {
        int storage = i % STORAGES; /* left out comes last */
        if (!t->storage[storage])
            continue;
        printf("%s%s %s", between, pep_print_count(t->storage[storage]), storage_words[storage]);
        between = ", ";
    }
    printf("; %s counter%s", pep_print_count(t->counters), t->counters == 1 ? "" : "s");
    if (t->largest && t->largest->npaths)
        printf("; most paths: %s in %s", pep_print_count(t->largest->npaths), t->largest->name);
    putchar('\n');
}

static bool has_values(const struct pep_unitmap *map)
{
    bool any = false;
    for (uint32_t i = 0; i < map->nfunctions && !any; i++)
        for (uint32_t k = 0; k < map->functions[i]->nsites && !any; k++)
            any = map->functions[i]->sites[k].kind != PEP_VALUE_TARGET;
    return any;
}

static const char *unit_mode(const struct pep_unitmap *map)
{
    static char text[96];
    static const char *const updates[] = {"one thread", "a counter a thread", "atomic"};
    static const char *const events[] = {[PEP_EVENT_PATHS] = "paths",
                                         [PEP_EVENT_EDGES] = "edges",
                                         [PEP_EVENT_CALLS] = "calls",
                                         [PEP_EVENT_KPATHS] = "k-paths",
                                         [PEP_EVENT_SUBPATHS] = "subpaths"};
    snprintf(text, sizeof text, "%s%s%s%s%s, %s", events[map->event],
             map->event != PEP_EVENT_PATHS            ? ""
             : map->truncation == PEP_TRUNCATE_HEADER ? " cut at loop headers"
                                                      : " cut at back edges",
             map->calls && map->event != PEP_EVENT_CALLS ? ", calls" : "", map->nlayouts ? ", fields" : "",
             has_values(map) ? ", values" : "",
             map->how == PEP_HOW_SAMPLED        ? "sampled"
             : map->how == PEP_HOW_DUPLICATED   ? "duplicated"
             : map->event == PEP_EVENT_SUBPATHS ? "exhaustive"
                                                : updates[map->update <= PEP_UPDATE_ATOMIC ? map->update : 0]);
    return text;
}

/* print_guided - what -fpep-use came to, where the unit was built with it and the profile knew something of it. */
static void print_guided(const struct pep_unitmap *map)
{
    size_t guided = 0, stale = 0;
    for (uint32_t i = 0; i < map->nfunctions; i++)
        guided += map->functions[i]->guided;
    for (uint32_t i = 0; i < map->nfunctions; i++) {
        const struct pep_function *f = map->functions[i];
        if (f->stale && !stale++)
            printf("  guided %zu of %u functions, stale: %s", guided, map->nfunctions, f->name);
        else if (f->stale)
            printf(", %s", f->name);
    }
    if (stale)
        putchar('\n');
    else if (guided)
        printf("  guided %zu of %u functions\n", guided, map->nfunctions);
}

static bool is_told(const struct pep_function *f)
{
    return f->storage == PEP_STORE_NONE || f->reason;
}

static const char *function_file(const struct pep_unitmap *map, const struct pep_function *f)
{
    return f->position.file < map->nfiles ? map->files[f->position.file] : map->name;
}

/* reason_of - the line that tells why a function is left out, or not what it could be. */
static const char *reason_of(struct pep_buffer *line, const struct pep_unitmap *map, const struct pep_function *f)
{
    pep_buffer_clear(line);
    pep_buffer_printf(line, "%s:%u  %s: %s%s", function_file(map, f), f->position.line, f->name,
                      f->reason ? f->reason : "no reason recorded",
                      f->storage == PEP_STORE_STREAM ? "; no subpath begins in it" : "");
    return pep_buffer_text(line);
}

/* count_reasons - of how many units each line is: a header's function may have one in each that includes it.  Those of
 * what other units hold have none. */
static void count_reasons(struct pep_map *reasons, const struct pep_session *s)
{
    struct pep_buffer line = PEP_BUFFER_INIT;
    for (size_t u = 0; u < s->maps.units.count; u++) {
        const struct pep_unitmap *map = &s->maps.units.at[u]->map;
        for (uint32_t i = 0; i < map->nfunctions; i++) {
            const struct pep_function *f = map->functions[i];
            const char *text = is_told(f) && !is_elsewhere(f) ? reason_of(&line, map, f) : NULL;
            if (text)
                ++*pep_map_put(reasons, text, strlen(text), 0);
        }
    }
    pep_buffer_free(&line);
}

/* print_reasons - of a unit; where `brief` is given those that were not told of other units, once for all of them. */
static void print_reasons(const struct pep_unitmap *map, struct pep_map *brief)
{
    struct pep_buffer line = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < map->nfunctions; i++) {
        const struct pep_function *f = map->functions[i];
        if (!is_told(f))
            continue;
        const char *text = reason_of(&line, map, f);
        uint64_t *units = brief ? pep_map_get(brief, text, strlen(text)) : &(uint64_t){1};
        if (!units || !*units)
            continue;
        printf("  ");
        if (f->storage == PEP_STORE_NONE)
            printf("%sleft out%s  ", pep_style(PEP_STYLE_BAD), pep_style(PEP_STYLE_PLAIN));
        printf("%s", text);
        if (*units > 1)
            printf(" (in %s units)", pep_print_count(*units));
        *units = 0;
        putchar('\n');
    }
    pep_buffer_free(&line);
}

/* Whether there is more to tell of a unit than how much it has, and what was told of others. */
static bool is_remarkable(const struct pep_unitmap *map, const struct pep_map *reasons)
{
    struct pep_buffer line = PEP_BUFFER_INIT;
    bool is = false;
    for (uint32_t i = 0; i < map->nfunctions && !is; i++) {
        const struct pep_function *f = map->functions[i];
        const char *text = is_told(f) ? reason_of(&line, map, f) : "";
        const uint64_t *units = pep_map_get(reasons, text, strlen(text));
        is = f->stale || (units && *units);
    }
    pep_buffer_free(&line);
    return is;
}

/* count_names - how many units each name has. */
static void count_names(struct pep_map *names, const struct pep_session *s)
{
    for (size_t u = 0; u < s->maps.units.count; u++) {
        const char *name = s->maps.units.at[u]->map.name;
        ++*pep_map_put(names, name, strlen(name), 0);
    }
}

static void print_unit_head(const struct pep_mapset_unit *unit, const struct pep_map *names)
{
    printf("%s%s%s", pep_style(PEP_STYLE_HEAD), unit->map.name, pep_style(PEP_STYLE_PLAIN));
    if (*pep_map_get(names, unit->map.name, strlen(unit->map.name)) > 1)
        printf("  unit 0x%016" PRIx64 " in %s%s", unit->map.hash, unit->origin, unit->is_shared ? " and others" : "");
    printf("  %s\n  ", unit_mode(&unit->map));
}

enum { FEW_UNITS = 16 };

/* Of many units those of which there is something to tell that was not told of another; gives how many are passed
 * over. */
static size_t print_units(const struct pep_session *s, struct tally *all, bool each)
{
    size_t passed = 0;
    bool brief = !each && s->maps.units.count > FEW_UNITS;
    struct pep_map names = {0}, reasons = {0};
    count_names(&names, s);
    if (brief)
        count_reasons(&reasons, s);
    for (size_t u = 0; u < s->maps.units.count; u++) {
        const struct pep_mapset_unit *unit = s->maps.units.at[u];
        struct tally t = {0};
        count_unit(&t, &unit->map);
        count_unit(all, &unit->map);
        if (brief && !is_remarkable(&unit->map, &reasons)) {
            passed++;
            continue;
        }
        print_unit_head(unit, &names);
        print_tally(&t);
        print_guided(&unit->map);
        print_reasons(&unit->map, brief ? &reasons : NULL);
    }
    pep_map_free(&names);
    pep_map_free(&reasons);
    return passed;
}

static void print_passed(size_t units, uint64_t elsewhere)
{
    printf("of %zu of them there is nothing else to tell", units);
    if (elsewhere)
        printf(", and %s inline function%s left to units that hold the code", pep_print_count(elsewhere),
               elsewhere == 1 ? " is" : "s are");
    puts("; --all lists them");
}

/* --- what the wrapper left as it was --- */

enum { FEW_FILES = 16 };

/* count_files - how many files were left as they were for each reason; gives how many for all of them */
static size_t count_files(struct pep_map *reasons, const struct pep_log *log, const struct pep_session *s)
{
    size_t files = 0;
    for (size_t i = 0; i < log->lines.count; i++) {
        const struct pep_log_line *line = &log->lines.at[i];
        if (line->function || pep_log_is_mapped(line, &s->maps))
            continue;
        files++;
        ++*pep_map_put(reasons, line->reason, strlen(line->reason), 0);
    }
    return files;
}

/* print_left - of many files that have one reason the first stands for all: `like` of them, none where it has stood. */
static void print_left(const struct pep_log_line *line, uint64_t *like, bool each)
{
    char more[40] = "";
    if (!*like)
        return;
    if (!each && *like > FEW_FILES) {
        snprintf(more, sizeof more, " and %s more", pep_print_count(*like - 1));
        *like = 0;
    }
    printf("%sas it was%s  %s%s: %s\n", pep_style(PEP_STYLE_BAD), pep_style(PEP_STYLE_PLAIN), line->file, more,
           line->reason);
}

/* print_log - inline functions whose code another unit holds are told by their number, unless each is wanted: headers
 * of a library bring hundreds of them into each file. */
static void print_log(const struct pep_log *log, const struct pep_session *s, bool each)
{
    struct pep_map reasons = {0};
    size_t files = count_files(&reasons, log, s), elsewhere = 0;
    for (size_t i = 0; i < log->lines.count; i++) {
        const struct pep_log_line *line = &log->lines.at[i];
        if (pep_log_is_mapped(line, &s->maps))
            continue;
        if (!each && line->function && !strcmp(line->reason, PEP_REASON_ELSEWHERE))
            elsewhere++;
        else if (line->function)
            printf("%sleft out%s  %s  %s: %s\n", pep_style(PEP_STYLE_BAD), pep_style(PEP_STYLE_PLAIN), line->file,
                   line->function, line->reason);
        else
            print_left(line, pep_map_get(&reasons, line->reason, strlen(line->reason)), each);
    }
    pep_map_free(&reasons);
    if (elsewhere)
        printf("%s inline function%s left to units that hold the code; --all lists %s\n", pep_print_count(elsewhere),
               elsewhere == 1 ? " is" : "s are", elsewhere == 1 ? "it" : "them");
    if (files)
        printf("%zu file%s left as %s\n", files, files == 1 ? "" : "s", files == 1 ? "it was" : "they were");
}

static json_t *log_json(const struct pep_log *log, const struct pep_session *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < log->lines.count; i++) {
        const struct pep_log_line *line = &log->lines.at[i];
        json_t *object;
        if (pep_log_is_mapped(line, &s->maps))
            continue;
        object = json_object();
        json_object_set_new(object, "file", pep_json_text(line->file));
        if (line->function)
            json_object_set_new(object, "function", pep_json_text(line->function));
        json_object_set_new(object, "reason", pep_json_text(line->reason));
        json_array_append_new(list, object);
    }
    return list;
}

/* --- what no map knows --- */

struct plain {
    PEP_ARRAY(const char *); /* functions */
};

/* What linkers and the C library put into every program, and the runtime. */
static bool is_toolchains(const char *name)
{
    static const char *const names[] = {"deregister_tm_clones", "register_tm_clones", "frame_dummy", "atexit",
                                        "at_quick_exit",        "pthread_atfork"};
    if (*name == '_' || !strncmp(name, "pep_", 4))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* Whether a source file, of so many bytes, is one of the runtime's. */
static bool is_runtimes(const char *file, size_t length)
{
    static const char sources[] = PEP_RUNTIME_SOURCES; /* " unit.c parts.c " */
    for (const char *at = sources; (at = strstr(at, ".c ")); at++) {
        size_t end = (size_t)(at + 2 - sources);
        if (end > length && sources[end - length - 1] == ' ' && !strncmp(&sources[end - length], file, length))
            return true;
    }
    return false;
}

/* map_names - of all functions that have a map */
static void map_names(struct pep_map *names, const struct pep_session *s)
{
    for (size_t u = 0; u < s->maps.units.count; u++) {
        const struct pep_unitmap *map = &s->maps.units.at[u]->map;
        for (uint32_t i = 0; i < map->nfunctions; i++)
            pep_map_put(names, map->functions[i]->name, strlen(map->functions[i]->name), 0);
    }
}

/* find_plain - the functions of the binary that no map has: their files were compiled without pep-cc, or left as they
 * were, or they stand in a system header. */
static void find_plain(struct plain *plain, struct pep_symbols *symbols, const char *path, const struct pep_map *mapped)
{
    const struct pep_symbol_table *all = pep_symbols_all(symbols, path);
    for (size_t i = 0; i < all->count; i++) {
        const char *name = all->at[i].name, *colon = all->at[i].is_local ? strrchr(name, ':') : NULL;
        if (all->at[i].is_stub || (colon && is_runtimes(name, (size_t)(colon - name))))
            continue;
        if (colon)
            name = colon + 1;
        if (!is_toolchains(name) && !pep_map_get(mapped, name, strlen(name)))
            pep_array_push(plain, name);
    }
}

enum { FEW_PLAIN = 5 };

static void print_plain(const struct plain *plain, const char *path, bool each)
{
    size_t n = plain->count, shown = each || n < FEW_PLAIN ? n : FEW_PLAIN;
    if (!n)
        return;
    printf("plain     %s: %s function%s in no map, compiled without pep-cc, of a system header, or left as %s (see "
           "--log):",
           path, pep_print_count(n), n == 1 ? " is" : "s are", n == 1 ? "it was" : "they were");
    for (size_t i = 0; i < shown; i++)
        printf("%s %s", i ? "," : "", plain->at[i]);
    puts(n > shown ? ", ..." : "");
}

/* examine_plain - of each program with maps; a list of what was found for JSON, or NULL. */
static json_t *examine_plain(struct pep_session *s, bool json, bool each)
{
    json_t *list = json ? json_array() : NULL;
    struct pep_map mapped = {0};
    map_names(&mapped, s);
    for (size_t i = 0; i < s->inputs.count; i++) {
        const struct pep_input *in = &s->inputs.at[i];
        struct plain plain = {0};
        if (in->kind != PEP_INPUT_PROGRAM || !in->maps)
            continue;
        find_plain(&plain, &s->symbols, in->path, &mapped);
        if (json && plain.count) {
            json_t *object = json_object(), *names = json_array();
            for (size_t k = 0; k < plain.count; k++)
                json_array_append_new(names, pep_json_text(plain.at[k]));
            json_object_set_new(object, "program", pep_json_text(in->path));
            json_object_set_new(object, "functions", names);
            json_array_append_new(list, object);
        } else if (!json) {
            print_plain(&plain, in->path, each);
        }
        pep_array_free(&plain);
    }
    pep_map_free(&mapped);
    return list;
}

/* --- what is wrong with the profiles --- */

struct findings {
    size_t wrong;
    json_t *list; /* of JSON output, else NULL */
};

static void find(struct findings *found, const char *what, const char *subject, const char *text)
{
    found->wrong++;
    if (found->list) {
        json_t *object = json_object();
        json_object_set_new(object, "what", pep_json_text(what));
        json_object_set_new(object, "subject", pep_json_text(subject));
        json_object_set_new(object, "text", pep_json_text(text));
        json_array_append_new(found->list, object);
    } else {
        printf("%s%-8s%s  %s: %s\n", pep_style(PEP_STYLE_BAD), what, pep_style(PEP_STYLE_PLAIN), subject, text);
    }
}

static void examine_inputs(struct findings *found, struct pep_session *s)
{
    for (size_t i = 0; i < s->inputs.count; i++) {
        const struct pep_input *in = &s->inputs.at[i];
        if (in->kind == PEP_INPUT_PROGRAM && in->maps && pep_symbols_lack_runtime(&s->symbols, in->path))
            find(found, "unlinked", in->path,
                 "has no runtime: not linked by pep-cc or pep-c++, or with -nostdlib, it counts nothing");
        if (in->kind == PEP_INPUT_PROGRAM && !in->maps)
            find(found, "no map", in->path, "was not built with pep-cc, or was stripped of .pep_map");
        for (const char *note = in->notes; *note;) {
            size_t n = strcspn(note, "\n");
            find(found, "lost", in->path, pep_arena_strndup(&s->arena, note, n));
            note += n + (note[n] == '\n');
        }
        if (in->missing)
            find(found, "no map", in->path,
                 pep_arena_printf(&s->arena, "no static map is at hand for %zu of its units", in->missing));
    }
}

static void examine_binaries(struct findings *found, struct pep_session *s)
{
    for (size_t i = 0; i < s->binaries.count; i++) {
        const struct pep_binary *b = &s->binaries.at[i];
        if (!b->found)
            find(found, "gone", b->path, "the binary that ran is not there any more");
        else if (b->missing && !b->maps)
            find(
                found, "no map", b->found,
                "holds no static map: it was stripped of .pep_map, or is the loader, by which the program was started");
        else if (b->missing)
            find(found, "changed", b->found,
                 pep_arena_printf(&s->arena, "was built anew: %zu of the units that ran are not in it", b->missing));
    }
}

static void examine_functions(struct findings *found, struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++) {
        const struct pep_counted *c = &s->functions.at[i];
        const char *subject = pep_arena_printf(&s->arena, "%s: %s", c->unit->name, c->counts->name);
        if (c->match.kind == PEP_MATCH_STALE)
            find(found, "stale", subject, "its graph has changed since it ran; its counts apply to nothing");
        else if (c->match.kind == PEP_MATCH_MISSING)
            find(found, "no map", subject, "no program at hand has this function");
        else if (c->derived.rejected)
            find(found, "damaged", subject,
                 pep_arena_printf(&s->arena, "%s records fit no path or edge", pep_print_count(c->derived.rejected)));
    }
}

/* examine_log - one that is not there is that of builds in which nothing was left as it is. */
static void examine_log(struct findings *found, struct pep_log *log, const char *path, int error)
{
    if (error == ENOENT)
        pep_print_notes(path, "is not there: nothing was left as it is, unless PEP_LOG named another file");
    else if (error)
        find(found, "no log", path, strerror(error));
    else if (log->strange)
        find(found, "no log", path,
             pep_arena_printf(&log->arena, "%zu line%s of another form", log->strange, log->strange == 1 ? "" : "s"));
}

static json_t *unit_json(const struct pep_mapset_unit *unit)
{
    static const char *const words[STORAGES] = {"none",   "array",  "hash",   "edges", "derived",
                                                "blocks", "forest", "stream", "spans"};
    json_t *object = json_object(), *functions = json_array();
    for (uint32_t i = 0; i < unit->map.nfunctions; i++) {
        const struct pep_function *f = unit->map.functions[i];
        json_t *function = json_object();
        json_object_set_new(function, "name", pep_json_text(f->name));
        json_object_set_new(function, "file", pep_json_text(function_file(&unit->map, f)));
        json_object_set_new(function, "line", json_integer(f->position.line));
        json_object_set_new(function, "storage", json_string(words[f->storage < STORAGES ? f->storage : 0]));
        json_object_set_new(function, "possible", pep_json_count(f->npaths));
        json_object_set_new(function, "blocks", json_integer((json_int_t)f->blocks.count));
        json_object_set_new(function, "cfg_hash", pep_json_hash(f->cfg_hash));
        if (f->guided || f->stale)
            json_object_set_new(function, "prior", json_string(f->guided ? "guided" : "stale"));
        if (f->reason)
            json_object_set_new(function, "reason", pep_json_text(f->reason));
        json_array_append_new(functions, function);
    }
    json_object_set_new(object, "name", pep_json_text(unit->map.name));
    json_object_set_new(object, "hash", pep_json_hash(unit->map.hash));
    json_object_set_new(object, "found_in", pep_json_text(unit->origin));
    json_object_set_new(object, "mode", json_string(unit_mode(&unit->map)));
    json_object_set_new(object, "counters", json_integer(unit->map.ncounters));
    json_object_set_new(object, "functions", functions);
    return object;
}

int pep_verb_doctor(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct pep_session s = {.quiet = true};
    struct findings found = {.list = a->json ? json_array() : NULL};
    struct tally all = {0};
    struct pep_log log = {0};
    (void)verb;
    if (!pep_session_load(&s, a->words, a->nwords))
        pep_session_functions(&s, NULL);
    if (!a->json && s.maps.units.count) {
        size_t passed = print_units(&s, &all, a->all);
        if (s.maps.units.count > 1) {
            printf("%s%s%zu units%s  ", passed == s.maps.units.count ? "" : "\n", pep_style(PEP_STYLE_HEAD),
                   s.maps.units.count, pep_style(PEP_STYLE_PLAIN));
            print_tally(&all);
        }
        if (passed)
            print_passed(passed, all.elsewhere);
    }
    int log_error = a->log && pep_log_read(&log, a->log) ? errno : 0;
    if (!a->json)
        print_log(&log, &s, a->all);
    json_t *plain = examine_plain(&s, a->json, a->all);
    examine_inputs(&found, &s);
    examine_binaries(&found, &s);
    examine_functions(&found, &s);
    if (a->log)
        examine_log(&found, &log, a->log, log_error);
    if (a->json) {
        json_t *root = json_object(), *units = json_array();
        for (size_t u = 0; u < s.maps.units.count; u++)
            json_array_append_new(units, unit_json(s.maps.units.at[u]));
        json_object_set_new(root, "units", units);
        if (a->log)
            json_object_set_new(root, "left_as_is", log_json(&log, &s));
        json_object_set_new(root, "unmapped", plain);
        json_object_set_new(root, "findings", found.list);
        pep_json_print(root);
    } else if (!found.wrong && !s.failed) {
        puts(s.inputs.count || a->log ? "nothing is wrong" : "nothing to examine: name a program or a profile");
    }
    int code = found.wrong || s.failed ? PEP_TOOL_ERROR : PEP_TOOL_OK;
    pep_log_free(&log);
    pep_session_free(&s);
    return code;
}
