#include "frontend/words.h"
#include "base/file.h"
#include <ctype.h>
#include <string.h>

enum { MAX_NESTING = 64 }; /* of response files: a file that names itself ends here */

int pep_words_split(struct pep_words *out, struct pep_arena *arena, const char *text, enum pep_words_rule rule)
{
    struct pep_buffer word = PEP_BUFFER_INIT;
    char quote = 0;
    bool open = false; /* a word has begun; '' is one too */
    for (const char *p = text; *p; p++) {
        if (*p == '\\' && !(quote == '\'' && rule == PEP_WORDS_SHELL)) {
            open = true;
            if (p[1])
                pep_buffer_addc(&word, *++p);
        } else if (quote) {
            if (*p == quote)
                quote = 0;
            else
                pep_buffer_addc(&word, *p);
        } else if (*p == '\'' || *p == '"') {
            quote = *p;
            open = true;
        } else if (!isspace((unsigned char)*p)) {
            pep_buffer_addc(&word, *p);
            open = true;
        } else if (open) {
            pep_array_push(out, pep_arena_strdup(arena, pep_buffer_text(&word)));
            pep_buffer_clear(&word);
            open = false;
        }
    }
    if (open)
        pep_array_push(out, pep_arena_strdup(arena, pep_buffer_text(&word)));
    pep_buffer_free(&word);
    return quote ? -1 : 0;
}

static bool expand(struct pep_words *out, struct pep_arena *arena, const char *word, int nesting)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    if (word[0] != '@' || !word[1] || nesting == MAX_NESTING || pep_file_read(&text, word + 1)) {
        pep_array_push(out, word);
        pep_buffer_free(&text);
        return false;
    }
    struct pep_words inner = {0};
    pep_words_split(&inner, arena, pep_buffer_text(&text), PEP_WORDS_RESPONSE);
    pep_buffer_free(&text);
    for (size_t i = 0; i < inner.count; i++)
        expand(out, arena, inner.at[i], nesting + 1);
    pep_array_free(&inner);
    return true;
}

bool pep_words_expand(struct pep_words *out, struct pep_arena *arena, const char *word)
{
    return expand(out, arena, word, 0);
}

void pep_words_append(struct pep_words *out, const struct pep_words *more)
{
    for (size_t i = 0; i < more->count; i++)
        pep_array_push(out, more->at[i]);
}

const char *const *pep_words_vector(struct pep_words *words)
{
    pep_array_push(words, NULL);
    words->count--;
    return words->at;
}

static bool is_plain(const char *word)
{
    for (const char *p = word; *p; p++) {
        if (!isalnum((unsigned char)*p) && !strchr("./-_", *p))
            return false;
    }
    return *word != 0;
}

void pep_words_print(struct pep_buffer *out, const char *const *vector)
{
    for (; *vector; vector++) {
        pep_buffer_addc(out, ' ');
        if (is_plain(*vector)) {
            pep_buffer_adds(out, *vector);
            continue;
        }
        pep_buffer_addc(out, '"');
        for (const char *p = *vector; *p; p++) {
            if (strchr("\"\\$", *p))
                pep_buffer_addc(out, '\\');
            pep_buffer_addc(out, *p);
        }
        pep_buffer_addc(out, '"');
    }
    pep_buffer_addc(out, '\n');
}
