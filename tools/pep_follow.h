/* pep_follow.h - a program is followed while it runs: its profile is read and told again and again. */
#ifndef PEP_TOOLS_PEP_FOLLOW_H
#define PEP_TOOLS_PEP_FOLLOW_H
#include "tools/pep_session.h"
#include <jansson.h>

#define PEP_FOLLOW_WHOLE SIZE_MAX

/* What a verb tells of each look. */
struct pep_follow_view {
    void *data;
    struct pep_session *session; /* zero-initialised; the caller frees it */
    const char *what, *key;      /* of what `rank` gives the number: "branch flow"; in JSON "recent_flow" */
    /* After another look: finds what is hot; what was before is forgotten.  Gives how much there is. */
    uint64_t (*rank)(void *data, const struct pep_arguments *a);
    /* Prints as much as `rows` rows of a screen hold. */
    void (*print)(void *data, const struct pep_arguments *a, size_t rows);
    json_t *(*json)(void *data, const struct pep_arguments *a);
    int (*code)(void *data); /* what the verb ends with */
};

/* Follows as the arguments say, until the program ends or a signal comes; gives the exit code. */
int pep_follow(const struct pep_arguments *a, const struct pep_follow_view *view);
#endif
