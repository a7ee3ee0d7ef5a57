/* locals.c - what a second version of a function has to know of the first: what it declares, what its text mentions,
 * and what forbids that there be two of it. */
#include "frontend/scopes.h"
#include "frontend/walk.h"
#include <string.h>

/* --- variables --- */

static bool is_variable_length(const struct pep_walk *w, CXType type)
{
    for (;;) {
        switch ((int)type.kind) {
        case CXType_VariableArray: return true;
        case CXType_Pointer: type = w->l->getCanonicalType(w->l->getPointeeType(type)); break;
        case CXType_ConstantArray:
        case CXType_IncompleteArray: type = w->l->getCanonicalType(w->l->getArrayElementType(type)); break;
        default: return false;
        }
    }
}

static bool is_fixed(const struct pep_walk *w, CXType type)
{
    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray || type.kind == CXType_Record ||
           type.kind == CXType_Atomic || w->l->isConstQualifiedType(type) || w->l->isVolatileQualifiedType(type);
}

/* Of an array, its elements. */
static bool is_constant(const struct pep_walk *w, CXType type)
{
    type = w->l->getCanonicalType(type);
    while (!w->l->isConstQualifiedType(type) &&
           (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray))
        type = w->l->getCanonicalType(w->l->getArrayElementType(type));
    return w->l->isConstQualifiedType(type);
}

static void shut(struct pep_walk *w, const char *reason)
{
    if (!w->tree->whole.shut)
        w->tree->whole.shut = reason;
}

enum kind { VARIABLE, PARAMETER, FOREIGN };

/* `begin` is the offset behind the declaration; of a parameter, where the body begins. */
static void add_local(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end, enum kind kind)
{
    CXType type = w->l->getCanonicalType(w->l->getCursorType(c));
    unsigned offset = 0;
    w->l->getExpansionLocation(w->l->getCursorLocation(c), NULL, NULL, NULL, &offset);
    if (offset < w->shift)
        return;
    struct pep_local local = {.declared = offset - w->shift,
                              .begin = begin,
                              .end = end,
                              .parameter = kind == PARAMETER,
                              .foreign = kind == FOREIGN};
    uint32_t name = pep_tokens_at(w->t, local.declared);
    if (name >= w->t->count || w->t->at[name].begin != local.declared || w->t->at[name].kind != PEP_IDENTIFIER) {
        shut(w, "a variable without a name");
        return;
    }
    local.name = pep_arena_strndup(w->arena, w->t->text + local.declared, w->t->at[name].end - local.declared);
    if (local.foreign) {
        pep_array_push(&w->locals, local);
        return;
    }
    local.fixed = is_fixed(w, type);
    local.in_register = w->l->Cursor_getStorageClass(c) == CX_SC_Register;
    if (is_variable_length(w, type))
        shut(w, "arrays of variable length");
    pep_array_push(&w->locals, local);
}

void pep_walk_locals(struct pep_walk *w, const struct pep_cursors *declared, uint32_t begin)
{
    for (size_t i = 0; i < declared->count; i++) {
        CXCursor c = declared->at[i];
        enum CX_StorageClass storage = c.kind == CXCursor_VarDecl ? w->l->Cursor_getStorageClass(c) : CX_SC_Invalid;
        if (storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register)
            add_local(w, c, begin, w->scope_end, VARIABLE);
        else if (c.kind == CXCursor_VarDecl || c.kind == CXCursor_FunctionDecl || c.kind == CXCursor_TypedefDecl)
            add_local(w, c, begin, w->scope_end, FOREIGN);
        if (storage == CX_SC_Static && !is_constant(w, w->l->getCursorType(c)) && !w->tree->whole.single)
            w->tree->whole.single = "a static variable";
        else if (c.kind == CXCursor_StructDecl || c.kind == CXCursor_UnionDecl)
            shut(w, "a type of its own");
    }
}

/* --- mentions --- */

struct mentions {
    struct pep_walk *w;
    bool *known;        /* by token, from `first` on */
    uint32_t *declares; /* by token, from `first` on: a local, or PEP_NO_LOCAL */
    uint32_t first, behind;
    struct pep_scopes scopes;
    struct {
        PEP_ARRAY(struct pep_mention);
    } found;
};

static enum CXChildVisitResult mention(CXCursor c, CXCursor parent, CXClientData data)
{
    struct mentions *m = data;
    unsigned offset = 0;
    (void)parent;
    if (c.kind == CXCursor_DeclRefExpr) {
        m->w->l->getExpansionLocation(m->w->l->getCursorLocation(c), NULL, NULL, NULL, &offset);
        uint32_t token = offset < m->w->shift ? 0 : pep_tokens_at(m->w->t, offset - m->w->shift);
        if (token >= m->first && token < m->behind)
            m->known[token - m->first] = true;
    }
    return CXChildVisit_Recurse;
}

/* The local that the name means here, or PEP_NO_LOCAL. */
static uint32_t meant(const struct mentions *m, uint32_t token, enum pep_scope from)
{
    const struct pep_token *k = &m->w->t->at[token];
    if (k->kind != PEP_IDENTIFIER || k->word)
        return PEP_NO_LOCAL;
    return pep_scopes_find(&m->scopes, m->w->t->text + k->begin, k->end - k->begin, k->begin, from);
}

/* Is this & or && an operator in front of its only operand? */
static bool is_unary(const struct pep_walk *w, uint32_t i)
{
    const struct pep_token *left = &w->t->at[i - 1];
    return (left->word || left->kind == PEP_PUNCTUATOR) && left->word != ')' && left->word != ']';
}

/* Does the name in this place mean no variable whatever its spelling?  For those that libclang does not show as a
 * mention: what stands behind && may be a label or an operand. */
static bool is_no_variable(const struct pep_walk *w, uint32_t i)
{
    const struct pep_token *t = w->t->at;
    uint8_t before = t[i - 1].word;
    return before == '.' || before == PEP_W_GOTO || (before == PEP_P_AND && is_unary(w, i - 1)) ||
           pep_token_is(w->t, i - 1, "->") || pep_token_is(w->t, i - 1, "struct") ||
           pep_token_is(w->t, i - 1, "union") || pep_token_is(w->t, i - 1, "enum") ||
           (t[i + 1].word == ':' && before && before < 128 && strchr(";{}:", before));
}

/* Is the address taken of what is mentioned here?  &x and &(x), but not &x->y, &x[n] or n & x. */
static bool is_addressed(const struct pep_walk *w, uint32_t i)
{
    uint32_t before = i - 1, behind = i + 1;
    while (w->t->at[before].word == '(' && w->t->at[behind].word == ')')
        before--, behind++;
    return w->t->at[before].word == '&' && is_unary(w, before) && w->t->at[behind].word != '[' &&
           !pep_token_is(w->t, behind, "->");
}

/* Is what is mentioned here given another value?  x =, x++, --x, and the same with parentheses around x. */
static bool is_assigned(const struct pep_walk *w, uint32_t i)
{
    uint32_t before = i - 1, behind = i + 1;
    while (w->t->at[before].word == '(' && w->t->at[behind].word == ')')
        before--, behind++;
    return w->t->at[behind].word == PEP_P_ASSIGN || pep_token_is(w->t, before, "++") ||
           pep_token_is(w->t, before, "--");
}

/* Is the variable whose name this is in its declaration given a value there? */
static bool is_initialised(const struct pep_walk *w, uint32_t name)
{
    uint32_t i = name + 1;
    while (w->t->at[i].word == '[' || w->t->at[i].word == ')' || w->t->at[i].word == '(')
        i = w->t->at[i].word == ')' ? i + 1 : w->t->at[i].match + 1;
    return w->t->at[i].word != ';' && w->t->at[i].word != ',';
}

/* What libclang shows as mentions, and what each token of the body declares. */
static void know(struct mentions *m, CXCursor body)
{
    struct pep_walk *w = m->w;
    pep_scopes_index(&m->scopes, w->locals.at, (uint32_t)w->locals.count, w->arena);
    w->l->visitChildren(body, mention, m);
    for (uint32_t i = 0; i < m->behind - m->first; i++)
        m->declares[i] = PEP_NO_LOCAL;
    for (uint32_t i = 0; i < w->locals.count; i++) {
        uint32_t name = pep_tokens_at(w->t, w->locals.at[i].declared);
        if (name >= m->first && name < m->behind)
            m->declares[name - m->first] = i;
    }
}

/* Where a name may mean either of two, both are mentioned; of a fixed one there may be no doubt. */
static void add_mentions(struct mentions *m, uint32_t i)
{
    struct pep_walk *w = m->w;
    uint32_t offset = w->t->at[i].begin, declares = m->declares[i - m->first];
    uint32_t local = meant(m, i, PEP_SCOPE_BEHIND), fresh = meant(m, i, PEP_SCOPE_DECLARATION);
    bool known = m->known[i - m->first], hides = local != PEP_NO_LOCAL && w->locals.at[local].fixed && !known;
    if (declares != PEP_NO_LOCAL) {
        if (hides)
            shut(w, "two variables of one name, one in the other's block");
        pep_array_push(&m->found, (struct pep_mention){offset, declares, true, is_initialised(w, i)});
        return;
    }
    if (!known && is_no_variable(w, i))
        return;
    if (hides)
        shut(w, "a name that may or may not mean a variable");
    if (local != PEP_NO_LOCAL)
        pep_array_push(&m->found, (struct pep_mention){offset, local, false, is_assigned(w, i)});
    if (fresh != PEP_NO_LOCAL && fresh != local)
        pep_array_push(&m->found, (struct pep_mention){offset, fresh, false, is_assigned(w, i)});
}

/* Finds where locals are mentioned, and what follows from it. */
static void find_mentions(struct pep_walk *w, CXCursor body, uint32_t open, uint32_t close)
{
    struct pep_whole *whole = &w->tree->whole;
    struct mentions m = {.w = w, .first = open, .behind = close};
    m.known = PEP_NEW_N(w->arena, bool, close - open + 1);
    m.declares = PEP_NEW_N(w->arena, uint32_t, close - open + 1);
    know(&m, body);
    for (uint32_t i = open + 1; i < close; i++) {
        uint32_t local = meant(&m, i, PEP_SCOPE_DECLARATION);
        if (local == PEP_NO_LOCAL || (!m.known[i - open] && is_no_variable(w, i)))
            continue;
        w->locals.at[local].fixed |= is_addressed(w, i);
        if (w->locals.at[local].fixed && w->locals.at[local].in_register)
            shut(w, "an array or structure in a register");
    }
    for (uint32_t i = open + 1; i < close; i++)
        add_mentions(&m, i);
    whole->nmentions = (uint32_t)m.found.count;
    whole->mentions = PEP_NEW_N(w->arena, struct pep_mention, m.found.count + 1);
    if (m.found.count)
        memcpy(whole->mentions, m.found.at, m.found.count * sizeof *m.found.at);
    pep_array_free(&m.found);
    pep_scopes_free(&m.scopes);
}

/* --- the function as a whole --- */

struct rule {
    const char *word, *reason;
};

/* Words of the body that make a second version another function. */
static const struct rule singles[] = {
    {"__builtin_va_start", "a variable number of arguments"},
    {"__builtin_apply_args", "it calls with its own arguments"},
    {"__builtin_return_address", "it looks at its own frame"},
    {"__builtin_frame_address", "it looks at its own frame"},
    {"__builtin_setjmp", "it looks at its own frame"},
    {"__builtin_unwind_init", "it looks at its own frame"},
    {"musttail", "a call that has to be a jump"},
    {"__musttail__", "a call that has to be a jump"},
};
static const struct rule shuts[] = {
    {"alloca", "alloca"},
    {"__builtin_alloca", "alloca"},
    {"__builtin_alloca_with_align", "alloca"},
    {"__builtin_stack_save", "alloca"},
    {"cleanup", "attribute cleanup"},
    {"__cleanup__", "attribute cleanup"},
};
/* Attributes that a second version would need too, or that mean this one alone. */
static const char *const attributes[] = {"target",
                                         "target_clones",
                                         "optimize",
                                         "interrupt",
                                         "signal",
                                         "naked",
                                         "ifunc",
                                         "noreturn",
                                         "_Noreturn",
                                         "returns_twice",
                                         "ms_abi",
                                         "sysv_abi",
                                         "no_caller_saved_registers",
                                         "simd",
                                         "regparm",
                                         "nocf_check"};

static const char *find(const struct pep_tokens *t, uint32_t i, const struct rule *rules, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (pep_token_is(t, i, rules[k].word))
            return rules[k].reason;
    return NULL;
}

static bool is_attribute(const struct pep_tokens *t, uint32_t i)
{
    const char *text = t->text + t->at[i].begin;
    size_t length = t->at[i].end - t->at[i].begin;
    if (length > 4 && !memcmp(text, "__", 2) && !memcmp(text + length - 2, "__", 2)) {
        text += 2;
        length -= 4;
    }
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++)
        if (strlen(attributes[k]) == length && !memcmp(text, attributes[k], length))
            return true;
    return false;
}

static bool declares_type(const struct pep_tokens *t, uint32_t i)
{
    return (pep_token_is(t, i, "struct") || pep_token_is(t, i, "union") || pep_token_is(t, i, "enum")) &&
           (t->at[i + 1].word == '{' || t->at[i + 2].word == '{');
}

/* Does this token begin the size of a parameter, int b[a++], that does something each time it is evaluated? */
static bool has_effects(const struct pep_walk *w, uint32_t i)
{
    const struct pep_tokens *t = w->t;
    bool effects = t->at[i].word == '[' && t->at[i].match != PEP_NO_TOKEN && w->calls[t->at[i].match] != w->calls[i];
    for (uint32_t k = i; t->at[i].word == '[' && k < t->at[i].match && !effects; k++)
        effects = t->at[k].word == PEP_P_ASSIGN;
    return effects;
}

/* The head: from the first token to the body's brace. */
static const char *object_to_head(const struct pep_walk *w, uint32_t first, uint32_t name, uint32_t open)
{
    const struct pep_tokens *t = w->t;
    uint32_t list = name + 1;
    bool old_style = t->at[open - 1].word == ';';
    if (t->at[list].word != '(' || t->at[list].match == PEP_NO_TOKEN ||
        (old_style && t->at[t->at[list].match + 1].word == ')'))
        return "its declaration is more than that";
    if (w->tree->is_inline)
        return "inline, and seen by other units";
    bool typed = false;
    for (uint32_t i = first; i < open; i++) {
        if (t->at[i].kind == PEP_PRAGMA || declares_type(t, i) || t->at[i].word == PEP_W_SIZEOF)
            return "its declaration is more than that";
        if (t->at[i].kind == PEP_IDENTIFIER && is_attribute(t, i))
            return "an attribute that means this function alone";
        if (pep_token_is(t, i, "..."))
            return "a variable number of arguments";
        if (i > list && has_effects(w, i))
            return "the size of a parameter does something";
        typed |= i < name && t->at[i].kind == PEP_IDENTIFIER && !pep_token_is(t, i, "static") &&
                 !pep_token_is(t, i, "extern") && t->at[i].word != PEP_W_ATTRIBUTE;
    }
    return typed ? NULL : "its declaration has no type";
}

/* Addresses of labels are of one version: they may stand in constant tables that only gotos look into. */
static const char *object_to_labels(const struct pep_walk *w, uint32_t open, uint32_t close)
{
    const struct pep_tokens *t = w->t;
    for (uint32_t i = open + 1; i < close; i++) {
        uint8_t before = t->at[i - 1].word;
        if (t->at[i].word != PEP_P_AND || !before || before == ')' || before == ']')
            continue;
        uint32_t begin = i, table = 0;
        while (begin > open && !(t->at[begin].word == ';' || (t->at[begin].word == '}') ||
                                 (t->at[begin].word == '{' && t->at[begin - 1].word != PEP_P_ASSIGN &&
                                  t->at[begin - 1].word != ',' && t->at[begin - 1].word != '{')))
            begin--;
        if (pep_token_is(t, begin + 1, "goto"))
            continue;
        for (uint32_t k = begin + 1; k < i && !table; k++)
            if (t->at[k].word == '[')
                table = k - 1;
        if (!pep_token_is(t, begin + 1, "static") || !table)
            return "addresses of labels that may be kept";
        for (uint32_t k = open; k < close; k++) {
            uint32_t length = t->at[table].end - t->at[table].begin;
            if (k == table || t->at[k].end - t->at[k].begin != length ||
                memcmp(t->text + t->at[k].begin, t->text + t->at[table].begin, length) != 0)
                continue;
            uint32_t from = k;
            while (from > open && t->at[from].word != ';' && t->at[from].word != '{' && t->at[from].word != '}' &&
                   t->at[from].word != ':' && t->at[from].word != PEP_W_GOTO)
                from--;
            if (t->at[from].word != PEP_W_GOTO || t->at[k + 1].word != '[')
                return "addresses of labels that may be kept";
        }
    }
    return NULL;
}

void pep_walk_whole(struct pep_walk *w, CXCursor function, CXCursor body, uint32_t first)
{
    const struct pep_tokens *t = w->t;
    struct pep_whole *whole = &w->tree->whole;
    uint32_t name = pep_tokens_at(t, w->tree->name_begin), open = pep_tokens_at(t, w->tree->begin);
    uint32_t close = t->at[open].match;
    whole->old_style = t->at[open - 1].word == ';';
    whole->declared_inline = w->l->Cursor_isFunctionInlined(function);
    whole->returns_void = w->l->getCanonicalType(w->l->getCursorResultType(function)).kind == CXType_Void;
    if (!whole->single)
        whole->single = object_to_head(w, first, name, open);
    if (!whole->single && w->tree->address_taken)
        whole->single = object_to_labels(w, open, close);
    bool turns = w->tree->address_taken > 0;
    for (uint32_t i = open; i < close && !whole->single; i++) {
        turns |= t->at[i].word == PEP_W_FOR || t->at[i].word == PEP_W_WHILE || t->at[i].word == PEP_W_DO;
        if (t->at[i].word == PEP_W_ASM)
            whole->single = "assembly, which may not be said twice";
        if (t->at[i].kind != PEP_IDENTIFIER || t->at[i].word)
            continue;
        whole->single = find(t, i, singles, sizeof singles / sizeof *singles);
        const char *reason = find(t, i, shuts, sizeof shuts / sizeof *shuts);
        if (reason || declares_type(t, i))
            shut(w, reason ? reason : "a type of its own");
    }
    if (whole->single)
        return;
    struct pep_cursors kids = {0};
    size_t inner = w->locals.count, nparameters = 0;
    pep_walk_children(&kids, w, function);
    for (size_t i = 0; i < kids.count; i++)
        if (kids.at[i].kind == CXCursor_ParmDecl)
            add_local(w, kids.at[i], w->tree->begin, w->tree->end, PARAMETER), nparameters++;
    pep_array_free(&kids);
    if (w->locals.count - inner != nparameters) {
        whole->single = "a parameter without a name";
        return;
    }
    /* parameters first: what the body declares hides them */
    struct pep_local *all = PEP_NEW_N(w->arena, struct pep_local, w->locals.count + 1);
    if (w->locals.count) {
        memcpy(all, w->locals.at + inner, nparameters * sizeof *all);
        memcpy(all + nparameters, w->locals.at, inner * sizeof *all);
        memcpy(w->locals.at, all, w->locals.count * sizeof *all);
    }
    if (turns && !whole->shut)
        find_mentions(w, body, open, close);
    whole->nlocals = (uint32_t)w->locals.count;
    if (w->locals.count)
        memcpy(all, w->locals.at, w->locals.count * sizeof *all);
    whole->locals = all;
}
