#include "rewrite/edits.h"
#include <string.h>

void pep_edits_replace(struct pep_edits *e, uint32_t offset, uint32_t removed, const char *text)
{
    struct pep_edit edit = {offset, removed, e->texts.count, strlen(text)};
    if (!edit.length && !removed)
        return;
    pep_buffer_adds(&e->texts, text);
    pep_array_push(e, edit);
    for (size_t i = e->count - 1; i > 0 && e->at[i - 1].offset > offset; i--) {
        e->at[i] = e->at[i - 1];
        e->at[i - 1] = edit;
    }
}

void pep_edits_insert(struct pep_edits *e, uint32_t offset, const char *text)
{
    pep_edits_replace(e, offset, 0, text);
}

void pep_edits_apply(struct pep_buffer *out, const struct pep_edits *e, const char *text, size_t begin, size_t end)
{
    size_t at = begin;
    for (size_t i = 0; i < e->count; i++) {
        pep_buffer_add(out, text + at, e->at[i].offset - at);
        pep_buffer_add(out, e->texts.at + e->at[i].begin, e->at[i].length);
        at = (size_t)e->at[i].offset + e->at[i].removed;
    }
    pep_buffer_add(out, text + at, end - at);
}

const char *pep_edits_check(const struct pep_edits *e, size_t length)
{
    size_t at = 0;
    for (size_t i = 0; i < e->count; i++) {
        if (e->at[i].offset < at)
            return "edits must be sorted and disjoint";
        at = (size_t)e->at[i].offset + e->at[i].removed;
    }
    return at > length ? "edits must lie inside the text" : NULL;
}

void pep_edits_dump(struct pep_buffer *out, const struct pep_edits *e)
{
    for (size_t i = 0; i < e->count; i++)
        pep_buffer_printf(out, "%u-%u: %.*s\n", e->at[i].offset, e->at[i].offset + e->at[i].removed,
                          (int)e->at[i].length, e->texts.at + e->at[i].begin);
}

void pep_edits_free(struct pep_edits *e)
{
    pep_array_free(e);
    pep_buffer_free(&e->texts);
}
