/* posix.h - what the two POSIX files share. */
#ifndef PEP_RT_POSIX_H
#define PEP_RT_POSIX_H
#include "platform.h"

/* platform_posix.c */
/* The same number in every run of the same executable. */
uint64_t pep_posix_number(void);
/* Start of a process in ticks since boot; 0 where it is not known or the process has ended. */
uint64_t pep_posix_born(uint32_t pid);
/* Whether the process of that pid and start may still run. */
bool pep_posix_alive(uint32_t pid, uint64_t born);
/* Says "pep: PATH: reason; the program runs without a profile", or what module does. */
void pep_posix_say_failure(const char *path, int error);

/* No thread that ends later runs pep_thread_exit, which may be unloaded by then. */
void pep_posix_threads_end(void);

/* maps_posix.c */
/* The path of a file whose first page the process has mapped to share, and that ends with `ending`; -1 where there is
 * none. */
int pep_posix_find_mapping(char *out, size_t room, const char *ending);

/* file_posix.c */
/* Keeps the pattern and the current folder for all names to come. */
void pep_posix_files_start(const char *pattern, bool verbose);
#endif
