#include "rewrite/callbacks.h"
#include "rewrite/duplicate.h"
#include <inttypes.h>
#include <string.h>

/* Compilers hold a function that other units may have too to its not naming what they have not. */
static uint32_t count(const struct pep_plan *p)
{
    return p->told && !p->tree->must_jump && !p->tree->is_inline ? p->tree->ncallbacks : 0;
}

static const struct pep_token *argument(const struct pep_callback *c, const struct pep_tokens *t)
{
    return &t->at[pep_tokens_at(t, c->argument)];
}

static bool is_named(const struct pep_plan *p, const struct pep_token *name, const struct pep_tokens *t)
{
    size_t length = name->end - name->begin;
    return strlen(p->f->name) == length && !memcmp(p->f->name, t->text + name->begin, length);
}

/* Has it a check on entry, and is what the unit defines what its name calls in the program?  Whoever has the compiler
 * tell of each function that begins is to hear of it by its own name. */
static bool can_go_without(const struct pep_plan *p)
{
    return pep_duplicate_exists(p) && !p->quiet && p->tree->is_static && !p->options->hooked &&
           p->options->checks != PEP_CHECKS_BACKEDGES;
}

void pep_callbacks_settle(struct pep_plan *plans, uint32_t n, const struct pep_tokens *t)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t stubs = pep_duplicate_exists(&plans[i]) ? count(&plans[i]) : 0;
        plans[i].bare = stubs ? PEP_NEW_N(plans[i].arena, uint32_t, stubs) : NULL;
        for (uint32_t k = 0; k < stubs; k++) {
            const struct pep_token *name = argument(&plans[i].tree->callbacks[k], t);
            uint32_t f = 0;
            while (f < n && !(can_go_without(&plans[f]) && is_named(&plans[f], name, t)))
                f++;
            plans[i].bare[k] = f < n ? f : PEP_NO_FUNCTION;
            if (f < n)
                plans[f].called_back = true;
        }
    }
}

/* Inline, since gcc -O0 keeps any other static function, and one that is named in dead code only may be nowhere. */
static void head(struct pep_buffer *out, const struct pep_plan *p, const char *attributes, const char *name, uint32_t i,
                 const char *parameters)
{
    pep_buffer_printf(out,
                      "static __inline__ __attribute__((%s__unused__, __no_instrument_function__)) int __pep_%s%" PRIu32
                      "_%s(%s)",
                      attributes, name, i, p->f->name, parameters);
}

void pep_callbacks_declare(struct pep_buffer *out, const struct pep_plan *p)
{
    for (uint32_t i = 0; i < count(p); i++) {
        head(out, p, "", "call", i, "const void *, const void *");
        pep_buffer_adds(out, "; ");
    }
}

#define ARGUMENTS "const void *__pep_a, const void *__pep_b"

/* What the stub calls where its check says so.  Apart, so that nothing is saved for it on the usual way.  It names a
 * function that only its stub calls, so that no compiler calls that unused. */
static void define_way(struct pep_buffer *out, const struct pep_plan *plans, const struct pep_plan *p, uint32_t i,
                       const char *function)
{
    pep_buffer_addc(out, ' ');
    head(out, p, "__noinline__, __cold__, ", "way", i, ARGUMENTS);
    pep_buffer_adds(out, " { ");
    if (p->bare[i] == PEP_NO_FUNCTION) {
        pep_buffer_printf(out, "__pep_callback(0); return %s(__pep_a, __pep_b); }", function);
        return;
    }
    pep_buffer_printf(
        out,
        "int __pep_q; (void)%s; if (!__pep_callback(1)) return __pep_bare_%s(__pep_a, __pep_b); __pep_q = ", function,
        function);
    pep_duplicate_call(out, &plans[p->bare[i]], "__pep_a, __pep_b");
    pep_buffer_adds(out, "; __pep_left(); return __pep_q; }");
}

void pep_callbacks_define(struct pep_buffer *out, const struct pep_plan *plans, const struct pep_plan *p,
                          const struct pep_tokens *t)
{
    for (uint32_t i = 0; i < count(p); i++) {
        const struct pep_token *name = argument(&p->tree->callbacks[i], t);
        const char *function = pep_arena_strndup(p->arena, t->text + name->begin, name->end - name->begin);
        define_way(out, plans, p, i, function);
        pep_buffer_addc(out, ' ');
        head(out, p, "", "call", i, ARGUMENTS);
        pep_buffer_printf(out,
                          " { return __builtin_expect(__pep_called(), 0) ? __pep_way%" PRIu32
                          "_%s(__pep_a, __pep_b) : %s%s(__pep_a, __pep_b); }",
                          i, p->f->name, p->bare[i] == PEP_NO_FUNCTION ? "" : "__pep_bare_", function);
    }
}

void pep_callbacks_redirect(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < count(p); i++) {
        const struct pep_callback *c = &p->tree->callbacks[i];
        const struct pep_token *name = &t->at[pep_tokens_at(t, c->name)];
        const struct pep_token *given = argument(c, t), *close = given + 1;
        pep_buffer_clear(&text);
        pep_buffer_adds(&text, c->returns ? "__pep_over_with(" : "(");
        pep_buffer_add(&text, t->text + name->begin, name->end - name->begin);
        pep_edits_replace(edits, name->begin, name->end - name->begin, text.at);
        pep_buffer_clear(&text);
        pep_buffer_printf(&text, "__pep_call%" PRIu32 "_%s", i, p->f->name);
        pep_edits_replace(edits, given->begin, given->end - given->begin, text.at);
        pep_edits_replace(edits, close->begin, close->end - close->begin, c->returns ? "))" : "), __pep_over())");
    }
    pep_buffer_free(&text);
}
