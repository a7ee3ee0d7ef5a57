/* partner.h - which files of one build are which of another, by their names alone: builds may lie in two folders.
 *
 * Files are partners whose paths have more names in common at their ends than any of the two has with another one that
 * is left; one name at least.  Of several that have as many the first ones become partners. */
#ifndef PEP_PROFILE_PARTNER_H
#define PEP_PROFILE_PARTNER_H
#include "base/array.h"
#include <stdbool.h>

struct pep_partner_file {
    const char *name; /* as the build has it */
    const char *path; /* with the folder in front, where that is known */
    size_t index;     /* the caller's */
    size_t partner;   /* index of the other build's, or PEP_NO_PARTNER */
};
#define PEP_NO_PARTNER SIZE_MAX

struct pep_partner_files {
    PEP_ARRAY(struct pep_partner_file);
};

/* Puts both into the order of their paths and finds a partner for each of `files`.  once: each of `others` is that of
 * one at most.  Else `files` may be of several builds, and the last of `others` with an end serves all that are left
 * with it, if that is more than the last name or the names are the same. */
void pep_partner_find(struct pep_partner_files *files, struct pep_partner_files *others, bool once);
#endif
