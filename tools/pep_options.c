#include "tools/pep_verb.h"
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters in capitals have no short form: they only tie a verb to its long options.  A value in brackets may be left
 * out. */
static const struct option_row {
    char letter;
    const char *name, *value, *text;
} table[] = {
    {'n', "top", "N", "list the N hottest of each kind, 10 by default; 0 lists all"},
    {'f', "function", "GLOB", "only functions whose name matches, as file names do in a shell"},
    {'p', "path", "NUMBER", "only the path of this number, or the subpath of this rank"},
    {'s', "source", "DIR", "look for source files there too"},
    {'o', "output", "FILE", "write to FILE; - is standard output"},
    {'L', "log", "FILE", "tell what pep-cc wrote there, as PEP_LOG made it: the files it left as they were"},
    {'k', "keep-going", NULL, "leave out what cannot be read and write the rest"},
    {'T', "text", NULL, "write the text form"},
    {'J', "json", NULL, "write JSON"},
    {'M', "maps", NULL, "write the static maps too, so that reading the text back gives the same profile"},
    {'N', "no-maps", NULL, "leave the static maps out"},
    {'X', "format", "FORM",
     "what is written: of calls callgrind, collapsed, dot or pprof; of lines gcc, llvm, lcov or html; of sequences "
     "dot"},
    {'H', "threshold", "PART",
     "hot is what has this part: of the branch flow, of all calls or blocks 0.125%, of a sequence's first path 10%"},
    {'S', "sort", "KEY", "the hottest are those that most blocks ran in, blocks, or that came most often, count"},
    {'Z', "lengths", "FROM-TO", "only subpaths of so many blocks; TO alone is one length"},
    {'R', "samples", "N", "leave out what is in fewer samples, where not all was counted; 10 by default"},
    {'a', "all", NULL,
     "list all: each subpath by itself, whatever it has in common with others; every unit and line "
     "of the log"},
    {'P', "path-accuracy", "PART",
     "exit with 1 where the path accuracy, or the median of several, is less: 0.94 or 94%"},
    {'E', "edge-accuracy", "PART", "the same for the edge accuracy"},
    {'A', "edge-absolute", "PART", "the same for the absolute overlap of the edges"},
    {'B', "field-accuracy", "PART", "the same for the overlap of the fields"},
    {'V', "value-accuracy", "PART", "the same for the overlap of the values"},
    {'K', "call-accuracy", "PART", "the same for the overlap of the calls"},
    {'Y', "iteration-accuracy", "PART", "the same for the overlap of the sequences of paths"},
    {'l', "length", "N", "compare sequences of so many paths; by default as many as both were built for"},
    {'O', "subpath-accuracy", "PART", "the same for the overlap of the hot subpaths"},
    {'W', "fields", NULL, "the fields of structs by how often they were accessed; they need -fpep=fields"},
    {'U', "values", NULL, "the values of arguments and of switches by how often they came; they need -fpep=values"},
    {'Q', "calls", NULL, "the calls by how often they were made; they need -fpep=calls"},
    {'G', "contexts", "[=DEPTH]",
     "calls told apart by their callers, chains of so many functions at most; they need "
     "-fpep-context"},
    {'F', "follow", "PROCESS", "again and again while it runs: a process id, or the profile of a running program"},
    {'I', "interval", "SECONDS", "with --follow: how often, 0.1 or more; 1 by default"},
    {'D', "delta", NULL, "with --follow: what was counted since the last time, not since the program began"},
    {'C', "color", "WHEN", "auto, always or never; auto is on a terminal, unless NO_COLOR is set"},
};
enum { OPTIONS = sizeof table / sizeof *table };

static int kind_of(const struct option_row *row)
{
    return !row->value ? no_argument : *row->value == '[' ? optional_argument : required_argument;
}

int pep_verb_usage(const struct pep_verb *verb, const char *message, ...)
{
    va_list ap;
    va_start(ap, message);
    fprintf(stderr, "pep %s: ", verb->name);
    vfprintf(stderr, message, ap);
    fprintf(stderr, "\ntry 'pep help %s'\n", verb->name);
    va_end(ap);
    return PEP_TOOL_USAGE;
}

void pep_verb_help(const struct pep_verb *verb)
{
    printf("usage: pep %s [options] %s\n\n%s\n", verb->name, verb->operands, verb->text);
    puts("\noptions:");
    for (int i = 0; i < OPTIONS; i++) {
        char left[40];
        if (!strchr(verb->letters, table[i].letter))
            continue;
        bool shorter = table[i].letter >= 'a';
        snprintf(left, sizeof left, "%c%c%s--%s%s%s", shorter ? '-' : ' ', shorter ? table[i].letter : ' ',
                 shorter ? ", " : "  ", table[i].name, kind_of(&table[i]) == required_argument ? "=" : "",
                 table[i].value ? table[i].value : "");
        printf("  %-24s %s\n", left, table[i].text);
    }
    printf("  %-24s %s\n", "-h, --help", "print this");
}

static int take_number(uint64_t *value, const struct pep_verb *verb, const char *name, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 0);
    if (errno || *end || end == text || strchr(text, '-'))
        return pep_verb_usage(verb, "--%s wants a number, not '%s'", name, text);
    *value = n;
    return -1;
}

/* A part of a whole: 0.94 or 94%. */
static int take_part(double *value, const struct pep_verb *verb, const char *name, const char *text)
{
    char *end;
    double n = strtod(text, &end);
    bool percent = end != text && *end == '%';
    n = percent ? n / 100 : n;
    if (end == text || end[percent] || !(n >= 0 && n <= 1))
        return pep_verb_usage(verb, "--%s wants a part such as 0.94 or 94%%, not '%s'", name, text);
    *value = n;
    return -1;
}

/* A time shorter than a tenth of a second would show nothing but the reader's own work. */
static int take_interval(struct pep_arguments *a, const struct pep_verb *verb, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (*end || end == text || !(seconds >= 0.1 && seconds <= 1e6))
        return pep_verb_usage(verb, "--interval wants seconds, 0.1 at least, not '%s'", text);
    a->interval = seconds;
    return -1;
}

static int take_length(struct pep_arguments *a, const struct pep_verb *verb, const char *text)
{
    int code = take_number(&a->length, verb, "length", text);
    return code >= 0 || a->length > 1 ? code : pep_verb_usage(verb, "--length wants a number of paths, two at least");
}

static int take_contexts(struct pep_arguments *a, const struct pep_verb *verb, const char *text)
{
    a->contexts = true;
    a->depth = UINT64_MAX;
    int code = text ? take_number(&a->depth, verb, "contexts", text) : -1;
    return code >= 0 || a->depth ? code : pep_verb_usage(verb, "--contexts wants a number of functions, one at least");
}

/* Two lengths, or one. */
static int take_lengths(struct pep_arguments *a, const struct pep_verb *verb, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long shortest = strtoull(text, &end, 10), longest = shortest;
    bool good = end != text && *text != '-';
    if (good && *end == '-') {
        text = end + 1;
        longest = strtoull(text, &end, 10);
        good = end != text && *text != '-';
    }
    if (!good || errno || *end || !shortest || longest < shortest)
        return pep_verb_usage(verb, "--lengths wants numbers of blocks such as 8 or 4-64");
    a->shortest = shortest;
    a->longest = longest;
    return -1;
}

static int take_sort(struct pep_arguments *a, const struct pep_verb *verb, const char *text)
{
    static const char *const words[] = {[PEP_SORT_BLOCKS] = "blocks", [PEP_SORT_COUNT] = "count"};
    for (uint8_t i = 0; i < 2; i++) {
        if (!strcmp(text, words[i])) {
            a->sort = i;
            return -1;
        }
    }
    return pep_verb_usage(verb, "--sort wants blocks or count, not '%s'", text);
}

static int take_colour(struct pep_arguments *a, const struct pep_verb *verb, const char *text)
{
    static const char *const words[] = {"auto", "always", "never"};
    for (uint8_t i = 0; i < 3; i++) {
        if (!strcmp(text, words[i])) {
            a->colour = i;
            return -1;
        }
    }
    return pep_verb_usage(verb, "--color wants auto, always or never, not '%s'", text);
}

static int take_option(struct pep_arguments *a, const struct pep_verb *verb, int letter, const char *value)
{
    switch (letter) {
    case 'n':
        a->top_given = true;
        int bad = take_number(&a->top, verb, "top", value);
        if (!a->top)
            a->top = UINT64_MAX;
        return bad;
    case 'p': a->path_given = true; return take_number(&a->path, verb, "path", value);
    case 'f': a->function = value; return -1;
    case 's': pep_array_push(&a->sources, value); return -1;
    case 'o': a->output = value; return -1;
    case 'L': a->log = value; return -1;
    case 'k': a->keep_going = true; return -1;
    case 'T': a->text = true; return -1;
    case 'J': a->json = true; return -1;
    case 'M': a->maps = true; return -1;
    case 'N': a->no_maps = true; return -1;
    case 'F': a->follow = value; return -1;
    case 'I': return take_interval(a, verb, value);
    case 'D': a->delta = true; return -1;
    case 'C': return take_colour(a, verb, value);
    case 'H': a->threshold_given = true; return take_part(&a->threshold, verb, "threshold", value);
    case 'P': return take_part(&a->bars[0], verb, "path-accuracy", value);
    case 'E': return take_part(&a->bars[1], verb, "edge-accuracy", value);
    case 'A': return take_part(&a->bars[2], verb, "edge-absolute", value);
    case 'B': return take_part(&a->bars[3], verb, "field-accuracy", value);
    case 'V': return take_part(&a->bars[4], verb, "value-accuracy", value);
    case 'K': return take_part(&a->bars[5], verb, "call-accuracy", value);
    case 'O': return take_part(&a->bars[6], verb, "subpath-accuracy", value);
    case 'Y': return take_part(&a->bars[7], verb, "iteration-accuracy", value);
    case 'l': return take_length(a, verb, value);
    case 'S': return take_sort(a, verb, value);
    case 'Z': return take_lengths(a, verb, value);
    case 'R': return take_number(&a->samples, verb, "samples", value);
    case 'a': a->all = true; return -1;
    case 'W': a->fields = true; return -1;
    case 'U': a->values = true; return -1;
    case 'Q': a->calls = true; return -1;
    case 'G': return take_contexts(a, verb, value);
    case 'X': a->format = value; return -1;
    case 'h': pep_verb_help(verb); return PEP_TOOL_OK;
    default: /* getopt_long has told what is wrong */
        fprintf(stderr, "try 'pep help %s'\n", verb->name);
        return PEP_TOOL_USAGE;
    }
}

int pep_arguments_parse(struct pep_arguments *a, const struct pep_verb *verb, int argc, char **argv)
{
    struct option longer[OPTIONS + 2] = {0};
    char shorter[2 * OPTIONS + 2] = "h", *s = shorter + 1;
    int n = 0;
    for (int i = 0; i < OPTIONS; i++) {
        if (!strchr(verb->letters, table[i].letter))
            continue;
        longer[n++] = (struct option){table[i].name, kind_of(&table[i]), NULL, table[i].letter};
        if (table[i].letter < 'a')
            continue;
        *s++ = table[i].letter;
        if (table[i].value)
            *s++ = ':';
    }
    longer[n] = (struct option){"help", no_argument, NULL, 'h'};
    *a = (struct pep_arguments){.top = 10, .threshold = 0.00125, .longest = UINT64_MAX, .samples = 10};
    for (int letter; (letter = getopt_long(argc, argv, shorter, longer, NULL)) != -1;) {
        int end = take_option(a, verb, letter, optarg);
        if (end >= 0)
            return end;
    }
    a->words = (const char *const *)argv + optind;
    a->nwords = (size_t)(argc - optind);
    return -1;
}
