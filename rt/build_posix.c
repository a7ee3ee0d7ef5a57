/* build_posix.c - which build a binary in memory is: the build id among its notes, which linkers put there. */
#define _GNU_SOURCE
#include "core.h"
#include "posix.h"
#include <elf.h>
#include <link.h>
#include <string.h>

uint64_t pep_posix_hash(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;

    while (count--)
        hash = (hash ^ *p++) * UINT64_C(0x100000001B3);
    return hash;
}

static uint64_t find_id(const char *note, uint64_t left)
{
    uint64_t bytes;

    /* The last one may end without what fills it up. */
    for (; left >= sizeof(ElfW(Nhdr)); note += bytes, left -= bytes) {
        const ElfW(Nhdr) *n = (const ElfW(Nhdr) *)(const void *)note;
        uint64_t text = sizeof *n + PEP_ROUND((uint64_t)n->n_namesz, 4);

        if (text + n->n_descsz > left)
            break;
        if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(note + sizeof *n, "GNU", 4))
            return pep_posix_hash(PEP_POSIX_HASH, note + text, n->n_descsz);
        bytes = text + PEP_ROUND((uint64_t)n->n_descsz, 4);
        bytes = bytes < left ? bytes : left;
    }
    return 0;
}

/* What only names a place may not be loaded: notes reach over two pages at most, which are looked at first. */
uint64_t pep_posix_build(uintptr_t load, const void *headers, size_t count)
{
    const ElfW(Phdr) *p = headers;
    uint64_t hash = 0;

    for (; count-- && !hash; p++) {
        const char *note = (const char *)load + p->p_vaddr;

        if (p->p_type == PT_NOTE && p->p_memsz && p->p_memsz <= pep_facts.page && pep_platform_readable(note) &&
            pep_platform_readable(note + p->p_memsz - 1))
            hash = find_id(note, p->p_memsz);
    }
    return hash;
}

uint64_t pep_posix_build_at(uintptr_t file)
{
    const ElfW(Ehdr) *e = (const ElfW(Ehdr) *)file;
    const ElfW(Phdr) * headers;
    unsigned i;

    if (!pep_platform_readable(e) || memcmp(e->e_ident, ELFMAG, SELFMAG) != 0 ||
        e->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        e->e_phoff + e->e_phnum * sizeof *headers > pep_facts.page)
        return 0;
    headers = (const ElfW(Phdr) *)(file + e->e_phoff);
    for (i = 0; i < e->e_phnum; i++)
        if (headers[i].p_type == PT_LOAD)
            return pep_posix_build(file + headers[i].p_offset - headers[i].p_vaddr, headers, e->e_phnum);
    return 0;
}
