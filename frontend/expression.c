/* expression.c - the control parts of expressions. */
#include "frontend/walk.h"
#include <string.h>

bool pep_walk_is_expression(CXCursor c)
{
    return c.kind >= CXCursor_FirstExpr && c.kind <= CXCursor_LastExpr;
}

static bool branches(const struct pep_walk *w, uint32_t begin, uint32_t end)
{
    return w->branchings[pep_tokens_at(w->t, end)] != w->branchings[pep_tokens_at(w->t, begin)];
}

static struct pep_node *leaf(struct pep_walk *w, uint32_t begin, uint32_t end)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_LEAF, begin, end);
    n->sequenced = true;
    n->calls = w->calls[pep_tokens_at(w->t, end)] != w->calls[pep_tokens_at(w->t, begin)];
    return n;
}

struct look {
    const struct pep_walk *w;
    bool found;
};

/* A call of __builtin_expect, or its name: what it gives is what it is given. */
static bool is_folded(const struct pep_walk *w, CXCursor c)
{
    uint32_t begin, end;
    if (c.kind != CXCursor_CallExpr && c.kind != CXCursor_DeclRefExpr)
        return false;
    pep_walk_range(&begin, &end, w, c);
    uint32_t name = pep_tokens_at(w->t, begin);
    return name < w->t->count && w->t->at[name].word == PEP_W_EXPECT;
}

static enum CXChildVisitResult find_variable(CXCursor c, CXCursor parent, CXClientData data)
{
    struct look *look = data;
    (void)parent;
    bool known = c.kind == CXCursor_IntegerLiteral || c.kind == CXCursor_CharacterLiteral ||
                 c.kind == CXCursor_ParenExpr || c.kind == CXCursor_UnexposedExpr || c.kind == CXCursor_UnaryOperator ||
                 c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_CStyleCastExpr || c.kind == CXCursor_TypeRef ||
                 c.kind == CXCursor_ConditionalOperator || is_folded(look->w, c);
    if (c.kind == CXCursor_UnaryExpr) /* sizeof */
        return CXChildVisit_Continue;
    if (c.kind == CXCursor_DeclRefExpr)
        known |= look->w->l->getCursorReferenced(c).kind == CXCursor_EnumConstantDecl;
    look->found = !known;
    return known ? CXChildVisit_Recurse : CXChildVisit_Break;
}

static bool evaluate(uint64_t *value, const struct pep_walk *w, CXCursor c)
{
    CXEvalResult r = w->l->Cursor_Evaluate(c);
    if (!r)
        return false;
    /* of an __int128 half is given */
    bool wide = w->l->Type_getSizeOf(w->l->getCursorType(c)) > (long long)sizeof *value;
    bool integer = w->l->EvalResult_getKind(r) == CXEval_Int && !wide;
    if (integer)
        *value = w->l->EvalResult_isUnsignedInt(r) ? w->l->EvalResult_getAsUnsigned(r)
                                                   : (uint64_t)w->l->EvalResult_getAsLongLong(r);
    w->l->EvalResult_dispose(r);
    return integer;
}

bool pep_walk_constant(uint64_t *value, struct pep_walk *w, CXCursor c)
{
    struct look look = {w, false};
    if (c.kind != CXCursor_IntegerLiteral && c.kind != CXCursor_CharacterLiteral && c.kind != CXCursor_UnaryExpr) {
        if (find_variable(c, c, &look) == CXChildVisit_Recurse)
            w->l->visitChildren(c, find_variable, &look);
    }
    return !look.found && evaluate(value, w, c);
}

/* Truth of an integer constant expression, -1 where it is none.  Every other reader of the program folds it too, so
 * there is no branch; and where a compiler keeps the dead part out of the program, code in the condition would bring it
 * back. */
static int8_t constant_truth(struct pep_walk *w, CXCursor c)
{
    uint64_t value;
    return pep_walk_constant(&value, w, c) ? value != 0 : -1;
}

/* only_call - is the condition, but for parentheses and negations around it, one call of something of this kind?  Then
 * *first is its name, *behind the token behind it, and *flip whether there is an odd number of negations. */
static bool only_call(uint32_t *first, uint32_t *behind, bool *flip, const struct pep_walk *w,
                      const struct pep_node *condition, uint8_t word)
{
    const struct pep_token *t = w->t->at;
    uint32_t i = pep_tokens_at(w->t, condition->begin), end = pep_tokens_at(w->t, condition->end);
    *flip = false;
    for (; i < end && (t[i].word == '!' || (t[i].word == '(' && t[i].match + 1 == end)); i++) {
        end -= t[i].word == '(';
        *flip ^= t[i].word == '!';
    }
    *first = i;
    *behind = end;
    return i + 1 < end && t[i].word == word && t[i + 1].match + 1 == end;
}

/* The truth that a __builtin_expect around the whole condition tells, -1 where there is none. */
static int8_t expected_truth(const struct pep_walk *w, const struct pep_node *condition)
{
    const struct pep_token *t = w->t->at;
    uint32_t first, behind;
    bool flip;
    if (!only_call(&first, &behind, &flip, w, condition, PEP_W_EXPECT) || t[behind - 2].kind != PEP_NUMBER ||
        t[behind - 3].word != ',')
        return -1;
    return (w->t->text[t[behind - 2].begin] != '0') != flip;
}

/* What a call of __builtin_constant_p asks about. */
struct asked {
    const struct pep_walk *w;
    unsigned functions;
    bool variable, operators, odd;
};

static enum CXChildVisitResult look_at_asked(CXCursor c, CXCursor parent, CXClientData data)
{
    struct asked *asked = data;
    const struct pep_libclang *l = asked->w->l;
    (void)parent;
    if (c.kind == CXCursor_UnaryExpr) /* sizeof */
        return CXChildVisit_Continue;
    if (c.kind == CXCursor_DeclRefExpr) {
        enum CXCursorKind what = l->getCursorReferenced(c).kind;
        asked->functions += what == CXCursor_FunctionDecl;
        if (what == CXCursor_VarDecl || what == CXCursor_ParmDecl) {
            asked->variable = true;
            asked->odd |= l->isConstQualifiedType(l->getCursorType(c)) != 0;
        }
    } else if (c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_ConditionalOperator) {
        asked->operators = true;
    } else {
        asked->odd |= c.kind != CXCursor_IntegerLiteral && c.kind != CXCursor_CharacterLiteral &&
                      c.kind != CXCursor_ParenExpr && c.kind != CXCursor_UnexposedExpr &&
                      c.kind != CXCursor_UnaryOperator && c.kind != CXCursor_CStyleCastExpr &&
                      c.kind != CXCursor_TypeRef && c.kind != CXCursor_MemberRefExpr && c.kind != CXCursor_CallExpr;
    }
    return asked->odd ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Are the tokens from first to before `end` a string, be it in pieces or between parentheses? */
static bool is_string(const struct pep_tokens *t, uint32_t first, uint32_t end)
{
    while (first < end && t->at[first].word == '(' && t->at[first].match + 1 == end) {
        first++;
        end--;
    }
    uint32_t i = first;
    while (i < end && t->at[i].kind == PEP_STRING)
        i++;
    return first < end && i == end;
}

/* asked_truth - without optimisation __builtin_constant_p is answered as it is read: yes for a constant expression, no
 * for a variable.  What stands behind it may be a function that exists nowhere.  Compilers do not agree on all that
 * lies between (`n - n`, constant variables): -1.  For a string the answer is yes, optimised or not. */
static int8_t asked_truth(struct pep_walk *w, const struct pep_node *condition, CXCursor c)
{
    struct asked asked = {.w = w};
    uint32_t first, behind;
    bool flip;
    if (!only_call(&first, &behind, &flip, w, condition, PEP_W_OPAQUE) ||
        !pep_token_is(w->t, first, "__builtin_constant_p"))
        return -1;
    if (is_string(w->t, first + 2, behind - 1))
        return !flip;
    if (w->optimizes)
        return -1;
    if (look_at_asked(c, c, &asked) == CXChildVisit_Recurse)
        w->l->visitChildren(c, look_at_asked, &asked);
    if (asked.odd || asked.functions != 1)
        return -1;
    if (asked.variable)
        return asked.operators ? -1 : flip;
    uint64_t value;
    return evaluate(&value, w, c) ? value != 0 : -1;
}

/* Hands an expectation down to the conditions that decide. */
static void expect(struct pep_node *n, int8_t truth)
{
    n->expected = truth;
    if (n->kind == PEP_NODE_SAME && n->nkids == 1)
        expect(n->kid[0], truth);
    else if (n->kind == PEP_NODE_NOT)
        expect(n->kid[0], !truth);
    else if (n->kind == (truth ? PEP_NODE_AND : PEP_NODE_OR))
        for (uint32_t i = 0; i < n->nkids; i++)
            expect(n->kid[i], truth);
}

struct pep_node *pep_walk_condition(struct pep_walk *w, CXCursor c)
{
    struct pep_node *n = pep_walk_expression(w, c);
    if (n->kind == PEP_NODE_LEAF && !n->calls) {
        n->constant = constant_truth(w, c);
        if (n->constant < 0)
            n->constant = asked_truth(w, n, c);
    }
    int8_t expected = expected_truth(w, n);
    if (expected >= 0)
        expect(n, expected);
    return n;
}

/* Does control come out of this part only behind it, and into it only in front?  loop, choice: what is looked at stands
 * in a loop, in a loop or a switch, inside of the part. */
static bool is_closed(const struct pep_node *n, bool loop, bool choice)
{
    bool closed = true;
    switch (n->kind) {
    case PEP_NODE_LABEL:
    case PEP_NODE_GOTO:
    case PEP_NODE_COMPUTED:
    case PEP_NODE_ASM_GOTO:
    case PEP_NODE_RETURN:
    case PEP_NODE_TWICE: return false;
    case PEP_NODE_BREAK: return choice;
    case PEP_NODE_CONTINUE: return loop;
    case PEP_NODE_WHILE:
    case PEP_NODE_DO:
    case PEP_NODE_FOR: loop = choice = true; break;
    case PEP_NODE_SWITCH: choice = true; break;
    }
    for (uint32_t i = 0; i < n->nkids && closed; i++)
        closed = !n->kid[i] || is_closed(n->kid[i], loop, choice);
    return closed;
}

/* Of a part that is left alone: marks what does not run once whenever the part does. */
static void mark_untold(struct pep_walk *w, const struct pep_node *n)
{
    uint32_t once = 0;
    switch (n->kind) {
    case PEP_NODE_AND:
    case PEP_NODE_OR:
    case PEP_NODE_ELVIS:
    case PEP_NODE_COND:
    case PEP_NODE_IF:
    case PEP_NODE_SWITCH: once = 1; break;
    case PEP_NODE_WHILE:
    case PEP_NODE_FOR: break;
    case PEP_NODE_DO: once = n->ends ? 0 : n->nkids; break;
    default: once = n->nkids;
    }
    for (uint32_t i = 0; i < n->nkids; i++) {
        if (n->kid[i] && i < once)
            mark_untold(w, n->kid[i]);
        else if (n->kid[i])
            for (uint32_t k = pep_tokens_at(w->t, n->kid[i]->begin); w->t->at[k].begin < n->kid[i]->end; k++)
                w->untold[k] = true;
    }
}

/* keep_one - of operands in any order, in some of which a path ends, one keeps its branches, and is kids[0] then: one
 * that control comes into or leaves by a jump, if there is one, else the first where a path ends.  The compiler may
 * evaluate it before or after the others: these are left alone, so that what they add cannot fall on the wrong side of
 * the end.  Their loops are not told. */
static void keep_one(struct pep_walk *w, struct pep_node **kids, size_t count)
{
    struct pep_node *kept = NULL, *open = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!kept && kids[i]->ends)
            kept = kids[i];
        if (is_closed(kids[i], false, false))
            continue;
        if (open)
            pep_walk_refuse(w, "jumps in several operands without a fixed order");
        open = kids[i];
    }
    if (open)
        kept = open;
    for (size_t i = 0; i < count; i++) {
        if (kids[i] == kept)
            continue;
        pep_walk_leave_alone(w, kids[i]->begin, kids[i]->end);
        mark_untold(w, kids[i]);
    }
    kids[0] = kept;
}

/* Evaluates several parts: those without branches drop out. */
static struct pep_node *group(struct pep_walk *w, uint32_t begin, uint32_t end, const struct pep_cursors *parts,
                              bool in_order)
{
    struct {
        PEP_ARRAY(struct pep_node *);
    } kids = {0};
    bool ends = false;
    for (size_t i = 0; i < parts->count; i++) {
        if (!pep_walk_is_expression(parts->at[i]))
            continue;
        struct pep_node *kid = pep_walk_expression(w, parts->at[i]);
        if (kid->kind == PEP_NODE_LEAF)
            continue;
        ends |= kid->ends;
        pep_array_push(&kids, kid);
    }
    struct pep_node *n = leaf(w, begin, end);
    if (kids.count) {
        n->kind = PEP_NODE_GROUP;
        if (kids.count > 1 && !in_order && ends) {
            keep_one(w, kids.at, kids.count);
            kids.count = 1;
        }
        n->sequenced = kids.count == 1 || in_order;
        pep_walk_adopt(w, n, (uint32_t)kids.count, kids.at);
    }
    pep_array_free(&kids);
    return n;
}

static struct pep_node *unary(struct pep_walk *w, enum pep_node_kind kind, uint32_t begin, uint32_t end,
                              struct pep_node *kid)
{
    if (kid->kind == PEP_NODE_LEAF)
        return leaf(w, begin, end);
    struct pep_node *n = leaf(w, begin, end);
    n->kind = kind;
    pep_walk_adopt(w, n, 1, &kid);
    return n;
}

static struct pep_node *binary(struct pep_walk *w, enum pep_node_kind kind, uint32_t begin, uint32_t end,
                               struct pep_node *left, struct pep_node *right)
{
    struct pep_node *n = leaf(w, begin, end);
    n->kind = kind;
    pep_walk_adopt(w, n, 2, (struct pep_node *[]){left, right});
    return n;
}

/* The name that is called, as a token, where the callee is a plain name; else PEP_NO_TOKEN. */
static uint32_t callee(const struct pep_walk *w, uint32_t begin, uint32_t end)
{
    uint32_t i = pep_tokens_at(w->t, begin);
    while (i < w->t->count && w->t->at[i].begin < end && w->t->at[i].word == '(')
        i++;
    uint32_t name = i++;
    while (i < w->t->count && w->t->at[i].word == ')')
        i++;
    bool plain = i < w->t->count && w->t->at[name].kind == PEP_IDENTIFIER && w->t->at[i].word == '(';
    return plain ? name : PEP_NO_TOKEN;
}

/* Is the callee one of these?  What has but the name of a library's function, and is the program's own, is not. */
static bool is_among(const struct pep_map *names, const char *text, size_t length, const struct pep_walk *w,
                     CXCursor callee)
{
    const uint64_t *said = pep_map_get(names, text, length);
    if (!said)
        return false;
    CXCursor named = w->l->getCursorReferenced(pep_walk_inside(w, callee, false));
    if (named.kind == CXCursor_VarDecl || named.kind == CXCursor_ParmDecl)
        return false;
    if (*said || named.kind != CXCursor_FunctionDecl)
        return true;
    return w->l->getCursorLinkage(named) != CXLinkage_Internal &&
           w->l->getCursorDefinition(named).kind != CXCursor_FunctionDecl;
}

static struct pep_node *call(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end,
                             const struct pep_cursors *kids)
{
    uint32_t name = callee(w, begin, end);
    if (name != PEP_NO_TOKEN && w->t->at[name].word == PEP_W_OPAQUE) {
        pep_walk_opaque(w, c, begin, end);
        return leaf(w, begin, end);
    }
    struct pep_node *n = group(w, begin, end, kids, false);
    if (name == PEP_NO_TOKEN)
        return n;
    if (w->t->at[name].word == PEP_W_EXPECT && kids->count >= 2 && n->nkids == 1) {
        uint32_t first, last;
        pep_walk_range(&first, &last, w, kids->at[1]);
        if (n->kid[0]->begin >= first && n->kid[0]->end <= last)
            n->kind = PEP_NODE_SAME;
        return n;
    }
    const char *text = w->t->text + w->t->at[name].begin;
    size_t length = w->t->at[name].end - w->t->at[name].begin;
    n->never = pep_token_is(w->t, name, "__builtin_unreachable");
    if (is_among(&w->noreturn, text, length, w, kids->at[0]))
        n->kind = PEP_NODE_NORETURN;
    else if (is_among(&w->twice, text, length, w, kids->at[0]))
        n->kind = PEP_NODE_TWICE;
    return n;
}

static bool same_range(const struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end)
{
    uint32_t b, e;
    pep_walk_range(&b, &e, w, c);
    return b == begin && e == end;
}

/* Of vectors operators work element by element, and there is no branch. */
static bool is_vector(const struct pep_walk *w, CXCursor c)
{
    enum CXTypeKind kind = w->l->getCanonicalType(w->l->getCursorType(c)).kind;
    return kind == CXType_Vector || kind == CXType_ExtVector;
}

static struct pep_node *elvis(struct pep_walk *w, uint32_t begin, uint32_t end, const struct pep_cursors *kids)
{
    struct pep_node *first = pep_walk_condition(w, kids->at[0]), *n;
    uint32_t question = pep_tokens_at(w->t, first->end);
    if (!pep_token_is(w->t, question, "?"))
        pep_walk_refuse(w, "?: without its question mark");
    else
        pep_walk_claim(w, question);
    if (is_vector(w, kids->at[0])) {
        struct pep_cursors both = {.at = (CXCursor[]){kids->at[0], kids->at[3]}, .count = 2};
        return group(w, begin, end, &both, false);
    }
    n = binary(w, PEP_NODE_ELVIS, begin, end, first, pep_walk_expression(w, kids->at[3]));
    CXType type = w->l->getCanonicalType(w->l->getCursorType(kids->at[0]));
    first->value_of_elvis = true;
    first->integer = (type.kind >= CXType_Bool && type.kind <= CXType_Int128) || type.kind == CXType_Enum;
    return n;
}

static struct pep_node *unexposed(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end,
                                  const struct pep_cursors *kids)
{
    if (kids->count == 1 && same_range(w, kids->at[0], begin, end))
        return pep_walk_expression(w, kids->at[0]);
    if (kids->count == 4) {
        uint32_t b, e;
        pep_walk_range(&b, &e, w, kids->at[0]);
        if (same_range(w, kids->at[1], b, e) && same_range(w, kids->at[2], b, e))
            return elvis(w, begin, end, kids);
    }
    uint32_t first = pep_tokens_at(w->t, begin);
    if (first < w->t->count && w->t->at[first].word == PEP_W_OPAQUE) {
        pep_walk_opaque(w, c, begin, end);
        return leaf(w, begin, end);
    }
    return group(w, begin, end, kids, false);
}

static struct pep_node *operation(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end,
                                  const struct pep_cursors *kids)
{
    uint32_t b, e;
    if (kids->count != 2)
        return group(w, begin, end, kids, false);
    pep_walk_range(&b, &e, w, kids->at[0]);
    uint32_t op = pep_tokens_at(w->t, e);
    if (is_vector(w, c)) {
        pep_walk_claim(w, op);
        return group(w, begin, end, kids, false);
    }
    uint8_t word = op < w->t->count ? w->t->at[op].word : 0;
    if (word == PEP_P_AND || word == PEP_P_OR) {
        pep_walk_claim(w, op);
        struct pep_node *left = pep_walk_condition(w, kids->at[0]), *right = pep_walk_condition(w, kids->at[1]);
        return binary(w, word == PEP_P_AND ? PEP_NODE_AND : PEP_NODE_OR, begin, end, left, right);
    }
    if (word == ',') {
        struct pep_node *left = pep_walk_expression(w, kids->at[0]), *right = pep_walk_condition(w, kids->at[1]);
        return binary(w, PEP_NODE_COMMA, begin, end, left, right);
    }
    return group(w, begin, end, kids, false);
}

static struct pep_node *conditional(struct pep_walk *w, uint32_t begin, uint32_t end, const struct pep_cursors *kids)
{
    uint32_t b, e;
    if (kids->count != 3) {
        pep_walk_refuse(w, "?: without three operands");
        return leaf(w, begin, end);
    }
    pep_walk_range(&b, &e, w, kids->at[0]);
    uint32_t question = pep_tokens_at(w->t, e);
    if (!pep_token_is(w->t, question, "?"))
        pep_walk_refuse(w, "?: without its question mark");
    else
        pep_walk_claim(w, question);
    if (is_vector(w, kids->at[0]))
        return group(w, begin, end, kids, false);
    struct pep_node *part[3] = {pep_walk_condition(w, kids->at[0]), pep_walk_expression(w, kids->at[1]),
                                pep_walk_expression(w, kids->at[2])};
    struct pep_node *n = leaf(w, begin, end);
    n->kind = PEP_NODE_COND;
    pep_walk_adopt(w, n, 3, part);
    if (part[0]->constant >= 0) /* no path comes into the other part */
        n->ends = part[0]->ends || part[part[0]->constant ? 1 : 2]->ends;
    return n;
}

/* The operand of a cast; a typeof in the type is not evaluated. */
static struct pep_node *cast(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end, struct pep_cursors *kids)
{
    uint32_t b, e;
    if (!kids->count)
        return leaf(w, begin, end);
    pep_walk_range(&b, &e, w, kids->at[kids->count - 1]);
    if (b > begin && branches(w, begin, b))
        pep_walk_opaque(w, c, begin, b);
    struct pep_cursors last = {.at = kids->at + kids->count - 1, .count = 1};
    return group(w, begin, end, &last, true);
}

static struct pep_node *statement_expression(struct pep_walk *w, uint32_t begin, uint32_t end,
                                             const struct pep_cursors *kids)
{
    if (kids->count != 1 || kids->at[0].kind != CXCursor_CompoundStmt) {
        pep_walk_refuse(w, "a statement expression without its braces");
        return leaf(w, begin, end);
    }
    struct pep_node *list = pep_walk_statement(w, kids->at[0], false);
    struct pep_node *n = leaf(w, begin, end);
    n->kind = PEP_NODE_STATEMENT;
    pep_walk_adopt(w, n, 1, &list);
    return n;
}

struct pep_node *pep_walk_expression(struct pep_walk *w, CXCursor c)
{
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, c);
    if (end <= begin || !branches(w, begin, end))
        return leaf(w, begin, end);
    struct pep_cursors kids = {0};
    struct pep_node *n;
    pep_walk_children(&kids, w, c);
    switch ((int)c.kind) {
    case CXCursor_ParenExpr:
        n = kids.count == 1 ? unary(w, PEP_NODE_SAME, begin, end, pep_walk_condition(w, kids.at[0]))
                            : group(w, begin, end, &kids, false);
        break;
    case CXCursor_UnaryOperator: {
        uint32_t op = pep_tokens_at(w->t, begin);
        if (kids.count == 1 && pep_token_is(w->t, op, "!"))
            n = unary(w, PEP_NODE_NOT, begin, end, pep_walk_condition(w, kids.at[0]));
        else if (kids.count == 1 && pep_token_is(w->t, op, "__extension__"))
            n = unary(w, PEP_NODE_SAME, begin, end, pep_walk_condition(w, kids.at[0]));
        else
            n = group(w, begin, end, &kids, false);
        break;
    }
    case CXCursor_BinaryOperator: n = operation(w, c, begin, end, &kids); break;
    case CXCursor_ConditionalOperator: n = conditional(w, begin, end, &kids); break;
    case CXCursor_CallExpr: n = call(w, c, begin, end, &kids); break;
    case CXCursor_UnexposedExpr: n = unexposed(w, c, begin, end, &kids); break;
    case CXCursor_CStyleCastExpr: n = cast(w, c, begin, end, &kids); break;
    case CXCursor_StmtExpr: n = statement_expression(w, begin, end, &kids); break;
    case CXCursor_UnaryExpr: /* sizeof, alignof */
    case CXCursor_GenericSelectionExpr:
    case CXCursor_AddrLabelExpr:
        pep_walk_opaque(w, c, begin, end);
        n = leaf(w, begin, end);
        break;
    default: n = group(w, begin, end, &kids, false);
    }
    pep_array_free(&kids);
    return n;
}
