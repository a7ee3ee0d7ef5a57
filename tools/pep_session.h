/* pep_session.h - what a verb works on: the files of its command line, read, added up and tied to the source.
 *
 * A word is taken by what it holds, not by its name: an ELF file or archive gives static maps, a script or .la file of
 * libtool's those of the binary that it stands for; a raw, merged or text profile, from a pipe too, gives counts; "-"
 * is standard input.  Raw profiles find their maps through the binaries they name (where they lay when they ran, else
 * beside the profile, else in the current folder), unless a program on the command line has them.  Without any profile
 * the raw ones in the current folder are taken: of the programs named those with their names or, where there are none,
 * those that say that they ran; or else all.  A folder among the words is searched for them in its place.
 *
 * One session may also look at one raw profile many times, while the program counts on.
 *
 * What cannot be read is told on standard error and left out; session.failed counts it. */
#ifndef PEP_TOOLS_PEP_SESSION_H
#define PEP_TOOLS_PEP_SESSION_H
#include "profile/derive.h"
#include "profile/gather.h"
#include "profile/match.h"
#include "tools/pep_verb.h"

enum pep_input_kind { PEP_INPUT_PROGRAM, PEP_INPUT_RAW, PEP_INPUT_MERGED, PEP_INPUT_TEXT };

struct pep_input {
    const char *path;
    const char *real;        /* its path, links followed; of a program profiles bear the last component; or NULL */
    uint64_t build;          /* a program: the hash of its build id, or 0 */
    uint8_t kind;            /* enum pep_input_kind */
    bool piped;              /* it comes but once, */
    struct pep_buffer bytes; /* and is here until it has been taken in */
    long maps;               /* a program: how many it holds */
    size_t units;            /* a profile: units with counts, and of a raw one those whose map is missing */
    size_t missing;
    const char *notes;      /* what was lost of it, a line each; or "" */
    const char *by_name_of; /* a profile that nobody named: the name of a program that it bears, or NULL */
};

/* A binary that a raw profile names. */
struct pep_binary {
    const char *path;  /* as the profile has it */
    const char *found; /* where it is now, or NULL */
    long maps;         /* it holds */
    size_t missing;    /* units that ran in it and whose maps nobody has: it was built anew */
};

/* How the sampled units of a binary were sampled, as a raw profile tells. */
struct pep_sampled {
    const char *profile, *binary; /* its path as the profile has it, or "" */
    struct pep_raw_sampling is;
};

/* A function that was counted, tied to its map. */
struct pep_counted {
    const struct pep_unit_counts *unit;
    const struct pep_counts *counts;
    struct pep_match match;
    struct pep_derived derived; /* all zero where match.kind is STALE or MISSING */
    /* "unit with init_8bpc" or "unit 0x00c4d15ea5e0f00d in ./lua", where several have its name, place and unit's name,
     * as a source that is compiled twice; else ""; good until the next look */
    const char *which;
};

struct pep_session {
    struct pep_profile profile; /* the sum */
    struct pep_mapset maps;
    struct pep_symbols symbols; /* of where pointers led to */
    struct {
        PEP_ARRAY(struct pep_input);
    } inputs;
    struct {
        PEP_ARRAY(struct pep_binary);
    } binaries;
    struct {
        PEP_ARRAY(struct pep_sampled);
    } sampled;
    struct {
        PEP_ARRAY(struct pep_counted);
    } functions;   /* pep_session_functions */
    uint64_t flow; /* of them all */
    struct {
        const char *name;
        size_t length; /* 0: there is none */
    } folder;          /* that all sources of these functions have in common, where their names tell one */
    size_t failed;     /* files that could not be read */
    size_t missing;    /* units whose map nobody has: their counts are left out */
    bool quiet;        /* notes and missing maps are kept, not printed: the doctor tells them */
    struct pep_arena arena;
    struct pep_arena passing; /* what is good until the next look */
};

/* Reads the words; session is zero-initialised.  Gives 0, or -1 where nothing was found to work on (told). */
int pep_session_load(struct pep_session *s, const char *const *words, size_t nwords);
/* Instead of it, for the profile of a program that runs: the words are programs, the profile's bytes come with each
 * look, which takes the place of the one before.  Maps are read once.  Both give 0, or -1 after a message. */
int pep_session_begin(struct pep_session *s, const char *const *words, size_t nwords, const char *profile);
int pep_session_look(struct pep_session *s, const struct pep_buffer *bytes);
/* Ties the functions that match the glob (NULL: all) to their maps and derives their counts; stale and missing ones
 * are told in one line.  Those of a call before are forgotten. */
void pep_session_functions(struct pep_session *s, const char *glob);
void pep_session_free(struct pep_session *s);
/* How one speaks of the inputs: "lua", or "lua and 2 more" with the binaries that counted too. */
const char *pep_session_title(struct pep_session *s);
/* "exhaustive", "sampled" or "partly sampled", as the maps of its functions say; "empty" where it has none. */
const char *pep_session_how(const struct pep_session *s);
/* Whether what has no count may have run all the same: some function of the session was sampled. */
bool pep_session_is_sampled(const struct pep_session *s);
/* Whether the function's calls alone were counted, or subpaths that go through it: nothing is known of its paths, edges
 * and lines then. */
bool pep_counted_is_calls(const struct pep_counted *c);
bool pep_counted_is_subpaths(const struct pep_counted *c);
/* Whether that is so of all functions of the session that have counts. */
bool pep_session_is_calls(const struct pep_session *s);
bool pep_session_is_subpaths(const struct pep_session *s);
/* Whether a function's edges and lines are known: it is neither of these, nor stale, nor without a map. */
bool pep_counted_knows_edges(const struct pep_counted *c);
/* Where a function stands: the name of its file as the map has it. */
const char *pep_counted_file(const struct pep_counted *c, uint32_t file);
#endif
