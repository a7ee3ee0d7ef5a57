/* text.h - the profile as text, to be read, written and compared by people and scripts.
 *
 *     pep profile 1;
 *     runs 2;
 *     binary "/usr/local/bin/lua";
 *     unit 0x8d1c3a5be07f4412 "lvm.c" in "/home/ada/lua" {
 *         function 31 "luaV_execute" cfg 0x11c09a7bb3d2e0f5 paths 40961 {
 *             path 17: 1204331;
 *             path 40960: 3;
 *         }
 *     }
 *
 * docs/format.md gives the grammar.  Writing and reading back gives the same profile, maps included; order in the text
 * does not matter, and what stands there twice is added up. */
#ifndef PEP_PROFILE_TEXT_H
#define PEP_PROFILE_TEXT_H
#include "base/buffer.h"
#include "profile/fault.h"
#include "profile/profile.h"

enum { PEP_TEXT_VERSION = 1 };

void pep_text_write(struct pep_buffer *out, const struct pep_profile *p);
/* Reads into a zero-initialised profile, in order then.  After a failure it may be freed as ever. */
int pep_text_read(struct pep_profile *p, const char *text, size_t count, struct pep_fault *fault);
/* Whether the bytes begin as a profile in text form does, blanks and comments aside: 1 or 0; -1 where nothing is behind
 * these yet. */
int pep_text_recognise(const char *text, size_t count);
#endif
