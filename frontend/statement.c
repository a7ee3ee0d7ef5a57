/* statement.c - the control parts of statements. */
#include "frontend/walk.h"
#include <string.h>

enum { TEXT_MAX = 40 };

/* Of a statement that nothing is done for, lest its line seems to run. */
static const struct pep_position nowhere = {0};

static bool is_word(const struct pep_walk *w, uint32_t token, uint8_t word)
{
    return token < w->t->count && w->t->at[token].word == word;
}

static void expect(struct pep_walk *w, uint32_t token, uint8_t word)
{
    if (is_word(w, token, word))
        pep_walk_claim(w, token);
    else
        pep_walk_refuse(w, "libclang and the tokens disagree about a statement");
}

/* The offset behind a statement that ends before its semicolon. */
static uint32_t behind_semicolon(struct pep_walk *w, uint32_t end)
{
    uint32_t token = pep_tokens_at(w->t, end);
    if (!is_word(w, token, ';')) {
        pep_walk_refuse(w, "a statement without its semicolon");
        return end;
    }
    return w->t->at[token].end;
}

const char *pep_walk_text(struct pep_walk *w, const char *text, uint32_t begin, uint32_t end)
{
    uint32_t length = end - begin;
    text += begin;
    char *out = pep_arena_alloc(w->arena, TEXT_MAX + 8);
    size_t n = 0;
    for (uint32_t i = 0; i < length && n < TEXT_MAX; i++) {
        if (text[i] == '#' && i && text[i - 1] == '\n') /* the preprocessor's: where in the source this is */
            while (i + 1 < length && text[i] != '\n')
                i++;
        bool blank = (unsigned char)text[i] <= ' ';
        if (!blank || (n && out[n - 1] != ' '))
            out[n++] = blank ? ' ' : text[i];
    }
    while (n && out[n - 1] == ' ')
        n--;
    memcpy(out + n, n == TEXT_MAX ? "..." : "", n == TEXT_MAX ? 4 : 1);
    return out;
}

static struct pep_node *plain(struct pep_walk *w, uint32_t begin, uint32_t end, bool in_list)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_EXPRESSION, begin, end);
    n->in_list = in_list;
    n->sequenced = true;
    return n;
}

static struct pep_node *list_statement(struct pep_walk *w, uint32_t begin, uint32_t end, const struct pep_cursors *kids,
                                       bool in_list)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_LIST, begin, end);
    struct pep_node **kid = PEP_NEW_N(w->arena, struct pep_node *, kids->count + 1);
    n->in_list = in_list;
    for (size_t i = 0; i < kids->count; i++)
        kid[i] = pep_walk_statement(w, kids->at[i], true);
    n->sequenced = true;
    pep_walk_adopt(w, n, (uint32_t)kids->count, kid);
    return n;
}

static struct pep_node *if_statement(struct pep_walk *w, uint32_t begin, const struct pep_cursors *kids)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_IF, begin, begin);
    if (kids->count != 2 && kids->count != 3) {
        pep_walk_refuse(w, "an if without its parts");
        return n;
    }
    expect(w, pep_tokens_at(w->t, begin), PEP_W_IF);
    struct pep_node *part[3] = {pep_walk_condition(w, kids->at[0]), pep_walk_statement(w, kids->at[1], false), NULL};
    if (kids->count == 3) {
        expect(w, pep_tokens_at(w->t, part[1]->end), PEP_W_ELSE);
        part[2] = pep_walk_statement(w, kids->at[2], false);
    }
    pep_walk_adopt(w, n, 3, part);
    n->end = part[2] ? part[2]->end : part[1]->end;
    return n;
}

static bool is_word_type(const struct pep_walk *w, CXCursor variable)
{
    CXType type = w->l->getCanonicalType(w->l->getCursorType(variable));
    return variable.kind == CXCursor_DeclRefExpr &&
           (type.kind == CXType_Int || type.kind == CXType_UInt || type.kind == CXType_Short ||
            type.kind == CXType_UShort || type.kind == CXType_UChar || type.kind == CXType_SChar ||
            type.kind == CXType_Char_S || type.kind == CXType_Char_U);
}

/* Does the condition step a variable of at most 32 bits each time that it holds?  while (n--), or do while (++i < n) */
static bool tests_a_step(struct pep_walk *w, CXCursor condition)
{
    static const char *const operators[] = {"&&", "<", ">", "<=", ">=", "!="};
    struct pep_cursors kids = {0};
    uint32_t begin, end;
    bool found = false, may = condition.kind == CXCursor_ParenExpr || condition.kind == CXCursor_UnexposedExpr;
    pep_walk_children(&kids, w, condition);
    if (condition.kind == CXCursor_UnaryOperator && kids.count == 1) {
        pep_walk_range(&begin, &end, w, condition);
        uint32_t first = pep_tokens_at(w->t, begin), last = pep_tokens_at(w->t, end) - 1;
        found = is_word_type(w, kids.at[0]) && (pep_token_is(w->t, first, "++") || pep_token_is(w->t, first, "--") ||
                                                pep_token_is(w->t, last, "++") || pep_token_is(w->t, last, "--"));
    } else if (condition.kind == CXCursor_BinaryOperator && kids.count == 2) {
        pep_walk_range(&begin, &end, w, kids.at[0]);
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
            may |= pep_token_is(w->t, pep_tokens_at(w->t, end), operators[i]);
    }
    for (size_t i = 0; may && i < kids.count; i++)
        found |= tests_a_step(w, kids.at[i]);
    pep_array_free(&kids);
    return found;
}

static struct pep_node *while_statement(struct pep_walk *w, uint32_t begin, const struct pep_cursors *kids)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_WHILE, begin, begin);
    if (kids->count != 2) {
        pep_walk_refuse(w, "a while without its parts");
        return n;
    }
    expect(w, pep_tokens_at(w->t, begin), PEP_W_WHILE);
    struct pep_node *part[2] = {pep_walk_condition(w, kids->at[0]), pep_walk_statement(w, kids->at[1], false)};
    pep_walk_adopt(w, n, 2, part);
    n->end = part[1]->end;
    n->ends = true;
    n->short_trip = tests_a_step(w, kids->at[0]);
    return n;
}

static struct pep_node *do_statement(struct pep_walk *w, uint32_t begin, uint32_t end, const struct pep_cursors *kids)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_DO, begin, begin);
    if (kids->count != 2) {
        pep_walk_refuse(w, "a do without its parts");
        return n;
    }
    expect(w, pep_tokens_at(w->t, begin), PEP_W_DO);
    struct pep_node *body = pep_walk_statement(w, kids->at[0], false);
    expect(w, pep_tokens_at(w->t, body->end), PEP_W_WHILE);
    struct pep_node *part[2] = {body, pep_walk_condition(w, kids->at[1])};
    pep_walk_adopt(w, n, 2, part);
    n->end = behind_semicolon(w, end);
    n->ends = part[1]->constant != 0 || body->ends; /* do { } while (0) is no loop */
    n->short_trip = tests_a_step(w, kids->at[1]);
    return n;
}

/* Does the variable stand between these offsets, too? */
static bool is_between(struct pep_walk *w, CXCursor variable, uint32_t from, uint32_t to)
{
    uint32_t begin, end;
    bool found = false;
    pep_walk_range(&begin, &end, w, variable);
    for (uint32_t i = pep_tokens_at(w->t, from); i < w->t->count && w->t->at[i].begin < to && !found; i++)
        found = pep_tokens_alike(w->t, i, pep_tokens_at(w->t, begin));
    return found;
}

/* Does the third part of a for step a variable of at most 32 bits that the second, between these offsets, tests? */
static bool steps_a_word(struct pep_walk *w, CXCursor step, uint32_t from, uint32_t to)
{
    struct pep_cursors kids = {0};
    bool found = false;
    pep_walk_children(&kids, w, step);
    if (step.kind == CXCursor_UnaryOperator || step.kind == CXCursor_CompoundAssignOperator) {
        found = kids.count && is_word_type(w, kids.at[0]) && is_between(w, kids.at[0], from, to);
    } else if (step.kind == CXCursor_BinaryOperator) { /* i++, j++ */
        for (size_t i = 0; i < kids.count; i++)
            found |= steps_a_word(w, kids.at[i], from, to);
    }
    pep_array_free(&kids);
    return found;
}

static struct pep_node *for_statement(struct pep_walk *w, uint32_t begin, const struct pep_cursors *kids)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_FOR, begin, begin), *part[4] = {NULL, NULL, NULL, NULL};
    uint32_t token = pep_tokens_at(w->t, begin), open = token + 1, semicolon[2] = {0, 0}, found = 0;
    expect(w, token, PEP_W_FOR);
    uint32_t close = is_word(w, open, '(') ? w->t->at[open].match : PEP_NO_TOKEN;
    for (uint32_t i = open + 1; close != PEP_NO_TOKEN && i < close && found < 2; i++) {
        i = pep_token_close(w->t, i);
        if (is_word(w, i, ';'))
            semicolon[found++] = w->t->at[i].begin;
    }
    if (found != 2 || !kids->count) {
        pep_walk_refuse(w, "a for without its semicolons");
        return n;
    }
    size_t locals = w->locals.count;
    for (size_t i = 0; i + 1 < kids->count; i++) {
        uint32_t b, e;
        pep_walk_range(&b, &e, w, kids->at[i]);
        int slot = b < semicolon[0] ? 0 : b < semicolon[1] ? 1 : 2;
        if (slot == 2)
            n->short_trip = part[1] && steps_a_word(w, kids->at[i], semicolon[0], semicolon[1]);
        if (part[slot])
            pep_walk_refuse(w, "a for with too many parts");
        else if (slot == 1)
            part[slot] = pep_walk_condition(w, kids->at[i]);
        else
            part[slot] = pep_walk_is_expression(kids->at[i]) ? pep_walk_expression(w, kids->at[i])
                                                             : pep_walk_statement(w, kids->at[i], false);
    }
    for (; locals < w->locals.count; locals++)
        w->locals.at[locals].stepping = true;
    part[3] = pep_walk_statement(w, kids->at[kids->count - 1], false);
    pep_walk_adopt(w, n, 4, part);
    n->end = part[3]->end;
    n->ends = true;
    if (part[0] && part[0]->kind == PEP_NODE_EXPRESSION) { /* a declaration: as an expression it is a group in order */
        part[0]->kind = part[0]->nkids ? PEP_NODE_GROUP : PEP_NODE_LEAF;
    }
    return n;
}

/* Is it an enumeration or a truth value, for which compilers hold the labels against the values? */
static bool has_few_values(const struct pep_walk *w, CXCursor operand)
{
    static const char *const truths[] = {"&&", "||", "==", "!=", "<", ">", "<=", ">="};
    struct pep_cursors kids = {0};
    CXType type = w->l->getCanonicalType(w->l->getCursorType(operand));
    bool few = type.kind == CXType_Bool || type.kind == CXType_Enum;
    uint32_t begin, end;
    pep_walk_children(&kids, w, operand);
    if (operand.kind == CXCursor_ParenExpr || operand.kind == CXCursor_UnexposedExpr) {
        few |= kids.count == 1 && has_few_values(w, kids.at[0]);
    } else if (operand.kind == CXCursor_BinaryOperator && kids.count == 2) {
        pep_walk_range(&begin, &end, w, kids.at[0]);
        for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
            few |= pep_token_is(w->t, pep_tokens_at(w->t, end), truths[i]);
    } else if (operand.kind == CXCursor_UnaryOperator) {
        pep_walk_range(&begin, &end, w, operand);
        few |= pep_token_is(w->t, pep_tokens_at(w->t, begin), "!");
    }
    pep_array_free(&kids);
    return few;
}

static struct pep_node *switch_statement(struct pep_walk *w, uint32_t begin, const struct pep_cursors *kids)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_SWITCH, begin, begin);
    if (kids->count != 2) {
        pep_walk_refuse(w, "a switch without its parts");
        return n;
    }
    expect(w, pep_tokens_at(w->t, begin), PEP_W_SWITCH);
    struct pep_node *part[2] = {pep_walk_expression(w, kids->at[0]), NULL};
    size_t labels = w->value_labels.count;
    n->needs_no_default = has_few_values(w, kids->at[0]);
    if (w->wants_values)
        n->value_site = pep_walk_operand(w, kids->at[0], part[0], n->needs_no_default);
    part[1] = pep_walk_statement(w, kids->at[1], false);
    pep_walk_cases(w, n->value_site, labels);
    pep_walk_adopt(w, n, 2, part);
    n->end = part[1]->end;
    return n;
}

static struct pep_node *case_statement(struct pep_walk *w, CXCursor c, uint32_t begin, const struct pep_cursors *kids,
                                       bool in_list)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_CASE, begin, begin);
    uint32_t first = pep_tokens_at(w->t, begin), colon = first + 1;
    n->in_list = in_list;
    n->is_default = c.kind == CXCursor_DefaultStmt;
    expect(w, first, n->is_default ? PEP_W_DEFAULT : PEP_W_CASE);
    if (kids->count < (n->is_default ? 1u : 2u)) {
        pep_walk_refuse(w, "a case without its statement");
        return n;
    }
    if (!n->is_default) {
        uint32_t b, e;
        pep_walk_range(&b, &e, w, kids->at[kids->count - 2]);
        colon = pep_tokens_at(w->t, e);
        pep_walk_opaque(w, kids->at[kids->count - 2], w->t->at[first].end, e);
    }
    if (!is_word(w, colon, ':'))
        pep_walk_refuse(w, "a case without its colon");
    else if (!(n->text = pep_walk_label_name(w, first, colon)))
        n->text = pep_walk_text(w, w->t->text, begin, w->t->at[colon].begin);
    if (!n->text)
        n->text = "case";
    if (w->wants_values && !n->is_default)
        pep_walk_case(w, kids->at[0], kids->at[kids->count - 2], n->text);
    struct pep_node *part = pep_walk_statement(w, kids->at[kids->count - 1], in_list);
    pep_walk_adopt(w, n, 1, &part);
    n->end = part->end;
    return n;
}

static struct pep_node *label_statement(struct pep_walk *w, uint32_t begin, const struct pep_cursors *kids,
                                        bool in_list)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_LABEL, begin, begin);
    uint32_t name = pep_tokens_at(w->t, begin);
    n->in_list = in_list;
    n->label = pep_walk_label_at(w, begin);
    n->text = n->label->name;
    if (!kids->count || !is_word(w, name + 1, ':')) {
        pep_walk_refuse(w, "a label without its statement");
        return n;
    }
    struct pep_node *part = pep_walk_statement(w, kids->at[kids->count - 1], in_list);
    pep_walk_adopt(w, n, 1, &part);
    n->end = part->end;
    n->ends = true;
    return n;
}

/* Without libclang's help: the labels of an asm goto are not in its tree. */
static void asm_targets(struct pep_walk *w, struct pep_node *n, uint32_t open)
{
    uint32_t close = w->t->at[open].match, colons = 0;
    struct {
        PEP_ARRAY(struct pep_label *);
    } targets = {0};
    for (uint32_t i = open + 1; i < close; i++) {
        i = pep_token_close(w->t, i);
        if (is_word(w, i, ':')) {
            colons++;
        } else if (pep_token_is(w->t, i, "::")) {
            colons += 2;
        } else if (colons == 4 && w->t->at[i].kind == PEP_IDENTIFIER) {
            struct pep_label *found = NULL;
            for (uint32_t k = pep_tokens_at(w->t, w->tree->begin); k < w->t->count && w->t->at[k].end < w->tree->end;
                 k++) {
                bool same = w->t->at[k].kind == PEP_IDENTIFIER && pep_tokens_alike(w->t, k, i);
                uint8_t before = k ? w->t->at[k - 1].word : 0;
                if (same && is_word(w, k + 1, ':') && strchr(";{}:)", before) && before) {
                    if (found)
                        pep_walk_refuse(w, "an asm goto whose label stands twice");
                    found = pep_walk_label_at(w, w->t->at[k].begin);
                }
            }
            if (!found) {
                pep_walk_refuse(w, "an asm goto whose label is not found");
                break;
            }
            found->address_taken = true;
            found->named++;
            found->asm_goto = n;
            pep_array_push(&targets, found);
        }
    }
    n->ntargets = (uint32_t)targets.count;
    n->targets = PEP_NEW_N(w->arena, struct pep_label *, targets.count + 1);
    for (size_t i = 0; i < targets.count; i++)
        n->targets[i] = targets.at[i];
    pep_array_free(&targets);
}

static struct pep_node *asm_statement(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end, bool in_list)
{
    struct pep_node *n = plain(w, begin, behind_semicolon(w, end), in_list);
    uint32_t i = pep_tokens_at(w->t, begin);
    pep_walk_opaque(w, c, begin, end);
    for (; i < w->t->count && w->t->at[i].begin < end && !is_word(w, i, '('); i++) {
        if (is_word(w, i, PEP_W_GOTO)) {
            n->kind = PEP_NODE_ASM_GOTO;
            n->ends = true;
        }
    }
    if (n->kind == PEP_NODE_ASM_GOTO && is_word(w, i, '('))
        asm_targets(w, n, i);
    return n;
}

/* Does a declaration, of tokens from `first` up to another, give a value to an automatic variable, or a size to an
 * array? */
static bool evaluates(const struct pep_walk *w, const struct pep_cursors *kids, uint32_t first, uint32_t behind)
{
    bool automatic = false;
    for (size_t i = 0; i < kids->count; i++) {
        CXCursor c = kids->at[i];
        enum CX_StorageClass storage = w->l->Cursor_getStorageClass(c);
        if (pep_walk_is_variable_length(w, w->l->getCursorType(c)))
            return true;
        automatic |= c.kind == CXCursor_VarDecl && storage != CX_SC_Static && storage != CX_SC_Extern;
    }
    for (; first < behind && automatic; first++)
        if (is_word(w, first, PEP_P_ASSIGN))
            return true;
    return false;
}

/* Do tokens from `first` up to another name things only to cast them to void, as in ((void)0);? */
static bool is_cast_to_void(const struct pep_walk *w, uint32_t first, uint32_t behind)
{
    const struct pep_token *t = w->t->at;
    bool cast = false;
    for (; first < behind; cast |= pep_token_is(w->t, first++, "void"))
        if (t[first].kind == PEP_PUNCTUATOR ? !strchr("();", t[first].word)
                                            : !t[first].word && t[first + 1].word == '(') /* a builtin's call */
            return false;
    return cast;
}

/* The initialisers of the automatic variables; all else of a declaration steers nothing. */
static struct pep_node *declaration(struct pep_walk *w, uint32_t begin, uint32_t end, const struct pep_cursors *kids,
                                    bool in_list)
{
    struct pep_node *n = plain(w, begin, end, in_list);
    uint32_t first = pep_tokens_at(w->t, begin), behind = pep_tokens_at(w->t, end);
    n->declaration = true;
    if (!evaluates(w, kids, first, behind))
        n->position = nowhere;
    pep_walk_locals(w, kids, begin, n->end);
    n->calls = w->calls[behind] != w->calls[first];
    if (w->branchings[behind] == w->branchings[first])
        return n;
    struct {
        PEP_ARRAY(struct pep_node *);
    } parts = {0};
    uint32_t done = begin;
    for (size_t i = 0; i < kids->count; i++) {
        CXCursor c = kids->at[i];
        uint32_t b, e;
        pep_walk_range(&b, &e, w, c);
        if (c.kind != CXCursor_VarDecl || w->l->Cursor_getStorageClass(c) == CX_SC_Static)
            continue;
        struct pep_cursors inner = {0};
        pep_walk_children(&inner, w, c);
        uint32_t ib = 0, ie = 0;
        if (inner.count)
            pep_walk_range(&ib, &ie, w, inner.at[inner.count - 1]);
        uint32_t before = pep_tokens_before(w->t, ib);
        if (inner.count && ib >= done && before != PEP_NO_TOKEN && pep_token_is(w->t, before, "=") &&
            pep_walk_is_expression(inner.at[inner.count - 1])) {
            pep_walk_opaque(w, c, done, ib);
            done = ie;
            struct pep_node *part = pep_walk_expression(w, inner.at[inner.count - 1]);
            if (part->kind != PEP_NODE_LEAF)
                pep_array_push(&parts, part);
        }
        pep_array_free(&inner);
    }
    for (size_t i = 0; i < kids->count; i++)
        pep_walk_opaque(w, kids->at[i], done, end);
    pep_walk_adopt(w, n, (uint32_t)parts.count, parts.at);
    pep_array_free(&parts);
    return n;
}

static struct pep_node *expression_statement(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end, bool in_list)
{
    struct pep_node *n = plain(w, begin, behind_semicolon(w, end), in_list), *e = pep_walk_expression(w, c);
    n->calls = e->calls;
    if (e->kind != PEP_NODE_LEAF)
        pep_walk_adopt(w, n, 1, &e);
    else if (!n->calls && is_cast_to_void(w, pep_tokens_at(w->t, begin), pep_tokens_at(w->t, n->end)))
        n->position = nowhere;
    return n;
}

static struct pep_node *return_statement(struct pep_walk *w, uint32_t begin, uint32_t end,
                                         const struct pep_cursors *kids)
{
    struct pep_node *n = pep_walk_node(w, PEP_NODE_RETURN, begin, behind_semicolon(w, end)), *part = NULL;
    expect(w, pep_tokens_at(w->t, begin), PEP_W_RETURN);
    if (kids->count)
        part = pep_walk_expression(w, kids->at[0]);
    pep_walk_adopt(w, n, 1, &part);
    n->calls = part && part->calls;
    n->ends = true;
    if (part && !part->sequenced)
        w->needs_result = true;
    return n;
}

/* goto L, goto *p, break, continue */
static struct pep_node *jump_statement(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end,
                                       const struct pep_cursors *kids)
{
    uint32_t stop = behind_semicolon(w, end);
    struct pep_node *n;
    n = pep_walk_node(w, PEP_NODE_BREAK, begin, stop);
    n->ends = true;
    if (c.kind == CXCursor_BreakStmt) {
        expect(w, pep_tokens_at(w->t, begin), PEP_W_BREAK);
    } else if (c.kind == CXCursor_ContinueStmt) {
        n->kind = PEP_NODE_CONTINUE;
        expect(w, pep_tokens_at(w->t, begin), PEP_W_CONTINUE);
    } else if (!kids->count) {
        pep_walk_refuse(w, "a goto without a target");
    } else {
        expect(w, pep_tokens_at(w->t, begin), PEP_W_GOTO);
        n->kind = c.kind == CXCursor_GotoStmt ? PEP_NODE_GOTO : PEP_NODE_COMPUTED;
        if (n->kind == PEP_NODE_GOTO) {
            n->label = pep_walk_label(w, kids->at[0]);
            n->label->named++;
        } else {
            struct pep_node *part = pep_walk_expression(w, kids->at[0]);
            pep_walk_adopt(w, n, 1, &part);
        }
    }
    return n;
}

/* A label that ends its block has one behind it that nobody wrote, which libclang puts where the colon is. */
static struct pep_node *empty_statement(struct pep_walk *w, uint32_t begin, uint32_t end, bool in_list)
{
    uint32_t token = pep_tokens_at(w->t, begin);
    if (is_word(w, token, ':'))
        begin = end = w->t->at[token].end;
    struct pep_node *n = plain(w, begin, end, in_list);
    n->position = nowhere;
    return n;
}

struct pep_node *pep_walk_statement(struct pep_walk *w, CXCursor c, bool in_list)
{
    uint32_t begin, end;
    struct pep_cursors kids = {0};
    struct pep_node *n;
    pep_walk_range(&begin, &end, w, c);
    if (pep_walk_is_expression(c))
        return expression_statement(w, c, begin, end, in_list);
    uint32_t outer_end = w->scope_end;
    if (c.kind == CXCursor_CompoundStmt || c.kind == CXCursor_ForStmt)
        w->scope_end = end;
    if (c.kind != CXCursor_NullStmt)
        pep_walk_children(&kids, w, c);
    switch ((int)c.kind) {
    case CXCursor_CompoundStmt: n = list_statement(w, begin, end, &kids, in_list); break;
    case CXCursor_IfStmt: n = if_statement(w, begin, &kids); break;
    case CXCursor_WhileStmt: n = while_statement(w, begin, &kids); break;
    case CXCursor_DoStmt: n = do_statement(w, begin, end, &kids); break;
    case CXCursor_ForStmt: n = for_statement(w, begin, &kids); break;
    case CXCursor_SwitchStmt: n = switch_statement(w, begin, &kids); break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt: n = case_statement(w, c, begin, &kids, in_list); break;
    case CXCursor_LabelStmt: n = label_statement(w, begin, &kids, in_list); break;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt: n = jump_statement(w, c, begin, end, &kids); break;
    case CXCursor_ReturnStmt: n = return_statement(w, begin, end, &kids); break;
    case CXCursor_GCCAsmStmt: n = asm_statement(w, c, begin, end, in_list); break;
    case CXCursor_DeclStmt: n = declaration(w, begin, end, &kids, in_list); break;
    case CXCursor_NullStmt: n = empty_statement(w, begin, end, in_list); break;
    default:
        if (c.kind == CXCursor_UnexposedStmt && kids.count == 1) { /* attributes or a pragma in front */
            n = pep_walk_statement(w, kids.at[0], in_list);
        } else {
            n = plain(w, begin, end, in_list);
            pep_walk_refuse(w, "a statement that is not known here");
        }
    }
    w->scope_end = outer_end;
    n->in_list = in_list;
    pep_array_free(&kids);
    return n;
}
