/* callbacks.c - where a function calls one of the C library's sorts and searches, and names what that is to call back.
 *
 * These call nothing but what they are given, and only before they return. */
#include "frontend/walk.h"
#include <string.h>

/* Of ISO C and POSIX; all take int (const void *, const void *) last, and return void or void *. */
static bool calls_back(const char *name, bool *returns)
{
    static const char *const names[] = {"qsort", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete"};
    *returns = strcmp(name, "qsort") != 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static uint32_t token_of(const struct pep_walk *w, CXCursor c)
{
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, c);
    return pep_tokens_at(w->t, begin);
}

/* The function that a name alone stands for; else some other cursor. */
static CXCursor function_named(const struct pep_walk *w, CXCursor c)
{
    c = pep_walk_inside(w, c, false);
    return c.kind == CXCursor_DeclRefExpr ? w->l->getCursorReferenced(c) : c;
}

/* Can it be called by its name in front of the function too? */
static bool compares(struct pep_walk *w, CXCursor function)
{
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, function);
    if (function.kind != CXCursor_FunctionDecl || begin >= w->tree->first)
        return false;
    const char *type =
        pep_walk_spelling(w, w->l->getTypeSpelling(w->l->getCanonicalType(w->l->getCursorType(function))));
    return !strcmp(type, "int (const void *, const void *)") || !strcmp(type, "int ()");
}

/* libclang shows an expression twice in places (a ?: b). */
static bool is_known(const struct pep_walk *w, uint32_t name)
{
    for (size_t i = 0; i < w->callbacks.count; i++)
        if (w->callbacks.at[i].name == name)
            return true;
    return false;
}

static bool is_of_system(const struct pep_walk *w, CXCursor c)
{
    uint32_t token = token_of(w, c);
    return token < w->t->count && w->t->at[token].system;
}

bool pep_walk_is_of_library(const struct pep_walk *w, CXCursor function)
{
    CXCursor definition = w->l->getCursorDefinition(function);
    return is_of_system(w, function) && (definition.kind != CXCursor_FunctionDecl || is_of_system(w, definition));
}

void pep_walk_callback(struct pep_walk *w, const struct pep_cursors *call)
{
    struct pep_callback found = {0};
    CXCursor callee = function_named(w, call->at[0]), last = call->at[call->count - 1];
    if (callee.kind != CXCursor_FunctionDecl ||
        !calls_back(pep_walk_spelling(w, w->l->getCursorSpelling(callee)), &found.returns) ||
        !pep_walk_is_of_library(w, callee))
        return;
    uint32_t name = token_of(w, call->at[0]), argument = token_of(w, last);
    if (argument + 1 >= w->t->count || w->t->at[name + 1].word != '(' || w->t->at[name + 1].match != argument + 1 ||
        w->opaque[name] || !compares(w, function_named(w, last)))
        return;
    found.name = w->t->at[name].begin;
    found.argument = w->t->at[argument].begin;
    if (!is_known(w, found.name))
        pep_array_push(&w->callbacks, found);
}
