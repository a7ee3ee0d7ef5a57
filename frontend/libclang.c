#include "frontend/libclang.h"
#include "base/file.h"
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Sonames carry the full version since 15 on Debian ("libclang-19.so.19"), and "libclang-14.so.13" before; the last
 * ones are what other systems have. */
static const char *const names[] = {
    "libclang-19.so.19", "libclang-19.so.1", "libclang-22.so.22", "libclang-22.so.1",
    "libclang-16.so.16", "libclang-16.so.1", "libclang-14.so.13", "libclang-14.so.1",
    "libclang.so.19.1",  "libclang.so.13",   "libclang.so.1",     "libclang.so",
};

static bool load(struct pep_libclang *l, void *library)
{
#define PEP_LOAD(name)                                                                                                 \
    *(void **)&l->name = dlsym(library, "clang_" #name);                                                               \
    if (!l->name)                                                                                                      \
        return false;
    PEP_LIBCLANG_FUNCTIONS(PEP_LOAD)
#undef PEP_LOAD
    return true;
}

/* open_trimmed - the libclang that our part of LLVM was linked for, with that part in place of all of it
 * (trim_llvm.sh); NULL where either is not there. */
static void *open_trimmed(void)
{
#ifdef PEP_LIBCLANG_FILE
    struct stat s;
    if (stat(PEP_LIBCLANG_FILE, &s) || s.st_size != PEP_LIBCLANG_SIZE || s.st_mtime != PEP_LIBCLANG_TIME)
        return NULL;
    struct pep_buffer part = PEP_BUFFER_INIT;
    pep_file_of_tree(&part, "lib/pep/libpep_llvm.so");
    void *llvm = part.count ? dlopen(pep_buffer_text(&part), RTLD_LAZY | RTLD_LOCAL) : NULL;
    pep_buffer_free(&part);
    return llvm ? dlopen(PEP_LIBCLANG_FILE, RTLD_LAZY | RTLD_LOCAL) : NULL;
#else
    return NULL;
#endif
}

const struct pep_libclang *pep_libclang_open(const char **why)
{
    static struct pep_libclang l;
    static bool loaded;
    if (loaded)
        return &l;
    const char *chosen = getenv("PEP_LIBCLANG");
    void *trimmed = chosen ? NULL : open_trimmed();
    size_t n = chosen || trimmed ? 1 : sizeof names / sizeof *names;
    *why = "no libclang found";
    for (size_t i = 0; i < n && !loaded; i++) {
        /* LAZY takes a third less than NOW */
        void *library = trimmed ? trimmed : dlopen(chosen ? chosen : names[i], RTLD_LAZY | RTLD_LOCAL);
        if (library && load(&l, library)) {
            loaded = true;
        } else if (library) {
            *why = "libclang lacks a function that version 14 has";
            dlclose(library);
        }
    }
    return loaded ? &l : NULL;
}

int pep_libclang_version(const struct pep_libclang *l)
{
    CXString s = l->getClangVersion();
    const char *text = l->getCString(s);
    const char *p = text ? strstr(text, "version ") : NULL;
    int version = p && isdigit((unsigned char)p[8]) ? atoi(p + 8) : 0;
    l->disposeString(s);
    return version;
}
