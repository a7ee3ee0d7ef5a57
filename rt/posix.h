/* posix.h - what the POSIX files share. */
#ifndef PEP_RT_POSIX_H
#define PEP_RT_POSIX_H
#include "platform.h"
#include <limits.h>

/* What another file of our name is to us.  ELSEWHERE: that of a process of our pid in another namespace, of a container
 * for one; where the name has %p each process is to have a file of its own, and that one's pid is not free again. */
enum pep_found {
    PEP_FOUND_OURS,
    PEP_FOUND_LIVE,
    PEP_FOUND_ELSEWHERE,
    PEP_FOUND_STALE,
    PEP_FOUND_FOREIGN,
    PEP_FOUND_DEVICE
};

/* platform_posix.c */
/* The same number in every run of the same executable. */
uint64_t pep_posix_number(void);
/* Start of a process in ticks since boot; 0 where it is not known or the process has ended. */
uint64_t pep_posix_born(uint32_t pid);
/* Whether the variable of the environment is set, and not to 0. */
bool pep_posix_flag(const char *name);
/* Whether the process of that pid and start may still run. */
bool pep_posix_alive(uint32_t pid, uint64_t born);
/* No thread that ends later runs pep_thread_exit, which may be unloaded by then. */
void pep_posix_threads_end(void);

/* build_posix.c */
/* FNV-1a in 64 bits, as raw.h has it, of more bytes; it begins with PEP_POSIX_HASH. */
#define PEP_POSIX_HASH UINT64_C(0xCBF29CE484222325)
uint64_t pep_posix_hash(uint64_t hash, const void *bytes, size_t count);
/* The hash of a binary's build id, 0 where it has none. */
/* Of one whose `count` program headers are given, and what is added to their addresses. */
uint64_t pep_posix_build(uintptr_t load, const void *headers, size_t count);
/* Of the file whose first byte lies there, if it is a binary. */
uint64_t pep_posix_build_at(uintptr_t file);

/* maps_posix.c */
/* The path of a file whose first page the process has mapped to share, and that ends with `ending`; -1 where there is
 * none. */
int pep_posix_find_mapping(char *out, size_t room, const char *ending);

/* say_posix.c */
/* Remembers what standard error is: where the program puts another file there later, nothing is said. */
void pep_posix_say_start(void);
/* Says "pep: PATH: reason; the program runs without a profile", or what module does. */
void pep_posix_say_failure(const char *path, int error);

/* name_posix.c */
/* Absolute name of the profile file of this process. */
extern char pep_posix_path[PATH_MAX];
/* Keeps the pattern and the current folder for all names to come. */
void pep_posix_name_start(const char *pattern, bool verbose);
/* Sets the name; gives 0 or the error. */
int pep_posix_name_expand(void);
/* A plugin may be loaded after the program went to another folder: a relative name then means the file that the other
 * runtimes of the process have. */
void pep_posix_name_follow(void);
/* Opens above the standard streams, even for a moment: a line that the program prints to a stream that it has closed
 * may not go into the profile.  Not for programs that are executed later. */
int pep_posix_open(const char *name, int flags);
/* Opens a new file beside the path, for reading and writing, and puts its name, which is not to last. */
int pep_posix_open_new(char *name, size_t room);
enum pep_found pep_posix_examine(int fd);

/* settings_posix.c: variables of the environment.  What is out of bounds leaves *out as it is, and is told to who wants
 * to know.  A variable that is not set or empty asks for nothing. */
void pep_posix_read_number(uint32_t *out, const char *name, uint64_t least, uint64_t most);
/* "64", "64k" or "1m". */
void pep_posix_read_bytes(uint64_t *out, const char *name, uint64_t least, uint64_t most);
/* The index of the variable's word in a list that ends with NULL, or `taken`. */
unsigned pep_posix_read_word(const char *name, const char *const *words, unsigned taken);
/* Digits up to `end`; -1 where there are none or too many. */
int pep_posix_number_of(uint64_t *number, const char *text, const char **end);
/* Says "PEP_STRIDE=0 has no meaning; 17 is taken" to who wants to know. */
void pep_posix_ignore(const char *name, const char *value, const char *taken);

/* save_posix.c: gives 0 or the error. */
int pep_posix_save(void);
#endif
