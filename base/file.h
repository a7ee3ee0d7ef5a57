/* file.h - whole files in and out.
 *
 * All give 0, or -1 with errno set.  pep_file_write goes through a temporary name in the same folder and a rename,
 * so that a reader sees the old file or the new one, never a part; links and permissions stay, and what is no file is
 * written to. */
#ifndef PEP_BASE_FILE_H
#define PEP_BASE_FILE_H
#include "base/buffer.h"
#include <stdbool.h>

/* Appends the file's bytes to out; "-" is standard input. */
int pep_file_read(struct pep_buffer *out, const char *path);
/* Replaces the file; "-" is standard output. */
int pep_file_write(const char *path, const void *bytes, size_t count);
/* Appends what can be read from fd up to its end. */
int pep_file_read_fd(struct pep_buffer *out, int fd);
/* Writes all bytes, through EINTR and short writes. */
int pep_file_write_fd(int fd, const void *bytes, size_t count);
/* Whether it is a file there, and no folder, device or pipe; links are followed. */
bool pep_file_is_regular(const char *path);
/* The last component of a path; a pointer into it. */
const char *pep_file_base(const char *path);
/* Appends the path of a file of the tree that the running program PREFIX/bin/NAME belongs to: PREFIX/name.  Appends
 * nothing where the program cannot tell its own place; the file need not exist. */
void pep_file_of_tree(struct pep_buffer *out, const char *name);
#endif
