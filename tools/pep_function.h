/* pep_function.h - verbs about the functions that their first word names: pep paths, pep edges, pep iterations. */
#ifndef PEP_TOOLS_PEP_FUNCTION_H
#define PEP_TOOLS_PEP_FUNCTION_H
#include "tools/pep_session.h"
#include "tools/pep_source.h"
#include <jansson.h>

/* How such a verb shows one function: to people, or as a JSON object. */
struct pep_function_view {
    void (*print)(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources);
    json_t *(*json)(const struct pep_counted *c, const struct pep_arguments *a, struct pep_sources *sources);
    /* Whether people want to see it among several; NULL: any.  Of the others they read how many there are, and why. */
    bool (*tells)(const struct pep_counted *c);
    const char *why;
    /* Why there is nothing to show of it, or NULL.  Where that is so of each, the first's is told and none is shown. */
    const char *(*lacks)(const struct pep_counted *c, const struct pep_arguments *a);
};

/* Prints the begin of such a function's first line: its name, its place, the unit where the place is not the unit's own
 * file, how often it was entered. */
void pep_function_print_head(const struct pep_counted *c);
/* A JSON object of its name, its unit and its place. */
json_t *pep_function_json(const struct pep_counted *c);
/* Is anything of it counted?  Most units that include a header run few of its inline functions. */
bool pep_function_is_counted(const struct pep_counted *c);
/* Loads the session of the words behind the first and shows each function that matches it; gives the exit code. */
int pep_function_show(const struct pep_verb *verb, const struct pep_arguments *a, const struct pep_function_view *view);
#endif
