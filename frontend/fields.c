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
static void add_layout(struct pep_walk *w, struct pep_fields *fields, CXCursor field)
{
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
            pep_map_put(&fields->known, &g.places.at[i], sizeof g.places.at[i],
                        (uint64_t)fields->layouts.count << 32 | i);
        pep_array_push(&fields->layouts, layout);
    }
    pep_array_free(&g.fields);
    pep_array_free(&g.places);
}

/* --- members --- */

void pep_walk_member(struct pep_walk *w, struct pep_fields *fields, CXCursor c, enum pep_use use)
{
    CXCursor field = w->l->getCursorReferenced(c);
    uint32_t place = place_of(w, c), declared = place_of(w, field);
    uint32_t token = pep_tokens_at(w->t, place > w->shift ? place - w->shift : 0);
    if (field.kind != CXCursor_FieldDecl || token >= w->t->count || w->untold[token] || fields->met[token])
        return;
    fields->met[token] = true;
    if (!pep_map_get(&fields->known, &declared, sizeof declared))
        add_layout(w, fields, field);
    uint64_t known = *pep_map_put(&fields->known, &declared, sizeof declared, UNKNOWN);
    if (known != UNKNOWN)
        pep_array_push(&w->members, (struct pep_member){(uint32_t)(known >> 32), (uint32_t)known, w->t->at[token].begin,
                                                        (uint8_t)use});
}
