/* debugfile.h - the file that holds the symbols of a binary that was stripped of them.
 *
 * It is looked for where gdb looks: by the name that the binary gives it (objcopy --add-gnu-debuglink), beside the
 * binary, in the folder .debug there, and at the binary's place below /usr/lib/debug; then by the build id below
 * /usr/lib/debug/.build-id, where packages of debug symbols have it.  The environment variable PEP_DEBUG names another
 * folder for /usr/lib/debug.  A file of another build is none: the build ids tell or, where the binary has none, the
 * sum (CRC-32) that stands beside the name. */
#ifndef PEP_PROFILE_DEBUGFILE_H
#define PEP_PROFILE_DEBUGFILE_H
#include <gelf.h>
#include <stdbool.h>

struct pep_debugfile {
    Elf *elf;
    int fd;
};

/* The next section of the type behind the given one, or the first one behind NULL; NULL where there is none. */
Elf_Scn *pep_debugfile_section(Elf *elf, Elf_Scn *section, uint32_t type, GElf_Shdr *header);

/* False where the binary has none that can be read and holds symbols; else pep_debugfile_close at the end. */
bool pep_debugfile_open(struct pep_debugfile *file, Elf *binary, const char *path);
void pep_debugfile_close(struct pep_debugfile *file);
/* The hash of the build id of the binary at the path, as the MODULE entries of include/pep/raw.h have it; 0 where it
 * has none, or cannot be read. */
uint64_t pep_debugfile_build(const char *path);
#endif
