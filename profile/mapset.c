#define _GNU_SOURCE
#include "profile/mapset.h"
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#define SECTION ".pep_map"

long pep_mapset_add_bytes(struct pep_mapset *set, const void *bytes, size_t count, const char *origin,
                          struct pep_fault *fault)
{
    const unsigned char *p = bytes;
    size_t at = 0;
    long found = 0;
    const char *error = "it cannot be decoded";
    for (;;) {
        struct pep_unitmap map = {0};
        while (at < count && !p[at]) /* alignment of the linker: the record begins behind it */
            at++;
        size_t begin = at;
        int result = pep_unitmap_decode(&map, p, count, &at, &set->arena, &error);
        if (result < 0)
            return pep_fault_set(fault, at, "has a broken static map: %s", error);
        if (!result)
            return found;
        found++;
        uint64_t *known = pep_map_put(&set->by_hash, &map.hash, sizeof map.hash, set->units.count);
        if (*known < set->units.count) {
            set->units.at[*known]->is_shared |= strcmp(set->units.at[*known]->origin, origin) != 0;
            continue;
        }
        struct pep_mapset_unit *unit = PEP_NEW(&set->arena, struct pep_mapset_unit);
        unit->map = map;
        unit->count = at - begin;
        unit->bytes = (const unsigned char *)pep_arena_strndup(&set->arena, (const char *)p + begin, at - begin);
        unit->origin = pep_arena_strdup(&set->arena, origin);
        pep_array_push(&set->units, unit);
    }
}

long pep_mapset_add_profile(struct pep_mapset *set, const struct pep_profile *p, const char *origin,
                            struct pep_fault *fault)
{
    long found = 0;
    for (size_t i = 0; i < p->maps.count; i++) {
        const uint64_t *known = pep_map_get(&set->by_hash, &p->maps.at[i].hash, sizeof p->maps.at[i].hash);
        if (known) {
            set->units.at[*known]->is_shared |= strcmp(set->units.at[*known]->origin, origin) != 0;
            continue;
        }
        long n = pep_mapset_add_bytes(set, p->maps.at[i].bytes, p->maps.at[i].count, origin, fault);
        if (n < 0)
            return -1;
        found += n;
    }
    return found;
}

/* add_section - the maps of one section; a fault is told by its place in the ELF file. */
static long add_section(struct pep_mapset *set, Elf_Scn *section, const char *origin, struct pep_fault *fault)
{
    long found = 0;
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
        return 0;
    for (Elf_Data *data = NULL; (data = elf_rawdata(section, data)) != NULL;) {
        if (!data->d_buf || !data->d_size)
            continue;
        long n = pep_mapset_add_bytes(set, data->d_buf, data->d_size, origin, fault);
        if (n < 0) {
            fault->at += (size_t)header.sh_offset;
            return -1;
        }
        found += n;
    }
    return found;
}

static long add_elf(struct pep_mapset *set, Elf *elf, const char *origin, struct pep_fault *fault)
{
    long found = 0;
    size_t names;
    if (elf_getshdrstrndx(elf, &names))
        return 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || strcmp(name, SECTION))
            continue;
        long n = add_section(set, section, origin, fault);
        if (n < 0)
            return -1;
        found += n;
    }
    return found;
}

static long add_archive(struct pep_mapset *set, int fd, Elf *archive, const char *origin, struct pep_fault *fault)
{
    long found = 0;
    Elf_Cmd command = ELF_C_READ;
    for (Elf *member; (member = elf_begin(fd, command, archive)) != NULL;) {
        long n = elf_kind(member) == ELF_K_ELF ? add_elf(set, member, origin, fault) : 0;
        command = elf_next(member);
        elf_end(member);
        if (n < 0)
            return -1;
        found += n;
    }
    return found;
}

long pep_mapset_add_file(struct pep_mapset *set, const char *path, struct pep_fault *fault)
{
    long found = 0;
    if (elf_version(EV_CURRENT) == EV_NONE)
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "cannot be read: this libelf is too old");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "%s", strerror(errno));
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL); /* not mapped: a file that shrinks meanwhile is an error, no SIGBUS */
    if (elf && elf_kind(elf) == ELF_K_ELF)
        found = add_elf(set, elf, path, fault);
    else if (elf && elf_kind(elf) == ELF_K_AR)
        found = add_archive(set, fd, elf, path, fault);
    if (elf)
        elf_end(elf);
    close(fd);
    return found;
}

const struct pep_mapset_unit *pep_mapset_find(const struct pep_mapset *set, uint64_t hash)
{
    const uint64_t *index = pep_map_get(&set->by_hash, &hash, sizeof hash);
    return index ? set->units.at[*index] : NULL;
}

void pep_mapset_free(struct pep_mapset *set)
{
    pep_array_free(&set->units);
    pep_map_free(&set->by_hash);
    pep_arena_free(&set->arena);
    memset(set, 0, sizeof *set);
}
