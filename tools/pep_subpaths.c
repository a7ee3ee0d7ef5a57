/* pep subpaths - hot sequences of blocks. */
#include "tools/pep_subpaths.h"
#include "tools/pep_follow.h"
#include "tools/pep_print.h"
#include "tools/pep_report.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 40 };          /* of one subpath */
enum { FEW_SAMPLES = 2000 }; /* below that, what is hottest is left to chance */
enum { ALIKE = 4 };          /* samples of a stay, on average; fewer hardly depend on one another */
enum { NAMES = 3 };          /* functions that the head of a subpath names */

/* --- what there is --- */

static uint64_t count_samples(const struct pep_subpaths *s)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->count; i++)
        sum = pep_count_add(sum, s->at[i].samples);
    return sum;
}

/* lengths_text - "2 to 1,024 blocks", of all that have a weight. */
static void lengths_text(char *text, size_t size, const struct pep_subpaths *s)
{
    unsigned low = PEP_RAW_LENGTHS + 1, high = 0;
    for (size_t i = 0; i < s->totals.count; i++)
        for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++)
            if (s->totals.at[i].weight[n]) {
                low = n < low ? n : low;
                high = n > high ? n : high;
            }
    if (low < high)
        snprintf(text, size, "%u to %s blocks", 1u << low, pep_print_count(UINT64_C(1) << high));
    else
        snprintf(text, size, "%s block%s", pep_print_count(UINT64_C(1) << high), high ? "s" : "");
}

static void note(const char *text)
{
    printf("%s%s%s\n", pep_style(PEP_STYLE_DIM), text, pep_style(PEP_STYLE_PLAIN));
}

/* print_notes - what to keep in mind. */
static void print_notes(const struct pep_subpaths *s, uint64_t samples)
{
    uint64_t lost = 0, aged = 0, stays = 0;
    bool exact = pep_subpaths_is_exact(s), encoded[PEP_RAW_ENCODING_XOR + 1] = {false};
    char text[160];
    for (size_t i = 0; i < s->totals.count; i++) {
        lost = pep_count_add(lost, s->totals.at[i].lost);
        aged = pep_count_add(aged, s->totals.at[i].aged);
        stays = pep_count_add(stays, s->totals.at[i].stays);
        encoded[s->totals.at[i].encoding] = true;
    }
    if (!exact && samples < FEW_SAMPLES)
        note("That is few: a longer run has more, or a smaller PEP_INTERVAL.");
    if (stays && samples / ALIKE >= stays) {
        snprintf(text, sizeof text,
                 "Ranges are too narrow: the samples come from %s stay%s in duplicated code, those of one are alike.",
                 pep_print_count(stays), stays == 1 ? "" : "s");
        note(text);
    }
    if (lost) {
        snprintf(text, sizeof text, "%s subpaths found no room and are not counted: PEP_MEMORY sets more.",
                 pep_print_count(lost));
        note(text);
    }
    if (aged)
        note("Counts were halved now and then, so that what is recent counts more: they are none of the whole run.");
    if (encoded[PEP_RAW_ENCODING_ROTATION])
        note("Rotations were counted as one.");
    if (encoded[PEP_RAW_ENCODING_XOR])
        note("Subpaths with the same exclusive or of their blocks were counted as one, by the first that came.");
}

void pep_subpaths_print_head(const struct pep_subpaths *s)
{
    uint64_t blocks = pep_subpaths_blocks(s), samples = count_samples(s);
    char lengths[64];
    lengths_text(lengths, sizeof lengths, s);
    if (!s->totals.count)
        printf("no subpath was recorded\n");
    else if (pep_subpaths_is_exact(s))
        printf("%s blocks ran, all subpaths of %s counted\n", pep_print_count(blocks), lengths);
    else
        printf("about %s blocks ran, in %s sample%s of subpaths of %s\n", pep_print_count(blocks),
               pep_print_count(samples), samples == 1 ? "" : "s", lengths);
    print_notes(s, samples);
}

/* --- for people --- */

/* names_text - the functions that it goes through, in order of appearance. */
static void names_text(struct pep_buffer *out, const struct pep_hot_subpaths *hot, uint32_t at)
{
    uint32_t places[PEP_SUBPATH_LONGEST], n = pep_subpaths_expand(places, hot->subpaths, at), known = 0, all = 0;
    const struct pep_counted *names[NAMES];
    for (uint32_t i = 0; i < n; i++) {
        const struct pep_counted *c = hot->counted[places[i]];
        uint32_t k = 0;
        while (k < known && names[k] != c)
            k++;
        if (k < known)
            continue;
        if (known == NAMES) {
            all = known + 1;
            continue;
        }
        names[known++] = c;
        pep_buffer_printf(out, "%s%s", k ? ", " : "", c->counts->name);
    }
    if (all > known)
        pep_buffer_adds(out, ", ...");
}

static void print_subpath_head(const struct pep_hot_subpaths *hot, size_t rank)
{
    const struct pep_hot_subpath *h = &hot->at[rank];
    const struct pep_subpath *s = &hot->subpaths->at[h->at];
    struct pep_buffer names = PEP_BUFFER_INIT;
    names_text(&names, hot, h->at);
    printf("%ssubpath %zu of %s%s   freq %s", pep_style(PEP_STYLE_NAME), rank + 1, names.at, pep_style(PEP_STYLE_PLAIN),
           pep_print_count(s->estimate));
    if (h->low < h->high)
        printf(" (%s to %s)", pep_print_count(pep_count_of(h->low)), pep_print_count(pep_count_of(h->high)));
    printf("   %s block%s", pep_print_count(h->blocks), h->blocks == 1 ? "" : "s");
    if (h->period < h->blocks)
        printf(", a turn of %s", pep_print_count(h->period));
    printf("   share %s%s%s", pep_style(PEP_STYLE_HOT), pep_print_share(h->covered, hot->whole),
           pep_style(PEP_STYLE_PLAIN));
    if (h->like)
        printf("   %sand %s more like it%s", pep_style(PEP_STYLE_DIM), pep_print_count(h->like),
               pep_style(PEP_STYLE_PLAIN));
    putchar('\n');
    pep_buffer_free(&names);
}

/* print_subpath - gives how many rows it took. */
static size_t print_subpath(const struct pep_hot_subpaths *hot, size_t rank, struct pep_sources *sources, size_t limit)
{
    struct pep_steps steps = {0};
    print_subpath_head(hot, rank);
    pep_subpaths_steps(&steps, hot, hot->at[rank].at);
    size_t n = pep_steps_print(&steps, sources, limit);
    if (n > limit)
        printf("    ... %zu further line%s; --path=%zu shows all\n", n - limit, n - limit == 1 ? "" : "s", rank + 1);
    pep_steps_free(&steps);
    return n > limit ? limit + 2 : n + 1;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void print_rest(const struct pep_hot_subpaths *hot, const struct pep_arguments *a)
{
    char text[160];
    putchar('\n');
    if (!hot->count && !hot->rare) {
        snprintf(text, sizeof text, "none of those that are asked for has %.6g %% of the blocks", 100 * a->threshold);
        note(text);
    }
    if (hot->further) {
        snprintf(text, sizeof text, "%s further subpath%s; %s", pep_print_count(hot->further), plural(hot->further),
                 a->top == UINT64_MAX ? "--all lists them too"
                 : a->all             ? "--top=0 lists all"
                                      : "--top=0 lists all, those that are alike as one");
        note(text);
    }
    if (hot->rare) {
        snprintf(text, sizeof text, "%s %smay be hot, but %s in fewer than %" PRIu64 " samples; --samples=1 lists all",
                 pep_print_count(hot->rare), hot->count ? "more " : "", hot->rare == 1 ? "is" : "are", a->samples);
        note(text);
    }
}

static bool is_asked(const struct pep_arguments *a, size_t rank)
{
    return !a->path_given || rank + 1 == a->path;
}

void pep_subpaths_print(const struct pep_hot_subpaths *hot, struct pep_sources *sources, const struct pep_arguments *a,
                        size_t rows)
{
    enum { FEWEST = 6 }; /* rows: a blank one, the head, a line, and those that tell of further ones */
    size_t most = a->path_given ? SIZE_MAX : ROWS;
    for (size_t i = 0; i < hot->count && rows >= FEWEST; i++) {
        if (!is_asked(a, i))
            continue;
        size_t room = rows - FEWEST + 1 < most ? rows - FEWEST + 1 : most;
        putchar('\n');
        size_t used = 1 + print_subpath(hot, i, sources, room);
        rows = rows == PEP_FOLLOW_WHOLE ? rows : used < rows ? rows - used : 0;
    }
    if (!a->path_given && (!hot->count || hot->further || hot->rare))
        print_rest(hot, a);
}

/* --- for programs --- */

json_t *pep_subpaths_totals_json(const struct pep_subpaths *s)
{
    static const char *const ways[] = {
        [PEP_RAW_SUBPATH_ALL] = "all", [PEP_RAW_SUBPATH_BLOCKS] = "blocks", [PEP_RAW_SUBPATH_STAYS] = "stays"};
    static const char *const encodings[] = {"exact", "rotation", "xor"};
    json_t *list = json_array();
    for (size_t i = 0; i < s->totals.count; i++) {
        const struct pep_subpath_total *t = &s->totals.at[i];
        json_t *object = json_object(), *weights = json_array();
        for (unsigned n = 0; n <= PEP_RAW_LENGTHS; n++)
            json_array_append_new(weights, json_integer(t->weight[n]));
        json_object_set_new(object, "way", json_string(ways[t->way]));
        json_object_set_new(object, "encoding", json_string(encodings[t->encoding]));
        json_object_set_new(object, "weights", weights);
        json_object_set_new(object, "told", pep_json_count(t->told));
        json_object_set_new(object, "recorded", pep_json_count(t->recorded));
        json_object_set_new(object, "dropped", pep_json_count(t->dropped));
        json_object_set_new(object, "lost", pep_json_count(t->lost));
        json_object_set_new(object, "stays", pep_json_count(t->stays));
        json_object_set_new(object, "aged", pep_json_count(t->aged));
        json_object_set_new(object, "distance", pep_json_count(t->distance));
        json_object_set_new(object, "bytes", pep_json_count(t->bytes));
        json_array_append_new(list, object);
    }
    return list;
}

/* ["scan:3", ...]: the blocks by function and number. */
static json_t *blocks_json(const struct pep_hot_subpaths *hot, uint32_t at)
{
    uint32_t places[PEP_SUBPATH_LONGEST], n = pep_subpaths_expand(places, hot->subpaths, at);
    struct pep_buffer text = PEP_BUFFER_INIT;
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        pep_buffer_clear(&text);
        pep_buffer_printf(&text, "%s:%u", hot->counted[places[i]]->counts->name,
                          hot->subpaths->places.at[places[i]].block);
        json_array_append_new(list, pep_json_text(text.at));
    }
    pep_buffer_free(&text);
    return list;
}

static json_t *subpath_json(const struct pep_hot_subpaths *hot, const struct pep_hot_subpath *h,
                            struct pep_sources *sources)
{
    const struct pep_subpath *s = &hot->subpaths->at[h->at];
    struct pep_steps steps = {0};
    json_t *object = json_object();
    pep_subpaths_steps(&steps, hot, h->at);
    json_object_set_new(object, "count", pep_json_count(s->estimate));
    json_object_set_new(object, "low", pep_json_count(pep_count_of(h->low)));
    json_object_set_new(object, "high", pep_json_count(pep_count_of(h->high)));
    json_object_set_new(object, "samples", pep_json_count(s->samples));
    json_object_set_new(object, "length", json_integer(h->blocks));
    json_object_set_new(object, "turn", json_integer(h->period));
    json_object_set_new(object, "share", json_real(pep_share(h->covered, hot->whole)));
    json_object_set_new(object, "like", pep_json_count(h->like));
    json_object_set_new(object, "blocks", blocks_json(hot, h->at));
    json_object_set_new(object, "steps", pep_steps_json(&steps, sources));
    pep_steps_free(&steps);
    return object;
}

json_t *pep_subpaths_json(const struct pep_hot_subpaths *hot, struct pep_sources *sources,
                          const struct pep_arguments *a)
{
    json_t *root = json_object(), *list = json_array();
    size_t distinct = 0;
    for (size_t i = 0; i < hot->subpaths->count; i++)
        distinct += hot->subpaths->at[i].samples != 0;
    for (size_t i = 0; i < hot->count; i++)
        if (is_asked(a, i))
            json_array_append_new(list, subpath_json(hot, &hot->at[i], sources));
    json_object_set_new(root, "exact", json_boolean(pep_subpaths_is_exact(hot->subpaths)));
    json_object_set_new(root, "blocks", pep_json_count(hot->whole));
    json_object_set_new(root, "samples", pep_json_count(count_samples(hot->subpaths)));
    json_object_set_new(root, "distinct", pep_json_count(distinct));
    json_object_set_new(root, "totals", pep_subpaths_totals_json(hot->subpaths));
    json_object_set_new(root, "subpaths", list);
    json_object_set_new(root, "further", pep_json_count(hot->further));
    json_object_set_new(root, "rare", pep_json_count(hot->rare));
    json_object_set_new(root, "stale", pep_json_count(hot->stale));
    return root;
}

/* --- the verb --- */

struct looking {
    struct pep_session session;
    struct pep_sources sources;
    struct pep_hot_subpaths hot;
};

static void tell_stale(const struct looking *l)
{
    char text[120];
    if (!l->hot.stale || l->session.quiet)
        return;
    snprintf(text, sizeof text, "%s hot subpath%s through such functions and %s left out",
             pep_print_count(l->hot.stale), l->hot.stale == 1 ? " goes" : "s go", l->hot.stale == 1 ? "is" : "are");
    pep_print_notes(l->session.inputs.count == 1 ? l->session.inputs.at[0].path : "profile", text);
}

static uint64_t rank(void *data, const struct pep_arguments *a)
{
    struct looking *l = data;
    pep_session_functions(&l->session, NULL);
    pep_hot_subpaths_free(&l->hot);
    pep_hot_subpaths_find(&l->hot, &l->session, a);
    tell_stale(l);
    return l->hot.whole;
}

/* Why there are none. */
static const char *reason(const struct looking *l)
{
    if (pep_session_is_subpaths(&l->session))
        return "the run was too short for a sample; -fpep-how=exhaustive records all subpaths";
    if (!l->session.maps.units.count)
        return "no subpaths are recorded: it was not built with -fpep=subpaths, or ran too short for a sample";
    return "no subpaths are recorded; build with -fpep=subpaths";
}

static void print(void *data, const struct pep_arguments *a, size_t rows)
{
    enum { FRAME = 5 }; /* rows: the title in two lines, and the head with its notes */
    struct looking *l = data;
    pep_report_print_title(&l->session);
    if (!l->session.profile.subpaths.totals.count) {
        puts(pep_session_is_subpaths(&l->session) ? "no sample was taken so far" : reason(l));
        return;
    }
    pep_subpaths_print_head(l->hot.subpaths);
    pep_subpaths_print(&l->hot, &l->sources, a, rows == PEP_FOLLOW_WHOLE ? rows : rows > FRAME ? rows - FRAME : 0);
}

static json_t *json(void *data, const struct pep_arguments *a)
{
    struct looking *l = data;
    json_t *root = pep_subpaths_json(&l->hot, &l->sources, a);
    json_object_set_new(root, "report", pep_json_text(pep_session_title(&l->session)));
    json_object_set_new(root, "runs", pep_json_count(l->session.profile.runs));
    return root;
}

static int code_of(void *data)
{
    const struct looking *l = data;
    bool nothing = (l->hot.stale && !l->hot.count) || !l->session.profile.subpaths.totals.count;
    return l->session.failed || nothing ? PEP_TOOL_ERROR : PEP_TOOL_OK;
}

static int show(struct looking *l, const struct pep_arguments *a)
{
    (void)rank(l, a);
    if (!l->session.profile.subpaths.totals.count) {
        pep_print_notes(pep_session_title(&l->session), reason(l));
        return PEP_TOOL_ERROR;
    }
    if (a->path_given && (!a->path || a->path > l->hot.count)) {
        char text[80];
        snprintf(text, sizeof text, "there is no subpath %" PRIu64 " among %zu", a->path, l->hot.count);
        pep_print_notes(pep_session_title(&l->session), text);
        return PEP_TOOL_ERROR;
    }
    if (a->json)
        pep_json_print(json(l, a));
    else
        print(l, a, PEP_FOLLOW_WHOLE);
    return code_of(l);
}

int pep_verb_subpaths(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct looking l = {.sources = {.folders = &a->sources}};
    const struct pep_follow_view view = {&l, &l.session, "blocks", "recent_blocks", rank, print, json, code_of};
    int code = PEP_TOOL_ERROR;
    if (!a->follow && (a->interval > 0 || a->delta))
        return pep_verb_usage(verb, "--%s goes with --follow", a->delta ? "delta" : "interval");
    if (a->follow)
        code = pep_follow(a, &view);
    else if (!pep_session_load(&l.session, a->words, a->nwords))
        code = show(&l, a);
    pep_hot_subpaths_free(&l.hot);
    pep_sources_tell(&l.sources, &l.session.profile);
    pep_sources_free(&l.sources);
    pep_session_free(&l.session);
    return code;
}
