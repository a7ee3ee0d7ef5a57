#define _GNU_SOURCE
#include "profile/debugfile.h"
#include "base/file.h"
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* What tells that a file is of the same build. */
struct build {
    const unsigned char *id; /* in the file; NULL: it has none */
    size_t count;
    uint32_t sum; /* of the bytes of the debug file */
};

Elf_Scn *pep_debugfile_section(Elf *elf, Elf_Scn *section, uint32_t type, GElf_Shdr *header)
{
    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, header) && header->sh_type == type)
            return section;
    return NULL;
}

static void find_id(struct build *build, Elf *elf)
{
    GElf_Shdr header;
    GElf_Nhdr note;
    size_t name, id, next;
    build->id = NULL;
    for (Elf_Scn *section = NULL; (section = pep_debugfile_section(elf, section, SHT_NOTE, &header)) != NULL;) {
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t at = 0; data && (next = gelf_getnote(data, at, &note, &name, &id)) > 0; at = next) {
            const unsigned char *bytes = data->d_buf;
            if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 || memcmp(bytes + name, "GNU", 4) != 0)
                continue;
            build->id = bytes + id;
            build->count = note.n_descsz;
            return;
        }
    }
}

/* The name of its debug file that the binary holds, and the sum behind it; NULL where it has none. */
static const char *find_link(struct build *build, Elf *elf)
{
    GElf_Shdr header;
    size_t names;
    if (elf_getshdrstrndx(elf, &names))
        return NULL;
    for (Elf_Scn *section = NULL; (section = pep_debugfile_section(elf, section, SHT_PROGBITS, &header)) != NULL;) {
        const char *name = elf_strptr(elf, names, header.sh_name);
        if (!name || strcmp(name, ".gnu_debuglink") != 0)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        size_t length = data && data->d_buf ? strnlen(data->d_buf, data->d_size) : 0, sum = (length + 4) & ~(size_t)3;
        if (!length || sum + sizeof build->sum > data->d_size || strchr(data->d_buf, '/'))
            return NULL;
        memcpy(&build->sum, (const char *)data->d_buf + sum, sizeof build->sum);
        return data->d_buf;
    }
    return NULL;
}

static bool same_sum(uint32_t sum, const char *path)
{
    struct pep_buffer b = PEP_BUFFER_INIT;
    bool same = pep_file_read(&b, path) == 0 && crc32_z(0, (const unsigned char *)b.at, b.count) == sum;
    pep_buffer_free(&b);
    return same;
}

/* Opens the file if it is of that build and has symbols. */
static bool open_at(struct pep_debugfile *file, const struct build *build, const char *path)
{
    struct build its;
    GElf_Shdr header;
    file->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (file->fd < 0)
        return false;
    file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
    if (file->elf && elf_kind(file->elf) == ELF_K_ELF &&
        pep_debugfile_section(file->elf, NULL, SHT_SYMTAB, &header) != NULL) {
        find_id(&its, file->elf);
        if (build->id ? its.id && its.count == build->count && !memcmp(its.id, build->id, its.count)
                      : same_sum(build->sum, path))
            return true;
    }
    pep_debugfile_close(file);
    return false;
}

/* open_linked - beside the binary, in .debug there, or below the root. */
static bool open_linked(struct pep_debugfile *file, struct build *build, Elf *binary, const char *path,
                        const char *root)
{
    const char *name = find_link(build, binary);
    char *real = name ? realpath(path, NULL) : NULL;
    struct pep_buffer b = PEP_BUFFER_INIT;
    bool found = false;
    for (int i = 0; real && !found && i < 3; i++) {
        b.count = 0;
        pep_buffer_printf(&b, "%s%.*s%s%s", i == 2 ? root : "", (int)(pep_file_base(real) - real), real,
                          i == 1 ? ".debug/" : "", name);
        found = open_at(file, build, b.at);
    }
    pep_buffer_free(&b);
    free(real);
    return found;
}

static bool open_by_id(struct pep_debugfile *file, const struct build *build, const char *root)
{
    struct pep_buffer b = PEP_BUFFER_INIT;
    bool found;
    pep_buffer_printf(&b, "%s/.build-id/", root);
    for (size_t i = 0; i < build->count; i++)
        pep_buffer_printf(&b, "%02x%s", build->id[i], i ? "" : "/");
    pep_buffer_printf(&b, ".debug");
    found = open_at(file, build, b.at);
    pep_buffer_free(&b);
    return found;
}

uint64_t pep_debugfile_build(const char *path)
{
    struct pep_debugfile file = {.fd = open(path, O_RDONLY | O_CLOEXEC)};
    struct build build = {0};
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    if (file.fd < 0)
        return 0;
    elf_version(EV_CURRENT);
    file.elf = elf_begin(file.fd, ELF_C_READ, NULL);
    if (file.elf && elf_kind(file.elf) == ELF_K_ELF)
        find_id(&build, file.elf);
    for (size_t i = 0; build.id && i < build.count; i++)
        hash = (hash ^ build.id[i]) * UINT64_C(0x100000001B3);
    pep_debugfile_close(&file);
    return build.id ? hash : 0;
}

bool pep_debugfile_open(struct pep_debugfile *file, Elf *binary, const char *path)
{
    const char *root = getenv("PEP_DEBUG");
    struct build build;
    if (!root || !*root)
        root = "/usr/lib/debug";
    find_id(&build, binary);
    return open_linked(file, &build, binary, path, root) || (build.id && open_by_id(file, &build, root));
}

void pep_debugfile_close(struct pep_debugfile *file)
{
    if (file->elf)
        elf_end(file->elf);
    close(file->fd);
}
