/* words.h - lists of words: command lines, variables that hold options, response files.
 *
 * The strings belong to the arena they were made in, or to whoever pushed them.  pep_words_vector ends a list with the
 * NULL that exec wants; it is not counted, and the next push takes its place. */
#ifndef PEP_FRONTEND_WORDS_H
#define PEP_FRONTEND_WORDS_H
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include <stdbool.h>

struct pep_words {
    PEP_ARRAY(const char *);
};

enum pep_words_rule {
    PEP_WORDS_SHELL,    /* as a shell: a backslash is plain between single quotes */
    PEP_WORDS_RESPONSE, /* as a compiler reads @file: a backslash quotes everywhere */
};

/* Appends the words of text.  Gives 0, or -1 where a quotation does not end (the rest is then one word). */
int pep_words_split(struct pep_words *out, struct pep_arena *arena, const char *text, enum pep_words_rule rule);
/* Appends one word, or for @FILE the words of that file, and so on inside of it.  As the compilers do, an @FILE that
 * cannot be read stays as it is.  Gives true where something was expanded. */
bool pep_words_expand(struct pep_words *out, struct pep_arena *arena, const char *word);
void pep_words_append(struct pep_words *out, const struct pep_words *more);
/* Ends the list with NULL and gives it. */
const char *const *pep_words_vector(struct pep_words *words);
/* Appends " WORD WORD ...\n", quoted as gcc's -### does: between double quotes where a word holds anything but
 * letters, digits and ./-_ */
void pep_words_print(struct pep_buffer *out, const char *const *vector);
#endif
