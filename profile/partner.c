#include "profile/partner.h"
#include "base/map.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static unsigned names_of(const char *path)
{
    unsigned n = 1;
    for (; *path; path++)
        n += *path == '/' && path[1];
    return n;
}

/* The last n names of a path, or NULL where it has fewer; in front of an absolute one stands an empty name. */
static const char *last_names(const char *path, unsigned n)
{
    const char *at = path + strlen(path);
    while (at > path && (at[-1] != '/' || --n))
        at--;
    return at > path || n == 1 ? at : NULL;
}

static int by_path(const void *left, const void *right)
{
    const struct pep_partner_file *a = left, *b = right;
    int order = strcmp(a->path, b->path);
    return order ? order : a->index < b->index ? -1 : a->index > b->index;
}

static void sort(struct pep_partner_files *files)
{
    if (files->count)
        qsort(files->at, files->count, sizeof *files->at, by_path);
    for (size_t i = 0; i < files->count; i++)
        files->at[i].partner = PEP_NO_PARTNER;
}

/* chain - those that are left by their last names; next[] is of each the next one with the same, + 1, or 0. */
static void chain(struct pep_map *first, size_t *next, const struct pep_partner_files *others, unsigned names)
{
    for (size_t i = others->count; i--;) {
        const struct pep_partner_file *f = &others->at[i];
        const char *end = f->partner == PEP_NO_PARTNER ? last_names(f->path, names) : NULL;
        uint64_t *head = end ? pep_map_put(first, end, strlen(end), 0) : NULL;
        next[i] = head ? (size_t)*head : 0;
        if (head)
            *head = i + 1;
    }
}

/* join - partners with so many names in common. */
static void join(struct pep_partner_files *files, struct pep_partner_files *others, size_t *next, unsigned names,
                 bool once)
{
    struct pep_map first = {0};
    chain(&first, next, others, names);
    for (size_t i = 0; i < files->count; i++) {
        struct pep_partner_file *f = &files->at[i], *other;
        const char *end = f->partner == PEP_NO_PARTNER ? last_names(f->path, names) : NULL;
        uint64_t *head = end ? pep_map_get(&first, end, strlen(end)) : NULL;
        if (!head)
            continue;
        other = &others->at[*head - 1];
        if (other->partner != PEP_NO_PARTNER && (once || (names == 1 && strcmp(f->name, other->name) != 0)))
            continue;
        f->partner = other->index;
        other->partner = f->index;
        if (next[*head - 1])
            *head = next[*head - 1];
    }
    pep_map_free(&first);
}

void pep_partner_find(struct pep_partner_files *files, struct pep_partner_files *others, bool once)
{
    size_t *next = pep_array_grow(NULL, 0, &(size_t){0}, others->count + 1, sizeof *next);
    enum { ENOUGH = 64 };
    unsigned most = 1;
    sort(files);
    sort(others);
    for (size_t i = 0; i < files->count; i++)
        most = names_of(files->at[i].path) > most ? names_of(files->at[i].path) : most;
    for (unsigned names = most < ENOUGH ? most : ENOUGH; names; names--)
        join(files, others, next, names, once);
    pep_array_release(next);
}
