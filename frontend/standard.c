#include "frontend/standard.h"
#include <string.h>

/* What the last option that names one names, as "gnu11", or NULL. */
static const char *find_named(const char *const *arguments)
{
    const char *named = NULL;
    for (; *arguments; arguments++) {
        const char *a = *arguments;
        a += !strncmp(a, "--", 2);
        if (!strncmp(a, "-std=", 5))
            named = a + 5;
        else if (!strcmp(a, "-ansi"))
            named = "c90";
    }
    return named;
}

static bool is_c90(const char *name)
{
    static const char *const names[] = {"c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool pep_standard_is_strict_c90(const char *const *arguments)
{
    const char *name = find_named(arguments);
    return name && name[0] != 'g' && is_c90(name);
}

/* c23, gnu2x and what comes after them. */
static bool is_c23(const char *name)
{
    return !strncmp(name, "c2", 2) || !strncmp(name, "gnu2", 4) || !strcmp(name, "iso9899:2024");
}

/* Does the text give a meaning of its own to this word: typedef int bool; enum { false, true }? */
static bool is_own(const struct pep_tokens *t, uint32_t word)
{
    if (pep_token_is(t, word, "bool"))
        return t->at[word + 1].word == ';';
    return word > 2 && t->at[word - 1].word == '{' &&
           (pep_token_is(t, word - 2, "enum") || pep_token_is(t, word - 3, "enum"));
}

/* look - headers make other words of these before C23. */
static void look(struct pep_standard *standard, const struct pep_tokens *t)
{
    static const char *const words[] = {"bool",    "false",        "true",          "nullptr",       "constexpr",
                                        "alignas", "thread_local", "static_assert", "typeof_unqual", "auto"};
    bool own = false;
    for (uint32_t i = 0; i + 1 < t->count; i++) {
        if (t->at[i].kind != PEP_IDENTIFIER || !pep_token_is_one(t, i, words, sizeof words / sizeof *words))
            continue;
        standard->in_doubt = true;
        own |= is_own(t, i);
    }
    standard->c23 = standard->in_doubt && !own;
}

void pep_standard_find(struct pep_standard *standard, const struct pep_tokens *t, const char *const *arguments)
{
    const char *name = find_named(arguments);
    *standard = (struct pep_standard){.named = name, .gnu_inline = name && is_c90(name)};
    for (; *arguments; arguments++)
        standard->gnu_inline |= !strcmp(*arguments, "-fgnu89-inline");
    if (name)
        standard->c23 = is_c23(name);
    else
        look(standard, t);
}
