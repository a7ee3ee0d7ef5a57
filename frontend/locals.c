/* locals.c - what a second version of a function has to know of the first: what it declares, what its text mentions,
 * and what forbids that there be two of it. */
#include "frontend/scopes.h"
#include "frontend/walk.h"
#include <string.h>

/* --- variables --- */

bool pep_walk_is_variable_length(const struct pep_walk *w, CXType type)
{
    for (type = w->l->getCanonicalType(type);;) {
        switch ((int)type.kind) {
        case CXType_VariableArray: return true;
        case CXType_Pointer: type = w->l->getCanonicalType(w->l->getPointeeType(type)); break;
        case CXType_ConstantArray:
        case CXType_IncompleteArray: type = w->l->getCanonicalType(w->l->getArrayElementType(type)); break;
        default: return false;
        }
    }
}

static bool is_array(CXType type)
{
    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray;
}

static bool is_fixed(const struct pep_walk *w, CXType type)
{
    return is_array(type) || type.kind == CXType_Record || type.kind == CXType_Atomic || type.kind == CXType_Vector ||
           type.kind == CXType_ExtVector || w->l->isConstQualifiedType(type) || w->l->isVolatileQualifiedType(type);
}

static bool is_integer(CXType type)
{
    return type.kind >= CXType_Char_U && type.kind <= CXType_LongLong && type.kind != CXType_UInt128;
}

/* Does 0 convert to it? */
static bool is_scalar(CXType type)
{
    return (type.kind >= CXType_Bool && type.kind <= CXType_LongDouble) || type.kind == CXType_Pointer ||
           type.kind == CXType_Enum;
}

/* int a[8], of a parameter: it is a pointer, which may be given another value unless the brackets say otherwise. */
static bool is_pointer_in_brackets(const struct pep_walk *w, CXType type, uint32_t name)
{
    static const char *const words[] = {"const", "volatile", "__const", "__const__", "__volatile", "__volatile__"};
    if (!is_array(type) || w->t->at[name + 1].word != '[')
        return false;
    for (uint32_t i = name + 1; i < w->t->at[name + 1].match; i++)
        if (pep_token_is_one(w->t, i, words, sizeof words / sizeof *words))
            return false;
    return true;
}

/* Does the name of a variable stand anywhere in the body, whatever it means there? */
static bool is_named(const struct pep_walk *w, const char *name)
{
    uint32_t open = pep_tokens_at(w->t, w->tree->begin), close = w->t->at[open].match;
    for (uint32_t i = open + 1; i < close; i++)
        if (pep_token_is(w->t, i, name))
            return true;
    return false;
}

/* The object, of an array its elements. */
static bool is_constant(const struct pep_walk *w, CXType type)
{
    type = w->l->getCanonicalType(type);
    while (!w->l->isConstQualifiedType(type) && is_array(type))
        type = w->l->getCanonicalType(w->l->getArrayElementType(type));
    return w->l->isConstQualifiedType(type);
}

static void shut(struct pep_walk *w, const char *reason)
{
    if (!w->tree->whole.shut)
        w->tree->whole.shut = reason;
}

enum kind { VARIABLE, PARAMETER, STATIC, FOREIGN };

/* The declaration goes from `begin` to `end`; of a parameter, the body does. */
static void add_local(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end, enum kind kind)
{
    CXType type = w->l->getCanonicalType(w->l->getCursorType(c));
    unsigned offset = 0;
    w->l->getExpansionLocation(w->l->getCursorLocation(c), NULL, NULL, NULL, &offset);
    if (offset < w->shift)
        return;
    struct pep_local local = {.declared = offset - w->shift,
                              .begin = kind == PARAMETER ? begin : end,
                              .end = kind == PARAMETER ? end : w->scope_end,
                              .parameter = kind == PARAMETER,
                              .foreign = kind == STATIC || kind == FOREIGN,
                              .statement = kind == STATIC || kind == VARIABLE ? begin : 0};
    uint32_t name = pep_tokens_at(w->t, local.declared);
    if (name >= w->t->count || w->t->at[name].begin != local.declared || w->t->at[name].kind != PEP_IDENTIFIER) {
        shut(w, "a variable without a name");
        return;
    }
    local.name = pep_arena_strndup(w->arena, w->t->text + local.declared, w->t->at[name].end - local.declared);
    if (pep_walk_is_variable_length(w, type)) /* or the name of such a type */
        shut(w, "arrays of variable length");
    if (local.foreign) {
        local.constant = kind == STATIC && is_constant(w, type);
        pep_array_push(&w->locals, local);
        return;
    }
    bool pointer = kind == PARAMETER && is_pointer_in_brackets(w, type, name);
    /* who is called with an argument has its value, constant or not */
    local.steady = is_scalar(type) && w->l->isConstQualifiedType(type) && !w->l->isVolatileQualifiedType(type);
    local.fixed = !pointer && is_fixed(w, type) && !(local.steady && kind == PARAMETER);
    local.integer = is_integer(type);
    local.idle = kind == PARAMETER && !w->tree->whole.old_style && (is_array(type) || is_scalar(type)) &&
                 !is_named(w, local.name);
    local.in_register = w->l->Cursor_getStorageClass(c) == CX_SC_Register;
    pep_array_push(&w->locals, local);
}

static enum CXChildVisitResult find_own_type(CXCursor c, CXCursor parent, CXClientData data)
{
    struct pep_walk *w = data;
    unsigned offset = 0;
    (void)parent;
    if (c.kind == CXCursor_TypeRef)
        w->l->getExpansionLocation(w->l->getCursorLocation(w->l->getCursorReferenced(c)), NULL, NULL, NULL, &offset);
    if (offset <= w->shift + w->tree->begin || offset >= w->shift + w->tree->end || w->tree->whole.single)
        return CXChildVisit_Recurse;
    w->tree->whole.single = "a declaration that names a type of the function's own";
    return CXChildVisit_Break;
}

void pep_walk_locals(struct pep_walk *w, const struct pep_cursors *declared, uint32_t begin, uint32_t end)
{
    for (size_t i = 0; i < declared->count; i++) {
        CXCursor c = declared->at[i];
        enum CX_StorageClass storage = c.kind == CXCursor_VarDecl ? w->l->Cursor_getStorageClass(c) : CX_SC_Invalid;
        if (storage == CX_SC_Extern || c.kind == CXCursor_FunctionDecl)
            w->l->visitChildren(c, find_own_type, w);
        if (storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register)
            add_local(w, c, begin, end, VARIABLE);
        else if (c.kind == CXCursor_VarDecl || c.kind == CXCursor_FunctionDecl || c.kind == CXCursor_TypedefDecl)
            add_local(w, c, begin, end, storage == CX_SC_Static ? STATIC : FOREIGN);
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
    struct {
        PEP_ARRAY(struct pep_enumerator);
    } enumerators;
};

static enum CXChildVisitResult mention(CXCursor c, CXCursor parent, CXClientData data)
{
    struct mentions *m = data;
    const struct pep_libclang *l = m->w->l;
    unsigned offset = 0;
    (void)parent;
    if (c.kind == CXCursor_DeclRefExpr) {
        l->getExpansionLocation(l->getCursorLocation(c), NULL, NULL, NULL, &offset);
        uint32_t token = offset < m->w->shift ? 0 : pep_tokens_at(m->w->t, offset - m->w->shift);
        if (token < m->first || token >= m->behind)
            return CXChildVisit_Recurse;
        m->known[token - m->first] = true;
        CXCursor named = l->getCursorReferenced(c);
        if (named.kind == CXCursor_EnumConstantDecl)
            pep_array_push(&m->enumerators,
                           (struct pep_enumerator){m->w->t->at[token].begin, l->getEnumConstantDeclValue(named)});
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
 * mention: what stands behind && may be a label or an operand, and [x] "r"(x) names an operand of assembly. */
static bool is_no_variable(const struct pep_walk *w, uint32_t i)
{
    const struct pep_token *t = w->t->at;
    uint8_t before = t[i - 1].word;
    return before == '.' || before == PEP_W_GOTO || (before == PEP_P_AND && is_unary(w, i - 1)) ||
           pep_token_is(w->t, i - 1, "->") || pep_token_is(w->t, i - 1, "struct") ||
           pep_token_is(w->t, i - 1, "union") || pep_token_is(w->t, i - 1, "enum") ||
           (before == '[' && t[i + 1].word == ']' && t[i + 2].kind == PEP_STRING) ||
           (t[i + 1].word == ':' && before && before < 128 && strchr(";{}:", before));
}

/* May the parentheses that end here be a cast?  A name in them may be that of a type unless it is a variable's. */
static bool is_cast(const struct mentions *m, uint32_t close)
{
    const struct pep_token *t = m->w->t->at;
    uint32_t i = t[close].match + 1, local = meant(m, i, PEP_SCOPE_BEHIND);
    if (t[i].kind != PEP_IDENTIFIER || m->known[i - m->first] ||
        (local != PEP_NO_LOCAL && !m->w->locals.at[local].foreign))
        return false;
    for (; i < close; i++)
        if (t[i].word == '(' || t[i].word == '[')
            i = t[i].match;
        else if (t[i].kind != PEP_IDENTIFIER && t[i].word != '*')
            return false;
    return true;
}

/* __real__ x and such, whose address is in x. */
static bool is_part(const struct pep_tokens *t, uint32_t i)
{
    static const char *const words[] = {"__real__", "__real", "__imag__", "__imag", "__extension__"};
    return pep_token_is_one(t, i, words, sizeof words / sizeof *words);
}

/* look_around - the tokens in front of what is mentioned here and behind it, past parentheses and __real__ and such. */
static void look_around(uint32_t *before, uint32_t *behind, const struct pep_tokens *t, uint32_t i)
{
    *behind = i + 1;
    for (*before = i - 1;; --*before)
        if (t->at[*before].word == '(' && t->at[*behind].word == ')')
            ++*behind;
        else if (!is_part(t, *before))
            return;
}

/* Is the address taken of what is mentioned here?  &x, &(x), &__real__ x and (T)&x, but not &x->y, &x[n], n & x or
 * (n) & x. */
static bool is_addressed(const struct mentions *m, uint32_t i)
{
    const struct pep_tokens *t = m->w->t;
    uint32_t before, behind;
    look_around(&before, &behind, t, i);
    if (t->at[before].word != '&' || t->at[behind].word == '[' || pep_token_is(t, behind, "->"))
        return false;
    return is_unary(m->w, before) || (t->at[before - 1].word == ')' && is_cast(m, before - 1));
}

/* Is it a part of _Generic or __builtin_choose_expr, which may stand for it wherever a variable can? */
static bool is_chosen(const struct pep_tokens *t, uint32_t i)
{
    while (i && t->at[i].word != ';' && t->at[i].word != '{' && t->at[i].word != '}') {
        if (t->at[i].word == '(' && t->at[i - 1].word == PEP_W_OPAQUE)
            return true;
        i = t->at[i].word == ')' && t->at[i].match < i ? t->at[i].match - 1 : i - 1;
    }
    return false;
}

/* Is the variable that is mentioned here given another value?  x =, x++, --x, and the same with parentheses around x;
 * "=r"(x).  *x = gives one to something else, and a constant keeps its own, whatever *(int *)x = looks like. */
static bool is_assigned(const struct pep_walk *w, uint32_t i, uint32_t local)
{
    uint32_t before, behind;
    if (w->locals.at[local].steady)
        return false;
    look_around(&before, &behind, w->t, i);
    bool steps = pep_token_is(w->t, behind, "++") || pep_token_is(w->t, behind, "--");
    return (w->t->at[behind].word == PEP_P_ASSIGN && (steps || w->t->at[before].word != '*')) ||
           pep_token_is(w->t, before, "++") || pep_token_is(w->t, before, "--") || pep_token_output(w->t, i);
}

/* Is the variable whose name this is in its declaration given a value there? */
static bool is_initialised(const struct pep_walk *w, uint32_t name)
{
    uint32_t i = name + 1;
    while (w->t->at[i].word == '[' || w->t->at[i].word == ')' || w->t->at[i].word == '(')
        i = w->t->at[i].word == ')' ? i + 1 : w->t->at[i].match + 1;
    return w->t->at[i].word != ';' && w->t->at[i].word != ',';
}

/* Does the name stand in the first value of what it declares itself? */
static bool is_in_own_value(const struct pep_walk *w, uint32_t name, uint32_t i)
{
    const struct pep_token *t = w->t->at;
    bool inside = false;
    for (uint32_t k = name + 1; k < i; k++) {
        if (t[k].match != PEP_NO_TOKEN && t[k].match > k && t[k].match < i)
            k = t[k].match;
        else if (t[k].match != PEP_NO_TOKEN && t[k].match > i)
            inside = true;
        else if (t[k].word == ';' || (t[k].word == ',' && !inside))
            return false;
    }
    return true;
}

/* What no copy of the variable, nor a way to it through a pointer, would be the same for. */
static void object_to_mention(struct mentions *m, uint32_t i, uint32_t local)
{
    static const char *const words[] = {"__alignof__", "__alignof", "_Alignof", "alignof"};
    struct pep_walk *w = m->w;
    const struct pep_local *l = &w->locals.at[local];
    uint32_t name = l->parameter ? i : pep_tokens_at(w->t, l->declared);
    if (pep_token_is_one(w->t, i - 1, words, sizeof words / sizeof *words) ||
        pep_token_is_one(w->t, i - 2, words, sizeof words / sizeof *words))
        shut(w, "the alignment of a variable is asked for");
    if (l->fixed && name < i && is_in_own_value(w, name, i))
        shut(w, "a variable whose first value has its address");
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

/* It is not clear whether this one is mentioned. */
static void doubt(struct pep_walk *w, uint32_t local, const char *reason)
{
    if (!w->locals.at[local].shared)
        shut(w, reason);
    else if (!w->tree->whole.single)
        w->tree->whole.single = "a static variable that has to stay where it is";
}

/* Where a name may mean either of two, both are mentioned; of a fixed one there may be no doubt. */
static void add_mentions(struct mentions *m, uint32_t i)
{
    struct pep_walk *w = m->w;
    uint32_t offset = w->t->at[i].begin, declares = m->declares[i - m->first];
    uint32_t local = meant(m, i, PEP_SCOPE_BEHIND), fresh = meant(m, i, PEP_SCOPE_DECLARATION);
    bool known = m->known[i - m->first], fixed = local != PEP_NO_LOCAL && w->locals.at[local].fixed;
    if (declares != PEP_NO_LOCAL) {
        pep_array_push(&m->found, (struct pep_mention){offset, declares, true, is_initialised(w, i)});
        return;
    }
    if (!known && is_no_variable(w, i))
        return;
    if (fixed && !known)
        doubt(w, local, "a name that may or may not mean a variable");
    if (fixed && fresh != local)
        doubt(w, local, "two variables of one name, one in the other's declaration");
    if (local != PEP_NO_LOCAL)
        pep_array_push(&m->found, (struct pep_mention){offset, local, false, is_assigned(w, i, local)});
    if (local != PEP_NO_LOCAL || fresh != PEP_NO_LOCAL)
        object_to_mention(m, i, fresh != PEP_NO_LOCAL ? fresh : local);
    if (fresh != PEP_NO_LOCAL && fresh != local)
        pep_array_push(&m->found, (struct pep_mention){offset, fresh, false, is_assigned(w, i, fresh)});
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
        if (is_addressed(&m, i) || is_chosen(w->t, i))
            w->locals.at[local].fixed = true, w->locals.at[local].steady = false;
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
    whole->nenumerators = (uint32_t)m.enumerators.count;
    whole->enumerators = PEP_NEW_N(w->arena, struct pep_enumerator, m.enumerators.count + 1);
    if (m.enumerators.count)
        memcpy(whole->enumerators, m.enumerators.at, m.enumerators.count * sizeof *m.enumerators.at);
    pep_array_free(&m.enumerators);
    pep_scopes_free(&m.scopes);
}

/* --- static variables --- */

/* Does the name that stands here mean the same in front of the function, or what its declaration declares? */
static bool is_known_outside(const struct pep_walk *w, const struct pep_scopes *s, uint32_t i, uint32_t statement)
{
    const struct pep_token *k = &w->t->at[i];
    if (k->kind != PEP_IDENTIFIER || k->word || is_no_variable(w, i))
        return true;
    for (int from = PEP_SCOPE_BEHIND; from <= PEP_SCOPE_DECLARATION; from++) {
        uint32_t local = pep_scopes_find(s, w->t->text + k->begin, k->end - k->begin, k->begin, (enum pep_scope)from);
        if (local != PEP_NO_LOCAL && !w->locals.at[local].shared && w->locals.at[local].statement != statement)
            return false;
    }
    return true;
}

/* Can its declaration stand in front of the function?  Not with names that are the function's, nor with its own, which
 * nothing else may declare, nor where gcc, which keeps all static variables unless it optimises, would keep those of a
 * function that goes. */
static bool can_share(const struct pep_walk *w, const struct pep_scopes *s, const struct pep_local *local)
{
    const struct pep_tokens *t = w->t;
    uint32_t begin = pep_tokens_at(t, local->statement);
    uint8_t before = t->at[begin - 1].word;
    bool can = !w->tree->whole.declared_inline && (before == ';' || before == '{' || before == '}');
    for (uint32_t i = begin; t->at[i].begin < local->begin && can; i++)
        can = t->at[i].kind != PEP_PRAGMA && t->at[i].word != PEP_P_AND && !pep_token_is(t, i, "__func__") &&
              !pep_token_is(t, i, "__FUNCTION__") && !pep_token_is(t, i, "__PRETTY_FUNCTION__") &&
              !pep_token_is(t, i, w->tree->name) && is_known_outside(w, s, i, local->statement);
    return can;
}

/* Is it told where to lie, as in a table that the linker makes of such? */
static bool has_attributes(const struct pep_tokens *t, const struct pep_local *local)
{
    uint32_t i = pep_tokens_at(t, local->statement);
    while (t->at[i].word != ';' && t->at[i].word != PEP_P_ASSIGN && t->at[i].word != PEP_W_ATTRIBUTE)
        i = pep_token_close(t, i) + 1;
    return t->at[i].word == PEP_W_ATTRIBUTE;
}

/* Static variables are one for all versions, but a constant that cannot be is one in each.  Gives whether some are. */
static bool share(struct pep_walk *w)
{
    struct pep_scopes scopes;
    bool shares = false, named = pep_walk_names_types(w);
    pep_scopes_index(&scopes, w->locals.at, (uint32_t)w->locals.count, w->arena);
    for (uint32_t i = 0; i < w->locals.count; i++) {
        struct pep_local *local = &w->locals.at[i];
        if (!local->foreign || !local->statement)
            continue;
        local->shared = local->fixed = !named && can_share(w, &scopes, local);
        shares |= local->shared;
        if (!local->shared && (!local->constant || has_attributes(w->t, local)) && !w->tree->whole.single)
            w->tree->whole.single = "a static variable that has to stay where it is";
    }
    pep_scopes_free(&scopes);
    return shares;
}

/* --- the function as a whole --- */

void pep_walk_whole(struct pep_walk *w, CXCursor function, CXCursor body, uint32_t first)
{
    const struct pep_tokens *t = w->t;
    struct pep_whole *whole = &w->tree->whole;
    uint32_t open = pep_tokens_at(t, w->tree->begin), close = t->at[open].match;
    whole->old_style = t->at[open - 1].word == ';';
    whole->declared_inline = w->l->Cursor_isFunctionInlined(function);
    whole->returns_void = w->l->getCanonicalType(w->l->getCursorResultType(function)).kind == CXType_Void;
    if (!whole->single)
        whole->single = pep_walk_object(w, first);
    if (whole->single)
        return;
    const char *reason = pep_walk_object_to_doors(w, body);
    if (reason)
        shut(w, reason);
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
    if (share(w) || (pep_walk_turns(w) && !whole->shut))
        find_mentions(w, body, open, close);
    whole->nlocals = (uint32_t)w->locals.count;
    if (w->locals.count)
        memcpy(all, w->locals.at, w->locals.count * sizeof *all);
    whole->locals = all;
}
