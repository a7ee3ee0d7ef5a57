/* fault.h - what is wrong with a file, and at which byte.
 *
 * Every reader of this folder gives 0 and leaves the fault alone, or gives -1 and fills it.  The text names the rule
 * that was broken and not the file; the caller knows the file and prints
 *     pep: prog.pep: section UNIT does not match its hash, at byte 96 */
#ifndef PEP_PROFILE_FAULT_H
#define PEP_PROFILE_FAULT_H
#include <stddef.h>

#define PEP_FAULT_NOWHERE ((size_t)-1) /* the fault has no place in the file (it could not be opened) */

struct pep_fault {
    char text[200];
    size_t at; /* byte offset, or PEP_FAULT_NOWHERE */
};

/* Fills the fault and gives -1, for `return pep_fault_set(...)`. */
int pep_fault_set(struct pep_fault *fault, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
#endif
