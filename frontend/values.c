/* values.c - where values are looked at: arguments as a function is entered, operands of switches.
 *
 * A site is left out where looking at it would change what the compiler says: a parameter that is never read draws a
 * warning, and would draw none; so would a switch over a truth value. */
#include "frontend/walk.h"
#include <string.h>

enum { WIDEST = 64 };

/* Fills in the type of the site; false where it is no integer, or a wider one. */
static bool take_type(struct pep_value_site *site, const struct pep_walk *w, CXType type)
{
    type = w->l->getCanonicalType(type);
    long long size = w->l->Type_getSizeOf(type);
    if (w->l->isVolatileQualifiedType(type) || size <= 0 || 8 * size > WIDEST)
        return false;
    if (type.kind == CXType_Enum)
        type = w->l->getCanonicalType(w->l->getEnumDeclIntegerType(w->l->getTypeDeclaration(type)));
    site->bits = (uint8_t)(8 * size);
    switch ((int)type.kind) {
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong: site->is_signed = true; return true;
    case CXType_Bool: site->bits = 1; return true;
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong: return true;
    default: return false;
    }
}

/* --- arguments --- */

struct readings {
    const struct pep_walk *w;
    const uint32_t *places; /* of the parameters, as libclang has them */
    bool *read;
    size_t count;
};

static uint32_t place_of(const struct pep_walk *w, CXCursor c)
{
    unsigned offset = 0;
    w->l->getExpansionLocation(w->l->getCursorLocation(c), NULL, NULL, NULL, &offset);
    return offset;
}

/* n = 1; n++; --n; as statements of their own read nothing, say compilers. */
static bool is_only_written(const struct pep_walk *w, uint32_t offset)
{
    uint32_t name = pep_tokens_at(w->t, offset), before = pep_tokens_before(w->t, offset);
    if (name + 1 >= w->t->count || before == PEP_NO_TOKEN)
        return false;
    uint8_t front = w->t->at[before].word, behind = w->t->at[name + 1].word;
    if (pep_token_is(w->t, before, "++") || pep_token_is(w->t, before, "--"))
        return behind == ';';
    return behind == PEP_P_ASSIGN && front && front < 128 && strchr(";{}:),", front);
}

static enum CXChildVisitResult find_reading(CXCursor c, CXCursor parent, CXClientData data)
{
    struct readings *r = data;
    (void)parent;
    if (c.kind != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    uint32_t declared = place_of(r->w, r->w->l->getCursorReferenced(c)), place = place_of(r->w, c);
    for (size_t i = 0; i < r->count; i++)
        if (r->places[i] == declared && place >= r->w->shift)
            r->read[i] |= !is_only_written(r->w, place - r->w->shift);
    return CXChildVisit_Continue;
}

void pep_walk_arguments(struct pep_walk *w, CXCursor function, CXCursor body)
{
    struct pep_cursors kids = {0};
    pep_walk_children(&kids, w, function);
    uint32_t *places = PEP_NEW_N(w->arena, uint32_t, kids.count + 1);
    struct readings r = {w, places, PEP_NEW_N(w->arena, bool, kids.count + 1), kids.count};
    for (size_t i = 0; i < kids.count; i++)
        places[i] = kids.at[i].kind == CXCursor_ParmDecl ? place_of(w, kids.at[i]) : 0;
    w->l->visitChildren(body, find_reading, &r);
    for (size_t i = 0; i < kids.count; i++) {
        struct pep_value_site site = {.kind = PEP_VALUE_ARGUMENT};
        if (!r.read[i] || places[i] < w->shift || !take_type(&site, w, w->l->getCursorType(kids.at[i])))
            continue;
        site.name = pep_walk_spelling(w, w->l->getCursorSpelling(kids.at[i]));
        site.position = pep_token_position(w->t, pep_tokens_at(w->t, places[i] - w->shift));
        pep_array_push(&w->sites, site);
    }
    pep_array_free(&kids);
}

/* --- switches --- */

static bool is_bit_field(const struct pep_walk *w, CXCursor c)
{
    return c.kind == CXCursor_MemberRefExpr && w->l->Cursor_isBitField(w->l->getCursorReferenced(c));
}

/* The expression as it is written, without parentheses and what is converted unseen. */
static CXCursor written(const struct pep_walk *w, CXCursor c)
{
    while (c.kind == CXCursor_ParenExpr || c.kind == CXCursor_UnexposedExpr) {
        struct pep_cursors kids = {0};
        pep_walk_children(&kids, w, c);
        bool one = kids.count == 1;
        CXCursor kid = one ? kids.at[0] : c;
        pep_array_free(&kids);
        if (!one)
            break;
        c = kid;
    }
    return c;
}

/* Is it the value of a bit-field that is assigned to, or that stands behind a comma?  Its type has no name. */
static bool gives_bit_field(const struct pep_walk *w, CXCursor c)
{
    struct pep_cursors kids = {0};
    bool found = false;
    pep_walk_children(&kids, w, c);
    bool operates = c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_CompoundAssignOperator ||
                    c.kind == CXCursor_UnaryOperator;
    for (size_t i = 0; operates && i < kids.count; i++)
        found |= is_bit_field(w, written(w, kids.at[i]));
    pep_array_free(&kids);
    return found;
}

static bool returns_twice(const struct pep_node *n)
{
    bool twice = n->kind == PEP_NODE_TWICE;
    for (uint32_t i = 0; i < n->nkids; i++)
        twice |= n->kid[i] && returns_twice(n->kid[i]);
    return twice;
}

uint32_t pep_walk_operand(struct pep_walk *w, CXCursor operand, const struct pep_node *n, bool few_values)
{
    struct pep_value_site site = {.kind = PEP_VALUE_SWITCH, .position = n->position};
    CXCursor c = written(w, operand);
    CXType type = w->l->getCanonicalType(w->l->getCursorType(c));
    uint64_t value;
    site.is_bit_field = is_bit_field(w, c);
    bool named = (type.kind == CXType_Enum || type.kind == CXType_Bool) && !site.is_bit_field;
    if (!take_type(&site, w, type) || (few_values && !named) || returns_twice(n) || gives_bit_field(w, c) ||
        pep_walk_constant(&value, w, operand))
        return 0;
    if (site.is_bit_field && w->l->getFieldDeclBitWidth(w->l->getCursorReferenced(c)) > 32)
        return 0;
    site.name = pep_walk_text(w, w->t->text, n->begin, n->end);
    pep_array_push(&w->sites, site);
    return (uint32_t)w->sites.count;
}

/* A label is converted to the promoted type of the operand (C11 6.8.4.2). */
static uint64_t converted(uint64_t value, const struct pep_value_site *site)
{
    if (site->bits > 32)
        return value;
    return site->is_signed || site->bits < 32 ? (uint64_t)(int64_t)(int32_t)value : (uint32_t)value;
}

void pep_walk_case(struct pep_walk *w, CXCursor low, CXCursor high, const char *text)
{
    struct pep_value_label label = {.text = text};
    if (pep_walk_constant(&label.low, w, low) && pep_walk_constant(&label.high, w, high))
        pep_array_push(&w->value_labels, label);
}

void pep_walk_cases(struct pep_walk *w, uint32_t site, size_t first)
{
    size_t n = w->value_labels.count - first;
    if (site) {
        struct pep_value_site *s = &w->sites.at[site - 1];
        s->labels = PEP_NEW_N(w->arena, struct pep_value_label, n + 1);
        for (size_t i = 0; i < n; i++) {
            const struct pep_value_label *l = &w->value_labels.at[first + i];
            s->labels[i] = (struct pep_value_label){converted(l->low, s), converted(l->high, s), l->text};
        }
        s->nlabels = (uint32_t)n;
    }
    w->value_labels.count = first;
}
