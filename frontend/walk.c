#include "frontend/walk.h"
#include <string.h>

void pep_walk_range(uint32_t *begin, uint32_t *end, const struct pep_walk *w, CXCursor c)
{
    CXSourceRange range = w->l->getCursorExtent(c);
    unsigned b = 0, e = 0;
    w->l->getExpansionLocation(w->l->getRangeStart(range), NULL, NULL, NULL, &b);
    w->l->getExpansionLocation(w->l->getRangeEnd(range), NULL, NULL, NULL, &e);
    *begin = b > w->shift ? b - w->shift : 0;
    *end = e > w->shift ? e - w->shift : 0;
}

char *pep_walk_spelling(struct pep_walk *w, CXString s)
{
    const char *text = w->l->getCString(s);
    char *copy = pep_arena_strdup(w->arena, text ? text : "");
    w->l->disposeString(s);
    return copy;
}

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data)
{
    struct pep_cursors *kids = data;
    (void)parent;
    pep_array_push(kids, c);
    return CXChildVisit_Continue;
}

void pep_walk_children(struct pep_cursors *kids, const struct pep_walk *w, CXCursor c)
{
    w->l->visitChildren(c, collect, kids);
}

struct pep_node *pep_walk_node(struct pep_walk *w, enum pep_node_kind kind, uint32_t begin, uint32_t end)
{
    struct pep_node *n = PEP_NEW(w->arena, struct pep_node);
    uint32_t token = pep_tokens_at(w->t, begin);
    n->kind = (uint8_t)kind;
    n->constant = n->expected = -1;
    n->sequenced = true;
    n->begin = begin;
    n->end = end;
    if (token < w->t->count)
        n->position = pep_token_position(w->t, token);
    return n;
}

void pep_walk_adopt(struct pep_walk *w, struct pep_node *n, uint32_t count, struct pep_node *const *kids)
{
    n->kid = PEP_NEW_N(w->arena, struct pep_node *, count + 1);
    n->nkids = count;
    for (uint32_t i = 0; i < count; i++) {
        n->kid[i] = kids[i];
        if (kids[i]) {
            n->sequenced &= kids[i]->sequenced;
            n->ends |= kids[i]->ends;
        }
    }
}

void pep_walk_refuse(struct pep_walk *w, const char *reason)
{
    if (!w->refusal)
        w->refusal = reason;
}

void pep_walk_claim(struct pep_walk *w, uint32_t token)
{
    w->claimed[token] = true;
}

struct label_search {
    struct pep_walk *w;
    uint32_t begin, end;
};

static enum CXChildVisitResult take_address(CXCursor c, CXCursor parent, CXClientData data)
{
    struct label_search *search = data;
    (void)parent;
    if (c.kind == CXCursor_AddrLabelExpr) {
        uint32_t b, e;
        struct pep_cursors kids = {0};
        pep_walk_range(&b, &e, search->w, c);
        pep_walk_children(&kids, search->w, c);
        if (b >= search->begin && e <= search->end) {
            struct pep_label *label = kids.count ? pep_walk_label(search->w, kids.at[0]) : NULL;
            if (label) {
                label->address_taken = true;
                label->named++;
            }
        }
        pep_array_free(&kids);
    }
    return CXChildVisit_Recurse;
}

void pep_walk_leave_alone(struct pep_walk *w, uint32_t begin, uint32_t end)
{
    for (uint32_t i = pep_tokens_at(w->t, begin); i < w->t->count && w->t->at[i].begin < end; i++)
        w->opaque[i] = true;
}

/* asm volatile goto (...) */
static bool is_of_assembly(const struct pep_tokens *t, uint32_t i)
{
    while (pep_walk_qualifies_assembly(t, i - 1))
        i--;
    return t->at[i - 1].word == PEP_W_ASM;
}

void pep_walk_opaque(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end)
{
    bool may_take = false;
    for (uint32_t i = pep_tokens_at(w->t, begin); i < w->t->count && w->t->at[i].begin < end; i++) {
        uint8_t word = w->t->at[i].word;
        may_take |= word == PEP_P_AND;
        if (word >= PEP_W_RETURN && word <= PEP_W_CONTINUE && !is_of_assembly(w->t, i))
            pep_walk_refuse(w, "a jump out of what may not be evaluated");
        pep_walk_claim(w, i);
        w->opaque[i] = true;
    }
    if (may_take) {
        struct label_search search = {w, begin, end};
        take_address(c, c, &search);
        w->l->visitChildren(c, take_address, &search);
    }
}

struct pep_label *pep_walk_label_at(struct pep_walk *w, uint32_t offset)
{
    size_t n = w->label_list.count;
    uint64_t index = *pep_map_put(&w->labels, &offset, sizeof offset, n);
    if (index == n) {
        struct pep_label *label = PEP_NEW(w->arena, struct pep_label);
        uint32_t token = pep_tokens_at(w->t, offset);
        label->name = pep_arena_strndup(w->arena, w->t->text + w->t->at[token].begin,
                                        w->t->at[token].end - w->t->at[token].begin);
        label->offset = offset;
        label->block = PEP_NO_BLOCK;
        pep_array_push(&w->label_list, label);
    }
    return w->label_list.at[index];
}

struct pep_label *pep_walk_label(struct pep_walk *w, CXCursor label_ref)
{
    CXCursor target = w->l->getCursorReferenced(label_ref);
    uint32_t begin, end;
    if (target.kind != CXCursor_LabelStmt) {
        pep_walk_refuse(w, "a label that libclang does not find");
        return pep_walk_label_at(w, w->tree->begin);
    }
    pep_walk_range(&begin, &end, w, target);
    return pep_walk_label_at(w, begin);
}
