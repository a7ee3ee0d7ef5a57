/* damage.h - all readers on one input: what the fuzzer and the mutation test call.
 *
 * Whatever the bytes are, no reader may crash, run for ever or read beyond; what a reader accepts has to be the same
 * after writing and reading it once more.  Hashed forms would refuse nearly every damaged input at the door, so there
 * is a repair that makes the hashes fit again: then the damage comes to the decoder. */
#ifndef PEP_TESTS_PROFILE_DAMAGE_H
#define PEP_TESTS_PROFILE_DAMAGE_H
#include "profile/mapset.h"
#include <stddef.h>

/* Reads bytes as every form.  Gives how many readers took them; aborts where a law is broken. */
int damage_read(const unsigned char *bytes, size_t count, const struct pep_mapset *maps);
/* Sets the hashes of a merged profile, or of a static map, to those of its bytes, as far as the layout allows. */
void damage_repair(unsigned char *bytes, size_t count);
#endif
