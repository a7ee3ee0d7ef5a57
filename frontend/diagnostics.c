#include "frontend/diagnostics.h"
#include "base/array.h"
#include "base/map.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A piece is a line with the lines that belong to it: a message with its source lines, or a line of context. */
enum piece_kind { PIECE_MESSAGE, PIECE_CONTEXT, PIECE_TALLY };

struct piece {
    const char *text;
    size_t length;
    enum piece_kind kind;
};
struct pieces {
    PEP_ARRAY(struct piece);
};

/* plain_line - the line without colours, so that messages look alike on a terminal and elsewhere */
static void plain_line(struct pep_buffer *out, const char *line, size_t length)
{
    pep_buffer_clear(out);
    for (size_t i = 0; i < length; i++) {
        if (line[i] != '\033') {
            pep_buffer_addc(out, line[i]);
            continue;
        }
        while (i + 1 < length && !isalpha((unsigned char)line[i + 1]))
            i++;
        i++;
    }
}

/* begins - whether a line begins a piece, and of which kind; source lines and carets do not */
static bool begins(enum piece_kind *kind, const char *line)
{
    static const char *const words[] = {": warning: ", ": error: ", ": note: ", ": fatal error: ", ": remark: "};
    static const char *const contexts[] = {": In function ", ": At top level:", "In file included from "};
    size_t length = strlen(line);
    if (isdigit((unsigned char)line[0]) && length > 11 && !strcmp(line + length - 11, " generated.")) {
        *kind = PIECE_TALLY;
        return true;
    }
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++) {
        if (strstr(line, contexts[i])) {
            *kind = PIECE_CONTEXT;
            return true;
        }
    }
    *kind = PIECE_MESSAGE;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (line[0] != ' ' && strstr(line, words[i]))
            return true;
    }
    return false;
}

static void cut(struct pieces *out, const char *text)
{
    struct pep_buffer line = PEP_BUFFER_INIT;
    while (*text) {
        size_t length = strcspn(text, "\n");
        enum piece_kind kind;
        plain_line(&line, text, length);
        length += text[length] == '\n';
        if (begins(&kind, pep_buffer_text(&line)) || !out->count)
            pep_array_push(out, (struct piece){text, length, kind});
        else
            pep_array_last(out)->length += length;
        text += length;
    }
    pep_buffer_free(&line);
}

/* headline - length of a piece's first line: it names place and message; the source shown below it may be that of
 * our text, where #pragma message is spelt otherwise */
static size_t headline(const struct piece *p)
{
    return strcspn(p->text, "\n");
}

static bool is_inclusion(const struct piece *p)
{
    static const char words[] = "In file included from ";
    return p->length >= sizeof words - 1 && !memcmp(p->text, words, sizeof words - 1);
}

/* add_pieces - a context is printed with the first message behind it that is printed: "In function" holds for all that
 * follow, "In file included from" for one */
static void add_pieces(struct pep_buffer *out, const struct pieces *pieces, const struct pep_map *said)
{
    size_t first = 0, end = 0; /* the contexts that wait: several in a row belong together */
    for (size_t i = 0; i < pieces->count; i++) {
        const struct piece *p = &pieces->at[i];
        if (p->kind == PIECE_TALLY)
            continue;
        if (p->kind == PIECE_CONTEXT) {
            first = end == i ? first : i;
            end = i + 1;
            continue;
        }
        if (said && pep_map_get(said, p->text, headline(p))) {
            while (first < end && is_inclusion(&pieces->at[first]))
                first++;
            continue;
        }
        for (; first < end; first++)
            pep_buffer_add(out, pieces->at[first].text, pieces->at[first].length);
        pep_buffer_add(out, p->text, p->length);
    }
}

/* add_tally - "3 warnings and 1 error generated.", the way clang counts */
static void add_tally(struct pep_buffer *out, const char *text)
{
    struct pieces all = {0};
    struct pep_buffer line = PEP_BUFFER_INIT;
    int warnings = 0, errors = 0;
    cut(&all, text);
    for (size_t i = 0; i < all.count; i++) {
        plain_line(&line, all.at[i].text, strcspn(all.at[i].text, "\n"));
        const char *plain = pep_buffer_text(&line);
        warnings += strstr(plain, ": warning: ") != NULL;
        errors += strstr(plain, ": error: ") != NULL;
    }
    if (warnings)
        pep_buffer_printf(out, "%d warning%s", warnings, warnings == 1 ? "" : "s");
    if (errors)
        pep_buffer_printf(out, "%s%d error%s", warnings ? " and " : "", errors, errors == 1 ? "" : "s");
    if (warnings || errors)
        pep_buffer_adds(out, " generated.\n");
    pep_buffer_free(&line);
    pep_array_free(&all);
}

static bool has_tally(const struct pieces *pieces)
{
    return pieces->count && pep_array_last(pieces)->kind == PIECE_TALLY;
}

void pep_diagnostics_join(struct pep_buffer *out, const char *first, const char *second)
{
    if (!*first || !*second) {
        pep_buffer_adds(out, *first ? first : second);
        return;
    }
    struct pieces one = {0}, two = {0};
    struct pep_map said = {0};
    struct pep_buffer text = PEP_BUFFER_INIT;
    cut(&one, first);
    cut(&two, second);
    for (size_t i = 0; i < one.count; i++)
        pep_map_put(&said, one.at[i].text, headline(&one.at[i]), 0);
    add_pieces(&text, &one, NULL);
    add_pieces(&text, &two, &said);
    if (has_tally(&one) || has_tally(&two))
        add_tally(&text, pep_buffer_text(&text));
    pep_buffer_add(out, pep_buffer_text(&text), text.count);
    pep_buffer_free(&text);
    pep_map_free(&said);
    pep_array_free(&one);
    pep_array_free(&two);
}
