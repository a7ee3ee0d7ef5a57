/* calls.c - where a function calls others, by their names or through pointers.
 *
 * A callee that is named - f(x), (*f)(x), (&f)(x) - is known; of any other expression the value is a site of its own.
 * What the compiler does itself (__builtin_..., __atomic_...) is no call. */
#include "frontend/parse.h"
#include "frontend/walk.h"
#include <stdlib.h>
#include <string.h>

/* The function that an expression names, whatever is done with its address; or the expression itself. */
static CXCursor named(const struct pep_walk *w, CXCursor c)
{
    for (;;) {
        struct pep_cursors kids = {0};
        uint32_t begin, end;
        c = pep_walk_inside(w, c, false);
        if (c.kind == CXCursor_DeclRefExpr)
            return w->l->getCursorReferenced(c);
        pep_walk_range(&begin, &end, w, c);
        uint32_t token = pep_tokens_at(w->t, begin);
        bool through = c.kind == CXCursor_UnaryOperator && token < w->t->count &&
                       (w->t->at[token].word == '*' || pep_token_is(w->t, token, "&"));
        if (through)
            pep_walk_children(&kids, w, c);
        through = kids.count == 1;
        CXCursor kid = through ? kids.at[0] : c;
        pep_array_free(&kids);
        if (!through)
            return c;
        c = kid;
    }
}

static bool is_compilers(const char *name)
{
    static const char *const beginnings[] = {"__builtin_", "__atomic_", "__sync_", "__c11_", "__pep_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
            return true;
    return false;
}

/* The name of the function that is called, or NULL where it is called through a pointer.  Of functions that gcc's
 * headers define and clang has built in (__rdtsc, _mm_getcsr) libclang knows no declaration: where it knows none of
 * what is called, and that is a single word, the word is the name. */
static const char *name_of(struct pep_walk *w, CXCursor callee)
{
    CXCursor function = named(w, callee);
    if (function.kind == CXCursor_FunctionDecl)
        return pep_walk_spelling(w, w->l->getCursorSpelling(function));
    if (function.kind < CXCursor_FirstExpr) /* a variable */
        return NULL;
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, function);
    uint32_t token = pep_tokens_at(w->t, begin);
    const struct pep_token *k = &w->t->at[token];
    bool word = token < w->t->count && k->kind == PEP_IDENTIFIER && !k->word && k->end == end;
    return word ? pep_arena_strndup(w->arena, w->t->text + begin, end - begin) : NULL;
}

/* What such an expression is copied to is atomic too, by clang, and then cannot be called. */
static bool is_atomic(struct pep_walk *w, CXCursor callee)
{
    return w->l->getCanonicalType(w->l->getCursorType(named(w, callee))).kind == CXType_Atomic;
}

void pep_walk_call(struct pep_walk *w, CXCursor callee)
{
    struct pep_call_expression call = {.callee = PEP_NO_CALLEE};
    pep_walk_range(&call.begin, &call.end, w, callee);
    uint32_t token = pep_tokens_at(w->t, call.begin);
    uint32_t parenthesis = pep_tokens_at(w->t, call.end);
    if (call.begin < w->tree->begin || parenthesis >= w->t->count || w->t->at[parenthesis].word != '(' ||
        w->untold[token] || w->called[parenthesis]) /* libclang shows an expression twice in places (a ?: b) */
        return;
    w->called[parenthesis] = true;
    call.position = pep_token_position(w->t, token);
    call.name = name_of(w, callee);
    if (call.name ? is_compilers(call.name) : is_atomic(w, callee))
        return;
    if (!call.name) {
        struct pep_value_site site = {.kind = PEP_VALUE_TARGET, .bits = 64, .position = call.position};
        site.name = pep_walk_text(w, w->t->text, call.begin, call.end);
        call.site = (uint32_t)w->sites.count;
        pep_array_push(&w->sites, site);
    }
    pep_array_push(&w->call_expressions, call);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct pep_callee *)left)->name, ((const struct pep_callee *)right)->name);
}

void pep_parse_callees(struct pep_parse *parse)
{
    struct pep_map known = {0};
    struct {
        PEP_ARRAY(struct pep_callee);
    } callees = {0};
    for (size_t i = 0; i < parse->functions.count; i++) {
        const struct pep_tree *tree = &parse->functions.at[i];
        for (uint32_t k = 0; k < tree->ncall_expressions; k++) {
            const char *name = tree->call_expressions[k].name;
            size_t n = callees.count;
            if (name && *pep_map_put(&known, name, strlen(name), n) == n)
                pep_array_push(&callees, (struct pep_callee){name, PEP_NO_FUNCTION});
        }
    }
    if (callees.count)
        qsort(callees.at, callees.count, sizeof *callees.at, by_name);
    for (size_t i = 0; i < callees.count; i++)
        *pep_map_get(&known, callees.at[i].name, strlen(callees.at[i].name)) = i;
    for (size_t i = 0; i < parse->functions.count; i++) {
        struct pep_tree *tree = &parse->functions.at[i];
        uint64_t *index = pep_map_get(&known, tree->name, strlen(tree->name));
        if (index)
            callees.at[*index].function = (uint32_t)i;
        for (uint32_t k = 0; k < tree->ncall_expressions; k++) {
            struct pep_call_expression *c = &tree->call_expressions[k];
            if (c->name)
                c->callee = (uint32_t)*pep_map_get(&known, c->name, strlen(c->name));
        }
    }
    parse->callees = callees.at;
    parse->ncallees = (uint32_t)callees.count;
    pep_map_free(&known);
}
