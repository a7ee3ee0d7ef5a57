/* labels.c - case labels by the names of macros, where the text has only what these stand for. */
#include "base/file.h"
#include "frontend/walk.h"
#include <string.h>

/* line_of - a line of a file of the line markers; NULL where there is none.  Labels mostly follow one another. */
static const char *line_of(size_t *length, struct pep_walk *w, uint32_t file, uint32_t line)
{
    struct pep_source_lines *s = &w->source;
    if (!s->line || s->file != file) {
        const char *name = w->t->files.at[file];
        pep_buffer_free(&s->text);
        if (!pep_file_is_regular(name) || pep_file_read(&s->text, name))
            pep_buffer_free(&s->text);
        s->file = file;
        s->line = 0;
    }
    const char *text = pep_buffer_text(&s->text), *end;
    if (!s->line || line < s->line) {
        s->line = 1;
        s->at = 0;
    }
    for (; s->line < line && (end = strchr(text + s->at, '\n')); s->line++)
        s->at = (size_t)(end + 1 - text);
    *length = strcspn(text + s->at, "\n");
    return s->line == line && *length ? text + s->at : NULL;
}

/* Whether the token stands on the same line as that one. */
static bool stands_with(const struct pep_tokens *t, uint32_t i, uint32_t token)
{
    return t->at[i].file == t->at[token].file && t->at[i].line == t->at[token].line;
}

/* which_case - how many cases stand on the line of this one in front of it; UINT32_MAX unless all are so many. */
static uint32_t which_case(const struct pep_tokens *t, uint32_t first, uint32_t cases)
{
    uint32_t before = 0, all = 0;
    for (uint32_t i = first; i-- && before <= cases && stands_with(t, i, first);)
        before += t->at[i].word == PEP_W_CASE;
    for (uint32_t i = first; i < t->count && before + all <= cases && stands_with(t, i, first); i++)
        all += t->at[i].word == PEP_W_CASE;
    return before + all == cases ? before : UINT32_MAX;
}

static uint32_t count_cases(const struct pep_tokens *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->count; i++)
        n += t->at[i].word == PEP_W_CASE;
    return n;
}

/* name_of - the label that this case of a line of the source begins, where it ends there and has a name in it. */
static const char *name_of(struct pep_walk *w, const struct pep_tokens *line, uint32_t which)
{
    uint32_t begin = 0, end;
    while (line->at[begin].word != PEP_W_CASE || which--)
        begin++;
    bool named = false;
    for (end = begin + 1; end < line->count && line->at[end].word != ':' && line->at[end].word != '?'; end++)
        named |= line->at[end].kind == PEP_IDENTIFIER;
    if (!named || end == line->count || line->at[end].word == '?')
        return NULL;
    return pep_walk_text(w, line->text, line->at[begin].begin, line->at[end].begin);
}

const char *pep_walk_label_name(struct pep_walk *w, uint32_t first, uint32_t colon)
{
    bool has_value = false;
    for (uint32_t i = first + 1; i < colon; i++)
        has_value |= w->t->at[i].kind == PEP_NUMBER || w->t->at[i].kind == PEP_CHARACTER;
    size_t length;
    const char *text = has_value ? line_of(&length, w, w->t->at[first].file, w->t->at[first].line) : NULL;
    if (!text)
        return NULL;
    struct pep_tokens line;
    text = pep_arena_strndup(w->arena, text, length);
    pep_tokens_scan(&line, text, length, false);
    uint32_t cases = count_cases(&line), which = cases ? which_case(w->t, first, cases) : UINT32_MAX;
    const char *name = which < cases ? name_of(w, &line, which) : NULL;
    pep_tokens_free(&line);
    return name;
}
