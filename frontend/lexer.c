#include "frontend/lexer.h"
#include "base/map.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *spelling;
    uint8_t word;
} words[] = {
    {"if", PEP_W_IF},
    {"else", PEP_W_ELSE},
    {"while", PEP_W_WHILE},
    {"do", PEP_W_DO},
    {"for", PEP_W_FOR},
    {"switch", PEP_W_SWITCH},
    {"case", PEP_W_CASE},
    {"default", PEP_W_DEFAULT},
    {"return", PEP_W_RETURN},
    {"goto", PEP_W_GOTO},
    {"break", PEP_W_BREAK},
    {"continue", PEP_W_CONTINUE},
    {"asm", PEP_W_ASM},
    {"__asm", PEP_W_ASM},
    {"__asm__", PEP_W_ASM},
    {"__attribute__", PEP_W_ATTRIBUTE},
    {"__attribute", PEP_W_ATTRIBUTE},
    {"noreturn", PEP_W_NORETURN},
    {"__noreturn__", PEP_W_NORETURN},
    {"_Noreturn", PEP_W_NORETURN},
    {"returns_twice", PEP_W_TWICE},
    {"__returns_twice__", PEP_W_TWICE},
    {"sizeof", PEP_W_SIZEOF},
    {"typeof", PEP_W_SIZEOF},
    {"__typeof", PEP_W_SIZEOF},
    {"__typeof__", PEP_W_SIZEOF},
    {"typeof_unqual", PEP_W_SIZEOF},
    {"__auto_type", PEP_W_TYPE},
    {"_Alignof", PEP_W_SIZEOF},
    {"alignof", PEP_W_SIZEOF},
    {"__alignof", PEP_W_SIZEOF},
    {"__alignof__", PEP_W_SIZEOF},
    {"_Static_assert", PEP_W_OPAQUE},
    {"static_assert", PEP_W_OPAQUE},
    {"_Alignas", PEP_W_OPAQUE},
    {"alignas", PEP_W_OPAQUE},
    {"_Generic", PEP_W_OPAQUE},
    {"__builtin_choose_expr", PEP_W_OPAQUE},
    {"__builtin_constant_p", PEP_W_OPAQUE},
    {"__builtin_object_size", PEP_W_OPAQUE},
    {"__builtin_dynamic_object_size", PEP_W_OPAQUE},
    {"__builtin_types_compatible_p", PEP_W_OPAQUE},
    {"__builtin_offsetof", PEP_W_OPAQUE},
    {"__builtin_has_attribute", PEP_W_OPAQUE},
    {"__builtin_classify_type", PEP_W_OPAQUE},
    {"__builtin_expect", PEP_W_EXPECT},
    {"__builtin_expect_with_probability", PEP_W_EXPECT},
    {"void", PEP_W_TYPE},
    {"char", PEP_W_TYPE},
    {"short", PEP_W_TYPE},
    {"int", PEP_W_TYPE},
    {"long", PEP_W_TYPE},
    {"float", PEP_W_TYPE},
    {"double", PEP_W_TYPE},
    {"signed", PEP_W_TYPE},
    {"unsigned", PEP_W_TYPE},
    {"_Bool", PEP_W_TYPE},
    {"const", PEP_W_TYPE},
    {"volatile", PEP_W_TYPE},
    {"__volatile", PEP_W_TYPE},
    {"__volatile__", PEP_W_TYPE},
    {"restrict", PEP_W_TYPE},
    {"__restrict", PEP_W_TYPE},
    {"struct", PEP_W_TYPE},
    {"union", PEP_W_TYPE},
    {"enum", PEP_W_TYPE},
    {"__extension__", PEP_W_TYPE},
    {"__func__", PEP_W_TYPE},
    {"fallthrough", PEP_W_FALLTHROUGH},
    {"__fallthrough__", PEP_W_FALLTHROUGH},
};

/* known_words - spelling -> word; made once, since the lines of case labels are scanned one by one. */
static const struct pep_map *known_words(void)
{
    static struct pep_map map;
    for (size_t i = map.entries.count; i < sizeof words / sizeof *words; i++)
        pep_map_put(&map, words[i].spelling, strlen(words[i].spelling), words[i].word);
    return &map;
}

struct scanner {
    struct pep_tokens *t;
    const char *text;
    size_t at, length;
    const struct pep_map *words;
    struct pep_map files;
    uint32_t line, file, line_begin;
    bool system;
    struct {
        PEP_ARRAY(uint32_t);
    } open; /* brackets not closed yet */
};

static bool is_ident(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

static void newline(struct scanner *s)
{
    s->line++;
    s->line_begin = (uint32_t)s->at + 1;
}

static uint32_t file_index(struct scanner *s, const char *name, size_t length)
{
    size_t n = s->t->files.count;
    uint64_t index = *pep_map_put(&s->files, name, length, n);
    if (index == n)
        pep_array_push(&s->t->files, pep_arena_strndup(&s->t->arena, name, length));
    return (uint32_t)index;
}

/* Takes "# 12 "file" 1 3" or "#line 12 "file"": gives true and stands before the newline, or stays and gives false. */
static bool line_marker(struct scanner *s)
{
    const char *p = s->text + s->at + 1;
    p += strspn(p, " \t");
    if (!strncmp(p, "line", 4) && (p[4] == ' ' || p[4] == '\t'))
        p += 4;
    p += strspn(p, " \t");
    if (!isdigit((unsigned char)*p))
        return false;
    char *end;
    unsigned long line = strtoul(p, &end, 10);
    p = end + strspn(end, " \t");
    if (*p == '"') {
        struct pep_buffer name = PEP_BUFFER_INIT;
        for (p++; *p && *p != '"' && *p != '\n'; p++) {
            if (*p == '\\' && isdigit((unsigned char)p[1])) {
                int value = 0, digits = 0;
                for (; digits < 3 && p[1] >= '0' && p[1] <= '7'; digits++)
                    value = value * 8 + *++p - '0';
                pep_buffer_addc(&name, (char)value);
                continue;
            }
            if (*p == '\\' && p[1] && p[1] != '\n')
                p++;
            pep_buffer_addc(&name, *p);
        }
        bool directory = name.count > 2 && !strcmp(name.at + name.count - 2, "//");
        if (directory && !s->t->directory)
            s->t->directory = pep_arena_strndup(&s->t->arena, name.at, name.count - 2);
        else if (!directory)
            s->file = file_index(s, pep_buffer_text(&name), name.count);
        pep_buffer_free(&name);
        if (*p == '"')
            p++;
        s->system = false;
        for (; *p && *p != '\n'; p++)
            if (*p == '3')
                s->system = true;
    }
    p += strcspn(p, "\n");
    s->at = (size_t)(p - s->text);
    s->line = (uint32_t)line - 1; /* the newline adds one */
    return true;
}

static void skip_block_comment(struct scanner *s)
{
    for (s->at += 2; s->at < s->length; s->at++) {
        if (s->text[s->at] == '*' && s->text[s->at + 1] == '/') {
            s->at += 2;
            return;
        }
        if (s->text[s->at] == '\n')
            newline(s);
    }
}

static void skip_line(struct scanner *s)
{
    for (; s->at < s->length && s->text[s->at] != '\n'; s->at++) {
        if (s->text[s->at] == '\\' && s->text[s->at + 1] == '\n') {
            s->at++;
            newline(s);
        }
    }
}

static void skip_quoted(struct scanner *s, char quote)
{
    for (s->at++; s->at < s->length && s->text[s->at] != quote && s->text[s->at] != '\n'; s->at++)
        if (s->text[s->at] == '\\' && s->at + 1 < s->length)
            s->at++;
    if (s->at < s->length && s->text[s->at] == quote)
        s->at++;
}

static void skip_number(struct scanner *s)
{
    for (; s->at < s->length; s->at++) {
        unsigned char c = (unsigned char)s->text[s->at], before = s->at ? (unsigned char)s->text[s->at - 1] : 0;
        bool sign = (c == '+' || c == '-') && strchr("eEpP", before);
        bool separator = c == '\'' && isalnum((unsigned char)s->text[s->at + 1]) && isalnum(before);
        if (!is_ident(c) && c != '.' && !sign && !separator)
            return;
    }
}

/* Length of the punctuator at p, with its word. */
static size_t punctuator(const char *p, uint8_t *word)
{
    static const char *const assigns[] = {"<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
    static const char *const others[] = {"...", "->", "<<", ">>", "<=", ">=", "==", "!=", "##"};
    static const struct {
        const char *spelling;
        char is;
    } digraphs[] = {{"<%", '{'}, {"%>", '}'}, {"<:", '['}, {":>", ']'}};
    *word = *p == '=' ? PEP_P_ASSIGN : (uint8_t)*p & 127;
    if (!p[1] || !strchr("=&|+-<>%:#.", p[1])) /* as most are */
        return 1;
    if (!strncmp(p, "&&", 2) || !strncmp(p, "||", 2)) {
        *word = *p == '&' ? PEP_P_AND : PEP_P_OR;
        return 2;
    }
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++) {
        if (!strncmp(p, digraphs[i].spelling, 2)) {
            *word = (uint8_t)digraphs[i].is;
            return 2;
        }
    }
    for (size_t i = 0; i < sizeof assigns / sizeof *assigns; i++) {
        if (!strncmp(p, assigns[i], strlen(assigns[i]))) {
            *word = PEP_P_ASSIGN;
            return strlen(assigns[i]);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!strncmp(p, others[i], strlen(others[i]))) {
            *word = PEP_P_OTHER;
            return strlen(others[i]);
        }
    }
    return 1;
}

static void match_bracket(struct scanner *s, struct pep_token *token)
{
    if (strchr("([{", token->word)) {
        pep_array_push(&s->open, (uint32_t)s->t->count);
    } else {
        static const char pairs[] = "()[]{}";
        uint32_t partner = s->open.count ? s->open.at[s->open.count - 1] : PEP_NO_TOKEN;
        char want = strchr(pairs, token->word)[-1];
        if (partner == PEP_NO_TOKEN || s->t->at[partner].word != want) {
            if (s->t->unbalanced == PEP_NO_TOKEN)
                s->t->unbalanced = token->begin;
            return;
        }
        s->open.count--;
        token->match = partner;
        s->t->at[partner].match = (uint32_t)s->t->count;
    }
}

/* The column of what begins here.  The preprocessor puts a marker in front of and behind all that comes from a system
 * header, with the same line: `assert(a); assert(b);` is four lines of text and more. */
static uint32_t column(const struct scanner *s)
{
    const struct pep_token *last = s->t->count ? pep_array_last(s->t) : NULL;
    uint32_t in_text = (uint32_t)s->at - s->line_begin;
    if (!last || last->line != s->line || last->file != s->file)
        return in_text + 1;
    if (last->line_begin != s->line_begin)
        return last->column + (last->end - last->begin) + in_text;
    return last->column + (uint32_t)s->at - last->begin;
}

static void add_token(struct scanner *s)
{
    struct pep_token token = {(uint32_t)s->at, 0, PEP_NO_TOKEN, s->line, s->file, s->line_begin, column(s), 0, 0,
                              s->system};
    unsigned char c = (unsigned char)s->text[s->at];
    if (isdigit(c) || (c == '.' && isdigit((unsigned char)s->text[s->at + 1]))) {
        token.kind = PEP_NUMBER;
        skip_number(s);
    } else if (is_ident(c) || c == '\\') {
        token.kind = PEP_IDENTIFIER;
        for (s->at++; s->at < s->length && is_ident((unsigned char)s->text[s->at]); s->at++) {}
        size_t length = s->at - token.begin;
        char next = s->text[s->at];
        if (length <= 2 && (next == '"' || next == '\'') && strchr("LuU", c)) { /* L"..", u8"..", U'.' */
            token.kind = next == '"' ? PEP_STRING : PEP_CHARACTER;
            skip_quoted(s, next);
        } else {
            const uint64_t *word = pep_map_get(s->words, s->text + token.begin, length);
            token.word = word ? (uint8_t)*word : 0;
        }
    } else if (c == '"' || c == '\'') {
        token.kind = c == '"' ? PEP_STRING : PEP_CHARACTER;
        skip_quoted(s, (char)c);
    } else {
        token.kind = PEP_PUNCTUATOR;
        s->at += punctuator(s->text + s->at, &token.word);
        if (token.word && token.word < 128 && strchr("()[]{}", token.word))
            match_bracket(s, &token);
    }
    token.end = (uint32_t)s->at;
    pep_array_push(s->t, token);
}

void pep_tokens_scan(struct pep_tokens *t, const char *text, size_t length, bool c89)
{
    *t = (struct pep_tokens){.text = text, .length = length, .unbalanced = PEP_NO_TOKEN};
    struct scanner s = {.t = t, .text = text, .length = length, .words = known_words(), .line = 1};
    pep_array_reserve(t, length / 5 + 16);
    bool fresh = true; /* nothing but white space on this line so far */
    while (s.at < length) {
        char c = text[s.at];
        if (c == '\n') {
            newline(&s);
            s.at++;
            fresh = true;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || !c) {
            s.at++;
        } else if (c == '\\' && text[s.at + 1] == '\n') {
            s.at++;
            newline(&s);
            s.at++;
        } else if (c == '/' && text[s.at + 1] == '*') {
            skip_block_comment(&s);
        } else if (c == '/' && text[s.at + 1] == '/' && !(c89 && text[s.at + 2] == '*')) {
            skip_line(&s);
        } else if (c == '#' && fresh) {
            if (!line_marker(&s)) {
                struct pep_token pragma = {(uint32_t)s.at, 0,          PEP_NO_TOKEN, s.line, s.file,
                                           s.line_begin,   column(&s), PEP_PRAGMA,   0,      s.system};
                skip_line(&s);
                pragma.end = (uint32_t)s.at;
                pep_array_push(t, pragma);
            }
        } else {
            fresh = false;
            add_token(&s);
        }
    }
    if (s.open.count && t->unbalanced == PEP_NO_TOKEN)
        t->unbalanced = t->at[s.open.at[0]].begin;
    if (!t->files.count)
        pep_array_push(&t->files, "");
    pep_array_free(&s.open);
    pep_map_free(&s.files);
}

void pep_tokens_free(struct pep_tokens *t)
{
    pep_array_free(&t->files);
    pep_arena_free(&t->arena);
    pep_array_free(t);
}

uint32_t pep_tokens_at(const struct pep_tokens *t, uint32_t offset)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->at[middle].begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

uint32_t pep_tokens_before(const struct pep_tokens *t, uint32_t offset)
{
    uint32_t i = pep_tokens_at(t, offset);
    while (i > 0 && (t->at[i - 1].end > offset || t->at[i - 1].kind == PEP_PRAGMA))
        i--;
    return i ? i - 1 : PEP_NO_TOKEN;
}

uint32_t pep_token_close(const struct pep_tokens *t, uint32_t token)
{
    uint32_t match = t->at[token].match;
    return match != PEP_NO_TOKEN && match > token ? match : token;
}

bool pep_tokens_alike(const struct pep_tokens *t, uint32_t a, uint32_t b)
{
    uint32_t length = t->at[a].end - t->at[a].begin;
    return t->at[b].end - t->at[b].begin == length &&
           !memcmp(t->text + t->at[a].begin, t->text + t->at[b].begin, length);
}

void pep_tokens_add(struct pep_buffer *out, const struct pep_tokens *t, uint32_t token)
{
    const struct pep_token *k = &t->at[token];
    pep_buffer_add(out, t->text + k->begin, k->end - k->begin);
    if (k->word != ':' || t->text[k->end] != ':')
        pep_buffer_addc(out, ' ');
}

bool pep_token_is(const struct pep_tokens *t, uint32_t token, const char *spelling)
{
    if (token >= t->count)
        return false;
    const struct pep_token *k = &t->at[token];
    size_t length = strlen(spelling);
    return k->end - k->begin == length && !memcmp(t->text + k->begin, spelling, length);
}

/* Does the token spell the word, or __word__? */
static bool is_spelled(const struct pep_tokens *t, uint32_t token, const char *word)
{
    const char *text = t->text + t->at[token].begin;
    size_t length = t->at[token].end - t->at[token].begin, own = strlen(word);
    if (length == own + 4 && !memcmp(text, "__", 2) && !memcmp(text + length - 2, "__", 2)) {
        text += 2;
        length -= 4;
    }
    return length == own && !memcmp(text, word, own);
}

bool pep_tokens_attribute(const struct pep_tokens *t, uint32_t begin, uint32_t end, const char *name)
{
    for (uint32_t i = begin; i + 1 < end; i++) {
        bool list = t->at[i].word == PEP_W_ATTRIBUTE || (t->at[i].word == '[' && t->at[i + 1].word == '[');
        uint32_t behind = list ? t->at[i + 1].match : PEP_NO_TOKEN;
        if (behind == PEP_NO_TOKEN)
            continue;
        for (; i < behind; i++)
            if (is_spelled(t, i, name))
                return true;
    }
    return false;
}

bool pep_token_ends_head(const struct pep_tokens *t, uint32_t token)
{
    uint8_t word = t->at[t->at[token].match - 1].word;
    return word == PEP_W_IF || word == PEP_W_FOR || word == PEP_W_WHILE || word == PEP_W_SWITCH;
}

char pep_token_output(const struct pep_tokens *t, uint32_t token)
{
    uint32_t left = token - 1, right = token + 1;
    while (t->at[left].word == '(' && t->at[right].word == ')')
        left--, right++;
    if (left == token - 1 || t->at[left].kind != PEP_STRING)
        return 0;
    while (t->at[left - 1].kind == PEP_STRING)
        left--;
    char how = t->text[t->at[left].begin + 1];
    return how == '=' || how == '+' ? how : 0;
}

bool pep_tokens_may_define(struct pep_tokens *t)
{
    /* What is of a system header in the user's own file is the expansion of a macro. */
    bool may = false, *own = PEP_NEW_N(&t->arena, bool, t->files.count + 1);
    own[0] = true;
    for (uint32_t i = 0; i < t->count; i++)
        own[t->at[i].file] |= !t->at[i].system;
    for (uint32_t i = 0; i < t->count && !may; i++) {
        const struct pep_token *token = &t->at[i];
        if (token->kind != PEP_PUNCTUATOR || token->match == PEP_NO_TOKEN)
            continue;
        uint32_t before = token->word == '{' ? pep_tokens_before(t, token->begin) : PEP_NO_TOKEN;
        may = own[token->file] && before != PEP_NO_TOKEN && t->at[before].kind != PEP_IDENTIFIER &&
              t->at[before].word != PEP_P_ASSIGN;
        i = token->match;
    }
    return may;
}

bool pep_token_is_one(const struct pep_tokens *t, uint32_t token, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pep_token_is(t, token, list[i]))
            return true;
    return false;
}

uint32_t pep_tokens_attribute_ends(const struct pep_tokens *t, uint32_t token)
{
    const struct pep_token *k = &t->at[token];
    if (k->match == PEP_NO_TOKEN)
        return PEP_NO_TOKEN;
    if (k->word == ']')
        return k->match;
    bool attribute = k->word == ')' && k->match && t->at[k->match - 1].word == PEP_W_ATTRIBUTE;
    return attribute ? k->match - 1 : PEP_NO_TOKEN;
}

bool pep_token_is_pragma(const struct pep_tokens *t, uint32_t token, const char *word)
{
    const char *at = t->text + t->at[token].begin;
    if (t->at[token].kind != PEP_PRAGMA)
        return false;
    at += strspn(at, " \t#");
    at += strncmp(at, "pragma", 6) ? 0 : 6;
    at += strspn(at, " \t");
    size_t length = strlen(word);
    return !strncmp(at, word, length) && !is_ident((unsigned char)at[length]);
}

struct pep_position pep_token_position(const struct pep_tokens *t, uint32_t token)
{
    const struct pep_token *k = &t->at[token];
    return (struct pep_position){k->file, k->line, k->column};
}

void pep_tokens_marker(struct pep_buffer *out, const struct pep_tokens *t, uint32_t token, const char *flags)
{
    const struct pep_token *k = &t->at[token];
    pep_buffer_printf(out, "# %" PRIu32 " \"", k->line);
    for (const char *c = t->files.at[k->file]; *c; c++) {
        if (*c == '"' || *c == '\\')
            pep_buffer_addc(out, '\\');
        pep_buffer_add(out, *c == '\n' ? "\\n" : c, *c == '\n' ? 2 : 1);
    }
    pep_buffer_printf(out, "\"%s\n", flags);
}

void pep_tokens_dump(struct pep_buffer *out, const struct pep_tokens *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct pep_token *k = &t->at[i];
        pep_buffer_printf(out, "%zu %s:%u:%u %.*s\n", i, t->files.at[k->file], k->line, k->column,
                          (int)(k->end - k->begin), t->text + k->begin);
    }
}
