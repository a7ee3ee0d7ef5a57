/* calls.h - the dynamic call graph: who called whom, from where, how often (paper Arnold-Grove, section 2).
 *
 * An edge is a caller, a call site in it and a callee.  Nothing else needs to be counted for it than blocks, and the
 * targets of pointers (cfg.h:pep_call_site):
 *
 *     direct call        as often as its block ran
 *     through a pointer  the block's count, dealt out to the targets by their shares of all that were seen at the site
 *                        and rounded so that together they have all of it; the share of others that were seen
 *                        (PEP_RECORD_OTHER), and all where none was, goes to the node `unknown`
 *     from outside       a function's entries less all calls of it that are known: it was called by code that is not
 *                        instrumented (qsort's comparator, a signal handler, a thread's begin, main), or is a
 *                        constructor.  None where the function is static and only called, or its entries are not
 *                        known (derive.h).  Of samples the difference of two estimates says nothing unless it is
 *                        large: it counts from three standard deviations on, each estimate's variance being its number
 *                        of samples, and where no call of the function was seen at all.
 *
 * A node is a function: one that is instrumented, or one that is only called, which has a name and no more.  A direct
 * callee is the unit's own function of that name, else the external function of that name in another unit, else a node
 * of that name.  The name of a target (profile.h) is resolved in the same way; "file.c:name" is the static function of
 * a unit whose file has that last component, the caller's own unit first, and where a hash tells the unit it is that
 * one's.  Where several units have what is sought, as several programs have main, it is that of the caller's binary,
 * else the only one that ran, if all is counted.  Where that settles nothing the calls have a node of their own,
 * "unknown:helper", and as many calls of those functions are not from outside.  A static function that was not added
 * has such a name for a node.  ":name", of a lost file, is a function of the caller's unit, a static one first, else
 * the only function of that name, else "unknown:name": where a whole program is optimised, external ones become static
 * too.
 *
 * Life cycle: zero-initialise, pep_calls_add for each function that was counted, pep_calls_link once, read,
 * pep_calls_free.  Maps, counts, strings and origins have to stay. */
#ifndef PEP_PROFILE_CALLS_H
#define PEP_PROFILE_CALLS_H
#include "base/buffer.h"
#include "base/map.h"
#include "cfgbuild/unitmap.h"
#include "profile/compare.h"
#include "profile/derive.h"
#include "profile/profile.h"

enum { PEP_CALLS_OUTSIDE = 0, PEP_CALLS_UNKNOWN = 1 }; /* nodes that are there always */

struct pep_call_node {
    const char *name; /* "luaV_execute", "qsort", "lobject.c:plain"; "outside"; "unknown"; "unknown:helper" */
    const struct pep_unitmap *map;       /* NULL: it is not instrumented */
    const struct pep_function *function; /* likewise */
    const void *origin;                  /* likewise; of a function that was added twice the first */
    const char *binary;                  /* likewise; NULL as well where that is not known */
    uint64_t called;  /* sum over the edges that lead here: of an instrumented function how often it was entered */
    uint64_t calls;   /* sum over the edges from here */
    uint64_t entries; /* of an instrumented function how often it was entered, as far as that was counted */
    uint32_t alike;   /* the next node whose symbol is the same, or 0 */
    uint32_t doubt;   /* the node of calls that are of it or of those, or 0; of that node itself */
};

struct pep_call_edge {
    uint32_t caller, callee; /* nodes */
    uint32_t site;           /* index into the caller's function->calls, or PEP_NO_SITE where the caller is outside */
    uint64_t count;
};

struct pep_call_input {
    const struct pep_unitmap *map;
    const struct pep_function *function;
    const struct pep_counts *counts;
    const struct pep_derived *derived;
    const void *origin;
    const char *binary; /* any name of the file that has the unit; NULL where that is not known, or not one alone */
    uint64_t unit;      /* hash of the unit that was counted: not the map's where it is of another build */
};

struct pep_call_graph {
    struct {
        PEP_ARRAY(struct pep_call_input);
    } inputs;
    struct {
        PEP_ARRAY(struct pep_call_node);
    } nodes;
    struct {
        PEP_ARRAY(struct pep_call_edge); /* that were taken: by caller, site, count (highest first), callee */
    } edges;
    struct pep_map by_function; /* address of a function -> its node */
    struct pep_map by_unit;     /* address of a map, name -> its node; a static function's name has its file in front */
    struct pep_map by_name;     /* the same in whatever unit, chained, or with its hash; else one that is only called */
    struct pep_map by_plain;    /* a function's name -> the node of the only one, or PEP_CALLS_UNKNOWN */
    uint64_t total;             /* of all edges; saturates as they do */
    bool sampled;               /* counts are estimates, of one function at least */
    long double sample;         /* from pep_calls_link on: what a sample stands for on average; 0: not known */
    const struct pep_profile *profile; /* from pep_calls_link on */
    struct pep_buffer key;             /* of by_unit, while it is made */
    struct pep_arena arena;
};

/* Adds a function of a unit whose map lists calls; of others nothing is known. */
void pep_calls_add(struct pep_call_graph *g, const struct pep_call_input *in);
/* Makes nodes and edges; `profile` knows the targets' names. */
void pep_calls_link(struct pep_call_graph *g, const struct pep_profile *profile);
/* The node of a function that was added; else PEP_CALLS_UNKNOWN. */
uint32_t pep_calls_node(const struct pep_call_graph *g, const struct pep_function *f);
/* Tells the calls that a function made while its blocks ran so often, by index into function->calls, callee and count,
 * which may be 0.  Targets are dealt out by these records; where they know nothing of a site, by the input's. */
typedef void pep_calls_visit(uint32_t call, uint32_t callee, uint64_t count, void *data);
void pep_calls_tell(struct pep_call_graph *g, const struct pep_call_input *in, const struct pep_records *records,
                    const uint64_t *blocks, pep_calls_visit *visit, void *data);
/* About how many samples tell where the calls of an edge's site lead to, a pointer's, as some stand for more than
 * others; 0 where all were counted, or nobody knows. */
uint64_t pep_calls_samples(const struct pep_call_graph *g, const struct pep_call_edge *e);
/* What share of the calls made there the edge has at least: the lower end of Wilson's interval of 95 % (Probable
 * Inference, the Law of Succession, and Statistical Inference, JASA 1927).  As many samples as a window takes count as
 * one, since those of a window tell of one moment, in which pointers seldom change.  Of what is all counted it is the
 * share itself. */
double pep_calls_least_share(const struct pep_call_graph *g, const struct pep_call_edge *e, uint64_t made);
/* A weight for each edge, by the number of the site and the names of caller and callee with the last components of
 * their units' names. */
void pep_calls_weigh(struct pep_weights *weights, const struct pep_call_graph *g);
void pep_calls_free(struct pep_call_graph *g);
#endif
