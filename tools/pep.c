/* pep - reads, merges, explains and exports what programs built with pep-cc have counted. */
#include "base/error.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <string.h>

#ifndef PEP_VERSION
#define PEP_VERSION "0"
#endif

static const char inputs_text[] =
    "Words are taken by what they hold: programs, shared libraries, objects and archives\n"
    "give the map from counts to source; profiles (raw, merged, text) give the counts.\n"
    "Raw profiles name the binaries they come from. Without any profile those in the\n"
    "current folder (*.pepraw) are taken.";

static const struct pep_verb verbs[] = {
    {"report", "[PROGRAM|PROFILE]...", "hot functions and hot paths, with source lines", "nfsWUQFIDJC",
     "Lists the functions by branch flow and the paths by branch flow, each path as the source\n"
     "lines it ran through and the ways its branches went. Branch flow is frequency times\n"
     "branches on the path. With --follow it reads the profile of a program that runs, which\n"
     "takes no notice of it, until the program ends.\n"
     "With --fields it lists the structs by accesses, and of each the fields with their reads and\n"
     "writes, where they lie, and which were never accessed. With --values it lists the arguments\n"
     "and the operands of switches, and of each the most frequent values. With --calls it lists\n"
     "the calls as 'pep calls' does.",
     pep_verb_report},
    {"annotate", "FILE [PROGRAM|PROFILE]...", "a source file with the counts of its lines and branches", "fsJC",
     "Prints the source file with the count of each line and, where a branch stands, how often\n"
     "it went which way. '-' marks lines without code, '#####' lines that did not run; of samples,\n"
     "'?' marks lines that were not seen, and may have run.",
     pep_verb_annotate},
    {"paths", "FUNCTION [PROGRAM|PROFILE]...", "the paths of a function that ran", "npsJC",
     "Lists the paths that ran of each function that matches FUNCTION (a name, or a glob),\n"
     "hottest first.",
     pep_verb_paths},
    {"iterations", "FUNCTION [PROGRAM|PROFILE]...", "sequences of paths, over turns of loops", "nsHXJC",
     "Lists, of each function that matches FUNCTION (a name, or a glob) and was built with\n"
     "-fpep=kpaths, what follows each path, so far as it does at least --threshold of the time;\n"
     "the patterns of paths that repeat; and the hottest sequences with their source lines.\n"
     "With --format=dot it writes the first of these as a picture for Graphviz.",
     pep_verb_iterations},
    {"subpaths", "[PROGRAM|PROFILE]...", "hot sequences of blocks, through loops, calls and returns", "nafpsSZRHFIDJC",
     "Lists the hottest sequences of blocks of programs built with -fpep=subpaths, with an interval\n"
     "that holds the count with 95 % where it is an estimate, the part of all blocks that ran in\n"
     "them, and their source lines; what repeats is folded. Rotations, parts and continuations of\n"
     "one thing are listed as one, unless --all is given. With --follow it reads the profile of a\n"
     "program that runs, again and again.",
     pep_verb_subpaths},
    {"edges", "FUNCTION [PROGRAM|PROFILE]...", "the edges of a function's graph with their counts", "sJC",
     "Lists the branches of each function that matches FUNCTION (a name, or a glob) in the order\n"
     "of the source, with the count of each way out and its probability.",
     pep_verb_edges},
    {"calls", "[PROGRAM|PROFILE]...", "who called whom, from where, how often", "nfGJC",
     "Lists the edges of the dynamic call graph - caller, callee, and the line of the call - by how\n"
     "often they were taken, and of each call through a pointer the functions that it led to.\n"
     "With --function it shows each function that matches with those that called it above and\n"
     "those that it called below. With --contexts it tells calls apart by the chain of their\n"
     "callers, as a tree, if the program was built with -fpep-context.",
     pep_verb_calls},
    {"compare", "PERFECT ESTIMATE...", "how well an estimated profile tells what a perfect one tells",
     "nfslSRHPEABVKOYJC",
     "Compares profiles that were sampled with one that counted everything: what part of the hot\n"
     "paths' flow the hottest paths of the estimate hold (path accuracy), how near the biases of\n"
     "the branches come (edge accuracy), each way's share of all branches (edge absolute), and each\n"
     "field's share of all accesses, where both list them (field accuracy), each value's share of\n"
     "all that came by (value accuracy), each call's share of all calls (call accuracy), each hot\n"
     "subpath's share of all blocks (subpath accuracy), and that of each sequence of --length paths\n"
     "(iteration accuracy).\n"
     "Then the functions, the hot paths that were missed, and those that are hot only in the\n"
     "estimate. Of several estimates also the median, least and greatest figures.",
     pep_verb_compare},
    {"merge", "-o OUT [PROGRAM|PROFILE]...", "add profiles up into one file", "okNT",
     "Adds the profiles up and writes them as one file, with the static maps of their units, so\n"
     "that it can be read where the programs are not. The order of the files does not matter.\n"
     "Where a file cannot be read, or the map of a unit is missing, nothing is written, unless\n"
     "--keep-going is given.",
     pep_verb_merge},
    {"export", "--format=FORM [-o FILE] [PROGRAM|PROFILE]...", "the call graph, or a profile, for other programs",
     "XonsH",
     "Writes the call graph as FORM: callgrind (KCachegrind, callgrind_annotate), collapsed (flame\n"
     "graphs; a line a chain of callers, else a pair), dot (Graphviz; the calls above --threshold) or\n"
     "pprof. Or how often lines ran, for a build that needs no counters: gcc (its -fauto-profile) or\n"
     "llvm (clang's -fprofile-sample-use); or for coverage: lcov (genhtml). Or a page for a browser,\n"
     "html: the hottest functions, paths and lines. Without -o it goes to standard output.",
     pep_verb_export},
    {"show", "[PROGRAM|PROFILE]...", "print profiles as text or JSON", "fJTM",
     "Prints the sum of the profiles in the text form, which every verb reads back, or as JSON.", pep_verb_show},
    {"doctor", "[PROGRAM|PROFILE]...", "what is instrumented, what is left out and why", "aLJC",
     "Tells for each unit of the programs how its functions are counted, which were left out and\n"
     "why; for the profiles: what was lost, which functions are stale, and which binaries are\n"
     "gone or were built anew. A source that was left as it was has no map: the log that\n"
     "pep-cc wrote with PEP_LOG=FILE tells of it. Exits with 1 where something is wrong.",
     pep_verb_doctor},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct pep_verb *find_verb(const char *name)
{
    for (int i = 0; i < VERBS; i++) {
        if (!strcmp(name, verbs[i].name))
            return &verbs[i];
    }
    return NULL;
}

static void print_verbs(FILE *out)
{
    fputs("usage: pep VERB [options] [PROGRAM|PROFILE]...\n\nverbs:\n", out);
    for (int i = 0; i < VERBS; i++)
        fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].summary);
    fputs("  help       'pep help VERB' explains a verb\n\n", out);
    fprintf(out, "%s\n", inputs_text);
}

static int unknown_verb(const char *name)
{
    fprintf(stderr, "pep: '%s' is no verb\n", name);
    fputs("try 'pep help'\n", stderr);
    return PEP_TOOL_USAGE;
}

static int help(const char *name)
{
    const struct pep_verb *verb = name ? find_verb(name) : NULL;
    if (name && !verb)
        return unknown_verb(name);
    if (verb) {
        pep_verb_help(verb);
        printf("\n%s\n", inputs_text);
    } else {
        print_verbs(stdout);
    }
    return pep_print_end(PEP_TOOL_OK);
}

int main(int argc, char **argv)
{
    pep_program_name = "pep";
    if (argc < 2) {
        print_verbs(stderr);
        return PEP_TOOL_USAGE;
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        puts("pep " PEP_VERSION);
        return pep_print_end(PEP_TOOL_OK);
    }
    if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return help(argc > 2 ? argv[2] : NULL);
    const struct pep_verb *verb = find_verb(argv[1]);
    if (!verb)
        return unknown_verb(argv[1]);
    struct pep_arguments arguments;
    char name[40];
    snprintf(name, sizeof name, "pep %s", verb->name);
    argv[1] = name; /* getopt names the program in front of its messages */
    int end = pep_arguments_parse(&arguments, verb, argc - 1, argv + 1);
    if (end < 0) {
        pep_print_colour(arguments.colour);
        end = pep_print_end(verb->run(verb, &arguments));
    } else if (!end) {
        end = pep_print_end(end);
    }
    pep_array_free(&arguments.sources);
    return end;
}
