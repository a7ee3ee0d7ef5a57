/* lexer.h - tokens of preprocessed C text, with brackets matched and the user's own lines.
 *
 * libclang tells what the text means; where a byte is, and which token stands before another, is told by this lexer
 * alone, so that the edits are the same whatever libclang is at hand.  Comments (there are some after -C) are white
 * space.  Line markers set file and line and are no tokens; any other line that starts with '#' is one PEP_PRAGMA.
 *
 * Everything lives until pep_tokens_free.  Offsets are bytes of the text given to pep_tokens_scan. */
#ifndef PEP_FRONTEND_LEXER_H
#define PEP_FRONTEND_LEXER_H
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "cfgbuild/cfg.h"
#include <stdbool.h>
#include <stdint.h>

enum pep_token_kind {
    PEP_IDENTIFIER, /* keywords are identifiers with a `word` */
    PEP_NUMBER,
    PEP_STRING,
    PEP_CHARACTER,
    PEP_PUNCTUATOR, /* `word` is its first byte, or one of the PEP_P_ values */
    PEP_PRAGMA,
};

/* What a token spells, where the rewriter cares; 0 for any other. */
enum pep_word {
    PEP_P_AND = 128, /* && */
    PEP_P_OR,        /* || */
    PEP_P_OTHER,     /* a punctuator of several bytes that is neither */
    PEP_P_ASSIGN,    /* = and its like, ++, -- */
    PEP_W_IF,
    PEP_W_ELSE,
    PEP_W_WHILE,
    PEP_W_DO,
    PEP_W_FOR,
    PEP_W_SWITCH,
    PEP_W_CASE,
    PEP_W_DEFAULT,
    PEP_W_RETURN,
    PEP_W_GOTO,
    PEP_W_BREAK,
    PEP_W_CONTINUE,
    PEP_W_ASM,
    PEP_W_ATTRIBUTE,
    PEP_W_NORETURN,
    PEP_W_TWICE,  /* returns_twice */
    PEP_W_SIZEOF, /* sizeof, typeof, alignof and their like: the operand is not evaluated */
    PEP_W_TYPE,   /* other keywords that may stand before '(' without being a call */
    PEP_W_EXPECT, /* __builtin_expect and its like: the value of the first argument */
    PEP_W_OPAQUE, /* __builtin_constant_p and its like, _Generic */
    PEP_W_FALLTHROUGH,
};

#define PEP_NO_TOKEN UINT32_MAX

struct pep_token {
    uint32_t begin, end; /* offsets; end is exclusive */
    uint32_t match;      /* the other bracket's token, or PEP_NO_TOKEN */
    uint32_t line, file; /* as the line markers say */
    uint32_t line_begin; /* offset of the first byte of the line */
    uint32_t column;     /* counts on where markers cut a line of the source in pieces, as at each macro of a system
                            header, so that it orders all of them */
    uint8_t kind, word;
    bool system; /* in a system header, or in the expansion of one's macro */
};

struct pep_tokens {
    PEP_ARRAY(struct pep_token);
    const char *text;
    size_t length;
    struct {
        PEP_ARRAY(const char *);
    } files;               /* names of the line markers; [0] is the main file */
    const char *directory; /* of the marker that names it ("/dir//"), or NULL */
    struct pep_arena arena;
    uint32_t unbalanced; /* offset of the first bracket without a partner, or PEP_NO_TOKEN */
};

/* Scans all of the text (NUL-terminated).  c89: "//" divides where a comment of "*" follows, and else begins one all
 * the same: clang knows it, and to others it is an error. */
void pep_tokens_scan(struct pep_tokens *t, const char *text, size_t length, bool c89);
void pep_tokens_free(struct pep_tokens *t);

/* The first token that begins at or after the offset; t->count where there is none. */
uint32_t pep_tokens_at(const struct pep_tokens *t, uint32_t offset);
/* The last token that is no pragma and ends at or before the offset, or PEP_NO_TOKEN. */
uint32_t pep_tokens_before(const struct pep_tokens *t, uint32_t offset);
/* Of a bracket that opens, the one that closes it; of any other token, a bracket that closes too, that token itself:
 * what is in brackets is passed, and a loop gets on wherever it began. */
uint32_t pep_token_close(const struct pep_tokens *t, uint32_t token);
/* Do the two tokens spell the same? */
bool pep_tokens_alike(const struct pep_tokens *t, uint32_t a, uint32_t b);
/* Does the token spell this text? */
bool pep_token_is(const struct pep_tokens *t, uint32_t token, const char *spelling);
/* Is it one of these n words? */
bool pep_token_is_one(const struct pep_tokens *t, uint32_t token, const char *const *list, size_t n);
/* Do the parentheses that end here belong to an if, for, while or switch? */
bool pep_token_ends_head(const struct pep_tokens *t, uint32_t token);
/* How assembly sets the variable that is named there as an operand: '=', '+' where it reads it too, or 0. */
char pep_token_output(const struct pep_tokens *t, uint32_t token);
/* May the user's own files define a function?  No, where all outer braces there hold members of a type or values of an
 * object, as in a file of tables: what system headers define is then called by nobody.  If it is yes, there may be none
 * all the same. */
bool pep_tokens_may_define(struct pep_tokens *t);
/* Is it a #pragma of which this is the first word? */
bool pep_token_is_pragma(const struct pep_tokens *t, uint32_t token, const char *word);
/* Does an attribute of this name, written with or without underscores around it, stand in these tokens?  In
 * __attribute__((...)) or [[...]]: elsewhere it is any name. */
bool pep_tokens_attribute(const struct pep_tokens *t, uint32_t begin, uint32_t end, const char *name);
/* Of a token in front of a statement: the first one of the attribute that ends with it, __attribute__((...)) or
 * [[...]]; PEP_NO_TOKEN where none does. */
uint32_t pep_tokens_attribute_ends(const struct pep_tokens *t, uint32_t token);
struct pep_position pep_token_position(const struct pep_tokens *t, uint32_t token);
/* Adds the token, and a blank behind it, but within a :: of C23. */
void pep_tokens_add(struct pep_buffer *out, const struct pep_tokens *t, uint32_t token);
/* Appends a line marker: what follows is of the token's line and file; `flags` are the marker's, each after a space. */
void pep_tokens_marker(struct pep_buffer *out, const struct pep_tokens *t, uint32_t token, const char *flags);
/* A line a token, for -fpep-dump=t. */
void pep_tokens_dump(struct pep_buffer *out, const struct pep_tokens *t);
#endif
