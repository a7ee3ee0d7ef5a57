/* evaluated.c - what a function's body evaluates: its members, its calls and what these call back, whatever stands
 * around them.
 *
 * Operands of sizeof, typeof and alignof are passed over, and so are static initialisers; of _Generic and
 * __builtin_choose_expr only the operand that is chosen counts. */
#include "frontend/walk.h"
#include <string.h>

struct search {
    struct pep_walk *w;
    struct pep_fields *fields; /* NULL: members are of no interest */
    bool calls, callbacks;
};

CXCursor pep_walk_inside(const struct pep_walk *w, CXCursor c, bool casts)
{
    while (c.kind == CXCursor_ParenExpr || c.kind == CXCursor_UnexposedExpr ||
           (casts && c.kind == CXCursor_CStyleCastExpr)) {
        struct pep_cursors kids = {0};
        pep_walk_children(&kids, w, c);
        bool one = kids.count == 1 || (kids.count && c.kind == CXCursor_CStyleCastExpr);
        CXCursor last = one ? kids.at[kids.count - 1] : c;
        pep_array_free(&kids);
        if (!one)
            break;
        c = last;
    }
    return c;
}

/* Does what is accessed lie in this operand of . -> [] or *?  Else the operand is a pointer to it, or an index. */
static bool holds(const struct pep_walk *w, CXCursor operand)
{
    CXType type = w->l->getCanonicalType(w->l->getCursorType(pep_walk_inside(w, operand, false)));
    return type.kind == CXType_Record || type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray || type.kind == CXType_Vector;
}

/* What an expression that is used in this way does to one of its operands. */
static enum pep_use use_of(const struct pep_walk *w, CXCursor c, const struct pep_cursors *kids, size_t i,
                           enum pep_use use)
{
    uint32_t begin, end, first, last;
    pep_walk_range(&begin, &end, w, c);
    pep_walk_range(&first, &last, w, kids->at[i]);
    switch ((int)c.kind) {
    case CXCursor_ParenExpr: return use;
    case CXCursor_UnexposedExpr: return kids->count == 1 ? use : PEP_USE_READ;
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: return holds(w, kids->at[i]) ? use : PEP_USE_READ;
    case CXCursor_CompoundAssignOperator: return i ? PEP_USE_READ : PEP_USE_BOTH;
    case CXCursor_BinaryOperator:
    case CXCursor_UnaryOperator: {
        bool binary = c.kind == CXCursor_BinaryOperator, postfix = !binary && first == begin;
        uint32_t at = pep_tokens_at(w->t, binary || postfix ? last : begin);
        if (i || at >= w->t->count)
            return PEP_USE_READ;
        const struct pep_token *op = &w->t->at[at];
        if (binary)
            return op->word == PEP_P_ASSIGN ? PEP_USE_WRITE : PEP_USE_READ;
        if (op->word == PEP_P_ASSIGN) /* ++, -- */
            return PEP_USE_BOTH;
        if (op->word == '*')
            return holds(w, kids->at[i]) ? use : PEP_USE_READ;
        return op->kind == PEP_IDENTIFIER ? use : PEP_USE_READ; /* __real__, __extension__ */
    }
    default: return PEP_USE_READ;
    }
}

/* Is it the operand of typeof, sizeof or alignof? */
static bool is_only_typed(const struct pep_walk *w, CXCursor c)
{
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, c);
    uint32_t token = pep_tokens_before(w->t, begin);
    if (token != PEP_NO_TOKEN && token && w->t->at[token].word == '(')
        token--;
    return token != PEP_NO_TOKEN && w->t->at[token].word == PEP_W_SIZEOF;
}

/* Is it an operator whose operands are not evaluated, or not all of them? */
static bool is_opaque(const struct pep_walk *w, CXCursor c)
{
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, c);
    uint32_t first = pep_tokens_at(w->t, begin);
    if (first + 1 >= w->t->count || w->t->at[first].word != PEP_W_OPAQUE)
        return false;
    uint32_t close = w->t->at[first + 1].match;
    return close != PEP_NO_TOKEN && w->t->at[close].end == end;
}

static void look(struct search *s, CXCursor c, enum pep_use use);

/* _Generic and __builtin_choose_expr evaluate one of their operands: the one that a constant chooses, or the one of
 * their type, if no other has it. */
static void look_at_choice(struct search *s, CXCursor c, const struct pep_cursors *kids, enum pep_use use)
{
    const struct pep_libclang *l = s->w->l;
    CXType type = l->getCanonicalType(l->getCursorType(c));
    size_t found = 0, chosen = 0;
    uint64_t truth;
    if (c.kind != CXCursor_GenericSelectionExpr && kids->count == 3 && pep_walk_constant(&truth, s->w, kids->at[0])) {
        look(s, kids->at[truth ? 1 : 2], use);
        return;
    }
    for (size_t i = 1; i < kids->count; i++) {
        if (pep_walk_is_expression(kids->at[i]) &&
            l->equalTypes(l->getCanonicalType(l->getCursorType(kids->at[i])), type)) {
            chosen = i;
            found++;
        }
    }
    if (found == 1)
        look(s, kids->at[chosen], use);
}

static void look(struct search *s, CXCursor c, enum pep_use use)
{
    struct pep_walk *w = s->w;
    struct pep_cursors kids = {0};
    if ((c.kind == CXCursor_VarDecl && w->l->Cursor_getStorageClass(c) == CX_SC_Static) || is_only_typed(w, c))
        return;
    pep_walk_children(&kids, w, c);
    bool member = c.kind == CXCursor_MemberRefExpr && kids.count;
    bool call = c.kind == CXCursor_CallExpr && kids.count;
    if (kids.count > 1 && pep_walk_is_expression(c) && is_opaque(w, c)) {
        if (c.kind != CXCursor_CallExpr)
            look_at_choice(s, c, &kids, use);
        kids.count = 0;
    } else if (member && pep_walk_inside(w, kids.at[0], true).kind == CXCursor_IntegerLiteral) {
        kids.count = 0; /* &((struct s *)0)->m: an offset */
    } else if (member && s->fields) {
        pep_walk_member(w, s->fields, c, use);
    } else if (call) {
        if (s->calls)
            pep_walk_call(w, kids.at[0]);
        if (s->callbacks)
            pep_walk_callback(w, &kids);
    }
    for (size_t i = 0; i < kids.count; i++)
        look(s, kids.at[i], use_of(w, c, &kids, i, use));
    pep_array_free(&kids);
}

/* A copy that stays, and how many. */
static void *kept(struct pep_walk *w, uint32_t *n, const void *at, size_t count, size_t size)
{
    char *copy = PEP_NEW_N(w->arena, char, (count + 1) * size);
    if (count)
        memcpy(copy, at, count * size);
    *n = (uint32_t)count;
    return copy;
}
#define KEPT(w, n, array) kept(w, n, (array).at, (array).count, sizeof *(array).at)

void pep_walk_evaluated(struct pep_walk *w, struct pep_fields *fields, const struct pep_wanted *wanted,
                        struct pep_tree *tree, CXCursor body)
{
    struct search s = {w, wanted->fields ? fields : NULL, wanted->calls, wanted->callbacks};
    if (s.fields && !fields->met)
        fields->met = PEP_NEW_N(w->arena, bool, w->t->count + 1);
    if (s.calls && !w->called)
        w->called = PEP_NEW_N(w->arena, bool, w->t->count + 1);
    look(&s, body, PEP_USE_READ);
    tree->members = KEPT(w, &tree->nmembers, w->members);
    tree->call_expressions = KEPT(w, &tree->ncall_expressions, w->call_expressions);
    tree->callbacks = KEPT(w, &tree->ncallbacks, w->callbacks);
    w->members.count = w->call_expressions.count = w->callbacks.count = 0;
}
