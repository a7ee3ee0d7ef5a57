/* fields.c - which members of which structs and unions a function accesses, and how.
 *
 * Each member expression counts for its own field, a.b.c for b and for c.  What is assigned to is written, and so is
 * what it is a part of: of `a.b.c = 1` both c and b, of `p->array[i] = 1` array.  Compound assignment, ++ and -- read
 * and write.  Everything else reads, & too: what becomes of an address is not known.  A struct that is copied or
 * initialised as a whole accesses none of its fields.
 *
 * libclang shows a member expression twice in places (a ?: b), and members without a name as expressions of their own;
 * all of them are the one token that names the member. */
#include "base/file.h"
#include "frontend/walk.h"
#include <string.h>

#define UNKNOWN UINT64_MAX /* a field of no layout */

struct search {
    struct pep_walk *w;
    struct pep_fields *fields;
    struct {
        PEP_ARRAY(struct pep_member);
    } members;
};

/* --- layouts --- */

/* Where a declaration's name stands; of one without a name, its first token. */
static uint32_t place_of(const struct pep_walk *w, CXCursor c)
{
    unsigned offset = 0;
    w->l->getExpansionLocation(w->l->getCursorLocation(c), NULL, NULL, NULL, &offset);
    return offset;
}

/* How a type is spelled.  libclang tells of one without a name where it stands in its copy of the text: "{...}". */
static char *type_name(struct pep_walk *w, CXType type)
{
    char *text = pep_walk_spelling(w, w->l->getTypeSpelling(type)), *at;
    while ((at = strstr(text, "(unnamed ")) || (at = strstr(text, "(anonymous "))) {
        char *end = strchr(at, ')');
        if (!end)
            break;
        memcpy(at, "{...}", 5);
        memmove(at + 5, end + 1, strlen(end));
    }
    return text;
}

static const char *layout_name(struct pep_walk *w, CXCursor record)
{
    const char *name = type_name(w, w->l->getCursorType(record));
    uint32_t place = place_of(w, record), token = pep_tokens_at(w->t, place > w->shift ? place - w->shift : 0);
    if (!strchr(name, '{') || token >= w->t->count)
        return name;
    struct pep_position p = pep_token_position(w->t, token);
    return pep_arena_printf(w->arena, "%s (%s:%u)", record.kind == CXCursor_UnionDecl ? "union" : "struct",
                            pep_file_base(w->t->files.at[p.file]), p.line);
}

/* A layout that is being made. */
struct gathering {
    struct pep_walk *w;
    struct {
        PEP_ARRAY(struct pep_field);
    } fields;
    struct {
        PEP_ARRAY(uint32_t);
    } places;      /* of the fields */
    uint64_t base; /* offset of the member without a name that is being looked into */
    bool broken;
};

static enum CXVisitorResult add_field(CXCursor c, CXClientData data)
{
    struct gathering *g = data;
    const struct pep_libclang *l = g->w->l;
    CXType type = l->getCursorType(c);
    long long offset = l->Cursor_getOffsetOfField(c), size = l->Type_getSizeOf(type);
    g->broken |= offset < 0;
    if (g->broken)
        return CXVisit_Break;
    if (l->Cursor_isAnonymousRecordDecl(l->getTypeDeclaration(type))) {
        g->base += (uint64_t)offset;
        l->Type_visitFields(type, add_field, g);
        g->base -= (uint64_t)offset;
        return g->broken ? CXVisit_Break : CXVisit_Continue;
    }
    struct pep_field f = {.name = pep_walk_spelling(g->w, l->getCursorSpelling(c)),
                          .type = type_name(g->w, type),
                          .offset = g->base + (uint64_t)offset,
                          .size = size < 0 ? 0 : 8 * (uint64_t)size,
                          .is_bit_field = l->Cursor_isBitField(c)};
    if (f.is_bit_field)
        f.size = (uint64_t)l->getFieldDeclBitWidth(c);
    if (!*f.name && f.is_bit_field) /* padding */
        return CXVisit_Continue;
    if (!*f.name) /* -fms-extensions: a struct with a tag but without a name */
        f.name = f.type;
    pep_array_push(&g->fields, f);
    pep_array_push(&g->places, place_of(g->w, c));
    return CXVisit_Continue;
}

/* Makes the layout of the struct that the field is in: of the outermost that it is a member of.  There is none where
 * libclang cannot tell it. */
static void add_layout(struct search *s, CXCursor field)
{
    struct pep_walk *w = s->w;
    struct gathering g = {.w = w};
    CXCursor record = w->l->getCursorSemanticParent(field);
    while (w->l->Cursor_isAnonymousRecordDecl(record))
        record = w->l->getCursorSemanticParent(record);
    CXType type = w->l->getCursorType(record);
    long long size = w->l->Type_getSizeOf(type);
    w->l->Type_visitFields(type, add_field, &g);
    if (size >= 0 && g.fields.count && !g.broken) {
        struct pep_layout layout = {layout_name(w, record), (uint64_t)size,
                                    PEP_NEW_N(w->arena, struct pep_field, g.fields.count), (uint32_t)g.fields.count};
        memcpy(layout.fields, g.fields.at, g.fields.count * sizeof *layout.fields);
        for (size_t i = 0; i < g.places.count; i++)
            pep_map_put(&s->fields->known, &g.places.at[i], sizeof g.places.at[i],
                        (uint64_t)s->fields->layouts.count << 32 | i);
        pep_array_push(&s->fields->layouts, layout);
    }
    pep_array_free(&g.fields);
    pep_array_free(&g.places);
}

/* --- members --- */

static void add_member(struct search *s, CXCursor c, enum pep_use use)
{
    struct pep_walk *w = s->w;
    CXCursor field = w->l->getCursorReferenced(c);
    uint32_t place = place_of(w, c), declared = place_of(w, field);
    uint32_t token = pep_tokens_at(w->t, place > w->shift ? place - w->shift : 0);
    if (field.kind != CXCursor_FieldDecl || token >= w->t->count || s->fields->met[token])
        return;
    s->fields->met[token] = true;
    if (!pep_map_get(&s->fields->known, &declared, sizeof declared))
        add_layout(s, field);
    uint64_t known = *pep_map_put(&s->fields->known, &declared, sizeof declared, UNKNOWN);
    if (known != UNKNOWN)
        pep_array_push(&s->members, (struct pep_member){(uint32_t)(known >> 32), (uint32_t)known, w->t->at[token].begin,
                                                        (uint8_t)use});
}

/* The expression inside of parentheses and conversions; with `casts` also of those that are written. */
static CXCursor inside(const struct pep_walk *w, CXCursor c, bool casts)
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
    CXType type = w->l->getCanonicalType(w->l->getCursorType(inside(w, operand, false)));
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

/* _Generic and __builtin_choose_expr evaluate one of their operands: the one of their type, if no other has it. */
static void look_at_choice(struct search *s, CXCursor c, const struct pep_cursors *kids, enum pep_use use)
{
    const struct pep_libclang *l = s->w->l;
    CXType type = l->getCanonicalType(l->getCursorType(c));
    size_t found = 0, chosen = 0;
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
    if (kids.count > 1 && pep_walk_is_expression(c) && is_opaque(w, c)) {
        if (c.kind != CXCursor_CallExpr)
            look_at_choice(s, c, &kids, use);
        kids.count = 0;
    } else if (member && inside(w, kids.at[0], true).kind == CXCursor_IntegerLiteral) {
        kids.count = 0; /* &((struct s *)0)->m: an offset */
    } else if (member) {
        add_member(s, c, use);
    }
    for (size_t i = 0; i < kids.count; i++)
        look(s, kids.at[i], use_of(w, c, &kids, i, use));
    pep_array_free(&kids);
}

void pep_walk_members(struct pep_walk *w, struct pep_fields *fields, struct pep_tree *tree, CXCursor body)
{
    struct search s = {.w = w, .fields = fields};
    if (!fields->met)
        fields->met = PEP_NEW_N(w->arena, bool, w->t->count + 1);
    look(&s, body, PEP_USE_READ);
    tree->nmembers = (uint32_t)s.members.count;
    tree->members = PEP_NEW_N(w->arena, struct pep_member, s.members.count + 1);
    if (s.members.count)
        memcpy(tree->members, s.members.at, s.members.count * sizeof *tree->members);
    pep_array_free(&s.members);
}
