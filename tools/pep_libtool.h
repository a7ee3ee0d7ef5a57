/* pep_libtool.h - programs that are not installed yet: where one is linked to a shared library of its build, libtool
 * leaves a script of its name, and the program in .libs beside that. */
#ifndef PEP_TOOLS_PEP_LIBTOOL_H
#define PEP_TOOLS_PEP_LIBTOOL_H
#include "base/arena.h"
#include <stddef.h>

/* The program that the file of this path and begin starts, in the arena; or NULL where it is no such script, or the
 * program is not there. */
const char *pep_libtool_program(struct pep_arena *arena, const char *path, const char *begin, size_t n);
#endif
