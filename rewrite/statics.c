#include "rewrite/statics.h"
#include <inttypes.h>

static void add_name(struct pep_buffer *out, const struct pep_plan *p, uint32_t local)
{
    pep_buffer_printf(out, "__pep_s%" PRIu32 "_%s_%s", local, p->f->name, p->tree->whole.locals[local].name);
}

void pep_statics_declare(struct pep_buffer *out, const struct pep_plan *p, const struct pep_tokens *t)
{
    const struct pep_whole *whole = &p->tree->whole;
    const struct pep_mention *m = whole->mentions, *last = m + whole->nmentions;
    for (uint32_t k = 0, done = 0; k < whole->nlocals; k++) {
        if (!whole->locals[k].shared || whole->locals[k].statement == done)
            continue;
        done = whole->locals[k].statement;
        for (uint32_t i = pep_tokens_at(t, done); t->at[i].begin < whole->locals[k].begin; i++) {
            while (m < last && (m->offset < t->at[i].begin || !whole->locals[m->local].shared))
                m++;
            if (m < last && m->offset == t->at[i].begin) {
                add_name(out, p, m->local);
                pep_buffer_addc(out, ' ');
            } else {
                pep_tokens_add(out, t, i);
            }
        }
    }
}

void pep_statics_rename(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t)
{
    const struct pep_whole *whole = &p->tree->whole;
    struct pep_buffer text = PEP_BUFFER_INIT;
    uint32_t behind = 0; /* the declaration that was taken out last */
    for (const struct pep_mention *m = whole->mentions; m < whole->mentions + whole->nmentions; m++) {
        const struct pep_local *local = &whole->locals[m->local];
        if (!local->shared || m->offset < behind)
            continue;
        if (m->declares) {
            behind = local->begin;
            for (uint32_t i = pep_tokens_at(t, local->statement); t->at[i].begin < behind; i++)
                pep_edits_replace(edits, t->at[i].begin, t->at[i].end - t->at[i].begin, "");
            continue;
        }
        const struct pep_token *k = &t->at[pep_tokens_at(t, m->offset)];
        pep_buffer_clear(&text);
        add_name(&text, p, m->local);
        pep_edits_replace(edits, k->begin, k->end - k->begin, text.at);
    }
    pep_buffer_free(&text);
}
