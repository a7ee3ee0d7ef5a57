/* binary.h - the merged profile as a file, `.pep`.
 *
 * Little-endian on every machine; a directory of sections, each with its XXH3 hash; equal profiles are equal bytes.
 * docs/format.md gives the layout. */
#ifndef PEP_PROFILE_BINARY_H
#define PEP_PROFILE_BINARY_H
#include "base/buffer.h"
#include "profile/fault.h"
#include "profile/profile.h"

#define PEP_BINARY_MAGIC "PEPPROF\n"
enum { PEP_BINARY_VERSION = 1 };

/* Appends the profile, which is in order. */
void pep_binary_write(struct pep_buffer *out, const struct pep_profile *p);
/* Reads a whole file into a zero-initialised profile, which is in order then and shares nothing with the bytes. After
 * a failure it holds nothing of use but may be freed as ever. */
int pep_binary_read(struct pep_profile *p, const void *bytes, size_t count, struct pep_fault *fault);
struct pep_told {
    uint64_t all, most; /* how often paths and edges of all units were counted, and of one function at most */
};
/* The same of the units with this name and their maps alone; NULL for all.  Where there are none and the name is
 * absolute, of those whose absolute name ends most like it: the sources may have been built in another folder.
 * Counts in `told` are of all units. */
int pep_binary_read_unit(struct pep_profile *p, const char *name, struct pep_told *told, const void *bytes,
                         size_t count, struct pep_fault *fault);
#endif
