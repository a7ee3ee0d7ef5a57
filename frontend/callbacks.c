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

static void look_at_call(struct pep_walk *w, CXCursor call)
{
    struct pep_cursors kids = {0};
    struct pep_callback found = {0};
    pep_walk_children(&kids, w, call);
    CXCursor callee = kids.count > 1 ? function_named(w, kids.at[0]) : call;
    if (callee.kind == CXCursor_FunctionDecl &&
        calls_back(pep_walk_spelling(w, w->l->getCursorSpelling(callee)), &found.returns)) {
        uint32_t declared = token_of(w, callee), name = token_of(w, kids.at[0]);
        uint32_t argument = token_of(w, kids.at[kids.count - 1]), close;
        bool plain = declared < w->t->count && w->t->at[declared].system && argument + 1 < w->t->count &&
                     w->t->at[name + 1].word == '(' && !w->opaque[name];
        close = plain ? w->t->at[name + 1].match : PEP_NO_TOKEN;
        if (plain && close == argument + 1 && compares(w, function_named(w, kids.at[kids.count - 1]))) {
            found.name = w->t->at[name].begin;
            found.argument = w->t->at[argument].begin;
            if (!is_known(w, found.name))
                pep_array_push(&w->callbacks, found);
        }
    }
    pep_array_free(&kids);
}

static enum CXChildVisitResult look(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (c.kind == CXCursor_CallExpr)
        look_at_call(data, c);
    return CXChildVisit_Recurse;
}

void pep_walk_callbacks(struct pep_walk *w, struct pep_tree *tree, CXCursor body)
{
    w->l->visitChildren(body, look, w);
    tree->ncallbacks = (uint32_t)w->callbacks.count;
    tree->callbacks = PEP_NEW_N(w->arena, struct pep_callback, w->callbacks.count + 1);
    if (w->callbacks.count)
        memcpy(tree->callbacks, w->callbacks.at, w->callbacks.count * sizeof *tree->callbacks);
    w->callbacks.count = 0;
}
