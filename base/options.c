#include "base/options.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum kind { WORDS, LIST, NUMBER, TEXT, LETTERS, SWITCH };

#define AT(field) offsetof(struct pep_options, field)
#define DUMPS     "tcnpe,"

struct choice {
    const char *name;
    uint8_t value;
    size_t place; /* LIST: the field that it sets */
};

/* The values are those of enum pep_event, pep_how, pep_truncation and pep_update; tools/pep-cc.c asserts it. */
enum { PATHS = 1, EDGES = 2, CALLS = 3, KPATHS = 4, SUBPATHS = 5 };
static const struct choice events[] = {{"paths", PATHS, AT(event)},   {"edges", EDGES, AT(event)},
                                       {"kpaths", KPATHS, AT(event)}, {"subpaths", SUBPATHS, AT(event)},
                                       {"calls", true, AT(calls)},    {"fields", true, AT(fields)},
                                       {"values", true, AT(values)},  {NULL, 0, 0}};
static const struct choice hows[] = {{"exhaustive", 0, 0}, {"sampled", 1, 0}, {"duplicated", 2, 0}, {NULL, 0, 0}};
static const struct choice duplicates[] = {{"combined", PEP_DUPLICATE_COMBINED, 0}, {"full", PEP_DUPLICATE_FULL, 0},
                                           {"partial", PEP_DUPLICATE_PARTIAL, 0},   {"hot", PEP_DUPLICATE_HOT, 0},
                                           {"none", PEP_DUPLICATE_NONE, 0},         {NULL, 0, 0}};
static const struct choice triggers[] = {
    {"timer", PEP_TRIGGERED_BY_TIMER, 0}, {"counter", PEP_TRIGGERED_BY_COUNTER, 0}, {NULL, 0, 0}};
static const struct choice places[] = {{"all", PEP_CHECKS_ALL, 0},
                                       {"entries", PEP_CHECKS_ENTRIES, 0},
                                       {"backedges", PEP_CHECKS_BACKEDGES, 0},
                                       {"every", PEP_CHECKS_EVERY, 0},
                                       {NULL, 0, 0}};
static const struct choice checks[] = {
    {"auto", PEP_CHECK_AUTO, 0}, {"portable", PEP_CHECK_PORTABLE, 0}, {"x86-64", PEP_CHECK_X86_64, 0}, {NULL, 0, 0}};
static const struct choice truncations[] = {{"backedge", 0, 0}, {"header", 1, 0}, {NULL, 0, 0}};
static const struct choice updates[] = {{"single", 0, 0}, {"thread", 1, 0}, {"atomic", 2, 0}, {NULL, 0, 0}};

/* One row a flag.  A name that ends in '=' takes a value; `place` is the field of struct pep_options it goes to, and
 * `given` one that is set as well.  The words of a LIST each have a place of their own. */
static const struct flag {
    const char *name;
    enum kind kind;
    size_t place, given;
    const struct choice *choices; /* WORDS, LIST */
    uint64_t value;               /* SWITCH: what it sets; NUMBER: the least allowed */
    const char *operand, *help;
} flags[] = {
    {"-fpep=", LIST, 0, 0, events, 0, "[paths|edges|kpaths|subpaths][,calls][,fields][,values]",
     "what is counted (paths,calls)"},
    {"-fpep-how=", WORDS, AT(how), AT(how_given), hows, 0, "exhaustive|sampled|duplicated",
     "what is recorded (sampled; with -fpep-use duplicated)"},
    {"-fpep-k=", NUMBER, AT(k), 0, NULL, 1, "N", "kpaths: sequences of up to so many paths are counted"},
    {"-fpep-duplicate=", WORDS, AT(duplicate), AT(duplicate_given), duplicates, 0, "combined|full|partial|hot|none",
     "duplicated: which functions have two versions (combined)"},
    {"-fpep-trigger=", WORDS, AT(trigger), AT(trigger_given), triggers, 0, "timer|counter",
     "duplicated: checks look at the tick, or count down (timer)"},
    {"-fpep-checks=", WORDS, AT(checks), 0, places, 0, "all|every|entries|backedges",
     "duplicated: where checks stand (all, but in innermost loops without calls)"},
    {"-fpep-check=", WORDS, AT(check), 0, checks, 0, "auto|portable|x86-64",
     "how code asks for a tick, and counts, in C or assembly (auto)"},
    {"-fpep-context=", NUMBER, AT(context), 0, NULL, 0, "K", "sampled: callers that a sample takes; 0 takes none"},
    {"-fpep-truncate=", WORDS, AT(truncation), 0, truncations, 0, "backedge|header", "where paths end (backedge)"},
    {"-fpep-update=", WORDS, AT(update), AT(update_given), updates, 0, "single|thread|atomic",
     "how counters are kept (thread with -pthread or -fopenmp, else single)"},
    {"-fpep-array-limit=", NUMBER, AT(array_limit), 0, NULL, 0, "N",
     "functions with more paths are counted in a hash table"},
    {"-fpep-path-limit=", NUMBER, AT(path_limit), 0, NULL, 1, "N", "paths are cut above this many a function"},
    {"-fpep-collapse", SWITCH, AT(collapse), 0, NULL, true, "", "local counters for innermost loops (on)"},
    {"-fpep-no-collapse", SWITCH, AT(collapse), 0, NULL, false, "", "none"},
    {"-fpep-derive", SWITCH, AT(derive), 0, NULL, true, "", "no counter where the callers' counts tell (on)"},
    {"-fpep-no-derive", SWITCH, AT(derive), 0, NULL, false, "", "a counter everywhere"},
    {"-fpep-spans", SWITCH, AT(spans), 0, NULL, true, "", "sequences several paths at a time (on)"},
    {"-fpep-no-spans", SWITCH, AT(spans), 0, NULL, false, "", "sequences path by path, in a forest"},
    {"-fpep-use=", TEXT, AT(use), 0, NULL, 0, "FILE", "numbers by the merged profile of an earlier run"},
    {"-fpep-profile=", TEXT, AT(profile), 0, NULL, 0, "NAME", "the profile's name where PEP_PROFILE gives none"},
    {"-fpep-hints", SWITCH, AT(hints), 0, NULL, true, "", "the compiler is told how branches went in that run (on)"},
    {"-fpep-no-hints", SWITCH, AT(hints), 0, NULL, false, "", "it is not"},
    {"-fpep-optimize", SWITCH, AT(optimize), 0, NULL, true, "",
     "the compiler optimises by that profile, with gcc (off)"},
    {"-fpep-no-optimize", SWITCH, AT(optimize), 0, NULL, false, "", "it does not"},
    {"-Wpep-stale", SWITCH, AT(stale), 0, NULL, true, "", "tells of what that profile does not fit any more (off)"},
    {"-Wno-pep-stale", SWITCH, AT(stale), 0, NULL, false, "", "does not"},
    {"-fpep-cc=", TEXT, AT(compiler), 0, NULL, 0, "COMPILER", "the compiler behind (PEP_CC, else gcc, clang, cc)"},
    {"-fpep-dump=", LETTERS, AT(dump), 0, NULL, 0, "LETTERS", "prints t tokens, c CFG, n numbers, p plan, e edits"},
    {"-fpep-dump-file=", TEXT, AT(dump_file), 0, NULL, 0, "FILE", "where dumps go (standard error)"},
    {"-fpep-keep", SWITCH, AT(keep), 0, NULL, true, "", "keeps temporary files and says where they are"},
    {"-fpep-force", SWITCH, AT(force), 0, NULL, true, "", "instruments freestanding code and configure's probes too"},
    {"-fpep-verbose", SWITCH, AT(verbose), 0, NULL, true, "", "says what is left out, and why"},
    {"-fpep-help", SWITCH, AT(help), 0, NULL, true, "", "prints this list"},
};
enum { NFLAGS = sizeof flags / sizeof *flags, MAX_NAME = 64, NEAR = 3 };

void pep_options_init(struct pep_options *o)
{
    *o = (struct pep_options){
        .event = PATHS,
        .calls = true,
        .how = hows[1].value,
        .k = 8,
        .array_limit = 65536,
        .path_limit = 4096,
        .collapse = true,
        .derive = true,
        .spans = true,
        .hints = true,
    };
}

/* distance - edit distance of a[0..n) and b[0..m): insertions, deletions, changes (Wagner and Fischer 1974); above
 * MAX_NAME letters it says MAX_NAME */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[MAX_NAME + 1];
    if (n > MAX_NAME || m > MAX_NAME)
        return MAX_NAME;
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[m];
}

/* is_near - few edits away, or one begins with the other: '-fpep-upd' is near '-fpep-update=' */
static bool is_near(const char *word, size_t length, const char *name)
{
    size_t own = strcspn(name, "="), common = strlen("-fpep-");
    size_t shorter = length < own ? length : own, letters = shorter > common ? shorter - common : 0;
    size_t near = (letters + 2) / 3 < NEAR ? (letters + 2) / 3 : NEAR;
    return (letters && !strncmp(word, name, shorter)) || distance(word, length, name, own) <= near;
}

static int unknown_flag(struct pep_buffer *error, const char *word)
{
    size_t length = strcspn(word, "=");
    const char *separator = ", did you mean ";
    pep_buffer_printf(error, "unknown option '%s'", word);
    for (int pass = 0; pass < 2; pass++) {
        /* nearest first: the exact name with or without its '=' comes before the rest */
        for (int i = 0; i < NFLAGS; i++) {
            size_t own = strcspn(flags[i].name, "=");
            bool exact = own == length && !strncmp(word, flags[i].name, own);
            if (exact != !pass || !is_near(word, length, flags[i].name))
                continue;
            pep_buffer_printf(error, "%s'%s'", separator, flags[i].name);
            separator = " or ";
        }
    }
    pep_buffer_adds(error, *separator == ',' ? "; -fpep-help lists all" : "?");
    return -1;
}

static int refuse(struct pep_buffer *error, const struct flag *f, const char *value)
{
    pep_buffer_printf(error, "'%s' is no value of '%s': it takes %s", value, f->name, f->operand);
    return -1;
}

static const struct choice *find_choice(const struct flag *f, const char *word, size_t length)
{
    const struct choice *c = f->choices;
    while (c->name && (strncmp(c->name, word, length) || c->name[length]))
        c++;
    return c->name ? c : NULL;
}

static int take_word(void *field, const struct flag *f, const char *value, struct pep_buffer *error)
{
    const struct choice *c = find_choice(f, value, strlen(value));
    if (!c)
        return refuse(error, f, value);
    *(uint8_t *)field = c->value;
    return 1;
}

/* take_list - words with commas between, no two of one place; the places of those that are not there become 0 */
static int take_list(struct pep_options *o, const struct flag *f, const char *value, struct pep_buffer *error)
{
    bool taken[sizeof *o] = {false};
    for (const struct choice *c = f->choices; c->name; c++)
        ((uint8_t *)o)[c->place] = 0;
    for (const char *word = value;; word++) {
        size_t length = strcspn(word, ",");
        const struct choice *c = find_choice(f, word, length);
        if (!c || taken[c->place])
            return refuse(error, f, value);
        taken[c->place] = true;
        ((uint8_t *)o)[c->place] = c->value;
        word += length;
        if (*word)
            continue;
        if (!o->event) /* calls need counts of their own where nothing gives those of all blocks */
            o->event = o->calls && !o->fields ? CALLS : PATHS;
        return 1;
    }
}

static int take_number(void *field, const struct flag *f, const char *value, struct pep_buffer *error)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 0);
    if (!*value || strchr("+- \t", *value) || *end || errno || n < f->value) {
        pep_buffer_printf(error, "'%s' is no value of '%s': it takes a number, %llu at least", value, f->name,
                          (unsigned long long)f->value);
        return -1;
    }
    *(uint64_t *)field = n;
    return 1;
}

int pep_options_parse(struct pep_options *o, const char *word, struct pep_buffer *error)
{
    static const char *const ours[] = {"-fpep", "-Wpep-", "-Wno-pep-"};
    bool is_ours = false;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        is_ours |= !strncmp(word, ours[i], strlen(ours[i]));
    if (!is_ours)
        return 0;
    for (const struct flag *f = flags; f < flags + NFLAGS; f++) {
        size_t length = strlen(f->name);
        const char *value = word + length;
        if (strncmp(word, f->name, length) || (f->kind == SWITCH && *value))
            continue;
        void *field = (char *)o + f->place;
        if (f->given)
            *(bool *)((char *)o + f->given) = true;
        switch (f->kind) {
        case WORDS: return take_word(field, f, value, error);
        case LIST: return take_list(o, f, value, error);
        case NUMBER: return take_number(field, f, value, error);
        case SWITCH: *(bool *)field = f->value; return 1;
        case LETTERS:
        case TEXT:
            if (!*value) {
                pep_buffer_printf(error, "'%s' takes a value: %s", f->name, f->operand);
                return -1;
            }
            if (f->kind == LETTERS && value[strspn(value, DUMPS)]) {
                pep_buffer_printf(error, "'%s' is no value of '%s': it takes the letters t, c, n, p and e", value,
                                  f->name);
                return -1;
            }
            *(const char **)field = value;
            return 1;
        }
    }
    return unknown_flag(error, word);
}

void pep_options_help(struct pep_buffer *out)
{
    struct pep_options defaults;
    pep_options_init(&defaults);
    for (const struct flag *f = flags; f < flags + NFLAGS; f++) {
        int width = (int)(strlen(f->name) + strlen(f->operand));
        pep_buffer_printf(out, "  %s%s%*s %s", f->name, f->operand, width < 38 ? 38 - width : 0, "", f->help);
        if (f->kind == NUMBER)
            pep_buffer_printf(out, " (%llu)", (unsigned long long)*(uint64_t *)((char *)&defaults + f->place));
        pep_buffer_addc(out, '\n');
    }
}
