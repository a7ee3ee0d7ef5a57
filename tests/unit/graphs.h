/* graphs.h - made graphs, random ones and walks through them, for the tests of cfgbuild.
 *
 * Everything comes from one seed, which a failing test prints: the same seed makes the same graph and walks. */
#ifndef PEP_TESTS_GRAPHS_H
#define PEP_TESTS_GRAPHS_H
#include "cfgbuild/cfg.h"

/* A generator of our own: the C library's differs from system to system. */
struct test_random {
    uint64_t state;
};
/* 0..below-1 */
uint32_t test_random(struct test_random *r, uint32_t below);

enum test_shape {
    TEST_DAG,   /* no cycles: every path can be enumerated */
    TEST_LOOPS, /* any edges, so that graphs are often irreducible; EXIT is reached from every block */
};
/* A function with the blocks ENTRY and EXIT, to be built on and finished by the caller. */
struct pep_function *test_function(struct pep_arena *arena);
/* A finished graph of ENTRY, EXIT and up to `blocks` blocks of all kinds.  Release with test_graph_free. */
struct pep_function *test_graph(struct pep_arena *arena, struct test_random *r, uint32_t blocks, enum test_shape shape);
/* A finished graph from a text like "0>2 2>3 2>4 3>1 4>1": edges in order, block kinds by the number of successors. */
struct pep_function *test_graph_of(struct pep_arena *arena, const char *edges);
void test_graph_free(struct pep_function *f);

/* What a walk calls for each path it completes; the walk's own path is lent for the call. */
typedef void test_on_path(const struct pep_path *path, void *data);
/* Walks from ENTRY at random, at most `steps` edges, and counts each edge it takes in edge_counts.  A truncated graph
 * has its paths told through on_path where that is not NULL.  Gives the block where the walk stopped: PEP_EXIT, or
 * another one when the steps ran out. */
uint32_t test_walk(uint64_t *edge_counts, const struct pep_function *f, struct test_random *r, uint32_t steps,
                   test_on_path *on_path, void *data);
/* Every path of a numbered graph, by brute force, in no particular order.  Gives how many there are; stops at limit. */
uint64_t test_enumerate(const struct pep_function *f, uint64_t limit, test_on_path *on_path, void *data);
#endif
