/* compare.h - how well an estimated profile tells what a perfect one tells.
 *
 * The figures are those of paper PEP, each 0 .. 1, or PEP_FIGURE_NONE where there is nothing to tell:
 *
 *     PEP_FIGURE_PATH      section 6.3, Wall's weight matching on branch flow.  H_actual are the paths whose flow is
 *                          above a threshold (0.125 % there) of all flow in the perfect profile; H_estimated the
 *                          |H_actual| hottest paths of the estimate; the figure is F(H_estimated and H_actual) /
 *                          F(H_actual), both flows the perfect profile's.
 *     PEP_FIGURE_EDGE      section 6.4, relative overlap: of each branch 1 - |taken_actual - taken_estimated|, weighted
 *                          by how often it ran in the perfect profile.  Of a switch: 1 - half the sum of the
 *                          differences of all ways, which is the same where there are two.
 *     PEP_FIGURE_ABSOLUTE  section 6.4, absolute overlap, the overlap of paper Arnold-Ryder, section 4.4: each way out
 *                          of a branch has a share of all that were taken; the sum over them of the lesser share.
 *     PEP_FIGURE_FIELD     the same overlap of the fields of structs, as in that paper: of all functions, and not of
 *                          one of them.  pep_compare leaves it at PEP_FIGURE_NONE; whoever knows the fields
 *                          (fields.h) has it from pep_overlap.
 *     PEP_FIGURE_VALUE     the same of the values that came by arguments and operands of switches (values.h); what is
 *                          counted as others has no part in it.
 *     PEP_FIGURE_CALL      the same of the edges of the dynamic call graph (calls.h), the accuracy of paper Arnold-
 *                          Grove, section 6.2.
 *     PEP_FIGURE_SUBPATH   the same of the subpaths that are hot in the perfect profile (subpath_match.h).
 *     PEP_FIGURE_ITERATION the same of the sequences of so many paths of one activation (iterations.h).
 *
 * What the papers leave open: a path without flow in the estimate is none of its hottest, so H_estimated may be smaller
 * than H_actual.  Paths of equal estimated flow are taken by frequency, then by unit, function and number, which know
 * nothing of the perfect profile; `tied` tells how many were left that are as hot as the last one taken.  A branch that
 * the estimate never saw has accuracy 0.
 *
 * The two profiles come from two builds, so their units have different hashes.  Functions belong together by unit name,
 * name and CFG hash; counts of several such functions in one profile (a unit linked twice) are added.  What has no
 * partner looks for one in the unit that ends most like its own (partner.h), then there for one of the same shape -
 * blocks and edges alike, but paths end elsewhere or have other numbers: only edges are compared -, then for any of
 * that name: it has changed and is left out of all figures.  Then it looks in all units whose names have the same last
 * component.  What is in one profile only counts as zero in the other.
 *
 * Counts saturate at UINT64_MAX as in profile.h; flows and sums of them are long doubles.
 *
 * Life cycle: zero-initialise, pep_compare_add for each function of both profiles, pep_compare, read,
 * pep_comparison_free.  Graphs, derived counts, strings and origins are the caller's and have to stay. */
#ifndef PEP_PROFILE_COMPARE_H
#define PEP_PROFILE_COMPARE_H
#include "base/array.h"
#include "base/map.h"
#include "profile/derive.h"

enum pep_compare_side { PEP_COMPARE_PERFECT, PEP_COMPARE_ESTIMATE };

enum pep_figure {
    PEP_FIGURE_PATH,
    PEP_FIGURE_EDGE,
    PEP_FIGURE_ABSOLUTE,
    PEP_FUNCTION_FIGURES, /* those before are told of each function too */
    PEP_FIGURE_FIELD = PEP_FUNCTION_FIGURES,
    PEP_FIGURE_VALUE,
    PEP_FIGURE_CALL,
    PEP_FIGURE_SUBPATH,
    PEP_FIGURE_ITERATION,
    PEP_FIGURES
};
#define PEP_FIGURE_NONE (-1.0)
struct pep_figures {
    double at[PEP_FIGURES];
};

enum pep_compare_kind {
    PEP_COMPARE_SAME,    /* in both, and a number means the same path */
    PEP_COMPARE_SHAPE,   /* in both, and an index means the same edge, but a number not the same path */
    PEP_COMPARE_CHANGED, /* in both, with different graphs: left out */
    PEP_COMPARE_MISSING, /* not in the estimate */
    PEP_COMPARE_EXTRA,   /* in the estimate only */
    PEP_COMPARE_KINDS
};

/* A function; of a pair [0] is what the perfect profile has, [1] the estimate. */
struct pep_compare_function {
    const char *unit, *name;
    const struct pep_function *graph; /* the perfect profile's where it has one */
    const void *origin[2];            /* of the first pep_compare_add, or NULL */
    uint8_t kind;                     /* enum pep_compare_kind */
    uint64_t *edges[2];               /* counts; NULL where kind is CHANGED */
    long double flow[2];              /* branch flow: how often branches ran */
    long double hot, hit;             /* flow of its paths in H_actual, and of those in H_estimated too */
    long double agreed;               /* sum over its branches of times run x accuracy */
    long double share, common;        /* of all ways taken: its share, and the lesser shares */
    struct pep_figures figures;       /* the program's, taken of this function's paths and branches alone */
};

struct pep_compare_path {
    size_t function; /* index into functions */
    uint64_t number, count[2];
    uint32_t nbranches;
    long double flow[2];
    bool hot, taken; /* in H_actual; in H_estimated */
};

struct pep_compare_input {
    const char *unit;
    const struct pep_function *graph;
    const struct pep_derived *derived;
    const void *origin;
    uint8_t side;
    size_t function;
};

struct pep_comparison {
    struct {
        PEP_ARRAY(struct pep_compare_input);
    } inputs;
    struct {
        PEP_ARRAY(struct pep_compare_function);
    } functions;
    struct {
        PEP_ARRAY(const struct pep_compare_function *);
    } hottest; /* the functions by perfect flow, then estimated flow, then names */
    struct {
        PEP_ARRAY(struct pep_compare_path);
    } paths;
    struct {
        PEP_ARRAY(size_t); /* indices into paths */
    } missed, wrong;       /* hot but not taken, by perfect flow; taken but not hot, by estimated flow */
    size_t nhot, ntaken, nhit, tied;
    size_t nkind[PEP_COMPARE_KINDS];             /* functions of each kind */
    long double lost[PEP_COMPARE_KINDS];         /* their flow: in the perfect profile, of EXTRA in the estimate */
    long double all;                             /* flow of the perfect profile, with what is left out */
    long double flow[2];                         /* of the functions that are compared */
    long double path_flow[2];                    /* of the paths that are compared */
    long double hot, hit, agreed, share, common; /* sums of the functions' */
    struct pep_figures figures;
};

/* Adds a function of one of the profiles.  unit: its unit's name; origin: anything but NULL. */
void pep_compare_add(struct pep_comparison *c, enum pep_compare_side side, const char *unit,
                     const struct pep_function *graph, const struct pep_derived *derived, const void *origin);
/* Compares.  A path is hot where its flow is above `threshold` (0 .. 1) of the flow of all paths compared. */
void pep_compare(struct pep_comparison *c, double threshold);
void pep_comparison_free(struct pep_comparison *c);

enum pep_spread { PEP_SPREAD_MEDIAN, PEP_SPREAD_MIN, PEP_SPREAD_MAX };
/* Of several comparisons' figures the median (of an even number the mean of the middle two), least or greatest of each,
 * without those that are PEP_FIGURE_NONE. */
struct pep_figures pep_figures_of(const struct pep_figures *figures, size_t n, enum pep_spread which);

/* Whatever was counted, by a key that means the same in both profiles. */
struct pep_weight {
    uint64_t key, count;
};
struct pep_weights {
    PEP_ARRAY(struct pep_weight);
};
/* Each key has a share of all counts of its profile: the sum of the lesser shares, 0 .. 1, or PEP_FIGURE_NONE where the
 * perfect profile has no counts.  Equal keys are added up; both arrays come back in the order of keys (overlap.c). */
double pep_overlap(struct pep_weights *perfect, struct pep_weights *estimate);

/* Finds what belongs together: fills functions, and `function` of each input (pair.c; pep_compare calls it). */
void pep_compare_pair(struct pep_comparison *c);
#endif
