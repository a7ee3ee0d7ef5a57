#include "rewrite/callbacks.h"
#include <inttypes.h>

/* Compilers hold a function that other units may have too to its not naming what they have not. */
static uint32_t count(const struct pep_plan *p)
{
    return p->told && !p->tree->must_jump && !p->tree->is_inline ? p->tree->ncallbacks : 0;
}

/* Inline, since gcc -O0 keeps any other static function, and one that is named in dead code only may be nowhere. */
static void head(struct pep_buffer *out, const struct pep_plan *p, uint32_t i, const char *parameters)
{
    pep_buffer_printf(out,
                      "static __inline__ __attribute__((__unused__, __no_instrument_function__)) int __pep_call%" PRIu32
                      "_%s(%s)",
                      i, p->f->name, parameters);
}

void pep_callbacks_declare(struct pep_buffer *out, const struct pep_plan *p)
{
    for (uint32_t i = 0; i < count(p); i++) {
        head(out, p, i, "const void *, const void *");
        pep_buffer_adds(out, "; ");
    }
}

void pep_callbacks_define(struct pep_buffer *out, const struct pep_plan *p, const struct pep_tokens *t)
{
    for (uint32_t i = 0; i < count(p); i++) {
        const struct pep_token *k = &t->at[pep_tokens_at(t, p->tree->callbacks[i].argument)];
        pep_buffer_addc(out, ' ');
        head(out, p, i, "const void *__pep_a, const void *__pep_b");
        pep_buffer_adds(out, " { __pep_called(); return ");
        pep_buffer_add(out, t->text + k->begin, k->end - k->begin);
        pep_buffer_adds(out, "(__pep_a, __pep_b); }");
    }
}

void pep_callbacks_redirect(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < count(p); i++) {
        const struct pep_callback *c = &p->tree->callbacks[i];
        const struct pep_token *name = &t->at[pep_tokens_at(t, c->name)];
        const struct pep_token *argument = &t->at[pep_tokens_at(t, c->argument)], *close = argument + 1;
        pep_buffer_clear(&text);
        pep_buffer_adds(&text, c->returns ? "__pep_over_with(" : "(");
        pep_buffer_add(&text, t->text + name->begin, name->end - name->begin);
        pep_edits_replace(edits, name->begin, name->end - name->begin, text.at);
        pep_buffer_clear(&text);
        pep_buffer_printf(&text, "__pep_call%" PRIu32 "_%s", i, p->f->name);
        pep_edits_replace(edits, argument->begin, argument->end - argument->begin, text.at);
        pep_edits_replace(edits, close->begin, close->end - close->begin, c->returns ? "))" : "), __pep_over())");
    }
    pep_buffer_free(&text);
}
