/* pep_libtool.h - what is not installed yet: where a program is linked to a shared library of its build, libtool leaves
 * a script of its name, and of a library a text, libNAME.la; the program and the library are in .libs beside that. */
#ifndef PEP_TOOLS_PEP_LIBTOOL_H
#define PEP_TOOLS_PEP_LIBTOOL_H
#include "base/arena.h"
#include <stddef.h>

/* The binary that the file of this path and begin stands for, in the arena, a static library where there is no shared
 * one; or NULL where it is no such file, or the binary is not there. */
const char *pep_libtool_binary(struct pep_arena *arena, const char *path, const char *begin, size_t n);
#endif
