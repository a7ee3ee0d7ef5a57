/* pep.h - what a program can ask of the profiler that is linked into it.
 *
 * All functions are defined by the runtime that pep-cc links; they may be called at any time, from any thread, and
 * act on the executable or shared library that calls them.  A program that must also build with a plain compiler
 * declares them weak or guards the calls by `#ifdef __PEP__`, which pep-cc defines. */
#ifndef PEP_H
#define PEP_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Brings what all threads counted so far to the disk.  Not needed for a complete profile: the file shows each count
 * as it is made, and only a crash of the machine could lose it.  Gives 0, or -1 where there is no file. */
int pep_dump(void);

/* Sets all counts of this module to zero, and begins anew.  Other threads had better not count meanwhile.  In a merge
 * pool it also drops what ended processes counted in the places that this one took over. */
void pep_reset(void);

/* Writes the profile through a callback in the format of raw.h, for platforms without files.  write gets consecutive
 * pieces and gives 0, or another value to stop, which pep_write gives back.  `data` is passed on. */
int pep_write(int (*write)(const void *bytes, size_t count, void *data), void *data);

#ifdef __cplusplus
}
#endif
#endif
