/* Functions by their place: this program's own, those of the C library, and of made files with doubtful symbols. */
#define _GNU_SOURCE
#include "base/file.h"
#include "profile/symbols.h"
#include "tests/profile/sample.h"
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* A place in this process. */
struct place {
    uintptr_t address, base;
    const char *path;
};

static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
    struct place *p = data;
    bool here = false;
    uintptr_t base = UINTPTR_MAX;
    (void)size;
    for (int i = info->dlpi_phnum - 1; i >= 0; i--) { /* the first one last */
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type != PT_LOAD)
            continue;
        here |= p->address - (info->dlpi_addr + h->p_vaddr) < h->p_memsz;
        base = info->dlpi_addr + h->p_vaddr - h->p_offset;
    }
    if (!here)
        return 0;
    p->base = base;
    p->path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    return 1;
}

static const char *name_of(struct pep_symbols *set, void (*function)(void), size_t behind)
{
    struct place p = {.address = (uintptr_t)function};
    assert_true(dl_iterate_phdr(find_module, &p) == 1);
    return pep_symbols_find(set, p.path, p.address - p.base + behind);
}

int local_one(int n);
static __attribute__((noinline)) int hidden(int n)
{
    return n ^ 5;
}
int local_one(int n)
{
    return hidden(n) + 1;
}

static void this_process_is_known(void **state)
{
    (void)state;
    struct pep_symbols set = {0};
    assert_string_equal(name_of(&set, (void (*)(void))local_one, 0), "local_one");
    assert_string_equal(name_of(&set, (void (*)(void))local_one, 1), "local_one");
    assert_string_equal(name_of(&set, (void (*)(void))hidden, 0), "test_symbols.c:hidden");
    assert_string_equal(name_of(&set, (void (*)(void))qsort, 0), "qsort");
    assert_string_equal(name_of(&set, (void (*)(void))strtod, 0), "strtod");
    assert_true(set.tables.count <= 3);
    assert_null(pep_symbols_find(&set, "/proc/self/exe", 0));
    assert_null(pep_symbols_find(&set, "/nowhere", 64));
    assert_null(pep_symbols_find(&set, "/proc/self/maps", 64));
    pep_symbols_free(&set);
}

/* --- made files --- */

enum { BASE = 0x400000 };

static const char strings[] =
    "\0a.c\0dir/b.c\0beta\0alpha\0_first\0step\0cut.part.0\0old@@V1\0aged@V1\0stub\0open\0far\0last\0made.o";

static uint32_t text(const char *name)
{
    for (size_t i = 1; i < sizeof strings; i += strlen(strings + i) + 1)
        if (!strcmp(strings + i, name))
            return (uint32_t)i;
    fail_msg("%s is no string", name);
    return 0;
}

static GElf_Sym symbol(const char *name, int bind, int type, uint64_t at, uint64_t size)
{
    return (GElf_Sym){.st_name = text(name),
                      .st_info = (unsigned char)GELF_ST_INFO(bind, type),
                      .st_shndx = 1,
                      .st_value = at ? BASE + at : 0,
                      .st_size = size};
}

static void add_section(Elf *elf, const void *bytes, size_t count, Elf_Type kind, uint32_t type, uint32_t link)
{
    Elf_Scn *section = elf_newscn(elf);
    Elf_Data *data = elf_newdata(section);
    GElf_Shdr header;
    assert_non_null(gelf_getshdr(section, &header));
    data->d_buf = (void *)(uintptr_t)bytes;
    data->d_size = count;
    data->d_align = 8;
    data->d_type = kind;
    header.sh_type = type;
    header.sh_link = link;
    header.sh_entsize = kind == ELF_T_SYM ? sizeof(Elf64_Sym) : 0;
    assert_true(gelf_update_shdr(section, &header));
}

/* An executable that is linked for BASE, with these symbols in a table of this type. */
static void make_file(const char *path, const GElf_Sym *symbols, size_t n, uint32_t type)
{
    Elf64_Sym *table = calloc(n + 1, sizeof *table);
    GElf_Ehdr header;
    GElf_Phdr load = {.p_type = PT_LOAD, .p_offset = 0x40, .p_vaddr = BASE + 0x40, .p_memsz = 0x10000};
    for (size_t i = 0; i < n; i++)
        table[i + 1] = symbols[i];
    assert_true(elf_version(EV_CURRENT) != EV_NONE);
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
    assert_true(gelf_newehdr(elf, ELFCLASS64) && gelf_getehdr(elf, &header));
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_EXEC;
    header.e_version = EV_CURRENT;
    assert_true(gelf_update_ehdr(elf, &header));
    assert_non_null(gelf_newphdr(elf, 1));
    assert_true(gelf_update_phdr(elf, 0, &load));
    add_section(elf, strings, sizeof strings, ELF_T_BYTE, SHT_STRTAB, 0);
    add_section(elf, table, (n + 1) * sizeof *table, ELF_T_SYM, type, 1);
    assert_true(elf_update(elf, ELF_C_WRITE) >= 0);
    elf_end(elf);
    close(fd);
    free(table);
}

static void expect(struct pep_symbols *set, const char *path, uint64_t offset, const char *name)
{
    const char *found = pep_symbols_find(set, path, offset);
    assert_int_equal(found == NULL, name == NULL);
    if (name)
        assert_string_equal(found, name);
}

static void doubtful_symbols_are_settled(void **state)
{
    (void)state;
    char path[] = "/tmp/pep-symbols-XXXXXX";
    GElf_Sym stub = symbol("stub", STB_GLOBAL, STT_FUNC, 0x2000, 0);
    stub.st_shndx = SHN_UNDEF;
    GElf_Sym missing = symbol("far", STB_GLOBAL, STT_FUNC, 0, 0);
    missing.st_shndx = SHN_UNDEF;
    const GElf_Sym symbols[] = {
        symbol("a.c", STB_LOCAL, STT_FILE, 0, 0),
        symbol("step", STB_LOCAL, STT_FUNC, 0x1000, 16),
        symbol("step", STB_LOCAL, STT_FUNC, 0x1040, 16), /* has a global alias */
        symbol("made.o", STB_LOCAL, STT_FILE, 0, 0),
        symbol("beta", STB_LOCAL, STT_FUNC, 0x0ff0, 8),
        symbol("dir/b.c", STB_LOCAL, STT_FILE, 0, 0),
        symbol("step", STB_LOCAL, STT_FUNC, 0x1010, 16),
        symbol("cut.part.0", STB_LOCAL, STT_FUNC, 0x1020, 16),
        symbol("beta", STB_LOCAL, STT_OBJECT, 0x1030, 16),
        symbol("beta", STB_GLOBAL, STT_FUNC, 0x1040, 8),
        symbol("_first", STB_GLOBAL, STT_FUNC, 0x1040, 8),
        symbol("alpha", STB_WEAK, STT_FUNC, 0x1040, 8),
        symbol("aged@V1", STB_GLOBAL, STT_FUNC, 0x1040, 8),
        symbol("old@@V1", STB_GLOBAL, STT_GNU_IFUNC, 0x1100, 4),
        symbol("open", STB_GLOBAL, STT_FUNC, 0x1200, 0),
        symbol("last", STB_GLOBAL, STT_FUNC, 0x3000, 0),
        stub,
        missing,
    };
    enum { N = sizeof symbols / sizeof *symbols };
    int fd = mkstemp(path);
    close(fd);
    for (int pass = 0; pass < 2; pass++) {
        struct pep_symbols set = {0};
        GElf_Sym order[N];
        for (int i = 0; i < N; i++) /* the global ones the other way round */
            order[i] = symbols[pass && i >= 9 ? N - 1 - (i - 9) : i];
        make_file(path, order, N, pass ? SHT_DYNSYM : SHT_SYMTAB);
        expect(&set, path, 0x0ff0, ":beta");
        expect(&set, path, 0x0fff, NULL);
        expect(&set, path, 0x1000, "a.c:step");
        expect(&set, path, 0x100f, "a.c:step");
        expect(&set, path, 0x1010, "b.c:step");
        expect(&set, path, 0x1020, "b.c:cut");
        expect(&set, path, 0x1030, NULL);
        expect(&set, path, 0x1040, "alpha");
        expect(&set, path, 0x104f, "alpha"); /* the longest of them */
        expect(&set, path, 0x1050, NULL);
        expect(&set, path, 0x1103, "old");
        expect(&set, path, 0x1104, NULL);
        expect(&set, path, 0x1fff, "open"); /* up to the next one */
        expect(&set, path, 0x2000, "stub");
        expect(&set, path, 0x2001, NULL);
        expect(&set, path, 0x1003f, "last"); /* up to the end of the segment */
        expect(&set, path, 0x10040, NULL);
        expect(&set, path, UINT64_MAX, NULL);
        unlink(path);
        expect(&set, path, 0x1000, "a.c:step"); /* it was read once */
        pep_symbols_free(&set);
    }
}

/* Whatever is in a file, it is read to an end, and what is found has a name. */
static void damaged_files_are_survived(void **state)
{
    (void)state;
    char path[] = "/tmp/pep-symbols-XXXXXX";
    const GElf_Sym symbols[] = {
        symbol("a.c", STB_LOCAL, STT_FILE, 0, 0),
        symbol("step", STB_LOCAL, STT_FUNC, 0x1000, 16),
        symbol("open", STB_GLOBAL, STT_FUNC, 0x1200, 0),
    };
    struct pep_buffer whole = PEP_BUFFER_INIT;
    uint64_t random = 2005;
    int found = 0;
    close(mkstemp(path));
    make_file(path, symbols, sizeof symbols / sizeof *symbols, SHT_SYMTAB);
    assert_int_equal(pep_file_read(&whole, path), 0);
    for (int round = 0; round < 2000; round++) {
        struct pep_symbols set = {0};
        struct pep_buffer b = PEP_BUFFER_INIT;
        pep_buffer_add(&b, whole.at, whole.count);
        for (uint64_t n = 1 + sample_random(&random, 3); n--;)
            b.at[sample_random(&random, b.count)] = (char)sample_random(&random, 256);
        if (!sample_random(&random, 4))
            b.count = (size_t)sample_random(&random, b.count);
        assert_int_equal(pep_file_write(path, b.at, b.count), 0);
        for (uint64_t offset = 0x1000; offset < 0x1300; offset += 0x100) {
            const char *name = pep_symbols_find(&set, path, offset);
            found += name && *name;
        }
        pep_symbols_free(&set);
        pep_buffer_free(&b);
    }
    assert_true(found > 1000);
    pep_buffer_free(&whole);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(this_process_is_known),
        cmocka_unit_test(doubtful_symbols_are_settled),
        cmocka_unit_test(damaged_files_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
