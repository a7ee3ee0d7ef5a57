/* assembly.c - what forbids that assembly be said twice, or be entered through copies of its variables.
 *
 * Compilers copy it as they like, where they inline or unroll, and it has to bear that; but by names that it defines,
 * or constants that an operand has to be, one version may differ from the other. */
#include "frontend/walk.h"
#include <ctype.h>
#include <string.h>

bool pep_walk_qualifies_assembly(const struct pep_tokens *t, uint32_t i)
{
    static const char *const words[] = {"volatile", "__volatile", "__volatile__", "inline", "__inline", "__inline__"};
    return pep_token_is_one(t, i, words, sizeof words / sizeof *words);
}

/* The first byte of the word that ends in front of `at`, in a string from `begin` on; what a backslash stands before is
 * none of it. */
static const char *begin_of_word(const char *begin, const char *at)
{
    while (at > begin && (isalnum((unsigned char)at[-1]) || strchr("_.$%=", at[-1])) &&
           (at - 1 == begin || at[-2] != '\\'))
        at--;
    return at;
}

/* May the colon there stand in two copies?  It may behind a number, whose labels are told by where they stand, behind a
 * word with %=, which is another number each time, and behind a register of x86 that an address goes by. */
static bool is_plain_colon(const char *begin, const char *colon)
{
    const char *word = begin_of_word(begin, colon);
    size_t length = (size_t)(colon - word);
    bool number = length > 0;
    for (const char *p = word; p < colon; p++) {
        number &= isdigit((unsigned char)*p) != 0;
        if (p[0] == '%' && p[1] == '=')
            return true;
    }
    return number || (length == 4 && !memcmp(word, "%%", 2) && word[3] == 's');
}

/* Does a directive there define a name, which it may only do once?  .set may do it again, .comm means the same. */
static bool is_definition(const char *at, const char *end)
{
    static const char *const directives[] = {".macro", ".equiv", ".eqv", ".lcomm"};
    bool definition = false;
    for (size_t i = 0; i < sizeof directives / sizeof *directives && !definition; i++) {
        size_t length = strlen(directives[i]);
        definition = (size_t)(end - at) >= length && !memcmp(at, directives[i], length);
    }
    return definition;
}

/* Does this part of a template define no name that is to be there once? */
static bool is_plain_template(const struct pep_tokens *t, uint32_t i)
{
    const char *begin = t->text + t->at[i].begin + 1, *end = t->text + t->at[i].end - 1;
    bool plain = true;
    for (const char *p = begin; p < end && plain; p++)
        plain = *p == ':'   ? is_plain_colon(begin, p)
                : *p == '=' ? p > begin && p[-1] == '%'
                            : *p != '.' || !is_definition(p, end);
    return plain;
}

/* Does this part of a constraint leave the choice of something else than a constant?  W takes the next letter too. */
static bool allows_variable(const struct pep_tokens *t, uint32_t i)
{
    bool allows = false;
    for (uint32_t k = t->at[i].begin + 1; k + 1 < t->at[i].end && !allows; k++) {
        allows = isalnum((unsigned char)t->text[k]) && !strchr("insepCEFGHIJKLMNOPWZ", t->text[k]);
        k += t->text[k] == 'W';
    }
    return allows;
}

/* Does a name of the function's own stand in an operand, so that it is a constant only where the compiler knows the
 * variable's value? */
static bool names_local(const struct pep_walk *w, uint32_t list, uint32_t open)
{
    const struct pep_tokens *t = w->t;
    uint32_t name = pep_tokens_at(t, w->tree->name_begin), body = pep_tokens_at(t, w->tree->begin);
    bool local = false;
    for (uint32_t i = list; i < open && !local; i++) {
        if (t->at[i].kind != PEP_IDENTIFIER || t->at[i].word)
            continue;
        for (uint32_t k = name + 1; k < body && !local; k++)
            local = pep_tokens_alike(t, i, k);
        for (size_t k = 0; k < w->locals.count && !local; k++)
            local = pep_token_is(t, i, w->locals.at[k].name);
    }
    return local;
}

bool pep_walk_names_register(const struct pep_tokens *t, uint32_t i)
{
    if (t->at[i - 1].kind != PEP_IDENTIFIER)
        return false;
    while (i && !(t->at[i].word && strchr(";{}(", t->at[i].word)))
        if (pep_token_is(t, --i, "register"))
            return true;
    return false;
}

const char *pep_walk_object_to_assembly(const struct pep_walk *w, uint32_t i)
{
    const struct pep_tokens *t = w->t;
    do
        i++;
    while (pep_walk_qualifies_assembly(t, i));
    if (t->at[i].word != '(' || t->at[i].match == PEP_NO_TOKEN)
        return "assembly that branches";
    uint32_t close = t->at[i].match;
    bool template = true, variable = false;
    while (++i < close) {
        const struct pep_token *k = &t->at[i];
        if (k->word == ':' || pep_token_is(t, i, "::"))
            template = false;
        else if (k->kind == PEP_STRING && template && !is_plain_template(t, i))
            return "assembly that defines a name";
        else if (k->kind == PEP_STRING)
            variable = (t->at[i - 1].kind == PEP_STRING && variable) || allows_variable(t, i);
        else if (k->word == '(' && !variable && names_local(w, i, k->match))
            return "assembly that wants a constant";
        i = pep_token_close(t, i);
    }
    return NULL;
}

bool pep_walk_crowds(const struct pep_walk *w, uint32_t i)
{
    enum { MANY = 7 };
    const struct pep_tokens *t = w->t;
    unsigned strings = 0; /* the template, and one an operand or clobbered register */
    do
        i++;
    while (pep_walk_qualifies_assembly(t, i));
    for (uint32_t close = t->at[i].match; i < close; i++)
        strings += t->at[i].kind == PEP_STRING && t->at[i + 1].kind != PEP_STRING;
    return strings > MANY;
}
