/* array.h - the growable array.
 *
 *     struct pep_edges { PEP_ARRAY(struct pep_edge); } e = {0};
 *     pep_array_push(&e, edge);   e.at[i], e.count
 *     pep_array_free(&e);
 *
 * Zero-initialise before use.  Pointers into `at` are good until the next push.  Memory comes from the heap; when it
 * runs out the process ends through pep_fatal(PEP_EXIT_MEMORY). */
#ifndef PEP_BASE_ARRAY_H
#define PEP_BASE_ARRAY_H
#include <stddef.h>

#define PEP_ARRAY(type)                                                                                                \
    type *at;                                                                                                          \
    size_t count, room

/* Makes room for `more` further elements. */
#define pep_array_reserve(a, more)                                                                                     \
    ((a)->at = pep_array_grow((a)->at, (a)->count, &(a)->room, (size_t)(more), sizeof *(a)->at))
#define pep_array_push(a, ...) (pep_array_reserve((a), 1), (void)((a)->at[(a)->count++] = (__VA_ARGS__)))
/* Appends n elements of value zero and gives the first. */
#define pep_array_push_n(a, n)                                                                                         \
    (pep_array_reserve((a), (n)), (a)->count += (size_t)(n),                                                           \
     pep_array_zero((a)->at + (a)->count - (n), (size_t)(n) * sizeof *(a)->at), (a)->at + (a)->count - (n))
#define pep_array_last(a) (&(a)->at[(a)->count - 1])
#define pep_array_free(a) (pep_array_release((a)->at), (a)->at = NULL, (a)->count = (a)->room = 0)

void *pep_array_grow(void *at, size_t count, size_t *room, size_t more, size_t size);
void pep_array_zero(void *at, size_t bytes);
void pep_array_release(void *at);
#endif
