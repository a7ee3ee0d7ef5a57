#define _GNU_SOURCE
#include "profile/symbols.h"
#include "base/file.h"
#include "profile/debugfile.h"
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <pep/abi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A binary while it is read. */
#define VERSION_HIDDEN 0x8000 /* of a symbol's version: not the one that is linked to */

struct reader {
    struct pep_symbol_table *table;
    struct pep_arena *arena;
    Elf *elf;
    Elf *symbols;  /* the file that has them */
    uint64_t base; /* the address that byte 0 of the file is linked for */
    struct {
        const char *name; /* as source_of has it */
        size_t first;     /* of the symbols behind it */
        uint64_t unit;
    } file;
};

/* next_segment - the next one from *at on that is loaded. */
static bool next_segment(struct reader *r, size_t *at, GElf_Phdr *header)
{
    size_t n;
    if (elf_getphdrnum(r->elf, &n))
        return false;
    while (*at < n)
        if (gelf_getphdr(r->elf, (int)(*at)++, header) && header->p_type == PT_LOAD)
            return true;
    return false;
}

static bool find_base(struct reader *r)
{
    GElf_Phdr header;
    if (!next_segment(r, &(size_t){0}, &header))
        return false;
    r->base = header.p_vaddr - header.p_offset;
    return true;
}

/* Where the segment ends that has the offset; the offset itself where there is none. */
static uint64_t segment_end(struct reader *r, uint64_t offset)
{
    GElf_Phdr header;
    for (size_t i = 0; next_segment(r, &i, &header);)
        if (offset + r->base - header.p_vaddr < header.p_memsz)
            return header.p_vaddr + header.p_memsz - r->base;
    return offset;
}

/* find_section - the table of all symbols, or else that of the dynamic linker. */
static Elf_Scn *find_section(struct reader *r, GElf_Shdr *header)
{
    Elf_Scn *section = pep_debugfile_section(r->symbols, NULL, SHT_SYMTAB, header);
    return section ? section : pep_debugfile_section(r->symbols, NULL, SHT_DYNSYM, header);
}

/* The name without version and without what the compiler put behind; a name may begin with a point. */
static const char *name_of(struct reader *r, const char *file, const char *name)
{
    size_t length = 1 + strcspn(name + 1, ".@");
    return pep_arena_printf(r->arena, "%s%s%.*s", file ? file : "", file ? ":" : "", (int)length, name);
}

/* The last component of a source file's name; nothing of an object's, which linkers make up. */
static const char *source_of(const char *name)
{
    size_t length = strlen(name);
    return length > 2 && !strcmp(name + length - 2, ".o") ? "" : pep_file_base(name);
}

/* take_symbol - a function.  A program's stub for one of a library is a symbol that is not defined and yet has an
 * address: pointers to it have just that. */
static void take_symbol(struct reader *r, const GElf_Sym *symbol, const char *name, bool is_old)
{
    int type = GELF_ST_TYPE(symbol->st_info);
    bool stub = symbol->st_shndx == SHN_UNDEF;
    if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol->st_value < r->base || (stub && !symbol->st_value))
        return;
    bool is_local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL;
    uint64_t begin = symbol->st_value - r->base, size = stub ? 1 : symbol->st_size;
    uint64_t end = size < UINT64_MAX - begin ? begin + size : UINT64_MAX;
    pep_array_push(r->table, (struct pep_symbol){name_of(r, is_local ? r->file.name : NULL, name), begin, end, 0,
                                                 is_local, stub, is_old});
}

static bool is_unit(const GElf_Sym *symbol, const char *name)
{
    return GELF_ST_TYPE(symbol->st_info) == STT_OBJECT && !strcmp(name, "__pep_u");
}

/* unit_at - the hash of the unit whose record has this address (include/pep/abi.h); 0 where the file has none there. */
static uint64_t unit_at(struct reader *r, uint64_t address)
{
    GElf_Phdr header;
    uint64_t hash = 0;
    for (size_t i = 0; next_segment(r, &i, &header);) {
        uint64_t at = address + offsetof(struct pep_unit, hash) - header.p_vaddr;
        if (at >= header.p_filesz || header.p_filesz - at < sizeof hash)
            continue;
        Elf_Data *data = elf_getdata_rawchunk(r->elf, (int64_t)(header.p_offset + at), sizeof hash, ELF_T_BYTE);
        if (data && data->d_buf && data->d_size == sizeof hash)
            memcpy(&hash, data->d_buf, sizeof hash);
    }
    return hash;
}

/* begin_file - of the one before the unit is known now. */
static void begin_file(struct reader *r, const char *name)
{
    for (size_t i = r->file.first; i < r->table->count; i++)
        if (r->table->at[i].is_local)
            r->table->at[i].unit = r->file.unit;
    r->file.name = name;
    r->file.first = r->table->count;
    r->file.unit = 0;
}

static bool is_runtime(const char *name)
{
    return !strcmp(name, "pep_unit_register");
}

static bool is_missing(const GElf_Sym *symbol)
{
    return symbol->st_shndx == SHN_UNDEF && !symbol->st_value;
}

/* find_versions - those of the dynamic linker's symbols. */
static Elf_Data *find_versions(struct reader *r)
{
    GElf_Shdr header;
    Elf_Scn *section = pep_debugfile_section(r->symbols, NULL, SHT_GNU_versym, &header);
    return section ? elf_getdata(section, NULL) : NULL;
}

/* A table of all symbols has the version in the name, behind two @ where programs are linked to it. */
static bool is_old_name(const char *name)
{
    const char *at = strchr(name, '@');
    return at && at[1] != '@';
}

/* take_symbols - local ones stand behind the symbol of their source file.  Units refer to the runtime weakly
 * (include/pep/abi.h), and of such a reference that nothing answers a static program keeps no symbol. */
static void take_symbols(struct reader *r)
{
    bool has_units = false, has_runtime = false;
    GElf_Shdr header;
    Elf_Scn *section = find_section(r, &header);
    Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    Elf_Data *versions = data && header.sh_type == SHT_DYNSYM ? find_versions(r) : NULL;
    GElf_Versym version;
    GElf_Sym symbol;
    begin_file(r, "");
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(r->symbols, header.sh_link, symbol.st_name);
        if (name && GELF_ST_TYPE(symbol.st_info) == STT_FILE) {
            begin_file(r, source_of(name));
        } else if (name && is_runtime(name)) {
            has_runtime |= !is_missing(&symbol);
            r->table->lacks_runtime |= is_missing(&symbol);
        } else if (name && is_unit(&symbol, name)) {
            has_units = true;
            r->file.unit = *r->file.name ? unit_at(r, symbol.st_value) : 0;
        } else if (name && *name) {
            take_symbol(r, &symbol, name,
                        versions ? gelf_getversym(versions, i, &version) && version & VERSION_HIDDEN
                                 : is_old_name(name));
        }
    }
    begin_file(r, "");
    r->table->lacks_runtime |= has_units && !has_runtime;
}

static int by_place(const void *left, const void *right)
{
    const struct pep_symbol *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->is_local != b->is_local)
        return a->is_local - b->is_local;
    if (a->is_old != b->is_old)
        return a->is_old - b->is_old;
    if ((*a->name == '_') != (*b->name == '_'))
        return (*a->name == '_') - (*b->name == '_');
    return strcmp(a->name, b->name);
}

/* keep_best - one symbol a place, and ends for those without a size. */
static void keep_best(struct reader *r)
{
    struct pep_symbol_table *t = r->table;
    size_t n = 0;
    if (t->count)
        qsort(t->at, t->count, sizeof *t->at, by_place);
    for (size_t i = 0; i < t->count; i++) {
        if (!n || t->at[n - 1].begin != t->at[i].begin)
            t->at[n++] = t->at[i];
        else if (t->at[n - 1].end < t->at[i].end)
            t->at[n - 1].end = t->at[i].end;
    }
    t->count = n;
    for (size_t i = 0; i < n; i++) {
        struct pep_symbol *s = &t->at[i];
        uint64_t next = i + 1 < n ? s[1].begin : UINT64_MAX;
        if (s->end != s->begin)
            continue;
        s->end = segment_end(r, s->begin);
        if (s->end > next)
            s->end = next;
    }
}

/* tell_apart - put the unit into names that several units have. */
static void tell_apart(struct reader *r)
{
    enum { SEVERAL = 1 }; /* no hash is that low */
    struct pep_map units = {0};
    for (size_t i = 0; i < r->table->count; i++) {
        const struct pep_symbol *s = &r->table->at[i];
        uint64_t *unit = s->is_local && *s->name != ':' ? pep_map_put(&units, s->name, strlen(s->name), s->unit) : NULL;
        if (unit && *unit != s->unit)
            *unit = SEVERAL;
    }
    for (size_t i = 0; i < r->table->count; i++) {
        struct pep_symbol *s = &r->table->at[i];
        const uint64_t *unit = s->is_local ? pep_map_get(&units, s->name, strlen(s->name)) : NULL;
        const char *colon = strrchr(s->name, ':');
        if (unit && *unit == SEVERAL)
            s->name = pep_arena_printf(r->arena, "%.*s@%0*" PRIx64 "%s", (int)(colon - s->name), s->name,
                                       PEP_SYMBOL_UNIT, s->unit, colon);
    }
    pep_map_free(&units);
}

/* read_symbols - those of the binary, or of the file that they were moved to. */
static void read_symbols(struct reader *r, const char *path)
{
    struct pep_debugfile file;
    GElf_Shdr header;
    bool moved = !pep_debugfile_section(r->elf, NULL, SHT_SYMTAB, &header) && pep_debugfile_open(&file, r->elf, path);
    r->symbols = moved ? file.elf : r->elf;
    take_symbols(r);
    if (moved)
        pep_debugfile_close(&file);
}

static void read_binary(struct pep_symbol_table *table, struct pep_arena *arena, const char *path)
{
    int fd = elf_version(EV_CURRENT) == EV_NONE ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    struct reader r = {.table = table, .arena = arena, .elf = elf_begin(fd, ELF_C_READ, NULL)};
    if (r.elf && elf_kind(r.elf) == ELF_K_ELF && find_base(&r))
        read_symbols(&r, path);
    keep_best(&r);
    tell_apart(&r);
    if (r.elf)
        elf_end(r.elf);
    close(fd);
}

const struct pep_symbol_table *pep_symbols_all(struct pep_symbols *set, const char *path)
{
    size_t index = (size_t)*pep_map_put(&set->by_path, path, strlen(path), set->tables.count);
    if (index == set->tables.count)
        read_binary(pep_array_push_n(&set->tables, 1), &set->arena, path);
    return &set->tables.at[index];
}

bool pep_symbols_lack_runtime(struct pep_symbols *set, const char *path)
{
    return pep_symbols_all(set, path)->lacks_runtime;
}

const char *pep_symbols_find(struct pep_symbols *set, const char *path, uint64_t offset)
{
    const struct pep_symbol_table *t = pep_symbols_all(set, path);
    size_t low = 0, high = t->count; /* the first symbol that begins behind the offset */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->at[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low && offset < t->at[low - 1].end ? t->at[low - 1].name : NULL;
}

void pep_symbols_free(struct pep_symbols *set)
{
    for (size_t i = 0; i < set->tables.count; i++)
        pep_array_free(&set->tables.at[i]);
    pep_array_free(&set->tables);
    pep_map_free(&set->by_path);
    pep_arena_free(&set->arena);
}
